"""What is the kitty worth before it is seen?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from handsim.analysis.exchange import refuse_dead, refuse_no_kitty
from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import Block, Progress, deal_block, frame_of, play_situation, progress_bar
from handsim.analysis.situation import Situation, count, situation
from handsim.analysis.study import contracts_of, moments_of, most_counted
from handsim.cards import Hand
from handsim.engine.frame import FIELD_MASK, FIELD_STRIDE, NOBODY, Frame, to_frame_masks
from handsim.engine.jit import Ints
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL
from handsim.games.base import Bid, Contract, Game
from handsim.stats import wilson

ANY, DEAD = "any", "not exchanged"
JOKERS, TRUMPS, ACES, VOIDS = "jokers", "trumps", "aces", "voids"
FEATURES: Final = (JOKERS, TRUMPS, ACES, VOIDS)
MANY: Final = {JOKERS: 2, TRUMPS: 3, ACES: 2, VOIDS: 2}
"""From how many on kitties are taken together."""


@dataclass(frozen=True)
class DeadBlock(Block):
    """A block in which nobody takes the pile or sees it."""

    def frame(self, contract: Contract) -> Frame:
        """Return the contract's frame without its set-aside step."""
        frame = super().frame(contract)
        return frame._replace(aside_seat=NOBODY, aside_pile=0, aside_count=0, aside_shown=0, aside_count_public=0)


class Played(NamedTuple):
    """A bid's deals, each in the contract that declarer names there.

    Attributes
    ----------
    contracts
        The contracts; several only where declarer names the trump after he has seen the kitty.
    which
        For each deal, which of them it is.
    tricks, counted, points
        The tricks of declarer's side in each deal, as the game scores them; what it counts towards the bid (where that
        is tricks, the same); and its points less the others'.
    """

    contracts: tuple[Contract, ...]
    which: Ints
    tricks: Ints
    counted: Ints
    points: Ints

    def pick(self, of_each: Sequence[Ints]) -> Ints:
        """Return, deal by deal, that of its contract from arrays of each contract."""
        picked: Ints = np.take_along_axis(np.stack(of_each), self.which[None, :], axis=0)[0]
        return picked

    def describe(self) -> dict[str, Any]:
        """Return what is played, for a table's ``attrs``."""
        trumps = {c.trump for c in self.contracts}
        directions = {c.direction for c in self.contracts}
        return {
            "bid": self.contracts[0].bid.name,
            "trump": trumps.pop() if len(trumps) == 1 else "varies",
            "direction": directions.pop() if len(directions) == 1 else "varies",
        }


