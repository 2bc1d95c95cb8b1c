"""Four-Point Northeastern Wisconsin Smear: 32 cards, four players in two partnerships, bids of 2 to 4 points."""

from __future__ import annotations

import functools
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from handsim.cards import Deck, Hand
from handsim.engine.outcome import counting_rows, fates_of, points_of
from handsim.errors import ArgumentError, NotationError
from handsim.games.base import NOTRUMP, Bid, Contract, Denomination, Game, ParsedCall, check_fields
from handsim.games.calls import level_of, tokens_of, trump_and_direction
from handsim.games.wording import Award, Column
from handsim.notation import RANKS, SUITS, quote

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

SMEAR_RANKS: Final = RANKS[RANKS.index("7") :]
CARD_POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
HAND: Final = 6
UNDEALT: Final = 8
TARGET: Final = 15
LEVELS: Final = range(2, 5)
BIDS: Final = tuple(Bid(n, str(n), n) for n in LEVELS)
DENOMINATIONS: Final = tuple(Denomination(suit) for suit in SUITS)
EXAMPLES: Final = '"2", "3 in spades", "4"'
POINTS: Final = ("high", "low", "jack", "game")
# The trumps whose fate decides High, Low and Jack, low to high.
TRACKED: Final = {"fixed": "7JA", "in_play": SMEAR_RANKS}


