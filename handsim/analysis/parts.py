"""A survey on its way to a file: parts in a directory beside it, each whole or not there, each with its checksum."""

from __future__ import annotations

import hashlib
import re
import shutil
import warnings
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

from handsim.errors import ArgumentError
from handsim.export import PathLike, check_path, check_suffix, load, save, suffix_of
from handsim.games.options import with_rules

PART_HANDS: Final = 256
"""Hands a part of a file: some seconds of work, all that an interruption can lose."""
SUM: Final = "sha256"
PART: Final = re.compile(r"hands-(\d+)-(\d+)\..*")
AGAIN: Final = "delete it, and the same call plays those hands again"


def checksum(table: pd.DataFrame) -> str:
    """Return a digest of the values of a table, whatever file they were in."""
    digest = hashlib.sha256()
    for name in table.columns:
        column = table[name]
        digest.update(f"{name}\0{column.dtype.kind in 'iufb'}\0".encode())
        if column.dtype.kind in "iufb":
            digest.update(np.ascontiguousarray(column.to_numpy()).tobytes())
        else:
            digest.update("\n".join(column.astype(str)).encode())
    digest.update(str(table.index.tolist()).encode())
    return digest.hexdigest()[:32]


class Store:
    """The rows of a survey that are there already, and where to those go that are played; this one keeps no file.

    Parameters
    ----------
    about
        What the survey is: the attrs of its tables.
    """

    def __init__(self, about: dict[Hashable, Any]) -> None:
        self.about = about
        self.found: dict[int, pd.DataFrame] = {}

    def check(self, play: Callable[[int], pd.DataFrame]) -> None:
        """Play a hand again of each table that was found: it must come out the same."""
        for start, table in self.found.items():
            now, then = play(start).iloc[0], table.iloc[0]
            wrong = [name for name in now.index if name not in then.index or now[name] != then[name]]
            if wrong:
                raise ArgumentError(
                    f"{self.place(start)}: hand {start} now comes out with another {wrong[0]}: it was made by another "
                    f"version of the library or of the policy; choose another path, or delete it"
                )
            return  # one is enough: it is the version that is asked about

    def place(self, start: int) -> Path:
        """Return the file that a table was found in."""
        raise NotImplementedError

    def missing(self, n_hands: int, part_hands: int) -> list[tuple[int, int]]:
        """Return the ranges of hands that must be played, each of at most so many."""
        wanted, at = [], 0
        for start in [*sorted(self.found), n_hands]:
            stop = min(start, n_hands)
            wanted += [(first, min(first + part_hands, stop)) for first in range(at, stop, part_hands)]
            at = max(at, start + len(self.found.get(start, ())))
        return wanted

    def add(self, table: pd.DataFrame) -> None:
        """Take in the hands of a range."""
        self.found[int(table.index[0])] = table

    def table(self, n_hands: int) -> pd.DataFrame:
        """Return the first hands in one table."""
        rows = pd.concat([self.found[start] for start in sorted(self.found)]).iloc[:n_hands]
        rows.index = pd.RangeIndex(len(rows), name="number")
        rows.attrs = {**self.about, "n_hands": len(rows)}
        return rows

    def finish(self, survey: pd.DataFrame) -> None:
        """Be done."""


class FileStore(Store):
    """A store in a file and, until it is done, in parts beside it."""

    def __init__(self, about: dict[Hashable, Any], path: PathLike) -> None:
        super().__init__(about)
        check_path(path)
        self.path = Path(path)
        self.places: dict[int, Path] = {}
        if self.path.exists():
            self._find(self.path, load(self.path))
        for start, part in parts_of(self.path):
            if start in self.places or any(s < start < s + len(t) for s, t in self.found.items()):
                continue  # of a run that was interrupted between the file and the removal of its parts
            self._find(part, read_part(part))

    def _find(self, place: Path, table: pd.DataFrame) -> None:
        check_whole(place, table)
        for name, value in self.about.items():
            if table.attrs.get(name) != value:
                raise ArgumentError(
                    f"{place}: of another survey, {_is(name, table.attrs)}, not {_is(name, self.about)}; "
                    "choose another path, or delete it"
                )
        bare = table.drop(columns=table.attrs.get("features", []))
        start = int(table.index[0])
        self.found[start], self.places[start] = bare, place

    def place(self, start: int) -> Path:
        """Return the file that a table was found in."""
        return self.places[start]

    def add(self, table: pd.DataFrame) -> None:
        """Write the hands of a range."""
        super().add(table)
        folder = folder_of(self.path)
        folder.mkdir(exist_ok=True)
        start, stop = int(table.index[0]), int(table.index[-1]) + 1
        signed = table.copy()
        signed.attrs = {**self.about, "n_hands": len(table), SUM: checksum(table)}
        save(signed, folder / f"hands-{start:07d}-{stop:07d}{suffix_of(self.path)}")

    def finish(self, survey: pd.DataFrame) -> None:
        """Write the whole file, unless a longer one is there, and take the parts away."""
        if self.places.get(0) == self.path and len(self.found[0]) > len(survey):
            return
        signed = survey.copy()
        signed.attrs = {**survey.attrs, SUM: checksum(survey)}
        save(signed, self.path)
        if sum(map(len, self.found.values())) <= len(survey):  # else there are parts of a longer survey
            shutil.rmtree(folder_of(self.path), ignore_errors=True)


