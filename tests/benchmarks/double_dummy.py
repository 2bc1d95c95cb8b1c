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


def against_dds(cards: int, n_deals: int) -> None:
    rng = np.random.default_rng(1000 + cards)
    pack = [16 * suit + rank for suit in range(4) for rank in range(13)]
    frames = [cases.frame_of(strain, jokers=False) for strain in STRAINS]
    times: dict[str, list[float]] = {key: [] for key in ("our table", "dds table", "our single", "dds single")}
    nodes, wrong, space = 0, 0, dd.workspace()
    for number in range(n_deals):
        hands = random_hands(rng, cards, pack)
        array, strain, leader = np.array([hands], np.int64), number % 5, number // 5 % 4
        tasks = [dd.kernel_arguments(array, frame, dd.ALL_LEADERS, space) for frame in frames]
        start = clock()
        for task in tasks:
            dd_kernels.solve_deals(*task)
        times["our table"].append(clock() - start)
        tables = [task[-2:] for task in tasks]
        nodes += sum(int(n[0]) for _, n in tables)
        task = dd.kernel_arguments(array, frames[strain], [leader], space)
        start = clock()
        dd_kernels.solve_deals(*task)
        times["our single"].append(clock() - start)
        single = task[-2]
        if dds is not None:
            deal, result = dds_table(hands), dds.ddTableResults()
            start = clock()
            dds._dll.CalcDDtable(deal, ctypes.byref(result))
            times["dds table"].append(clock() - start)
            dds_forgets()
            one, future = dds_deal(hands, strain, leader), dds.futureTricks()
            start = clock()
            dds._dll.SolveBoard(one, -1, 1, 0, ctypes.byref(future), 0)  # OptimalOne
            times["dds single"].append(clock() - start)
            wrong += future.score[0] != single[0, leader]
            for d, (values, _) in enumerate(tables):  # DDS counts a declarer's tricks as 13 - the leader's side's
                wrong += sum(result.resTable[d][s] != 13 - values[0, (s + 1) % 4] for s in range(4))
    report(cards, n_deals, times, nodes, wrong)


def summed_up(times: list[float]) -> str:
    middle, worst = 1e3 * np.percentile(times, [50, 99])
    return f"{1e3 * sum(times) / len(times):.3f} ms (p50 {middle:.3f}, p99 {worst:.2f})"


def report(cards: int, n_deals: int, times: dict[str, list[float]], nodes: int, wrong: int) -> None:
    line = f"{cards:2} cards, {n_deals} deals:"
    for kind, target in zip(("single", "table"), TARGETS[cards], strict=True):
        ours, theirs = times[f"our {kind}"], times[f"dds {kind}"]
        line += f"  {kind} {summed_up(ours)}"
        if theirs:
            line += f" / {summed_up(theirs)} = {sum(ours) / sum(theirs):.2f} (target {target})"
    line += f"  {nodes / n_deals:.0f} tricks a table, {1e9 * sum(times['our table']) / nodes:.0f} ns each"
    print(line + (f"  {wrong} DIFFERENCES" if wrong else ""), flush=True)


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
        against_dds(cards, n_deals // 10 if options.quick else n_deals)
    bid_whist(40 if options.quick else 400)
