"""A count that a player could make at the table: what a hand is worth in a denomination, before it is played.

It serves where a choice must not look at outcomes: naming a trump after the kitty has been seen, and telling good
hands from others in a match.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from handsim.engine.frame import FIELD_MASK, FIELD_STRIDE, Frame, to_frame_masks
from handsim.engine.jit import Ints

# Fitted, roughly, to the tricks that declarer's side takes when random hands are played out by the maxims.
TRUMP, TRUMP_TOP = 0.8, (0.5, 0.15, 0.1, 0.2)
RUN_WITH_TRUMPS, SECOND_WITH_TRUMPS = (0.75, 0.35, 0.45), 0.3
RUN_AT_NOTRUMP, SECOND_AT_NOTRUMP = (1.05, 0.6, 0.75), 0.5
LONG_CARD, LONG = 0.4, 5


def playing_count(frame: Frame, masks: Ints) -> npt.NDArray[np.float64]:
    """Count what hands are worth, about in tricks, in one frame.

    With trumps: so much for each trump, and more for each of the four highest. For each plain suit so much for an
    unbroken run of its top cards, or for the second without the first. At notrump also for long cards.

    Parameters
    ----------
    frame
        The contract.
    masks
        Sets of physical cards, any shape.

    Returns
    -------
    float64 array, of that shape
    """
    bits = to_frame_masks(frame, np.asarray(masks, dtype=np.int64))
    pack = int(np.bitwise_or.reduce(frame.bits))
    worth = np.zeros(bits.shape)
    for field in range(4):
        suit = pack & FIELD_MASK << FIELD_STRIDE * field
        length = np.bitwise_count(bits & suit).astype(np.float64)
        if suit & frame.trumps:
            worth += TRUMP * length
            worth += sum(value * has for value, has in zip(TRUMP_TOP, _tops(bits, suit), strict=False))
        elif frame.trumps:
            worth += _run(bits, suit, RUN_WITH_TRUMPS, SECOND_WITH_TRUMPS)
        else:
            worth += _run(bits, suit, RUN_AT_NOTRUMP, SECOND_AT_NOTRUMP) + LONG_CARD * np.maximum(length - LONG, 0)
    return worth


def _run(bits: Ints, suit: int, values: tuple[float, ...], second: float) -> npt.NDArray[np.float64]:
    """Return what the top cards of a plain suit are worth: an unbroken run, or the second without the first."""
    worth, unbroken = np.zeros(bits.shape), np.ones(bits.shape, dtype=bool)
    for place, (value, has) in enumerate(zip(values, _tops(bits, suit), strict=False)):
        if place == 1:
            worth += second * (has & ~unbroken)
        unbroken = unbroken & has
        worth += value * unbroken
    return worth


def _tops(bits: Ints, suit: int) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield, from the highest card of a suit down, whether each hand holds it."""
    while suit:
        top = 1 << suit.bit_length() - 1
        suit ^= top
        yield bits & top != 0
