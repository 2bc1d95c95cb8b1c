"""What a seat knows when it must decide: the only thing that a policy is given.

A view is passed by value, a tuple of integers, so that a policy cannot reach past it: that is how honesty is kept.
Packed words hold a byte a seat (bits ``8 * seat`` to ``8 * seat + 7``).
"""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from handsim.engine.bits import above, ctz, low
from handsim.engine.frame import FIELD_MASK, NOBODY
from handsim.engine.jit import inline, int64, named_type
from handsim.engine.rng import at

NO_SUIT = 4
"""The number, among the suits that a seat may be void in, of the cards of no suit."""


class View(NamedTuple):
    """A seat's knowledge at one decision (cards and sets of cards are masks of the frame's bits).

    Attributes
    ----------
    seat, hand : int
        Who decides, and the cards he holds.
    legal : int
        The cards that he may play (at a set-aside step: put aside).
    count : int
        At a set-aside step, how many cards he puts aside; 0 when he plays a card.
    led : int
        The field of the suit that is asked for; 0 when leading, and while nothing but free leads has been played.
    best, winner : int
        The card that is winning the trick (0: none) and the seat that played it (-1: none).
    trick : int
        Packed: the position of the bit of the card that each seat has played to this trick, plus one; 0: none yet.
    to_come : int
        The set of seats (bit s: seat s) that play to this trick after this one.
    number : int
        The number of the trick, from 0.
    played : int
        All cards played so far, those on the table included.
    aside : int
        The cards that this seat itself put aside.
    shown, shown_with : int
        Cards that everybody was shown to lie with a seat (or, if it then put cards aside, there), and that seat.
    kept : int
        How many of the shown pile's number that seat is known to have kept (-1: not known).
    voids : int
        Packed: the fields (bits 0-3; bit 4: the cards of no suit) that each seat has shown to be out of.
    first_leads : int
        Packed: the field that each seat led first, plus one; 0: it has not led a suit.
    taken : int
        Packed: the tricks that each seat has taken.
    leader, declarer : int
        Who leads this trick; who declared (-1: nobody).
    partners, opponents : int
        The sets of the other seats in play on this seat's side, and against it.
    pack, trumps, worthless, free_lead : int
        All cards of the deck; and as in the frame.
    key : int
        The random key of this deal; :func:`draw` makes a word of it that belongs to this decision alone.
    """

    seat: int
    hand: int
    legal: int
    count: int  # type: ignore[assignment]  # tuple.count is not missed
    led: int
    best: int
    winner: int
    trick: int
    to_come: int
    number: int
    played: int
    aside: int
    shown: int
    shown_with: int
    kept: int
    voids: int
    first_leads: int
    taken: int
    leader: int
    declarer: int
    partners: int
    opponents: int
    pack: int
    trumps: int
    worthless: int
    free_lead: int
    key: int


VIEW_TYPE = named_type(View)
DECISION = int64(VIEW_TYPE)
DECISION_POINTER = types.FunctionType(DECISION)


@inline
def packed(word: int, seat: int) -> int:
    """Return one seat's byte of a packed word."""
    return (word >> (seat << int64(3))) & int64(255)


@inline
def draw(view: View) -> int:
    """Return this decision's random word."""
    return at(view.key, int64(view.count > 0) * int64(63) + view.number * int64(4) + view.seat)


@inline
def unseen(view: View) -> int:
    """Return the cards whose place this seat does not know, or knows to lie with another."""
    return view.pack & ~(view.played | view.hand | view.aside)


@inline
def void_cards(voids: int) -> int:
    """Return the cards of all the fields in a set of voids (bit f: field f), those of no suit left out."""
    spread = voids & int64(1) | (voids & int64(2)) << int64(15) | (voids & int64(4)) << int64(30)
    return (spread | (voids & int64(8)) << int64(45)) * int64(FIELD_MASK)


@inline
def shared_voids(view: View, seats: int) -> int:
    """Return the fields (bit f: field f; 4: the cards of no suit) that each of the seats has shown to lack."""
    others = ~seats
    outside = others & int64(1) | (others & int64(2)) << int64(7) | (others & int64(4)) << int64(14)
    voids = view.voids | (outside | (others & int64(8)) << int64(21)) * int64(255)
    voids &= voids >> int64(16)
    return voids & voids >> int64(8) & int64(31)


@inline
def could_hold(view: View, seats: int) -> int:
    """Return the cards that at least one of a set of other seats may hold, for all that this one knows."""
    cards = unseen(view)
    voids = shared_voids(view, seats)
    if voids:
        cards &= ~void_cards(voids)
        if voids & int64(1 << NO_SUIT):
            cards &= ~view.worthless
    if view.shown_with != NOBODY and seats >> view.shown_with & int64(1) == int64(0):
        cards &= ~view.shown
    return cards


@inline
def ruffed_by(view: View, seats: int) -> int:
    """Return the fields (bit f: field f) that one of the seats has shown to be out of while it may hold a trump."""
    fields = int64(0)
    if view.voids and unseen(view) & view.trumps:
        while seats:
            voids = packed(view.voids, ctz(seats))
            if voids and could_hold(view, low(seats)) & view.trumps:
                fields |= voids
            seats &= seats - int64(1)
    return fields


@inline
def led_by(view: View, seats: int) -> int:
    """Return the fields (bit f: field f) that the seats led when they first led a suit."""
    fields = int64(0)
    while seats:
        fields |= int64(1) << packed(view.first_leads, ctz(seats)) >> int64(1)
        seats &= seats - int64(1)
    return fields


@inline
def leading(view: View) -> bool:
    """Return whether this seat leads to the trick."""
    return view.leader == view.seat


@inline
def partner_winning(view: View) -> bool:
    """Return whether another seat of this side is winning the trick."""
    return view.partners >> view.winner & int64(1) != int64(0)


@inline
def winners(view: View) -> int:
    """Return the legal cards that would be winning the trick."""
    if view.best == int64(0):
        return view.legal & ~view.worthless
    higher = above(view.legal, view.best)
    return higher if view.best & view.trumps else higher | view.legal & view.trumps
