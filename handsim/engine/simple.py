"""The two plain players: `random`, and `greedy`, who knows what wins but nothing else."""

from __future__ import annotations

from handsim.engine.bits import RANKS, field, high, low, popcount, rank_of
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.rng import at, bounded
from handsim.engine.view import (
    DECISION,
    TURN_DRAWS,
    View,
    draw,
    leading,
    over,
    partner_winning,
    unseen,
    winners,
)

_TRUMP = 20
_LAST = 99


@inline
def lowest(cards: int, trumps: int, worthless: int, worthless_value: int) -> int:
    """Return the card of least value: its rank in its suit, trumps 20 more; ties to the lower field.

    Cards of no suit have the value that is given, and come before others of that value.
    """
    best, best_value = low(cards & worthless), int64(1000)
    if best:
        best_value = worthless_value
    for number in range(4):
        part = cards & field(int64(number))
        if part:
            card = low(part)
            value = rank_of(card)
            if card & trumps:
                value += int64(_TRUMP)
            if value < best_value:
                best, best_value = card, value
    return best if best else low(cards)  # a trump that belongs to no field is all there is


@inline
def nth(cards: int, n: int) -> int:
    """Return the n-th lowest card of a set, from 0."""
    # Without branches for the two low bits of n: which card is drawn cannot be predicted.
    cards &= (cards - int64(1)) | ((n & int64(1)) - int64(1))
    twice = (n >> int64(1) & int64(1)) - int64(1)
    cards &= (cards - int64(1)) | twice
    cards &= (cards - int64(1)) | twice
    n >>= int64(2)
    while n > int64(0):
        cards &= cards - int64(1)
        cards &= cards - int64(1)
        cards &= cards - int64(1)
        cards &= cards - int64(1)
        n -= int64(1)
    return low(cards)


@inline
def top_boss(view: View) -> int:
    """Return the highest-ranking card of the hand that no unseen card of its suit can beat, or 0."""
    hidden = unseen(view)
    best, best_rank = low(view.legal & view.trumps & ~RANKS), int64(-1)
    if best:  # a trump that belongs to no field: nothing beats it
        return best
    for number in range(4):
        part = view.legal & field(int64(number))
        if part:
            card = high(part)
            if over(view, hidden, card) == 0 and rank_of(card) > best_rank:
                best, best_rank = card, rank_of(card)
    return best


@kernel(DECISION)
def play_random(view: View) -> int:
    """Play any legal card, all alike."""
    return nth(view.legal, bounded(draw(view), int64(0), popcount(view.legal)))


@kernel(DECISION)
def set_aside_random(view: View) -> int:
    """Put any cards aside, all sets alike."""
    away = int64(0)
    for n in range(view.count):
        rest = view.legal & ~away
        away |= nth(rest, bounded(at(draw(view), int64(n)), int64(0), popcount(rest)))
    return away


@kernel(DECISION)
def play_greedy(view: View) -> int:
    """Win with the cheapest winner unless partner is winning; lead the top boss; else play the lowest card."""
    if leading(view):
        boss = top_boss(view)
        return boss if boss else lowest(view.legal, view.trumps, view.worthless, int64(_LAST))
    winning = int64(0) if partner_winning(view) else winners(view)
    return lowest(winning if winning else view.legal, view.trumps, view.worthless, int64(-1))


@kernel(DECISION)
def set_aside_lowest(view: View) -> int:
    """Put the lowest cards aside, trumps last."""
    away = int64(0)
    for _ in range(view.count):
        away |= lowest(view.legal & ~away, view.trumps, view.worthless, int64(-1))
    return away


@inline
def rank_sum(cards: int) -> int:
    """Return the sum of the ranks of a set of cards."""
    total = int64(0)
    while cards:
        total += rank_of(low(cards))
        cards &= cards - int64(1)
    return total


@kernel(DECISION)
def turn_never(_view: View) -> int:
    """Leave the order of the ranks as it is."""
    return int64(0)


@kernel(DECISION)
def turn_random(view: View) -> int:
    """Turn the order round or not, both alike."""
    return bounded(at(view.key, int64(TURN_DRAWS) + view.seat), int64(0), int64(2))


@kernel(DECISION)
def turn_for_rank(view: View) -> int:
    """Turn the order round where the hand's cards stand lower than those it does not see, on average."""
    return int64(rank_sum(view.hand) * popcount(unseen(view)) < rank_sum(unseen(view)) * popcount(view.hand))
