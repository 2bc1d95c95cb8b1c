"""The rules of a trick: what may be played, and which card is winning."""

from __future__ import annotations

from handsim.engine.bits import ctz
from handsim.engine.jit import inline, int64


@inline
def legal_cards(hand: int, led: int, throw_first: int, may_always: int) -> int:
    """Return the cards of a hand that may be played when the field `led` is asked for (0: anything may)."""
    follow = hand & led
    if follow:
        return follow | hand & may_always
    if led:
        thrown = hand & throw_first
        if thrown:
            return thrown
    return hand


@inline
def power(card: int, suit: int, trumps: int, worthless: int, copies: int) -> int:
    """Order cards by their power to win a trick whose first suit card lies in the field `suit`; 0: cannot win.

    Two copies of a card (`copies` 1) have the same power.
    """
    if card & (suit | trumps) & ~worthless == int64(0):
        return int64(0)
    return (ctz(card) >> copies) + int64(1) + (int64(64) if card & trumps else int64(0))