def _is(name: Hashable, about: Mapping[Hashable, Any]) -> str:
    """Say what a survey is, in one of its attrs."""
    if name in ("game", "options"):
        return f"of {with_rules(str(about.get('game')), about.get('options') or {})}"
    if name == "table":
        return f"or of a {about.get(name)}"
    return f"with {name}={about.get(name)!r}"


def open_store(path: PathLike | None, about: dict[Hashable, Any]) -> Store:
    """Return the store for a survey: with what is in its file and its parts, checked."""
    return Store(about) if path is None else FileStore(about, path)


def folder_of(path: Path) -> Path:
    """Return the directory of a file's parts."""
    return path.with_name(f"{path.name}.parts")


def parts_of(path: Path) -> list[tuple[int, Path]]:
    """Return the parts of a file that are there, with the number of their first hand, in order."""
    names = ((PART.fullmatch(part.name), part) for part in folder_of(path).glob(f"hands-*{suffix_of(path)}"))
    return sorted((int(match[1]), part) for match, part in names if match)


def hands_in_parts(path: Path) -> int:
    """Return how many hands the parts of a file hold, by their names."""
    names = (PART.fullmatch(part.name) for _, part in parts_of(path))
    return sum(int(match[2]) - int(match[1]) for match in names if match)


def read_part(path: Path) -> pd.DataFrame:
    """Read a part, and check that it is whole and what its name says."""
    try:
        table = load(path)
        check_whole(path, table)
    except ArgumentError as error:
        raise ArgumentError(f"{path}: damaged; {AGAIN} ({str(error).removeprefix(f'{path}: ')})") from error
    except Exception as error:  # what a Parquet reader raises is no one's to list
        raise ArgumentError(f"{path}: damaged; {AGAIN} ({error})") from error
    match = PART.fullmatch(path.name)
    assert match is not None
    if (table.index[0], table.index[-1] + 1) != (int(match[1]), int(match[2])):
        raise ArgumentError(f"{path}: damaged; {AGAIN} (it holds other hands than its name says)")
    return table


def check_whole(path: Path, table: pd.DataFrame) -> None:
    """Raise an error that names the file where its values are not those that were written."""
    if SUM not in table.attrs:
        raise ArgumentError(f"{path}: not a survey")
    if table.attrs[SUM] != checksum(table):
        raise ArgumentError(f"{path}: damaged (its values are not those that were written)")


def read_survey(path: PathLike, kind: str) -> pd.DataFrame:
    """Read a survey from its file or, where that is not there yet, from its parts up to the first gap."""
    check_suffix(path)
    file = Path(path)
    if file.exists():
        table = load(file)
        check_whole(file, table)
        tables = [table]
    else:
        tables, at = [], 0
        for start, part in parts_of(file):
            if start == at:
                tables.append(read_part(part))
                at += len(tables[-1])
    if not tables:
        raise ArgumentError(f"{file}: there is no survey, neither finished nor begun")
    if tables[0].attrs.get("table") != kind:
        raise ArgumentError(f"{file}: not a {kind}")
    rows = pd.concat(tables)
    rows.index = pd.RangeIndex(len(rows), name="number")
    rows.attrs = {name: value for name, value in tables[0].attrs.items() if name != SUM} | {"n_hands": len(rows)}
    if not file.exists():
        warnings.warn(f"{file} is not finished: these are its first {len(rows):,} hands", stacklevel=3)
    return rows
