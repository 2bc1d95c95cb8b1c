"""Whether the burial that `exchange_table` reports as the best is, and whether its figure can be believed.

    python tests/exhaustive/exchange.py [--hands 20] [--seeds 5] [--deals 10000] [--truth 200000] [--of 200]
                                         [--leave TRICKS] [--keep FILE]

At the default it takes some 45 minutes of a processor's time. With --keep, each truth and each table is written to a
file (JSON, one a line) as soon as it is known, and read there the next time if it was asked for in the same way. Such
a file holds no longer when the play of the cards changes: how the engine buries is of no matter, for here every
burial is given. With --leave, a burial that after a twentieth of the truth's deals is so many tricks below the best is
measured no further: most of the 200 are tricks behind, and 0.3 are some twenty standard errors.

For each of some random hands and kitties (in the denomination that declarer would choose) the truth is what many
deals of another seed say of the burials that are best there. Against it: what the best that is reported costs, in
tricks, and by how much its reported figure is off.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1] / "benchmarks")]

from burial import chosen, hands

from handsim.analysis.burials import Candidates, Trial, schedule
from handsim.analysis.exchange import asked_exchange, exchange_table, values_of
from handsim.analysis.simulate import frame_of
from handsim.cards import Hand
from handsim.engine.rng import DEAL
from handsim.games.base import NOTRUMP
from handsim.games.bid_whist import BidWhist

GAME = BidWhist()
TRUTH_SEED = 10**6
CHUNK = 5000
ENOUGH = 0.05


class Kept:
    """What has been found out, by what was asked: in memory, and if a file is given there too."""

    def __init__(self, path):
        self.path, self.found = path, {}
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                asked, answer = json.loads(line)
                self.found[json.dumps(asked)] = answer

    def get(self, asked, find):
        """Return the answer to a question, found now if it was not kept."""
        key = json.dumps(asked)
        if key not in self.found:
            self.found[key] = find()
            if self.path is not None:
                with self.path.open("a") as file:
                    file.write(json.dumps([asked, self.found[key]]) + "\n")
        return self.found[key]


class Truth:
    """What burials take on many deals: a trial of all, and the best of them played again and again."""

    def __init__(self, bid, keywords, hand, kitty, args, seed, kept):
        self.asked, contract = asked_exchange(bid, hand, kitty, GAME, n_deals=500, seed=seed, **keywords)
        self.frame = frame_of(GAME, contract)
        self.trial = Trial(self.asked, contract, values_of(GAME, contract, "tricks"), None, None)
        self.n_deals, self.n_best, self.leave, self.kept = args.truth, args.of, args.leave, kept
        self.name = ["truth", hand, kitty, contract.denomination, self.n_deals, self.n_best, seed]
        self.means = kept.get(self.name, self.find)

    def find(self):
        """Return the mean tricks of the best burials, by their cards."""
        held, pile = (
            [i for i in range(54) if self.asked.known[place] >> i & 1] for place in (0, self.frame.aside_pile)
        )
        candidates = Candidates.of(self.frame, held, pile).asides
        best, _ = self.trial.select(candidates, 0, schedule(len(candidates), self.n_deals // 10, self.n_best))
        asides, first = candidates[best], self.n_deals // 20
        tricks = self.total(asides, 0, first)
        if self.leave is not None:
            stay = tricks >= tricks.max() - self.leave * first
            asides, tricks = asides[stay], tricks[stay]
        tricks += self.total(asides, first, self.n_deals)
        texts = [str(Hand(GAME.deck.cards(mask))) for mask in asides.tolist()]
        return dict(zip(texts, (tricks / self.n_deals + GAME.kitty_tricks).tolist(), strict=True))

    def total(self, asides, start, stop):
        """Return the tricks that burials take in play in all of some deals of the truth."""
        total = np.zeros(len(asides), dtype=np.int64)
        for at in range(start, stop, CHUNK):
            total += self.trial.play(asides, DEAL, at, min(at + CHUNK, stop)).sum(axis=0, dtype=np.int64)
        return total

    def of(self, buried):
        """Return the mean tricks of a burial, given as a text."""
        if buried in self.means:
            return self.means[buried]
        return self.kept.get([*self.name, buried], lambda: self.one(GAME.deck.mask(Hand(buried))))

    def one(self, aside):
        """Return the mean tricks of one burial."""
        return float(self.total(np.array([aside]), 0, self.n_deals)[0]) / self.n_deals + GAME.kitty_tricks


def trials(args):
    """Yield, for each hand and seed, what the reported best costs, and the error of its figure."""
    kept, began = Kept(args.keep), time.monotonic()
    for number, (hand, kitty) in enumerate(hands(args.hands, args.first, GAME)):
        contract = chosen(hand, GAME, "any", number)
        keywords = {"trump": contract.trump if contract.trump != NOTRUMP else None, "direction": contract.direction}
        print(f"hand {number}: {hand} + {kitty}, {contract.denomination}", flush=True)
        truth = Truth(contract.bid, keywords, hand, kitty, args, TRUTH_SEED + number, kept)
        best = max(truth.means.values())
        for seed in range(1000 * number, 1000 * number + args.seeds):  # one seed deals all hands alike
            buried, figure = kept.get(
                ["table", hand, kitty, contract.denomination, args.deals, seed],
                lambda: reported(contract.bid, hand, kitty, n_deals=args.deals, seed=seed, **keywords),  # noqa: B023
            )
            cost, error = best - truth.of(buried), figure - truth.of(buried)
            yield cost, error
            print(f"  seed {seed}: buries {buried}, cost {cost:.4f}, figure off by {error:+.4f}", flush=True)
        print(f"  the best of all takes {best:.4f}; {time.monotonic() - began:.0f} s so far", flush=True)


def reported(bid, hand, kitty, **keywords):
    """Return what a table reports as the best burial, and the figure it gives it."""
    row = exchange_table(bid, hand, kitty, GAME, objective="tricks", **keywords).loc[1]
    return row["buried"], float(row["tricks_mean"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--first", type=int, default=77, help="the seed of the hands")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--truth", type=int, default=200_000)
    parser.add_argument("--of", type=int, default=200, help="how many burials the truth knows")
    parser.add_argument("--leave", type=float, metavar="TRICKS", help="what is measured no further (nothing)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="where what has been found out is kept")
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
