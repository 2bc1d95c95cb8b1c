"""What a question is asked about: the hand, the game, what is known; checked, once, for every question alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from handsim.cards import Card, Hand
from handsim.engine.deal import split
from handsim.engine.jit import Ints, int64_array
from handsim.engine.playout import set_aside_deals
from handsim.engine.policy import Policy
from handsim.engine.policy import find as find_policy
from handsim.engine.rng import DISCARD, stream_key
from handsim.errors import ArgumentError, CardsError, RulesError
from handsim.games import find as find_game
from handsim.games.base import Bid, Contract, Denomination, Game, is_whole
from handsim.games.options import listed
from handsim.notation import parse_card

if TYPE_CHECKING:
    from collections.abc import Sequence

NEIGHBOURS = {"left": "1", "partner": "2", "right": "3"}
"""What seat 0 calls the others at a table of two partnerships."""
MAX_SEED = 2**63 - 1
MAX_DEALS = 10_000_000
HAND_SEAT = 0
DISCARDED, DIFFERS, LOOKED_AT = "discarded", "varies", 64
"""What is said of the cards that seat 0 throws away before the bidding, where they differ, and of how many deals."""
TURNED_UP, DRAWN = "turned_up", "drawn"
"""What a table says of the turned-up card where it is not known: in every deal one is drawn."""
TURN_UP = "turn_up"
"""What the turned-up card is called among the cards that are known."""


@dataclass(frozen=True)
class Situation:
    """A hand at seat 0 of a game, what else is known, and how the rest is dealt and played.

    Build it with :func:`situation`, which checks its parts.

    Attributes
    ----------
    game
        The game.
    known
        The cards known to lie at each place (seats, then piles): masks of physical cards.
    dealer
        The seat that deals.
    policy
        How every seat plays.
    seed
        The seed of all that is random.
    turn_up
        The card that dealer has turned up, as text; "": none, or not known (:attr:`draws_turn_up`).
    discards
        Whether dealer is still to throw cards away before the bidding: his are known before he does.
    """

    game: Game
    known: tuple[int, ...]
    dealer: int
    policy: Policy
    seed: int
    turn_up: str = ""
    discards: bool = False

    @property
    def places(self) -> tuple[str, ...]:
        """The places cards lie in: the seats' numbers, then the piles' names; the columns of a deal."""
        return places(self.game)

    @property
    def hand(self) -> Hand:
        """The hand that is asked about, as it was given."""
        pile = self.game.discard_pile
        whole = self.known[HAND_SEAT]
        if self.discards and self.dealer == HAND_SEAT:
            whole |= self.known[self.places.index(pile)]
        return Hand(self.game.deck.cards(whole), copies=self.game.deck.copies)

    @property
    def _known_hand(self) -> Hand | None:
        return self.hand if self.known[HAND_SEAT] else None

    def contracts(self, bid: Bid | str | None = None) -> tuple[Contract, ...]:
        """Return the contracts that seat 0 can play with this hand; see :meth:`~handsim.games.base.Game.contracts`."""
        found = self.game.contracts(
            bid, declarer=HAND_SEAT, dealer=self.dealer, hand=self._known_hand, turn_up=self.turn_up
        )
        return tuple(c for c in found if self._can_turn_up(c.denomination))

    def choices(
        self, bid: Bid | str, *, trump: str | None = None, direction: str | None = None
    ) -> tuple[Bid, tuple[Denomination, ...]]:
        """Return a bid and the denominations to choose from with this hand, as :meth:`Game.choices`.

        Raises
        ------
        RulesError
            If it cannot be played with this hand, or the trump, which nobody chooses, is not said.
        """
        this, named = self.game.choices(bid, trump=trump, direction=direction)
        playable = self.playable(named)
        if not playable:
            where = listed([str(denomination) for denomination in named])
            raise RulesError(f"{this} in {where} cannot be played: {self._why_not()}")
        if len(playable) > 1 and not self.game.names_trump:
            raise RulesError(f"nobody chooses the trump in {self.game.title}: {self.game.trump_hint}")
        return this, playable

    def contracts_in(self, bid: Bid, denominations: Sequence[Denomination]) -> tuple[Contract, ...]:
        """Return the contracts of a bid in some of the denominations that this hand can be played in."""
        return tuple(c for c in self.contracts(bid) if c.denomination in denominations)

    def playable(self, denominations: Sequence[Denomination]) -> tuple[Denomination, ...]:
        """Return those denominations that can be played with this hand, each with the card that belongs to it."""
        found = self.game.playable(denominations, self._known_hand, self.turn_up)
        return tuple(filter(self._can_turn_up, found))

    def _can_turn_up(self, denomination: Denomination) -> bool:
        """Whether dealer may have turned up a card that makes this the trump, where he turns one up."""
        return not self.draws_turn_up or len(self.turn_ups(denomination)[0]) > 0

    def _why_not(self) -> str:
        """Say why a denomination cannot be played with this hand."""
        if not self.game.turns_up:
            return "not with this hand"
        if self.turn_up:
            return f"{self.turn_up} was turned up"
        return "dealer turns up a card of that suit from his own hand, and can have none"

    @property
    def draws_turn_up(self) -> bool:
        """Whether dealer turns up a card, and which one is not known: every deal has one of its own."""
        return self.game.turns_up and not self.turn_up

    def turn_ups(self, denomination: Denomination) -> tuple[Ints, Ints]:
        """Return the cards that dealer may have turned up where this is played, and how likely each is.

        Any of his cards may have been his last. So one that is known to lie with him counts once, and another as often
        as he holds it: his unknown cards over all that are unseen.

        Returns
        -------
        int64 array, int64 array
            Single bits of physical cards, and weights. Empty where no card is turned up that makes this the trump.
        """
        game, own = self.game, self.known[self.dealer]
        if not game.turns_up:
            return int64_array([]), int64_array([])
        unseen, need, _ = self.layout()
        weights = dict.fromkeys(split(own).tolist(), max(len(unseen), 1))
        weights |= dict.fromkeys(unseen.tolist() if need[self.dealer] else [], int(need[self.dealer]))
        said = {bit: str(game.deck.cards(bit)[0]) for bit in weights}
        there = [
            bit for bit, card in said.items()
            if self.turn_up in ("", card) and game.playable([denomination], None, card)
        ]  # fmt: skip
        return int64_array(there), int64_array([weights[bit] for bit in there])

    def layout(self) -> tuple[Ints, Ints, Ints]:
        """Return what :func:`~handsim.engine.deal.deal_cards` is given: unseen cards, counts needed, known masks."""
        sizes = [self.game.hand_size] * self.game.n_seats + list(self.game.piles.values())
        need = [size - mask.bit_count() for size, mask in zip(sizes, self.known, strict=True)]
        everything = (1 << len(self.game.deck)) - 1
        return split(everything & ~sum(self.known)), int64_array(need), int64_array(self.known)

    def after_discards(self, deals: Ints, start: int) -> Ints:
        """Return deals, the first of which has this index, when dealer has thrown cards away before the bidding."""
        opening = self.game.opening_frame(self.dealer) if self.discards else None
        if opening is None:
            return deals
        key = stream_key(self.seed, DISCARD)
        away = set_aside_deals(opening, self.policy, deals, start=start, key=key)
        away = sum(((away & bit) != 0).astype(np.int64) << i for i, bit in enumerate(opening.bits.tolist()))
        whole = deals[:, opening.aside_seat] | deals[:, opening.aside_pile]
        deals[:, opening.aside_seat], deals[:, opening.aside_pile] = whole & ~away, away
        return deals

    @property
    def discarded(self) -> str:
        """What the policy throws away of the hand before the bidding, as text; "": nothing.

        "varies": not the same in every deal, as with a policy that draws lots; the first deals of the table are looked
        at.
        """
        if not self.discards or self.dealer != HAND_SEAT:
            return ""
        deals = self.after_discards(np.tile(int64_array(self.known), (LOOKED_AT, 1)), 0)
        away = set(deals[:, self.places.index(self.game.discard_pile)].tolist())
        return DIFFERS if len(away) > 1 else str(_hand(self.game, self.game.deck.cards(away.pop())))

    def describe(self) -> dict[str, Any]:
        """Return the situation as JSON-plain values, for a table's ``attrs``."""
        deck, own = self.game.deck, self.discards and self.dealer == HAND_SEAT
        cards = {
            place: str(Hand(deck.cards(mask), copies=deck.copies))
            for place, mask in zip(self.places[1:], self.known[1:], strict=True)
            if mask and not (own and place == self.game.discard_pile)
        }
        if self.turn_up:
            shown = self.game.deck.mask([parse_card(self.turn_up)])
            others = self.known[self.dealer] & ~shown
            cards |= {str(self.dealer): str(Hand(deck.cards(others)))} if self.dealer != HAND_SEAT else {}
            cards = {place: text for place, text in cards.items() if text} | {TURN_UP: self.turn_up}
        more = {TURNED_UP: DRAWN} if self.draws_turn_up and self.known[HAND_SEAT] else {}
        more |= {DISCARDED: self.discarded} if own else {}
        return {
            **self.game.describe(), "hand": str(self.hand), "known": cards, "dealer": self.dealer,
            "policy": self.policy.name, "seed": self.seed, **more,
        }  # fmt: skip


