"""Chances, as the players reckon them: in 1024ths, looked up where cards are drawn and divided."""

from __future__ import annotations

import math

import numpy as np

from handsim.engine.jit import inline, int64

BITS = 10
CERTAIN = 1 << BITS
"""Chances are in so many parts."""

_CARDS, _DRAWN, _WANTED = 5, 5, 4
"""The bits of each number in a place of the table. More cards or drawn ones than fit are looked up as the most."""


def _none_of(place: int) -> int:
    cards, drawn = place >> _DRAWN + _WANTED, place >> _WANTED & (1 << _DRAWN) - 1
    wanted = place & (1 << _WANTED) - 1
    return CERTAIN * math.comb(max(cards - wanted, 0), drawn) // math.comb(cards, drawn) if drawn <= cards else 0


_NONE_OF = np.array([_none_of(place) for place in range(1 << _CARDS + _DRAWN + _WANTED)], dtype=np.int16)
_PARTS = np.array([CERTAIN * k // n if n else 0 for n in range(16) for k in range(16)], dtype=np.int16)
"""A division would cost more than all the rest."""


@inline
def place_of(drawn: int, cards: int) -> int:
    """Return where :func:`none_of` looks for so many cards drawn from a number of cards."""
    most_cards, most_drawn = int64((1 << _CARDS) - 1), int64((1 << _DRAWN) - 1)
    return (min(cards, most_cards) << int64(_DRAWN) | min(drawn, most_drawn)) << int64(_WANTED)


@inline
def none_of(wanted: int, place: int) -> int:
    """Return the chance that cards drawn (`place`: see :func:`place_of`) are none of so many that are wanted.

    It is hypergeometric, rounded down: of the ways to draw, those that leave out all that are wanted.
    """
    return int64(_NONE_OF[place | min(wanted, int64((1 << _WANTED) - 1))])


@inline
def part_of(some: int, number: int) -> int:
    """Return some of up to 15 things as a chance."""
    return int64(_PARTS[(number & int64(15)) << int64(4) | some & int64(15)])


@inline
def share(amount: int, chance: int) -> int:
    """Return an amount times a chance."""
    return amount * chance >> int64(BITS)
