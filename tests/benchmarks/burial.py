"""What the burial policy costs: its own choice against the best of all 18,564, over random hands and kitties.

    python tests/benchmarks/burial.py [--hands 200] [--deals 10000] [--seed 1] [--kind any|trumps|notrump]

Each hand is played in the denomination that declarer would choose: that with the most mean tricks on deals of their
own, the kitty unseen. The best burial is found on one stream of deals and the cost, in tricks, measured on another,
so that it is not inflated by the search (where the search errs, it is too low by what that costs).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from handsim.analysis.exchange import exchange_table
from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.analysis.study import counted, results_here
from handsim.cards import Hand
from handsim.engine.rng import DEAL, SELECT
from handsim.games.base import NOTRUMP, Contract
from handsim.games.bid_whist import BidWhist

CHOICE = 500


def hands(n: int, seed: int, game: BidWhist) -> Iterator[tuple[str, str]]:
    """Yield random hands and kitties, as texts."""
    for row in deal_block(situation(None, game, seed=seed, any_hand=True), DEAL, 0, n).tolist():
        yield tuple(str(Hand(game.deck.cards(row[place]))) for place in (0, 4))


def chosen(hand: str, game: BidWhist, kind: str, seed: int) -> Contract:
    """Return the contract that declarer would choose among all, or those with or without a trump suit."""
    contracts = [c for c in game.contracts("4 uptown") + game.contracts("4 downtown") if kind != "notrump"]
    contracts += [c for c in game.contracts("4 notrump") if kind != "trumps"]
    asked = situation(hand, game, seed=seed)
    tricks = counted(asked, contracts, results_here(asked, contracts, SELECT, 0, CHOICE))
    return contracts[int(np.argmax(tricks.mean(axis=1)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=("any", "trumps", "notrump"), default="any")
    parser.add_argument("--verbose", action="store_true", help="list every hand")
    args = parser.parse_args()
    game, costs, notrumps = BidWhist(), [], []
    for number, (hand, kitty) in enumerate(hands(args.hands, args.seed, game)):
        contract = chosen(hand, game, args.kind, number)
        table = exchange_table(
            contract.bid, hand, kitty, game, trump=contract.trump if contract.trump != NOTRUMP else None,
            direction=contract.direction, n_deals=args.deals, seed=number, objective="tricks",
        )  # fmt: skip
        choice = table.attrs["policy_choice"]
        costs.append(choice["cost"])
        notrumps.append(contract.trump == NOTRUMP)
        if args.verbose:
            print(f"{choice['cost']:.3f} rank {choice['rank']}: {contract.denomination}: {hand} + {kitty}: buries "
                  f"{choice['buried']}, best {table.loc[1, 'buried']}", flush=True)  # fmt: skip
    cost = np.array(costs)
    print(
        f"{args.hands} hands, seed {args.seed}, {args.deals} deals, {args.kind} ({np.mean(notrumps):.0%} at notrump):"
    )
    print(f"mean cost {cost.mean():.3f} +- {cost.std(ddof=1) / len(cost) ** 0.5:.3f} tricks; "
          f"median {np.median(cost):.3f}, 90% below {np.quantile(cost, 0.9):.3f}, worst {cost.max():.3f}")  # fmt: skip


if __name__ == "__main__":
    main()
