"""What the bids of a hand are worth: chosen on one stream of deals, measured on another, by policy or double dummy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
import pandas as pd

from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import (
    Block,
    Bytes,
    Progress,
    deal_block,
    frame_of,
    play_block,
    play_situation,
    progress_bar,
)
from handsim.analysis.situation import HAND_SEAT, Situation, count
from handsim.engine.count import playing_count
from handsim.engine.jit import Ints
from handsim.engine.rng import DEAL, SELECT
from handsim.errors import ArgumentError
from handsim.games.base import Bid, Contract, Denomination, Game
from handsim.stats import checkpoints, moments, paired_difference, widest, wilson

Options: TypeAlias = Mapping[Bid, tuple[Denomination, ...]]
Line: TypeAlias = tuple[str, Denomination]
"""How a bid is played, and in which denomination: bids that share it are played out once for all of them."""
Advance: TypeAlias = Callable[[int], None] | None
VARIES = "varies"
LEAST_SELECTION, MOST_SELECTION = 500, 50_000
POLICY, DOUBLE_DUMMY, BOTH = "policy", "double_dummy", "both"
METHODS = {POLICY: (POLICY,), DOUBLE_DUMMY: (DOUBLE_DUMMY,), BOTH: (POLICY, DOUBLE_DUMMY)}
N_SOLVED = 500


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
        For each bid, the tricks of declarer's side in each deal, as the game scores them (int64 arrays).
    counts
        For each bid, what declarer's side counts in each deal, in the unit of the bids: the same where that is tricks.
    points
        For each bid, what the points of the deal are worth to declarer's side.
    means
        For each bid, further columns that its game has in the table: means, each with its standard error.
    chooses
        What of the denominations is chosen in some row, and not given: of "trump", "direction" and what the card of one
        is called.
    best
        The bid with the most mean points on the deals of the choice.
    rivals
        For each bid, other denominations that did not do clearly worse than the chosen one on those deals (by two
        standard errors of the paired difference).
    method
        How the deals were played: by the policy, or double dummy.
    slowest
        Of deals that were solved, which took most positions to search.
    """

    asked: Situation
    chosen: dict[Bid, Denomination | None]
    best: Bid
    rivals: dict[Bid, tuple[Denomination, ...]]
    method: str = POLICY
    chooses: tuple[str, ...] = ()
    slowest: dict[str, Any] = field(default_factory=dict)
    n_deals: int = 0
    until_halfwidth: float | None = None
    tricks: dict[Bid, Ints] = field(default_factory=dict)
    counts: dict[Bid, Ints] = field(default_factory=dict)
    points: dict[Bid, Ints] = field(default_factory=dict)
    means: dict[Bid, dict[str, float]] = field(default_factory=dict)

    def made(self, bid: Bid) -> npt.NDArray[np.bool_]:
        """Return whether each deal makes the bid."""
        made: npt.NDArray[np.bool_] = self.counts[bid] >= self.asked.game.needed(bid)
        return made

    def halfwidth(self) -> float:
        """Return the widest half-width of the make rates' intervals."""
        made = np.array([self.made(bid).sum() for bid in self.chosen])
        return widest(*wilson(made, np.full(len(made), self.n_deals)))

    def take(self, other: BidStudy, bid: Bid) -> None:
        """Take a bid's figures from another study of the same deals, in which it is played otherwise."""
        self.chosen[bid], self.rivals[bid] = other.chosen[bid], other.rivals.get(bid, ())
        self.tricks[bid], self.counts[bid] = other.tricks[bid], other.counts[bid]
        self.points[bid], self.means[bid] = other.points[bid], other.means[bid]

    def table(self) -> pd.DataFrame:
        """Return the bid table."""
        rows = {bid.name: self._row(bid) for bid in self.chosen}
        table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("bid")
        table.attrs.update(self.asked.describe(), n_deals=self.n_deals, method=self.method)
        table.attrs["chooses"] = list(self.chooses)
        if self.until_halfwidth is not None:
            table.attrs.update(until_halfwidth=self.until_halfwidth, halfwidth=self.halfwidth())
        if self.slowest:
            table.attrs["slowest"] = self.slowest
        return table

    def named(self, bid: Bid) -> Denomination:
        """Return what a bid is played in; what declarer names deal by deal varies."""
        choices = self.asked.game.denominations_of(bid)
        return self.chosen[bid] or Denomination(
            _shared(d.trump for d in choices), _shared(d.direction for d in choices)
        )

    def _row(self, bid: Bid) -> dict[str, object]:
        named, made = self.named(bid), int(self.made(bid).sum())
        low, high = wilson(made, self.n_deals)
        tricks_mean, tricks_sd, _ = moments_of(self.tricks[bid])
        points_mean, _, points_se = moments_of(self.points[bid])
        row: dict[str, object] = {"level": bid.level, "call": bid.call, "trump": named.trump}
        row["direction"] = named.direction
        if self.asked.game.card_is:
            row[self.asked.game.card_is] = named.card
        return row | {
            "make_rate": made / self.n_deals,
            "make_low": low,
            "make_high": high,
            "tricks_mean": tricks_mean,
            "tricks_sd": tricks_sd,
            "points_mean": points_mean,
            "points_se": points_se,
            **self.means[bid],
            "n_deals": self.n_deals,
        }


