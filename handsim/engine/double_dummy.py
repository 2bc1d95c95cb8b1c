"""Exact double-dummy play: the tricks that each side takes when all hands are known and nobody errs.

The search itself lives in the ``dd_*`` modules; here are the workspace it runs in and the functions to call. Values
count the tricks that are played, never a kitty. A workspace serves one thread at a time; each thread gets its own.
Where cards come in two copies a plainer search does it, slower (:mod:`handsim.engine.dd_copies`).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from handsim.engine import dd_copies, dd_kernels, dd_memory
from handsim.engine.dd_weights import WEIGHTS
from handsim.engine.frame import FIELD_MASK, NOBODY, Frame, to_frame_masks
from handsim.engine.jit import int64_array
from handsim.engine.outcome import MAX_SEATS

Ints = npt.NDArray[np.int64]
MEMORY_MIB = 42
SMALLEST_MIB, LARGEST_MIB = 4, 32_768  # chunks of 128 bytes are numbered with 28 bits
ALL_LEADERS = (0, 1, 2, 3)

_own = threading.local()


class Workspace:
    """The memory of one thread's solver: the table of what was proved, cleared when it is full.

    Parameters
    ----------
    memory_mib
        How much of it there is; more than the default hardly helps, less costs time, never exactness.
    """

    def __init__(self, memory_mib: int = MEMORY_MIB) -> None:
        if not SMALLEST_MIB <= memory_mib <= LARGEST_MIB:
            raise ValueError(f"the solver needs from {SMALLEST_MIB} to {LARGEST_MIB} MiB, not {memory_mib}")
        self.memory_mib = memory_mib
        self._words = np.zeros((memory_mib << 17) + 16, np.int64)
        self.address = -(-self._words.ctypes.data // 128) * 128
        self.size = memory_mib << 20
        at = (self.address - self._words.ctypes.data + dd_memory.WEIGHTS_AT) // 8
        self._words[at : at + len(WEIGHTS)] = WEIGHTS
        self._proved: Ints | None = None

    @property
    def proved(self) -> Ints:
        """The table of the search for two copies of a card, made when it is first asked for; it needs no clearing."""
        if self._proved is None:
            self._proved = np.zeros((self.memory_mib << 17) // dd_copies.ENTRY_WORDS * dd_copies.ENTRY_WORDS, np.int64)
        return self._proved

    @property
    def nodes(self) -> int:
        """Positions searched so far, all solves together."""
        return int(self._view(dd_memory.NODES))

    @property
    def clears(self) -> int:
        """How often the table was full and had to be cleared."""
        return int(self._view(dd_memory.CLEARS))

    def _view(self, offset: int) -> int:
        return int(self._words[(self.address - self._words.ctypes.data + offset) // 8])


def workspace(memory_mib: int = MEMORY_MIB) -> Workspace:
    """Return the calling thread's workspace of this size."""
    own = getattr(_own, "workspace", None)
    if own is None or own.memory_mib != memory_mib:
        own = _own.workspace = Workspace(memory_mib)
    return own


# ------------------------------------------------------------------------------------------ frames and slots


def slots(frame: Frame) -> list[int]:
    """Return the four slots of the search: the seat in each, or -1 for one that never wins a trick.

    Slots 0 and 2 play against 1 and 3, clockwise. With three seats in play the one that is alone takes slot 0.

    Raises
    ------
    ValueError
        If the sides do not fit: four seats must be partnerships across, three or two must be one against the rest.
    """
    order = [seat for seat in range(MAX_SEATS) if frame.next_seat[seat] != NOBODY]
    start, order = order[0], []
    while start not in order:
        order.append(start)
        start = int(frame.next_seat[start])
    sides = [int(frame.sides[seat]) for seat in order]
    n = len(order)
    if n == 4 and sides[0] == sides[2] != sides[1] == sides[3]:
        return order
    for turn in range(n):
        first, *others = sides[turn:] + sides[:turn]
        seats = order[turn:] + order[:turn]
        if n == 3 and others[0] == others[1] != first:
            return [seats[0], seats[1], NOBODY, seats[2]]
        if n == 2 and others[0] != first and not frame.worthless:
            return [seats[0], seats[1], NOBODY, NOBODY]
    raise ValueError(f"no double-dummy value for seats {order} playing for sides {sides}")


