"""The default player beats greedy, and greedy beats random: the same deals, seats exchanged (a small benchmark)."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))

from strength import Match, margins

from handsim import games

N = 4000
# In what declarer's side counts, over two plays of each deal: tricks, or the points of Smear, of which skill moves two.
MARGINS = {
    ("bid whist", "maxims", "greedy"): 0.5,
    ("bid whist", "greedy", "random"): 2.0,
    ("smear", "maxims", "greedy"): 0.12,
    ("smear", "greedy", "random"): 0.25,
}


@pytest.mark.parametrize("game", dict.fromkeys(name for name, *_ in MARGINS))
def test_the_better_player_wins(game):
    match = Match(N, 11, games.find(game))
    for (name, one, other), margin in MARGINS.items():
        if name == game:
            for setting in match.settings:
                mean, error = margins(match, setting, one, other, one)["sum"]
                assert mean - 5 * error > 0 and mean > margin, (setting, one, other, mean, error)
