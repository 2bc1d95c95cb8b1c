"""Sets of cards as the solver sees them: dense ranks, bit 0 of a field the *highest* card of the suit.

Four fields at stride 16 as in a frame, but turned round, so that what matters (the top cards) lies at the low end,
where a carry or a borrow treats all suits at once. Bit 15 of each field stays empty: it stops carries. Cards that can
never win, and the hand of a seat that sits out, are no bits at all: they are the difference between the number of
tricks left and the number of cards in a hand.
"""

from __future__ import annotations

from handsim.engine.bits import clz, ctz
from handsim.engine.jit import inline, int64

ONES = int64(0x0001000100010001)
RANKS = int64(0x7FFF7FFF7FFF7FFF)
GUARDS = int64(-0x7FFF7FFF7FFF8000)  # bits 15, 31, 47 and 63
NULL = int64(-0x8000000000000000)  # bit 63 stands for "a card that never wins" in a set of choices


@inline
def suit_of(card: int) -> int:
    """Return the ranks of the suit that a card belongs to."""
    return int64(0x7FFF) << (ctz(card) & int64(48))


@inline
def down_to(card: int) -> int:
    """Return all ranks of a card's suit from the top down to that card."""
    return (card ^ (card - int64(1))) & suit_of(card)


@inline
def tops(cards: int) -> int:
    """Return the highest card of each suit."""
    return cards & ~((cards | GUARDS) - ONES)


@inline
def above(cards: int) -> int:
    """Return, for each suit, the ranks above its highest card in a set (all ranks where there is none)."""
    return ~cards & ((cards | GUARDS) - ONES) & RANKS


@inline
def lowest_card(cards: int) -> int:
    """Return the lowest card of the last suit in a set that is not empty."""
    return int64(1) << (int64(63) - clz(cards))


@inline
def one_of_each_run(hand: int, empty: int) -> int:
    """Drop the cards of a hand that touch a higher card of it: no rank between them is left in play."""
    return hand & ~(((hand << int64(1)) + empty) & ~empty)


@inline
def suits_in(cards: int) -> int:
    """Return all the ranks of each suit of which a set has a card."""
    some = ((cards & RANKS) + RANKS) & GUARDS
    return some - ((some >> int64(15)) & ONES)
