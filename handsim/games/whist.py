"""Whist: 52 cards, four players in two partnerships, a trump that nobody bids for."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from handsim.cards import Deck
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, NOTRUMP_WORDS, Bid, Contract, Denomination, Game, ParsedCall
from handsim.games.calls import BOOK, LEVELS, level_of, tokens_of, trump_and_direction
from handsim.games.options import listed
from handsim.notation import RANKS, SUITS, parse_suit, words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

DENOMINATIONS: Final = tuple(Denomination(trump) for trump in (*SUITS, NOTRUMP))
BIDS: Final = tuple(Bid(n, str(n), n) for n in LEVELS)
UNBID: Final = Bid(0, "whist", 0)
EXAMPLES: Final = '"3", "3 in spades", "3 notrump"'


@dataclass(frozen=True, repr=False, kw_only=True)
class Whist(Game):
    """Whist. Nobody bids: the trump is there before the play, and dealer's left leads.

    "Declarer" is the seat whose side's tricks are counted; who deals is that seat too where no other is named, so that
    declarer's left leads. A bid, "1" to "7", asks whether declarer's side takes at least so many tricks over six.

    Attributes
    ----------
    target
        The score that wins.

    Examples
    --------
    >>> game = Whist()
    >>> contract = game.contract(trump="S")
    >>> print(contract)
    whist in spades by seat 0
    >>> game.score(contract, [9, 4]).tolist()
    [[3, 0], [0, 3]]
    """

    target: Literal[5, 7, 9] = 5

    name: ClassVar[str] = "whist"
    title: ClassVar[str] = "Whist"
    redeals: ClassVar[bool] = False
    has_auction: ClassVar[bool] = False

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

    # Contracts

    def contract(
        self,
        bid: Bid | str | None = None,
        *,
        trump: str | None = None,
        direction: str | None = None,
        declarer: int = 0,
        dealer: int | None = None,
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
        """
        if isinstance(bid, str) and _is_trump(bid):
            if trump is not None and self._trump(trump) != self._trump(bid):
                raise RulesError(f"trump {trump!r} contradicts {bid!r}")
            bid, trump = None, bid
        if bid is None and trump is None:
            raise RulesError(f"a contract needs its trump: {listed([d.trump for d in DENOMINATIONS])}")
        asked = BIDS[0] if bid is None else bid
        made = super().contract(asked, trump=trump, direction=direction, declarer=declarer, dealer=dealer)
        return replace(made, bid=UNBID) if bid is None else made

    def seats_of(self, declarer: int, dealer: int | None) -> tuple[int, int]:
        """Return the seats of declarer and dealer, checked; a dealer who is not named is declarer."""
        declarer = self.seat(declarer, "declarer")
        return declarer, declarer if dealer is None else self.seat(dealer)

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`."""
        from handsim.engine.frame import build_frame

        if sorted(fields) != sorted(SUITS):
            raise ArgumentError(f"fields={fields!r}: it is the four letters SHDC in any order")
        dealer = contract.dealer if dealer is None else self.seat(dealer)
        return build_frame(
            [16 * fields.index(card.suit) + RANKS.index(card.rank) for card in self.deck],
            n_tricks=self.n_tricks,
            declarer=contract.declarer,
            leader=(dealer + 1) % self.n_seats,
            sides=self.sides,
            trump_field=None if contract.trump == NOTRUMP else fields.index(contract.trump),
        )

    # Scoring

    def tricks_needed(self, contract: Contract | Bid | str) -> int:
        """Return the number asked for and six; where none was, the odd trick."""
        bid = contract.bid if isinstance(contract, Contract) else self.bid(contract)
        return max(bid.level, 1) + BOOK

    def made(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return whether declarer's side took as many tricks as were asked for."""
        made: npt.NDArray[np.bool_] = self.scored_tricks(contract, outcome) >= self.tricks_needed(contract)
        return made

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of declarer's side and of the others: tricks over six for the side that has more.

        What was asked for makes no difference. Parameters and result are as in :meth:`Game.score`.
        """
        import numpy as np

        tricks = self.scored_tricks(contract, outcome)
        sides = np.stack([tricks, self.n_tricks - tricks], axis=-1)
        points: npt.NDArray[np.int64] = np.maximum(sides - BOOK, 0)
        return points

    def winner(self, scores: Sequence[int]) -> int | None:
        """Return the side that has reached the target, or None while the game goes on.

        One side scores a hand, so both cannot get there at once; were they given so, the higher score wins.
        """
        if len(scores) != 2:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the two sides")
        if max(scores) < self.target or scores[0] == scores[1]:
            return None
        return int(scores[1] > scores[0])


@functools.cache
def _deck() -> Deck:
    return Deck.build(RANKS, ())


def _is_trump(text: str) -> bool:
    return parse_suit(text) is not None or "".join(words(text)) in NOTRUMP_WORDS
