"""Burying: which cards to put aside, by what the suits that remain are worth.

From each suit its lowest cards go, none or some, and what then remains of it is worth so much: for its bosses and its
losers, for a guarded honour, for being void. Of all the ways to share the cards to bury among the suits the best sum
is found. What things are worth was fitted to what burials took when each was played out on many deals.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.bits import field, high, low, popcount
from handsim.engine.jit import inline, int64
from handsim.engine.view import View, unseen

MOST_BOSSES, MOST_LOSERS = 3, 4
IMPOSSIBLE = -1_000_000

# fmt: off
# What a plain suit is worth, in thousandths of a trick, by its bosses (a line: 0, 1, 2, 3 or more) and its losers
# (a column: 0, 1, 2, 3, 4 or more).
SUIT_WORTH = np.array([
    [[   0, -380, -660, -830, -770],
     [ 170,  -80, -180, -180, -180],
     [ 340,  190,  200,  250,  190],
     [ 510,  530,  620,  560,  300]],
    [[   0, -380, -660, -830, -770],
     [ 170,  -80, -180, -180, -180],
     [ 340,  190,  200,  250,  190],
     [ 510,  530,  620,  560,  300]],
], dtype=np.int64)
# And what adds to it: a line a reason, a column with trumps and at notrump.
GUARDED_SECOND, LONG_SECOND, GUARDED_THIRD, SECOND_TO_BOSS, MASTER, VOID, TRUMP = range(7)
EXTRA = np.array([
    [ 360,  360],  # GUARDED_SECOND: its top card has one master among the unseen cards, and one card beside it
    [ 520,  520],  # LONG_SECOND: ... and more than one
    [ 180,  180],  # GUARDED_THIRD: its top card has two masters, and two cards or more beside it
    [ 130,  130],  # SECOND_TO_BOSS: it has a boss, and below the bosses a card with one master
    [ -17,  -17],  # MASTER: for each loser and each master of it
    [  30,    0],  # VOID: a void, for each trump of the hand beyond eight
    [ 240,    0],  # TRUMP: for each trump
], dtype=np.int64)
# fmt: on


@inline
def masters(hidden: int, card: int) -> int:
    """Return how many unseen cards of a suit are higher than a card of it."""
    return popcount(hidden & ~(card | (card - int64(1))))


@inline
def losers_worth(row: int, kept: int, hidden: int) -> int:
    """Return what the masters of a suit's losers cost, all of them together."""
    total = int64(0)
    while kept:
        total += masters(hidden, low(kept))
        kept &= kept - int64(1)
    return EXTRA[MASTER, row] * total


@inline
def suit_worth(row: int, kept: int, hidden: int, trumps: int) -> int:
    """Return what the cards kept of a plain suit are worth.

    Parameters
    ----------
    row
        With trumps or at notrump.
    kept, hidden
        The cards kept of the suit, and those of it that are unseen.
    trumps
        How many trumps the hand has.
    """
    if kept == 0:
        return EXTRA[VOID, row] * (trumps - int64(8))
    top = high(hidden) if hidden else int64(0)
    losers = kept & (top - int64(1)) if hidden else int64(0)
    n_bosses, n_losers = popcount(kept & ~losers), popcount(losers)
    worth = SUIT_WORTH[row, min(n_bosses, int64(MOST_BOSSES)), min(n_losers, int64(MOST_LOSERS))]
    if losers == 0:
        return worth
    above = masters(hidden, high(losers))
    if n_bosses:
        if above == 1:
            worth += EXTRA[SECOND_TO_BOSS, row]
    elif above == 1 and n_losers > 1:
        worth += EXTRA[GUARDED_SECOND, row] if n_losers == 2 else EXTRA[LONG_SECOND, row]
    elif above == 2 and n_losers > 2:
        worth += EXTRA[GUARDED_THIRD, row]
    return worth + losers_worth(row, losers, hidden)


@inline
def without_lowest(cards: int, n: int) -> int:
    """Return a set without its n lowest cards."""
    while n > int64(0):
        cards &= cards - int64(1)
        n -= int64(1)
    return cards


@inline
def share_out(view: View, hand: int, count: int) -> int:
    """Return how many cards of a hand to bury from each field, a nibble a field, so that what remains is worth most."""
    row, hidden, trumps = int64(view.trumps == 0), unseen(view), popcount(view.hand & view.trumps)
    # For each number of cards from the fields so far: the most that can remain, and how many from each.
    best, plan, worth = np.empty(count + 1, np.int64), np.empty(count + 1, np.int64), np.empty(count + 1, np.int64)
    best[:] = int64(IMPOSSIBLE)
    best[0] = plan[0] = int64(0)
    for number in range(4):
        suit = field(int64(number))
        kept = hand & suit
        most = min(popcount(kept), count)
        for n in range(most + 1):
            if suit & view.trumps:
                worth[n] = EXTRA[TRUMP, row] * popcount(kept)
            else:
                worth[n] = suit_worth(row, kept, hidden & suit, trumps)
            kept &= kept - int64(1)
        for total in range(count, -1, -1):
            top, way = int64(IMPOSSIBLE), int64(0)
            for n in range(min(total, most) + 1):
                if best[total - n] + worth[n] > top:
                    top, way = best[total - n] + worth[n], plan[total - n] | int64(n) << int64(4 * number)
            best[total], plan[total] = top, way
    return plan[count]


@inline
def bury(view: View) -> int:
    """Return the cards to put aside: those of no suit first, then those without which the rest is worth most."""
    worthless = view.hand & view.worthless
    spare = max(popcount(worthless) - view.count, int64(0))
    kept = without_lowest(worthless, popcount(worthless) - spare)
    hand = view.hand & ~view.worthless
    plan = share_out(view, hand, view.count - popcount(worthless) + spare)
    for number in range(4):
        kept |= without_lowest(hand & field(int64(number)), plan >> int64(4 * number) & int64(15))
    return view.hand & ~kept
