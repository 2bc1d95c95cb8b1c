"""How well the policies play: matches on the same deals with seats exchanged, and what the exchange is worth.

    python tests/benchmarks/strength.py [--game "bid whist"] [--rules decks=2 ...] [--deals 20000] [--seed 1]

Each deal is played twice in declarer's best denomination (by the count of the cards he is dealt), with the same burial:
once one policy declares and the other defends, once the other way round. "sum" is the difference between the two
plays in what declarer's side counts (tricks, or points), "declaring" and "defending" are its parts, against both sides
playing the second policy. A *good* hand is one of the sixth of all hands whose count is highest. Where some bids are
played in another way (alone, say), each way is a setting.

Where tricks are counted a second line has the same in net points of the lowest bid that is played so: of a bid for all
the tricks a few are worth little to declarer, and he does well to risk them.

In a game in which each plays for himself a deal is played twice, one seat playing by the first policy and the second,
all others by the second: where that seat declares, where it does not, and where nobody has bid. The figures are what it
captures more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

import numpy as np

from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.engine.count import playing_count
from handsim.engine.playout import play_out
from handsim.engine.policy import Policy, find
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.games import find as find_game
from handsim.games.base import NOTRUMP, Contract, Game

GOOD_OF = 6


class Match:
    """Deals in some settings, each with the contract that declarer's count picks: (contract, deals)."""

    def __init__(self, n_deals: int, seed: int, game: Game) -> None:
        self.game, self.seed = game, seed
        deals = deal_block(situation(None, game, seed=seed, any_hand=True), DEAL, 0, n_deals * GOOD_OF)
        self.settings, kinds = {}, dict[str, list[Contract]]()
        for contract in game.contracts():
            way, suit = game.played_as(contract.bid), contract.trump != NOTRUMP
            kinds.setdefault(" ".join([way, "trumps" if suit else "notrump"]).strip(), []).append(contract)
        for kind, contracts in kinds.items():
            counts = np.stack([playing_count(game.frame(c), deals[:, 0]) for c in contracts])
            best = counts.argmax(axis=0)
            order = np.argsort(-counts.max(axis=0), kind="stable")
            for hands, rows in (("any hand", np.arange(n_deals)), ("good hand", order[:n_deals])):
                self.settings[f"{kind}, {hands}"] = [
                    (c, np.ascontiguousarray(deals[rows[best[rows] == i]])) for i, c in enumerate(contracts)
                ]

    def counts(
        self, setting: str, declaring: Policy, defending: Policy, burying: Policy, game: Game | None = None
    ) -> np.ndarray:
        """Play a setting out, perhaps by another game's rules, and return what declarer's side counts, by deals."""
        game = game or self.game
        return np.concatenate([
            game.counted(contract, result)
            for contract, result in self._results(setting, declaring, defending, burying, game)
        ])  # fmt: skip

    def points(self, setting: str, declaring: Policy, defending: Policy, burying: Policy) -> np.ndarray:
        """Play a setting out and return the net points of declarer's side, by deals."""
        return np.concatenate([
            self.game.net(self.game.score(contract, result))
            for contract, result in self._results(setting, declaring, defending, burying, self.game)
        ])  # fmt: skip

    def _results(
        self, setting: str, declaring: Policy, defending: Policy, burying: Policy, game: Game
    ) -> Iterator[tuple[Contract, np.ndarray]]:
        key = stream_key(self.seed, PLAY)
        for contract, deals in self.settings[setting]:
            frame = game.frame(contract)
            outcome = play_out(frame, declaring, deals, against=defending, set_aside=burying, key=key)
            yield contract, game.result(contract, outcome)


def margins(
    match: Match, setting: str, one: str, other: str, burial: str, in_points: bool = False
) -> dict[str, tuple[float, float]]:
    """Return the mean and standard error of the sum and of its parts, in what the game counts or in net points."""
    a, b, burying = find(one), find(other), find(burial)
    play = match.points if in_points else match.counts
    ab, ba, bb = (play(setting, x, y, burying) for x, y in ((a, b), (b, a), (b, b)))
    parts = {"sum": ab - ba, "declaring": ab - bb, "defending": bb - ba}
    return {name: (float(d.mean()), float(d.std(ddof=1) / len(d) ** 0.5)) for name, d in parts.items()}


