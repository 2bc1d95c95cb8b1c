"""Dealing and playing out a situation; and the machinery under it: blocks of work over threads, or over any executor.

A block depends on its situation and its range of deals alone, so that neither the number of workers nor the size of
a block nor the order of work changes a bit of the result.

Of an executor only ``map`` is used. Blocks are handed to it in waves, so that neither queue nor results grow with the
number of deals; after an interruption or an error what is still queued is cancelled.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from numba.core.errors import NumbaError

from handsim.analysis.situation import Situation
from handsim.engine.cache import SOURCES_DIGEST
from handsim.engine.deal import deal_cards, turn_up_cards
from handsim.engine.frame import NOBODY, Frame
from handsim.engine.jit import Ints, Kernel
from handsim.engine.playout import SEATS, play_deals, play_out
from handsim.engine.policy import decisions_in
from handsim.engine.rng import BURY, DEAL, PLAY, SELECT, TURN_UP, stream_key
from handsim.errors import ArgumentError, PolicyError, WorkerError
from handsim.games.base import Contract, Game

Bytes = npt.NDArray[np.int8]
Progress: TypeAlias = bool | Callable[[int, int], None] | None

BLOCK = 8192
"""Playouts a block: some ten milliseconds of work, so that an interruption is prompt and workers end together."""
WAVE = 1024
"""Blocks that are handed to an executor at a time."""

STREAMS = {
    DEAL: "the deals that are measured",
    SELECT: "the deals that trumps are chosen on",
    BURY: "the deals that burials are chosen on",
}


class Work(Protocol):
    """A range of deals to work on: all that a worker needs to know, and can be pickled."""

    @property
    def start(self) -> int:
        """The first deal's index."""

    @property
    def stop(self) -> int:
        """The index after the last deal's."""

    @property
    def version(self) -> str:
        """A digest of the engine that asks, so that a worker with another engine refuses the work."""

    def lost(self, stop: int) -> str:
        """Say what is lost, up to the work that ends with `stop`, when a worker dies before it hands this back."""


W = TypeVar("W", bound=Work)
R = TypeVar("R")


@dataclass(frozen=True)
class Block:
    """A range of deals of a situation to deal, and to play out in some contracts."""

    situation: Situation
    contracts: tuple[Contract, ...]
    purpose: int
    start: int
    stop: int
    version: str = SOURCES_DIGEST

    def lost(self, stop: int) -> str:
        """Name the deals, their stream and its seed."""
        stream = STREAMS.get(self.purpose, f"stream {self.purpose}")
        return lost_deals(self.start, stop, f"{stream} (seed {self.situation.seed})")

    def play(self) -> Bytes:
        """Deal and play the block out: the outcomes, shape (n_contracts, n_deals, n_columns)."""
        situation = self.situation
        deals = deal_block(situation, self.purpose, self.start, self.stop)
        key = stream_key(situation.seed, PLAY)
        played = [
            play_out(self.frame(contract), situation.policy, self.deals(deals, contract), start=self.start, key=key)
            for contract in self.contracts
        ]
        return np.stack(played)

    def frame(self, contract: Contract) -> Frame:
        """Return the frame that a contract is played in."""
        return frame_in(self.situation, contract)

    def deals(self, deals: Ints, contract: Contract) -> Ints:
        """Return the deals of this block as a contract is played on them."""
        return deals_in(self.situation, contract, deals, self.purpose, self.start)


def lost_deals(start: int, stop: int, of: str) -> str:
    """Say that a table is lost with some of its deals."""
    return (
        f"deals {start} to {stop - 1} of {of}, and with them this table; asked again with a sound executor it comes "
        "out the same"
    )


def check_version(work: Work) -> None:
    """Refuse work that another version of the engine asks for."""
    if work.version != SOURCES_DIGEST:
        raise WorkerError("a worker runs another version of handsim's engine: install the same one everywhere")


