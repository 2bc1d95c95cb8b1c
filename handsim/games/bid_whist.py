"""Bid Whist: 54 cards, four players in two partnerships, a kitty of six, bids of 1 to 7 tricks over six."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal, Self

from handsim.cards import Deck
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, Bid, Contract, Denomination, Game, ParsedCall, check_fields
from handsim.games.calls import BOOK, LEVELS, level_of, tokens_of, trump_and_direction, where
from handsim.games.options import refusal
from handsim.notation import JOKERS, RANKS, SUITS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

KITTY: Final = 6
UPTOWN: Final = "uptown"
DOWNTOWN: Final = "downtown"
CALLS: Final = (UPTOWN, DOWNTOWN, "notrump")
DENOMINATIONS: Final = tuple(Denomination(t, d) for d in (UPTOWN, DOWNTOWN) for t in (*SUITS, NOTRUMP))
BIDS: Final = tuple(Bid(3 * n + k, f"{n} {call}", n, call) for n in LEVELS for k, call in enumerate(CALLS))
EXAMPLES: Final = '"4 downtown", "4 uptown in spades", "4 notrump"'
DOWNTOWN_RANKS: Final = {"best": "KQJT98765432A", "worst": "AKQJT98765432"}


@dataclass(frozen=True, repr=False, kw_only=True)
class BidWhist(Game):
    """Bid Whist. Without options it takes, point by point, the side that most public rules take.

    Attributes
    ----------
    auction
        Each player speaks once, or ("open") on until the others have passed, with no re-entry after a pass.
    min_bid
        The lowest number that may be bid.
    downtown_over_uptown
        Whether downtown beats uptown at an equal number; else neither beats the other.
    all_pass
        After three passes dealer must bid, or the cards are dealt again once he has passed too.
    name_trump
        Whether declarer names the trump (at notrump: the direction) before or after he sees the kitty.
    show_kitty
        When everybody sees the kitty: with a trump suit only, always, or never.
    exchange
        Whether declarer takes the kitty and buries six; else nobody, declarer included, sees it.
    exchange_count_public
        Whether the others see how many cards he swapped.
    kitty_is_trick
        Whether the kitty counts as declarer's first trick, exchanged or not.
    first_lead
        Who leads: declarer, or dealer's left.
    downtown_ace
        Downtown, the ace ranks above the two ("best") or below the king ("worst").
    joker_first_discard
        Whether at notrump a joker must be thrown at the first void.
    joker_led
        With a trump suit, a joker led asks for trump, or for the suit of the next card that is no joker.
    notrump_doubles
        Whether points won and lost at notrump count twice.
    failed
        Whether a failed contract loses the bid or the shortfall.
    target
        The score that wins; its negative loses.
    boston
        Whether all 13 tricks double the hand's points.

    Examples
    --------
    >>> game = BidWhist.one_round(target=7)
    >>> game.score(game.contract("4 downtown in spades"), [9, 8]).tolist()
    [[4, 0], [-4, 0]]
    """

    auction: Literal["one_round", "open"] = "one_round"
    min_bid: Literal[1, 2, 3, 4, 5, 6, 7] = 1
    downtown_over_uptown: bool = True
    all_pass: Literal["dealer_bids", "redeal"] = "dealer_bids"
    name_trump: Literal["before_kitty", "after_kitty"] = "before_kitty"
    show_kitty: Literal["suit_only", "always", "never"] = "suit_only"
    exchange: bool = True
    exchange_count_public: bool = False
    kitty_is_trick: bool = True
    first_lead: Literal["declarer", "dealer_left"] = "declarer"
    downtown_ace: Literal["best", "worst"] = "best"
    joker_first_discard: bool = False
    joker_led: Literal["trump", "next_suit"] = "trump"
    notrump_doubles: bool = False
    failed: Literal["bid", "shortfall"] = "bid"
    target: Literal[5, 7, 9] = 7
    boston: Literal["none", "double"] = "none"

    name: ClassVar[str] = "bid whist"
    title: ClassVar[str] = "Bid Whist"
    aliases: ClassVar[tuple[str, ...]] = ("bidwhist",)
    direction_words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("uptown", "up", "high"), UPTOWN),
        **dict.fromkeys(("downtown", "down", "low"), DOWNTOWN),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.exchange and self.name_trump == "after_kitty":
            raise refusal("name_trump", "after_kitty", "before_kitty with exchange=False (a dead kitty)")
        if not self.exchange and self.show_kitty == "always":
            raise refusal("show_kitty", "always", "suit_only or never with exchange=False (a dead kitty)")
        if not self.exchange and self.exchange_count_public:
            raise refusal("exchange_count_public", True, "false with exchange=False (a dead kitty)")
        if not self.kitty_is_trick and self.boston == "double":
            raise refusal("boston", "double", "none with kitty_is_trick=False: there are only 12 tricks")
        if not self.kitty_is_trick and self.min_bid == LEVELS[-1]:
            raise refusal("min_bid", 7, "1 to 6 with kitty_is_trick=False: 13 of 12 tricks cannot be made")

    @classmethod
    def contract_whist(cls, **options: object) -> Self:
        """Return the game of the "bid or contract whist" text; further options as keywords."""
        rules: dict[str, object] = {
            "auction": "open", "exchange_count_public": True, "failed": "shortfall", "target": 5,
        }  # fmt: skip
        return cls(**{**rules, **options})  # type: ignore[arg-type]

    @classmethod
    def one_round(cls, target: int = 5, **options: object) -> Self:
        """Return the game of the one-round text, to 5, 7 or 9; further options as keywords."""
        rules: dict[str, object] = {"exchange": False, "first_lead": "dealer_left", "joker_led": "next_suit"}
        return cls(**{**rules, "target": target, **options})  # type: ignore[arg-type]

    @property
    def presets(self) -> Mapping[str, Callable[..., Self]]:
        """The two source texts: "contract-whist" and "one-round"."""
        return {"contract-whist": self.contract_whist, "one-round": self.one_round}

    # Cards

    @property
    def deck(self) -> Deck:
        """The 52 cards, the little and the big joker."""
        return _deck()

    @property
    def piles(self) -> Mapping[str, int]:
        """The kitty."""
        return {"kitty": KITTY}

    # Calls

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        """Spades to clubs and notrump, uptown, then the same downtown."""
        return DENOMINATIONS

    @property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid from `min_bid` up; with index 3 x number + (0 uptown, 1 downtown, 2 notrump)."""
        return BIDS[3 * (self.min_bid - 1) :]

    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return the four suits in the bid's direction, or notrump in both directions."""
        call = self.bid(bid).call
        if call == "notrump":
            return tuple(d for d in DENOMINATIONS if d.trump == NOTRUMP)
        return tuple(d for d in DENOMINATIONS if d.trump != NOTRUMP and d.direction == call)

    def beats(self, bid: Bid, other: Bid) -> bool:
        """Whether the number is higher or, at an equal number, the call is."""
        if bid.level == other.level and not self.downtown_over_uptown and bid.call == DOWNTOWN:
            return False
        return bid.index > other.index

    @property
    def calls_once(self) -> bool:
        """As `auction` says."""
        return self.auction == "one_round"

    @property
    def dealer_must_bid(self) -> bool:
        """As `all_pass` says."""
        return self.all_pass == "dealer_bids"

    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid: a number over six, then uptown (or nothing), downtown or notrump, then perhaps a trump.

        Examples
        --------
        >>> call = BidWhist().parse_call("four down in spades")
        >>> call.bid.name, call.bid.index, call.trump, call.direction
        ('4 downtown', 13, 'S', 'downtown')
        >>> BidWhist().parse_call("4nt").direction is None
        True
        """
        tokens = tokens_of(text, EXAMPLES)
        level = level_of(tokens, text, EXAMPLES)
        if level < self.min_bid:
            said = where(tokens[0], text)
            raise RulesError(f"{said}: the lowest bid is {self.min_bid} (min_bid={self.min_bid})")
        trump, direction = trump_and_direction(tokens[1:], text, self.direction_words, EXAMPLES)
        call = "notrump" if trump == NOTRUMP else direction or UPTOWN
        bid = BIDS[3 * (level - 1) + CALLS.index(call)]
        return ParsedCall(bid, trump, direction if trump == NOTRUMP else call)

    # Play

    @property
    def names_trump_after(self) -> bool:
        """As `name_trump` says."""
        return self.name_trump == "after_kitty"

    def kitty_shown(self, contract: Contract) -> bool:
        """Whether everybody sees the kitty before declarer takes it."""
        suit = contract.trump != NOTRUMP
        return self.exchange and (self.show_kitty == "always" or (self.show_kitty == "suit_only" and suit))

    def piles_seen(self, contract: Contract, seat: int) -> tuple[str, ...]:
        """Return ("kitty",) for a seat that sees it: declarer who takes it, everybody where it is shown."""
        sees = self.kitty_shown(contract) or (self.exchange and seat == contract.declarer)
        return ("kitty",) if sees else ()

    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays; see :meth:`Game.frame`."""
        from handsim.engine.frame import build_frame

        check_fields(fields)
        dealer = contract.dealer if dealer is None else self.seat(dealer)
        notrump = contract.trump == NOTRUMP
        positions = self._positions(contract, fields)
        jokers = sum(1 << p for card, p in zip(self.deck, positions, strict=True) if card.is_joker)
        return build_frame(
            positions,
            n_tricks=self.n_tricks,
            declarer=contract.declarer,
            leader=contract.declarer if self.first_lead == "declarer" else (dealer + 1) % self.n_seats,
            sides=self.sides,
            trump_field=None if notrump else fields.index(contract.trump),
            worthless=jokers if notrump else 0,
            free_lead=jokers if notrump or self.joker_led == "next_suit" else 0,
            throw_first=jokers if notrump and self.joker_first_discard else 0,
            aside_seat=contract.declarer if self.exchange else -1,
            aside_pile=self.n_seats if self.exchange else 0,
            aside_count=KITTY if self.exchange else 0,
            aside_shown=self.kitty_shown(contract),
            aside_count_public=self.exchange_count_public,
        )

    def _positions(self, contract: Contract, fields: str) -> list[int]:
        """Return the bit position of each card: within a field of 16, a higher position wins."""
        order = RANKS if contract.direction == UPTOWN else DOWNTOWN_RANKS[self.downtown_ace]
        if contract.trump == NOTRUMP:
            jokers = {"LJ": 15, "BJ": 31}
        else:
            top = 16 * fields.index(contract.trump) + len(RANKS)
            jokers = {"LJ": top, "BJ": top + 1}
        return [
            jokers[card.rank] if card.is_joker else 16 * fields.index(card.suit) + order.index(card.rank)
            for card in self.deck
        ]

    # Scoring

    @property
    def kitty_tricks(self) -> int:
        """1 where the kitty is declarer's first trick."""
        return int(self.kitty_is_trick)

    def tricks_needed(self, contract: Contract | Bid | str) -> int:
        """Return the number of the bid and six, the kitty trick included."""
        return self.bid_of(contract).level + BOOK

    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of declarer's side and of the defenders, who score nothing.

        Parameters
        ----------
        contract
            What was played.
        outcome
            The tricks *played*, 0 to 12, that declarer's side took: an integer array of any shape.

        Returns
        -------
        int64 array
            Of that shape with one more axis of 2.
        """
        import numpy as np

        tricks = self.scored_tricks(contract, outcome)
        over = tricks - self.tricks_needed(contract)
        lost = over if self.failed == "shortfall" else np.full_like(over, -contract.bid.level)
        points = np.where(over >= 0, tricks - BOOK, lost)
        if self.notrump_doubles and contract.trump == NOTRUMP:
            points = 2 * points
        if self.boston == "double":
            points = np.where(tricks == self.n_tricks + 1, 2 * points, points)
        return np.stack([points, np.zeros_like(points)], axis=-1)

    def winner(self, scores: Sequence[int]) -> int | None:
        """Return the side that has won, or None while the game goes on.

        The game is over when a side stands at the target or beyond (it wins) or at its negative or below (it
        loses). One side scores a hand, so both cannot get there at once; were they given so, the higher score
        wins, and equal scores play another hand.
        """
        if len(scores) != 2:
            raise ArgumentError(f"scores={list(scores)}: one score for each of the two sides")
        if max(map(abs, scores)) < self.target or scores[0] == scores[1]:
            return None
        return int(scores[1] > scores[0])


@functools.cache
def _deck() -> Deck:
    return Deck.build(RANKS, JOKERS)
