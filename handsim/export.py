"""Tables to files and back: :func:`save` and :func:`load`, as Parquet, CSV or JSON.

A table comes back equal to the bit: its columns' types, its index and its ``attrs`` too. Parquet keeps all of that by
itself. CSV and JSON do not, so the first line of the CSV (after a ``#``) and the head of the JSON say it.
"""

from __future__ import annotations

import contextlib
import csv
import gzip
import importlib.util
import io
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from handsim.errors import ArgumentError

PathLike: TypeAlias = str | os.PathLike[str]
FORMAT: Final = 1
MARK: Final = "# "


def save(table: pd.DataFrame, path: PathLike) -> Path:
    """Write a table to a file whose suffix says how: ``.parquet``, ``.csv``, ``.csv.gz`` or ``.json``.

    The file is there whole or not at all: it is written beside its place and then put there.

    Parameters
    ----------
    table
        A table of this library, or any DataFrame with columns of numbers, truth values and text.
    path
        Where to; a file that is there is replaced. ``.parquet`` needs pyarrow (``pip install 'handsim[parquet]'``).

    Returns
    -------
    Path
        The file.

    Raises
    ------
    ArgumentError
        If the suffix is none of these, the directory is not there, or the table holds what the format cannot.

    See Also
    --------
    load : Read it back.
    pandas.DataFrame.to_csv : Write the bare columns; works on every table, but ``attrs`` are lost.

    Examples
    --------
    >>> import tempfile
    >>> import handsim as hs
    >>> table = hs.bid_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=100)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     again = load(save(table, f"{folder}/table.csv"))
    >>> again.equals(table), again.attrs == table.attrs
    (True, True)
    """
    kind, file = _format(path), Path(path)
    if not isinstance(table, pd.DataFrame):
        raise ArgumentError(f"table: a DataFrame, not {type(table).__name__}")
    if table.columns.empty:
        raise ArgumentError(f"{file}: a table without columns is not worth a file")
    if _plain_attrs(table) != table.attrs:
        raise ArgumentError(f"{file}: attrs should hold only what JSON can hold: {table.attrs!r}")
    write_whole(file, kind.write(table, file))
    return file


def load(path: PathLike) -> pd.DataFrame:
    """Read a table that :func:`save` wrote, equal to the bit, ``attrs`` included.

    Parameters
    ----------
    path
        The file; its suffix is ``.parquet``, ``.csv``, ``.csv.gz`` or ``.json``.

    Raises
    ------
    ArgumentError
        If the suffix is none of these, or the file was not written by :func:`save` or is damaged.
    OSError
        If it cannot be read.
    """
    kind, file = _format(path), Path(path)
    data = file.read_bytes()
    try:
        return kind.read(data, file)
    except ArgumentError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        raise ArgumentError(f"{file}: not a table that handsim saved, or damaged ({error})") from error


def check_path(path: PathLike) -> None:
    """Raise the :class:`ArgumentError` of :func:`save` for such a file now, rather than after long work."""
    if _format(path).read is _from_parquet:
        _needs_pyarrow(Path(path))
    place_of(path)


def check_suffix(path: PathLike) -> None:
    """Raise the :class:`ArgumentError` of :func:`load` for a file whose name says nothing that it can read."""
    _format(path)


def place_of(path: PathLike) -> Path:
    """Return where a file really goes: links followed, the directory there."""
    real = Path(os.path.realpath(path))
    if not real.parent.is_dir():
        raise ArgumentError(f"{path}: there is no directory {real.parent}")
    if real.is_dir():
        raise ArgumentError(f"{path}: it is a directory, not a file to write to")
    if not os.access(real.parent, os.W_OK):
        raise ArgumentError(f"{path}: no file can be written in {real.parent}")
    return real