@dataclass(frozen=True, repr=False, kw_only=True)
class Smear(Game):
    """Four-Point Northeastern Wisconsin Smear.

    A bid is a number of the hand's four points: High (playing the ace of trumps), Low (playing the seven), Jack
    (winning the jack) and Game (more card points than the others). The bidder fixes trump in his mind before he sees
    any undealt card; the suit of the first card, which he leads, tells the others. So he can only fix a suit of which
    he has a card: he might draw one, but could not be sure of it.

    Attributes
    ----------
    undealt_seen
        How many of the eight undealt cards the bidder takes; then he discards down to six.
    high_low
        High and Low belong to the ace and the seven of trumps, which score nobody where they are not played
        ("fixed"), or to the highest and the lowest trump that is played ("in_play").
    win_on_own_bid
        Whether a side can only go out on a hand that it bid and made.
    cap_nonbidders
        Whether the side that did not bid is held at 15.

    Examples
    --------
    >>> game = Smear()
    >>> print(game.contract("3 in spades"))
    3 in spades by seat 0
    """

    undealt_seen: Literal[0, 1, 2, 3] = 3
    high_low: Literal["fixed", "in_play"] = "fixed"
    win_on_own_bid: bool = False
    cap_nonbidders: bool = False

    name: ClassVar[str] = "smear"
    title: ClassVar[str] = "Smear"
    aliases: ClassVar[tuple[str, ...]] = ("four-point smear", "northeastern wisconsin smear")
    scores_from: ClassVar[Literal["tricks", "cards"]] = "cards"
    counts_in: ClassVar[Literal["tricks", "points"]] = "points"
    deal_passes: ClassVar[bool] = False
    columns: ClassVar[Mapping[str, Column]] = dict.fromkeys(
        POINTS, Column("how often declarer's side is awarded it", share=True)
    )

    # Cards

    @property
    def deck(self) -> Deck:
        """The 32 cards, seven to ace."""
        return _deck()

    @property
    def piles(self) -> Mapping[str, int]:
        """The undealt cards: those that the bidder takes, if any, and the rest."""
        draw = {"draw": self.undealt_seen} if self.undealt_seen else {}
        return {**draw, "undealt": UNDEALT - self.undealt_seen}

    # Calls

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """Spades to clubs."""
        return DENOMINATIONS

    @property
    def bids(self) -> tuple[Bid, ...]:
        """2, 3 and 4."""
        return BIDS

    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return the four suits."""
        self.bid(bid)
        return DENOMINATIONS

    def ends_auction(self, bid: Bid) -> bool:
        """Whether it is a 4."""
        return bid.level == LEVELS[-1]

    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid: a number of points, then perhaps the trump that the bidder has in mind.

        Examples
        --------
        >>> call = Smear().parse_call("three in spades")
        >>> call.bid.name, call.trump
        ('3', 'S')
        """
        tokens = tokens_of(text, EXAMPLES)
        level = level_of(tokens, text, EXAMPLES, LEVELS, "the points of the hand")
        trump, _ = trump_and_direction(tokens[1:], text, self.direction_words, EXAMPLES)
        if trump == NOTRUMP:
            raise NotationError(f"{quote(text)}: there is always a trump in {self.title}; bids are {EXAMPLES}")
        return ParsedCall(BIDS[LEVELS.index(level)], trump)

    # Play

    def playable(
        self, denominations: Sequence[Denomination], hand: Hand | None = None, turn_up: str = ""
    ) -> tuple[Denomination, ...]:
        """Return those whose suit a hand has: the bidder leads a card of it, and cannot count on drawing one."""
        held = {card.suit for card in hand} if hand is not None else set(SUITS)
        return tuple(d for d in denominations if d.trump in held)

    def piles_seen(self, contract: Contract, seat: int) -> tuple[str, ...]:
        """Return ("draw",) for declarer, where he takes undealt cards."""
        return ("draw",) if self.undealt_seen and seat == contract.declarer else ()

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`. Who deals makes no difference to it."""
        from handsim.engine.frame import build_frame

        check_fields(fields)
        field = fields.index(contract.trump)
        card = {rank: 1 << 16 * field + place for place, rank in enumerate(SMEAR_RANKS)}
        trumps = sum(card.values())
        takes = self.undealt_seen > 0
        return build_frame(
            [16 * fields.index(card.suit) + SMEAR_RANKS.index(card.rank) for card in self.deck],
            n_tricks=self.n_tricks,
            declarer=contract.declarer,
            leader=contract.declarer,
            sides=self.sides,
            trump_field=field,
            may_always=trumps,
            first_lead=trumps,
            values=[CARD_POINTS.get(rank, 0) for rank in SMEAR_RANKS],
            tracked=[card[rank] for rank in self._tracked],
            prize=card["J"],
            keepsakes=(card["7"], card["A"]),
            aside_seat=contract.declarer if takes else -1,
            aside_pile=self.n_seats if takes else -1,
            aside_count=self.undealt_seen,
            aside_protected=trumps if takes else 0,
            aside_scores=takes,
        )

    @property
    def _tracked(self) -> str:
        return TRACKED[self.high_low]

    # Scoring

    def awarded(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return which side is awarded each of the four points.

        Parameters
        ----------
        contract
            What was played.
        outcome
            Rows of the engine's outcome, shape (..., n_columns): tricks and card points a seat, then who played and
            who won each of the trumps that are looked at.

        Returns
        -------
        int64 array, shape (..., 4)
            High, Low, Jack and Game: 0 for declarer's side, 1 for the others, -1 for nobody.
        """
        import numpy as np

        rows = counting_rows(outcome, len(self._tracked), turning=False)
        played, won = fates_of(rows, len(self._tracked))
        if self.high_low == "fixed":
            high, low = played[..., -1], played[..., 0]
        else:
            there = played >= 0
            last = there.shape[-1] - 1 - there[..., ::-1].argmax(axis=-1)
            high, low = (
                np.take_along_axis(played, place[..., None], axis=-1)[..., 0] for place in (last, there.argmax(axis=-1))
            )
        jack = won[..., self._tracked.index("J")]
        seats = np.stack([high, low, jack], axis=-1)
        sides = np.where(seats < 0, -1, (seats - contract.declarer) % 2)
        points = points_of(rows)
        ours = self.own_seats(contract)
        lead = 2 * points[..., ours].sum(axis=-1) - points.sum(axis=-1)
        game = np.where(lead == 0, -1, (lead < 0).astype(np.int64))
        awarded: npt.NDArray[np.int64] = np.concatenate([sides, game[..., None]], axis=-1)
        return awarded

    def awards(self, contract: Contract, result: npt.NDArray[typing.Any]) -> tuple[Award, ...]:
        """Return High, Low, Jack and Game, each with the card that decided it and its player, or the card points."""
        rows = counting_rows(result, len(self._tracked), turning=False)
        played, won = (fates.tolist() for fates in fates_of(rows, len(self._tracked)))
        there = [place for place, seat in enumerate(played) if seat >= 0] if self.high_low == "in_play" else ()
        low, high = (there[0], there[-1]) if there else (0, len(played) - 1)
        jack = self._tracked.index("J")
        fates = [(high, "played", played[high]), (low, "played", played[low]), (jack, "won", won[jack])]
        points = points_of(rows)
        ours = int(points[self.own_seats(contract)].sum())
        how = [self._fate(contract.trump, *fate) for fate in fates] + [f"{ours} to {int(points.sum()) - ours}"]
        return tuple(map(Award, POINTS, self.awarded(contract, result).tolist(), how))

    def _fate(self, trump: str, place: int, verb: str, seat: int) -> str:
        """Say what became of a tracked trump."""
        return f"{trump}{self._tracked[place]} " + (f"{verb} by seat {seat}" if seat >= 0 else "not played")

    def counted(self, contract: Contract, result: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return how many of the four points declarer's side won; `result` is an outcome as in :meth:`awarded`."""
        count: npt.NDArray[np.int64] = (self.awarded(contract, result) == 0).sum(axis=-1)
        return count

    def needed(self, contract: Contract | Bid | str) -> int:
        """Return the number of the bid."""
        return self.bid_of(contract).level

    @property
    def most(self) -> int:
        """The four points of a hand."""
        return len(POINTS)

    def table_columns(
        self, contract: Contract, result: npt.NDArray[typing.Any]
    ) -> Mapping[str, npt.NDArray[typing.Any]]:
        """Return, for each of the four points, whether declarer's side is awarded it."""
        awarded = self.awarded(contract, result)
        return {name: awarded[..., i] == 0 for i, name in enumerate(POINTS)}

    def net_at(self, contract: Contract, count: int) -> float:
        """Return the net points of a hand in which declarer's side wins so many points and the others all the rest."""
        won = count if count >= self.needed(contract) else -contract.bid.level
        return float(won - (len(POINTS) - count))

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of declarer's side, which loses its bid if it does not reach it, and of the others.

        Parameters
        ----------
        contract
            What was played.
        outcome
            As in :meth:`awarded`, shape (..., n_columns).

        Returns
        -------
        int64 array, shape (..., 2)
            Declarer's side first.
        """
        import numpy as np

        awarded = self.awarded(contract, outcome)
        won, lost = ((awarded == side).sum(axis=-1) for side in (0, 1))
        return np.stack([np.where(won >= contract.bid.level, won, -contract.bid.level), lost], axis=-1)

    # The game

    def after_hand(
        self, scores: Sequence[int], contract: Contract, points: Sequence[int]
    ) -> tuple[tuple[int, ...], int | None]:
        """Return the scores of both sides after a hand, and the side that has won; see :meth:`Game.after_hand`."""
        after = list(super().after_hand(scores, contract, points)[0])
        bidder = self.sides[contract.declarer]
        if self.cap_nonbidders:
            after[1 - bidder] = min(after[1 - bidder], max(TARGET, scores[1 - bidder]))
        return tuple(after), self.winner(after, made_by=bidder if points[0] > 0 else None)

    def winner(self, scores: Sequence[int], made_by: int | None = None) -> int | None:
        """Return the side that has won when the scores stand so; None while the game goes on.

        Parameters
        ----------
        scores
            One a side.
        made_by
            The side that bid the last hand and made it; None: no side did. It wins if both stand at 15 or beyond, and
            with `win_on_own_bid` no other side can win. (No side can get to 15 on a hand that it bid and did not make.
            Were both given so, the higher score wins, and equal scores play another hand.)
        """
        if len(scores) != 2:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the two sides")
        out = [side for side in (0, 1) if scores[side] >= TARGET]
        if made_by in out:
            return made_by
        if not out or self.win_on_own_bid or scores[0] == scores[1]:
            return None
        return int(scores[1] > scores[0])


@functools.cache
def _deck() -> Deck:
    return Deck.build(SMEAR_RANKS, ())
