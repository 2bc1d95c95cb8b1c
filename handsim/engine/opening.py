"""What to throw away before trump is named: the card without which the hand is worth most in its best trump.

Each suit in turn is taken for trumps, with the bowers and all, and what would be left is counted: how many trumps, how
high, and in the other suits the run of top cards, the losers and the voids. The card goes whose loss leaves the best
suit's count highest. The weights were fitted to the points of the best bid of 3,000 random hands of dealer at Bid
Euchre with a joker, each played out without each of its seven cards in every trump and every way to bid.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.bits import field, high, low, popcount
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.view import DECISION, View, has_bowers

MOST_TRUMPS, MOST_RUN, MOST_LOSERS, NAMED_TRUMPS = 6, 3, 3, 5
# fmt: off
# In hundredths of a point.
COUNT = np.array([
    -1200, -975, -705, -385, -185, -70, 895,  # TRUMPS: by how many there are, from none to six and more
    260, 230, 80, 50, 10,  # TOPS: those that belong to no suit, the right bower, the left, the next two
    0, 230, 310, 335,  # RUN: of a plain suit the ace, with the king, with the queen as well
    0, 25, 25, 60,  # LOSERS: by how many other cards of a plain suit there are, from none to three and more
    65, 125,  # SECOND: the king without the ace and with another card; VOID: none of a plain suit
], dtype=np.int64)
# fmt: on
TRUMPS, TOPS, RUN, LOSERS, SECOND, VOID = 0, 7, 12, 16, 20, 21


@inline
def trumps_worth(view: View, hand: int, suit: int, left: int) -> int:
    """Return what the trumps of a hand are worth where a suit is trump, `left` the card that is its left bower or 0."""
    free = hand & view.trumps
    number = popcount(free) + popcount(hand & (suit | left))
    worth = COUNT[TRUMPS + min(number, int64(MOST_TRUMPS))] + COUNT[TOPS] * int64(free != 0)
    rest = view.pack & suit
    for place in range(1, NAMED_TRUMPS):
        card = left
        if place != 2:
            card = high(rest)
            rest &= ~card
        worth += COUNT[TOPS + place] * int64(hand & card != 0)
    return worth


@inline
def plain_worth(hand: int, suit: int, jack: int) -> int:
    """Return what a hand's cards of a plain suit are worth; `suit` are all its cards but the jack that is no bower."""
    cards, run, rest = hand & (suit | jack), int64(0), suit
    if cards == 0:
        return COUNT[VOID]
    while run < int64(MOST_RUN) and high(rest) & cards:
        rest &= ~high(rest)
        run += int64(1)
    losers = popcount(cards) - run
    worth = COUNT[RUN + run] + COUNT[LOSERS + min(losers, int64(MOST_LOSERS))]
    if run == 0 and losers > 1 and high(suit & ~high(suit)) & cards:
        worth += COUNT[SECOND]
    return worth


@inline
def best_count(view: View, hand: int) -> int:
    """Return what a hand is worth in the suit in which it is worth most."""
    best = int64(-1_000_000)
    for number in range(4):
        suit, mate = field(int64(number)), field(int64(3 - number))
        left = high(view.pack & mate) if has_bowers(view) else int64(0)
        worth = trumps_worth(view, hand, suit, left)
        for other in range(4):
            if other != number:
                whole = view.pack & field(int64(other))
                jack = high(whole) if has_bowers(view) else int64(0)
                worth += plain_worth(hand, whole & ~jack, jack & ~left)
        best = max(best, worth)
    return best


@kernel(DECISION)
def set_aside_unnamed(view: View) -> int:
    """Return the cards to throw away, one after another: each time that without which the rest is worth most."""
    away = int64(0)
    for _ in range(view.count):
        best, worst, rest = int64(-10_000_000), int64(0), view.legal & ~away
        while rest:
            card = low(rest)
            rest &= ~card
            worth = best_count(view, view.hand & ~away & ~card)
            if worth > best:
                best, worst = worth, card
        away |= worst
    return away