def _shared(parts: Iterable[str]) -> str:
    """Return what all denominations have in common, or that it varies."""
    found = set(parts)
    return VARIES if len(found) > 1 else found.pop()


def how_played(method: str, policy: str) -> str:
    """Say in words how the deals of a table were played."""
    played = f"every seat plays by {policy} and sees only its own cards"
    solved = f"all hands lie open and nobody errs from the first lead on; what comes before it is done by {policy}"
    return {POLICY: played, DOUBLE_DUMMY: solved, BOTH: f"{played}, or (dd) {solved}"}[method]


def study_bids(
    asked: Situation,
    allowed: Options,
    *,
    method: str = POLICY,
    n_deals: int | None = None,
    until_halfwidth: float | None = None,
    memory_mib: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> tuple[BidStudy, ...]:
    """Choose each bid's denomination on one stream of deals, and measure every bid on another.

    Returns a study for each way in which the method plays the deals.
    """
    if method not in METHODS:
        raise ArgumentError(f"method={method!r}: it is {', '.join(METHODS)}")
    solves = method != POLICY
    if solves and asked.game.scores_from != "tricks":
        raise ArgumentError(f"method={method!r}: it counts tricks, and in {asked.game.title} the cards in them count")
    n_deals = (N_SOLVED if solves else N_DEALS) if n_deals is None else count(n_deals)
    target = _halfwidth(until_halfwidth)
    contracts = asked.contracts()
    chooses = _open_parts(asked.game, allowed)
    choose = partial(_choose, asked, contracts, allowed, selection_size(n_deals), executor)
    choice = choose(None) if solves else None  # a moment beside the solving, which is what the progress shows then
    many = len(contracts) if asked.game.names_trump_after else 4
    expected = n_deals * len(choice.used) if choice else selection_size(n_deals) * len(contracts) + n_deals * many
    with progress_bar(progress, expected, "solves" if solves else "playouts") as advance:
        choice = choice or choose(advance)
        chosen = choice.chosen, choice.best, choice.rivals
        studies = [
            _Running(BidStudy(asked, *chosen, how, chooses, until_halfwidth=target), choice.used)
            for how in METHODS[method]
        ]
        for stop in checkpoints(n_deals) if target else (n_deals,):
            for study in studies:
                study.go_on(stop, allowed, memory_mib, executor, advance if study.solves or not solves else None)
            if target and max(study.result.halfwidth() for study in studies) <= target:
                break
    return tuple(study.result for study in studies)


def _open_parts(game: Game, allowed: Options) -> tuple[str, ...]:
    """Return which parts of a denomination some bid leaves open."""
    names = ("trump", "direction", game.card_is)
    return tuple(
        name
        for part, name in enumerate(names)
        if any(len({denomination[part] for denomination in choices}) > 1 for choices in allowed.values())
    )


class _Running:
    """A study under way: the deals done so far, in the contracts that are used."""

    def __init__(self, result: BidStudy, contracts: Sequence[Contract]) -> None:
        self.result, self.contracts = result, contracts
        self.solves = result.method == DOUBLE_DUMMY
        self.results: Ints | None = None
        self.nodes = np.zeros((len(contracts), 0), np.int64)

    def go_on(
        self, stop: int, allowed: Options, memory_mib: int | None, executor: Executor | None, advance: Advance
    ) -> None:
        """Play the deals up to an index, and fill the study."""
        done = 0 if self.results is None else self.results.shape[1]
        if self.solves:
            from handsim.analysis import solving  # whoever never solves does not pay for it

            results, nodes = solving.solve_situation(
                self.result.asked, self.contracts, DEAL, done, stop,
                memory_mib=solving.memory_setting(memory_mib), executor=executor, advance=advance,
            )  # fmt: skip
            self.nodes = np.concatenate([self.nodes, nodes], axis=1)
            self.result.slowest = solving.slowest(self.contracts, self.nodes)
        else:
            results = results_of(self.result.asked, self.contracts, DEAL, done, stop, executor, advance)
        self.results = results if self.results is None else np.concatenate([self.results, results], axis=1)
        _measure(self.result, allowed, self.contracts, self.results, stop)


class _Choice(NamedTuple):
    """Each bid's denomination (None: it varies), the best bid, rivals, and the contracts the bids are played in."""

    chosen: dict[Bid, Denomination | None]
    best: Bid
    rivals: dict[Bid, tuple[Denomination, ...]]
    used: tuple[Contract, ...]


def _choose(
    asked: Situation,
    contracts: Sequence[Contract],
    allowed: Options,
    n_select: int,
    executor: Executor | None,
    advance: Advance,
) -> _Choice:
    """Choose each bid's denomination by its mean points on the deals of the choice, and the best bid."""
    results = results_of(asked, contracts, SELECT, 0, n_select, executor, advance)
    game, chosen, worth = asked.game, dict[Bid, Denomination | None](), dict[Bid, float]()
    rivals = dict[Bid, tuple[Denomination, ...]]()
    varies = game.names_trump_after
    of = _by_line(game, contracts, results)
    counts = _counts(asked, contracts, SELECT, 0, n_select) if varies else None
    for bid, choices in allowed.items():
        if counts is not None and len(choices) > 1:
            chosen[bid] = None
            picked = _by_count(choices, contracts, counts, results)
            worth[bid] = float(net_points(asked, bid, choices[0], picked).mean())
        else:
            chosen[bid], worth[bid], rivals[bid] = best_on_average(asked, bid, choices, of)
    # Of bids worth the same the highest: it is the likeliest to be left to us.
    best = max(allowed, key=lambda bid: (worth[bid], bid.index))
    lines = {(game.played_as(bid), denomination) for bid, denomination in chosen.items()}
    return _Choice(chosen, best, rivals, tuple(c for c in contracts if varies or line_of(game, c) in lines))


def line_of(game: Game, contract: Contract) -> Line:
    """Return what a contract shares with others that are played out alike."""
    return game.played_as(contract.bid), contract.denomination


def _by_line(game: Game, contracts: Sequence[Contract], results: Ints) -> dict[Line, Ints]:
    return {line_of(game, contract): result for contract, result in zip(contracts, results, strict=True)}


def best_on_average(
    asked: Situation, bid: Bid, choices: Sequence[Denomination], results: Mapping[Line, Ints]
) -> tuple[Denomination, float, tuple[Denomination, ...]]:
    """Return the choice with the most mean points, the first of equals, those points, and its rivals."""
    way = asked.game.played_as(bid)
    points = [net_points(asked, bid, choice, results[way, choice]) for choice in choices]
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
    contracts = asked.contracts_in(bid, choices)
    if len(contracts) == 1 or asked.game.names_trump_after:
        return contracts
    return (best_contract(asked, contracts, n_deals=n_deals, executor=executor),)


def best_contract(
    asked: Situation, contracts: Sequence[Contract], *, n_deals: int, executor: Executor | None = None
) -> Contract:
    """Return that of a bid's contracts with the most mean points on the deals of the choice."""
    if len(contracts) == 1:
        return contracts[0]
    results = results_of(asked, contracts, SELECT, 0, selection_size(n_deals), executor)
    of, choices = _by_line(asked.game, contracts, results), tuple(c.denomination for c in contracts)
    best = best_on_average(asked, contracts[0].bid, choices, of)[0]
    return next(c for c in contracts if c.denomination == best)


def most_counted(asked: Situation, contracts: Sequence[Contract], start: int, stop: int) -> Ints:
    """Return, for each deal of the table, which of the contracts declarer names by what he then holds."""
    most: Ints = np.argmax(_counts(asked, contracts, DEAL, start, stop), axis=0)
    return most


def _measure(study: BidStudy, allowed: Options, contracts: Sequence[Contract], results: Ints, n_deals: int) -> None:
    """Fill a study with what every bid took and scored on the first deals of the stream."""
    asked, game = study.asked, study.asked.game
    of = _by_line(game, contracts, results)
    in_tricks = game.scores_from == "tricks"
    counted = {line_of(game, c): game.counted(c, r) for c, r in zip(contracts, results, strict=True)}
    counts = _counts(asked, contracts, DEAL, 0, n_deals) if None in study.chosen.values() else None
    study.n_deals = n_deals
    for bid, denomination in study.chosen.items():
        contract = contract_of(asked, bid, denomination or allowed[bid][0])
        if denomination is None and counts is not None:
            result = _by_count(allowed[bid], contracts, counts, results)
            study.counts[bid] = game.counted(contract, result)
        else:
            result, study.counts[bid] = of[line_of(game, contract)], counted[line_of(game, contract)]
        study.tricks[bid] = study.counts[bid] if in_tricks else game.side_tricks(contract, result)
        study.points[bid] = game.net(game.score(contract, result))
        study.means[bid] = {}
        for name, values in game.table_columns(contract, result).items():
            mean, _, error = moments_of(values.astype(np.int64))
            study.means[bid] |= {name: mean, f"{name}_se": error}


def contract_of(asked: Situation, bid: Bid, denomination: Denomination) -> Contract:
    """Return what a bid becomes in a denomination, seat 0 declaring."""
    return Contract.of(bid, denomination, HAND_SEAT, asked.dealer, asked.game)


def net_points(asked: Situation, bid: Bid, denomination: Denomination, result: Ints) -> Ints:
    """Return what a bid's points are worth to declarer's side, from a result as the game scores it."""
    return asked.game.net(asked.game.score(contract_of(asked, bid, denomination), result))


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
    results: Ints,
) -> Ints:
    """Return the result in each deal of the choice that counts most there."""
    rows = [i for i, c in enumerate(contracts) if c.denomination in choices]
    best = np.argmax(counts[rows], axis=0)
    picked: Ints = np.take_along_axis(results[rows], best[None, :], axis=0)[0]
    return picked


