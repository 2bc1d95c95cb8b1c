"""The default player where cards count points and each plays for himself: what is each card worth to play now?

Every legal card is scored by the points that it is likely to win or to lose in this trick, less what it would be worth
later. How likely it is to hold is reckoned from what the seats yet to play may have. The weights, in hundredths of a
point, were climbed to in matches against this player's earlier selves.
"""

from __future__ import annotations

import math

import numpy as np

from handsim.engine.bits import above, field_of, high, low, popcount
from handsim.engine.jit import Ints, inline, int64, kernel
from handsim.engine.view import (
    DECISION,
    View,
    could_hold,
    declarer,
    leading,
    opponents,
    points,
    winners,
    worth,
)

# The maxims that have a weight: what a card is kept for ...
KEEP_PLAIN, KEEP_TRUMP, KEEP_POINTS = 0, 4, 8
# ... and what is to be won and lost by playing it.
LOSE, FOLLOWED, DISCARDED, RUFFED, TEMPO, MAKE_VOID, LEAD_TRUMP, LEAD_LENGTH, LEAD_HIDDEN, GUARD = range(12, 22)
SITUATIONS = 6
CERTAIN = 1024

# fmt: off
# A line a maxim; a column a situation: who has declared with many cards left, with some, with two; then the others.
WEIGHTS = np.array([
     60,   60,   80,   60,   60,   80,  # KEEP_PLAIN: a card of a plain suit that nothing can beat
     20,   20,   20,   20,   20,   20,  # ... that one card can beat
      5,    5,    5,    5,    5,    5,  # ... two
      0,    0,    0,    0,    0,    0,  # ... three or more
    130,  130,  150,  130,  130,  150,  # KEEP_TRUMP: a trump that nothing can beat
     80,   80,   80,   80,   80,   80,  # ... that one card can beat
     60,   60,   50,   60,   60,   50,  # ... two
     40,   40,   30,   40,   40,   30,  # ... three or more
     90,   90,   90,   90,   90,   90,  # KEEP_POINTS: for each of its points, where nothing can beat it
     40,   40,   40,   40,   40,   40,  # ... one card can
     20,   20,   20,   20,   20,   20,  # ... two
     20,   20,   20,   20,   20,   20,  # ... three or more
    100,  100,  100,  100,  100,  100,  # LOSE: for each of its points, where it does not win
     60,   60,   60,   60,   60,   60,  # FOLLOWED: of the mean worth of the suit, for each who will follow, percent
     15,   15,   15,   15,   15,   15,  # DISCARDED: for each who will not
     90,   90,   90,   90,   90,   90,  # RUFFED: how often he will ruff who can, percent
     10,   10,   10,   10,   10,   10,  # TEMPO: to win the trick, and to lead to the next
     10,   10,    0,   10,   10,    0,  # MAKE_VOID: it is the last of a plain suit, and there are trumps to ruff with
      0,    0,    0,    0,    0,    0,  # LEAD_TRUMP: to lead trumps
      0,    0,    0,    0,    0,    0,  # LEAD_LENGTH: to lead a plain suit, for each card of ours in it
      0,    0,    0,    0,    0,    0,  # LEAD_HIDDEN: ... for each card of it that the others may hold
     10,   10,    0,   10,   10,    0,  # GUARD: it guards a card that others can still beat
], dtype=np.int64)

# What a card is worth in one order of the ranks or the other, by how many cards can then beat it (none, one, two,
# more): fitted to playouts with the order turned and not. What turning is worth besides comes last.
TURN = np.array([
     69,   20,  -35,  -54,  # a card of a plain suit
     47,   24,  -52,  -20,  # a trump
     19,
], dtype=np.int64)
# fmt: on


def _table() -> Ints:
    """Return the chances, in 1024ths, that n cards out of u have none of k given ones, at [u << 7 | n << 3 | k]."""
    table: Ints = np.zeros(1 << 12, dtype=np.int64)
    for u in range(32):
        for n in range(min(u, 15) + 1):
            for k in range(8):
                table[u << 7 | n << 3 | k] = CERTAIN * math.comb(max(u - k, 0), n) // math.comb(u, n)
    return table


_NONE = _table()


@inline
def none_of(among: int, held: int, wanted: int) -> int:
    """Return the chance, in 1024ths, that so many cards out of `among` hold none of `wanted` given ones."""
    return _NONE[(min(among, int64(31)) << int64(7)) | (min(held, int64(15)) << int64(3)) | min(wanted, int64(7))]


@inline
def situation(view: View) -> int:
    """Return which column of weights counts."""
    left = popcount(view.hand)
    stage = int64(2) if left <= 2 else int64(1) if left <= 4 else int64(0)
    return stage + (int64(0) if view.seat == declarer(view) else int64(3))


@inline
def weight(row: int, maxim: int) -> int:
    """Return the weight of a maxim."""
    return WEIGHTS[maxim * int64(SITUATIONS) + row]