def deal_block(situation: Situation, purpose: int, start: int, stop: int) -> Ints:
    """Deal the deals of a range: masks of physical cards, a row a deal, a column a place.

    Where dealer throws cards away before the bidding he has done so, by the policy.
    """
    unseen, need, known = situation.layout()
    deals: Ints = deal_cards(unseen, need, known, stream_key(situation.seed, purpose), start, stop)
    return situation.after_discards(deals, start)


def deals_in(situation: Situation, contract: Contract, deals: Ints, purpose: int, start: int) -> Ints:
    """Return deals as a contract is played on them: a card that is turned up for it lies with dealer.

    Parameters
    ----------
    situation, contract
        What is played.
    deals, purpose, start
        What :func:`deal_block` returned, the stream of the deals and the first one's index.

    Returns
    -------
    int64 array, shape (n, n_places) or (n, n_places + 1)
        Where a card is turned up, a further column says which: :func:`frame_in` reads it.
    """
    cards, weights = situation.turn_ups(contract.denomination)
    if not len(cards):
        return deals
    key, dealer = stream_key(stream_key(situation.seed, purpose), TURN_UP), situation.dealer
    shown: Ints = turn_up_cards(deals, cards, weights, dealer, situation.known[dealer], key, start)
    return shown


def frame_in(situation: Situation, contract: Contract) -> Frame:
    """Return the frame that a contract is played in on the deals of :func:`deals_in`."""
    frame = frame_of(situation.game, contract)
    if not len(situation.turn_ups(contract.denomination)[0]):
        return frame
    return frame.showing(len(situation.places), situation.dealer)


def play_block(block: Block) -> Bytes:
    """Play a block, whatever kind it is, out: what a worker runs."""
    check_version(block)
    return block.play()


@functools.lru_cache(maxsize=256)
def frame_of(game: Game, contract: Contract) -> Frame:
    """Return a contract's frame; the same one again when it is asked for again."""
    return game.frame(contract)


