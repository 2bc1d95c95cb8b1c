"""The default player where cards count points and each plays for himself: what is each card worth to play now?

Every legal card is scored by the points that it is likely to win or to lose in this trick, less what it would be worth
later. How likely it is to hold is reckoned from what the seats yet to play may have. The weights, in hundredths of a
point, were climbed to in matches against this player's earlier selves.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from handsim.engine.bits import RANKS, above, ctz, field_of, low, popcount
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
CERTAIN = 1024

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


def _table() -> npt.NDArray[np.int16]:
    """Return the chances, in 1024ths, that n cards out of u have none of k given ones, at [u << 8 | n << 3 | k]."""
    table = np.zeros(1 << 13, dtype=np.int16)
    for u in range(32):
        for n in range(u + 1):
            for k in range(8):
                table[u << 8 | n << 3 | k] = CERTAIN * math.comb(max(u - k, 0), n) // math.comb(u, n)
    return table


_NONE = _table()
_SHARE = np.array([0, *(CERTAIN // n for n in range(1, 17))], dtype=np.int16)
"""A share of so many, in 1024ths: a division would cost more than all the rest."""


@inline
def none_of(among: int, held: int, wanted: int) -> int:
    """Return the chance, in 1024ths, that so many cards out of `among` hold none of `wanted` given ones."""
    place = (min(among, int64(31)) << int64(8)) | (min(held, int64(31)) << int64(3)) | min(wanted, int64(7))
    return int64(_NONE[place])


@inline
def situation(view: View) -> int:
    """Return which column of weights counts."""
    left = popcount(view.hand)
    return max(int64(5) - max(left, int64(2)), int64(0)) + (int64(0) if view.seat == declarer(view) else int64(4))


@inline
def weight(row: int, maxim: int) -> int:
    """Return the weight of a maxim."""
    return WEIGHTS[maxim * int64(SITUATIONS) + row]


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
    """Return the cards that a seat (a set of one) may hold, of those that anybody may."""
    if view.history & int64(0xFFFFFFFF) or view.shown:
        return could_hold(view, seat)
    return hidden


@inline
def outlook(view: View, row: int, suit: int, hidden: int, trump_room: int) -> tuple[int, int, int, int, int]:
    """Return what may come of a trick of a suit from the seats yet to play.

    The cards of the suit that they may hold; how many cards they hold who may have one of them, and in how many
    places these may lie; the chance that nobody ruffs (in 1024ths); and the points that will be thrown on the trick.
    """
    own, places, seats = popcount(view.hand), room(view, suit), view.to_come
    live, cards, unruffed, thrown, mean = int64(0), int64(0), int64(CERTAIN), int64(0), int64(0)
    if hidden & suit:
        mean = weight(row, FOLLOWED) * points(view, hidden & suit) * int64(_SHARE[popcount(hidden & suit)]) >> int64(10)
    while seats:
        held, void = hidden_with(view, low(seats), hidden), int64(CERTAIN)
        if held & suit:
            void = none_of(places, own, popcount(held & suit))
            live |= held & suit
            cards += own
        thrown += void * weight(row, DISCARDED) + (int64(CERTAIN) - void) * mean
        trumps = held & view.trumps
        if void and trumps and suit & view.trumps == int64(0):
            ruff = void * (int64(CERTAIN) - none_of(trump_room, own, popcount(trumps))) >> int64(10)
            unruffed = unruffed * (int64(CERTAIN) - ruff * weight(row, RUFFED) // int64(100)) >> int64(10)
        seats &= seats - int64(1)
    return live, cards, places, unruffed, thrown >> int64(10)


@inline
def ruff_holds(view: View, card: int, places: int, trump_room: int) -> int:
    """Return the chance, in 1024ths, that nobody yet to play ruffs higher."""
    chance, seats, own = int64(CERTAIN), view.to_come, popcount(view.hand)
    while seats:
        held = could_hold(view, low(seats))
        higher = popcount(above(held & view.trumps, card))
        if higher:
            void = none_of(places, own, popcount(held & view.led))
            chance = chance * (
                int64(CERTAIN) - (void * (int64(CERTAIN) - none_of(trump_room, own, higher)) >> int64(10))
            )
            chance >>= int64(10)
        seats &= seats - int64(1)
    return chance


@inline
def holds(live: int, card: int, cards: int, places: int, unruffed: int) -> int:
    """Return the chance, in 1024ths, that a card of the suit led which is winning still wins when all have played."""
    higher = popcount(above(live, card))
    return none_of(places, cards, higher) * unruffed >> int64(10) if higher else unruffed


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
def to_spend(view: View, row: int, card: int, enemy: int, may_turn: int) -> int:
    """Return what it costs to play a card, whether it wins or not."""
    cost = keeping(view, row, card, enemy, may_turn)
    part = view.hand & field_of(card)
    if card & view.trumps == int64(0) and view.hand & view.trumps and part == card:
        cost -= weight(row, MAKE_VOID)
    return cost


@inline
def losing(view: View, row: int, card: int) -> int:
    """Return what is lost with a card that does not win its trick."""
    return weight(row, LOSE) * worth(view, card) + weight(row, LOSE_PRIZE) * int64(card == prize(view))


@inline
def lead_alone(view: View, row: int) -> int:
    """Lead the card with the best score."""
    enemy, trump_room, may_turn = could_hold(view, opponents(view)), room(view, view.trumps & RANKS), turning(view)
    best, best_score, rest = int64(0), int64(-1000000), view.legal
    while rest:
        suit = field_of(low(rest)) if low(rest) & view.free_lead == int64(0) else int64(0)
        part = rest & suit if suit else low(rest)
        rest &= ~part
        live, cards, places, unruffed, stake = outlook(view, row, suit, enemy, trump_room)
        stake += weight(row, TEMPO)
        if suit & view.trumps:
            bonus = weight(row, LEAD_TRUMP)
        else:
            bonus = weight(row, LEAD_LENGTH) * popcount(view.hand & suit)
            bonus += weight(row, LEAD_HIDDEN) * popcount(enemy & suit)
        while part:
            card = low(part)
            part &= part - int64(1)
            chance = holds(live, card, cards, places, unruffed) if suit else int64(CERTAIN)
            score = chance * (stake + int64(100) * worth(view, card))
            score -= (int64(CERTAIN) - chance) * losing(view, row, card)
            score = (score >> int64(10)) - to_spend(view, row, card, enemy, may_turn) + bonus
            if score > best_score:
                best, best_score = card, score
    return best


@inline
def follow_alone(view: View, row: int) -> int:
    """Play to a trick the card with the best score."""
    enemy, winning, may_turn = could_hold(view, opponents(view)), winners(view), turning(view)
    stake, trump_room = int64(100) * points(view, cards_of_trick(view)) + weight(row, TEMPO), int64(0)
    live, cards, places, unruffed, thrown = int64(0), int64(0), int64(0), int64(CERTAIN), int64(0)
    if winning and view.to_come:
        trump_room = room(view, view.trumps & RANKS)
        live, cards, places, unruffed, thrown = outlook(view, row, view.led, enemy, trump_room)
    best, best_score, rest = int64(0), int64(-1000000), view.legal
    while rest:
        card = low(rest)
        rest &= rest - int64(1)
        chance = int64(0)
        if card & winning:
            if card & view.led:
                chance = holds(live, card, cards, places, unruffed)
            else:
                chance = ruff_holds(view, card, places, trump_room)
        score = chance * (stake + thrown + int64(100) * worth(view, card))
        score -= (int64(CERTAIN) - chance) * losing(view, row, card)
        score = (score >> int64(10)) - to_spend(view, row, card, enemy, may_turn)
        if score > best_score:
            best, best_score = card, score
    return best


@kernel(DECISION)
def play_alone(view: View) -> int:
    """Play the card that is worth most to play."""
    row = situation(view)
    return lead_alone(view, row) if leading(view) else follow_alone(view, row)


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
