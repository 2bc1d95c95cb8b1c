"""Any executor gives the same bits; an interruption is prompt, a dead worker an error that says what is lost."""

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path

import pandas as pd
import pytest
from engine_probes import play_nothing, set_aside_digest

import handsim as hs
from handsim import errors
from handsim.analysis import simulate
from handsim.engine import cache, jit
from handsim.engine.policy import Policy
from handsim.errors import PolicyError, WorkerError

HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
N_DEALS = 3000  # four blocks
MANY = 5_000_000  # minutes of work: a run that ends in seconds was stopped
PATIENCE = 60
DEALS = simulate.BLOCK // 10  # a block, in ten denominations
CHEAT = Policy("cheat", play_nothing, set_aside_digest)


@pytest.fixture(scope="module")
def expected():
    return hs.bid_table(HAND, n_deals=N_DEALS, seed=3)


def same(table, expected):
    pd.testing.assert_frame_equal(table, expected, check_exact=True)
    assert table.attrs == expected.attrs


def forbid_compiling():
    def refuse():
        raise AssertionError("a worker compiled a kernel that it should have found in the cache")

    jit.on_compile = refuse


@contextmanager
def process_pool(method="spawn", **options):
    if method not in get_all_start_methods():
        pytest.skip(f"no {method} on this platform")
    with ProcessPoolExecutor(2, mp_context=get_context(method), **options) as pool:
        yield pool


@contextmanager
def loky_pool():
    loky = pytest.importorskip("joblib.externals.loky")
    pool = loky.get_reusable_executor(max_workers=2)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True)


@contextmanager
def dask_client(allowed_failures=3):
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": allowed_failures}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


# The same bits


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads(workers, expected):
    with ThreadPoolExecutor(workers) as pool:
        same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=pool), expected)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_give_the_same_bits_and_compile_nothing(method, expected):
    if cache.cache_root() is None and not jit.JIT_DISABLED:
        pytest.skip("nowhere to keep compiled kernels")
    with process_pool(method, initializer=forbid_compiling) as pool:
        same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=pool), expected)


def test_loky(expected):
    with loky_pool() as pool:
        same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=pool), expected)


def test_dask(expected):
    with dask_client() as client:
        same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=client.get_executor()), expected)
        other = hs.bid_table(HAND, n_deals=N_DEALS, seed=4, executor=client.get_executor())
        same(other, hs.bid_table(HAND, n_deals=N_DEALS, seed=4))  # and not what it remembers of the first


class OnlyMap:
    """Has a map and nothing else; remembers how much it was given at a time."""

    def __init__(self, kind=list):
        self.kind, self.given = kind, []

    def map(self, function, blocks):
        self.given.append(len(blocks))
        return self.kind(function(block) for block in blocks)


@pytest.mark.parametrize("kind", [list, iter], ids=["all at once", "one by one"])
def test_nothing_but_map_is_used(kind, expected):
    same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=OnlyMap(kind)), expected)


def test_a_map_that_drops_work_is_not_believed():
    with pytest.raises(ValueError, match="shorter"):
        hs.playouts(HAND, n_deals=N_DEALS, executor=OnlyMap(lambda parts: list(parts)[:-1]))


def test_work_is_handed_over_in_waves(monkeypatch, expected):
    monkeypatch.setattr(simulate, "WAVE", 2)
    executor = OnlyMap()
    same(hs.bid_table(HAND, n_deals=N_DEALS, seed=3, executor=executor), expected)
    assert set(executor.given) <= {1, 2}
    # 819 deals a block to choose on, in ten denominations; more to measure, in those that were chosen.
    used = len(expected.groupby(["trump", "direction"]))
    assert sum(executor.given) == -(-1500 // DEALS) + -(-N_DEALS // (simulate.BLOCK // used))


# Errors


def test_errors_survive_the_way_back_from_a_worker():
    for name, error in vars(errors).items():
        if isinstance(error, type):
            back = pickle.loads(pickle.dumps(error("words")))
            assert type(back) is error, name
            assert str(back) == "words"


def test_the_error_of_a_lost_worker_is_not_about_input():
    assert issubclass(WorkerError, RuntimeError)
    assert not issubclass(WorkerError, ValueError)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, process_pool])
def test_an_error_in_a_worker_passes_unchanged(pool):
    with pool() as workers, pytest.raises(PolicyError, match="the policy cheat played a card") as caught:
        hs.playouts(HAND, n_deals=N_DEALS, policy=CHEAT, executor=workers)
    assert type(caught.value) is PolicyError


def dying_block(block):
    """Play a block in a worker, or die of it: not while a result is written, where Python itself hangs (the pipe)."""
    if block.start >= 8 * DEALS:
        os.kill(os.getpid(), signal.SIGKILL)
    return PLAY_BLOCK(block)


PLAY_BLOCK = simulate.play_block


