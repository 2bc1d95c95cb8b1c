"""Burying: which cards to put aside, by what the suits that remain are worth.

From each suit its lowest cards go, none or some, and what then remains of it is worth so much: for its bosses and its
losers, for a guarded honour, for being void. Of all the ways to share the cards to bury among the suits the best sum
is found. What things are worth was fitted to what burials took when each was played out on many deals.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.bits import RANKS, field, high, low, popcount
from handsim.engine.jit import inline, int64
from handsim.engine.view import View, unseen

MOST_BOSSES, MOST_LOSERS = 3, 4
MOST_BURIED = 16
IMPOSSIBLE = -1_000_000

# fmt: off
# What a plain suit is worth, in thousandths of a trick or thereabouts, by its bosses (a line: 0, 1, 2, 3 or more) and
# its losers (a column: 0, 1, 2, 3, 4 or more); first with trumps, then at notrump.
SUIT_WORTH = np.array([
    [[ -19, -395, -677, -845, -792],
     [ 147, -102, -220, -215, -219],
     [ 309,  157,  160,  218,  153],
     [ 462,  490,  582,  526,  280]],
    [[1029, -908, -639, -506, -150],
     [-129, -643, -396, -125, -487],
     [ 478,   83,  379,   95,   -2],
     [ 902,  711,  597,  636,  870]],
], dtype=np.int64)
# And what adds to it: a line a reason, a column with trumps and at notrump.
(
    GUARDED_SECOND, LONG_SECOND, GUARDED_THIRD, SECOND_TO_BOSS, MASTER, LONG_WITH_BOSS, LONG_WITHOUT, HIDDEN_WITH_BOSS,
    HIDDEN_WITHOUT, HIDDEN_VOID, VOID, TRUMP,
) = range(12)
EXTRA = np.array([
    [ 356,  918],  # GUARDED_SECOND: its top card has one master among the unseen cards, and one card beside it
    [ 503, 1178],  # LONG_SECOND: ... and more than one
    [ 195,  822],  # GUARDED_THIRD: its top card has two masters, and two cards or more beside it
    [ 120,  426],  # SECOND_TO_BOSS: it has a boss, and below the bosses a card with one master
    [ -16,  -21],  # MASTER: for each loser and each master of it
    [   0,  360],  # LONG_WITH_BOSS: with a boss, for each card by which twice its length exceeds the unseen cards
    [   0,  283],  # LONG_WITHOUT: ... without a boss
    [   0,   70],  # HIDDEN_WITH_BOSS: with bosses and losers, for each unseen card
    [   0,  -37],  # HIDDEN_WITHOUT: ... with losers only
    [   0, -227],  # HIDDEN_VOID: ... with no card
    [  23,    0],  # VOID: a void, for each trump of the hand beyond eight
    [ 234,    0],  # TRUMP: for each trump
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
    n_hidden = popcount(hidden)
    if kept == 0:
        void = EXTRA[VOID, row] * (trumps - int64(8)) + EXTRA[HIDDEN_VOID, row] * n_hidden
        return SUIT_WORTH[row, 0, 0] + void
    losers = kept & (high(hidden) - int64(1)) if hidden else int64(0)
    n_bosses, n_losers = popcount(kept & ~losers), popcount(losers)
    worth = SUIT_WORTH[row, min(n_bosses, int64(MOST_BOSSES)), min(n_losers, int64(MOST_LOSERS))]
    long = max(int64(2) * (n_bosses + n_losers) - n_hidden, int64(0))
    worth += long * (EXTRA[LONG_WITH_BOSS, row] if n_bosses else EXTRA[LONG_WITHOUT, row])
    if losers == 0:
        return worth
    worth += n_hidden * (EXTRA[HIDDEN_WITH_BOSS, row] if n_bosses else EXTRA[HIDDEN_WITHOUT, row])
    worth += losers_worth(row, losers, hidden)
    above = masters(hidden, high(losers))
    if n_bosses:
        return worth + EXTRA[SECOND_TO_BOSS, row] if above == 1 else worth
    if above == 1 and n_losers > 1:
        return worth + (EXTRA[GUARDED_SECOND, row] if n_losers == 2 else EXTRA[LONG_SECOND, row])
    if above == 2 and n_losers > 2:
        return worth + EXTRA[GUARDED_THIRD, row]
    return worth


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
    # For each number of cards from the fields so far, the most that can remain, and how many then go from each field;
    # last the worth of one field without so many cards. One array, because making it costs more than filling it.
    table = np.empty(3 * MOST_BURIED, np.int64)
    plan, worth = int64(MOST_BURIED), int64(2 * MOST_BURIED)
    reached = int64(0)
    table[0] = table[plan] = int64(0)
    for number in range(4):
        suit = field(int64(number))
        kept = hand & suit
        most = min(popcount(kept), count)
        for n in range(most + 1):
            if suit & view.trumps:
                table[worth + n] = EXTRA[TRUMP, row] * popcount(kept)
            else:
                table[worth + n] = suit_worth(row, kept, hidden & suit, trumps)
            kept &= kept - int64(1)
        last = min(reached + most, count)
        for total in range(last, (count if number == 3 else int64(0)) - int64(1), -1):
            top, way = int64(IMPOSSIBLE), int64(0)
            for n in range(max(total - reached, int64(0)), min(total, most) + 1):
                here = table[total - n] + table[worth + n]
                if here > top:
                    top, way = here, table[plan + total - n] | int64(n) << int64(4 * number)
            table[total], table[plan + total] = top, way
        reached = last
    return table[plan + count]


@inline
def bury(view: View) -> int:
    """Return the cards to put aside: those of no suit first, then those without which the rest is worth most."""
    worthless = view.legal & view.worthless
    spare = max(popcount(worthless) - view.count, int64(0))
    kept = without_lowest(worthless, popcount(worthless) - spare)
    hand = view.legal & ~view.worthless
    kept |= hand & ~RANKS  # a trump that lies in no field
    plan = share_out(view, hand, view.count - popcount(worthless) + spare)
    for number in range(4):
        kept |= without_lowest(hand & field(int64(number)), plan >> int64(4 * number) & int64(15))
    return view.legal & ~kept
