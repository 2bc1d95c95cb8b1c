"""The default player: the maxims of good card play, computed from the view alone.

Leading, every suit of the hand is scored and the best one led; following, the trick is won as cheaply as will do, or
not at all; discarding, the card that will be missed least goes. The weights say how much each maxim counts in each
:func:`situation`; they were climbed to in matches against this player's earlier selves.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.bits import above, covered, ctz, field, field_of, high, low, popcount, rank_of
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.view import DECISION, View, could_hold, leading, led_by, partner_winning, ruffed_by, unseen, winners

# The maxims that have a weight: leads ...
BOSS, BOSS_AT_RISK, BOSS_HIDDEN, BOSS_COUNT, SEQUENCE, TENACE, LENGTH, HIDDEN, SHORT = range(9)
PARTNER_SUIT, PARTNER_RUFF, ENEMY_RUFF, ENEMY_SUIT, UNDER_TRUMPS = range(9, 14)
DRAW, FORCE, TRUMP_IDLE, TRUMP_LENGTH, TRUMP_LIVE, TRUMP_BY_PARTNER = range(14, 20)
# ... following ...
OVERTAKE, RISE, COVER, EARLY_RUFF, SAVE_RUFF = range(20, 25)
# ... and discarding.
GUARD, KEEP_BOSS, KEEP_TRUMP, KEEP_LENGTH, MAKE_VOID, RANK, KEEP_SECOND, KEEP_LIVE = range(25, 33)
N_WEIGHTS = 33

# fmt: off
WEIGHTS = np.array([
    # trumps, declarer's side
    [40, 10, 0, 2, 10, -10, 2, 0, 4,   0, 20, 0, 0, 0,    60, 30, -40, 2, 0, 0,    2, 0, 0, 0, 0,   30, 60, 50, 2, 8, 1, 8, 0],
    # trumps, defending
    [40, 10, 0, 0, 10, -10, 0, 0, 10,  4, 20, -8, 0, 0,  -10, -20, -30, 0, 0, 0,   2, 0, 0, 0, 0,   30, 60, 50, 2, 8, 1, 8, 0],
    # notrump, declarer's side
    [20, 20, 0, 2, 10, -5, 8, 0, 0,    6, 0, 0, 0, 0,      0, 0, 0, 0, 0, 0,       2, 0, 0, 0, 0,   30, 60, 0, 4, 0, 1, 8, 0],
    # notrump, defending
    [20, 20, 0, 2, 10, -5, 8, 0, 0,   10, 0, 0, 0, 0,      0, 0, 0, 0, 0, 0,       2, 0, 0, 0, 0,   30, 60, 0, 4, 0, 1, 8, 0],
], dtype=np.int64).ravel()
# fmt: on


@inline
def situation(view: View) -> int:
    """Return which row of weights counts: 0, 1 with trumps, 2, 3 at notrump; the odd ones for the defenders."""
    ours = view.declarer == view.seat or view.partners >> (view.declarer & int64(63)) & int64(1)
    return int64(view.trumps == 0) * int64(2) + int64(not ours)


@inline
def weight(row: int, maxim: int) -> int:
    """Return the weight of a maxim."""
    return WEIGHTS[row * int64(N_WEIGHTS) + int64(maxim)]


@inline
def touching(view: View, card: int) -> int:
    """Return the lowest card of the hand that is as good as this one: no unseen card lies between."""
    suit = field_of(card)
    hidden = unseen(view) & suit & (card - int64(1))
    floor = high(hidden) if hidden else int64(0)
    return low(view.hand & suit & ~(floor | (floor - int64(1)) if floor else int64(0)) & (card | (card - int64(1))))


@inline
def trump_score(view: View, row: int, enemy: int) -> int:
    """Return how good it is to lead trumps."""
    part, live = view.hand & view.trumps, enemy & view.trumps
    if live == 0:
        return weight(row, TRUMP_IDLE)
    masters = above(live, high(part))
    if masters == live:  # only the masters are left: a lead would spend two of ours on one of theirs
        return weight(row, TRUMP_IDLE)
    score = weight(row, FORCE) if masters else weight(row, DRAW)
    if view.seat != view.declarer:
        score += weight(row, TRUMP_BY_PARTNER)
    return score + weight(row, TRUMP_LENGTH) * popcount(part) + weight(row, TRUMP_LIVE) * popcount(live)


@inline
def plain_score(view: View, row: int, suit: int, enemy: int) -> int:
    """Return how good it is to lead a plain suit, for the cards of it that this seat and the enemies may hold."""
    part = view.hand & suit
    top, length, hidden = high(part), popcount(part), popcount(enemy & suit)
    masters = popcount(above(enemy, top))
    score = weight(row, LENGTH) * length + weight(row, HIDDEN) * hidden
    if masters == 0:
        return (
            score
            + weight(row, BOSS)
            + weight(row, BOSS_HIDDEN) * hidden
            + weight(row, BOSS_COUNT) * popcount(part & ~covered(enemy))
        )
    if touching(view, top) != top:
        score += weight(row, SEQUENCE)
    elif masters == 1:
        score += weight(row, TENACE)
    if length == 1 and view.hand & view.trumps:
        score += weight(row, SHORT)
    return score


@inline
def lead_card(view: View, row: int, suit: int, enemy: int) -> int:
    """Return the card to lead from a field: a boss, the top of a sequence, the high one of two, else a low one."""
    part = view.hand & suit
    top = high(part)
    if above(enemy, top) == 0:
        return top
    if touching(view, top) != top:
        return top
    if popcount(part) == 2 and suit & view.trumps == 0 and popcount(above(enemy, top)) > 2:
        return top
    return low(part)


@inline
def lead(view: View, row: int) -> int:
    """Lead: score every suit of the hand and lead from the best; worthless cards never while there is another."""
    enemy = could_hold(view, view.opponents)
    ruffed, ruffed_by_us = ruffed_by(view, view.opponents), ruffed_by(view, view.partners)
    partner_led, enemy_led = led_by(view, view.partners), led_by(view, view.opponents)
    best_suit, best_score = int64(0), int64(-100000)
    for number in range(4):
        suit, bit = field(int64(number)), int64(1) << int64(number)
        if view.legal & suit:
            if suit & view.trumps:
                score = trump_score(view, row, enemy)
            else:
                score = plain_score(view, row, suit, enemy)
                if ruffed & bit:
                    score += (
                        weight(row, ENEMY_RUFF) if above(enemy, high(view.hand & suit)) else weight(row, BOSS_AT_RISK)
                    )
                if ruffed_by_us & bit:
                    score += weight(row, PARTNER_RUFF)
                if partner_led & bit:
                    score += weight(row, PARTNER_SUIT)
                if enemy_led & bit:
                    score += weight(row, ENEMY_SUIT)
            if score > best_score:
                best_suit, best_score = suit, score
    return lead_card(view, row, best_suit, enemy) if best_suit else low(view.legal)


@inline
def miss(view: View, row: int, suit: int, enemy: int) -> int:
    """Return how much the lowest card of a field would be missed if it were thrown away."""
    part = view.hand & suit
    length = popcount(part)
    card, top = low(part), high(part)
    beaten_by = popcount(above(enemy, top))
    cost = weight(row, RANK) * rank_of(card)
    if card & view.trumps:
        cost += weight(row, KEEP_TRUMP)
    if above(enemy, card) == 0 and enemy & suit:
        cost += weight(row, KEEP_BOSS)
    elif enemy & suit == 0:
        cost += weight(row, KEEP_BOSS)  # nobody can follow: an established card
    elif beaten_by > 0 and length == beaten_by + 1 and beaten_by < 3:
        cost += weight(row, GUARD)
    elif beaten_by == 0 and length == 2:
        cost += weight(row, KEEP_SECOND)
    cost += weight(row, KEEP_LENGTH) * length + weight(row, KEEP_LIVE) * popcount(enemy & suit)
    if length == 1 and view.hand & view.trumps:
        cost -= weight(row, MAKE_VOID)
    return cost


@inline
def discard(view: View, row: int, cards: int) -> int:
    """Throw the card that will be missed least: a worthless one first, else the lowest of some suit."""
    useless = cards & view.worthless
    if useless:
        return low(useless)
    enemy = could_hold(view, view.opponents)
    best, best_cost = int64(0), int64(100000)
    for number in range(4):
        suit = field(int64(number))
        part = cards & suit
        if part:
            cost = miss(view, row, suit, enemy)
            if cost < best_cost:
                best, best_cost = low(part), cost
    return best


@inline
def threats(view: View, card: int, enemies: int) -> int:
    """Return how many unseen cards of the enemies yet to play could beat a card in this trick."""
    count = popcount(above(could_hold(view, enemies), card))
    if card & view.trumps == 0 and view.led and ruffed_by(view, enemies) >> (ctz(view.led) >> int64(4)) & int64(1):
        count += popcount(could_hold(view, enemies) & view.trumps)
    return count


@inline
def cheapest(view: View, cards: int) -> int:
    """Return the cheapest card of those that would win: from the suit asked for, else the lowest trump."""
    follow = cards & view.led
    return low(follow) if follow else low(cards & view.trumps) if cards & view.trumps else low(cards)


@inline
def cheapest_safe(view: View, cards: int, enemies: int) -> int:
    """Return the cheapest of these winners that no enemy yet to play could beat, or 0."""
    while cards:
        card = cheapest(view, cards)
        if threats(view, card, enemies) == 0:
            return card
        cards &= ~card
    return int64(0)


@inline
def follow(view: View, row: int) -> int:
    """Play to a trick that another has led to."""
    winning = winners(view)
    enemies = view.to_come & view.opponents
    with_us = partner_winning(view)
    if winning == 0 or (with_us and enemies == 0):
        return throw(view, row)
    if enemies == 0:
        return cheapest(view, winning)
    if with_us:
        return third_hand_with_us(view, row, winning, enemies)
    if view.to_come & view.partners:
        return second_hand(view, row, winning, enemies)
    safe = cheapest_safe(view, winning, enemies)
    if safe:
        return safe
    if winning & view.led:
        return touching_winner(view, winning & view.led)
    return throw(view, row) if weight(row, SAVE_RUFF) else cheapest(view, winning)


@inline
def touching_winner(view: View, cards: int) -> int:
    """Third hand high, but no higher than need be: the lowest card as good as the highest."""
    return touching(view, high(cards))


@inline
def throw(view: View, row: int) -> int:
    """Play low: the lowest of the suit asked for, or a discard."""
    if view.legal & view.led:
        return low(view.legal)
    return discard(view, row, view.legal)


@inline
def third_hand_with_us(view: View, row: int, winning: int, enemies: int) -> int:
    """Partner is winning and an enemy is still to play: help only where partner is in danger."""
    danger = threats(view, view.best, enemies)
    if danger == 0:
        return throw(view, row)
    safe = cheapest_safe(view, winning, enemies)
    if safe and danger >= weight(row, OVERTAKE):
        return safe
    if winning & view.led:
        card = touching_winner(view, winning & view.led)
        if danger - threats(view, card, enemies) >= weight(row, OVERTAKE):
            return card
    return throw(view, row)


@inline
def second_hand(view: View, row: int, winning: int, enemies: int) -> int:
    """An enemy is winning, and partner is still to play: low, unless there is a reason."""
    following = winning & view.led
    if following:
        safe = cheapest_safe(view, following, enemies)
        if safe and popcount(following & ~(safe - int64(1))) >= 2 - weight(row, RISE):
            return safe
        if weight(row, COVER) and rank_of(view.best) >= 9:
            return low(following)
        return throw(view, row)
    friend = could_hold(view, view.to_come & view.partners)
    if weight(row, EARLY_RUFF) or above(friend, view.best) == 0:
        return cheapest(view, winning)
    return throw(view, row)


@kernel(DECISION)
def play_maxims(view: View) -> int:
    """Play a card by the maxims."""
    row = situation(view)
    if leading(view):
        return lead(view, row)
    return follow(view, row)


@inline
def lowest_plain(view: View, cards: int) -> int:
    """Return the card of least rank outside trumps (trumps where there is nothing else)."""
    best, best_rank = int64(0), int64(100)
    for number in range(4):
        part = cards & field(int64(number))
        if part:
            card = low(part)
            rank = rank_of(card) + int64(50) * int64(card & view.trumps != int64(0))
            if rank < best_rank:
                best, best_rank = card, rank
    return best


@kernel(DECISION)
def set_aside_maxims(view: View) -> int:
    """Bury: worthless cards first; then whole short suits without a boss, to be void; bosses and trumps stay."""
    hand = view.legal
    enemy = unseen(view)
    away = int64(0)
    room = view.count
    useless = hand & view.worthless
    while useless and room:
        away |= low(useless)
        useless &= useless - int64(1)
        room -= int64(1)
    bosses = hand & ~covered(enemy) & ~view.worthless
    if view.trumps:
        for _ in range(3):  # the shortest plain suit that can go altogether, and again
            best, best_length = int64(0), int64(100)
            for number in range(4):
                part = hand & ~away & field(int64(number))
                if part and part & view.trumps == 0 and part & bosses == 0 and popcount(part) < best_length:
                    best, best_length = part, popcount(part)
            if best == 0 or best_length > room:
                break
            away |= best
            room -= best_length
    while room > 0:
        rest = hand & ~away & ~bosses
        away |= lowest_plain(view, rest if rest else hand & ~away)
        room -= int64(1)
    return away