def _setup(frame: Frame, taken: list[int]) -> Ints:
    if frame.worthless & ~frame.free_lead:
        raise ValueError("cards of no suit must be free leads")
    setup = np.zeros(dd_kernels.SETUP_WORDS, np.int64)
    in_play = sum(1 << slot for slot, seat in enumerate(taken) if seat != NOBODY)
    setup[:5] = frame.trumps, frame.worthless, frame.free_lead, frame.throw_first, in_play
    return setup


def _refuse(hands: Ints, taken: list[int]) -> None:
    """Say why a deal cannot be solved."""
    held = [int(hands[slot]) for slot, seat in enumerate(taken) if seat != NOBODY]
    sizes = [hand.bit_count() for hand in held]
    if len(set(sizes)) > 1 or not 1 <= sizes[0] <= dd_kernels.MOST_CARDS:
        raise ValueError(f"double dummy needs hands of 1 to 13 cards, all of the same length, not {sizes}")
    raise ValueError("a card lies in two hands")


def _check(hands: Ints, taken: list[int]) -> None:
    """Refuse hands that differ in length or share a card, where the search does not look at that itself."""
    held = hands[:, [slot for slot, seat in enumerate(taken) if seat != NOBODY]]
    sizes = np.bitwise_count(held)
    shared = np.bitwise_count(np.bitwise_or.reduce(held, axis=1)) != sizes.sum(axis=1)
    bad = (sizes != sizes[:, :1]).any(axis=1) | (sizes[:, 0] < 1) | (sizes[:, 0] > dd_kernels.MOST_CARDS) | shared
    if bad.any():
        _refuse(hands[int(np.argmax(bad))], taken)


# --------------------------------------------------------------------------------------------------- solving


def kernel_arguments(hands: Ints, frame: Frame, leaders: Sequence[int], space: Workspace) -> tuple[Any, ...]:
    """Return what the kernel is called with; see :func:`solve_frame_hands`.

    Returns
    -------
    address, size, hands, setup, leaders, values, nodes
        The workspace; the hands by slot, shape (n, 4); the setup; a bit a leader; and two arrays to fill, the values
        by slot and the positions searched.
    """
    taken = slots(frame)
    seats = [seat for seat in taken if seat != NOBODY]
    if any(seat not in seats for seat in leaders):
        raise ValueError(f"leaders {list(leaders)} are not all among the seats in play {sorted(seats)}")
    placed = np.zeros((len(hands), 4), np.int64)
    wanted = 0
    for slot, seat in enumerate(taken):
        if seat != NOBODY:
            placed[:, slot] = hands[:, seat]
            wanted |= (seat in leaders) << slot
    values, nodes = np.full((len(hands), 4), -1, np.int8), np.zeros(len(hands), np.int64)
    return space.address, space.size, placed, _setup(frame, taken), wanted, values, nodes


def solve_frame_hands(
    hands: Ints, frame: Frame, leaders: Sequence[int] = ALL_LEADERS, *, space: Workspace | None = None
) -> tuple[npt.NDArray[np.int8], Ints]:
    """Solve many deals, given in the frame's bits, for each of some leaders.

    Parameters
    ----------
    hands
        Shape (n, 4): the hand of each seat (a seat that sits out is not looked at).
    frame
        The frame.
    leaders
        The seats that lead, each in a solve of its own; all of one deal share a table.

    Returns
    -------
    values, nodes
        Shape (n, 4): the tricks of the side of each leader (-1: not asked for); and the positions searched, a deal.
    """
    space = space or workspace()
    arguments = kernel_arguments(hands, frame, leaders, space)
    taken, placed, by_slot, nodes = slots(frame), arguments[2], *arguments[-2:]
    if frame.copies:
        _check(placed, taken)
        return _solve_copies(hands, frame, sum(1 << seat for seat in set(leaders)), space)
    dd_kernels.solve_deals(*arguments)
    if len(hands) and nodes.min() < 0:
        _refuse(placed[int(np.argmin(nodes))], taken)
    if taken == list(ALL_LEADERS):
        return by_slot, nodes
    values = np.full((len(hands), 4), -1, np.int8)
    for slot, seat in enumerate(taken):
        if seat != NOBODY:
            values[:, seat] = by_slot[:, slot]
    return values, nodes


