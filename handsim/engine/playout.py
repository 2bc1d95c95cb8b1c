"""Playing deals out: the kernel that takes a hand from the set-aside step to the last trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from numba import types

from handsim.engine.bits import ctz, field_of, popcount
from handsim.engine.deal import to_frame
from handsim.engine.frame import FRAME_TYPE, NOBODY, Frame
from handsim.engine.jit import Ints, inline, int64, kernel
from handsim.engine.policy import Policy
from handsim.engine.rng import at
from handsim.engine.set_aside import is_legal_aside, view_of_step
from handsim.engine.trick import legal_cards, power
from handsim.engine.view import DECISION_POINTER, FIRST_LEADS, NO_SUIT, TAKEN, View, pack_roles
from handsim.errors import PolicyError

Decision: TypeAlias = Callable[[View], int]
SEATS = 4


@inline
def _side_masks(frame: Frame, partners: Ints, opponents: Ints) -> int:
    """Fill, for each seat, the sets of the other seats in play with it and against it; return all those in play."""
    in_play = int64(0)
    for seat in range(SEATS):
        partners[seat] = opponents[seat] = 0
        if frame.next_seat[seat] != NOBODY:
            in_play |= int64(1) << int64(seat)
        for other in range(SEATS):
            if other != seat and frame.next_seat[other] != NOBODY:
                if frame.sides[other] == frame.sides[seat]:
                    partners[seat] |= int64(1) << int64(other)
                else:
                    opponents[seat] |= int64(1) << int64(other)
    return in_play


@inline
def _is_card_of(card: int, legal: int) -> bool:
    return card & legal != int64(0) and card & (card - int64(1)) == int64(0)


@inline
def _shown_void(card: int, led: int, throw_first: int, seat: int) -> int:
    """Return what a play adds to the voids shown: the suit asked for, if there was one and it was not followed."""
    off = int64(led != int64(0)) & int64(card & led == int64(0))
    shown = off << (ctz(led) >> int64(4) & int64(3))
    if throw_first and off and card & throw_first == int64(0):
        shown |= int64(1 << NO_SUIT)
    return shown << (seat << int64(3))


@inline
def _first_lead(history: int, card: int, seat: int) -> int:
    """Return the word of history after a seat has led a card of a suit."""
    place = int64(FIRST_LEADS) + int64(3) * seat
    if history >> place & int64(7):
        return history
    return history | ((ctz(card) >> int64(4)) + int64(1)) << place


_ARGUMENTS = (FRAME_TYPE, DECISION_POINTER, DECISION_POINTER, DECISION_POINTER, int64[:, ::1], int64, int64)
_RESULTS = (types.int8[:, ::1], int64[:, ::1], int64)


@kernel(int64(*_ARGUMENTS, *_RESULTS))
def play_deals(
    frame: Frame,
    play_us: Decision,
    play_them: Decision,
    set_aside: Decision,
    deals: Ints,
    start: int,
    key: int,
    taken_by: npt.NDArray[np.int8],
    log: Ints,
    forced: int,
) -> int:
    """Play deals out in one frame.

    Parameters
    ----------
    frame
        The frame.
    play_us, play_them
        What side 0 plays by, and what the others do.
    set_aside
        What the seat that takes the pile puts cards aside by.
    deals
        The deals, shape (n, n_places), physical cards.
    start, key
        The index of the first deal, and the key of the stream of decisions.
    taken_by
        Filled: the tricks that each seat takes, shape (n, 4).
    log
        Empty, or shape (n, 1 + plays): filled with the cards put aside (a mask) and the cards as they were played.
    forced
        How many plays of the log are not decided but given; if any is, so are the cards put aside.

    Returns
    -------
    int
        -1, or the index of the first deal in which a policy gave back something illegal (-2 - index: putting aside).
    """
    hands, asides = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    partners, opponents = np.empty(SEATS, np.int64), np.empty(SEATS, np.int64)
    roles = np.empty(SEATS, np.int64)
    in_play = _side_masks(frame, partners, opponents)
    order, ours = int64(0), int64(0)  # packed: arrays would cost a bounds fix-up at every play
    for seat in range(SEATS):
        order |= (frame.next_seat[seat] & int64(3)) << int64(seat << 3)
        ours |= int64(frame.sides[seat] == 0) << int64(seat)
    pack = int64(0)
    for bit in frame.bits:
        pack |= bit
    trumps, worthless, free_lead, throw_first = frame.trumps, frame.worthless, frame.free_lead, frame.throw_first
    declarer, n_playing = frame.declarer, frame.n_playing
    logging = log.shape[0] > 0
    for i in range(deals.shape[0]):
        base = at(key, start + i)
        for seat in range(min(SEATS, deals.shape[1])):
            hands[seat] = to_frame(deals[i, seat], frame.table)
        shown, kept = int64(0), int64(NOBODY)
        taker = frame.aside_seat
        if taker != NOBODY:
            pile = to_frame(deals[i, frame.aside_pile], frame.table)
            hand = hands[taker] | pile
            view = view_of_step(frame, hand, pile, partners[taker], opponents[taker], pack, base)
            shown = view.shown
            away = log[i, 0] if forced > 0 else set_aside(view)
            if not is_legal_aside(away, hand, frame.aside_count):
                return int64(-2) - i
            asides[taker], hands[taker] = away, hand & ~away
            if frame.aside_count_public:
                kept = popcount(pile & ~away)
            if logging:
                log[i, 0] = away
        shown_with = taker if frame.aside_shown else int64(NOBODY)
        for seat in range(SEATS):
            roles[seat] = pack_roles(partners[seat], opponents[seat], declarer, shown_with, kept)
        played, history = int64(0), int64(0)
        leader, ply = frame.leader & int64(3), int64(0)
        for number in range(frame.n_tricks):
            led, best, trick, strongest = int64(0), int64(0), int64(0), int64(0)
            seat, winner, to_come = leader, leader, in_play
            for place in range(n_playing):
                hand = hands[seat]
                legal = legal_cards(hand, led, throw_first)
                to_come &= ~(int64(1) << seat)
                card = legal
                if ply < forced:
                    card = log[i, 1 + ply]
                elif legal & (legal - int64(1)):
                    view = View(
                        seat, hand, legal, int64(0), led, best, winner, trick, to_come, int64(number), played,
                        asides[seat], shown, history, roles[seat], pack, trumps, worthless, free_lead, base,
                    )  # fmt: skip
                    card = play_us(view) if ours >> seat & int64(1) else play_them(view)
                if not _is_card_of(card, legal):
                    return int64(i)
                if logging:
                    log[i, 1 + ply] = card
                hands[seat] = hand & ~card
                played |= card
                trick |= (ctz(card) + int64(1)) << (seat << int64(3))
                history |= _shown_void(card, led, throw_first, seat)
                if led == 0 and card & free_lead == int64(0):
                    led = field_of(card)
                    if place == 0:
                        history = _first_lead(history, card, seat)
                strength = power(card, led, trumps, worthless)
                if strength > strongest:
                    strongest, best, winner = strength, card, seat
                seat = (order >> (seat << int64(3))) & int64(3)
                ply += int64(1)
            leader = winner & int64(3)
            history += int64(1) << (int64(TAKEN) + (leader << int64(2)))
        for seat in range(SEATS):
            taken_by[i, seat] = history >> (int64(TAKEN) + int64(seat << 2)) & int64(15)
    return int64(-1)


def play_out(
    frame: Frame,
    policy: Policy,
    deals: Ints,
    *,
    start: int = 0,
    key: int = 0,
    against: Policy | None = None,
    set_aside: Policy | None = None,
    log: Ints | None = None,
    forced: int = 0,
) -> npt.NDArray[np.int8]:
    """Play deals out and return the tricks that each seat takes, shape (n, 4).

    Parameters
    ----------
    frame, deals, start, key, log, forced
        As in :func:`play_deals`.
    policy
        How side 0 plays.
    against
        How the other sides play; None: the same.
    set_aside
        The policy by which cards are put aside; None: that of the seat that does so.

    Raises
    ------
    PolicyError
        If a policy gives back a card that may not be played, or cards that cannot be put aside.
    """
    against = against or policy
    taken_by = np.zeros((len(deals), SEATS), dtype=np.int8)
    log = np.zeros((0, 0), dtype=np.int64) if log is None else log
    aside = set_aside or (policy if frame.sides[frame.aside_seat] == 0 else against)
    decisions = policy.play.pointer, against.play.pointer, aside.set_aside.pointer
    bad = play_deals(frame, *decisions, deals, start, key, taken_by, log, forced)
    if bad != -1:
        did, who = ("put aside cards", aside) if bad < -1 else ("played a card", policy)
        names = who.name if who is against or bad < -1 else f"{policy.name} or {against.name}"
        deal = start + (bad if bad >= 0 else -2 - bad)
        raise PolicyError(f"the policy {names} {did} that it may not, in deal {deal}")
    return taken_by


def set_aside_deals(frame: Frame, policy: Policy, deals: Ints, *, start: int = 0, key: int = 0) -> Ints:
    """Return the cards that are put aside in each deal, in the frame's bits: those that :func:`play_out` puts aside.

    Parameters
    ----------
    frame, deals, start, key
        As in :func:`play_deals`.
    policy
        By what the cards are put aside.

    Raises
    ------
    PolicyError
        If it gives back cards that cannot be put aside.
    """
    log = np.zeros((len(deals), 1), dtype=np.int64)
    if frame.aside_seat != NOBODY:
        play_out(frame._replace(n_tricks=0), policy, deals, start=start, key=key, log=log)
    away: Ints = log[:, 0]
    return away
