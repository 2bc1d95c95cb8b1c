"""The notebooks as they are kept: executed in order, and without what differs from run to run or machine to machine.

`.ci/run` executes them; this only reads them.
"""

import json
import re

import pytest
from update_notebooks import METADATA, NOTEBOOKS

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
PLACE = re.compile(r"(?<![\w.:/])/(home|root|tmp|work|usr|opt|Users|var)/|[A-Z]:\\|site-packages|\.venv")
TIME = re.compile(r"\b\d\d:\d\d:\d\d\b")


@pytest.fixture(params=PATHS, ids=lambda path: path.name)
def notebook(request):
    return json.loads(request.param.read_text(encoding="utf-8"))


def texts(notebook):
    """Every text that a reader sees: of cells and of outputs, but not the bytes of pictures."""
    for cell in notebook["cells"]:
        yield "".join(cell["source"])
        for output in cell.get("outputs", []):
            yield "".join(output.get("text", ""))
            yield from ("".join(data) for kind, data in output.get("data", {}).items() if kind.startswith("text/"))


def test_there_is_one():
    assert PATHS


def test_executed_from_top_to_bottom(notebook):
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert sum(bool(cell["outputs"]) for cell in cells) >= len(cells) - 1  # all but the imports
    kinds = {(output["output_type"], output.get("name")) for cell in cells for output in cell["outputs"]}
    assert kinds <= {("execute_result", None), ("display_data", None), ("stream", "stdout")}


def test_nothing_of_the_machine_or_the_moment(notebook):
    assert notebook["metadata"] == METADATA
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    assert [text for text in texts(notebook) if PLACE.search(text) or TIME.search(text) or "Warning" in text] == []


def test_its_figures_are_of_the_full_count(notebook):
    assert any("10,000 deals" in text for text in texts(notebook))
