"""The set-aside step: a seat takes a pile into its hand and puts cards aside before play."""

from __future__ import annotations

from handsim.engine.bits import popcount
from handsim.engine.frame import NOBODY, Frame
from handsim.engine.jit import inline, int64
from handsim.engine.view import View, pack_roles


@inline
def view_of_step(frame: Frame, hand: int, pile: int, partners: int, opponents: int, pack: int, key: int) -> View:
    """Return what the seat that takes the pile knows when it must put cards aside."""
    zero, nobody, seat = int64(0), int64(NOBODY), frame.aside_seat
    shown, shown_with = (pile, seat) if frame.aside_shown else (zero, nobody)
    return View(
        seat, hand, hand, frame.aside_count, zero, zero, frame.leader, zero, zero, zero, zero, zero, shown, zero,
        pack_roles(partners, opponents, frame.declarer, shown_with, nobody), pack, frame.trumps, frame.worthless,
        frame.free_lead, key,
    )  # fmt: skip


@inline
def is_legal_aside(away: int, hand: int, count: int) -> bool:
    """Return whether the cards put aside are the hand's, and as many as they must be."""
    return away & ~hand == int64(0) and popcount(away) == count
