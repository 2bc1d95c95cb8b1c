"""What is said at the table, as values: bids, denominations, calls, contracts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Self, TypeAlias

from handsim.notation import SUIT_NAMES

if TYPE_CHECKING:
    from handsim.games.base import Game

PASS: Final = "pass"
NOTRUMP: Final = "NT"
NOTRUMP_WORDS: Final = frozenset({"nt", "no", "notrump", "notrumps"})
TRUMP_NAMES: Final = {**SUIT_NAMES, NOTRUMP: "notrump"}


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, Python's or numpy's, and no truth value."""
    return hasattr(value, "__index__") and not hasattr(value, "__len__") and not isinstance(value, bool)


class Denomination(NamedTuple):
    """A trump suit or notrump, with its direction ("" in a game that has none).

    `card` is a card that belongs to the choice, as text: the one led first where the first lead names the trump, or
    the one that was turned up for it ("" in most games).

    >>> str(Denomination("S", "uptown"))
    'S uptown'
    """

    trump: str
    direction: str = ""
    card: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))


@dataclass(frozen=True, order=True)
class Bid:
    """What is bid in an auction: its place in the order of calls, its name ("4 downtown"), number and kind.

    Bids sort by their index; which may be called over which is for :meth:`Game.beats` to say.
    """

    index: int
    name: str
    level: int
    call: str = ""

    def __str__(self) -> str:
        return self.name


class ParsedCall(NamedTuple):
    """What a text says of a contract; None where it leaves the choice to declarer."""

    bid: Bid
    trump: str | None = None
    direction: str | None = None


Call: TypeAlias = Bid | Literal["pass"]


class AuctionResult(NamedTuple):
    """How an auction stands: over or not, and then who declares what, or whether to deal again."""

    over: bool
    declarer: int | None
    bid: Bid | None
    redeal: bool


@dataclass(frozen=True)
class Contract:
    """A bid with everything that declarer chose after it, and the seats of declarer and dealer.

    `trump` is "S", "H", "D", "C" or "NT"; `direction` "uptown" or "downtown", at notrump too ("" in a game
    that has none); `card` a card that belongs to the choice (see :class:`Denomination`). A hand that nobody bid
    carries a bid of level 0 of the game's own. `game` says by which rules it is played; contracts that differ in
    nothing else are equal.
    """

    bid: Bid
    trump: str
    direction: str
    declarer: int
    dealer: int
    game: Game | None = field(default=None, repr=False, compare=False)
    card: str = ""

    @classmethod
    def of(cls, bid: Bid, denomination: Denomination, declarer: int, dealer: int, game: Game | None = None) -> Self:
        """Return the contract of a bid in a denomination."""
        trump, direction, card = denomination
        return cls(bid, trump, direction, declarer, dealer, game, card)

    @property
    def denomination(self) -> Denomination:
        """The trump, the direction, and the card that belongs to them."""
        return Denomination(self.trump, self.direction, self.card)

    def __str__(self) -> str:
        if self.bid.call == PASS:
            return f"{self.bid.name}, dealt by seat {self.dealer}"
        name, trump = self.bid.name, TRUMP_NAMES[self.trump]
        trump = "" if trump in name else f" in {trump}"
        direction = "" if self.direction in name else f" {self.direction}"
        card = f" ({self.card})" if self.card else ""
        return f"{name}{trump}{direction}{card} by seat {self.declarer}"