class AloneMatch:
    """Deals of a game in which each plays for himself, by what seat 0 does in them: (contract, deals)."""

    def __init__(self, n_deals: int, seed: int, game: Game) -> None:
        self.game, self.seed = game, seed
        deals = deal_block(situation(None, game, seed=seed, any_hand=True), DEAL, 0, n_deals)
        self.settings = {
            "declaring": self._bid(deals, [0]),
            "not declaring": self._bid(deals, range(1, game.n_seats)),
            "nobody has bid": [(game.no_bid(dealer), deals) for dealer in range(game.n_seats)],
        }

    def _bid(self, deals: np.ndarray, declarers: Iterable[int]) -> list[tuple[Contract, np.ndarray]]:
        """Return the deals with the contract that each declarer's count picks."""
        found = []
        for seat in declarers:
            contracts = self.game.contracts(declarer=seat)
            counts = np.stack([playing_count(self.game.frame(c), deals[:, seat]) for c in contracts])
            best = counts.argmax(axis=0)
            found += [(c, np.ascontiguousarray(deals[best == i])) for i, c in enumerate(contracts)]
        return found

    def captured(self, setting: str, policy: Policy, others: Policy) -> np.ndarray:
        """Return the points that seat 0 captures."""
        return np.concatenate([
            self.game.captured(contract, self._play(contract, deals, policy, others))[:, -contract.declarer]
            for contract, deals in self.settings[setting]
        ])  # fmt: skip

    def _play(self, contract: Contract, deals: np.ndarray, policy: Policy, others: Policy) -> np.ndarray:
        return play_out(self.game.frame(contract), policy, deals, against=others, key=stream_key(self.seed, PLAY))

    def margin(self, setting: str, one: str, other: str) -> tuple[float, float]:
        """Return how much more seat 0 captures by one policy than by another, and the standard error."""
        d = self.captured(setting, find(one), find(other)) - self.captured(setting, find(other), find(other))
        return float(d.mean()), float(d.std(ddof=1) / len(d) ** 0.5)


def match_of(n_deals: int, seed: int, game: Game) -> Match | AloneMatch:
    """Return the kind of match that is played in a game."""
    alone = len(set(game.sides)) == game.n_seats
    return AloneMatch(n_deals, seed, game) if alone else Match(n_deals, seed, game)


def report_alone(match: AloneMatch) -> Iterator[str]:
    """Yield the lines of the report of a game in which each plays for himself."""
    for one, other in (("maxims", "greedy"), ("greedy", "random")):
        yield f"one {one} instead of {other} among {other}"
        for setting in match.settings:
            mean, error = match.margin(setting, one, other)
            yield f"  {setting:24s} {mean:.3f} +- {error:.3f}; two-error bound {mean - 2 * error:.3f}"


def report(match: Match | AloneMatch) -> Iterator[str]:
    """Yield the lines of the report."""
    if isinstance(match, AloneMatch):
        yield from report_alone(match)
        return
    for one, other, burial in (("maxims", "greedy", "maxims"), ("greedy", "random", "greedy")):
        yield f"{one} over {other} (both put aside as {burial})"
        for setting in match.settings:
            m = margins(match, setting, one, other, burial)
            low = m["sum"][0] - 2 * m["sum"][1]
            parts = ", ".join(f"{name} {mean:.3f} +- {se:.3f}" for name, (mean, se) in m.items())
            yield f"  {setting:24s} {parts}; two-error bound of the sum {low:.3f}"
            if match.game.counts_in == "tricks":
                m = margins(match, setting, one, other, burial, in_points=True)
                parts = ", ".join(f"{name} {mean:.3f} +- {se:.3f}" for name, (mean, se) in m.items())
                yield f"  {'  in points':24s} {parts}"
    maxims, greedy = find("maxims"), find("greedy")
    if any(match.game.frame(c).aside_count for c in match.game.contracts()):
        yield "putting aside as maxims over putting the lowest aside (maxims playing)"
        for setting in match.settings:
            d = match.counts(setting, maxims, maxims, maxims) - match.counts(setting, maxims, maxims, greedy)
            yield f"  {setting:24s} {d.mean():.3f} +- {d.std(ddof=1) / len(d) ** 0.5:.3f}"
    if getattr(match.game, "exchange", False):
        yield "the exchange over a dead kitty (maxims playing, the same denomination)"
        dead = match.game.with_options({"exchange": False})
        for setting in match.settings:
            d = match.counts(setting, maxims, maxims, maxims)
            d = d - match.counts(setting, maxims, maxims, maxims, game=dead)
            yield f"  {setting:24s} {d.mean():.3f} +- {d.std(ddof=1) / len(d) ** 0.5:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="bid whist")
    parser.add_argument("--rules", nargs="*", default=[], metavar="OPTION=VALUE")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = find_game(args.game).with_options(dict(rule.split("=") for rule in args.rules))
    print(f"{game!r}: {args.deals} deals a setting, seed {args.seed}; in {game.counts_in}")
    for line in report(match_of(args.deals, args.seed, game)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
