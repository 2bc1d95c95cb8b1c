"""The counter-based generator: every draw is a function of (seed, purpose, deal, what it is for) and of nothing else.

SplitMix64 (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators") used as a keyed counter:
``at(key, n)`` is the n-th output of the stream that starts at `key`. So results do not depend on the order, the
thread or the block in which they are computed.
"""

from __future__ import annotations

from collections.abc import Callable

from handsim.engine.jit import JIT_DISABLED, inline, int64

DEAL = 1
PLAY = 2
SELECT = 3
BURY = 4
SWAP = 5
DISCARD = 6
TURN_UP = 7

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15
_MUL_1, _MUL_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def _signed(x: int) -> int:
    x &= _MASK
    return x - (1 << 64) if x >> 63 else x


GAMMA, MUL_1, MUL_2 = _signed(_GAMMA), _signed(_MUL_1), _signed(_MUL_2)


def _mix_plain(z: int) -> int:
    z = int(z) & _MASK
    z = (z ^ z >> 30) * _MUL_1 & _MASK
    z = (z ^ z >> 27) * _MUL_2 & _MASK
    return _signed(z ^ z >> 31)


def _at_plain(key: int, n: int) -> int:
    return _mix_plain(int(key) + (int(n) + 1) * _GAMMA)


@inline
def _shifted(x: int, by: int) -> int:
    """Shift right without the sign (numba's >> on int64 keeps it)."""
    return (x >> by) & ((int64(1) << (int64(64) - by)) - int64(1))


@inline
def _mix_jit(z: int) -> int:
    z = (z ^ _shifted(z, int64(30))) * MUL_1
    z = (z ^ _shifted(z, int64(27))) * MUL_2
    return z ^ _shifted(z, int64(31))


@inline
def _at_jit(key: int, n: int) -> int:
    return mix(key + (n + int64(1)) * GAMMA)


mix: Callable[[int], int] = _mix_plain if JIT_DISABLED else _mix_jit
at: Callable[[int, int], int] = _at_plain if JIT_DISABLED else _at_jit


@inline
def bounded(word: int, half: int, n: int) -> int:
    """Return an integer below n (n < 2**31) from the upper (half 0) or lower (half 1) 32 bits of a random word."""
    part = word & int64(0xFFFFFFFF) if half else (word >> int64(32)) & int64(0xFFFFFFFF)
    return (part * n) >> int64(32)


def stream_key(seed: int, purpose: int) -> int:
    """Return the key of one purpose's stream of draws."""
    return _mix_plain(_at_plain(seed, 0) + purpose * _GAMMA)
