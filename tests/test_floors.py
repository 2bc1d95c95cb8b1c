"""The floors of the house: who may import whom, read from the sources."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "handsim"
FLOORS = {
    "errors": 0, "cards": 0, "notation": 0,
    "stats": 1, "engine": 1,
    "games": 2,
    "analysis": 3, "export": 3,  # tables, and to files and back
    "plots": 4, "plots_kitty": 4, "plots_survey": 4,
    "cli": 5,
}  # fmt: skip
FACE = 4.5
"""The package itself gathers what is below for its users, the commands among them; nothing below may import it."""
# llvmlite is numba's own lower half: the intrinsics need it, in jit.py and for the memory of the solver.
ENGINE_MAY_IMPORT = {"numpy", "numba", "llvmlite"}
FLOOR_0_MAY_IMPORT: set[str] = set()
STATS_MAY_IMPORT = {"numpy"}
NEVER = {"scipy", "dask", "mpi4py", "sklearn", "joblib"}
"""What the package does without."""


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def floor_of(module):
    parts = module.split(".")
    assert len(parts) == 1 or parts[1] in FLOORS, f"{module} stands on no floor yet: give it one in FLOORS"
    return FLOORS[parts[1]] if len(parts) > 1 else FACE


def is_type_checking(node):
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports_of(source, module):
    """Every module that a source imports, wherever in it, except for type checkers only: (name, at import time?)."""
    found = []

    def visit(node, at_import):
        if is_type_checking(node):
            for child in node.orelse:
                visit(child, at_import)
            return
        if isinstance(node, ast.Import):
            found.extend((alias.name, at_import) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide what is imported"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.append((whole if whole in MODULES else node.module, at_import))
        inner = at_import and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        for child in ast.iter_child_nodes(node):
            visit(child, inner)

    visit(ast.parse(source), True)
    return [(name, now) for name, now in found if name != "__future__"]


IMPORTS = {name: imports_of(path.read_text(), name) for name, path in MODULES.items()}


def of_the_house(module):
    return sorted({name for name, _ in IMPORTS[module] if name.split(".")[0] == "handsim"})


def from_outside(module):
    roots = {name.split(".")[0] for name, _ in IMPORTS[module]}
    return roots - set(sys.stdlib_module_names) - {"handsim"}


def upward(module, imported):
    """The imports of a module from a floor above its own."""
    return [name for name in imported if floor_of(name) > floor_of(module)]


@pytest.mark.parametrize("module", [m for m in MODULES if m not in ("handsim", "handsim.__main__")])
def test_nothing_is_imported_from_a_floor_above(module):
    assert not upward(module, of_the_house(module))


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("handsim.engine")])
def test_the_engine_knows_numbers_only(module):
    assert from_outside(module) <= ENGINE_MAY_IMPORT
    for name in of_the_house(module):
        assert name == "handsim.errors" or name.startswith("handsim.engine"), name
    if module not in ("handsim.engine.jit", "handsim.engine.dd_memory"):
        assert "llvmlite" not in from_outside(module)


def test_the_ground_floor_needs_nothing():
    for module in ("handsim.errors", "handsim.cards", "handsim.notation"):
        assert from_outside(module) == FLOOR_0_MAY_IMPORT, module
    assert from_outside("handsim.stats") <= STATS_MAY_IMPORT
    for module in MODULES:
        assert not from_outside(module) & NEVER, module


def circle(graph):
    """A circle of imports, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return None
        path.append(node)
        for after in graph.get(node, ()):
            if found := visit(after):
                return found
        path.pop()
        done.add(node)
        return None

    for node in graph:
        if found := visit(node):
            return found
    return None


def test_there_is_no_circle():
    graph = {module: of_the_house(module) for module in MODULES if module != "handsim"}
    assert circle(graph) is None


def test_one_compiler_and_one_registry():
    """numba's decorators and their cache live in jit.py alone."""
    for module, path in MODULES.items():
        if module.startswith("handsim.engine") and module != "handsim.engine.jit":
            assert not {"numba.njit", "numba.jit"} & {name for name, _ in IMPORTS[module]}
            assert "njit" not in path.read_text() and "cache=True" not in path.read_text(), module


def test_pandas_and_charts_are_not_below_their_floors():
    for module in MODULES:
        if module != "handsim" and floor_of(module) < FLOORS["analysis"]:
            assert not from_outside(module) & {"pandas", "matplotlib", "tqdm"}, module
        if floor_of(module) < FLOORS["plots"]:
            assert "matplotlib" not in from_outside(module), module


@pytest.mark.parametrize("module", ["handsim", "handsim.games", "handsim.stats", "handsim.cli"])
def test_importing_loads_neither_numba_nor_pandas(module):
    if module not in MODULES:
        pytest.skip(f"there is no {module}")
    heavy = ("numba", "pandas", "matplotlib", "tqdm") + (("numpy",) if module != "handsim.stats" else ())
    code = f"import sys, {module}; print([m for m in {heavy} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert shown.stdout.strip() == "[]"


# The reading itself can find what it should


def test_imports_are_found_wherever_they_are():
    source = """
from __future__ import annotations
import os, handsim.cards
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from handsim.analysis import bids
else:
    import this
def f():
    from handsim.engine import bits
    if True:
        import numba.core
"""
    assert imports_of(source, "handsim.x") == [
        ("os", True), ("handsim.cards", True), ("typing", True), ("this", True), ("handsim.engine.bits", False),
        ("numba.core", False),
    ]  # fmt: skip


def test_a_wrong_house_is_noticed():
    assert upward("handsim.engine.bits", ["handsim.games.base", "handsim.errors"]) == ["handsim.games.base"]
    assert upward("handsim.games.base", ["handsim.engine.frame", "handsim"]) == ["handsim"]
    assert circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]
    assert circle({"a": ["b", "c"], "b": ["c"], "c": []}) is None


def test_no_file_grows_without_end():
    for module, path in MODULES.items():
        assert len(path.read_text().splitlines()) < 1000, module