def places(game: Game) -> tuple[str, ...]:
    """Return the names of the places of a game's deal: its seats' numbers, then its piles."""
    return (*(str(seat) for seat in range(game.n_seats)), *game.piles)


def situation(
    hand: Hand | str | None,
    game: Game | str | None,
    *,
    known: Mapping[str | int, Hand | str] | None = None,
    dealer: int | None = None,
    policy: str | Policy = "maxims",
    seed: int = 0,
    any_hand: bool = False,
) -> Situation:
    """Check a question's arguments and return them as a :class:`Situation`.

    Parameters
    ----------
    hand
        The whole hand of seat 0, or its text.
    game
        The game or its name; None: Bid Whist with its default rules.
    known
        Cards known to lie elsewhere: ``{"kitty": hand, 2: hand}``, each a Hand or a text, a seat's cards or a pile's,
        all of them or some. Of four seats 1, 2 and 3 are "left", "partner" and "right" too. Where dealer turns a card
        up, ``{"turn_up": "H7"}``: it lies with him, and everybody knows it. Where it is not named, each deal draws one
        of the trump suit.
    dealer
        The seat that deals; None: the last.
    policy
        The name of a policy, or one.
    seed
        A whole number from 0 to 2**63 - 1.
    any_hand
        Whether the hand may be None: nothing is known of it.

    Raises
    ------
    CardsError, NotationError
        If cards cannot be read, are not of the deck, are too many, or are in two places.
    ArgumentError
        If a seat, a place, a policy or the seed is none.
    """
    game = asked_game(game)
    seat = game.seat(dealer)
    if known is not None and not isinstance(known, Mapping):
        raise ArgumentError(f"known={known!r}: it maps places to cards, such as {{'kitty': 'SA S2'}}")
    held = _held(hand, game, seat, known or {}, any_hand)
    turn_up = _turn_up(held, game, seat)
    discards = bool(game.discard_pile) and len(held.get(game.discard_pile, ())) < game.piles[game.discard_pile]
    if str(HAND_SEAT) in held and len(held[str(HAND_SEAT)]) > game.hand_size:
        own = held[str(HAND_SEAT)].cards
        held |= {
            str(HAND_SEAT): _hand(game, own[: game.hand_size]),
            game.discard_pile: _hand(game, own[game.hand_size :]),
        }
    _refuse_twice(held, game)
    masks = _masks(held, game)
    return Situation(game, masks, seat, find_policy(policy), _seed(seed), turn_up, discards)