class Killer:
    """A progress callback that kills processes when the first work comes back."""

    def __init__(self, victims):
        self.victims = list(victims)

    def __call__(self, done, total):
        while self.victims:
            os.kill(self.victims.pop(), signal.SIGKILL)


def check_loss(executor, name, progress=None):
    with pytest.raises(WorkerError, match=f"{name} died") as caught:
        hs.playouts(HAND, n_deals=200_000, seed=9, executor=executor, progress=progress)
    lost = re.search(r"lost are deals (\d+) to 199999 of the deals that are measured \(seed 9\)", str(caught.value))
    assert lost
    assert int(lost[1]) % DEALS == 0
    assert caught.value.__cause__ is not None


needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this platform")


@needs_kill
@pytest.mark.parametrize(
    ("pool", "name"), [(process_pool, "ProcessPoolExecutor"), (loky_pool, "_ReusablePoolExecutor")]
)
def test_a_killed_process_is_an_error_that_names_the_loss(pool, name, monkeypatch):
    with pool() as workers:
        monkeypatch.setattr(simulate, "play_block", dying_block)
        check_loss(workers, name)


@needs_kill
def test_a_killed_dask_worker_is_an_error_where_dask_does_not_try_again():
    with dask_client(allowed_failures=0) as client:
        check_loss(client.get_executor(), "ClientExecutor", Killer(client.run(os.getpid).values()))


@needs_kill
def test_dask_makes_good_what_a_killed_worker_lost():
    with dask_client() as client:
        victim = next(iter(client.run(os.getpid).values()))
        table = hs.playouts(HAND, n_deals=20_000, executor=client.get_executor(), progress=Killer([victim]))
    same(table, hs.playouts(HAND, n_deals=20_000))


def test_a_stream_without_a_name_is_lost_by_its_number(monkeypatch):
    class Broken:
        def map(self, function, blocks):
            future = Future()
            future.cancel()
            future.result()

    monkeypatch.setattr(simulate, "STREAMS", {})
    with pytest.raises(WorkerError, match=r"the Broken died \(CancelledError\): lost are deals 0 to 9 of stream 1"):
        hs.playouts(HAND, n_deals=10, executor=Broken())


# Interruption


def interrupt_at_once(done, total):
    raise KeyboardInterrupt


def test_an_interruption_cancels_what_is_queued(monkeypatch):
    started = []

    def counted(block):
        started.append(block.start)
        return play_block(block)

    play_block = simulate.play_block
    monkeypatch.setattr(simulate, "play_block", counted)
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt):
            hs.playouts(HAND, n_deals=MANY, executor=pool, progress=interrupt_at_once)
        done = pool.submit(threading.active_count)  # behind whatever is still queued
        done.result(PATIENCE)
    assert len(started) < 100
    started.clear()
    with pytest.raises(KeyboardInterrupt):
        hs.playouts(HAND, n_deals=MANY, progress=interrupt_at_once)
    assert len(started) < 100


TABLE = """
import sys
from concurrent.futures import ProcessPoolExecutor
import handsim as hs

def at_work(done, total):
    sys.stderr.write("at work\\n")  # one write, so that lines of two threads do not mix

def table(**options):
    try:
        hs.bid_table({hand!r}, n_deals={many}, progress=at_work, **options)
    except KeyboardInterrupt:
        print("interrupted")

if __name__ == "__main__":
    if sys.argv[1] == "threads":
        table()
    else:
        with ProcessPoolExecutor(2) as pool:
            table(executor=pool)
            print("the pool still works:", list(pool.map(abs, [-7])))
"""

COMMAND = """
import sys
from handsim.analysis import simulate
from handsim.cli import main

def told(block):
    sys.stderr.write("at work\\n")  # one write, so that lines of two threads do not mix
    return play_block(block)

play_block, simulate.play_block = simulate.play_block, told
sys.exit(main(["table", {hand!r}, "--csv", "--deals", "{many}"]))
"""

on_posix = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process")


def interrupted(script, folder, *arguments):
    """Run a script, press Ctrl-C when it says that it is at work, and return its status and what it printed."""
    file = folder / "script.py"
    file.write_text(script.format(hand=HAND, many=MANY))
    paths = [str(Path(hs.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, str(file), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )  # fmt: skip
    try:
        first = process.stderr.readline()
        assert first == "at work\n", first + process.stderr.read()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, out, [line for line in err.splitlines() if line != "at work"]


@on_posix
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_ctrl_c_ends_a_long_table(kind, tmp_path):
    status, out, complaints = interrupted(TABLE, tmp_path, kind)
    assert out.splitlines() == ["interrupted"] + ["the pool still works: [7]"] * (kind == "processes")
    assert (status, complaints) == (0, [])


@on_posix
def test_ctrl_c_leaves_no_half_written_output(tmp_path):
    assert interrupted(COMMAND, tmp_path) == (130, "", ["interrupted"])
