"""What is saved comes back equal to the bit: values, types, index and attrs; or an error says what is wrong."""

import importlib.util
import json
import math
import os
import stat

import numpy as np
import pandas as pd
import pytest

import handsim as hs
from handsim import export
from handsim.errors import ArgumentError
from handsim.export import load, save, write_whole

HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
no_pyarrow = importlib.util.find_spec("pyarrow") is None
SUFFIXES = [
    pytest.param(".parquet", marks=pytest.mark.skipif(no_pyarrow, reason="pyarrow is not installed")),
    ".csv",
    ".csv.gz",
    ".json",
]
TEXT = SUFFIXES[1:]


@pytest.fixture(scope="module")
def tables():
    return {
        "bids": hs.bid_table(HAND, n_deals=200, known={"kitty": "C2"}),
        "one deal": hs.bid_table(HAND, n_deals=1),  # its errors are nan
        "denominations": hs.denomination_table(HAND, n_deals=200),
        "playouts": hs.playouts(HAND, n_deals=50),
        "deals": hs.sample_deals(HAND, n_deals=50),
        "no rows": hs.playouts(HAND, n_deals=1).iloc[:0],
    }


def same(table, expected):
    pd.testing.assert_frame_equal(
        table, expected, check_exact=True, check_index_type="exact", check_column_type="exact"
    )
    assert table.attrs == expected.attrs
    for name in expected.select_dtypes("float"):
        assert table[name].to_numpy().tobytes() == expected[name].to_numpy().tobytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", ["bids", "one deal", "denominations", "playouts", "deals", "no rows"])