def _held(
    hand: Hand | str | None, game: Game, dealer: int, known: Mapping[str | int, Hand | str], any_hand: bool
) -> dict[str, Hand]:
    """Return the cards known to lie at each place that any are known of, checked one by one."""
    names = (*places(game), *([TURN_UP] if game.turns_up else []))
    if TURN_UP in known and not game.turns_up:
        raise ArgumentError(f"known {TURN_UP}: no card is turned up in {game.with_rules()}")
    held: dict[str, Hand] = {}
    for place, cards in known.items():
        name = _place(place, game)
        if name not in names or isinstance(place, bool):
            raise ArgumentError(f"no cards can be known to lie with {place!r}: places are {_described(names, game)}")
        if name in held or (name == str(HAND_SEAT) and hand is not None):
            whose = "holds the hand that is asked about" if name == str(HAND_SEAT) else "is named twice"
            raise ArgumentError(f"known cards of {place!r}: {_at(name)} {whose}")
        size = 1 if name == TURN_UP else game.piles.get(name, game.hand_size)
        held[name] = _cards_of(cards, game, f"known {name}", None)
        if len(held[name]) > size:
            there = "there is only 1" if size == 1 else f"there are only {size}"
            raise CardsError(f"known {name}: {len(held[name])} cards, but {there} there")
    if hand is not None or not any_hand:
        held[str(HAND_SEAT)] = _own_hand(hand, game, dealer, held)
    return held


