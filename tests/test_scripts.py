"""The scripts beside the tests, which nothing else runs every day: each still finds what it imports."""

import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SCRIPTS = sorted([*TESTS.glob("benchmarks/*.py"), *TESTS.glob("exhaustive/*.py")])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_says_what_it_takes(script):
    told = subprocess.run([sys.executable, str(script), "--help"], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "usage:" in told.stdout


def test_there_are_scripts():
    assert len(SCRIPTS) >= 6
