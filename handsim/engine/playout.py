"""Playing deals out: the kernel that takes a hand from the set-aside step to the last trick."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import types

from handsim.engine.bits import ctz, field_of, popcount
from handsim.engine.deal import to_frame
from handsim.engine.frame import FIELD_RANKS, FIELD_STRIDE, FRAME_TYPE, NOBODY, Frame
from handsim.engine.jit import Ints, inline, int64, kernel
from handsim.engine.outcome import MAX_SEATS, POINTS_AT, TRACKED_AT
from handsim.engine.policy import Policy, decisions_in
from handsim.engine.rng import at
from handsim.engine.set_aside import Decision, hand_over, hands_of, is_legal_aside, put_aside, view_of_step
from handsim.engine.trick import legal_cards, power
from handsim.engine.view import DECISION_POINTER, FIRST_LEADS, NO_SUIT, TAKEN, View, pack_roles
from handsim.errors import ArgumentError, PolicyError

SEATS = MAX_SEATS
_PLANES = 4
_ALL_FIELDS = 0x0001000100010001


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
def _shown_void(card: int, asked: int, led: int, throw_first: int, seat: int) -> int:
    """Return what a play adds to the voids shown: the suit asked for, if there was one and it was not followed.

    `asked` is what shows no void: the suit, and the cards that may be played though it could be followed.
    """
    off = int64(led != int64(0)) & int64(card & asked == int64(0))
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


@inline
def _fill_planes(planes: Ints, values: int) -> None:
    """Fill, for each bit of a card's points, the cards whose points have it: how points are added up in bulk."""
    for plane in range(_PLANES):
        ranks = int64(0)
        for rank in range(FIELD_STRIDE):
            ranks |= (values >> int64(4 * rank + plane) & int64(1)) << int64(rank)
        spare = ranks & int64(1 << FIELD_RANKS)  # the spare bits of the first two fields only: there is no bit 63
        planes[plane] = (ranks & ~spare) * int64(_ALL_FIELDS) | spare | spare << int64(FIELD_STRIDE)


@inline
def _points_of(cards: int, planes: Ints) -> int:
    """Return the card points of a set of cards."""
    total = int64(0)
    for plane in range(_PLANES):
        total += popcount(cards & planes[plane]) << int64(plane)
    return total


@inline
def _turn_round(frame: Frame, sets: Ints) -> None:
    """Move sets of cards, a row of seats each, to the bits that hold after turning."""
    for row in range(sets.shape[0]):
        for seat in range(SEATS):
            sets[row, seat] = to_frame(sets[row, seat], frame.turned)


@inline
def _count_up(
    frame: Frame, row: npt.NDArray[np.int8], planes: Ints, turned: bool, played: int, held: Ints, won: Ints, extra: Ints
) -> None:
    """Fill the columns of an outcome that come after the tricks: points, and who played and won the tracked cards.

    `won` are the cards that each seat captured in tricks, `held` those that it began with, `extra` further cards
    whose points are its own, in the bits that hold at the start.
    """
    for seat in range(SEATS):
        row[POINTS_AT + seat] = _points_of(won[seat], planes[int64(turned)]) + _points_of(extra[seat], planes[0])
    for j in range(frame.tracked.shape[0]):
        card = to_frame(frame.tracked[j], frame.turned) if turned else frame.tracked[j]
        player = TRACKED_AT + 2 * j
        row[player] = row[player + 1] = NOBODY
        if card & played:
            for seat in range(SEATS):
                if held[seat] & card:
                    row[player] = seat
                if won[seat] & card:
                    row[player + 1] = seat


_ARGUMENTS = (
    FRAME_TYPE, *(DECISION_POINTER,) * 5, int64[:, ::1], int64[::1], int64, int64,
)  # fmt: skip
_RESULTS = (types.int8[:, ::1], int64[:, ::1], int64)


