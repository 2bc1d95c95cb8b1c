"""A second double-dummy solver, plain on purpose: every legal card, an exact table, no pruning, no equivalence.

It works on the frame's own bits and shares no code with the engine's solver. A position between tricks is known by
the cards that are left and who leads; values are tricks of side 0 (`sides` may be anything).
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
TABLE_BITS = 21


@numba.njit(cache=True)
def _field(card):
    for number in range(4):
        if card & (np.int64(0x7FFF) << np.int64(16 * number)):
            return np.int64(0x7FFF) << np.int64(16 * number)
    return np.int64(0)


@numba.njit(cache=True)
def _winner(cards, seats, n, trumps, worthless, free):
    """Who takes the trick: the highest trump, else the highest of the suit asked for; of nothing, the leader."""
    asked = np.int64(0)
    for i in range(n):
        if asked == 0 and not cards[i] & free:
            asked = _field(cards[i])
    best, who = np.int64(0), seats[0]
    any_trump = False
    for i in range(n):
        if cards[i] & trumps:
            any_trump = True
    for i in range(n):
        card = cards[i]
        counts = card & trumps if any_trump else card & asked & ~worthless
        if counts and card > best:
            best, who = card, seats[i]
    return who


@numba.njit
def _play(hands, order, sides, rules, cards, seats, place, seat, keys, values, stamp, mask):
    """The tricks of side 0 from here, `place` cards being on the table."""
    trumps, worthless, free, throw, n = rules[0], rules[1], rules[2], rules[3], rules[4]
    if place == n:
        winner = _winner(cards, seats, n, trumps, worthless, free)
        rest = hands[0] | hands[1] | hands[2] | hands[3]
        mine = np.int64(sides[winner] == 0)
        if rest == 0:
            return mine
        key = (rest | (winner & 1) << np.int64(63)) ^ ((winner >> 1) << np.int64(47))
        i = (key * np.int64(-7046029254386353131)) >> np.int64(64 - TABLE_BITS) & mask
        while stamp[i] == rules[5]:
            if keys[i] == key:
                return mine + values[i]
            i = (i + 1) & mask
        saved = cards.copy()
        saved_seats = seats.copy()
        value = _play(hands, order, sides, rules, cards, seats, np.int64(0), winner, keys, values, stamp, mask)
        cards[:] = saved
        seats[:] = saved_seats
        i = (key * np.int64(-7046029254386353131)) >> np.int64(64 - TABLE_BITS) & mask
        while stamp[i] == rules[5]:
            i = (i + 1) & mask
        keys[i], values[i], stamp[i] = key, value, rules[5]
        return mine + value
    asked = np.int64(0)
    for i in range(place):
        if asked == 0 and not cards[i] & free:
            asked = _field(cards[i])
    legal = hands[seat] & asked
    if legal == 0:
        legal = hands[seat]
        if asked and legal & throw:
            legal &= throw
    best = np.int64(-1)
    maximise = sides[seat] == 0
    while legal:
        card = legal & -legal
        legal ^= card
        hands[seat] ^= card
        cards[place], seats[place] = card, seat
        value = _play(hands, order, sides, rules, cards, seats, place + 1, order[seat], keys, values, stamp, mask)
        hands[seat] ^= card
        if best < 0 or (value > best) == maximise:
            best = value
    return best


class ReferenceSolver:
    """Values of whole positions; the table is kept between calls, its entries are not."""

    def __init__(self) -> None:
        size = 1 << TABLE_BITS
        self._keys, self._values = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._stamps, self._stamp = np.zeros(size, np.int64), 0

    def values(self, hands: Ints, frame: object, leaders: range | list[int] = range(4)) -> list[int]:
        """Tricks of the leader's side for each leader; `frame` is an engine frame (only its plain fields are read)."""
        sides = np.asarray(frame.sides)
        order = np.asarray(frame.next_seat)
        self._stamp += 1
        rules = np.array(
            [frame.trumps, frame.worthless, frame.free_lead, frame.throw_first, frame.n_playing, self._stamp],
            np.int64,
        )
        total = max(int(hand).bit_count() for hand in hands)
        out = []
        for leader in leaders:
            held = np.array(hands, np.int64)
            ours = np.int64(_play(
                held, order, sides, rules, np.zeros(4, np.int64), np.zeros(4, np.int64), np.int64(0), np.int64(leader),
                self._keys, self._values, self._stamps, np.int64((1 << TABLE_BITS) - 1),
            ))  # fmt: skip
            out.append(int(ours if sides[leader] == 0 else total - ours))
        return out
