"""What a game must say: its deck and deal, its calls and auction, its contracts, their frames, and the score.

A game is a frozen dataclass whose fields are its options, so that two games with the same rules are equal,
can be hashed and pickled, and nothing changes under a running table. A new game is a subclass in a file of
its own and one line in the registry of :mod:`handsim.games`.

Bids and scores count tricks *as the game scores them*; the engine counts tricks *played*. Only the game
object knows the difference (:meth:`Game.scored_tricks`).
"""

from __future__ import annotations

import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from handsim.cards import Deck, Hand
from handsim.engine.outcome import tricks_of
from handsim.errors import ArgumentError, NotationError, RulesError
from handsim.games.auction import read_auction
from handsim.games.options import Options, listed
from handsim.games.terms import (
    NOTRUMP,
    NOTRUMP_WORDS,
    PASS,
    TRUMP_NAMES,
    AuctionResult,
    Bid,
    Call,
    Contract,
    Denomination,
    ParsedCall,
    is_whole,
)
from handsim.games.wording import Award, Wording
from handsim.notation import SUITS, parse_suit, quote, words

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from handsim.engine.frame import Frame

__all__ = [
    "NOTRUMP", "NOTRUMP_WORDS", "PASS", "TRUMP_NAMES",
    "AuctionResult", "Bid", "Call", "Contract", "Denomination", "Game", "ParsedCall", "check_fields",
    "is_whole",
]  # fmt: skip


def check_fields(fields: str) -> None:
    """Refuse what says of no four fields which suit sits in each."""
    if sorted(fields) != sorted(SUITS):
        raise ArgumentError(f"fields={fields!r}: it is the four letters SHDC in any order")


