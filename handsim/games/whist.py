"""Whist: 52 cards, four players in two partnerships, a trump that nobody bids for."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from handsim.cards import Deck, Hand
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import (
    NOTRUMP,
    NOTRUMP_WORDS,
    Bid,
    Contract,
    Denomination,
    Game,
    ParsedCall,
    check_fields,
    is_whole,
)
from handsim.games.calls import BOOK, LEVELS, level_of, tokens_of, trump_and_direction
from handsim.games.options import listed, refusal
from handsim.notation import RANKS, SUITS, parse_card, parse_suit, words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

DENOMINATIONS: Final = tuple(Denomination(trump) for trump in (*SUITS, NOTRUMP))
BIDS: Final = tuple(Bid(n, str(n), n) for n in LEVELS)
UNBID: Final = Bid(0, "whist", 0)
ROTATION: Final = ("H", "D", "S", "C")
EXAMPLES: Final = '"3", "3 in spades", "3 notrump"'


@dataclass(frozen=True, repr=False, kw_only=True)
class Whist(Game):
    """Whist. Nobody bids: the trump is there before the play, and dealer's left leads.

    Of a hand of which only the trump is known, not the card that dealer turned up for it, every deal draws such a card:
    it lies with dealer, and everybody knows it.

    "Declarer" is the seat whose side's tricks are counted; who deals is that seat too where no other is named, so that
    declarer's left leads. A bid, "1" to "7", asks whether declarer's side takes at least so many tricks over six.

    Attributes
    ----------
    trump
        Where the trump comes from: the suit of dealer's last card, which everybody is shown ("turn_up"), or a fixed
        turn from hand to hand ("rotate"): hearts, diamonds, spades, clubs.
    rotate_notrump
        Whether every fifth hand of that turn is played at notrump.
    target
        The score that wins.
    hands
        How many hands are played, where that and not a score ends the game.

    Examples
    --------
    >>> game = Whist()
    >>> contract = game.contract(trump="S")
    >>> print(contract)
    whist in spades by seat 0
    >>> game.score(contract, [9, 4]).tolist()
    [[3, 0], [0, 3]]
    """

    trump: Literal["turn_up", "rotate"] = "turn_up"
    rotate_notrump: bool = False
    target: Literal[5, 7, 9] = 5
    hands: int | None = None

    name: ClassVar[str] = "whist"
    title: ClassVar[str] = "Whist"
    redeals: ClassVar[bool] = False
    has_auction: ClassVar[bool] = False
    names_trump: ClassVar[bool] = False
    bid_is: ClassVar[str] = "over six"
    makes: ClassVar[str] = "the side of seat 0, who holds the hand, takes so many tricks over six"
    is_made: ClassVar[str] = "so many tricks are taken"
    ours: ClassVar[str] = "the side of seat 0"
    points_are: ClassVar[str] = "of the side of seat 0 less the others'"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rotate_notrump and self.trump != "rotate":
            raise refusal("rotate_notrump", True, 'false with trump="turn_up": the card turned up has a suit')
        if self.hands is not None and (not is_whole(self.hands) or self.hands < 1):
            raise refusal("hands", self.hands, "none, or a whole number from 1")

    # Cards

    @property
    def deck(self) -> Deck:
        """The 52 cards."""
        return _deck()

    # Calls

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """Spades to clubs and notrump."""
        return DENOMINATIONS

    @property
    def bids(self) -> tuple[Bid, ...]:
        """A bid for each number of tricks over six."""
        return BIDS

    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return all denominations: any number of tricks can be asked for in each."""
        self.bid(bid)
        return DENOMINATIONS

    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid: a number over six, then perhaps the trump.

        Examples
        --------
        >>> call = Whist().parse_call("three in spades")
        >>> call.bid.name, call.trump
        ('3', 'S')
        """
        tokens = tokens_of(text, EXAMPLES)
        level = level_of(tokens, text, EXAMPLES)
        trump, _ = trump_and_direction(tokens[1:], text, self.direction_words, EXAMPLES)
        return ParsedCall(BIDS[level - 1], trump)

    def rotating_trump(self, number: int) -> str:
        """Return the trump of a hand of the game, the first being number 1, where trumps take turns.

        Examples
        --------
        >>> game = Whist(trump="rotate", rotate_notrump=True)
        >>> [game.rotating_trump(n) for n in range(1, 7)]
        ['H', 'D', 'S', 'C', 'NT', 'H']
        """
        if self.trump != "rotate":
            raise RulesError(f'there is no turn of trumps with trump="{self.trump}"')
        if not is_whole(number) or number < 1:
            raise ArgumentError(f"number={number!r}: hands are numbered from 1")
        turn = ROTATION + (NOTRUMP,) * self.rotate_notrump
        return turn[(number - 1) % len(turn)]

    @property
    def turns_up(self) -> bool:
        """Whether dealer's last card is shown, which makes the trump."""
        return self.trump == "turn_up"

    @property
    def trump_hint(self) -> str:
        """The card that was turned up, or the trump whose turn it is."""
        if self.trump == "rotate":
            return "say which it is in this hand (trump: H)"
        return "say which card was turned up (known turn_up: H7), or its suit (trump: H)"

    def playable(
        self, denominations: Sequence[Denomination], hand: Hand | None = None, turn_up: str = ""
    ) -> tuple[Denomination, ...]:
        """Return the trump that the turned-up card says, with that card; without one those that a hand can have."""
        if turn_up:
            if self.trump != "turn_up":
                raise RulesError(f'no card is turned up with trump="{self.trump}"')
            return tuple(d._replace(card=turn_up) for d in denominations if d.trump == parse_card(turn_up).suit)
        if hand is None or self.rotate_notrump:
            return tuple(denominations)
        return tuple(d for d in denominations if d.trump != NOTRUMP)

    # Contracts

    def contract(
        self,
        bid: Bid | str | None = None,
        *,
        trump: str | None = None,
        direction: str | None = None,
        declarer: int = 0,
        dealer: int | None = None,
        turn_up: str | None = None,
    ) -> Contract:
        """Return what is played: a trump, and perhaps the number of tricks that is asked for.

        Parameters
        ----------
        bid
            A bid, what a player says ("3 in spades"), or the trump alone ("spades", "notrump"); None: no number.
        trump
            The trump, where `bid` does not say it.
        direction
            There is none in this game.
        declarer, dealer
            Their seats; dealer None: declarer.
        turn_up
            The card that dealer turned up; its suit is the trump. Everybody knows that it lies with him.
        """
        shown = "" if turn_up is None else str(parse_card(turn_up, jokers=()))
        if shown:
            trump = shown[0] if trump is None and (bid is None or not _is_trump(str(bid))) else trump
        if isinstance(bid, str) and _is_trump(bid):
            if trump is not None and self._trump(trump) != self._trump(bid):
                raise RulesError(f"trump {trump!r} contradicts {bid!r}")
            bid, trump = None, bid
        if bid is None and trump is None:
            raise RulesError(f"a contract needs its trump: {listed([d.trump for d in DENOMINATIONS])}")
        asked = BIDS[0] if bid is None else bid
        made = super().contract(asked, trump=trump, direction=direction, declarer=declarer, dealer=dealer)
        if shown and not self.playable([made.denomination], turn_up=shown):
            raise RulesError(f"trump {made.trump!r} contradicts the turned-up card {shown}")
        return replace(made, bid=UNBID if bid is None else made.bid, card=shown)

    def seats_of(self, declarer: int, dealer: int | None) -> tuple[int, int]:
        """Return the seats of declarer and dealer, checked; a dealer who is not named is declarer."""
        declarer = self.declarer_seat(declarer)
        return declarer, declarer if dealer is None else self.seat(dealer)

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`."""
        from handsim.engine.frame import build_frame

        check_fields(fields)
        dealer = contract.dealer if dealer is None else self.seat(dealer)
        positions = [16 * fields.index(card.suit) + RANKS.index(card.rank) for card in self.deck]
        shown = 1 << positions[self.deck.index(parse_card(contract.card))] if contract.card else 0
        return build_frame(
            positions,
            face_up=shown,
            face_up_seat=dealer if shown else -1,
            n_tricks=self.n_tricks,
            declarer=contract.declarer,
            leader=(dealer + 1) % self.n_seats,
            sides=self.sides,
            trump_field=None if contract.trump == NOTRUMP else fields.index(contract.trump),
        )

    # Scoring

    def tricks_needed(self, contract: Contract | Bid | str) -> int:
        """Return the number asked for and six; where none was, the odd trick."""
        return max(self.bid_of(contract).level, 1) + BOOK

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of declarer's side and of the others: tricks over six for the side that has more.

        What was asked for makes no difference. Parameters and result are as in :meth:`Game.score`.
        """
        import numpy as np

        tricks = self.scored_tricks(contract, outcome)
        sides = np.stack([tricks, self.n_tricks - tricks], axis=-1)
        points: npt.NDArray[np.int64] = np.maximum(sides - BOOK, 0)
        return points

    def winner(self, scores: Sequence[int], played: int | None = None) -> int | None:
        """Return the side that has won when the scores stand so, or None while the game goes on.

        Parameters
        ----------
        scores
            One a side. One side scores a hand, so both cannot reach the target at once; were they given so, the
            higher score wins.
        played
            How many hands have been played: needed where `hands` ends the game. Equal scores are then a draw: None.
        """
        if len(scores) != 2:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the two sides")
        if self.hands is not None and played is None:
            raise ArgumentError(f"played=None: the game ends after {self.hands} hands, so how many were played matters")
        over = max(scores) >= self.target if self.hands is None else played is not None and played >= self.hands
        return int(scores[1] > scores[0]) if over and scores[0] != scores[1] else None


@functools.cache
def _deck() -> Deck:
    return Deck.build(RANKS, ())


def _is_trump(text: str) -> bool:
    return parse_suit(text) is not None or "".join(words(text)) in NOTRUMP_WORDS
