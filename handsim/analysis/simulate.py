"""Dealing and playing out a situation: blocks of deals over threads, or over any executor.

A block depends on its situation and its range of deals alone, so that neither the number of workers nor the size of
a block nor the order of work changes a bit of the result.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from handsim.analysis.situation import Situation
from handsim.engine.deal import deal_cards
from handsim.engine.frame import Frame
from handsim.engine.jit import Ints
from handsim.engine.playout import play_deals, play_out
from handsim.engine.rng import PLAY, stream_key
from handsim.errors import ArgumentError
from handsim.games.base import Contract, Game

Bytes = npt.NDArray[np.int8]
Progress: TypeAlias = bool | Callable[[int, int], None] | None

BLOCK = 1024
"""Deals a block: some ten milliseconds of work, so that an interruption is prompt and threads end together."""


@dataclass(frozen=True)
class Block:
    """A range of deals to deal and play out in some contracts: all that a worker needs to know."""

    situation: Situation
    contracts: tuple[Contract, ...]
    purpose: int
    start: int
    stop: int


def deal_block(situation: Situation, purpose: int, start: int, stop: int) -> Ints:
    """Deal the deals of a range: masks of physical cards, a row a deal, a column a place."""
    unseen, need, known = situation.layout()
    deals: Ints = deal_cards(unseen, need, known, stream_key(situation.seed, purpose), start, stop)
    return deals


def play_block(block: Block) -> Bytes:
    """Deal and play a block out: the tricks that each seat takes, shape (n_contracts, n_deals, 4)."""
    situation = block.situation
    deals = deal_block(situation, block.purpose, block.start, block.stop)
    key = stream_key(situation.seed, PLAY)
    played = [
        play_out(frame_of(situation.game, contract), situation.policy, deals, start=block.start, key=key)
        for contract in block.contracts
    ]
    return np.stack(played)


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
    block: int = BLOCK,
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
        Deals a block.

    Returns
    -------
    int8 array, shape (n_contracts, stop - start, 4)
        The tricks that each seat took in play.
    """
    warm(situation)
    blocks = [
        Block(situation, tuple(contracts), purpose, at, min(at + block, stop)) for at in range(start, stop, block)
    ]
    parts = []
    with _executor(executor, len(blocks)) as workers:
        for part in workers.map(play_block, blocks):
            parts.append(part)
            if advance is not None:
                advance(part.shape[0] * part.shape[1])
    return np.concatenate(parts, axis=1)


def warm(situation: Situation) -> None:
    """Compile, or load, every kernel that a situation's playouts run, so that workers need not."""
    for kernel in (deal_cards, play_deals, situation.policy.play, situation.policy.set_aside):
        kernel.compile()


def side_tricks(game: Game, contract: Contract, taken_by: Bytes) -> npt.NDArray[np.int64]:
    """Return the tricks that declarer's side took in play, from those of each seat (the last axis)."""
    side = game.sides[contract.declarer]
    seats = [seat for seat, of in enumerate(game.sides) if of == side]
    tricks: npt.NDArray[np.int64] = taken_by[..., seats].sum(axis=-1, dtype=np.int64)
    return tricks


def n_workers() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _executor(given: Executor | None, n_blocks: int) -> Iterator[Any]:
    if given is not None:
        if not callable(getattr(given, "map", None)):
            raise ArgumentError(f"executor={given!r}: it needs the map method of concurrent.futures.Executor")
        yield given
        return
    with ThreadPoolExecutor(max(1, min(n_workers(), n_blocks))) as threads:
        yield threads


@contextmanager
def progress_bar(progress: Progress, total: int) -> Iterator[Callable[[int], None] | None]:
    """Show how far the work is: nothing (None, False), a bar on stderr (True), or a call of (done, total)."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        from tqdm.auto import tqdm

        with tqdm(total=total, unit=" playouts", unit_scale=True, leave=False, file=sys.stderr) as bar:

            def update(n: int) -> None:
                bar.update(n)

            yield update
    elif callable(progress):
        done = 0

        def advance(n: int) -> None:
            nonlocal done
            done += n
            progress(done, total)

        yield advance
    else:
        raise ArgumentError(f"progress={progress!r}: it is None, True or a function of (done, total)")