def _solve_copies(
    hands: Ints, frame: Frame, leaders: int, space: Workspace, trick: Sequence[int] = (), guess: int = -1
) -> tuple[npt.NDArray[np.int8], Ints]:
    """Solve deals in which cards come in two copies; the cards of a trick on the table are still in the hands."""
    if frame.worthless or frame.free_lead or frame.throw_first:
        raise ValueError("no double-dummy value with two copies of each card and cards of no suit or free leads")
    values, nodes = np.full((len(hands), 4), -1, np.int8), np.zeros(len(hands), np.int64)
    given = int64_array([*trick, *[-1] * (MAX_SEATS - len(trick))])
    dd_copies.solve_copies(
        np.ascontiguousarray(hands, np.int64), frame.next_seat, frame.sides, frame.trumps, leaders, given, guess,
        space.proved, values, nodes,
    )  # fmt: skip
    return values, nodes


def solve_deals(
    deals: Ints, frame: Frame, leaders: Sequence[int] | None = None, *, memory_mib: int = MEMORY_MIB
) -> tuple[npt.NDArray[np.int8], Ints]:
    """Solve many deals of physical cards (columns: seats, then piles, which are not looked at) in one call.

    The lock of the interpreter is free while it runs. See :func:`solve_frame_hands`; the frame's leader leads unless
    others are asked for.
    """
    asked = (frame.leader,) if leaders is None else leaders
    hands = np.zeros((len(deals), MAX_SEATS), np.int64)
    columns = min(MAX_SEATS, deals.shape[1])
    hands[:, :columns] = to_frame_masks(frame, np.ascontiguousarray(deals[:, :columns], np.int64))
    return solve_frame_hands(hands, frame, asked, space=workspace(memory_mib))


def solve_leaders(hands: Sequence[int], frame: Frame) -> dict[int, int]:
    """Return, for each seat in play as leader, the tricks of its side; `hands` in the frame's bits."""
    seats = sorted(seat for seat in slots(frame) if seat != NOBODY)
    values, _ = solve_frame_hands(np.array([[int(hand) for hand in hands]], np.int64), frame, seats)
    return {seat: int(values[0, seat]) for seat in seats}


def solve(hands: Sequence[int], frame: Frame, leader: int | None = None, trick: Sequence[int] = ()) -> int:
    """Return the tricks of the leader's side from here, the trick on the table included.

    Parameters
    ----------
    hands
        The cards that each seat holds, in the frame's bits, those on the table not among them.
    leader
        Who leads, or led the trick on the table; by default the frame's leader.
    trick
        The cards on the table, in the order played.
    """
    return Position(hands, frame, leader, trick).value()


