"""The set-aside step: before play a seat takes a pile into its hand, puts cards aside, and may be handed others.

Burying a kitty, a draw of undealt cards, a discard, offering cards to a partner for his best: all are this one step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from handsim.engine.bits import field, high, popcount, rank_of
from handsim.engine.deal import to_frame
from handsim.engine.frame import FRAME_TYPE, NOBODY, Frame
from handsim.engine.jit import Ints, inline, int64, kernel
from handsim.engine.outcome import MAX_SEATS
from handsim.engine.view import View, pack_roles

Decision: TypeAlias = Callable[[View], int]


@inline
def forced_aside(frame: Frame, hand: int) -> int:
    """Return the cards that must be put aside: all that are not protected, where there are too few of them."""
    loose = hand & ~frame.aside_protected
    return loose if popcount(loose) < frame.aside_count else int64(0)


@inline
def allowed_aside(frame: Frame, hand: int) -> int:
    """Return the cards from which those that are not forced are chosen."""
    loose = hand & ~frame.aside_protected
    return loose if popcount(loose) >= frame.aside_count else hand & frame.aside_protected


@inline
def best_cards(hand: int, trumps: int, count: int) -> int:
    """Return a hand's best cards: its highest trumps, then other cards by rank, of equals the lower field's."""
    best = int64(0)
    for _ in range(count):
        rest = hand & ~best
        if rest & trumps:
            best |= high(rest & trumps)
            continue
        top, top_rank = int64(0), int64(-1)
        for number in range(4):
            part = rest & field(int64(number))
            if part and rank_of(high(part)) > top_rank:
                top, top_rank = high(part), rank_of(high(part))
        best |= top
    return best


@inline
def view_of_step(frame: Frame, hand: int, pile: int, partners: int, opponents: int, pack: int, key: int) -> View:
    """Return what the seat that puts cards aside knows when it must."""
    zero, nobody, seat = int64(0), int64(NOBODY), frame.aside_seat
    shown, shown_with = frame.face_up, frame.face_up_seat
    if frame.aside_shown:
        shown, shown_with = pile, seat
    forced = forced_aside(frame, hand)
    roles = pack_roles(partners, opponents, frame.declarer, shown_with, nobody, frame.copies, frame.marks)
    return View(
        seat, hand, allowed_aside(frame, hand), frame.aside_count - popcount(forced), zero, zero, frame.leader, zero,
        zero, zero, zero, forced, shown, zero, roles, pack, frame.trumps, frame.worthless, frame.free_lead,
        frame.values, key,
    )  # fmt: skip


@inline
def is_legal_aside(frame: Frame, away: int, hand: int) -> bool:
    """Return whether cards may be put aside: the hand's, as many as must be, protected ones only after all others."""
    forced = forced_aside(frame, hand)
    fits = away & ~(forced | allowed_aside(frame, hand)) == int64(0) and forced & ~away == int64(0)
    return fits and popcount(away) == frame.aside_count


@inline
def put_aside(frame: Frame, view: View, set_aside: Decision) -> int:
    """Return what a policy puts aside, and what must be; without asking it where there is no choice."""
    if popcount(view.legal) == view.count:
        return view.aside | view.legal
    return view.aside | set_aside(view)


@inline
def hand_over(frame: Frame, hands: Ints, shown: Ints, away: int) -> None:
    """Exchange the cards put aside for the best of the seat that gives; of the others only the taker sees them."""
    given = best_cards(hands[frame.aside_gives], frame.trumps, frame.aside_count)
    hands[frame.aside_gives] = hands[frame.aside_gives] & ~given | away
    hands[frame.aside_seat] |= given
    shown[frame.aside_seat] = given


@inline
def hands_of(frame: Frame, places: Ints, hands: Ints) -> None:
    """Fill the seats' hands from a deal."""
    for seat in range(min(hands.shape[0], places.shape[0])):
        hands[seat] = to_frame(places[seat], frame.table)


@kernel(int64[:, ::1](FRAME_TYPE, int64[:, ::1], int64[::1]))
def hands_after(frame: Frame, deals: Ints, asides: Ints) -> Ints:
    """Return the hands that are left when cards have been put aside.

    Parameters
    ----------
    frame, deals
        As the playout takes them.
    asides
        What is put aside in each deal, in the frame's bits; empty: the hands are as they are dealt.

    Returns
    -------
    int64 array, shape (n, 4)
        In the frame's bits.
    """
    hands, shown = np.zeros((deals.shape[0], MAX_SEATS), np.int64), np.zeros(MAX_SEATS, np.int64)
    for i in range(deals.shape[0]):
        hands_of(frame, deals[i], hands[i])
        if frame.aside_seat != NOBODY and asides.shape[0] > 0:
            if frame.aside_pile != NOBODY:
                hands[i, frame.aside_seat] |= to_frame(deals[i, frame.aside_pile], frame.table)
            hands[i, frame.aside_seat] &= ~asides[i]
            if frame.aside_gives != NOBODY:
                hand_over(frame, hands[i], shown, asides[i])
    return hands