@dataclass(frozen=True, repr=False, kw_only=True)
class Game(Options, Wording, ABC):
    """The base of every game; its subclass's fields are the options.

    An option annotated ``bool`` or ``Literal[...]`` is checked when the object is built and read from text by
    :meth:`with_options`; a subclass refuses contradictions in its own ``__post_init__``.

    Attributes
    ----------
    name, title
        "bid whist" as users type it, "Bid Whist" as it is printed.
    aliases
        Other names it goes by.
    scores_from
        What :meth:`score` reads: "tricks", the tricks played that declarer's side took (an integer array of
        any shape; the other side took the rest), or "cards", whole rows of the engine's outcome (tricks and
        card points a seat, then who played and who won each tracked card, along the last axis).
    counts_in
        What the number of a bid is measured in: "tricks", or "points".
    names_trump
        Whether a player chooses the trump; else the rules do.
    redeals
        Whether the cards are dealt again when everybody passes.
    deal_passes
        Whether it is then the next player, to the left, who deals them, or the same dealer.
    has_auction
        Whether there is an auction at all; where there is none a bid is only a number of tricks to ask about.
    direction_words
        The words for each direction, as users type them: ``{"down": "downtown", ...}``.

    Further attributes are the words in which tables speak of it: see :class:`~handsim.games.wording.Wording`.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    scores_from: ClassVar[Literal["tricks", "cards"]] = "tricks"
    counts_in: ClassVar[Literal["tricks", "points"]] = "tricks"
    names_trump: ClassVar[bool] = True
    redeals: ClassVar[bool] = True
    deal_passes: ClassVar[bool] = True
    has_auction: ClassVar[bool] = True
    direction_words: ClassVar[Mapping[str, str]] = {}

    # Cards and seats

    @property
    @abstractmethod
    def deck(self) -> Deck:
        """The cards."""

    @property
    def n_seats(self) -> int:
        """How many play."""
        return 4

    @property
    def sides(self) -> tuple[int, ...]:
        """The side that each seat plays for."""
        return (0, 1, 0, 1)

    @property
    def piles(self) -> Mapping[str, int]:
        """The size of each pile dealt to no seat. In a deal's columns piles follow the seats, in order."""
        return {}

    @property
    def turns_up(self) -> bool:
        """Whether dealer's last card is shown to everybody before he takes it in hand."""
        return False

    @property
    def discard_pile(self) -> str:
        """The pile that dealer throws cards on before the bidding; "": he does not."""
        return ""

    @property
    def hand_size(self) -> int:
        """How many cards each seat is dealt."""
        return (len(self.deck) - sum(self.piles.values())) // self.n_seats

    @property
    def n_tricks(self) -> int:
        """How many tricks are played."""
        return self.hand_size

    def seat(self, seat: int | None, what: str = "dealer") -> int:
        """Return a seat, checked; None is the last one, so that seat 0 speaks first."""
        if seat is None:
            return self.n_seats - 1
        if not is_whole(seat) or not 0 <= seat < self.n_seats:
            raise ArgumentError(f"{what}={seat!r}: a seat is a number from 0 to {self.n_seats - 1}")
        return int(seat)

    # Calls

    @property
    @abstractmethod
    def denominations(self) -> tuple[Denomination, ...]:
        """Every denomination, in the order of a table's columns."""

    @property
    @abstractmethod
    def bids(self) -> tuple[Bid, ...]:
        """Every legal bid, in auction order."""

    @abstractmethod
    def denominations_of(self, bid: Bid | str) -> tuple[Denomination, ...]:
        """Return the denominations that declarer may choose among after winning with this bid."""

    @abstractmethod
    def parse_call(self, text: str) -> ParsedCall:
        """Read a bid as a player says it, with or without the trump.

        A word that cannot be read is a NotationError, a bid that the rules do not have a RulesError.
        """

    def beats(self, bid: Bid, other: Bid) -> bool:
        """Whether a bid may be called over another."""
        return bid.index > other.index

    def bid(self, call: Bid | str) -> Bid:
        """Return a bid of this game from its text or itself, checked."""
        if not isinstance(call, (str, Bid)):
            raise ArgumentError(f"bid={call!r}: a bid of the game or its text, such as {str(self.bids[-1])!r}")
        bid = self.parse_call(call).bid if isinstance(call, str) else call
        if bid not in self.bids:
            raise RulesError(f"{quote(str(bid))}: bids here are {self.bids[0]} to {self.bids[-1]}")
        return bid

    def bid_of(self, contract: Contract | Bid | str) -> Bid:
        """Return the bid of a contract, or a bid from its text or itself, checked."""
        return contract.bid if isinstance(contract, Contract) else self.bid(contract)

    # The auction

    @property
    def calls_once(self) -> bool:
        """Whether each player speaks once; else it goes on until the others have passed, without re-entry."""
        return True

    @property
    def dealer_must_bid(self) -> bool:
        """Whether dealer must bid when the others have passed."""
        return False

    def ends_auction(self, bid: Bid) -> bool:
        """Whether the auction is over as soon as this is bid."""
        return False

    def legal_calls(self, auction: Sequence[Bid | str] = (), dealer: int | None = None) -> tuple[Call, ...]:
        """Return what the next player may call: `PASS` where legal, then bids; empty if the auction is over.

        Parameters
        ----------
        auction
            The calls so far, dealer's left first: bids, their texts, or "pass". One that was not legal when
            it was made is a RulesError.
        dealer
            His seat; None: the last one.
        """
        return read_auction(self, auction, dealer)[0]

    def auction_result(self, auction: Sequence[Bid | str], dealer: int | None = None) -> AuctionResult:
        """Say whether the auction is over and, if so, who declares; parameters as in :meth:`legal_calls`."""
        legal, bid, bidder = read_auction(self, auction, dealer)
        if legal:
            return AuctionResult(False, None, None, False)
        return AuctionResult(True, bidder, bid, bid is None and self.redeals)

    # Contracts

    def no_bid(self, dealer: int | None = None) -> Contract:
        """Return what is played when all have passed; a RulesError where that is dealt again or cannot happen."""
        why = "dealer must bid" if self.dealer_must_bid else "the cards are dealt again"
        raise RulesError(
            f"no hand is played without a bid in {self.title}: {why if self.has_auction else 'nobody bids'}"
        )

    def contract(
        self,
        bid: Bid | str,
        *,
        trump: str | None = None,
        direction: str | None = None,
        declarer: int = 0,
        dealer: int | None = None,
    ) -> Contract:
        """Return the contract that a bid becomes; a choice that is missing or contradicts it is a RulesError.

        Parameters
        ----------
        bid
            A bid, or what a player says: "4 downtown", "four downtown in spades".
        trump, direction
            What declarer chose, where the text does not say it.
        declarer, dealer
            Their seats; dealer None: as :meth:`seats_of` says.
        """
        this, choices = self.choices(bid, trump=trump, direction=direction)
        if len(choices) > 1:
            part = 0 if len({d.trump for d in choices}) > 1 else 1
            what, options = Denomination._fields[part], tuple(dict.fromkeys(d[part] for d in choices))
            raise RulesError(f"{quote(str(bid))} needs its {what}: {listed(options)}")
        return Contract.of(this, choices[0], *self.seats_of(declarer, dealer), self)

    def seats_of(self, declarer: int, dealer: int | None) -> tuple[int, int]:
        """Return the seats of declarer and dealer, checked; a dealer who is not named is the last seat."""
        return self.declarer_seat(declarer), self.seat(dealer)

    def declarer_seat(self, declarer: int) -> int:
        """Return declarer's seat, checked; no seat is meant where it is not said."""
        return self.seat(-1 if declarer is None else declarer, "declarer")

    def choices(
        self, bid: Bid | str, *, trump: str | None = None, direction: str | None = None
    ) -> tuple[Bid, tuple[Denomination, ...]]:
        """Return a bid and the denominations that its text, and what else is said, leave declarer to choose from.

        Parameters as in :meth:`contract`; what contradicts the bid is a RulesError.
        """
        said = self.parse_call(bid) if isinstance(bid, str) else ParsedCall(self.bid(bid))
        choices = self.denominations_of(said.bid)
        given = Denomination(self._trump(trump) or "", self._direction(direction) or "")
        for part, (what, now) in enumerate(zip(("trump", "direction"), given[:2], strict=True)):
            allowed = tuple(dict.fromkeys(d[part] for d in choices if said[1 + part] in (None, d[part])))
            if now and now not in allowed:
                raise RulesError(f"{what} {now!r} contradicts {quote(str(bid))}: it can be {listed(allowed)}")
            choices = tuple(d for d in choices if d[part] in ((now,) if now else allowed))
        return said.bid, choices

    @property
    def trump_hint(self) -> str:
        """How to tell which the trump is, where nobody chooses it."""
        return "say which it is (trump: H)"

    def played_as(self, bid: Bid) -> str:
        """Return a word for how a bid is played: bids with the same word are, in a denomination, played alike."""
        return ""

    def playable(
        self, denominations: Sequence[Denomination], hand: Hand | None = None, turn_up: str = ""
    ) -> tuple[Denomination, ...]:
        """Return those of some denominations that can be played with a hand, each with the card that belongs to it.

        Parameters
        ----------
        denominations
            As :meth:`denominations_of` says them.
        hand
            Declarer's hand; None: not known.
        turn_up
            The card that was turned up, as text; "": none, or not known.
        """
        return tuple(denominations)

    def contracts(
        self,
        bid: Bid | str | None = None,
        *,
        declarer: int = 0,
        dealer: int | None = None,
        hand: Hand | None = None,
        turn_up: str = "",
    ) -> tuple[Contract, ...]:
        """Return a contract for each denomination of a bid; None: for each of the game's, at its lowest.

        Bids that are played differently (:meth:`played_as`) have contracts of their own. `hand` and `turn_up` are as
        in :meth:`playable`.
        """
        bids = self.bids if bid is None else (self.bid(bid),)
        lowest = {(self.played_as(b), d): b for b in reversed(bids) for d in self.denominations_of(b)}
        ways = dict.fromkeys(self.played_as(b) for b in bids)
        seats = self.seats_of(declarer, dealer)
        return tuple(
            Contract.of(lowest[way, d], playable, *seats, self)
            for way in ways
            for d in self.denominations
            if (way, d) in lowest
            for playable in self.playable([d], hand, turn_up)
        )

    def _trump(self, text: str | None) -> str | None:
        if text is None:
            return None
        trump = NOTRUMP if "".join(words(text)) in NOTRUMP_WORDS else parse_suit(text)
        if trump is None:
            known = dict.fromkeys(d.trump for d in self.denominations)
            raise NotationError(f"trump {quote(text)}: it can be {listed(tuple(known))}")
        return trump

    def _direction(self, text: str | None) -> str | None:
        if text is None:
            return None
        try:
            return self.direction_words[" ".join(words(text))]
        except KeyError:
            known = listed(tuple(dict.fromkeys(self.direction_words.values())) or ("none in this game",))
            raise NotationError(f"direction {quote(text)}: it can be {known}") from None

    @property
    def names_trump_after(self) -> bool:
        """Whether declarer chooses the denomination after he has seen the pile that he takes."""
        return False

    def piles_seen(self, contract: Contract, seat: int) -> tuple[str, ...]:
        """Return the names of the piles that a seat sees before the first lead."""
        return ()

    def opening_frame(self, dealer: int) -> Frame | None:
        """Return the frame in which dealer throws cards on the `discard_pile`, before anything is bid; None: not.

        It has the natural order of the cards and no trump, so that what he throws away shows no trump to come.
        """
        return None

    @abstractmethod
    def frame(self, contract: Contract, *, fields: str = SUITS, dealer: int | None = None) -> Frame:
        """Return the frame that the engine plays.

        `fields` says which suit sits in fields 0 to 3, a permutation of "SHDC"; `dealer` replaces the
        contract's.
        """

    # Scoring

    @property
    def kitty_tricks(self) -> int:
        """The tricks that declarer's side scores without playing them."""
        return 0

    def tricks_needed(self, contract: Contract | Bid | str) -> int:
        """Return how many tricks make it, as the game scores them."""
        raise RulesError(f"a bid in {self.title} is a number of {self.counts_in}")

    def needed(self, contract: Contract | Bid | str) -> int:
        """Return what declarer's side must count to make it: tricks as the game scores them, or points."""
        return self.tricks_needed(contract)

    @property
    def most(self) -> int:
        """The most that declarer's side can count in a hand."""
        return self.n_tricks + self.kitty_tricks

    def own_seats(self, contract: Contract) -> list[int]:
        """Return the seats of declarer's side."""
        return [seat for seat, side in enumerate(self.sides) if side == self.sides[contract.declarer]]

    def side_tricks(self, contract: Contract, outcome: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        """Return the tricks that declarer's side took in play, from rows of the engine's outcome (the last axis)."""
        tricks: npt.NDArray[np.int64] = tricks_of(outcome)[..., self.own_seats(contract)].sum(axis=-1, dtype="int64")
        return tricks

    def result(self, contract: Contract, outcome: npt.NDArray[np.int8]) -> npt.NDArray[typing.Any]:
        """Return what :meth:`counted`, :meth:`made` and :meth:`score` read, from rows of the engine's outcome.

        Where tricks are scored, those that declarer's side took in play (the shape without its last axis); else the
        rows themselves.
        """
        return self.side_tricks(contract, outcome) if self.scores_from == "tricks" else outcome

    def counted(self, contract: Contract, result: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return what declarer's side counts, in the unit of the bids, from a result as :meth:`result` returns it."""
        return self.scored_tricks(contract, result)

    def captured(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the card points that each seat captured, declarer first, then clockwise, from rows of the outcome."""
        raise RulesError(f"in {self.title} no seat captures points of its own")

    def table_columns(
        self, contract: Contract, result: npt.NDArray[typing.Any]
    ) -> Mapping[str, npt.NDArray[typing.Any]]:
        """Return further figures of each deal whose means are columns of the bid table, by the column's name.

        What they are in words `columns` says.
        """
        return {}

    def awards(self, contract: Contract, result: npt.NDArray[typing.Any]) -> tuple[Award, ...]:
        """Return who is awarded each of a hand's points and why, from one row of a result; (): it awards none."""
        return ()

    def net(self, points: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return what points are worth to declarer's side: its own less those of the others (the last axis)."""
        net: npt.NDArray[np.int64] = points[..., 0] - points[..., 1:].sum(axis=-1)
        return net

    @property
    def pass_value(self) -> float:
        """What passing is worth to a side, in points, where nothing else is said of it."""
        return 0.0

    def net_at(self, contract: Contract, count: int) -> float:
        """Return the net points of a hand in which declarer's side counts so many: what is won by just making it."""
        import numpy as np

        return float(self.net(self.score(contract, np.array(count - self.kitty_tricks))))

    def scored_tricks(self, contract: Contract, tricks: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the tricks of declarer's side as the game scores them, from those played (any shape)."""
        import numpy as np

        played = np.asarray(tricks)
        if played.dtype.kind not in "iu":
            raise ArgumentError(f"tricks are whole numbers, not {played.dtype}")
        wrong = (played < 0) | (played > self.n_tricks)
        if wrong.any():
            raise ArgumentError(f"{played[wrong].flat[0]} tricks played: it can be 0 to {self.n_tricks}")
        return played.astype(np.int64) + self.kitty_tricks

    def made(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Return whether declarer's side counts what the contract needs; parameters as in :meth:`score`."""
        made: npt.NDArray[np.bool_] = self.counted(contract, outcome) >= self.needed(contract)
        return made

    @abstractmethod
    def score(self, contract: Contract, outcome: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the points of each side, as int64.

        `outcome` is what :meth:`result` returns, as `scores_from` says: for "tricks" an integer array of any shape. The
        points have one more axis ("cards": that axis in place of the last): declarer's side first, then the others.
        """

    def after_hand(
        self, scores: Sequence[int], contract: Contract, points: Sequence[int]
    ) -> tuple[tuple[int, ...], int | None]:
        """Return how the game stands after a hand: the scores, one a side, and the side that has won, if any.

        `points` are as :meth:`score` returns them: declarer's side's first, then the others' clockwise.
        """
        first, n = self.sides[contract.declarer], len(set(self.sides))
        if len(scores) != n or len(points) != n:
            raise ArgumentError(f"scores={list(scores)}, points={list(points)}: one for each of the {n} sides")
        after = tuple(int(score) + int(points[(side - first) % n]) for side, score in enumerate(scores))
        return after, self.winner(after)

    @abstractmethod
    def winner(self, scores: Sequence[int]) -> int | None:
        """Return the side that has won when the scores, one a side, stand so; None while the game goes on."""