def _own_hand(hand: Hand | str | None, game: Game, dealer: int, held: Mapping[str, Hand]) -> Hand:
    """Return the hand that is asked about; that of a dealer who has still to throw cards away has those too."""
    pile = game.discard_pile
    if not pile or dealer != HAND_SEAT or len(held.get(pile, ())) == game.piles[pile]:
        return _cards_of(hand, game, "the hand", game.hand_size)
    whole = game.hand_size + game.piles[pile]
    own = _cards_of(hand, game, "the hand", None)
    if len(own) != whole:
        raise CardsError(
            f"dealer's hand has {whole} cards before he throws {game.piles[pile]} away, not {len(own)}; "
            f"or name what he threw away, known={{'{pile}': ...}}"
        )
    return own


def _turn_up(held: dict[str, Hand], game: Game, dealer: int) -> str:
    """Return the card that was turned up, and put it in dealer's hand, where it lies."""
    card = held.pop(TURN_UP, None)
    if card is None:
        return ""
    if len(card) != 1:
        raise CardsError(f"known {TURN_UP}: one card is turned up, not {len(card)}")
    place = str(dealer)
    own = held.get(place, Hand())
    if str(card) not in own:
        if len(own) >= game.hand_size:
            whose = "the hand asked about is dealer's" if dealer == HAND_SEAT else f"all of {_at(place)} is known"
            raise CardsError(f"the turned-up card {card} lies with dealer, but {whose}, and it is not there")
        held[place] = own | card
    return str(card)


def _hand(game: Game, cards: Sequence[Card]) -> Hand:
    return Hand(cards, copies=game.deck.copies)


def _masks(held: Mapping[str, Hand], game: Game) -> tuple[int, ...]:
    """Return the cards of each place as masks; of two copies each place takes one that no other has."""
    masks: list[int] = []
    for name in places(game):
        masks.append(game.deck.mask(held.get(name, ()), taken=sum(masks)))
    return tuple(masks)


def asked_game(game: Game | str | None) -> Game:
    """Return a game, given itself or by its name, checked; None: Bid Whist."""
    name = "bid whist" if game is None else game
    found = find_game(name) if isinstance(name, str) else name
    if not isinstance(found, Game):
        raise ArgumentError(f"game={game!r}: it is a game object, such as BidWhist() or games.find('bid whist')")
    return found


def count(n: int, what: str = "n_deals") -> int:
    """Return a count of deals, checked: a whole number from 1 to `MAX_DEALS`, which is what fits in memory."""
    if not is_whole(n) or not 1 <= int(n) <= MAX_DEALS:
        raise ArgumentError(f"{what}={n!r}: it is a whole number from 1 to {MAX_DEALS:,}")
    return int(n)


def _seed(seed: int) -> int:
    if not is_whole(seed) or not 0 <= int(seed) <= MAX_SEED:
        raise ArgumentError(f"seed={seed!r}: it is a whole number from 0 to 2**63 - 1")
    return int(seed)


def _place(place: object, game: Game) -> str:
    """Return the name of a place as a deal's columns have it."""
    name = str(place).strip().lower()
    return _neighbours(game).get(name, name)


def _neighbours(game: Game) -> Mapping[str, str]:
    """Return what seat 0 calls the other seats."""
    if game.sides == (0, 1, 0, 1):
        return NEIGHBOURS
    return {"left": "1", "right": str(game.n_seats - 1)} if game.n_seats > 2 else {}


def _cards_of(cards: object, game: Game, what: str, size: int | None) -> Hand:
    if not isinstance(cards, (str, Hand)):
        raise ArgumentError(f"{what}: a Hand or a text, not {type(cards).__name__}")
    return Hand.parse(str(cards), game, size=size) if size else _hand(game, game.deck.read(str(cards)))


def _refuse_twice(held: Mapping[str, Hand], game: Game) -> None:
    seen: dict[Card, list[str]] = {}
    for name in places(game):
        for card in held.get(name, ()):
            seen.setdefault(card, []).append(name)
            if len(seen[card]) > game.deck.copies:
                where = " and with ".join(map(_at, dict.fromkeys(seen[card])))
                raise CardsError(f"{card} cannot lie both with {where}")


def _at(place: str) -> str:
    return f"seat {place}" if place.isdecimal() else f"the {place}"


def _described(names: Sequence[str], game: Game) -> str:
    called = {seat: name for name, seat in _neighbours(game).items()}
    seats = [f"{name} ({called[name]})" if name in called else name for name in names[1 : game.n_seats]]
    return ", ".join([*seats, *names[game.n_seats :]])
