"""Solving many deals double dummy: blocks of deals over threads or any executor, each worker with a table of its own.

What comes out depends on the deals alone: neither on the number of workers nor on blocks, order or memory (which
changes the number of positions searched, never a value).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from handsim.analysis.simulate import Block, check_version, deal_block, frame_of, lost_deals, run_blocks, warm
from handsim.analysis.situation import Situation
from handsim.engine import dd_copies, dd_kernels
from handsim.engine.cache import SOURCES_DIGEST
from handsim.engine.double_dummy import LARGEST_MIB, MEMORY_MIB, SMALLEST_MIB, solve_frame_hands, workspace
from handsim.engine.frame import Frame
from handsim.engine.jit import Ints, int64_array
from handsim.engine.outcome import MAX_SEATS
from handsim.engine.playout import set_aside_deals
from handsim.engine.rng import PLAY, stream_key
from handsim.engine.set_aside import hands_after
from handsim.engine.warm import compile_kernels
from handsim.errors import ArgumentError
from handsim.games.base import Contract, Game

SOLVES = 8
"""Solves a block: a fraction of a second of work, so that an interruption is prompt and workers end together."""
MEMORY_VARIABLE = "HANDSIM_MEMORY_MIB"
VALUES, NODES = slice(0, MAX_SEATS), MAX_SEATS


def memory_setting(memory_mib: int | None) -> int:
    """Return how much memory each worker's solver takes, in MiB: what is asked for, else the environment's, else 42."""
    name, value = "memory_mib", memory_mib if not isinstance(memory_mib, bool) else None
    if memory_mib is None:
        name, text = MEMORY_VARIABLE, os.environ.get(MEMORY_VARIABLE) or str(MEMORY_MIB)
        value = int(text) if text.strip().isdecimal() else None
    if not isinstance(value, int) or not SMALLEST_MIB <= value <= LARGEST_MIB:
        given = repr(memory_mib) if memory_mib is not None else os.environ.get(MEMORY_VARIABLE)
        raise ArgumentError(f"{name}={given}: it is a whole number of MiB from {SMALLEST_MIB} to {LARGEST_MIB:,}")
    return value


def warm_solver(game: Game | None = None) -> None:
    """Compile the solver that a game needs, or load it, so that workers need not; None: all of it."""
    modules = (dd_kernels, dd_copies) if game is None else (dd_copies if game.deck.copies > 1 else dd_kernels,)
    compile_kernels(*modules)


# The completions of a situation


@dataclass(frozen=True)
class SolveBlock(Block):
    """A range of deals of a situation to deal, and to solve in some contracts."""

    memory_mib: int = MEMORY_MIB


def solve_block(block: SolveBlock) -> Ints:
    """Deal a block, put cards aside by the policy, and solve it: shape (n_contracts, n_deals, 2).

    The last axis is the tricks that declarer's side takes in play, and the positions searched.
    """
    check_version(block)
    situation, start = block.situation, block.start
    deals = deal_block(situation, block.purpose, start, block.stop)
    key = stream_key(situation.seed, PLAY)  # the stream of the playouts, so that the same cards are put aside
    solved = np.empty((len(block.contracts), len(deals), 2), np.int64)
    for found, contract in zip(solved, block.contracts, strict=True):
        frame = frame_of(situation.game, contract)
        away = set_aside_deals(frame, situation.policy, deals, start=start, key=key)
        hands = hands_in_play(frame, deals, away)
        leader = frame.leader
        values, found[:, 1] = solve_frame_hands(hands, frame, (leader,), space=workspace(block.memory_mib))
        found[:, 0] = of_declarer(frame, leader, values[:, leader], hands)
    return solved


def hands_in_play(frame: Frame, deals: Ints, away: Ints | None = None) -> Ints:
    """Return the hands with which play begins, in the frame's bits, shape (n, 4).

    `deals` are physical cards; `away` is what was put aside, in the frame's bits; None: the hands are those of play.
    """
    away = int64_array([]) if away is None else away
    hands: Ints = hands_after(frame, np.ascontiguousarray(deals), away)
    return hands


def of_declarer(frame: Frame, leader: int, values: Any, hands: Ints) -> Ints:
    """Turn tricks of the leader's side into those of declarer's."""
    if frame.sides[leader] == frame.sides[frame.declarer]:
        return np.asarray(values, np.int64)
    rest: Ints = np.bitwise_count(hands[:, leader]).astype(np.int64) - values
    return rest


def solve_situation(
    situation: Situation,
    contracts: Sequence[Contract],
    purpose: int,
    start: int,
    stop: int,
    *,
    memory_mib: int = MEMORY_MIB,
    executor: Executor | None = None,
    advance: Callable[[int], None] | None = None,
    block: int | None = None,
) -> tuple[Ints, Ints]:
    """Deal a range of deals and solve the play of each in some contracts.

    Parameters
    ----------
    situation, contracts, purpose, start, stop, executor, advance
        As in :func:`~handsim.analysis.simulate.play_situation`; `advance` counts solves.
    memory_mib
        The memory of each worker's solver.
    block
        Deals a block; None: such that it is about `SOLVES` solves.

    Returns
    -------
    tricks, nodes
        int64 arrays of shape (n_contracts, stop - start): the tricks that declarer's side takes in play, and the
        positions that were searched.

    Raises
    ------
    WorkerError
        If a worker of the executor died; the message names the deals that were lost.
    """
    warm(situation, contracts)
    warm_solver(situation.game)
    block = block or max(1, SOLVES // max(1, len(contracts)))
    blocks = [
        SolveBlock(situation, tuple(contracts), purpose, at, min(at + block, stop), memory_mib=memory_mib)
        for at in range(start, stop, block)
    ]
    solved = np.empty((len(contracts), stop - start, 2), np.int64)
    with closing(run_blocks(solve_block, blocks, executor)) as parts:
        for done, part in parts:
            solved[:, done.start - start : done.stop - start] = part
            if advance is not None:
                advance(part.shape[0] * part.shape[1])
    return solved[..., 0], solved[..., 1]


# Deals that are given


@dataclass(frozen=True)
class GivenBlock:
    """Deals that are given, to be solved in some contracts, each for the leaders that the rules give its declarers."""

    game: Game
    contracts: tuple[Contract, ...]
    leaders: tuple[tuple[int, ...], ...]
    deals: tuple[tuple[int, ...], ...]
    start: int
    stop: int
    memory_mib: int
    version: str = SOURCES_DIGEST

    def lost(self, stop: int) -> str:
        """Name the deals."""
        return lost_deals(self.start, stop, "the deals that were given")


def solve_given_block(block: GivenBlock) -> Ints:
    """Solve a block: shape (n_contracts, n_deals, 5).

    The last axis is the tricks of the side of each leader (-1: not asked for), and the positions searched.
    """
    check_version(block)
    deals = np.array(block.deals, np.int64)
    sizes = np.bitwise_count(deals[:, 0])
    solved = np.empty((len(block.contracts), len(deals), MAX_SEATS + 1), np.int64)
    for found, contract, leaders in zip(solved, block.contracts, block.leaders, strict=True):
        frame = frame_of(block.game, contract)
        hands = hands_in_play(frame, deals)
        for size in np.unique(sizes):
            these = sizes == size
            values, nodes = solve_frame_hands(hands[these], frame, leaders, space=workspace(block.memory_mib))
            found[these] = np.column_stack([values, nodes])
    return solved


def solve_given(
    game: Game,
    contracts: Sequence[Contract],
    leaders: Sequence[Sequence[int]],
    deals: Sequence[Sequence[int]],
    *,
    memory_mib: int = MEMORY_MIB,
    executor: Executor | None = None,
    advance: Callable[[int], None] | None = None,
    block: int | None = None,
) -> tuple[Ints, Ints]:
    """Solve deals (masks of physical cards, a seat each) in some contracts.

    Parameters
    ----------
    game
        The game.
    contracts, leaders
        The contracts, and for each the seats that lead, each in a solve of its own.
    deals
        The deals.
    memory_mib, executor, advance, block
        As in :func:`solve_situation`; `advance` counts deals.

    Returns
    -------
    values, nodes
        int64 arrays of shape (n_contracts, n_deals, 4), the tricks of the side of each leader, and
        (n_contracts, n_deals), the positions that were searched.
    """
    warm_solver(game)
    block = block or max(1, SOLVES // max(1, sum(map(len, leaders))))
    masks = [tuple(map(int, deal)) for deal in deals]
    asked = tuple(contracts), tuple(map(tuple, leaders))
    blocks = [
        GivenBlock(game, *asked, tuple(masks[at : at + block]), at, min(at + block, len(masks)), memory_mib)
        for at in range(0, len(masks), block)
    ]
    solved = np.empty((len(contracts), len(masks), MAX_SEATS + 1), np.int64)
    with closing(run_blocks(solve_given_block, blocks, executor)) as parts:
        for done, part in parts:
            solved[:, done.start : done.stop] = part
            if advance is not None:
                advance(done.stop - done.start)
    return solved[..., VALUES], solved[..., NODES]


def slowest(contracts: Sequence[Contract], nodes: Ints) -> dict[str, Any]:
    """Return, as JSON-plain values, which deal took the most positions, in which denomination, and how many."""
    row, deal = np.unravel_index(int(np.argmax(nodes)), nodes.shape)
    denomination = str(contracts[int(row)].denomination)
    return {"deal": int(deal), "denomination": denomination, "nodes": int(nodes[row, deal])}
