"""The README's examples run, and print what it says that they print."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from update_readme import README, Runner, examples, scripts, updated

from handsim.engine import policy

SET_UP = (
    "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/handsim ask "
    '"four downtown" "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"',
    "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest",
)


@pytest.fixture
def registry():
    """The registered policies, put back as they were afterwards."""
    before = dict(policy._registry)
    yield
    policy._registry.clear()
    policy._registry.update(before)


def test_examples(registry):
    runner = Runner()
    for example in examples(README.read_text(encoding="utf-8")):
        got = runner.run(example)
        where = f"README.md, line {example.line}: {example.source}"
        assert example.agrees(got), f"{where}\nprinted\n{got}\n(python tests/update_readme.py rewrites the page)"


@pytest.mark.parametrize("script", scripts(README.read_text(encoding="utf-8")))
def test_scripts(script, tmp_path):
    if "dask" in script:
        pytest.importorskip("distributed")
    (tmp_path / "script.py").write_text(script, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(README.parent)}
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "Warning" not in done.stderr


def test_set_up_commands_are_there():
    lines = README.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("python3")] == list(SET_UP)


PAGE = """\
```python
>>> a = 1
>>> if a:
...     print("x", end="")
...     print()
gone
>>> print("a\\n\\nb")
>>> print(range(9), "abc")
range(...) abc
>>> 1 / 0
```
text
```python
print("a script")
```
```console
$ handsim --version
old
```
"""


def test_updating(tmp_path):
    once = updated(PAGE)
    assert "...     print()\nx\n" in once
    assert "a\n<BLANKLINE>\nb\n" in once
    assert "range(...) abc" in once
    assert "ZeroDivisionError: division by zero\n```\ntext\n" in once
    assert "$ handsim --version\nhandsim 0." in once
    assert scripts(once) == ['print("a script")\n']
    assert updated(once) == once
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    script = Path(__file__).parent / "update_readme.py"
    subprocess.run([sys.executable, script, page], check=True, capture_output=True)
    assert page.read_text(encoding="utf-8") == once