def write_whole(path: PathLike, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, whatever interrupts; an OSError names the file itself."""
    real = place_of(path)
    part = real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        os.replace(part, real)
    except BaseException as error:
        with contextlib.suppress(OSError):
            part.unlink()
        if isinstance(error, OSError) and error.errno is not None:
            raise type(error)(error.errno, error.strerror, str(path)) from error
        raise


class _Format(NamedTuple):
    write: Callable[[pd.DataFrame, Path], bytes]
    read: Callable[[bytes, Path], pd.DataFrame]


def suffix_of(path: PathLike) -> str:
    """Return the suffix that says how a file is written; ``.csv.gz`` is one."""
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError(f"path={path!r}: a file's name, such as 'bids.csv'")
    file = Path(path)
    return "".join(file.suffixes[-2:] if file.suffix.lower() == ".gz" else file.suffixes[-1:]).lower()


def _format(path: PathLike) -> _Format:
    suffix = suffix_of(path)
    if suffix not in _FORMATS:
        raise ArgumentError(f"{path}: the suffix {suffix!r} is none of {', '.join(_FORMATS)}")
    return _FORMATS[suffix]


def _plain_attrs(table: pd.DataFrame) -> Any:
    try:
        return json.loads(json.dumps(table.attrs))
    except (TypeError, ValueError):
        return None


# Parquet


def _to_parquet(table: pd.DataFrame, path: Path) -> bytes:
    _needs_pyarrow(path)
    buffer = io.BytesIO()
    table.to_parquet(buffer, engine="pyarrow")
    return buffer.getvalue()


def _from_parquet(data: bytes, path: Path) -> pd.DataFrame:
    _needs_pyarrow(path)
    return pd.read_parquet(io.BytesIO(data), engine="pyarrow")


def _needs_pyarrow(path: Path) -> None:
    if importlib.util.find_spec("pyarrow") is None:
        raise ArgumentError(f"{path}: Parquet needs pyarrow: pip install 'handsim[parquet]'")


# What CSV and JSON do not say by themselves


def _head(table: pd.DataFrame, path: Path) -> dict[str, Any]:
    """Say of a table what its values do not: attrs, types, index, and how many rows there should be."""
    names = list(table.columns)
    if len(set(names)) < len(names) or not all(isinstance(name, str) for name in names):
        raise ArgumentError(f"{path}: columns should have names, text and all different, not {names}")
    if isinstance(table.index, pd.MultiIndex):
        raise ArgumentError(f"{path}: an index of several levels; reset_index() first, or save as .parquet")
    index = table.index
    return {
        "handsim": FORMAT,
        "rows": len(table),
        "attrs": table.attrs,
        "dtypes": {name: _type_name(table[name], path) for name in names},
        "index": {
            "name": index.name,
            "dtype": _type_name(index.to_series(), path),
            "range": [index.start, index.stop, index.step] if isinstance(index, pd.RangeIndex) else None,
        },
    }


def _type_name(column: pd.Series[Any], path: Path) -> str:
    kind = column.dtype.kind
    text = kind == "O" and pd.api.types.infer_dtype(column, skipna=True) in ("string", "empty")
    if not (text or (kind in "iufb" and isinstance(column.dtype, np.dtype))):
        raise ArgumentError(f"{path}: column {column.name!r} holds {column.dtype}; save as .parquet")
    return str(column.dtype)


def _bare_range(index: dict[str, Any]) -> bool:
    """Whether an index only numbers the rows, so that it is no column of the file."""
    return index["range"] is not None and index["name"] is None


def _restore(columns: dict[str, Any], index: Any, head: dict[str, Any]) -> pd.DataFrame:
    """Put a table together from its columns, its index and what was said of it."""
    about = head["index"]
    rows = pd.RangeIndex(*about["range"]) if about["range"] is not None else pd.Index(index, dtype=about["dtype"])
    table = pd.DataFrame(
        {name: pd.Series(columns[name], index=rows, dtype=dtype) for name, dtype in head["dtypes"].items()},
        index=rows,
        columns=list(head["dtypes"]),
    ).rename_axis(about["name"])
    if len(table) != head["rows"]:
        raise ValueError(f"{len(table)} rows of {head['rows']}")
    table.attrs.update(head["attrs"])
    return table


def _checked(head: Any) -> dict[str, Any]:
    if not isinstance(head, dict) or head.get("handsim") != FORMAT:
        raise ValueError(f"it does not begin with what hs.save writes, format {FORMAT}; pandas may read it")
    return head


# CSV


def _to_csv(table: pd.DataFrame, path: Path) -> bytes:
    head = _head(table, path)
    for name in table.columns:
        if table[name].dtype.kind == "O" and table[name].isna().any():
            raise ArgumentError(f"{path}: column {name!r} lacks a text; CSV cannot tell that from an empty one")
    text = table.to_csv(index=not _bare_range(head["index"]), lineterminator="\n")
    return f"{MARK}{json.dumps(head, ensure_ascii=False)}\n{text}".encode()


def _from_csv(data: bytes, path: Path) -> pd.DataFrame:
    first, _, rest = data.decode().partition("\n")
    head = _checked(json.loads(first.removeprefix(MARK)) if first.startswith(MARK) else None)
    # Not pandas.read_csv: only some of its versions read a float back to the bit.
    titles, *rows = csv.reader(io.StringIO(rest, newline=""), strict=True)
    about, types = head["index"], list(head["dtypes"].items())
    if not _bare_range(about):
        types.insert(0, (about["name"] or "", about["dtype"]))
    if titles != [name for name, _ in types]:
        raise ValueError(f"its columns are {titles}")
    if len(rows) != head["rows"]:
        raise ValueError(f"{len(rows)} rows of {head['rows']}")
    cells = list(zip(*rows, strict=True)) or [()] * len(types)
    columns = [list(map(_READ.get(dtype[:3], str), column)) for (_, dtype), column in zip(types, cells, strict=True)]
    index = None if _bare_range(about) else columns.pop(0)
    return _restore(dict(zip(head["dtypes"], columns, strict=True)), index, head)


def _to_csv_gz(table: pd.DataFrame, path: Path) -> bytes:
    return gzip.compress(_to_csv(table, path), mtime=0)


def _from_csv_gz(data: bytes, path: Path) -> pd.DataFrame:
    try:
        text = gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(str(error)) from error
    return _from_csv(text, path)


_READ: Final[dict[str, Callable[[str], Any]]] = {
    "int": int,
    "uin": int,
    "flo": lambda cell: float(cell or "nan"),
    "boo": {"True": True, "False": False}.__getitem__,
}
"""How a cell is read, by how its type's name begins; else it is text."""


# JSON


def _to_json(table: pd.DataFrame, path: Path) -> bytes:
    head = _head(table, path)
    columns = {name: _json_values(table[name]) for name in table.columns}
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if not _bare_range(head["index"]):
        head["index"]["values"] = _json_values(table.index.to_series())
    return json.dumps({**head, "records": records}, ensure_ascii=False, indent=1, allow_nan=False).encode()


def _json_values(column: pd.Series[Any]) -> list[Any]:
    """Return a column's values as JSON has them: what is missing as null, an infinity as text."""
    values: list[Any] = column.tolist()
    if column.dtype.kind == "O":
        return [None if pd.isna(value) else value for value in values]
    if column.dtype.kind == "f":
        return [None if np.isnan(value) else value if np.isfinite(value) else str(value) for value in values]
    return values


def _from_json(data: bytes, path: Path) -> pd.DataFrame:
    head = _checked(json.loads(data))
    records = head["records"]
    columns = {
        name: [_number(record[name]) if dtype.startswith("float") else record[name] for record in records]
        for name, dtype in head["dtypes"].items()
    }
    index = head["index"].get("values")
    return _restore(columns, index, head)


def _number(value: float | str | None) -> float:
    return np.nan if value is None else float(value)


_FORMATS: Final = {
    ".parquet": _Format(_to_parquet, _from_parquet),
    ".csv": _Format(_to_csv, _from_csv),
    ".csv.gz": _Format(_to_csv_gz, _from_csv_gz),
    ".json": _Format(_to_json, _from_json),
}
