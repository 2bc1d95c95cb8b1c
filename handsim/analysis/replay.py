"""What happened? One deal of a bid's row of the table, played again in the open; and the deals that failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from handsim.analysis.causes import Play, Trick, cause, is_ours
from handsim.analysis.playouts import N_DEALS
from handsim.analysis.replay_text import as_html, as_text
from handsim.analysis.simulate import deal_block, deals_in, frame_in, warm
from handsim.analysis.situation import TURNED_UP, Situation, count, situation
from handsim.analysis.study import VARIES, contracts_of, counted, most_counted, results_of
from handsim.cards import Deal, Hand
from handsim.engine.deal import split
from handsim.engine.frame import NOBODY, Frame
from handsim.engine.jit import Ints
from handsim.engine.outcome import tricks_of, turned_after
from handsim.engine.playout import play_out
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.engine.set_aside import hands_after
from handsim.errors import ArgumentError
from handsim.games.base import Bid, Contract, Game
from handsim.games.wording import Award
from handsim.stats import checkpoints


@dataclass(frozen=True)
class Replay:
    """One deal, played out: what :func:`replay` returns. Print it, or let Jupyter show it.

    Attributes
    ----------
    deal
        Its index in the table.
    game, contract
        What was played; seat 0 declares.
    dealt
        The hands and the piles as they were dealt.
    buried
        The cards that declarer put aside; empty where none are.
    given
        The cards that his partner handed over for them; empty where none does.
    record
        The tricks, each with its plays and its winner; `plays` is the same as a table.
    tricks
        What declarer's side took, as the table counts it: a kitty trick included.
    made
        Whether that made the contract.
    points
        The points of declarer's side, then of the others.
    awards
        Who is awarded each of the hand's points, and what decided it; empty where a hand has none to award.
    turned_after
        After how many tricks the order of the ranks was turned round, by the winner of the last of them; 0: it was not.
    cause
        Why it made or failed, in a line: which of the hand's points declarer's side missed, where it awards some, and
        what beat it in the tricks that it lost.
    plays
        One row a card, in the order played: `trick` (int64, from 1), `seat` (int64), `card` (str: "SA", "BJ"),
        `won_by` (int64: the seat that won the trick).
    """

    deal: int
    game: Game
    contract: Contract
    dealt: Deal
    buried: Hand
    given: Hand
    record: tuple[Trick, ...] = field(repr=False)
    tricks: int
    count: int
    made: bool
    points: tuple[int, ...]
    awards: tuple[Award, ...]
    turned_after: int
    cause: str
    plays: pd.DataFrame = field(repr=False, compare=False)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands as dealt, before anything was exchanged."""
        return self.dealt.hands

    @property
    def kitty(self) -> Hand:
        """The kitty as dealt; empty where there is none."""
        return self.dealt.kitty

    @property
    def needed(self) -> int:
        """What declarer's side must count to make the contract, as the table counts."""
        return self.game.needed(self.contract)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON-plain values, cards as text."""
        contract = self.contract
        return {
            "deal": self.deal, "contract": str(contract), "bid": contract.bid.name, "trump": contract.trump,
            "direction": contract.direction, "declarer": contract.declarer, "dealer": contract.dealer,
            "needed": self.needed, "count": self.count, "counts_in": self.game.counts_in, "tricks": self.tricks,
            "made": self.made,
            "points": list(self.points), "awards": [award._asdict() for award in self.awards],
            "turned_after": self.turned_after, "cause": self.cause,
            "hands": [str(hand) for hand in self.hands],
            "piles": {name: str(pile) for name, pile in self.dealt.piles.items()}, "buried": str(self.buried),
            "given": str(self.given),
            "plays": self.plays.to_dict("records"),
        }  # fmt: skip

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


def replay(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | None = None,
    *,
    deal: int = 0,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
) -> Replay:
    """Play one deal of a bid's row of the table again, and show all of it.

    Parameters
    ----------
    bid, trump, direction
        As in :func:`handsim.ask`. Where the trump is not given it is the one that the table with these arguments
        chose, or, named after the kitty, the one that declarer named in this deal.
    hand, game, seed, policy, dealer, known, executor
        As in :func:`handsim.playouts`.
    deal
        Which deal: 0 to `n_deals` - 1.
    n_deals
        As many as the table has.

    Returns
    -------
    Replay

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> shown = replay("four downtown in spades", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", deal=17)
    >>> str(shown.contract), len(shown.plays), len(shown.buried)
    ('4 downtown in spades by seat 0', 48, 6)
    >>> shown.made == (shown.tricks >= 10)
    True
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n_deals = count(n_deals)
    index = _index(deal, n_deals)
    row = _row(asked, bid, trump, direction, n_deals, executor)
    return _replay(row, index)


def failures(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | None = None,
    *,
    n: int = 5,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Return the first deals of a bid's row of the table that failed, and why each did.

    Parameters
    ----------
    bid, hand, game, trump, direction, n_deals, seed, policy, dealer, known, executor
        As in :func:`handsim.replay`, which shows the whole of any of these deals.
    n
        How many of them, at most.

    Returns
    -------
    DataFrame
        One row a failed deal, indexed by `deal`: `tricks` (int64, of declarer's side, as the table counts them),
        `short` (int64: how many were missing), `cause` (str: what beat declarer's side in the tricks that it lost, as
        "side suit losers: H7, D9; trump trick lost: BJ behind SA"). Empty if none failed. Where bids are numbers of
        points, `points` in place of `tricks`; where a hand awards them the missing ones come first in the cause, as
        "jack to the others: SJ won by seat 3".

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> failed = failures("7 notrump", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n=2, n_deals=1000)
    >>> list(failed.columns), (failed["tricks"] + failed["short"]).tolist()
    (['tricks', 'short', 'cause'], [13, 13])
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n, n_deals = count(n, "n"), count(n_deals)
    row = _row(asked, bid, trump, direction, n_deals, executor)
    found, done = list[int](), 0
    for stop in checkpoints(n_deals):
        short = asked.game.needed(row.bid) - row.counts(done, stop, executor)
        found += (done + np.flatnonzero(short > 0)).tolist()
        done = stop
        if len(found) >= n:
            break
    shown = [_replay(row, deal) for deal in found[:n]]
    table = pd.DataFrame(
        {
            asked.game.counts_in: np.array([r.count for r in shown], dtype=np.int64),
            "short": np.array([r.needed - r.count for r in shown], dtype=np.int64),
            "cause": pd.Series([r.cause for r in shown], index=range(len(shown)), dtype="str"),
        }
    )
    table.index = pd.Index(np.array(found[:n], dtype=np.int64), name="deal")
    table.attrs.update(row.describe())
    return table


# A bid's row of the table


@dataclass(frozen=True)
class _Row:
    """One bid's row: the contracts it is played in, more than one where declarer names his deal by deal."""

    asked: Situation
    bid: Bid
    contracts: tuple[Contract, ...]
    n_deals: int

    def which(self, start: int, stop: int) -> Ints:
        """Return the number of the contract in which each deal is played."""
        if len(self.contracts) == 1:
            return np.zeros(stop - start, dtype=np.int64)
        return most_counted(self.asked, self.contracts, start, stop)

    def counts(self, start: int, stop: int, executor: Executor | None) -> Ints:
        """Return what declarer's side counts in each deal, in the unit of the bids."""
        results = results_of(self.asked, self.contracts, DEAL, start, stop, executor)
        counts = counted(self.asked, self.contracts, results)
        picked: Ints = np.take_along_axis(counts, self.which(start, stop)[None, :], axis=0)[0]
        return picked

    def describe(self) -> dict[str, Any]:
        """Return what was asked as JSON-plain values, for a table's ``attrs``."""
        trumps, directions = ({c.denomination[part] for c in self.contracts} for part in (0, 1))
        return {
            **self.asked.describe(),
            "bid": self.bid.name,
            "trump": VARIES if len(trumps) > 1 else trumps.pop(),
            "direction": VARIES if len(directions) > 1 else directions.pop(),
            "needed": self.asked.game.needed(self.bid),
            "counts_in": self.asked.game.counts_in,
            "n_deals": self.n_deals,
        }


def _row(
    asked: Situation, bid: str | Bid, trump: str | None, direction: str | None, n_deals: int, executor: Executor | None
) -> _Row:
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    return _Row(asked, this, contracts_of(asked, this, choices, n_deals=n_deals, executor=executor), n_deals)


def _index(deal: int, n_deals: int) -> int:
    if isinstance(deal, bool) or not hasattr(deal, "__index__") or not 0 <= int(deal) < n_deals:
        raise ArgumentError(f"deal={deal!r}: the deals of this table are 0 to {n_deals - 1} (n_deals={n_deals})")
    return int(deal)


# One deal


def _replay(row: _Row, deal: int) -> Replay:
    asked, game = row.asked, row.asked.game
    contract = row.contracts[int(row.which(deal, deal + 1)[0])]
    frame = frame_in(asked, contract)
    dealt = deals_in(asked, contract, deal_block(asked, DEAL, deal, deal + 1), DEAL, deal)
    log = np.zeros((1, 1 + frame.n_tricks * frame.n_playing), dtype=np.int64)
    warm(asked, (contract,))
    outcome = play_out(frame, asked.policy, dealt, start=deal, key=stream_key(asked.seed, PLAY), log=log)
    places, (away, *played) = dealt[0, : len(asked.places)].tolist(), log[0].tolist()
    if asked.draws_turn_up:
        contract = replace(contract, card=str(game.deck.cards(int(dealt[0, -1]))[0]))
    held = hands_after(frame, dealt, log[:, 0])[0].tolist()
    turned = int(turned_after(outcome)[0]) if frame.turn_card else 0
    record = _record(game, frame, held, played, tricks_of(outcome)[0].tolist(), turned)
    result = game.result(contract, outcome)
    count, needed = int(game.counted(contract, result)[0]), game.needed(contract)
    awards = game.awards(contract, result[0])
    won = sum(is_ours(frame, trick.winner) for trick in record)
    attrs = {**row.describe(), "trump": contract.trump, "direction": contract.direction, "deal": deal}
    attrs |= {TURNED_UP: contract.card} if asked.draws_turn_up else {}
    return Replay(
        deal=deal,
        game=game,
        contract=contract,
        dealt=_named(asked, places),
        buried=_cards(game, frame, away),
        given=_cards(game, frame, _given(frame, places, held)),
        record=record,
        tricks=won + game.kitty_tricks,
        count=count,
        made=count >= needed,
        points=tuple(game.score(contract, result)[0].tolist()),
        awards=awards,
        turned_after=turned,
        cause=_why(game, awards, cause(frame, record), count - needed, len(record) - won),
        plays=_table(record, {**attrs, "tricks": won + game.kitty_tricks, "made": count >= needed}),
    )


def _named(asked: Situation, places: Sequence[int]) -> Deal:
    """Return the cards of each place, masks of physical cards, as a Deal."""
    game, seats = asked.game, asked.game.n_seats
    cards = [_hand(game, mask) for mask in places]
    return Deal(cards[:seats], dict(zip(asked.places[seats:], cards[seats:], strict=True)))


def _hand(game: Game, mask: int) -> Hand:
    return Hand(game.deck.cards(mask), copies=game.deck.copies)


def _cards(game: Game, frame: Frame, bits: int) -> Hand:
    """Return cards, given in the frame's bits, as a Hand."""
    return _hand(game, sum(1 << frame.card(int(bit)) for bit in split(bits)))


def _given(frame: Frame, places: Sequence[int], held: Sequence[int]) -> int:
    """Return the cards that were handed over for those put aside: those held that were not dealt."""
    return held[frame.aside_seat] & ~frame.mask(places[frame.aside_seat]) if frame.aside_gives != NOBODY else 0


def _record(
    game: Game, frame: Frame, held: Sequence[int], played: Sequence[int], taken: Sequence[int], turned_after: int
) -> tuple[Trick, ...]:
    """Return the tricks. Who held the card that was led next won a trick, so that no rule of play is needed here."""
    holders = {int(bit): seat for seat in range(game.n_seats) for bit in split(held[seat])}
    cards = {int(bit): card for card, bit in zip(game.deck, frame.bits, strict=True)}
    plays = [Play(holders[bit], cards[bit], bit) for bit in played]
    winners = [play.seat for play in plays[frame.n_playing :: frame.n_playing]]
    winners += [seat for seat, tricks in enumerate(taken) if tricks > winners.count(seat)]  # of the last trick
    if turned_after:
        first = turned_after * frame.n_playing
        plays[first:] = [play._replace(bit=frame.turn(play.bit)) for play in plays[first:]]
    starts = range(0, len(plays), frame.n_playing)
    return tuple(Trick(tuple(plays[i : i + frame.n_playing]), w) for i, w in zip(starts, winners, strict=True))


def _table(record: Sequence[Trick], attrs: Mapping[str, Any]) -> pd.DataFrame:
    rows = [(i, play.seat, str(play.card), trick.winner) for i, trick in enumerate(record, 1) for play in trick.plays]
    table = pd.DataFrame(rows, columns=["trick", "seat", "card", "won_by"])
    table.attrs.update(attrs)
    return table


def _why(game: Game, awards: Sequence[Award], lost: str, over: int, n_lost: int) -> str:
    """Return which points were missed, what the lost tricks say, and of a contract made how many it could lose."""
    missed = [f"{name} to {'the others' if side > 0 else 'nobody'}: {how}" for name, side, how in awards if side != 0]
    if missed or not lost:
        return "; ".join([*missed, *([lost] if lost else [])]) or "no trick lost"
    if over < 0 or game.counts_in != "tricks":
        return lost
    return f"it could lose {n_lost + over} and lost {n_lost}: {lost}"
