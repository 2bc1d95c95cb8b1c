"""What a seat knows when it must decide: the only thing that a policy is given.

A view is passed by value, a tuple of integers, so that a policy cannot reach past it: that is how honesty is kept.
Passing it is most of what a decision costs, so what is small or seldom asked for is packed into two words.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from handsim.engine.bits import RANKS, above, covered, ctz, low, rank_of
from handsim.engine.frame import FIELD_MASK
from handsim.engine.jit import inline, int64, named_type
from handsim.engine.rng import at

NO_SUIT = 4
"""The number, among the suits that a seat may be void in, of the cards of no suit."""


_FIRST_COPIES = int64(0x1555155515551555)
_LOWEST = int64(0x0001000100010001)


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
        The card that is winning the trick (0: none), and the seat that wins as things stand: the leader at first.
    trick : int
        A byte a seat: the position of the bit of the card that it has played to this trick, plus one; 0: none yet.
    to_come : int
        The set of seats (bit s: seat s) that play to this trick after this one.
    number : int
        The number of the trick, from 0.
    played : int
        All cards played so far, those on the table included.
    aside : int
        The cards that this seat itself put aside.
    shown : int
        The cards that this seat was shown to lie with a seat (or, if it then put cards aside, there); of those that
        a partner handed over, with this seat itself.
    history : int
        What the tricks have shown: read it with :func:`voids`, :func:`first_lead` and :func:`taken`.
    roles : int
        Who is who: read it with :func:`partners`, :func:`opponents`, :func:`declarer`, :func:`shown_with` and
        :func:`kept`; and what else the frame says: with :func:`copies`, :func:`may_always_trump`,
        :func:`aside_counts`, :func:`prize` and :func:`keepsakes`.
    pack, trumps, worthless, free_lead : int
        All cards of the deck; and as in the frame.
    values : int
        Card points by rank, 0 where cards have none: read it with :func:`worth` and :func:`points`.
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
    history: int
    roles: int
    pack: int
    trumps: int
    worthless: int
    free_lead: int
    values: int
    key: int


VIEW_TYPE = named_type(View)
DECISION = int64(VIEW_TYPE)
DECISION_POINTER = types.FunctionType(DECISION)


MARKS = 25
"""Where in the word of roles the marks of the frame start."""


@inline
def pack_roles(
    partners: int, opponents: int, declarer: int, shown_with: int, kept: int, copies: int, marks: int
) -> int:
    """Return a view's word of roles; -1 stands for nobody, and for not known."""
    seats = (
        partners | opponents << int64(4) | (declarer & int64(15)) << int64(8) | (shown_with & int64(15)) << int64(12)
    )
    return seats | (kept & int64(255)) << int64(16) | copies << int64(24) | marks << int64(MARKS)


@inline
def partners(view: View) -> int:
    """Return the set of the other seats in play on this seat's side."""
    return view.roles & int64(15)


@inline
def opponents(view: View) -> int:
    """Return the set of the seats in play against this seat."""
    return view.roles >> int64(4) & int64(15)


@inline
def declarer(view: View) -> int:
    """Return who declared; 15: nobody."""
    return view.roles >> int64(8) & int64(15)


@inline
def shown_with(view: View) -> int:
    """Return the seat that the shown cards lie with; 15: none were shown."""
    return view.roles >> int64(12) & int64(15)


@inline
def kept(view: View) -> int:
    """Return how many of the shown pile's number that seat is known to have kept; 255: not known."""
    return view.roles >> int64(16) & int64(255)


@inline
def copies(view: View) -> int:
    """Return 1 if cards come in two copies, of which the first played wins; else 0."""
    return view.roles >> int64(24) & int64(1)


@inline
def may_always_trump(view: View) -> bool:
    """Return whether trumps may be played though the suit asked for could be followed."""
    return view.roles >> int64(MARKS) & int64(1) != int64(0)


@inline
def aside_counts(view: View) -> bool:
    """Return whether the points of the cards put aside count for the seat that puts them aside."""
    return view.roles >> int64(MARKS + 1) & int64(1) != int64(0)


@inline
def marked(view: View, place: int) -> int:
    """Return the card that the frame marks at a place, or 0."""
    at = view.roles >> int64(MARKS + 2 + 6 * place) & int64(63)
    return int64(at != 0) << (at - int64(1) & int64(63))


@inline
def prize(view: View) -> int:
    """Return the card that is worth winning for its own sake; 0: none."""
    return marked(view, 0)


@inline
def keepsakes(view: View) -> int:
    """Return the cards, at most two, that count for the side that plays them."""
    return marked(view, 1) | marked(view, 2)


@inline
def over(view: View, cards: int, card: int) -> int:
    """Return those cards of a set that lie in the field of a card and beat it when it was played first."""
    return above(cards, card << (copies(view) & ~ctz(card) & int64(1)))


@inline
def matched(view: View, cards: int) -> int:
    """Return, in every field at once, the ranks that the highest card of a set takes, played after them.

    They are those below it, and its own: where cards come in two copies that one holds against it.
    """
    ranks = covered(cards)
    if copies(view):
        ranks &= _FIRST_COPIES
        return ((ranks & ~_LOWEST) >> int64(2) | ranks >> int64(1)) & RANKS
    return ranks


