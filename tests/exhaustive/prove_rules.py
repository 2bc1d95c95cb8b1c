"""The proof of the quick-trick rules: full tables solved with them and without them, in great numbers, are the same.

Both searches share everything else, so that many more and larger deals can be compared than with the plain solver
of `prove_double_dummy.py`; an unsound rule shows in full tables of few cards that lie close in rank.

    python tests/exhaustive/prove_rules.py --tables 30000 --sizes 4 5 6
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import double_dummy_cases as cases

from handsim.engine import dd_kernels
from handsim.engine import double_dummy as dd

ALL = list(dd.ALL_LEADERS)


def deals_of(rng: np.random.Generator, cards: int, count: int) -> np.ndarray:
    """Deal hands from packs that are cut down to the lowest ranks; in half of them the first suit is whole."""
    deals = np.zeros((count, 4), np.int64)
    for number in range(count):
        ranks = rng.integers(cards, 14)
        pack = [16 * s + r for s in range(4) for r in range(13) if r < ranks or (number % 2 and s == 0)]
        for place, bit in enumerate(rng.permutation(pack)[: 4 * cards]):
            deals[number, place // cards] |= 1 << int(bit)
    return deals


def solved(deals: np.ndarray, trump: str, without_rules: bool) -> np.ndarray:
    """Return the values of the four leaders of each deal."""
    space = dd.workspace()
    setup = dd._setup(cases.frame_of(trump, jokers=False), ALL)
    setup[dd_kernels.WITHOUT_RULES] = without_rules
    values, nodes = np.full((len(deals), 4), -1, np.int8), np.zeros(len(deals), np.int64)
    dd_kernels.solve_deals(space.address, space.size, deals, setup, 15, values, nodes)
    assert nodes.min() > 0
    return values


def differences(seed: int, cards: int, count: int) -> int:
    rng, wrong = np.random.default_rng([seed, cards]), 0
    start = time.process_time()
    for trump in ("NT", "S"):
        deals = deals_of(rng, cards, count // 2)
        differ = (solved(deals, trump, False) != solved(deals, trump, True)).any(axis=1)
        wrong += int(differ.sum())
        for deal in deals[differ][:3]:
            print(f"DIFFERENT {trump}: {[hex(hand) for hand in deal.tolist()]}", flush=True)
    seconds = time.process_time() - start
    print(f"tables of {cards} cards: {count // 2 * 2}, {wrong} differ, {seconds:.0f} s", flush=True)
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30000, help="of each size")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 4, 5, 6])
    options = parser.parse_args()
    sys.exit(bool(sum(differences(options.seed, size, options.tables) for size in options.sizes)))
