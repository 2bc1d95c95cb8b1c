"""Burying: which cards to put aside, by what the suits that remain are worth.

From each suit its lowest cards go, none or some, and what then remains of it is worth so much: for its bosses and its
losers, for a guarded honour, for being void; at notrump something more for one long suit, and for long cards together
with bosses to come in with. All the ways to share the cards to bury among the suits are tried, and the best is taken.
What things are worth was fitted to what burials took when each was played out on many deals.
"""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

from handsim.engine.bits import RANKS, field, high, low, popcount
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.view import DECISION, View, unseen

MOST_BOSSES, MOST_LOSERS = 3, 4
WAYS = 16
"""How many cards may go from a suit: from none to one less."""
IMPOSSIBLE = -1_000_000
ONE, ONE_SHIFT = 1024, 10
"""A long card that surely takes a trick, and the shift that divides by it."""
BOSSES_SHIFT = 32

# fmt: off
# What a plain suit is worth, in thousandths of a trick or thereabouts, by its bosses (a line: 0, 1, 2, 3 or more) and
# its losers (a column: 0, 1, 2, 3, 4 or more); first with trumps, then at notrump.
SUIT_WORTH = np.array([
    [[ -19, -395, -677, -845, -792],
     [ 147, -102, -220, -215, -219],
     [ 309,  157,  160,  218,  153],
     [ 462,  490,  582,  526,  280]],
    [[ 154, -584, -655, -719, -707],
     [ 207, -255, -307, -365, -409],
     [ 449,   59,   53,   24,   88],
     [ 623,  439,  504,  629,  770]],
], dtype=np.int64)
# And what adds to it: a line a reason, a column with trumps and at notrump.
(
    GUARDED_SECOND, LONG_SECOND, GUARDED_THIRD, SECOND_TO_BOSS, MASTER, ONE_MASTER, TWO_MASTERS, LONG_LOSERS,
    HIDDEN_WITH_BOSS, HIDDEN_VOID, VOID, TRUMP, LONGEST, LONG_AND_BOSSES,
) = range(14)
EXTRA = np.array([
    [ 356,  300],  # GUARDED_SECOND: its top card has one master among the unseen cards, and one card beside it
    [ 503,  392],  # LONG_SECOND: ... and more than one
    [ 195,  210],  # GUARDED_THIRD: its top card has two masters, and two cards or more beside it
    [ 120,   57],  # SECOND_TO_BOSS: it has a boss, and below the bosses a card with one master
    [ -16,   -6],  # MASTER: for each loser and each master of it
    [   0,  157],  # ONE_MASTER: for each loser with one master
    [   0,   63],  # TWO_MASTERS: ... with two
    [   0,  -84],  # LONG_LOSERS: for each loser that becomes good, by length or when its masters have been driven out
    [   0,   39],  # HIDDEN_WITH_BOSS: with bosses and losers, for each unseen card
    [   0,  -64],  # HIDDEN_VOID: a void, for each unseen card
    [  23,    0],  # VOID: a void, for each trump of the hand beyond eight
    [ 234,    0],  # TRUMP: for each trump
    [   0,  166],  # LONGEST: for each card of the longest suit
    [   0,   43],  # LONG_AND_BOSSES: for all cards that are good by length, times all bosses
], dtype=np.int64)
# fmt: on


def _long_cards() -> npt.NDArray[np.int64]:
    """Return how many of a suit's first cards, each led in its turn, find no card of it with others, on average.

    By the number of unseen cards of the suit, in three hands as long as each other, and of cards led; in parts of ONE.
    """
    table = np.zeros((WAYS, WAYS), dtype=np.int64)
    for n_hidden in range(WAYS):
        ways = np.zeros(WAYS)  # by the longest of the three hands
        for first in range(min(n_hidden, 12) + 1):
            for second in range(max(n_hidden - first - 12, 0), min(n_hidden - first, 12) + 1):
                third = n_hidden - first - second
                ways[max(first, second, third)] += comb(12, first) * comb(12, second) * comb(12, third)
        gone = np.cumsum(ways) / ways.sum()
        table[n_hidden, 1:] = np.rint(ONE * np.cumsum(gone[:-1]))
    return table


LONG_CARDS = _long_cards()


@inline
def masters(hidden: int, card: int) -> int:
    """Return how many unseen cards of a suit are higher than a card of it."""
    return popcount(hidden & ~(card | (card - int64(1))))


@inline
def losers_worth(row: int, losers: int, hidden: int, long: int) -> int:
    """Return what adds to the worth of a suit for its losers, of which so many (in parts of ONE) are good by length."""
    total, ones, twos, good, place = int64(0), int64(0), int64(0), long, popcount(losers)
    while losers:
        n = masters(hidden, low(losers))
        total += n
        losers &= losers - int64(1)
        if row:  # with trumps these weigh nothing, and burying is what most deals begin with
            ones += int64(n == 1)
            twos += int64(n == 2)
            good = max(good, int64(ONE) * (place - n))
            place -= int64(1)
    worth = EXTRA[MASTER, row] * total
    if row:
        worth += EXTRA[ONE_MASTER, row] * ones + EXTRA[TWO_MASTERS, row] * twos
        worth += EXTRA[LONG_LOSERS, row] * good >> int64(ONE_SHIFT)
    return worth