def results_of(
    asked: Situation,
    contracts: Sequence[Contract],
    purpose: int,
    start: int,
    stop: int,
    executor: Executor | None,
    advance: Advance = None,
) -> Ints:
    """Play deals out and return their results as the game scores them, shape (n_contracts, n_deals, ...)."""
    outcomes = play_situation(asked, contracts, purpose, start, stop, executor=executor, advance=advance)
    return _results(asked, contracts, outcomes)


def counted(asked: Situation, contracts: Sequence[Contract], results: Ints) -> Ints:
    """Return what declarer's side counts, in the unit of the bids, shape (n_contracts, n_deals)."""
    return np.stack([asked.game.counted(c, result) for c, result in zip(contracts, results, strict=True)])


def results_here(asked: Situation, contracts: Sequence[Contract], purpose: int, start: int, stop: int) -> Ints:
    """Return what :func:`results_of` does, played out here and now: for work that is itself a worker's."""
    return _results(asked, contracts, play_block(Block(asked, tuple(contracts), purpose, start, stop)))


def _results(asked: Situation, contracts: Sequence[Contract], outcomes: Bytes) -> Ints:
    return np.stack([asked.game.result(c, outcome) for c, outcome in zip(contracts, outcomes, strict=True)])


def _halfwidth(width: float | None) -> float | None:
    if width is None:
        return None
    if isinstance(width, bool) or not isinstance(width, (int, float, np.number)) or not 0 < width < 0.5:
        raise ArgumentError(f"until_halfwidth={width!r}: it is a number between 0 and 0.5, such as 0.01")
    return float(width)


def moments_of(values: Ints) -> tuple[float, float, float]:
    """Return the mean, the standard deviation and the standard error, from integer sums."""
    return moments(int(values.sum()), int((values * values).sum()), len(values))
