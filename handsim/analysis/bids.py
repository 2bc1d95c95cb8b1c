"""What can this hand make? The table of every bid, and the table of every denomination."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import (
    Progress,
    deal_block,
    frame_of,
    play_situation,
    progress_bar,
    side_tricks,
)
from handsim.analysis.situation import Situation, count, situation
from handsim.cards import Hand
from handsim.engine.count import playing_count
from handsim.engine.jit import Ints
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL, SELECT
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, Bid, Contract, Denomination, Game
from handsim.stats import checkpoints, moments, paired_difference, widest, wilson

Options: TypeAlias = Mapping[Bid, tuple[Denomination, ...]]
Advance: TypeAlias = Callable[[int], None] | None
VARIES = "varies"
LEAST_SELECTION, MOST_SELECTION = 500, 50_000


def bid_table(
    hand: Hand | str,
    game: Game | None = None,
    *,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    trump: str | None = None,
    until_halfwidth: float | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for every legal bid how often this hand makes it and what it is worth.

    Seat 0 holds the hand and declares. The trump of a row (at notrump the direction) is the one with the best mean
    points for that bid, or `trump`. It is chosen on other deals than those that the figures come from, so that no
    figure is flattered by the choice. Where the rules let declarer name it after the kitty, it is chosen deal by deal
    by a count of the eighteen cards he then holds, and the table says "varies".

    Parameters
    ----------
    hand, game, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`. With ``known={"kitty": ...}`` it is the question of a player who has seen the
        kitty.
    n_deals
        How many completions; with `until_halfwidth` the most.
    trump
        The trump suit of the rows that have one; None: the best for each.
    until_halfwidth
        Stop as soon as the 95% interval of every make rate is at most so wide to either side; looked at after 1,024
        deals, 2,048, 4,096 and so on.

    Returns
    -------
    DataFrame
        One row a legal bid, in auction order, indexed by its name: `level` (int64), `call`, `trump`, `direction`
        (str), `make_rate` and its 95% Wilson interval `make_low`, `make_high` (float64), `tricks_mean`, `tricks_sd`
        (of declarer's side, as the game scores them), `points_mean` and its standard error `points_se` (points of
        declarer's side less those of the others), `n_deals` (int64).

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = bid_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000)
    >>> table.loc["4 downtown", ["trump", "direction"]].tolist()
    ['S', 'downtown']
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    study = study_bids(
        asked,
        options(asked.game, trump=trump),
        n_deals=n_deals,
        until_halfwidth=until_halfwidth,
        executor=executor,
        progress=progress,
    )
    return study.table()


def denomination_table(
    hand: Hand | str,
    game: Game | None = None,
    *,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for every denomination how many tricks this hand's side takes as declarer.

    Parameters
    ----------
    hand, game, n_deals, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`.

    Returns
    -------
    DataFrame
        One row a denomination ("S uptown", ...): `trump`, `direction` (str), the share of deals with at least k tricks
        for each k, ``ge_1``, ``ge_2``, ... (float64), `mean`, `sd`, `se` of the tricks as the game scores them, and
        `n_deals` (int64).

    Examples
    --------
    >>> table = denomination_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000)
    >>> table["mean"].idxmax()
    'S downtown'
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n_deals = count(n_deals)
    contracts = asked.game.contracts(dealer=asked.dealer)
    with progress_bar(progress, n_deals * len(contracts)) as advance:
        tricks = scored(asked, contracts, DEAL, 0, n_deals, executor, advance)
    most = asked.game.n_tricks + asked.game.kitty_tricks
    rows = {
        str(c.denomination): {
            "trump": c.trump,
            "direction": c.direction,
            **{f"ge_{k}": float(np.mean(t >= k)) for k in range(1, most + 1)},
            **dict(zip(("mean", "sd", "se"), _moments(t), strict=True)),
            "n_deals": n_deals,
        }
        for c, t in zip(contracts, tricks, strict=True)
    }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("denomination")
    table.attrs.update(asked.describe(), n_deals=n_deals)
    return table


@dataclass
class BidStudy:
    """Every bid of a situation, studied on common deals: what tables and answers are made from.

    Attributes
    ----------
    asked
        The situation.
    chosen
        Each bid's denomination; None where it varies from deal to deal.
    tricks
        For each bid, what declarer's side scored in each deal (int64 arrays).
    points
        For each bid, the points of declarer's side less those of the others.
    best
        The bid with the most mean points on the deals of the choice.
    rivals
        For each bid, other denominations that did not do clearly worse than the chosen one on those deals (by two
        standard errors of the paired difference).
    """

    asked: Situation
    chosen: dict[Bid, Denomination | None]
    best: Bid
    rivals: dict[Bid, tuple[Denomination, ...]]
    n_deals: int = 0
    until_halfwidth: float | None = None
    tricks: dict[Bid, Ints] = field(default_factory=dict)
    points: dict[Bid, Ints] = field(default_factory=dict)

    def made(self, bid: Bid) -> npt.NDArray[np.bool_]:
        """Return whether each deal makes the bid."""
        made: npt.NDArray[np.bool_] = self.tricks[bid] >= self.asked.game.tricks_needed(bid)
        return made

    def halfwidth(self) -> float:
        """Return the widest half-width of the make rates' intervals."""
        made = np.array([self.made(bid).sum() for bid in self.chosen])
        return widest(*wilson(made, np.full(len(made), self.n_deals)))

    def table(self) -> pd.DataFrame:
        """Return the bid table."""
        rows = {bid.name: self._row(bid) for bid in self.chosen}
        table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("bid")
        table.attrs.update(self.asked.describe(), n_deals=self.n_deals)
        if self.until_halfwidth is not None:
            table.attrs.update(until_halfwidth=self.until_halfwidth, halfwidth=self.halfwidth())
        return table

    def _row(self, bid: Bid) -> dict[str, object]:
        denomination, made = self.chosen[bid], int(self.made(bid).sum())
        low, high = wilson(made, self.n_deals)
        tricks_mean, tricks_sd, _ = _moments(self.tricks[bid])
        points_mean, _, points_se = _moments(self.points[bid])
        directions = {d.direction for d in self.asked.game.denominations_of(bid)}
        trumps = {d.trump for d in self.asked.game.denominations_of(bid)}
        return {
            "level": bid.level,
            "call": bid.call,
            "trump": denomination.trump if denomination else VARIES if len(trumps) > 1 else trumps.pop(),
            "direction": denomination.direction
            if denomination
            else VARIES
            if len(directions) > 1
            else directions.pop(),
            "make_rate": made / self.n_deals,
            "make_low": low,
            "make_high": high,
            "tricks_mean": tricks_mean,
            "tricks_sd": tricks_sd,
            "points_mean": points_mean,
            "points_se": points_se,
            "n_deals": self.n_deals,
        }


