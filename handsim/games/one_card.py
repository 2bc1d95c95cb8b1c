"""One Card: 25 cards, two to four players, each alone; bids are points, and the first lead names the trump."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from handsim.cards import Deck, Hand
from handsim.engine.outcome import counting_rows, points_of
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, PASS, Bid, Contract, Denomination, Game, ParsedCall, check_fields
from handsim.games.calls import level_of, tokens_of, trump_and_direction, where
from handsim.games.wording import Column
from handsim.notation import SUITS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

RANKS: Final = "9TJQKA"
JOKER: Final = "BJ"
PILE: Final = "one_card"
POINTS: Final = {"J": 1, "Q": 1, "K": 1, JOKER: 3}
ALL_POINTS: Final = 15
LOWEST_BID: Final = {2: 8, 3: 7, 4: 6}
DENOMINATIONS: Final = tuple(Denomination(trump) for trump in SUITS)
NO_BID: Final = Bid(0, "no bid", 0, PASS)
EXAMPLES: Final = '"9", "9 in spades"'
SPARE: Final = 15
"""Where the joker sits when nobody bid: in no suit."""


@dataclass(frozen=True, repr=False, kw_only=True)
class OneCard(Game):
    """One Card. The suit of the high bidder's first lead is trump; the last trick takes the face-down card too.

    A bid is a number of points: kings, queens and jacks count one, the joker three, fifteen in all. The high bidder
    scores the points that he captures, or nothing if they fall short of his bid; all others score theirs.

    Attributes
    ----------
    players
        How many play, each for himself.

    Examples
    --------
    >>> game = OneCard(players=3)
    >>> [bid.name for bid in game.bids][:2], game.hand_size, game.n_tricks
    (['7', '8'], 8, 8)
    """

    players: Literal[4, 2, 3] = 4

    name: ClassVar[str] = "one card"
    title: ClassVar[str] = "One Card"
    aliases: ClassVar[tuple[str, ...]] = ("onecard",)
    scores_from: ClassVar[Literal["tricks", "cards"]] = "cards"
    counts_in: ClassVar[Literal["tricks", "points"]] = "points"
    points_are: ClassVar[str] = "that declarer scores"
    card_is: ClassVar[str] = "lead"
    ours: ClassVar[str] = "declarer"
    columns: ClassVar[Mapping[str, Column]] = {
        name: Column("mean of the points that each captures", head=str(seat) if seat else "seat 0")
        for seat, name in enumerate(("captured", "points_1", "points_2", "points_3"))
    }
    redeals: ClassVar[bool] = False
    target: ClassVar[int] = 30

    # Cards and seats

    @property
    def deck(self) -> Deck:
        """The 24 cards from nine to ace, and the joker."""
        return _deck()

    @property
    def n_seats(self) -> int:
        """As `players` says."""
        return self.players

    @property
    def sides(self) -> tuple[int, ...]:
        """Each seat plays for itself."""
        return tuple(range(self.players))

    @property
    def piles(self) -> Mapping[str, int]:
        """The one card, face down in the middle until the last trick is won."""
        return {PILE: 1}

    # Calls

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """The four suits: there is a trump whenever somebody bid."""
        return DENOMINATIONS

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every number of points from the lowest for so many players to all fifteen."""
        return _bids(self.players)

    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return the four suits, whatever the bid."""
        self.bid(bid)
        return DENOMINATIONS

    def playable(
        self, denominations: Sequence[Denomination], hand: Hand | None = None, turn_up: str = ""
    ) -> tuple[Denomination, ...]:
        """Return each of the denominations once for every card of the hand that names it: its first lead.

        The joker names no trump. Without a hand the first lead is left open.

        Examples
        --------
        >>> game = OneCard()
        >>> hand = Hand.parse("SA S9 HK HQ D9 BJ", game)
        >>> [d.card for d in game.playable(game.denominations, hand)]
        ['SA', 'S9', 'HK', 'HQ', 'D9']
        """
        if hand is None:
            return tuple(denominations)
        return tuple(d._replace(card=str(card)) for d in denominations for card in hand.suit(d.trump))

    @property
    def calls_once(self) -> bool:
        """It goes on until the others have passed; a pass is final."""
        return False

    def ends_auction(self, bid: Bid) -> bool:
        """Whether it is a bid for all fifteen points."""
        return bid.level == ALL_POINTS

    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid: a number of points, then perhaps the suit that will be led.

        Examples
        --------
        >>> call = OneCard().parse_call("nine in spades")
        >>> call.bid.name, call.trump
        ('9', 'S')
        """
        tokens = tokens_of(text, EXAMPLES)
        lowest = self.bids[0].level
        unit = f"the points to take; with {self.players} players {lowest} at least"
        level = level_of(tokens, text, EXAMPLES, range(lowest, ALL_POINTS + 1), unit)
        rest = tokens[2:] if tokens[1:2] in (["point"], ["points"]) else tokens[1:]
        trump, _ = trump_and_direction(rest, text, self.direction_words, EXAMPLES)
        if trump == NOTRUMP:
            said = where(rest[-1], text)
            raise RulesError(f"{said}: who bids names a trump by his first lead; there is none when nobody bid")
        return ParsedCall(self.bids[level - lowest], trump)

    # Contracts

    def no_bid(self, dealer: int | None = None) -> Contract:
        """Return what is played when all have passed: there is no trump, and everybody scores what he captures.

        The player opposite dealer leads (of three, dealer's left). Declarer is seat 0, who has declared nothing: he is
        the seat whose points come first.

        Examples
        --------
        >>> game = OneCard()
        >>> print(game.no_bid(dealer=1))
        no bid, dealt by seat 1
        """
        return Contract(NO_BID, NOTRUMP, "", 0, self.seat(dealer), game=self)

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`."""
        from handsim.engine.frame import NOBODY, build_frame

        check_fields(fields)
        dealer = contract.dealer if dealer is None else self.seat(dealer)
        up, down = (_positions(contract, fields, order) for order in (RANKS, RANKS[::-1]))
        joker, bid = 1 << up[-1], contract.trump != NOTRUMP
        values = [0, *(POINTS.get(rank, 0) for rank in RANKS), *[0] * SPARE][: SPARE + 1]
        values[up[-1] % (SPARE + 1)] = POINTS[JOKER]
        return build_frame(
            up,
            n_tricks=self.n_tricks,
            declarer=contract.declarer if bid else NOBODY,
            leader=contract.declarer if bid else self._leader_without_bid(dealer),
            seats=range(self.players),
            sides=self.sides,
            trump_field=fields.index(contract.trump) if bid else None,
            trumps=None if bid else joker,
            free_lead=0 if bid else joker,
            first_lead=self._first_lead(contract, up),
            values=values,
            last_pile=self.n_seats,
            turned=down if bid else (),
            turn_card=joker if bid else 0,
            prize=joker if bid else 0,
        )

    def _first_lead(self, contract: Contract, positions: Sequence[int]) -> int:
        """Return the cards that may be led first: the one that is named, else all that make this suit trump."""
        may = [
            1 << p
            for card, p in zip(self.deck, positions, strict=True)
            if card.suit == contract.trump and contract.card in ("", str(card))
        ]
        return sum(may)

    def _leader_without_bid(self, dealer: int) -> int:
        opposite = 2 if self.players == 4 else 1
        return (dealer + opposite) % self.players

    # Scoring

    @property
    def most(self) -> int:
        """All the points of the pack."""
        return ALL_POINTS

    def needed(self, contract: Contract | Bid | str) -> int:
        """Return the points of the bid; where nobody bid, none."""
        return self.bid_of(contract).level

    def captured(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points that each seat captured, declarer first, then clockwise.

        Parameters
        ----------
        contract
            What was played.
        outcome
            Rows of the engine's outcome: an integer array of shape (..., 8), or 9 with when the order turned.

        Returns
        -------
        int64 array
            Shape (..., players).
        """
        import numpy as np

        points = points_of(counting_rows(outcome, n_tracked=0, turning=True))[..., : self.players]
        wrong = points[(points < 0).any(axis=-1) | (points.sum(axis=-1) != ALL_POINTS)]
        if wrong.size:
            raise ArgumentError(f"points {wrong[0].tolist()}: those of all the players add up to {ALL_POINTS}")
        return np.roll(points, -contract.declarer, axis=-1)

    def counted(self, contract: Contract, result: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points that declarer captured, from rows of the outcome."""
        return self.captured(contract, result)[..., 0]

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points that each player scores, declarer first, then clockwise.

        Everybody scores what he captured; declarer nothing if that is less than he bid. Parameters and result are as
        in :meth:`captured`.

        Examples
        --------
        >>> game = OneCard()
        >>> game.score(game.contract("9 in spades"), [[3, 1, 1, 1, 9, 3, 2, 1], [3, 1, 1, 1, 8, 3, 3, 1]]).tolist()
        [[9, 3, 2, 1], [0, 3, 3, 1]]
        """
        points = self.captured(contract, outcome)
        points[..., 0] *= points[..., 0] >= self.needed(contract)
        return points

    def net(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return declarer's own points: each plays for himself, and what the others score takes nothing from him."""
        return points[..., 0]

    @property
    def pass_value(self) -> float:
        """An equal share of the points, which is what a player captures on average whoever bids."""
        return ALL_POINTS / self.players

    def net_at(self, contract: Contract, count: int) -> float:
        """Return the points of a declarer who captures so many."""
        return float(count) if count >= self.needed(contract) else 0.0

    def table_columns(self, contract: Contract, result: npt.NDArray[Any]) -> Mapping[str, npt.NDArray[Any]]:
        """Return the points that declarer captures, and those of each of the others, clockwise from his left."""
        captured = self.captured(contract, result)
        own, *others = (captured[..., seat] for seat in range(self.players))
        return {"captured": own} | {f"points_{seat}": points for seat, points in enumerate(others, start=1)}

    def winner(self, scores: Sequence[int]) -> int | None:
        """Return who has won: of those at thirty or more the highest; None while there is none, or two are equal."""
        if len(scores) != self.players:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the {self.players} players")
        best = max(scores)
        if best < self.target or list(scores).count(best) > 1:
            return None
        return list(scores).index(best)


@functools.cache
def _deck() -> Deck:
    return Deck.build(RANKS, (JOKER,))


@functools.cache
def _bids(players: int) -> tuple[Bid, ...]:
    return tuple(Bid(n, str(n), n) for n in range(LOWEST_BID[players], ALL_POINTS + 1))


def _positions(contract: Contract, fields: str, order: str) -> list[int]:
    """Return the bit position of each card: in every suit 1 to 6, the joker below the trumps, or in no suit."""
    joker = SPARE if contract.trump == NOTRUMP else 16 * fields.index(contract.trump)
    return [joker if card.is_joker else 16 * fields.index(card.suit) + 1 + order.index(card.rank) for card in _deck()]
