"""A count that a player could make at the table: what a hand is worth in a denomination, before it is played.

It serves where a choice must not look at outcomes: naming a trump after the kitty has been seen, and telling good
hands from others in a match.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from handsim.engine.frame import FIELD_MASK, FIELD_STRIDE, Frame
from handsim.engine.jit import Ints

TRUMP, TRUMP_TOP, SIDE_TOP, LONG_CARD = 0.6, (0.75, 0.65, 0.55, 0.4, 0.3), (1.0, 0.7, 0.3), 0.45


def to_frame_masks(frame: Frame, masks: Ints) -> Ints:
    """Turn sets of physical cards into sets of the frame's bits, element by element."""
    bits = np.zeros_like(masks)
    for byte in range(len(frame.table) // 256):
        bits |= frame.table[256 * byte + (masks >> 8 * byte & 255)]
    return bits


def playing_count(frame: Frame, masks: Ints) -> npt.NDArray[np.float64]:
    """Count what hands are worth, about in tricks, in one frame.

    With trumps: so much for each trump, more for the highest five, and for the unbroken run of top cards of each
    plain suit. At notrump: the runs, and each card beyond the fourth of a suit.

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
        trump = bool(suit & frame.trumps)
        held = np.ones(bits.shape)
        for value in TRUMP_TOP if trump else SIDE_TOP:
            if not suit:
                break
            top = 1 << suit.bit_length() - 1
            suit ^= top
            has = (bits & top != 0) * held
            worth += value * has
            held = held if trump else has
        length = np.bitwise_count(bits & pack & FIELD_MASK << FIELD_STRIDE * field)
        if trump:
            worth += TRUMP * length
        elif not frame.trumps:
            worth += LONG_CARD * np.maximum(length.astype(np.float64) - 4, 0)
    return worth
