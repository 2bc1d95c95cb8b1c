"""How fast it is, as ratios measured in one run, with the absolute figures beside them.

    python tests/benchmarks/speed.py [--limit limit.cc] [--rounds 5]

The yardstick is a C++ probe that deals a Bid Whist hand and plays it out with random legal cards on one core; its
source is given by --limit (default: ../shared/tools/limit.cc beside the repository). Without it, or without g++, the
ratios to it are left out.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from handsim.analysis.bids import bid_table
from handsim.analysis.simulate import deal_block, play_situation, warm
from handsim.analysis.situation import situation
from handsim.engine.playout import play_deals, play_out
from handsim.engine.policy import Policy, find
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.games import GAMES, Game
from handsim.games.bid_whist import BidWhist

ROOT = Path(__file__).resolve().parents[2]
PROBE = ROOT.parent / "shared" / "tools" / "limit.cc"
HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
BLOCK = 8192
N_PROBE, N_OURS, N_GAMES = 600_000, 300_000, 30_000


def build(source: Path, folder: str) -> Path | None:
    """Compile the probe, or return None where it cannot be."""
    if not source.is_file() or shutil.which("g++") is None:
        return None
    binary = Path(folder) / "limit"
    subprocess.run(["g++", "-O3", "-march=native", "-o", str(binary), str(source)], check=True)
    return binary


def probe_rate(binary: Path, processes: int = 1) -> float:
    """Return the probe's playouts a second: of one core's CPU, or by wall clock for several processes together."""
    start = time.perf_counter()
    running = [
        subprocess.Popen([binary, str(N_PROBE), str(i + 1)], stdout=subprocess.PIPE, text=True)
        for i in range(processes)
    ]
    outputs = [process.communicate()[0] for process in running]
    if processes > 1:
        return processes * N_PROBE / (time.perf_counter() - start)
    return float(re.match(r"[\d.]+", outputs[0]).group())


def our_rate(policy: Policy, threads: int = 0) -> float:
    """Return our playouts a second, dealing all 54 cards included: one core's CPU, or several threads' wall clock."""
    asked, game = situation(None, BidWhist(), policy=policy, any_hand=True), BidWhist()
    contract = game.contract("4 uptown", trump="C")
    if threads:
        start = time.perf_counter()
        with ThreadPoolExecutor(threads) as executor:
            play_situation(asked, [contract], DEAL, 0, threads * N_OURS, executor=executor)
        return threads * N_OURS / (time.perf_counter() - start)
    frame, key = game.frame(contract), stream_key(0, PLAY)
    start = time.process_time()
    for at in range(0, N_OURS, BLOCK):
        play_out(frame, policy, deal_block(asked, DEAL, at, min(at + BLOCK, N_OURS)), start=at, key=key)
    return N_OURS / (time.process_time() - start)


def wall(command: list[str], **env: str) -> float:
    """Return the wall time of a command, in seconds."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **env})
    return time.perf_counter() - start


def median(rounds: int, measure: Callable[[], tuple[float, ...]]) -> tuple[float, ...]:
    """Return the medians of several figures that are measured together, round after round."""
    return tuple(statistics.median(column) for column in zip(*(measure() for _ in range(rounds)), strict=True))


def playout_ratios(binary: Path, rounds: int) -> None:
    """Print playouts a second against the probe's, on one core and on two."""
    random = Policy("random, six lowest buried", find("random").play, find("greedy").set_aside)
    for policy, goal in ((random, "0.7, ambition 0.95"), (find("greedy"), "-"), (find("maxims"), "0.3, ambition 0.5")):
        warm(situation(None, BidWhist(), policy=policy, any_hand=True), BidWhist().contracts())
        ours, theirs, ratio = median(rounds, lambda p=policy: (o := our_rate(p), t := probe_rate(binary), o / t))
        print(f"{policy.name}: {ours:,.0f} playouts/s, probe {theirs:,.0f}: ratio {ratio:.2f} (goal {goal})")

    def scaling() -> tuple[float, float, float]:
        ours = our_rate(random, 2) / our_rate(random, 1)
        theirs = probe_rate(binary, 2) / probe_rate(binary)
        return ours, theirs, ours / theirs

    ours, theirs, ratio = median(rounds, scaling)
    print(f"two threads: {ours:.2f} times one; two probes {theirs:.2f} times one: ratio {ratio:.2f} (goal 0.9)")


