"""Bid Euchre: 24 cards, nines to aces, with bowers; bids in tricks, then "ask" and "moon" for all of them."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from handsim.cards import Card, Deck, Hand
from handsim.errors import ArgumentError, CardsError, RulesError
from handsim.games.base import NOTRUMP, Bid, Contract, Denomination, Game, ParsedCall, check_fields
from handsim.games.calls import level_of, tokens_of, trump_and_direction, where
from handsim.games.options import refusal
from handsim.games.wording import Column
from handsim.notation import JOKERS, SUITS, quote

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

RANKS: Final = "9TJQKA"
FACES: Final = "JQK"
SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}
LOWEST: Final = 3
ASK: Final = "ask"
MOON: Final = "moon"
CALL_WORDS: Final = {ASK: ASK, MOON: MOON, "alone": MOON}
DISCARD: Final = "discard"
HIGH: Final = "high"
LOW: Final = "low"
TARGET: Final = 32
EXAMPLES: Final = '"3", "4 in spades", "ask in hearts", "moon"'


@dataclass(frozen=True, repr=False, kw_only=True)
class BidEuchre(Game):
    """Bid Euchre. The jack of trumps (right bower) and the other jack of that colour (left bower) are the top trumps.

    A bid says how many tricks declarer's side takes. "ask" and "moon" say all of them, declarer's partner sitting out:
    asking, he offers a card to his partner, who hands over his best trump for it; at moon he plays what he was dealt.

    Attributes
    ----------
    auction
        Each player speaks once, or ("open") on until the others have passed, with no re-entry after a pass.
    exchange_cards
        How many cards are exchanged in an ask; 2 and 3 with two decks only.
    plain_six
        Whether all six tricks may be bid with partner playing.
    stick_the_dealer
        Whether dealer must bid after three passes; else the cards are dealt again.
    alone_failed
        Whether a failed ask or moon loses the number of tricks, or what it would have won.
    ace_no_face
        Whether a hand with an ace and no jack, queen or king may be thrown in; see :meth:`may_throw_in`.
    joker
        Whether a joker, the highest trump, is the 25th card. Dealer is dealt it as a seventh card, whichever card that
        is, and puts one away unseen before the bidding: in a deal it is the pile "discard".
    decks
        1 of 24 cards, or 2: twelve cards each. Of two equal cards the one played first is the higher.
    notrump_high, notrump_low
        Whether there may be no trump either, with no bowers; "low", the nine is the highest card and the ace the
        lowest.

    Examples
    --------
    >>> game = BidEuchre()
    >>> contract = game.contract("4 in hearts")
    >>> game.score(contract, [3, 4, 6]).tolist()
    [[-4, 3], [4, 2], [6, 0]]
    >>> game.score(game.contract("moon", trump="H"), [5, 6]).tolist()
    [[-6, 1], [24, 0]]
    """

    auction: Literal["one_round", "open"] = "one_round"
    exchange_cards: Literal[1, 2, 3] = 1
    plain_six: bool = True
    stick_the_dealer: bool = False
    alone_failed: Literal["bid", "value"] = "bid"
    ace_no_face: bool = False
    joker: bool = False
    decks: Literal[1, 2] = 1
    notrump_high: bool = False
    notrump_low: bool = False

    name: ClassVar[str] = "bid euchre"
    title: ClassVar[str] = "Bid Euchre"
    aliases: ClassVar[tuple[str, ...]] = ("euchre",)
    aside_is: ClassVar[str] = "offered"
    columns: ClassVar[Mapping[str, Column]] = {
        "points_for": Column("mean that declarer's side scores"),
        "points_against": Column("mean that the others score"),
    }
    direction_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("high", "uptown", "up"), HIGH),
        **dict.fromkeys(("low", "downtown", "down"), LOW),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.joker and self.decks == 2:
            raise refusal("joker", True, "false with decks=2")
        if self.joker and (self.notrump_high or self.notrump_low):
            option = "notrump_high" if self.notrump_high else "notrump_low"
            raise refusal("joker", True, f"false with {option}=True: it belongs to trumps")
        if self.exchange_cards > 1 and self.decks == 1:
            raise refusal("exchange_cards", self.exchange_cards, "1 with decks=1 (2 and 3 with two decks)")
        if not self.plain_six and self.decks == 2:
            raise refusal("plain_six", False, "true with decks=2: six is no bid for all tricks there")

    # Cards

    @property
    def deck(self) -> Deck:
        """The 24 cards, perhaps with a joker, or twice."""
        return _deck(self.joker, self.decks)

    @property
    def piles(self) -> Mapping[str, int]:
        """With a joker, what dealer puts away."""
        return {DISCARD: 1} if self.joker else {}

    @property
    def discard_pile(self) -> str:
        """The pile that dealer puts his seventh card on, where there is a joker."""
        return DISCARD if self.joker else ""

    def may_throw_in(self, hand: Hand | str) -> bool:
        """Return whether `ace_no_face` lets this hand be thrown in: it has an ace, and no jack, queen or king."""
        cards = Hand.parse(hand, self) if isinstance(hand, str) else hand
        if len(cards) != self.hand_size:
            raise CardsError(f"a {self.title} hand has {self.hand_size} cards, not {len(cards)}: {quote(str(cards))}")
        ranks = {card.rank for card in cards}
        return self.ace_no_face and "A" in ranks and ranks.isdisjoint(FACES)

    # Calls

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """Spades to clubs, then what there is of notrump."""
        return _denominations(self.notrump_high, self.notrump_low)

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The numbers from three up, then "ask" and "moon", whose level is the number of all tricks."""
        return tuple(bid for bid in _bids(self.n_tricks) if bid.call or self.plain_six or bid.level < self.n_tricks)

    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return all denominations: declarer names one when he has won the auction."""
        self.bid(bid)
        return self.denominations

    @property
    def calls_once(self) -> bool:
        """As `auction` says."""
        return self.auction == "one_round"

    @property
    def dealer_must_bid(self) -> bool:
        """As `stick_the_dealer` says."""
        return self.stick_the_dealer

    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid: its number, "ask" or "moon", then perhaps the trump.

        Examples
        --------
        >>> call = BidEuchre().parse_call("ask in hearts")
        >>> call.bid.name, call.bid.level, call.trump
        ('ask', 6, 'H')
        >>> BidEuchre(notrump_low=True).parse_call("four low")[1:]
        ('NT', 'low')
        """
        tokens = tokens_of(text, EXAMPLES)
        call = CALL_WORDS.get(tokens[0], "") if tokens else ""
        levels = range(LOWEST, self.n_tricks + 1)
        level = self.n_tricks if call else level_of(tokens, text, EXAMPLES, levels=levels, unit="the tricks to take")
        bid = next((b for b in self.bids if (b.level, b.call) == (level, call)), None)
        if bid is None:
            raise RulesError(f"{where(tokens[0], text)}: all {level} tricks are bid as ask or moon (plain_six=False)")
        trump, direction = trump_and_direction(tokens[1:], text, self.direction_words, EXAMPLES)
        if direction is not None and trump is None:
            trump = NOTRUMP
        self._check_denomination(trump, direction, text)
        return ParsedCall(bid, trump, direction or (None if trump in (None, NOTRUMP) else ""))

    def _check_denomination(self, trump: str | None, direction: str | None, text: str) -> None:
        """Refuse a text that names what is not played."""
        if direction is not None and trump != NOTRUMP:
            raise RulesError(f'{where(direction, text)}: "high" and "low" are notrump, and a suit was named')
        there = [d for d in self.denominations if trump in (None, d.trump) and direction in (None, d.direction)]
        if not there:
            option = f"notrump_{direction or HIGH}"
            raise RulesError(f"{where(direction or NOTRUMP.lower(), text)}: that is not played here ({option}=False)")

    # Play

    def played_as(self, bid: Bid) -> str:
        """Return "ask" or "moon", which declarer plays without his partner; "" for other bids."""
        return bid.call

    def opening_frame(self, dealer: int) -> Frame | None:
        """Return the frame in which dealer puts his seventh card away, where there is a joker.

        No trump is named yet, and a jack is a bower in two suits of four: it stands above the ace.
        """
        from handsim.engine.frame import SPARE_BITS, build_frame

        if not self.joker:
            return None
        order = [*(rank for rank in RANKS if rank != "J"), "J"]
        spare = SPARE_BITS[0]
        places = [
            spare if card.is_joker else 16 * SUITS.index(card.suit) + order.index(card.rank) for card in self.deck
        ]
        return build_frame(
            places,
            n_tricks=0,
            declarer=-1,
            leader=dealer,
            sides=self.sides,
            trumps=1 << spare,
            bowers=True,
            aside_seat=dealer,
            aside_pile=self.n_seats,
            aside_count=1,
        )

    def piles_seen(self, contract: Contract, seat: int) -> tuple[str, ...]:
        """Return ("discard",) for dealer, who put it away."""
        return (DISCARD,) if self.joker and seat == contract.dealer else ()

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`."""
        from handsim.engine.frame import build_frame

        check_fields(fields)
        declarer, call = contract.declarer, contract.bid.call
        partner = (declarer + 2) % self.n_seats
        asks = call == ASK
        return build_frame(
            _positions(self.deck, contract.trump, contract.direction, fields),
            n_tricks=self.n_tricks,
            declarer=declarer,
            leader=declarer,
            seats=[seat for seat in range(self.n_seats) if seat != partner or not call],
            sides=self.sides,
            trump_field=None if contract.trump == NOTRUMP else fields.index(contract.trump),
            copies=self.decks,
            aside_seat=declarer if asks else -1,
            aside_pile=-1,
            aside_count=self.exchange_cards if asks else 0,
            aside_gives=partner if asks else -1,
        )

    # Scoring

    def tricks_needed(self, contract: Contract | Bid | str) -> int:
        """Return the number of the bid; all tricks for "ask" and "moon"."""
        return self.bid_of(contract).level

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of declarer's side and of the defenders, who score their tricks.

        Declarer's side scores its tricks if they are as many as it bid, else it loses its bid; an ask that takes all
        tricks scores twice their number, a moon four times. Parameters and result are as in :meth:`Game.score`.
        """
        import numpy as np

        tricks = self.scored_tricks(contract, outcome)
        bid = contract.bid
        value = {ASK: 2, MOON: 4}.get(bid.call, 0) * self.n_tricks
        won = np.full_like(tricks, value) if value else tricks
        lost = value if value and self.alone_failed == "value" else bid.level
        points = np.where(tricks >= bid.level, won, -lost)
        return np.stack([points, self.n_tricks - tricks], axis=-1)

    def table_columns(self, contract: Contract, result: npt.NDArray[np.int64]) -> Mapping[str, npt.NDArray[np.int64]]:
        """Return the points of declarer's side, `points_for`, and of the defenders, `points_against`."""
        points = self.score(contract, result)
        return {"points_for": points[..., 0], "points_against": points[..., 1]}

    def winner(self, scores: Sequence[int]) -> int | None:
        """Return the side that alone has 32 or more; None while the game goes on, as it does when both have."""
        if len(scores) != 2:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the two sides")
        there = [side for side, score in enumerate(scores) if score >= TARGET]
        return there[0] if len(there) == 1 else None


@functools.cache
def _deck(joker: bool, decks: int) -> Deck:
    return Deck.build(RANKS, JOKERS[1:] if joker else (), copies=decks)


@functools.cache
def _bids(n_tricks: int) -> tuple[Bid, ...]:
    plain = [Bid(n, str(n), n) for n in range(LOWEST, n_tricks + 1)]
    return (*plain, Bid(n_tricks + 1, ASK, n_tricks, ASK), Bid(n_tricks + 2, MOON, n_tricks, MOON))


@functools.cache
def _denominations(high: bool, low: bool) -> tuple[Denomination, ...]:
    directions = [HIGH] * high + [LOW] * low
    return (*map(Denomination, SUITS), *(Denomination(NOTRUMP, direction) for direction in directions))


def _positions(deck: Deck, trump: str, direction: str, fields: str) -> list[int]:
    """Return the bit position of each card: within a field of 16, a higher position wins; copies lie side by side.

    A plain card's position tells its rank in every suit alike (the jack that is a bower leaves a gap), so that an ace
    is an ace's worth wherever it is found; trumps close up, so that two decks of them fit.
    """
    order = RANKS[::-1] if direction == LOW else RANKS
    trumps = _trumps(trump)

    def place(card: Card) -> int:
        if card in trumps:
            return 16 * fields.index(trump) + deck.copies * trumps.index(card)
        return 16 * fields.index(card.suit) + deck.copies * order.index(card.rank)

    copies = [i % deck.copies for i in range(len(deck))]
    return [place(card) + copy for card, copy in zip(deck, copies, strict=True)]


def _trumps(trump: str) -> tuple[Card, ...]:
    """Return the trumps from low to high: nine, ten, queen, king, ace, the bowers, and the joker where there is one."""
    if trump == NOTRUMP:
        return ()
    plain = [Card(trump, rank) for rank in RANKS if rank != "J"]
    return (*plain, Card(SAME_COLOUR[trump], "J"), Card(trump, "J"), Card("", JOKERS[1]))
