"""The default player where cards have points: the maxims of counting them, computed from the view alone.

Every legal card is scored: by the chance that this side takes the trick if it is played, times what lies in the trick
and may yet come to it, less what the card may still do later. So points go to partner's sure winner, a trick of no
worth is left to the enemies, and what may be captured is kept from them. The weights say how much each part counts in
each :func:`situation`; they were fitted to what each card led to when hands were played out, and climbed to in matches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from handsim.engine.bits import field_of, low, popcount, rank_of
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.view import (
    DECISION,
    View,
    aside_counts,
    cards_of_trick,
    could_hold,
    declarer,
    keepsakes,
    leading,
    may_always_trump,
    opponents,
    over,
    partner_winning,
    partners,
    points,
    prize,
    unseen,
    winners,
    worth,
)

SURE_BITS = 10
SURE = 1 << SURE_BITS
"""Chances are in so many parts."""

# The parts of a score that have a weight: what lies in a trick ...
POINT, PRIZE, TRICK, COMING, LURE, LOSS, FIGHT, RUFF, RUFF_POINT, HELP, RESCUE = range(11)
# ... what a card is worth keeping for ...
(
    KEEP_RANK,
    KEEP_BOSS,
    KEEP_POINT,
    KEEP_BOSS_POINT,
    KEEP_TRUMP,
    KEEP_TRUMP_RANK,
    KEEP_TRUMP_BOSS,
    KEEP_PRIZE,
    KEEP_LENGTH,
) = range(11, 20)
# ... of which little may be left when the hand ends ...
LATE = 20
# ... leading ...
DRAW, DRAW_LIVE, DRAW_LENGTH, LEAD_LENGTH, LEAD_HIDDEN, LEAD_BOSS = range(21, 27)
# ... and putting cards aside.
AWAY_RANK, AWAY_BOSS, AWAY_POINT, AWAY_LENGTH, AWAY_GUARD = range(27, 32)
SITUATIONS = 4

# fmt: off
# A line a part; a column a situation: declarer's side following and leading, the others following and leading. What
# is put aside is weighed as by one who leads.
WEIGHTS = np.array([
      18,    7,   14,  -10,  # POINT: for each card point in the trick
     817,  336,  559,   32,  # PRIZE: the card that is worth winning for its own sake
     -43,  -23,   16,   -3,  # TRICK: the trick itself, which gives the lead
      39,   10,    7,   34,  # COMING: for each seat yet to play: what it may add
     -33,   91,   10,  212,  # LURE: trumps led while the prize is out
     978, 1024,  557,  557,  # LOSS: how much of it is lost where an enemy takes the trick, of 1024
    1014, 1024, 1024, 1024,  # FIGHT: an enemy who could beat our card does, so often of 1024
     229,  687,   39, 1024,  # RUFF: and one who could only ruff it does, so often of 1024
     -10,   -8,    0,    0,  # RUFF_POINT: ... and oftener for each point in the trick
    1024, 1024, 1024, 1024,  # HELP: and partner, who could beat theirs
    1024,  515,   54, 1024,  # RESCUE: and partner, who could have beaten our card, the one that beat it
       0,   -6,    0,    8,  # KEEP_RANK: a plain card, for each rank below it
      58,  -12,   14, -125,  # KEEP_BOSS: it is a boss
      11,   -3,    4,   14,  # KEEP_POINT: for each point of a plain card
       5,    7,   10,   23,  # KEEP_BOSS_POINT: ... that is a boss
      64,   63,  121,  399,  # KEEP_TRUMP: a trump
      23,    2,   27,   -7,  # KEEP_TRUMP_RANK: ... for each rank below it
      75,  -20,  253, -248,  # KEEP_TRUMP_BOSS: ... that is a boss
     724,  369,  276,  252,  # KEEP_PRIZE: the prize
       0,   14,    2,    0,  # KEEP_LENGTH: for each further card of the suit in hand
    1024, 1024, 1024,    0,  # LATE: how much of it still counts before the last trick, of 1024
       0,   -9,    0,  308,  # DRAW: leading trumps
       0,   30,    0,  -81,  # DRAW_LIVE: ... for each trump that the enemies may hold
       0,  108,    0,  -60,  # DRAW_LENGTH: ... for each further trump of ours
       0,   23,    0,   14,  # LEAD_LENGTH: leading a plain suit, for each further card of ours
       0,    1,    0,   -4,  # LEAD_HIDDEN: ... for each card of it that the enemies may hold
       0,    5,    0,   17,  # LEAD_BOSS: ... its boss
       0,    9,    0,    9,  # AWAY_RANK: putting aside: for each rank below it
       0,  121,    0,  121,  # AWAY_BOSS: it is a boss
       0,   26,    0,   26,  # AWAY_POINT: less: for each point of it that counts though put aside
       0,   15,    0,   15,  # AWAY_LENGTH: for each further card of its suit
       0,   22,    0,   22,  # AWAY_GUARD: one unseen card is higher, and another of ours lower
], dtype=np.int64)
# fmt: on


@inline
def situation(view: View) -> int:
    """Return which column of weights counts: 0, 1 for declarer's side, 2, 3 for the others; the odd ones leading."""
    ours = (partners(view) | int64(1) << view.seat) >> declarer(view) & int64(1)
    return int64(not ours) * int64(2) + int64(leading(view))