def table_ratio(rounds: int) -> float:
    """Print a bid table's time against that of 100,000 playouts; return the latter."""
    asked = situation(HAND, BidWhist())
    contracts = BidWhist().contracts()
    bid_table(HAND, n_deals=100)

    def measure() -> tuple[float, float, float]:
        start = time.perf_counter()
        bid_table(HAND)
        middle = time.perf_counter()
        play_situation(asked, contracts, DEAL, 0, 10_000)
        end = time.perf_counter()
        return middle - start, end - middle, (middle - start) / (end - middle)

    table, plays, ratio = median(rounds, measure)
    print(f"bid_table, 10,000 deals: {table:.3f} s; 100,000 playouts {plays:.3f} s: ratio {ratio:.2f} (goal 1.3)")
    return plays


def command_ratios(plays: float, rounds: int) -> None:
    """Print the command's wall times: warm, cold and for --help."""
    python = sys.executable
    run = [python, "-c", "import sys; from handsim.cli import main; sys.exit(main())"]
    asks = [*run, "ask", "four downtown", HAND]
    wall(asks)

    def measure() -> tuple[float, float, float, float]:
        ask, imports = wall(asks), wall([python, "-c", "import numpy, numba, pandas"])
        return ask, imports, wall([*run, "--help"]), ask / (imports + plays)

    ask, imports, help_, ratio = median(rounds, measure)
    print(
        f"handsim ask, warm: {ask:.2f} s; imports {imports:.2f} s, playouts {plays:.2f} s: ratio {ratio:.2f} (goal 1.8)"
    )
    print(f"handsim --help: {help_:.2f} s (goal 0.3)")
    with tempfile.TemporaryDirectory() as cold:
        print(f"handsim ask, the first ever run: {wall(asks, HANDSIM_CACHE_DIR=cold):.1f} s (goal 12)")


def card_rate(game: Game, policy: Policy) -> float:
    """Return the cards that a policy plays a second of CPU time in a game, in its first contract, dealing included."""
    asked, contract = situation(None, game, policy=policy, any_hand=True), game.contracts()[0]
    frame, key = game.frame(contract), stream_key(0, PLAY)
    n_cards = N_GAMES * frame.n_tricks * frame.n_playing
    start = time.process_time()
    for at in range(0, N_GAMES, BLOCK):
        play_out(frame, policy, deal_block(asked, DEAL, at, min(at + BLOCK, N_GAMES)), start=at, key=key)
    return n_cards / (time.process_time() - start)


def game_ratios(rounds: int) -> None:
    """Print what a card costs in each game against Bid Whist, and how often the playout was compiled for them all."""
    for policy in (find("greedy"), find("maxims")):
        for game in (kind() for kind in GAMES):
            card_rate(game, policy)

            def measure(game: Game = game, policy: Policy = policy) -> tuple[float, float, float]:
                ours, bid_whist = card_rate(game, policy), card_rate(BidWhist(), policy)
                return ours, bid_whist, bid_whist / ours

            ours, _, ratio = median(rounds, measure)
            print(
                f"{policy.name}, {game.title}: {ours:,.0f} cards/s; a card costs {ratio:.2f} of Bid Whist's (goal 1.5)"
            )
    print(f"the playout kernel has {len(play_deals.compile().signatures)} signature for all games")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=Path, default=PROBE, help="the probe's source")
    parser.add_argument("--rounds", type=int, default=5, help="rounds to take the median of")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        binary = build(args.limit, folder)
        if binary is None:
            print(f"no probe ({args.limit} or g++ is missing): ratios to it are left out")
        else:
            playout_ratios(binary, args.rounds)
        game_ratios(args.rounds)
        command_ratios(table_ratio(args.rounds), args.rounds)


if __name__ == "__main__":
    main()
