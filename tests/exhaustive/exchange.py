"""Whether the burial that `exchange_table` reports as the best is, and whether its figure can be believed.

    python tests/exhaustive/exchange.py [--hands 20] [--seeds 5] [--deals 10000] [--truth 200000] [--of 200]

For each of some random hands and kitties (in the denomination that declarer would choose) the truth is what many
deals of another seed say of the burials that are best there. Against it: what the best that is reported costs, in
tricks, and by how much its reported figure is off.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1] / "benchmarks")]

from burial import chosen, hands

from handsim.analysis.burials import Candidates, Trial, schedule
from handsim.analysis.exchange import asked_exchange, exchange_table, values_of
from handsim.analysis.simulate import frame_of
from handsim.cards import Hand
from handsim.engine.rng import DEAL
from handsim.games.bid_whist import BidWhist

GAME = BidWhist()
TRUTH_SEED = 10**6
CHUNK = 5000
ENOUGH = 0.05


class Truth:
    """What burials take on many deals: a trial of all, and the best of them played again and again."""

    def __init__(self, bid, keywords, hand, kitty, n_deals, n_best, seed):
        asked, contract = asked_exchange(bid, hand, kitty, GAME, n_deals=500, seed=seed, **keywords)
        frame = frame_of(GAME, contract)
        self.trial = Trial(asked, contract, values_of(GAME, contract, "tricks"), None, None)
        held, pile = ([i for i in range(54) if asked.known[place] >> i & 1] for place in (0, frame.aside_pile))
        candidates = Candidates.of(frame, held, pile)
        self.n_deals = n_deals
        best, _ = self.trial.select(candidates.asides, 0, schedule(len(candidates.asides), n_deals // 10, n_best))
        self.means = dict(zip(candidates.asides[best].tolist(), self.measure(candidates.asides[best]), strict=True))

    def measure(self, asides):
        """Return the mean tricks, the kitty's included, of burials on the deals of the truth."""
        total = np.zeros(len(asides), dtype=np.int64)
        for start in range(0, self.n_deals, CHUNK):
            total += self.trial.play(asides, DEAL, start, min(start + CHUNK, self.n_deals)).sum(axis=0, dtype=np.int64)
        return total / self.n_deals + GAME.kitty_tricks

    def of(self, buried):
        """Return the mean tricks of a burial, given as a text."""
        mask = GAME.deck.mask(Hand(buried))
        if mask not in self.means:
            self.means[mask] = float(self.measure(np.array([mask]))[0])
        return self.means[mask]


def trials(args):
    """Yield, for each hand and seed, what the reported best costs, and the error of its figure with its own error."""
    for number, (hand, kitty) in enumerate(hands(args.hands, args.first, GAME)):
        contract = chosen(hand, GAME, "any", number)
        keywords = {"trump": contract.trump if contract.trump != "NT" else None, "direction": contract.direction}
        truth = Truth(contract.bid, keywords, hand, kitty, args.truth, args.of, TRUTH_SEED + number)
        best = max(truth.means.values())
        for seed in range(1000 * number, 1000 * number + args.seeds):  # one seed deals all hands alike
            table = exchange_table(
                contract.bid, hand, kitty, GAME, n_deals=args.deals, seed=seed, objective="tricks", **keywords
            )
            row = table.loc[1]
            cost = best - truth.of(row["buried"])
            yield cost, row["tricks_mean"] - truth.of(row["buried"])
            print(f"hand {number} seed {seed}: {contract.denomination}, buries {row['buried']}, cost {cost:.4f}, "
                  f"figure off by {row['tricks_mean'] - truth.of(row['buried']):+.4f}", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--first", type=int, default=77, help="the seed of the hands")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--truth", type=int, default=200_000)
    parser.add_argument("--of", type=int, default=200, help="how many burials the truth knows")
    args = parser.parse_args()
    cost, error = np.array(list(trials(args))).T
    within = int((cost <= ENOUGH).sum())
    se = error.std(ddof=1) / len(error) ** 0.5
    print(f"truth: {args.truth} deals on the best {args.of}; tables of {args.deals} deals")
    print(f"the reported best costs at most {ENOUGH} tricks in {within} of {len(cost)}; mean cost {cost.mean():.4f}, "
          f"worst {cost.max():.4f}")  # fmt: skip
    print(f"its figure is off by {error.mean():+.4f} +- {se:.4f} on average: {abs(error.mean()) / se:.1f} errors")


if __name__ == "__main__":
    main()
