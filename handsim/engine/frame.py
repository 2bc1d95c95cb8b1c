"""The frame: all that the engine needs to know to play one contract.

A game turns a contract into a frame. Its heart maps each physical card of the deck to one bit of a positive int64, so
that **within a suit's field a higher bit wins**. After it one dealing kernel, one trick kernel and one set of
policies serve every game.

Layout: four fields at stride 16 (``field = bit >> 4``), ranks in bits 0-14 of a field. Bits 15 and 31 are spare:
there sit cards of no suit, which never win. Bit 63 is never used, so every mask is a positive integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from handsim.engine.jit import Ints, int64_array, named_type

FIELD_STRIDE = 16
FIELD_RANKS = 15
FIELD_MASK = (1 << FIELD_RANKS) - 1
SPARE_BITS = (15, 31)
MAX_SEATS = 4
NOBODY = -1


class Frame(NamedTuple):
    """One contract, as the kernels see it (masks are sets of card bits).

    Attributes
    ----------
    bits : int64 array, shape (n_cards,)
        The bit of each physical card, by its index in the deck.
    table : int64 array, shape (256 * ceil(n_cards / 8),)
        The same map a byte at a time: for each byte of a set of physical cards, the bits of its cards.
    next_seat : int64 array, shape (4,)
        The seat that plays after each seat; a seat that sits out is skipped.
    sides : int64 array, shape (4,)
        The side that each seat plays for.
    n_playing, n_tricks : int
        Seats in play, and tricks in the hand.
    declarer, leader : int
        Who declared (-1: nobody) and who leads to the first trick.
    trumps : int
        The trump cards; 0 at notrump.
    worthless : int
        Cards of no suit, which never win.
    free_lead : int
        Cards that, led, ask for no suit: the next card that is none of them sets it.
    throw_first : int
        Cards that must be thrown at the first void.
    aside_seat : int
        Who takes a pile and puts cards aside before play (-1: nobody does).
    aside_pile : int
        The column of the deal that he takes into his hand.
    aside_count : int
        How many cards he then puts aside.
    aside_shown : int
        1 if everybody sees the pile before it is taken.
    aside_count_public : int
        1 if everybody sees how many cards of the pile were kept.
    """

    bits: Ints
    table: Ints
    next_seat: Ints
    sides: Ints
    n_playing: int
    n_tricks: int
    declarer: int
    leader: int
    trumps: int
    worthless: int
    free_lead: int
    throw_first: int
    aside_seat: int
    aside_pile: int
    aside_count: int
    aside_shown: int
    aside_count_public: int

    def mask(self, cards: int) -> int:
        """Turn a set of physical cards (bit i: card i of the deck) into a set of card bits."""
        return int(sum(int(bit) for i, bit in enumerate(self.bits) if cards >> i & 1))

    def card(self, bit: int) -> int:
        """Return the index in the deck of the card that a single bit stands for."""
        return int(np.flatnonzero(self.bits == bit)[0])


FRAME_TYPE = named_type(Frame, arrays=("bits", "table", "next_seat", "sides"))


def to_frame_masks(frame: Frame, masks: Ints) -> Ints:
    """Turn sets of physical cards into sets of the frame's bits, element by element."""
    bits = np.zeros_like(masks)
    for byte in range(len(frame.table) // 256):
        bits |= frame.table[256 * byte + (masks >> 8 * byte & 255)]
    return bits


def build_frame(
    bits: Sequence[int],
    *,
    n_tricks: int,
    declarer: int,
    leader: int,
    seats: Sequence[int] = (0, 1, 2, 3),
    sides: Sequence[int] = (0, 1, 0, 1),
    trump_field: int | None = None,
    worthless: int = 0,
    free_lead: int = 0,
    throw_first: int = 0,
    aside_seat: int = NOBODY,
    aside_pile: int = 0,
    aside_count: int = 0,
    aside_shown: bool = False,
    aside_count_public: bool = False,
) -> Frame:
    """Build a frame from plain Python values; see :class:`Frame` for their meaning.

    Parameters
    ----------
    bits
        Bit *positions* (0-62), one a card of the deck.
    seats
        The seats in play, clockwise.
    trump_field
        The field that is trumps; None: notrump.

    Raises
    ------
    ValueError
        If two cards share a bit, or a bit is out of the layout.
    """
    if len(set(bits)) != len(bits) or not all(0 <= b < 63 for b in bits):
        raise ValueError(f"each card needs a bit of its own from 0 to 62, not {list(bits)}")
    values = int64_array([1 << b for b in bits])
    next_seat = int64_array([NOBODY] * MAX_SEATS)
    for here, after in zip(seats, [*seats[1:], seats[0]], strict=True):
        next_seat[here] = after
    field = 0 if trump_field is None else FIELD_MASK << FIELD_STRIDE * trump_field
    return Frame(
        bits=values,
        table=_byte_table(values),
        next_seat=next_seat,
        sides=int64_array([*sides, *range(len(sides), MAX_SEATS)]),
        n_playing=len(seats),
        n_tricks=n_tricks,
        declarer=declarer,
        leader=leader,
        trumps=sum(1 << b for b in bits) & field,
        worthless=worthless,
        free_lead=free_lead,
        throw_first=throw_first,
        aside_seat=aside_seat,
        aside_pile=aside_pile,
        aside_count=aside_count,
        aside_shown=int(aside_shown),
        aside_count_public=int(aside_count_public),
    )


def _byte_table(bits: Ints) -> Ints:
    table = np.zeros((-(-len(bits) // 8), 256), dtype=np.int64)
    for i, bit in enumerate(bits):
        has = np.arange(256) >> (i % 8) & 1
        table[i // 8] |= has * bit
    return table.ravel()