@inline
def weight(row: int, part: int) -> int:
    """Return the weight of a part of a score."""
    return WEIGHTS[int64(part) * int64(SITUATIONS) + (row & int64(3))]


class Others(NamedTuple):
    """What the seats yet to play may hold, from the left on; the cards on the table; how much keeping a card counts."""

    left: int
    across: int
    right: int
    table: int
    late: int


@inline
def held_by(view: View, turn: int) -> int:
    """Return what the seat that is so many places to the left may hold, if it is yet to play."""
    who = int64(1) << (view.seat + turn & int64(3))
    return could_hold(view, who) if view.to_come & who else int64(0)


@inline
def what_counts(view: View, row: int) -> int:
    """Return how much counts what may still be done with a card: it dwindles from the first trick to the last."""
    left, tricks = popcount(view.hand) - int64(1), view.number + popcount(view.hand) - int64(1)
    steps = max(tricks - int64(1), int64(1))
    return weight(row, LATE) + (int64(SURE) - weight(row, LATE)) * (left - int64(1)) // steps


@inline
def the_others(view: View, row: int) -> Others:
    """Return what the scores of all cards rest on alike."""
    return Others(
        held_by(view, int64(1)),
        held_by(view, int64(2)),
        held_by(view, int64(3)),
        cards_of_trick(view),
        what_counts(view, row),
    )


MOST_HIDDEN = 32
"""More hidden cards than any game whose cards have points leaves to one seat."""


def _none_of_table() -> npt.NDArray[np.int64]:
    """Return the chances that some cards drawn are none of those wanted, at [cards << 8 | wanted << 4 | drawn]."""
    table = np.zeros(MOST_HIDDEN << 8, dtype=np.int64)
    for place in range(len(table)):
        cards, wanted, drawn, chance = place >> 8, place >> 4 & 15, place & 15, SURE
        for i in range(wanted):
            chance = chance * (cards - drawn - i) // (cards - i) if cards - drawn - i > 0 else 0
        table[place] = chance
    return table


_NONE_OF = _none_of_table()


@inline
def none_of(wanted: int, drawn: int, cards: int) -> int:
    """Return the chance that so many cards drawn from a number of cards are none of those wanted."""
    cards, wanted, drawn = min(cards, int64(MOST_HIDDEN - 1)), min(wanted, int64(15)), min(drawn, int64(15))
    return _NONE_OF[cards << int64(8) | wanted << int64(4) | drawn]


@inline
def share(amount: int, chance: int) -> int:
    """Return an amount times a chance."""
    return amount * chance >> int64(SURE_BITS)


@inline
def may_beat(view: View, row: int, who: int, held: int, card: int, led: int, lying: int) -> int:
    """Return the chance that a seat yet to play (a set of one) beats a card: that it holds one that does, and may.

    `held` are the cards that it may have. So many points lie in the trick: for few an enemy does not ruff.
    """
    n, hidden, following = popcount(view.hand), popcount(held), popcount(held & led)
    higher = popcount(over(view, held, card))
    ruffs = int64(0) if card & view.trumps else popcount(held & view.trumps)
    free = may_always_trump(view) or led & view.trumps != int64(0)
    void = int64(SURE) if free else none_of(following, n, hidden)
    if card & view.trumps and led & view.trumps == 0:
        if free:
            return int64(SURE) - none_of(higher, n, hidden)
        return share(void, int64(SURE) - none_of(higher, n, hidden - following))
    misses = none_of(higher, n, hidden)
    if ruffs == 0:
        return int64(SURE) - misses
    ruff = int64(SURE) - none_of(ruffs, n, hidden if free else hidden - following)
    if who & opponents(view):
        often = weight(row, RUFF) + weight(row, RUFF_POINT) * lying
        ruff = share(ruff, min(often, int64(SURE)))
    if free:
        return int64(SURE) - share(misses, int64(SURE) - ruff)
    return int64(SURE) - misses + share(void, ruff)


