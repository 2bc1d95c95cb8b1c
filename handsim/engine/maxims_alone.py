"""The default player where cards count points and each plays for himself: what is each card worth to play now?

Every legal card is scored by the points that it is likely to win or to lose in this trick, less what it would be worth
later. How likely it is to hold is reckoned from what the seats yet to play may have. The weights, in hundredths of a
point, were climbed to in matches against this player's earlier selves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from handsim.engine.bits import RANKS, above, ctz, field_of, low, popcount
from handsim.engine.chances import CERTAIN, none_of, part_of, place_of, share
from handsim.engine.choice import card_chooser, look_up
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.view import (
    DECISION,
    View,
    cards_of_trick,
    could_hold,
    declarer,
    leading,
    opponents,
    partners,
    points,
    prize,
    seat_could_hold,
    unseen,
    voids,
    winners,
    worth,
)

# The maxims that have a weight: what a card is kept for ...
KEEP_PLAIN, KEEP_TRUMP, KEEP_POINTS = 0, 4, 8
# ... and what is to be won and lost by playing it.
LOSE, FOLLOWED, DISCARDED, RUFFED, TEMPO, MAKE_VOID, LEAD_TRUMP, LEAD_LENGTH, LEAD_HIDDEN = range(12, 21)
# ... and what may come of turning the order of the ranks round.
MAY_TURN, LOSE_PRIZE = 21, 23
SITUATIONS = 8

# fmt: off
# A line a maxim; a column a situation: who has declared with five cards or more left, four, three, two; the others.
WEIGHTS = np.array([
     57,   54,   51,   47,   60,   57,   57,   83,  # KEEP_PLAIN: a card of a plain suit that nothing can beat
    -11,   11,   20,   14,   20,  -17,   -4,   45,  # ... that one card can beat
    -13,  -20,  -23,   13,  -10,  -54,  -29,   12,  # ... two
     19,  -15,  -15,  -25,   18,  -50,  -47,   -3,  # ... three or more
    112,  130,  130,  134,  189,  145,  142,  271,  # KEEP_TRUMP: a trump that nothing can beat
     53,  155,  161,  124,   98,  189,  136,  168,  # ... that one card can beat
    102,   87,   90,  205,  -15,  140,  115,   61,  # ... two
    132,   89,   89,  104,    9,   81,   93,  -20,  # ... three or more
     72,   47,   47,   60,   69,   78,   69,   54,  # KEEP_POINTS: for each of its points, where nothing can beat it
     77,  -17,  -14,   12,    9,  -13,  -16,   24,  # ... one card can
      8,  -10,  -16,  -33,   14,  -24,  -18,   42,  # ... two
    -30,  -36,  -42,  -13,   -8,  -60,  -54,   17,  # ... three or more
     45,   48,   42,   12,   17,   42,   42,   -3,  # LOSE: for each of its points, where it does not win
     69,   78,  103,   51,   84,  106,   94,  106,  # FOLLOWED: each who will follow: percent of the suit's mean worth
     -3,   15,   15,   12,   30,   52,   58,   86,  # DISCARDED: for each who will not
     37,   43,   28,   34,   12,   10,   35,   34,  # RUFFED: how often he will ruff who can, percent
     25,   13,   13,   34,   10,   19,   19,   22,  # TEMPO: to win the trick, and to lead to the next
     41,    3,   15,   37,   38,   72,   78,    3,  # MAKE_VOID: the last of a plain suit, with trumps to ruff it later
     15,   -5,   -8,   -1,   62,  124,   50,   84,  # LEAD_TRUMP: to lead trumps
    -12,   23,   32,    1,   37,   41,   28,   68,  # LEAD_LENGTH: to lead a plain suit, for each card of ours in it
    -18,  -21,  -21,  -12,  -86,  -73,  -73,  -55,  # LEAD_HIDDEN: ... for each card of it that the others may hold
     18,   27,   27,  -10,   30,   33,   30,   27,  # MAY_TURN: percent of a card turned round, while the order may turn
     47,  -62, -168,   38,   94,   98,  104,   50,  # ... when it may turn after this trick
     45,   51,   57,   39,  225,  175,  225,  219,  # LOSE_PRIZE: to let others decide it
], dtype=np.int64)

# What a card is worth in one order of the ranks or the other, by how many cards can then beat it (none, one, two,
# more): fitted to playouts with the order turned and not. What turning is worth besides comes last.
TURN = np.array([
     81,    0,  -33,  -47,  # a card of a plain suit
     62,   30,  -79,  -12,  # a trump
     14,
], dtype=np.int64)
# fmt: on


@inline
def situation(view: View) -> int:
    """Return which column of weights counts."""
    left = popcount(view.hand)
    return max(int64(5) - max(left, int64(2)), int64(0)) + (int64(0) if view.seat == declarer(view) else int64(4))


weight = look_up(WEIGHTS, SITUATIONS)


@inline
def room(view: View, suit: int) -> int:
    """Return how many hidden cards there are in all the places where cards of a suit may lie."""
    places = popcount(unseen(view))
    if suit and view.history & int64(0xFFFFFFFF):
        number, seats = ctz(suit) >> int64(4), opponents(view) | partners(view)
        while seats:
            seat = ctz(seats)
            if voids(view, seat) >> number & int64(1):
                places -= popcount(view.hand) - int64(view.trick >> (seat << int64(3)) & int64(255) != int64(0))
            seats &= seats - int64(1)
    return places


@inline
def hidden_with(view: View, seat: int, hidden: int) -> int:
    """Return the cards that a seat may hold, of those that anybody may."""
    if view.history & int64(0xFFFFFFFF) or view.shown:
        return seat_could_hold(view, seat)
    return hidden


class Outlook(NamedTuple):
    """What may come of a trick of a suit from the seats yet to play.

    Attributes
    ----------
    live : int
        The cards of the suit that they may hold.
    place : int
        How many cards they hold who may have one of them, and in how many places these may lie.
    unruffed : int
        The chance that nobody ruffs.
    thrown : int
        The points that will be thrown on the trick, in hundredths.
    """

    live: int
    place: int
    unruffed: int
    thrown: int


class Known(NamedTuple):
    """What the scores of all cards rest on alike.

    Attributes
    ----------
    row : int
        The situation.
    enemy, winning : int
        The cards that the others may hold, and those that would be winning the trick.
    may_turn : int
        Whether the order may yet turn.
    stake : int
        What the trick is worth as it lies.
    trump_room : int
        The places where trumps may lie.
    """

    row: int
    enemy: int
    winning: int
    may_turn: int
    stake: int
    trump_room: int


@inline
def known(view: View, row: int) -> Known:
    """Return what the scores of all cards rest on alike."""
    stake, trump_room = int64(100) * points(view, cards_of_trick(view)) + weight(row, TEMPO), int64(0)
    winning = winners(view)
    if winning and view.to_come:
        trump_room = room(view, view.trumps & RANKS)
    return Known(row, could_hold(view, opponents(view)), winning, turning(view), stake, trump_room)


@inline
def outlook(view: View, of: Known, suit: int) -> Outlook:
    """Return what may come of a trick of a suit from the seats yet to play."""
    row, own, places, seats = of.row, popcount(view.hand), room(view, suit), view.to_come
    live, cards, unruffed, thrown, mean = int64(0), int64(0), int64(CERTAIN), int64(0), int64(0)
    place, trump_place = place_of(own, places), place_of(own, of.trump_room)
    if of.enemy & suit:
        mean = share(
            weight(row, FOLLOWED) * points(view, of.enemy & suit), part_of(int64(1), popcount(of.enemy & suit))
        )
    while seats:
        held, void = hidden_with(view, ctz(seats), of.enemy), int64(CERTAIN)
        if held & suit:
            void = none_of(popcount(held & suit), place)
            live |= held & suit
            cards += own
        thrown += void * weight(row, DISCARDED) + (int64(CERTAIN) - void) * mean
        trumps = held & view.trumps
        if void and trumps and suit & view.trumps == int64(0):
            ruff = share(void, int64(CERTAIN) - none_of(popcount(trumps), trump_place))
            unruffed = share(unruffed, int64(CERTAIN) - ruff * weight(row, RUFFED) // int64(100))
        seats &= seats - int64(1)
    return Outlook(live, place_of(cards, places), unruffed, share(int64(1), thrown))


@inline
def ruff_holds(view: View, of: Known, card: int) -> int:
    """Return the chance that nobody yet to play ruffs higher."""
    chance, seats, own = int64(CERTAIN), view.to_come, popcount(view.hand)
    place, trump_place = place_of(own, room(view, view.led)), place_of(own, of.trump_room)
    while seats:
        held = seat_could_hold(view, ctz(seats))
        higher = popcount(above(held & view.trumps, card))
        if higher:
            void = none_of(popcount(held & view.led), place)
            chance = share(chance, int64(CERTAIN) - share(void, int64(CERTAIN) - none_of(higher, trump_place)))
        seats &= seats - int64(1)
    return chance


@inline
def holds(coming: Outlook, card: int) -> int:
    """Return the chance that a card of the suit led which is winning still wins when all have played."""
    higher = popcount(above(coming.live, card))
    return share(none_of(higher, coming.place), coming.unruffed) if higher else coming.unruffed


@inline
def turning(view: View) -> int:
    """Return whether the order of the ranks may yet turn: 0 no, 1 later, 2 after this trick."""
    card = prize(view)
    if card == int64(0):
        return int64(0)
    if card & view.played == int64(0):
        return int64(1)
    return int64(2) if card & cards_of_trick(view) else int64(0)


@inline
def as_kept(view: View, row: int, card: int, beaten_by: int) -> int:
    """Return what a card is worth if it is kept and so many others can beat it."""
    masters = min(beaten_by, int64(3))
    kind = int64(KEEP_TRUMP) if card & view.trumps else int64(KEEP_PLAIN)
    return weight(row, kind + masters) + weight(row, int64(KEEP_POINTS) + masters) * worth(view, card)


@inline
def keeping(view: View, row: int, card: int, enemy: int, may_turn: int) -> int:
    """Return what a card is worth if it is kept."""
    worth_now = as_kept(view, row, card, popcount(above(enemy, card)))
    if may_turn == int64(0):
        return worth_now
    lower = enemy & field_of(card) & (card - int64(1)) & ~prize(view)
    turned = as_kept(view, row, card, popcount(lower))
    return worth_now + turned * weight(row, int64(MAY_TURN) + may_turn - int64(1)) // int64(100)


@inline
def to_spend(view: View, of: Known, card: int) -> int:
    """Return what it costs to play a card, whether it wins or not."""
    cost = keeping(view, of.row, card, of.enemy, of.may_turn)
    part = view.hand & field_of(card)
    if card & view.trumps == int64(0) and view.hand & view.trumps and part == card:
        cost -= weight(of.row, MAKE_VOID)
    return cost


@inline
def card_score(view: View, of: Known, card: int, chance: int, stake: int) -> int:
    """Return how good it is to play a card that has a chance of winning so much beside its own points."""
    lost = weight(of.row, LOSE) * worth(view, card) + weight(of.row, LOSE_PRIZE) * int64(card == prize(view))
    score = chance * (stake + int64(100) * worth(view, card)) - (int64(CERTAIN) - chance) * lost
    return share(int64(1), score) - to_spend(view, of, card)


class Suit(NamedTuple):
    """What the scores of the cards of a suit have in common: what may come of it, and what leading it brings."""

    coming: Outlook
    bonus: int


@inline
def suit_led(view: View, of: Known, field: int, part: int) -> Suit:
    """Return what the scores have in common of the cards of a suit, any of which may be led."""
    if part & view.free_lead:
        field = int64(0)
    bonus = weight(of.row, LEAD_TRUMP)
    if field & view.trumps == int64(0):
        bonus = weight(of.row, LEAD_LENGTH) * popcount(view.hand & field)
        bonus += weight(of.row, LEAD_HIDDEN) * popcount(of.enemy & field)
    return Suit(outlook(view, of, field), bonus)


@inline
def lead_score(view: View, of: Known, suit: Suit, card: int) -> int:
    """Return how good it is to lead a card."""
    chance = int64(CERTAIN) if card & view.free_lead else holds(suit.coming, card)
    return card_score(view, of, card, chance, of.stake + suit.coming.thrown) + suit.bonus


class Follow(NamedTuple):
    """What the scores rest on where this seat does not lead: besides what is known, what may come of the suit led."""

    known: Known
    coming: Outlook


@inline
def following(view: View, of: Follow, field: int, part: int) -> int:
    """Return what the scores of the cards of a suit have in common where this seat does not lead: nothing more."""
    return int64(0)


@inline
def follow_score(view: View, of: Follow, suit: int, card: int) -> int:
    """Return how good it is to play a card to a trick."""
    chance = int64(0)
    if card & of.known.winning:
        chance = holds(of.coming, card) if card & view.led else ruff_holds(view, of.known, card)
    return card_score(view, of.known, card, chance, of.known.stake + of.coming.thrown)


@inline
def what_comes(view: View, of: Known) -> Outlook:
    """Return what may come of the suit led, if that matters to anything that this seat can play."""
    if of.winning and view.to_come:
        return outlook(view, of, view.led)
    return Outlook(int64(0), int64(0), int64(CERTAIN), int64(0))


best_lead = card_chooser(suit_led, lead_score)
best_follow = card_chooser(following, follow_score)


@kernel(DECISION)
def play_alone(view: View) -> int:
    """Play the card that is worth most to play."""
    of = known(view, situation(view))
    return (
        best_lead(view, of, view.legal)
        if leading(view)
        else best_follow(view, Follow(of, what_comes(view, of)), view.legal)
    )


@kernel(DECISION)
def turn_alone(view: View) -> int:
    """Turn the order of the ranks round where the cards left are worth more the other way round."""
    enemy = could_hold(view, opponents(view))
    gain, rest = int64(TURN[8]), view.hand
    while rest:
        card = low(rest)
        rest &= rest - int64(1)
        kind = int64(4) if card & view.trumps else int64(0)
        higher = popcount(above(enemy, card))
        lower = popcount(enemy & field_of(card) & (card - int64(1)))
        gain += TURN[kind + min(lower, int64(3))] - TURN[kind + min(higher, int64(3))]
    return int64(gain > 0)