@kernel(int64(*_ARGUMENTS, *_RESULTS))
def play_deals(
    frame: Frame,
    play_us: Decision,
    play_them: Decision,
    turn_us: Decision,
    turn_them: Decision,
    set_aside: Decision,
    deals: Ints,
    asides: Ints,
    start: int,
    key: int,
    outcome: npt.NDArray[np.int8],
    log: Ints,
    forced: int,
) -> int:
    """Play deals out in one frame; a deal's playouts are rows next to each other.

    Parameters
    ----------
    frame
        The frame.
    play_us, play_them
        What side 0 plays by, and what the others do.
    turn_us, turn_them
        What they decide by whether to turn the order of the ranks round.
    set_aside
        What the seat that takes the pile puts cards aside by.
    deals
        The deals, shape (n, n_places), physical cards.
    asides
        What to put aside, as masks of physical cards: every deal is played once with each. Empty: once, with what
        the policy puts aside.
    start, key
        The index of the first deal, and the key of the stream of decisions.
    outcome
        Filled, a row a playout, shape (n * max(1, n_asides), n_columns of the frame): see
        :mod:`~handsim.engine.outcome`.
    log
        Empty, or a row a playout, of 1 + plays: filled with the cards put aside (a mask) and the cards as they were
        played, all in the bits that hold at the start.
    forced
        How many plays of the log are not decided but given; if any is, so are the cards put aside.

    Returns
    -------
    int
        -1, or the first row in which a policy gave back something illegal (-2 - row: putting aside).
    """
    # One array for all that is kept by seat, and for the planes of points (as wide): each further way to make or to
    # fill one costs a first run time.
    rows = np.empty((11, SEATS), np.int64)
    sets, planes = rows[:5], rows[5:7]
    hands, laid, shown, held, won = rows[0], rows[1], rows[2], rows[3], rows[4]
    extra, partners, opponents, roles = rows[7], rows[8], rows[9], rows[10]
    for seat in range(SEATS):
        hands[seat] = laid[seat] = 0
    _fill_planes(planes[0], frame.values)
    _fill_planes(planes[1], frame.turned_values)
    in_play = _side_masks(frame, partners, opponents)
    order, ours = int64(0), int64(0)  # packed: arrays would cost a bounds fix-up at every play
    for seat in range(SEATS):
        order |= (frame.next_seat[seat] & int64(3)) << int64(seat << 3)
        ours |= int64(frame.sides[seat] == 0) << int64(seat)
    pack = int64(0)
    for bit in frame.bits:
        pack |= bit
    trumps, worthless, free_lead, throw_first = frame.trumps, frame.worthless, frame.free_lead, frame.throw_first
    declarer, n_playing, may_always, copies = frame.declarer, frame.n_playing, frame.may_always, frame.copies
    logging, counting = log.shape[0] > 0, outcome.shape[1] > SEATS
    n_asides = asides.shape[0]
    for row in range(outcome.shape[0]):
        i = row // max(n_asides, 1)
        base = at(key, start + i)
        hands_of(frame, deals[i], hands)
        kept, taker, shown_with = int64(NOBODY), frame.aside_seat, frame.face_up_seat
        for seat in range(SEATS):
            shown[seat], extra[seat] = frame.face_up, 0
        if taker != NOBODY:
            pile = to_frame(deals[i, frame.aside_pile], frame.table) if frame.aside_pile != NOBODY else int64(0)
            hand = hands[taker] | pile
            view = view_of_step(frame, hand, pile, partners[taker], opponents[taker], pack, base)
            if n_asides > 0:
                away = to_frame(asides[row % n_asides], frame.table)
            else:
                away = log[row, 0] if forced > 0 else put_aside(frame, view, set_aside)
            if not is_legal_aside(frame, away, hand):
                return int64(-2) - row
            laid[taker], hands[taker] = away, hand & ~away
            if frame.aside_shown:
                for seat in range(SEATS):
                    shown[seat] = pile
                shown_with = taker
            if frame.aside_gives != NOBODY:
                hand_over(frame, hands, shown, away)
            if frame.aside_scores:
                extra[taker] = away
            if frame.aside_count_public:
                kept = popcount(pile & ~away)
            if logging:
                log[row, 0] = away
        for seat in range(SEATS):
            roles[seat] = pack_roles(partners[seat], opponents[seat], declarer, shown_with, kept, copies, frame.marks)
            held[seat], won[seat] = hands[seat], int64(0)
        if taker != NOBODY and frame.aside_gives != NOBODY:
            roles[taker] = pack_roles(partners[taker], opponents[taker], declarer, taker, kept, copies, frame.marks)
        played, history, values, turned, turned_after = int64(0), int64(0), frame.values, False, int64(0)
        leader, ply, opening = frame.leader & int64(3), int64(0), frame.first_lead
        for number in range(frame.n_tricks):
            led, best, trick, strongest, before = int64(0), int64(0), int64(0), int64(0), played
            seat, winner, to_come = leader, leader, in_play
            for place in range(n_playing):
                hand = hands[seat]
                legal = legal_cards(hand, led, throw_first, may_always)
                if opening:
                    legal = hand & opening if hand & opening else hand
                    opening = int64(0)
                to_come &= ~(int64(1) << seat)
                card = legal
                if ply < forced:
                    card = to_frame(log[row, 1 + ply], frame.turned) if turned else log[row, 1 + ply]
                elif legal & (legal - int64(1)):
                    view = View(
                        seat, hand, legal, int64(0), led, best, winner, trick, to_come, int64(number), played,
                        laid[seat], shown[seat], history, roles[seat], pack, trumps, worthless, free_lead, values,
                        base,
                    )  # fmt: skip
                    decide = play_us if ours >> seat & int64(1) else play_them
                    card = decide(view)
                if not _is_card_of(card, legal):
                    return int64(row)
                if logging:
                    log[row, 1 + ply] = card
                hands[seat] = hand & ~card
                played |= card
                trick |= (ctz(card) + int64(1)) << (seat << int64(3))
                history |= _shown_void(card, led | may_always, led, throw_first, seat)
                if led == 0 and card & free_lead == int64(0):
                    led = field_of(card)
                    if place == 0:
                        history = _first_lead(history, card, seat)
                strength = power(card, led, trumps, worthless, copies)
                if strength > strongest:
                    strongest, best, winner = strength, card, seat
                seat = (order >> (seat << int64(3))) & int64(3)
                ply += int64(1)
            leader = winner & int64(3)
            history += int64(1) << (int64(TAKEN) + (leader << int64(2)))
            if counting:
                won[leader] |= played & ~before
                if played & ~before & frame.turn_card and number + 1 < frame.n_tricks and not turned:
                    view = View(
                        leader, hands[leader], hands[leader], int64(0), int64(0), int64(0), leader, int64(0),
                        in_play & ~(int64(1) << leader), int64(number + 1), played, laid[leader], shown[leader],
                        history, roles[leader], pack, trumps, worthless, free_lead, values, base,
                    )  # fmt: skip
                    turns = turn_us if ours >> leader & int64(1) else turn_them
                    if turns(view):
                        _turn_round(frame, sets)
                        played, values, turned = to_frame(played, frame.turned), frame.turned_values, True
                        turned_after = int64(number + 1)
        for seat in range(SEATS):
            outcome[row, seat] = history >> (int64(TAKEN) + int64(seat << 2)) & int64(15)
        if counting:
            if frame.last_pile != NOBODY:
                extra[leader] |= to_frame(deals[i, frame.last_pile], frame.table)
            _count_up(frame, outcome[row], planes, turned, played, held, won, extra)
            if turned and logging:
                for at_ply in range(turned_after * n_playing, ply):
                    log[row, 1 + at_ply] = to_frame(log[row, 1 + at_ply], frame.turned)
            if frame.turn_card:
                outcome[row, outcome.shape[1] - 1] = turned_after
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
    asides: Ints | None = None,
    log: Ints | None = None,
    forced: int = 0,
) -> npt.NDArray[np.int8]:
    """Play deals out and return their outcomes, a row each, shape (n, n_columns); with `asides` (n * n_asides, ...).

    The first four columns are the tricks that each seat takes; see :mod:`~handsim.engine.outcome`.

    Parameters
    ----------
    frame, deals, start, key, log, forced
        As in :func:`play_deals`.
    asides
        As there, where the frame puts cards aside; None: what the policy puts aside.
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
    ArgumentError
        If `asides` has cards that cannot be put aside in one of the deals.
    """
    against = against or policy
    asides = np.zeros(0, dtype=np.int64) if asides is None else np.ascontiguousarray(asides, dtype=np.int64)
    times = max(1, len(asides))
    outcome = np.zeros((len(deals) * times, frame.n_columns), dtype=np.int8)
    log = np.zeros((0, 0), dtype=np.int64) if log is None else log
    aside = set_aside or (policy if frame.sides[frame.aside_seat] == 0 else against)
    (play_us, _, turn_us), (play_them, _, turn_them) = decisions_in(frame, policy), decisions_in(frame, against)
    _, put, _ = decisions_in(frame, aside)
    # What is not asked in a frame need not be compiled: any kernel will do in its place.
    put = put if frame.aside_seat != NOBODY else play_us
    decisions = [kernel.pointer for kernel in (play_us, play_them, turn_us, turn_them, put)]
    bad = play_deals(frame, *decisions, deals, asides, start, key, outcome, log, forced)
    if bad < -1 and len(asides):
        which, deal = (-2 - bad) % times, start + (-2 - bad) // times
        raise ArgumentError(f"asides[{which}] cannot be put aside in deal {deal}")
    if bad != -1:
        did, who = ("put aside cards", aside) if bad < -1 else ("played a card", policy)
        names = who.name if who is against or bad < -1 else f"{policy.name} or {against.name}"
        deal = start + (bad if bad >= 0 else -2 - bad) // times
        raise PolicyError(f"the policy {names} {did} that it may not, in deal {deal}")
    return outcome


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
