"""Hold the double-dummy functions against every row of the reference files, through what users call.

    python tests/exhaustive/reference_files.py [FILE ...] [--rows N] [--workers N]

The files are dd_*.csv in ../shared/reference beside the repository, or in the directory that HANDSIM_REFERENCE names.
Prints, for each, the values compared, the differences and the time; the exit status is 1 if there is any difference.
"""

import argparse
import csv
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

import handsim as hs

FOLDER = Path(os.environ.get("HANDSIM_REFERENCE") or ROOT.parent / "shared" / "reference")
WHIST, BID_WHIST = hs.Whist(), hs.BidWhist()
TRUMPS = ("S", "H", "D", "C", "NT")
DIRECTIONS = {"u": "uptown", "d": "downtown"}


def rows_of(name, n_rows=None):
    """The rows of a file: all of them, or so many spread over it."""
    with (FOLDER / name).open(newline="") as file:
        rows = list(csv.DictReader(file))
    return rows if n_rows is None else rows[:: max(1, len(rows) // n_rows)][:n_rows]


def differences(wanted, got, where):
    """Each place where two lists of values differ, in words."""
    assert len(wanted) == len(got), where
    return [
        f"{where}, value {i}: {w} in the file, {g}" for i, (w, g) in enumerate(zip(wanted, got, strict=True)) if w != g
    ]


# A check takes rows and an executor, and returns how many values it compared and the differences


def check_tables(rows, executor, deal="deal", wanted=None):
    """Full tables of bridge deals: 5 trumps x 4 declarers."""
    deals = [row[deal] if ":" in row[deal] else "N:" + row[deal] for row in rows]
    tables = hs.double_dummy_tables(deals, WHIST, executor=executor)
    found = []
    for number, row in enumerate(rows):
        said = wanted(row) if wanted else [row[f"{trump}_{seat}"] for trump in TRUMPS for seat in "NESW"]
        table = tables.loc[number]
        got = [int(table.at[declarer, trump]) for trump in TRUMPS for declarer in range(4)]
        found += differences(list(map(int, said)), got, deals[number])
    return 20 * len(rows), found


def contract_of(trump, direction, seat):
    if trump == "NT":
        return BID_WHIST.contract("1 notrump", direction=direction, declarer=seat)
    return BID_WHIST.contract(f"1 {direction}", trump=trump, declarer=seat)


def solved(job):
    deal, trump, direction, leader = job
    return hs.double_dummy(deal, contract_of(trump, direction, leader), leader=leader)


def check_bid_whist(rows, executor):
    """Deals of Bid Whist: the leader's side's tricks in what was computed of 10 denominations x 4 leaders."""
    jobs, wanted = [], []
    for row in rows:
        deal = hs.Deal.parse("; ".join(row[f"seat{seat}"] for seat in range(4)), game=BID_WHIST)
        for column, value in row.items():
            if "_lead" in column and value:
                denomination, leader = column.split("_lead")
                jobs.append((deal, denomination[:-1], DIRECTIONS[denomination[-1]], int(leader)))
                wanted.append(int(value))
    return len(jobs), differences(wanted, list(executor.map(solved, jobs)), "bid whist")


def check_endings(rows, executor):
    """Endings of Bid Whist with both jokers in play."""
    jobs = [
        (hs.Deal.parse("; ".join(row[f"seat{seat}"] for seat in range(4)), game=BID_WHIST), row["trump"],
         row["direction"], int(row["leader"]))
        for row in rows
    ]  # fmt: skip
    wanted = [int(row["tricks_leader_side"]) for row in rows]
    return len(jobs), differences(wanted, list(executor.map(solved, jobs)), "endings")


def traced(row):
    leader = int(row["first_leader_0N"])
    contract = WHIST.contract(trump=TRUMPS[int(row["trump_0S1H2D3C4N"])], declarer=(leader + 3) % 4)
    trace = hs.play_trace("N:" + row["deal_NESW"], contract, row["play"])
    return [trace.attrs["tricks_before"], *trace["tricks"].tolist()]


def check_traces(rows, executor):
    """The traces of real plays."""
    compared, found = 0, []
    for row, got in zip(rows, executor.map(traced, rows), strict=True):
        wanted = list(map(int, row["dd_trace"].split()))
        if len(wanted) == 49:  # the last trick, in which nobody has a choice, is not in the file
            wanted += wanted[-1:] * (len(got) - 49)
        compared += len(wanted)
        found += differences(wanted, got, row["deal_NESW"])
    return compared, found


def check_trace_tables(rows, executor):
    """The full tables of the deals that were really played."""
    return check_tables(rows, executor, "deal_NESW", lambda row: row["dd_table_SHDCN_x_NESW"].split())


CHECKS = [
    ("dd_bid_whist_endings.csv", check_endings),
    ("dd_bid_whist8.csv", check_bid_whist),
    ("dd_bid_whist12.csv", check_bid_whist),
    ("dd_play_traces.csv", check_traces),
    ("dd_play_traces.csv", check_trace_tables),
    ("dd_bridge12.csv", check_tables),
    ("dd_bridge13.csv", check_tables),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="some of the files (all)")
    parser.add_argument("--rows", type=int, help="so many rows of each (all)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="threads (one a processor)")
    args = parser.parse_args()
    values = wrong = 0
    with ThreadPoolExecutor(args.workers) as executor:
        for name, check in CHECKS:
            if args.files and name not in args.files:
                continue
            rows, started, used = rows_of(name, args.rows), time.perf_counter(), time.process_time()
            compared, found = check(rows, executor)
            took, cpu = time.perf_counter() - started, time.process_time() - used
            what = f"{name}, {check.__name__.removeprefix('check_')}: {len(rows)} rows, {compared} values"
            print(f"{what}, {len(found)} differences; {took:.1f} s, {cpu:.1f} s of CPU", flush=True)
            print(*found[:5], sep="\n", end="\n" * bool(found))
            values, wrong = values + compared, wrong + len(found)
    print(f"all: {values} values, {wrong} differences")
    return int(wrong > 0 or values == 0)


if __name__ == "__main__":
    sys.exit(main())