@inline
def worth(view: View, card: int) -> int:
    """Return a card's points."""
    return view.values >> (rank_of(card) << int64(2)) & int64(15)


@inline
def points(view: View, cards: int) -> int:
    """Return the points of a set of cards."""
    total = int64(0)
    if view.values:
        while cards:
            total += worth(view, low(cards))
            cards &= cards - int64(1)
    return total


VOIDS, FIRST_LEADS, TAKEN = 0, 32, 44
"""Where in the word of history each part starts: eight, three and four bits a seat."""


@inline
def voids(view: View, seat: int) -> int:
    """Return the fields (bits 0-3; bit 4: the cards of no suit) that a seat has shown to be out of."""
    return view.history >> (seat << int64(3)) & int64(31)


@inline
def first_lead(view: View, seat: int) -> int:
    """Return the field that a seat led when it first led a suit, plus one; 0: it has not led one."""
    return view.history >> (int64(FIRST_LEADS) + int64(3) * seat) & int64(7)


@inline
def taken(view: View, seat: int) -> int:
    """Return the tricks that a seat has taken."""
    return view.history >> (int64(TAKEN) + (seat << int64(2))) & int64(15)


TURN_DRAWS = 96
"""Where the random words of the decisions whether to turn the order start; those of play end before."""


@inline
def draw(view: View) -> int:
    """Return this decision's random word."""
    return at(view.key, int64(view.count > 0) * int64(63) + view.number * int64(4) + view.seat)


@inline
def unseen(view: View) -> int:
    """Return the cards whose place this seat does not know, or knows to lie with another."""
    return view.pack & ~(view.played | view.hand | view.aside)


@inline
def void_cards(lacking: int) -> int:
    """Return the cards of all the fields in a set of voids (bit f: field f), those of no suit left out."""
    spread = lacking & int64(1) | (lacking & int64(2)) << int64(15) | (lacking & int64(4)) << int64(30)
    return (spread | (lacking & int64(8)) << int64(45)) * int64(FIELD_MASK)


@inline
def shared_voids(view: View, seats: int) -> int:
    """Return the fields (bit f: field f; 4: the cards of no suit) that each of the seats has shown to lack."""
    others = ~seats
    outside = others & int64(1) | (others & int64(2)) << int64(7) | (others & int64(4)) << int64(14)
    shared = view.history | (outside | (others & int64(8)) << int64(21)) * int64(255)
    shared &= shared >> int64(16)
    return shared & shared >> int64(8) & int64(31)


@inline
def less_known(view: View, cards: int, lacking: int, shown: int) -> int:
    """Return cards less those of the voids shown and, if the shown cards do not lie there, less those."""
    if lacking:
        cards &= ~void_cards(lacking)
        if lacking & int64(1 << NO_SUIT):
            cards &= ~view.worthless
    if shown == int64(0):
        cards &= ~view.shown
    return cards


@inline
def could_hold(view: View, seats: int) -> int:
    """Return the cards that at least one of a set of other seats may hold, for all that this one knows."""
    return less_known(view, unseen(view), shared_voids(view, seats), seats >> shown_with(view) & int64(1))


@inline
def seat_could_hold(view: View, seat: int) -> int:
    """Return the cards that another seat may hold: as :func:`could_hold`, of one seat, and cheaper."""
    return less_known(view, unseen(view), voids(view, seat), int64(seat == shown_with(view)))


@inline
def ruffed_by(view: View, seats: int) -> int:
    """Return the fields (bit f: field f) that one of the seats has shown to be out of while it may hold a trump."""
    fields = int64(0)
    if view.history & int64(0xFFFFFFFF) and unseen(view) & view.trumps:
        while seats:
            lacking = voids(view, ctz(seats))
            if lacking and seat_could_hold(view, ctz(seats)) & view.trumps:
                fields |= lacking
            seats &= seats - int64(1)
    return fields


@inline
def led_by(view: View, seats: int) -> int:
    """Return the fields (bit f: field f) that the seats led when they first led a suit."""
    fields = int64(0)
    while seats:
        fields |= int64(1) << first_lead(view, ctz(seats)) >> int64(1)
        seats &= seats - int64(1)
    return fields


@inline
def leading(view: View) -> bool:
    """Return whether this seat leads to the trick."""
    return view.trick == int64(0)


@inline
def cards_of_trick(view: View) -> int:
    """Return the cards of the trick so far."""
    cards, trick = int64(0), view.trick
    while trick:
        if trick & int64(255):
            cards |= int64(1) << ((trick & int64(255)) - int64(1))
        trick >>= int64(8)
    return cards


@inline
def partner_winning(view: View) -> bool:
    """Return whether another seat of this side is winning the trick."""
    return partners(view) >> view.winner & int64(1) != int64(0)


@inline
def winners(view: View) -> int:
    """Return the legal cards that would be winning the trick."""
    if view.best == int64(0):
        return view.legal & ~view.worthless
    higher = over(view, view.legal, view.best)
    return higher if view.best & view.trumps else higher | view.legal & view.trumps