def play_situation(
    situation: Situation,
    contracts: Sequence[Contract],
    purpose: int,
    start: int,
    stop: int,
    *,
    executor: Executor | None = None,
    advance: Callable[[int], None] | None = None,
    block: int | None = None,
    kind: type[Block] = Block,
) -> Bytes:
    """Deal and play a range of deals out in some contracts.

    Parameters
    ----------
    situation, contracts
        What is played.
    purpose, start, stop
        The stream of deals and the range of their indices.
    executor
        Anything with the ``map`` of ``concurrent.futures.Executor``; None: threads, one a processor.
    advance
        Called with the number of playouts done, as they are done.
    block
        Deals a block; None: such that it is about `BLOCK` playouts.
    kind
        The kind of block: what a worker does with a deal.

    Returns
    -------
    int8 array, shape (n_contracts, stop - start, n_columns)
        The outcomes: the tricks that each seat took in play and, where cards count, more; see
        :func:`~handsim.engine.playout.play_deals`.

    Raises
    ------
    WorkerError
        If a worker of the executor died; the message names the deals that were lost.
    """
    warm(situation, contracts)
    block = block or max(1, BLOCK // max(1, len(contracts)))
    blocks = [kind(situation, tuple(contracts), purpose, at, min(at + block, stop)) for at in range(start, stop, block)]
    n_columns = max((frame_of(situation.game, contract).n_columns for contract in contracts), default=SEATS)
    outcomes = np.empty((len(contracts), stop - start, n_columns), dtype=np.int8)
    with closing(run_blocks(play_block, blocks, executor)) as played:
        for done, part in played:
            expected = (len(contracts), done.stop - done.start, n_columns)
            if not isinstance(part, np.ndarray) or part.shape != expected or part.dtype != np.int8:
                raise ArgumentError(f"executor={executor!r}: its map must return what the function does, in order")
            outcomes[:, done.start - start : done.stop - start] = part
            if advance is not None:
                advance(part.shape[0] * part.shape[1])
    return outcomes


def run_blocks(work: Callable[[W], R], blocks: Sequence[W], executor: Executor | None) -> Generator[tuple[W, R]]:
    """Yield every block with what a function makes of it, in order; on leaving early cancel what is queued.

    Parameters
    ----------
    work
        The function; a module's own, so that it can be sent to another process.
    blocks
        What it is called with.
    executor
        Anything with the ``map`` of ``concurrent.futures.Executor``; None: threads, one a processor.

    Raises
    ------
    WorkerError
        If a worker of the executor died; the message names the deals that were lost.
    """
    with _executor(executor, len(blocks)) as workers, closing(_in_waves(workers, work, blocks)) as results:
        yield from results


def _in_waves(workers: Executor, work: Callable[[W], R], blocks: Sequence[W]) -> Generator[tuple[W, R]]:
    for first in range(0, len(blocks), WAVE):
        wave = blocks[first : first + WAVE]
        parts: Iterator[R] = iter(())
        done = first
        try:
            parts = workers.map(work, wave)
            for result in zip(wave, parts, strict=True):
                yield result
                done += 1
        except Exception as error:
            if _is_loss(error):
                raise WorkerError(_lost(error, workers, blocks, done)) from error
            raise
        finally:
            getattr(parts, "close", lambda: None)()  # what map returns is a generator that cancels when closed


def _is_loss(error: Exception) -> bool:
    """Whether the error says that a worker died: the library's own or, known by its name, Dask's."""
    dask = any(cls.__name__ == "KilledWorker" for cls in type(error).__mro__)
    return dask or isinstance(error, (BrokenExecutor, CancelledError))


def _lost(error: Exception, workers: Executor, blocks: Sequence[Work], done: int) -> str:
    """Say what was lost when a worker died after so many blocks had come back."""
    died = f"a worker of the {type(workers).__name__} died ({type(error).__name__})"
    return f"{died}: lost are {blocks[done].lost(blocks[-1].stop)}"


def warm(situation: Situation, contracts: Sequence[Contract]) -> None:
    """Compile, or load, every kernel that playouts of these contracts run, so that workers need not."""
    deal_cards.compile()
    if situation.game.turns_up:
        turn_up_cards.compile()
    play_deals.compile()
    policy, frames = situation.policy, [frame_of(situation.game, contract) for contract in contracts]
    kernels: dict[int, Kernel] = {}
    for frame in frames:
        play, put, turn = decisions_in(frame, policy)
        kernels |= {id(kernel): kernel for kernel in (play, turn, *([put] if frame.aside_seat != NOBODY else []))}
    opening = situation.game.opening_frame(situation.dealer) if situation.discards else None
    if opening is not None:
        _, put, _ = decisions_in(opening, policy)
        kernels[id(put)] = put
    for kernel in kernels.values():
        try:
            kernel.compile()
        except NumbaError as error:
            why = str(error).strip().splitlines()[-1]
            raise PolicyError(f"the policy {situation.policy.name} cannot be compiled: {why}") from error


def n_workers() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _executor(given: Executor | None, n_blocks: int) -> Iterator[Executor]:
    if given is not None:
        if isinstance(given, type) or not callable(getattr(given, "map", None)):
            raise ArgumentError(f"executor={given!r}: it needs the map method of concurrent.futures.Executor")
        yield given
        return
    threads = ThreadPoolExecutor(max(1, min(n_workers(), n_blocks)))
    try:
        yield threads
    finally:
        threads.shutdown(cancel_futures=True)  # an interruption waits for the blocks that are running, for no other


@contextmanager
def progress_bar(progress: Progress, total: int, unit: str = "playouts") -> Iterator[Callable[[int], None] | None]:
    """Show how far the work is: nothing (None, False), a bar on stderr (True), or a call of (done, total)."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        from tqdm.auto import tqdm

        # The total is what is expected: how many denominations are measured is chosen on the way.
        with tqdm(total=total, unit=f" {unit}", unit_scale=True, leave=False, file=sys.stderr) as bar:

            def update(n: int) -> None:
                bar.update(n)

            yield update
    elif callable(progress):
        done = 0

        def advance(n: int) -> None:
            nonlocal done
            done += n
            progress(done, max(done, total))

        yield advance
        if done < total:  # fewer were needed than was expected
            progress(done, done)
    else:
        raise ArgumentError(f"progress={progress!r}: it is None, True or a function of (done, total)")
