"""Sets of cards as the bits of an int64: counting them, finding the lowest and the highest, fields."""

from __future__ import annotations

from handsim.engine.frame import FIELD_MASK
from handsim.engine.jit import bit_intrinsic, inline, int64

_FIELD = int64(FIELD_MASK)
RANKS = int64(0x7FFF7FFF7FFF7FFF)
_BELOW_1 = int64(0x3FFF3FFF3FFF3FFF)
_BELOW_2 = int64(0x1FFF1FFF1FFF1FFF)
_BELOW_4 = int64(0x07FF07FF07FF07FF)
_BELOW_8 = int64(0x007F007F007F007F)


def _popcount(x: int) -> int:
    return int(x).bit_count()


def _ctz(x: int) -> int:
    return (int(x) & -int(x)).bit_length() - 1 if x else 64


def _clz(x: int) -> int:
    return 64 - int(x).bit_length()


popcount = bit_intrinsic("ctpop", _popcount)
ctz = bit_intrinsic("cttz", _ctz)
clz = bit_intrinsic("ctlz", _clz)


@inline
def low(cards: int) -> int:
    """Return the lowest card of a set."""
    return cards & -cards


@inline
def high(cards: int) -> int:
    """Return the highest card of a set that is not empty."""
    return int64(1) << (int64(63) - clz(cards))


@inline
def field(number: int) -> int:
    """Return the mask of a field."""
    return _FIELD << (number << int64(4))


@inline
def field_of(card: int) -> int:
    """Return the mask of the field that a card belongs to."""
    return _FIELD << (ctz(card) & int64(48))


@inline
def rank_of(card: int) -> int:
    """Return a card's rank within its field, 0 the lowest."""
    return ctz(card) & int64(15)


@inline
def covered(cards: int) -> int:
    """Return, in every field at once, the ranks at or below the highest card of the set."""
    cards &= RANKS
    cards |= (cards >> int64(1)) & _BELOW_1
    cards |= (cards >> int64(2)) & _BELOW_2
    cards |= (cards >> int64(4)) & _BELOW_4
    return cards | (cards >> int64(8)) & _BELOW_8


@inline
def tops(cards: int) -> int:
    """Return the highest card of each field of a set."""
    ranks = covered(cards)
    return ranks & ~(ranks >> int64(1) & _BELOW_1)


@inline
def above(cards: int, card: int) -> int:
    """Return those cards of a set that lie in the field of a card and are higher."""
    return cards & field_of(card) & ~(card | (card - int64(1)))
