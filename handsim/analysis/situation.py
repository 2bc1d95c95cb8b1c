"""What a question is asked about: the hand, the game, what is known; checked, once, for every question alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handsim.cards import Hand
from handsim.engine.deal import split
from handsim.engine.jit import Ints, int64_array
from handsim.engine.policy import Policy
from handsim.engine.policy import find as find_policy
from handsim.errors import ArgumentError, CardsError
from handsim.games import find as find_game
from handsim.games.base import Game, is_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

NEIGHBOURS = {"left": "1", "partner": "2", "right": "3"}
"""What seat 0 calls the others at a table of four."""
MAX_SEED = 2**63 - 1
MAX_DEALS = 10_000_000
HAND_SEAT = 0


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
    """

    game: Game
    known: tuple[int, ...]
    dealer: int
    policy: Policy
    seed: int

    @property
    def places(self) -> tuple[str, ...]:
        """The places cards lie in: the seats' numbers, then the piles' names; the columns of a deal."""
        return places(self.game)

    def layout(self) -> tuple[Ints, Ints, Ints]:
        """Return what :func:`~handsim.engine.deal.deal_cards` is given: unseen cards, counts needed, known masks."""
        sizes = [self.game.hand_size] * self.game.n_seats + list(self.game.piles.values())
        need = [size - mask.bit_count() for size, mask in zip(sizes, self.known, strict=True)]
        everything = (1 << len(self.game.deck)) - 1
        return split(everything & ~sum(self.known)), int64_array(need), int64_array(self.known)

    def describe(self) -> dict[str, Any]:
        """Return the situation as JSON-plain values, for a table's ``attrs``."""
        cards = {
            place: str(Hand(self.game.deck.cards(mask)))
            for place, mask in zip(self.places, self.known, strict=True)
            if mask
        }
        hand = cards.pop(str(HAND_SEAT), "")
        return {
            **self.game.describe(), "hand": hand, "known": cards, "dealer": self.dealer,
            "policy": self.policy.name, "seed": self.seed,
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
        all of them or some. Of four seats 1, 2 and 3 are "left", "partner" and "right" too.
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
    game = default_game() if game is None else find_game(game) if isinstance(game, str) else game
    if not isinstance(game, Game):
        raise ArgumentError(f"game={game!r}: it is a game object, such as BidWhist() or games.find('bid whist')")
    names = places(game)
    held: dict[str, Hand] = {}
    if hand is not None or not any_hand:
        held[str(HAND_SEAT)] = _cards_of(hand, game, "the hand", game.hand_size)
    if known is not None and not isinstance(known, Mapping):
        raise ArgumentError(f"known={known!r}: it maps places to cards, such as {{'kitty': 'SA S2'}}")
    for place, cards in (known or {}).items():
        name = _place(place, game)
        if name not in names or isinstance(place, bool):
            raise ArgumentError(f"no cards can be known to lie with {place!r}: places are {_described(names, game)}")
        if name in held:
            whose = "holds the hand that is asked about" if name == str(HAND_SEAT) else "is named twice"
            raise ArgumentError(f"known cards of {place!r}: {_at(name)} {whose}")
        size = game.piles.get(name, game.hand_size)
        held[name] = _cards_of(cards, game, f"known {name}", None)
        if len(held[name]) > size:
            raise CardsError(f"known {name}: {len(held[name])} cards, but there are only {size} there")
    masks = tuple(game.deck.mask(held.get(name, ())) for name in names)
    _refuse_twice(names, masks, game)
    return Situation(game, masks, game.seat(dealer), find_policy(policy), _seed(seed))


def default_game() -> Game:
    """Return the game that is meant when none is named: Bid Whist."""
    return find_game("bid whist")


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
    return NEIGHBOURS.get(name, name) if game.n_seats == len(NEIGHBOURS) + 1 else name


def _cards_of(cards: object, game: Game, what: str, size: int | None) -> Hand:
    if isinstance(cards, str):
        return Hand.parse(cards, game, size=size) if size else Hand(game.deck.read(cards))
    if not isinstance(cards, Hand):
        raise ArgumentError(f"{what}: a Hand or a text, not {type(cards).__name__}")
    return Hand.parse(str(cards), game, size=size) if size else Hand(game.deck.read(str(cards)))


def _refuse_twice(names: Sequence[str], masks: Sequence[int], game: Game) -> None:
    seen: dict[int, str] = {}
    for name, mask in zip(names, masks, strict=True):
        for i in range(mask.bit_length()):
            if mask >> i & 1:
                if i in seen:
                    card = game.deck.cards(1 << i)[0]
                    raise CardsError(f"{card} cannot lie both with {_at(seen[i])} and with {_at(name)}")
                seen[i] = name


def _at(place: str) -> str:
    return f"seat {place}" if place.isdecimal() else f"the {place}"


def _described(names: Sequence[str], game: Game) -> str:
    called = {seat: name for name, seat in NEIGHBOURS.items()} if game.n_seats == len(NEIGHBOURS) + 1 else {}
    seats = [f"{name} ({called[name]})" if name in called else name for name in names[1 : game.n_seats]]
    return ", ".join([*seats, *names[game.n_seats :]])