def kitty_value(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | str | None = None,
    *,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say what a bid makes over all kitties, what the exchange adds, and how that hangs on what the kitty brings.

    Every deal is played twice in the same contract: with the exchange, and with the kitty left where it lies.

    Parameters
    ----------
    bid
        What is played: a bid of the game or what a player says, "four downtown in spades".
    trump, direction
        What the bid is played in, where its text does not say it; None: as in :func:`handsim.bid_table`.
    hand, game, n_deals, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`; the deals are those of :func:`handsim.bid_table`.

    Returns
    -------
    DataFrame
        A row for all kitties ("any"), one for the same deals with the kitty "not exchanged", and rows by what the
        kitty brings: `feature` (str: "all", "jokers", "trumps", jokers among them, "aces" of plain suits, or the
        highest cards where these are others, or "voids", the plain suits that can be buried whole, those that are
        void already included) and `brings` (str: "0", "1", "2+"). Then `share` of the deals, `make_rate` and its 95%
        Wilson interval `make_low`, `make_high`, `tricks_mean`, `tricks_se`, `points_mean`, the tricks that the
        exchange adds on the same deals, `gain`, and its standard error `gain_se` (float64), the shares of deals with
        at least so many tricks ``ge_1``, ``ge_2``, ..., and `n_deals` (int64). Indexed by `kitty`, in words. What no
        deal brought has no row. ``attrs["summary"]`` says it in sentences.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = kitty_value("4 uptown", "SA SK SQ S7 S4 S3 HA H3 DK D9 C8 C3", n_deals=2000)
    >>> table.attrs["summary"].splitlines()[0]
    'The exchange adds 1.7 tricks (give or take 0.055): four makes 79% with it, 33% without.'
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    refuse_no_kitty(asked.game)
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    n_deals = count(n_deals)
    contracts = contracts_of(asked, this, choices, n_deals=n_deals, executor=executor)
    for contract in contracts:
        refuse_dead(asked.game, contract)
    with progress_bar(progress, 2 * n_deals * len(contracts)) as advance:
        taken_by = play_situation(asked, contracts, DEAL, 0, n_deals, executor=executor, advance=advance)
        dead_by = play_situation(asked, contracts, DEAL, 0, n_deals, executor=executor, advance=advance, kind=DeadBlock)
    played, dead = (as_played(asked, contracts, part) for part in (taken_by, dead_by))
    table = _table(asked.game, played, dead, _brought(asked, played))
    table.attrs.update(asked.describe(), n_deals=n_deals, **played.describe())
    table.attrs["summary"] = "\n".join((_summary(table, this), *_cautions(table, asked)))
    return table


def as_played(asked: Situation, contracts: tuple[Contract, ...], taken_by: npt.NDArray[np.int8]) -> Played:
    """Return deals, played in every contract, as they are played: each in the contract that declarer names."""
    game, n = asked.game, taken_by.shape[1]
    which = most_counted(asked, contracts, 0, n) if len(contracts) > 1 else np.zeros(n, dtype=np.int64)
    played = Played(contracts, which, which, which, which)
    tricks = [game.scored_tricks(c, game.side_tricks(c, taken)) for c, taken in zip(contracts, taken_by, strict=True)]
    results = [game.result(c, taken) for c, taken in zip(contracts, taken_by, strict=True)]
    counted = [game.counted(c, result) for c, result in zip(contracts, results, strict=True)]
    net = [game.net(game.score(c, result)) for c, result in zip(contracts, results, strict=True)]
    return played._replace(tricks=played.pick(tricks), counted=played.pick(counted), points=played.pick(net))


def _brought(asked: Situation, played: Played) -> dict[str, Ints]:
    """Return, for each feature, how much of it the kitty brings in each deal."""
    deals = deal_block(asked, DEAL, 0, len(played.which))
    of_each = [_brought_in(asked, contract, deals) for contract in played.contracts]
    features = [name for name in FEATURES if all(name in brought for brought in of_each)]
    return {name: played.pick([brought[name] for brought in of_each]) for name in features}


def _brought_in(asked: Situation, contract: Contract, deals: Ints) -> dict[str, Ints]:
    frame = frame_of(asked.game, contract)
    pile = to_frame_masks(frame, deals[:, frame.aside_pile])
    held = pile | to_frame_masks(frame, deals[:, contract.declarer])
    jokers = frame.mask(sum(1 << i for i, card in enumerate(asked.game.deck) if card.is_joker))
    pack = int(np.bitwise_or.reduce(frame.bits))
    suits = [pack & FIELD_MASK << FIELD_STRIDE * field for field in range(4)]
    plain = [suit for suit in suits if suit and not suit & frame.trumps]
    tops = sum(1 << suit.bit_length() - 1 for suit in plain)
    lengths = np.sort(np.stack([np.bitwise_count(held & suit) for suit in plain]), axis=0).astype(np.int64)
    brought = {ACES: pile & tops, VOIDS: lengths.cumsum(axis=0) <= frame.aside_count}
    if jokers:
        brought[JOKERS] = pile & jokers
    if frame.trumps:
        brought[TRUMPS] = pile & frame.trumps
    return {
        name: what.sum(axis=0).astype(np.int64) if name == VOIDS else np.bitwise_count(what).astype(np.int64)
        for name, what in brought.items()
    }


def _table(game: Game, played: Played, dead: Played, brought: Mapping[str, Ints]) -> pd.DataFrame:
    """Return the rows of all kitties, of none exchanged, and of what they bring."""
    rows = {"any kitty": _row(game, played, dead, slice(None), "all", ANY)}
    rows["kitty not exchanged"] = _row(game, dead, dead, slice(None), "all", DEAD)
    for name, amount in brought.items():
        for least, chosen in _groups(amount, MANY[name]):
            every = name == JOKERS and least == sum(card.is_joker for card in game.deck)
            brings = f"{least}+" if least == MANY[name] and not every else str(least)
            rows[_words(name, least, brings)] = _row(game, played, dead, chosen, name, brings)
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("kitty")


def _groups(amount: Ints, many: int) -> Iterator[tuple[int, npt.NDArray[np.bool_]]]:
    capped = np.minimum(amount, many)
    for least in range(many + 1):
        chosen = capped == least
        if chosen.any():
            yield least, chosen


def _words(name: str, least: int, brings: str) -> str:
    singular = {JOKERS: "joker", TRUMPS: "trump", ACES: "ace", VOIDS: "void"}[name]
    if least == 0:
        return f"no {singular}"
    return f"{brings.replace('+', ' or more')} {singular if brings == '1' else name}"


def _row(
    game: Game, played: Played, dead: Played, chosen: slice | npt.NDArray[np.bool_], feature: str, brings: str
) -> dict[str, Any]:
    tricks, n_all = played.tricks[chosen], len(played.tricks)
    n, made = len(tricks), int((played.counted[chosen] >= game.needed(played.contracts[0])).sum())
    low, high = wilson(made, n)
    mean, _, error = moments_of(tricks)
    gain, _, gain_error = moments_of(tricks - dead.tricks[chosen])
    return {
        "feature": feature,
        "brings": brings,
        "share": n / n_all,
        "make_rate": made / n,
        "make_low": low,
        "make_high": high,
        "tricks_mean": mean,
        "tricks_se": error,
        "points_mean": float(played.points[chosen].mean()),
        "gain": gain,
        "gain_se": gain_error,
        **{f"ge_{k}": float(np.mean(tricks >= k)) for k in range(1, game.n_tricks + game.kitty_tricks + 1)},
        "n_deals": n,
    }


def _summary(table: pd.DataFrame, bid: Bid) -> str:
    """Say a table in sentences: "with a joker in it (27%) four makes 88%, without 61%"."""
    any_row, dead = table.loc["any kitty"].to_dict(), table.loc["kitty not exchanged"].to_dict()
    name = NUMBERS.get(bid.level, str(bid.level))
    adds = f"The exchange adds {any_row['gain']:.1f} tricks{_give_or_take(any_row['gain_se'])}"
    with_it, without_it = _percent(any_row["make_rate"]), _percent(dead["make_rate"])
    lines = [f"{adds}: {name} makes {with_it} with it, {without_it} without."]
    for feature, words in WITH.items():
        rows = table[table["feature"] == feature]
        without, some = rows[rows["brings"] == "0"], rows[rows["brings"] != "0"]
        if len(without) and len(some):
            share = float(some["share"].sum())
            lines.append(
                f"With {words} ({_percent(share)}) {name} makes {_rate(some)}, without {_rate(without)}"
                f"{'' if _told_apart(some, without) else '; these deals cannot tell the two apart'}."
            )
    return "\n".join(lines)


def _give_or_take(error: float) -> str:
    return "" if np.isnan(error) or not error else f" (give or take {2 * error:.2g})"


def _rate(rows: pd.DataFrame) -> str:
    """Return the make rate of rows together; where it is little known, between what it lies."""
    made, n = _made_of(rows)
    low, high = wilson(made, n)
    deals = "1 deal" if n == 1 else f"{n:,} deals"
    return _percent(made / n) if high - low <= VAGUE else f"{_percent(low)} to {_percent(high)} ({deals})"


def _made_of(rows: pd.DataFrame) -> tuple[int, int]:
    return round(float((rows["make_rate"] * rows["n_deals"]).sum())), int(rows["n_deals"].sum())


def _told_apart(some: pd.DataFrame, others: pd.DataFrame) -> bool:
    """Whether two make rates differ by more than two standard errors; rates have one trial for and against added."""
    rates = [((made + 1) / (n + 2), n) for made, n in map(_made_of, (some, others))]
    error = np.sqrt(sum(rate * (1 - rate) / n for rate, n in rates))
    return bool(abs(rates[0][0] - rates[1][0]) > 2 * error)


def _cautions(table: pd.DataFrame, asked: Situation) -> Iterator[str]:
    """Yield what must be said besides: that the deals are few, or that there is only one kitty."""
    low, high, n = table["make_low"].iloc[0], table["make_high"].iloc[0], asked.game.piles["kitty"]
    if high - low > VAGUE:
        deals = "One deal says" if table["n_deals"].iloc[0] == 1 else "So few deals say"
        yield f"{deals} little: with the exchange the rate lies between {_percent(low)} and {_percent(high)}."
    if asked.known[asked.places.index("kitty")].bit_count() == n:
        yield (
            "The whole kitty is known here, so there is nothing to compare. What to bury is another question: "
            "exchange_table, or handsim kitty BID HAND KITTY."
        )


VAGUE: Final = 0.2
"""A make rate whose 95% interval is wider than this is said to be little known."""
NUMBERS: Final = dict(enumerate(("one", "two", "three", "four", "five", "six", "seven"), start=1))
WITH: Final = {
    JOKERS: "a joker in it",
    TRUMPS: "a trump in it",
    ACES: "an ace in it",
    VOIDS: "a void to be had",
}


def _percent(rate: float) -> str:
    """Return a rate as a whole percentage; what is not quite all or nothing is not called so."""
    if 0.995 <= rate < 1:
        return ">99%"
    return "<1%" if 0 < rate < 0.005 else f"{100 * rate:.0f}%"