def study_bids(
    asked: Situation,
    allowed: Options,
    *,
    n_deals: int,
    until_halfwidth: float | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> BidStudy:
    """Choose each bid's denomination on one stream of deals, and measure every bid on another."""
    n_deals, target = count(n_deals), _halfwidth(until_halfwidth)
    contracts = asked.game.contracts(dealer=asked.dealer)
    n_select = selection_size(n_deals)
    varies = asked.game.names_trump_after
    expected = n_select * len(contracts) + n_deals * (len(contracts) if varies else 4)
    with progress_bar(progress, expected) as advance:
        tricks = scored(asked, contracts, SELECT, 0, n_select, executor, advance)
        chosen, best, rivals = _choose(asked, contracts, tricks, allowed)
        used = tuple(c for c in contracts if varies or c.denomination in chosen.values())
        study = BidStudy(asked, chosen, best, rivals, until_halfwidth=target)
        done, parts = 0, []
        for stop in checkpoints(n_deals) if target else (n_deals,):
            parts.append(scored(asked, used, DEAL, done, stop, executor, advance))
            tricks, done = np.concatenate(parts, axis=1), stop
            _measure(study, allowed, used, tricks, done)
            if target and study.halfwidth() <= target:
                break
    return study


def _choose(
    asked: Situation, contracts: Sequence[Contract], tricks: Ints, allowed: Options
) -> tuple[dict[Bid, Denomination | None], Bid, dict[Bid, tuple[Denomination, ...]]]:
    """Return each bid's denomination by its mean points on the deals of the choice, the best bid, and rivals."""
    game, chosen, worth = asked.game, dict[Bid, Denomination | None](), dict[Bid, float]()
    rivals = dict[Bid, tuple[Denomination, ...]]()
    of = {c.denomination: t for c, t in zip(contracts, tricks, strict=True)}
    counts = _counts(asked, contracts, SELECT, 0, tricks.shape[1]) if game.names_trump_after else None
    for bid, choices in allowed.items():
        if counts is not None and len(choices) > 1:
            chosen[bid] = None
            worth[bid] = float(net_points(asked, bid, choices[0], _by_count(choices, contracts, counts, tricks)).mean())
        else:
            chosen[bid], worth[bid], rivals[bid] = best_on_average(asked, bid, choices, of)
    # Of bids worth the same the highest: it is the likeliest to be left to us.
    return chosen, max(game.bids, key=lambda bid: (worth[bid], bid.index)), rivals


def best_on_average(
    asked: Situation, bid: Bid, choices: Sequence[Denomination], tricks: Mapping[Denomination, Ints]
) -> tuple[Denomination, float, tuple[Denomination, ...]]:
    """Return the choice with the most mean points, the first of equals, those points, and its rivals."""
    points = [net_points(asked, bid, choice, tricks[choice]) for choice in choices]
    best = int(np.argmax([float(p.mean()) for p in points]))
    rivals = []
    for choice, mine in zip(choices, points, strict=True):
        difference, error = paired_difference(points[best], mine)
        if choice != choices[best] and difference <= 2 * error:
            rivals.append(choice)
    return choices[best], float(points[best].mean()), tuple(rivals)


def selection_size(n_deals: int) -> int:
    """Return on how many deals the denominations of a table of so many deals are chosen."""
    return min(max(n_deals // 2, LEAST_SELECTION), MOST_SELECTION)


def contracts_of(
    asked: Situation,
    bid: Bid,
    choices: Sequence[Denomination],
    *,
    n_deals: int,
    executor: Executor | None = None,
) -> tuple[Contract, ...]:
    """Return the contracts that one bid's row of a table is played in, chosen as :func:`study_bids` does.

    More than one only where declarer chooses deal by deal, as :func:`most_counted` says.
    """
    contracts = tuple(c for c in asked.game.contracts(bid, dealer=asked.dealer) if c.denomination in choices)
    if len(contracts) == 1 or asked.game.names_trump_after:
        return contracts
    return (best_contract(asked, contracts, n_deals=n_deals, executor=executor),)


def best_contract(
    asked: Situation, contracts: Sequence[Contract], *, n_deals: int, executor: Executor | None = None
) -> Contract:
    """Return that of a bid's contracts with the most mean points on the deals of the choice."""
    if len(contracts) == 1:
        return contracts[0]
    tricks = scored(asked, contracts, SELECT, 0, selection_size(n_deals), executor)
    of = {c.denomination: t for c, t in zip(contracts, tricks, strict=True)}
    best = best_on_average(asked, contracts[0].bid, tuple(of), of)[0]
    return next(c for c in contracts if c.denomination == best)


def most_counted(asked: Situation, contracts: Sequence[Contract], start: int, stop: int) -> Ints:
    """Return, for each deal of the table, which of the contracts declarer names by what he then holds."""
    most: Ints = np.argmax(_counts(asked, contracts, DEAL, start, stop), axis=0)
    return most


def _measure(study: BidStudy, allowed: Options, contracts: Sequence[Contract], tricks: Ints, n_deals: int) -> None:
    """Fill a study with what every bid took and scored on the first deals of the stream."""
    asked = study.asked
    of = {c.denomination: t for c, t in zip(contracts, tricks, strict=True)}
    counts = _counts(asked, contracts, DEAL, 0, n_deals) if None in study.chosen.values() else None
    study.n_deals = n_deals
    for bid, denomination in study.chosen.items():
        if denomination is None and counts is not None:
            study.tricks[bid] = _by_count(allowed[bid], contracts, counts, tricks)
        else:
            study.tricks[bid] = of[denomination or allowed[bid][0]]
        study.points[bid] = net_points(asked, bid, denomination or allowed[bid][0], study.tricks[bid])


def net_points(asked: Situation, bid: Bid, denomination: Denomination, tricks: Ints) -> Ints:
    """Return the points of declarer's side less those of the others, from the tricks as scored."""
    game = asked.game
    contract = Contract(bid, *denomination, 0, asked.dealer)
    points = game.score(contract, tricks - game.kitty_tricks)
    net: Ints = points[..., 0] - points[..., 1:].sum(axis=-1)
    return net


def _counts(
    asked: Situation, contracts: Sequence[Contract], purpose: int, start: int, stop: int
) -> npt.NDArray[np.float64]:
    """Count, for each contract and deal, the cards that declarer holds after he has taken what he takes."""
    deals = deal_block(asked, purpose, start, stop)
    counts = []
    for contract in contracts:
        frame = frame_of(asked.game, contract)
        held = deals[:, contract.declarer]
        counts.append(playing_count(frame, held | deals[:, frame.aside_pile] if frame.aside_seat >= 0 else held))
    return np.stack(counts)


def _by_count(
    choices: Sequence[Denomination],
    contracts: Sequence[Contract],
    counts: npt.NDArray[np.float64],
    tricks: Ints,
) -> Ints:
    """Return the tricks in each deal of the choice that counts most there."""
    rows = [i for i, c in enumerate(contracts) if c.denomination in choices]
    best = np.argmax(counts[rows], axis=0)
    picked: Ints = np.take_along_axis(tricks[rows], best[None, :], axis=0)[0]
    return picked


def scored(
    asked: Situation,
    contracts: Sequence[Contract],
    purpose: int,
    start: int,
    stop: int,
    executor: Executor | None,
    advance: Advance = None,
) -> Ints:
    """Play deals out and return declarer's side's tricks as the game scores them, shape (n_contracts, n_deals)."""
    taken_by = play_situation(asked, contracts, purpose, start, stop, executor=executor, advance=advance)
    game = asked.game
    return np.stack(
        [game.scored_tricks(c, side_tricks(game, c, taken)) for c, taken in zip(contracts, taken_by, strict=True)]
    )


def options(
    game: Game, bid: Bid | str | None = None, trump: str | None = None, direction: str | None = None
) -> Options:
    """Return the denominations that each bid may be played in.

    `trump` and `direction` narrow one bid's, or, where none is named, `trump` those of every bid that has a suit.
    """
    every = {b: game.denominations_of(b) for b in game.bids}
    if bid is not None:
        this, narrowed = game.choices(bid, trump=trump, direction=direction)
        return every | {this: narrowed}
    if trump is not None:
        for b, denominations in every.items():
            if any(d.trump != NOTRUMP for d in denominations):
                try:
                    every[b] = game.choices(b, trump=trump)[1]
                except RulesError as error:
                    raise ArgumentError(f"trump={trump!r}: the rows with a trump need a suit, S, H, D or C") from error
    return every


def _halfwidth(width: float | None) -> float | None:
    if width is None:
        return None
    if isinstance(width, bool) or not isinstance(width, (int, float, np.number)) or not 0 < width < 0.5:
        raise ArgumentError(f"until_halfwidth={width!r}: it is a number between 0 and 0.5, such as 0.01")
    return float(width)


def _moments(values: Ints) -> tuple[float, float, float]:
    """Return the mean, the standard deviation and the standard error, from integer sums."""
    return moments(int(values.sum()), int((values * values).sum()), len(values))