@inline
def we_take(view: View, row: int, others: Others, card: int, ours: bool, led: int, lying: int) -> int:
    """Return the chance that this side takes the trick when a card is winning it, ours or not."""
    chance = int64(SURE) if ours else int64(0)
    for turn in range(1, 4):
        who = int64(1) << (view.seat + int64(turn) & int64(3))
        # Nothing is left to be lost to an enemy, or to be won by partner: what he may hold makes no difference.
        settled = chance == int64(SURE if partners(view) & who else 0)
        if view.to_come & who and not settled:
            held = others.left if turn == 1 else others.across if turn == 2 else others.right
            beaten = may_beat(view, row, who, held, card, led, lying)
            if partners(view) & who:
                helps = weight(row, RESCUE) if ours else weight(row, HELP)
                chance += share(share(int64(SURE) - chance, beaten), helps)
            else:
                chance -= share(share(chance, beaten), weight(row, FIGHT))
    return chance


@inline
def gain(view: View, row: int, others: Others, card: int, led: int) -> int:
    """Return what playing a card brings from this trick."""
    wins = leading(view) or card & winners(view) != int64(0)
    best = card if wins else view.best
    trick = others.table | card
    lying = points(view, trick)
    chance = we_take(view, row, others, best, wins or partner_winning(view), led, lying)
    stake = weight(row, POINT) * lying
    if prize(view) & trick:
        stake += weight(row, PRIZE)
    stake += weight(row, TRICK) + weight(row, COMING) * popcount(view.to_come)
    if led & view.trumps and prize(view) & unseen(view):
        stake += weight(row, LURE)
    lost = share(int64(SURE) - chance, weight(row, LOSS))
    return share(chance - lost, stake)


@inline
def keep(view: View, row: int, card: int, enemy: int) -> int:
    """Return what a card may still do later."""
    length = popcount(view.hand & field_of(card)) - int64(1)
    boss = int64(over(view, enemy, card) == 0)
    total = weight(row, KEEP_PRIZE) * int64(card == prize(view)) + weight(row, KEEP_LENGTH) * length
    if card & view.trumps:
        return (
            total
            + weight(row, KEEP_TRUMP)
            + weight(row, KEEP_TRUMP_RANK) * rank_of(card)
            + weight(row, KEEP_TRUMP_BOSS) * boss
        )
    total += weight(row, KEEP_RANK) * rank_of(card) + weight(row, KEEP_BOSS) * boss
    return total + (weight(row, KEEP_POINT) + weight(row, KEEP_BOSS_POINT) * boss) * worth(view, card)


@inline
def lead_bonus(view: View, row: int, card: int, enemy: int) -> int:
    """Return what leading the suit of a card brings besides the trick."""
    suit = field_of(card)
    length, live = popcount(view.hand & suit) - int64(1), popcount(enemy & suit)
    if card & view.trumps:
        return weight(row, DRAW) + weight(row, DRAW_LIVE) * live + weight(row, DRAW_LENGTH) * length
    boss = int64(over(view, enemy, card) == 0)
    return weight(row, LEAD_LENGTH) * length + weight(row, LEAD_HIDDEN) * live + weight(row, LEAD_BOSS) * boss


@inline
def card_score(view: View, row: int, others: Others, card: int, enemy: int) -> int:
    """Return how good it is to play a card."""
    led = view.led if view.led else field_of(card)
    score = gain(view, row, others, card, led) - share(keep(view, row, card, enemy), others.late)
    return score + lead_bonus(view, row, card, enemy) if leading(view) else score


@inline
def away_cost(view: View, row: int, card: int, rest: int) -> int:
    """Return how much a card would be missed that is put aside."""
    suit, hidden = rest & field_of(card), unseen(view)
    masters = popcount(over(view, hidden, card))
    cost = weight(row, AWAY_RANK) * rank_of(card) + weight(row, AWAY_LENGTH) * (popcount(suit) - int64(1))
    if masters == 0:
        cost += weight(row, AWAY_BOSS)
    elif masters == 1 and suit & (card - int64(1)):
        cost += weight(row, AWAY_GUARD)
    if aside_counts(view):
        cost -= weight(row, AWAY_POINT) * worth(view, card)
    if card & (prize(view) | keepsakes(view)):
        cost += int64(1_000_000)
    return cost


@kernel(DECISION)
def set_aside_points(view: View) -> int:
    """Return the cards to put aside where cards have points: again and again the one that will be missed least."""
    away, row = int64(0), situation(view)
    for _ in range(view.count):
        rest = view.legal & ~away
        best, best_cost, left = int64(0), int64(10_000_000), rest
        while left:
            card = low(left)
            left ^= card
            cost = away_cost(view, row, card, rest)
            if cost < best_cost:
                best, best_cost = card, cost
        away |= best
    return away


@kernel(DECISION)
def play_points(view: View) -> int:
    """Play a card by the maxims of counting points."""
    row, enemy = situation(view), could_hold(view, opponents(view))
    others = the_others(view, row)
    best, best_score, rest = int64(0), int64(-100_000_000), view.legal
    while rest:
        card = low(rest)
        rest ^= card
        score = card_score(view, row, others, card, enemy)
        if score > best_score:
            best, best_score = card, score
    return best