class Position:
    """A deal in play: plays are made one at a time, all positions of the deal share one table.

    Parameters
    ----------
    hands, frame, leader, trick
        As for :func:`solve`.
    """

    def __init__(
        self,
        hands: Sequence[int],
        frame: Frame,
        leader: int | None = None,
        trick: Sequence[int] = (),
        *,
        space: Workspace | None = None,
    ) -> None:
        self.frame = frame
        self.hands = [int(hand) for hand in hands]
        self.leader = frame.leader if leader is None else int(leader)
        self.trick: list[int] = []
        self.taken = [0] * MAX_SEATS
        self._slots = slots(frame)
        self._space = space or Workspace(SMALLEST_MIB)
        self._guess = -1
        seat = self.leader
        for card in trick:
            self.hands[seat] |= int(card)
            seat = int(frame.next_seat[seat])
        start = self._placed(self.hands)
        self._setup = _setup(frame, self._slots)
        if frame.copies:
            _check(start, self._slots)
        else:
            self._solve(start, 0)
        self._setup[dd_kernels.AT_TRICK] = 1
        for card in trick:
            self.play(int(card))

    @property
    def seat(self) -> int:
        """Who plays next."""
        seat = self.leader
        for _ in self.trick:
            seat = int(self.frame.next_seat[seat])
        return seat

    def legal(self) -> list[int]:
        """Return the cards that may be played, lowest bit first."""
        hand, led = self.hands[self.seat], self._led()
        legal = hand & led
        if not legal:
            legal = (hand & self.frame.throw_first if led else 0) or hand
        return [1 << i for i in range(63) if legal >> i & 1]

    def play(self, card: int) -> None:
        """Play a card."""
        if card not in self.legal():
            raise ValueError(f"card {card:#x} cannot be played by seat {self.seat}")
        self.hands[self.seat] ^= card
        self.trick.append(card)
        if len(self.trick) == self.frame.n_playing:
            self.leader = self._winner()
            self.taken[self.leader] += 1
            self.trick = []

    def value(self) -> int:
        """Return the tricks that the leader's side still takes, the one on the table included."""
        return self._value(self.trick)

    def values(self) -> dict[int, int]:
        """Return, for each legal card, the tricks that the *player's* side still takes if it is played."""
        side, leaders = self.frame.sides[self.seat], self.frame.sides[self.leader]
        left = self._left()
        found = {card: self._value([*self.trick, card]) for card in self.legal()}
        return found if side == leaders else {card: left - value for card, value in found.items()}

    def tricks_of(self, side: int) -> int:
        """Return the tricks that a side ends with: those taken, and those still to be taken."""
        frame = self.frame
        done = sum(n for seat, n in enumerate(self.taken) if frame.sides[seat] == side)
        left = self._left()
        if not left:
            return done
        value = self.value()
        return done + (value if frame.sides[self.leader] == side else left - value)

    def _left(self) -> int:
        return self.hands[self.leader].bit_count() + (len(self.trick) > 0)

    def _led(self) -> int:
        for card in self.trick:
            if not card & self.frame.free_lead:
                return FIELD_MASK << (card.bit_length() - 1 & 48)
        return 0

    def _winner(self) -> int:
        led, seat, best, winner = self._led(), self.leader, (0, 0), self.leader
        for card in self.trick:
            trump = card & self.frame.trumps
            rank = card.bit_length() - 1 >> self.frame.copies
            power = (2 if trump else 1, rank) if trump or card & led & ~self.frame.worthless else (0, 0)
            if power > best:
                best, winner = power, seat
            seat = int(self.frame.next_seat[seat])
        return winner

    def _value(self, trick: Sequence[int]) -> int:
        if not self._left():
            return 0
        hands, plays = list(self.hands), {}
        seat = self.leader
        for card in trick:
            hands[seat] |= card
            plays[seat] = card
            seat = int(self.frame.next_seat[seat])
        if self.frame.copies:
            given = np.array([[hand if to >= 0 else 0 for hand, to in zip(hands, self.frame.next_seat, strict=True)]])
            values, _ = _solve_copies(given, self.frame, 1 << self.leader, self._space, trick, self._guess)
            self._guess = int(values[0, self.leader])
            return self._guess
        first = self._slots.index(self.leader)
        for place in range(4):
            self._setup[dd_kernels.GIVEN + place] = plays.get(self._slots[(first + place) & 3], -1)
        self._setup[dd_kernels.GUESS] = self._guess
        self._guess = int(self._solve(self._placed(hands), 1 << first)[first])
        return self._guess

    def _placed(self, hands: list[int]) -> Ints:
        return np.array([[hands[seat] if seat != NOBODY else 0 for seat in self._slots]], np.int64)

    def _solve(self, placed: Ints, leaders: int) -> npt.NDArray[np.int8]:
        values, nodes = np.zeros((1, 4), np.int8), np.zeros(1, np.int64)
        space = self._space
        dd_kernels.solve_deals(space.address, space.size, placed, self._setup, leaders, values, nodes)
        if nodes[0] < 0:
            _refuse(placed[0], self._slots)
        return values[0]


def trace(hands: Sequence[int], frame: Frame, leader: int, plays: Sequence[int], side: int = 0) -> list[int]:
    """Return the tricks that a side ends with: before the first card, and after each card of a sequence played."""
    position = Position(hands, frame, leader)
    values = [position.tricks_of(side)]
    for card in plays:
        position.play(int(card))
        values.append(position.tricks_of(side))
    return values