@inline
def suit_worth(row: int, kept: int, hidden: int, trumps: int) -> tuple[int, int]:
    """Return what the cards kept of a plain suit are worth, and its bosses and long cards.

    Parameters
    ----------
    row
        With trumps or at notrump.
    kept, hidden
        The cards kept of the suit, and those of it that are unseen.
    trumps
        How many trumps the hand has.

    Returns
    -------
    int, int
        The worth; and in one word the losers that are good by length, in parts of ONE, and from bit BOSSES_SHIFT on the
        number of bosses: such words can be added.
    """
    n_hidden = popcount(hidden)
    if kept == 0:
        void = EXTRA[VOID, row] * (trumps - int64(8)) + EXTRA[HIDDEN_VOID, row] * n_hidden
        return SUIT_WORTH[row, 0, 0] + void, int64(0)
    losers = kept & (high(hidden) - int64(1)) if hidden else int64(0)
    n_bosses, n_losers = popcount(kept & ~losers), popcount(losers)
    worth = SUIT_WORTH[row, min(n_bosses, int64(MOST_BOSSES)), min(n_losers, int64(MOST_LOSERS))]
    if losers == 0:
        return worth, n_bosses << int64(BOSSES_SHIFT)
    long = LONG_CARDS[n_hidden, n_bosses + n_losers] - LONG_CARDS[n_hidden, n_bosses]
    worth += losers_worth(row, losers, hidden, long)
    above = masters(hidden, high(losers))
    if n_bosses:
        worth += EXTRA[HIDDEN_WITH_BOSS, row] * n_hidden
        if above == 1:
            worth += EXTRA[SECOND_TO_BOSS, row]
    elif above == 1 and n_losers > 1:
        worth += EXTRA[GUARDED_SECOND, row] if n_losers == 2 else EXTRA[LONG_SECOND, row]
    elif above == 2 and n_losers > 2:
        worth += EXTRA[GUARDED_THIRD, row]
    return worth, long | n_bosses << int64(BOSSES_SHIFT)


@inline
def without_lowest(cards: int, n: int) -> int:
    """Return a set without its n lowest cards."""
    while n > int64(0):
        cards &= cards - int64(1)
        n -= int64(1)
    return cards


@inline
def together(row: int, longest: int, words: int) -> int:
    """Return what adds to the worth of the suits when all are looked at: the longest, long cards and bosses."""
    long, n_bosses = words & ((int64(1) << int64(BOSSES_SHIFT)) - int64(1)), words >> int64(BOSSES_SHIFT)
    return EXTRA[LONGEST, row] * longest + (EXTRA[LONG_AND_BOSSES, row] * long * n_bosses >> int64(ONE_SHIFT))


@inline
def share_out(view: View, hand: int, count: int) -> int:
    """Return how many cards of a hand to bury from each field, a nibble a field, so that what remains is worth most."""
    row, hidden, trumps = int64(view.trumps == 0), unseen(view), popcount(view.hand & view.trumps)
    # For each field and number of cards from it, what remains is worth, and the words that are added up. One array,
    # because making it costs more than filling it.
    table = np.empty(8 * WAYS, np.int64)
    words = int64(4 * WAYS)
    for number in range(4):
        suit = field(int64(number))
        kept = hand & suit
        at = int64(WAYS * number)
        for n in range(min(popcount(kept), count) + 1):
            if suit & view.trumps:
                table[at + n], table[words + at + n] = EXTRA[TRUMP, row] * popcount(kept), int64(0)
            else:
                table[at + n], table[words + at + n] = suit_worth(row, kept, hidden & suit, trumps)
            kept &= kept - int64(1)
    top, best = int64(IMPOSSIBLE), int64(0)
    size_0, size_1 = popcount(hand & field(int64(0))), popcount(hand & field(int64(1)))
    size_2, size_3 = popcount(hand & field(int64(2))), popcount(hand & field(int64(3)))
    for a in range(min(size_0, count) + 1):
        for b in range(min(size_1, count - a) + 1):
            left = count - a - b
            two = table[a] + table[WAYS + b]
            two_words = table[words + a] + table[words + WAYS + b]
            longer = max(size_0 - a, size_1 - b)
            for c in range(max(left - size_3, int64(0)), min(size_2, left) + 1):
                d = left - c
                worth = two + table[2 * WAYS + c] + table[3 * WAYS + d]
                if row:  # with trumps nothing adds to the sum
                    sums = two_words + table[words + 2 * WAYS + c] + table[words + 3 * WAYS + d]
                    worth += together(row, max(longer, size_2 - c, size_3 - d), sums)
                if worth > top:
                    top, best = worth, int64(a) | int64(b) << int64(4) | int64(c) << int64(8) | d << int64(12)
    return best


@kernel(DECISION)
def set_aside_maxims(view: View) -> int:
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
