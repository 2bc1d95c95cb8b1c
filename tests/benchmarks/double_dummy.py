"""Double dummy against DDS: the same deals, the same run, one thread each, CPU time, conversions outside the clock.

    python tests/benchmarks/double_dummy.py [--quick]

DDS comes with the `endplay` package of PyPI, in an environment of the benchmark's own; without it only our own times
are shown. The two take turns deal by deal, so that whatever else the machine does falls on both alike. DDS keeps its
table from one solve to the next while the cards and trumps are the same, so that after the full table a single solve at
notrump would cost it nothing; another deal is solved in between, outside the clock.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import double_dummy_cases as cases

from handsim.engine import dd_kernels
from handsim.engine import double_dummy as dd

try:
    import endplay._dds as dds
except ImportError:
    dds = None

STRAINS = ["S", "H", "D", "C", "NT"]
TARGETS = {13: (0.8, 0.85), 12: (0.7, 0.7), 10: (0.6, 0.6), 8: (0.4, 0.45)}
SINGLES = 5
"""Singles for each table: the slowest hundredth of two hundred would be two deals."""
clock = time.process_time


def random_hands(rng: np.random.Generator, cards: int, pack: list[int]) -> list[int]:
    order = rng.permutation(len(pack))[: 4 * cards]
    return [sum(1 << pack[c] for c in order[cards * s : cards * (s + 1)]) for s in range(4)]


def dds_table(hands: list[int]) -> object:
    deal = dds.ddTableDeal()
    for seat in range(4):
        for suit in range(4):
            deal.cards[seat][suit] = (hands[seat] >> 16 * suit & 0x1FFF) << 2
    return deal


def dds_deal(hands: list[int], trump: int, leader: int) -> object:
    deal = dds.deal()
    deal.trump, deal.first = trump, leader
    for seat in range(4):
        for suit in range(4):
            deal.remainCards[seat][suit] = (hands[seat] >> 16 * suit & 0x1FFF) << 2
    return deal


def dds_forgets() -> None:
    """Solve another deal, so that nothing is left of the last one."""
    other = dds_deal([1 << 16 * seat for seat in range(4)], 0, 0)
    dds._dll.SolveBoard(other, -1, 1, 0, ctypes.byref(dds.futureTricks()), 0)


class Versus:
    """Deals of so many cards, solved by us and by DDS, with the times of both."""

    def __init__(self, cards: int) -> None:
        self.cards, self.rng = cards, np.random.default_rng(1000 + cards)
        self.pack = [16 * suit + rank for suit in range(4) for rank in range(13)]
        self.frames = [cases.frame_of(strain, jokers=False) for strain in STRAINS]
        self.times: dict[str, list[float]] = {
            f"{who} {what}": [] for who in ("our", "dds") for what in ("table", "single")
        }
        self.nodes, self.wrong, self.space = 0, 0, dd.workspace()

    def run(self, n_tables: int, n_singles: int) -> None:
        """Solve so many deals, all of them for one leader and the first of them for all."""
        for number in range(max(n_tables, n_singles)):
            hands = random_hands(self.rng, self.cards, self.pack)
            if number < n_tables:
                self.table(hands)
            self.single(hands, number % 5, number // 5 % 4)

    def table(self, hands: list[int]) -> None:
        """Solve a deal in all denominations for all leaders."""
        tasks = [dd.kernel_arguments(np.array([hands]), frame, dd.ALL_LEADERS, self.space) for frame in self.frames]
        start = clock()
        for task in tasks:
            dd_kernels.solve_deals(*task)
        self.times["our table"].append(clock() - start)
        self.nodes += sum(int(task[-1][0]) for task in tasks)
        if dds is None:
            return
        deal, result = dds_table(hands), dds.ddTableResults()
        start = clock()
        dds._dll.CalcDDtable(deal, ctypes.byref(result))
        self.times["dds table"].append(clock() - start)
        for d, task in enumerate(tasks):  # DDS counts a declarer's tricks as 13 - the leader's side's
            self.wrong += sum(result.resTable[d][s] != 13 - task[-2][0, (s + 1) % 4] for s in range(4))

    def single(self, hands: list[int], strain: int, leader: int) -> None:
        """Solve a deal in one denomination for one leader."""
        task = dd.kernel_arguments(np.array([hands]), self.frames[strain], [leader], self.space)
        start = clock()
        dd_kernels.solve_deals(*task)
        self.times["our single"].append(clock() - start)
        if dds is None:
            return
        dds_forgets()
        one, future = dds_deal(hands, strain, leader), dds.futureTricks()
        start = clock()
        dds._dll.SolveBoard(one, -1, 1, 0, ctypes.byref(future), 0)  # OptimalOne
        self.times["dds single"].append(clock() - start)
        self.wrong += future.score[0] != task[-2][0, leader]

    def report(self) -> None:
        """Print the means, the middle and the slow end of the times, and their ratios."""
        print(f"{self.cards:2} cards:", end="")
        for kind, target in zip(("single", "table"), TARGETS[self.cards], strict=True):
            ours, theirs = self.times[f"our {kind}"], self.times[f"dds {kind}"]
            line = f"  {len(ours)} {kind}s {summed_up(ours)}"
            if theirs:
                line += f" / {summed_up(theirs)} = {sum(ours) / sum(theirs):.2f} (target {target})"
            print(line, end="")
        each = 1e9 * sum(self.times["our table"]) / self.nodes
        print(f"  {self.nodes / len(self.times['our table']):.0f} tricks a table, {each:.0f} ns each", end="")
        print(f"  {self.wrong} DIFFERENCES" if self.wrong else "", flush=True)


def summed_up(times: list[float]) -> str:
    middle, worst = 1e3 * np.percentile(times, [50, 99])
    return f"{1e3 * sum(times) / len(times):.3f} ms (p50 {middle:.3f}, p99 {worst:.2f})"


def bid_whist(n_deals: int) -> None:
    """Milliseconds a deal and denomination once declarer has buried the six lowest plain cards."""
    rng = np.random.default_rng(7)
    for trump in ("S", "NT"):
        frame = cases.frame_of(trump)
        pack = [int(bit).bit_length() - 1 for bit in frame.bits]
        deals = []
        for _ in range(n_deals):
            order = [pack[c] for c in rng.permutation(54)]
            hand = sorted(
                order[:18],
                key=lambda b: (b in (15, 31) and -1) or (b & 15) + 20 * (b >> 4 == 0 and trump == "S"),
            )[6:]
            deals.append([sum(1 << b for b in cards) for cards in (hand, order[18:30], order[30:42], order[42:54])])
        hands = np.array(deals, np.int64)
        start = clock()
        times = []
        for row in hands:
            start = clock()
            dd.solve_frame_hands(row[None], frame, [0])
            times.append(clock() - start)
        mean = sum(times) / n_deals
        print(
            f"Bid Whist, 12 cards, {trump}, declarer leads: {1e3 * mean:.2f} ms a deal "
            f"(p99 {1e3 * np.percentile(times, 99):.1f}), {1 / mean:.0f} completions a second a core",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the deals")
    parser.add_argument("--cards", type=int, nargs="+", default=[13, 12, 10, 8])
    options = parser.parse_args()
    dd.solve_leaders([1, 2, 4, 8], cases.frame_of("S", jokers=False))  # compile, or load
    if dds is None:
        print("endplay is not importable here: our own times only")
    else:
        dds.SetMaxThreads(1)
    for cards in options.cards:
        n_deals = {13: 200, 12: 300, 10: 1000, 8: 2000}[cards]
        n_deals //= 10 if options.quick else 1
        versus = Versus(cards)
        versus.run(n_deals, SINGLES * n_deals)
        versus.report()
    bid_whist(40 if options.quick else 400)
