"""The long proof of the double-dummy solver: every row of the reference files, and full tables against a plain solver.

python tests/exhaustive/prove_double_dummy.py --tables 20000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import double_dummy_cases as cases
from reference_solver import ReferenceSolver

from handsim.engine import double_dummy as dd


def prove_files(only: str) -> int:
    wrong = 0
    checks = {
        "dd_bid_whist_endings.csv": cases.ending_differences,
        "dd_bid_whist8.csv": lambda: cases.bid_whist_differences("dd_bid_whist8.csv"),
        "dd_bid_whist12.csv": lambda: cases.bid_whist_differences("dd_bid_whist12.csv"),
        "dd_bridge12.csv": lambda: cases.bridge_differences("dd_bridge12.csv"),
        "dd_bridge13.csv": lambda: cases.bridge_differences("dd_bridge13.csv"),
        "dd_play_traces.csv": cases.trace_differences,
    }
    for name, check in checks.items():
        if only in name:
            start = time.process_time()
            compared, bad = check()
            wrong += bad
            print(
                f"{name}: {compared} values, {bad} differences, {time.process_time() - start:.0f} s",
                flush=True,
            )
    return wrong


def prove_tables(seed: int, count: int, sizes: tuple[int, ...]) -> int:
    plain = ReferenceSolver()
    wrong, solves = 0, 0
    start = time.process_time()
    for label, hands, frame in cases.small_deals(seed, count, sizes):
        got = dd.solve_leaders(hands, frame)
        expected = plain.values(np.array(hands, np.int64), frame, list(got))
        solves += len(got)
        if list(got.values()) != expected:
            wrong += 1
            print(f"DIFFERENT {label}: {[hex(h) for h in hands]} {expected} {got}", flush=True)
    seconds = time.process_time() - start
    print(f"tables of {sizes} cards: {count} ({solves} solves), {wrong} differ, {seconds:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 4, 5, 6])
    parser.add_argument("--files", default="", help="only reference files with this in their name; 'none': none")
    options = parser.parse_args()
    bad = 0
    for size in options.sizes:
        share = {3: 0.3, 4: 0.4, 5: 0.27, 6: 0.03}.get(size, 0.01)
        if options.tables:
            bad += prove_tables(options.seed * 100 + size, max(1, int(options.tables * share)), (size,))
    if options.files != "none":
        bad += prove_files(options.files)
    sys.exit(bool(bad))