@inline
def on_table(view: View) -> int:
    """Return the points of the cards on the table."""
    total, trick = int64(0), view.trick
    while trick:
        if trick & int64(255):
            total += view.values >> (((trick & int64(255)) - int64(1) & int64(15)) << int64(2)) & int64(15)
        trick >>= int64(8)
    return total


@inline
def beaten(view: View, row: int, card: int, suit: int, held: int) -> int:
    """Return the chance, in 1024ths, that a seat which may hold these cards beats a card in a trick of that suit."""
    among, own = popcount(held), popcount(view.hand)
    trumps = held & view.trumps
    if card & view.trumps and suit & view.trumps == int64(0):
        higher = popcount(above(trumps, card))
        if higher == 0:
            return int64(0)
        return none_of(among, own, popcount(held & suit)) * (int64(CERTAIN) - none_of(among, own, higher)) >> int64(10)
    chance = int64(CERTAIN) - none_of(among, own, popcount(above(held & suit, card)))
    if trumps and suit & view.trumps == int64(0):
        void = none_of(among, own, popcount(held & suit))
        ruff = void * (int64(CERTAIN) - none_of(among, own, popcount(trumps))) >> int64(10)
        chance += ruff * weight(row, RUFFED) // int64(100)
    return min(chance, int64(CERTAIN))


@inline
def holds(view: View, row: int, card: int, suit: int) -> int:
    """Return the chance, in 1024ths, that a card which is winning the trick still wins when all have played."""
    chance, seats = int64(CERTAIN), view.to_come & opponents(view)
    while seats:
        held = could_hold(view, low(seats))
        chance = chance * (int64(CERTAIN) - beaten(view, row, card, suit, held)) >> int64(10)
        seats &= seats - int64(1)
    return chance


@inline
def to_be_thrown(view: View, row: int, suit: int) -> int:
    """Return the points that the seats yet to play are likely to add to a trick of that suit."""
    total, seats = int64(0), view.to_come
    while seats:
        held = could_hold(view, low(seats))
        follow = held & suit
        void = none_of(popcount(held), popcount(view.hand), popcount(follow))
        if follow:
            mean = weight(row, FOLLOWED) * points(view, follow) // popcount(follow)
            total += (int64(CERTAIN) - void) * mean >> int64(10)
        total += void * weight(row, DISCARDED) >> int64(10)
        seats &= seats - int64(1)
    return total


@inline
def keeping(view: View, row: int, card: int, enemy: int) -> int:
    """Return what a card is worth if it is kept."""
    masters = min(popcount(above(enemy, card)), int64(3))
    kind = int64(KEEP_TRUMP) if card & view.trumps else int64(KEEP_PLAIN)
    return weight(row, kind + masters) + weight(row, int64(KEEP_POINTS) + masters) * worth(view, card)


@inline
def to_spend(view: View, row: int, card: int, enemy: int) -> int:
    """Return what it costs to play a card, whether it wins or not."""
    cost = keeping(view, row, card, enemy)
    part = view.hand & field_of(card)
    if card & view.trumps == int64(0) and view.hand & view.trumps and part == card:
        cost -= weight(row, MAKE_VOID)
    if popcount(part) > 1 and popcount(above(enemy, high(part))) == popcount(part) - int64(1):
        cost += weight(row, GUARD)
    return cost


@inline
def lead_alone(view: View, row: int) -> int:
    """Lead the card with the best score."""
    enemy = could_hold(view, opponents(view))
    best, best_score, rest, suit, coming, bonus = int64(0), int64(-1000000), view.legal, int64(-1), int64(0), int64(0)
    while rest:
        card = low(rest)
        rest &= rest - int64(1)
        if card & view.free_lead or field_of(card) != suit:
            suit = int64(0) if card & view.free_lead else field_of(card)
            coming = to_be_thrown(view, row, suit)
            if suit & view.trumps:
                bonus = weight(row, LEAD_TRUMP)
            else:
                bonus = weight(row, LEAD_LENGTH) * popcount(view.hand & suit)
                bonus += weight(row, LEAD_HIDDEN) * popcount(enemy & suit)
        chance, own = holds(view, row, card, suit), worth(view, card)
        prize = int64(100) * own + coming + weight(row, TEMPO)
        score = chance * prize - (int64(CERTAIN) - chance) * weight(row, LOSE) * own
        score = (score >> int64(10)) - to_spend(view, row, card, enemy) + bonus
        if score > best_score:
            best, best_score = card, score
    return best


@inline
def follow_alone(view: View, row: int) -> int:
    """Play to a trick the card with the best score."""
    enemy = could_hold(view, opponents(view))
    winning = winners(view)
    stake = int64(100) * on_table(view) + weight(row, TEMPO)
    if winning:
        stake += to_be_thrown(view, row, view.led)
    best, best_score, rest = int64(0), int64(-1000000), view.legal
    while rest:
        card = low(rest)
        rest &= rest - int64(1)
        chance, own = int64(0), worth(view, card)
        if card & winning:
            chance = holds(view, row, card, view.led)
        score = chance * (stake + int64(100) * own) - (int64(CERTAIN) - chance) * weight(row, LOSE) * own
        score = (score >> int64(10)) - to_spend(view, row, card, enemy)
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