def test_tables_come_back_equal(name, suffix, tables, tmp_path):
    table = tables[name]
    file = save(table, tmp_path / f"table{suffix}")
    same(load(file), table)
    same(load(str(file)), table)
    assert os.listdir(tmp_path) == [file.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_awkward_values_come_back_equal(suffix, tmp_path):
    awkward = [0.1, -0.0, math.nan, math.inf, -math.inf, 5e-324, 1 / 3, 2.0**53 + 2]
    table = pd.DataFrame(
        {
            "x": awkward,
            "small": np.array(awkward, dtype=np.float32),
            "n": np.array([2**63 - 1, -(2**63), 0, 1, 2, 3, 4, 5]),
            "byte": np.arange(8, dtype=np.int8),
            "big": np.arange(8, dtype=np.uint64) + np.uint64(2**63),
            "yes": [True, False] * 4,
            "text": ["", "NA", "nan", "null", "1", ' a,"b" ', "two\nlines", "♠ ü # {"],
        },
        index=pd.Index(["", "NA", "a", "a", "#", "# {", "1", "\t"]),
    )
    table.attrs.update(a={"b": [1, 2.5, None, "♠", True]}, hand="two\nlines")
    same(load(save(table, tmp_path / f"t{suffix}")), table)


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize(
    "index",
    [
        pd.RangeIndex(3),
        pd.RangeIndex(3, name="deal"),
        pd.RangeIndex(10, 4, -2),
        pd.Index([3, 1, 2]),
        pd.Index([0.5, math.nan, 1], name="x"),
        pd.Index(["a", "b", "c"], name="n"),
    ],
    ids=str,
)
def test_an_index_comes_back_equal(index, suffix, tmp_path):
    table = pd.DataFrame({"n": [1, 2, 3]}, index=index)
    same(load(save(table, tmp_path / f"t{suffix}")), table)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_table_without_columns_is_refused(suffix, tmp_path):
    with pytest.raises(ArgumentError, match="without columns"):
        save(pd.DataFrame(index=[1, 2]), tmp_path / f"t{suffix}")


def test_missing_text(tmp_path):
    table = pd.DataFrame({"text": pd.Series(["a", None], dtype=pd.Series(["a"]).dtype)})
    same(load(save(table, tmp_path / "t.json")), table)
    with pytest.raises(ArgumentError, match=r"t\.csv: column 'text' lacks a text"):
        save(table, tmp_path / "t.csv")


def test_others_can_read_the_files(tables, tmp_path):
    table = tables["bids"]
    plain = pd.read_csv(save(table, tmp_path / "t.csv"), skiprows=1, index_col="bid")
    pd.testing.assert_frame_equal(plain, table, rtol=1e-15)
    said = json.loads(save(table, tmp_path / "t.json").read_text(encoding="utf-8"))
    assert said["attrs"] == table.attrs
    assert [record["level"] for record in said["records"]] == table["level"].tolist()
    assert said["index"]["values"] == table.index.tolist()


def test_plain_pandas_works_too(tables, tmp_path):
    for table in tables.values():
        table.to_csv(tmp_path / "t.csv")
        assert len(pd.read_csv(tmp_path / "t.csv")) == len(table)


# Errors


@pytest.mark.parametrize("path", ["t.xlsx", "t", "t.txt.gz", ".csv"])
def test_an_unknown_suffix_is_named(path, tables, tmp_path):
    suffix = {"t.txt.gz": ".txt.gz", "t.xlsx": ".xlsx"}.get(path, "")
    for act in (lambda: save(tables["bids"], tmp_path / path), lambda: load(tmp_path / path)):
        wanted = rf"the suffix '{suffix}' is none of \.parquet, \.csv, \.csv\.gz, \.json"
        with pytest.raises(ArgumentError, match=wanted):
            act()
    assert os.listdir(tmp_path) == []


def test_parquet_without_pyarrow_says_what_to_install(tables, tmp_path, monkeypatch):
    monkeypatch.setattr(export.importlib.util, "find_spec", lambda name: None)
    (tmp_path / "t.parquet").write_bytes(b"")
    for act in (lambda: save(tables["bids"], tmp_path / "t.parquet"), lambda: load(tmp_path / "t.parquet")):
        with pytest.raises(ArgumentError, match=r"t\.parquet: Parquet needs pyarrow: pip install 'handsim\[parquet\]'"):
            act()


@pytest.mark.parametrize("suffix", TEXT)
def test_what_a_format_cannot_hold_is_refused(suffix, tmp_path):
    file = tmp_path / f"t{suffix}"
    twice = pd.DataFrame([[1, 2]], columns=["a", "a"])
    for table, words in [
        (twice, "all different"),
        (pd.DataFrame({1: [2]}), "columns should have names"),
        (pd.DataFrame({"n": [1]}, index=pd.MultiIndex.from_tuples([(1, 2)])), "several levels"),
        (pd.DataFrame({"when": pd.to_datetime(["2026-01-01"])}), "column 'when' holds datetime64"),
        (pd.DataFrame({"things": [{}]}), "column 'things' holds object"),
    ]:
        with pytest.raises(ArgumentError, match=words):
            save(table, file)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_attrs_that_are_not_plain_are_refused(suffix, tmp_path):
    table = pd.DataFrame({"n": [1]})
    for bad in ({"x": (1, 2)}, {"x": {1: 2}}, {"x": object()}):
        table.attrs = bad
        with pytest.raises(ArgumentError, match="attrs should hold only what JSON can hold"):
            save(table, tmp_path / f"t{suffix}")


@pytest.mark.parametrize("suffix", TEXT)
def test_what_is_no_table_is_refused(suffix, tmp_path):
    with pytest.raises(ArgumentError, match="a DataFrame, not list"):
        save([1, 2], tmp_path / f"t{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_damaged_file_is_named(suffix, tables, tmp_path):
    file = save(tables["playouts"], tmp_path / f"t{suffix}")
    whole = file.read_bytes()
    for damaged in (b"", b"bid,level\n1,2\n", b"[]", b"\xff\xfe", whole[: len(whole) // 2], whole[:40]):
        file.write_bytes(damaged)
        with pytest.raises(ArgumentError, match=rf"t\{suffix}: not a table that handsim saved, or damaged"):
            load(file)


@pytest.mark.parametrize("suffix", TEXT)
def test_every_lost_line_is_noticed(suffix, tables, tmp_path):
    file = save(tables["bids"], tmp_path / f"t{suffix}")
    lines = file.read_bytes().splitlines(keepends=True)
    for n in range(len(lines)):
        file.write_bytes(b"".join(lines[:n]))
        with pytest.raises(ArgumentError, match="damaged"):
            load(file)


def test_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"gone\.csv"):
        load(tmp_path / "gone.csv")


# Whole or not at all


def test_a_directory_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ArgumentError, match="there is no directory"):
        write_whole(tmp_path / "none" / "t.csv", b"")


def test_what_cannot_be_written_is_named_not_its_part(tmp_path, monkeypatch):
    (tmp_path / "t.csv").mkdir()
    with pytest.raises(ArgumentError, match=r"t\.csv: it is a directory"):
        write_whole(tmp_path / "t.csv", b"")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(ArgumentError, match="no file can be written in"):
        write_whole(tmp_path / "u.csv", b"")
    monkeypatch.undo()
    monkeypatch.setattr(os, "replace", lambda part, _real: open(part / "x"))  # noqa: SIM115  it cannot be opened
    with pytest.raises(OSError, match=r"'[^']*/u\.csv'$") as caught:
        write_whole(tmp_path / "u.csv", b"")
    assert ".part" not in str(caught.value)


@pytest.mark.parametrize("interruption", [OSError("disk full"), KeyboardInterrupt()])
def test_an_interrupted_write_leaves_what_was_there(interruption, tmp_path, monkeypatch):
    file = tmp_path / "t.csv"
    file.write_bytes(b"before")

    def fail(part, place):
        assert part.read_bytes() == b"after"
        raise interruption

    monkeypatch.setattr(export.os, "replace", fail)
    with pytest.raises(type(interruption)):
        write_whole(file, b"after")
    assert os.listdir(tmp_path) == ["t.csv"]
    assert file.read_bytes() == b"before"


@pytest.mark.skipif(os.name == "nt", reason="links and modes of POSIX")
def test_links_and_modes_are_those_of_an_ordinary_write(tmp_path):
    (tmp_path / "ordinary").write_bytes(b"")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"data"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == stat.S_IMODE((tmp_path / "ordinary").stat().st_mode)
