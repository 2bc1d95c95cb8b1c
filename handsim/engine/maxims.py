"""The default player: the maxims of good card play, computed from the view alone.

Leading, every suit of the hand is scored and the best one led; following, the trick is won as cheaply as will do, or
not at all; discarding, the card that will be missed least goes. The weights of :mod:`handsim.engine.maxims_weights`
say how much each maxim counts in each :func:`situation`.
"""

from __future__ import annotations

from typing import NamedTuple

from handsim.engine.bits import ctz, field_of, high, low, popcount, rank_of
from handsim.engine.choice import look_up, suit_chooser
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.maxims_weights import (
    BOSS,
    BOSS_AT_RISK,
    BOSS_COUNT,
    BOSS_HIDDEN,
    COVER,
    DRAW,
    EARLY_RUFF,
    ENEMY_RUFF,
    ENEMY_SUIT,
    FORCE,
    GUARD,
    HIDDEN,
    KEEP_BOSS,
    KEEP_LENGTH,
    KEEP_LIVE,
    KEEP_SECOND,
    KEEP_TRUMP,
    LENGTH,
    MAKE_VOID,
    OVERTAKE,
    PARTNER_RUFF,
    PARTNER_SUIT,
    RANK,
    RISE,
    SAVE_RUFF,
    SEQUENCE,
    SHORT,
    SHORT_PACK,
    SIDE_BOSSES,
    SITUATIONS,
    TENACE,
    TRUMP_BOSSES,
    TRUMP_BY_PARTNER,
    TRUMP_IDLE,
    TRUMP_LENGTH,
    TRUMP_LIVE,
    WEIGHTS,
)
from handsim.engine.view import (
    DECISION,
    View,
    could_hold,
    declarer,
    leading,
    led_by,
    matched,
    opponents,
    over,
    partner_winning,
    partners,
    ruffed_by,
    seat_could_hold,
    unseen,
    winners,
)

LONG_SUIT = 4


@inline
def situation(view: View) -> int:
    """Return which column of weights counts.

    Of four: 0, 1 with trumps, 2, 3 at notrump; the odd ones for the defenders. 4 more with a short pack, and 8 more
    where three seats are in play.
    """
    others = partners(view) | opponents(view)
    ours = (partners(view) | int64(1) << view.seat) >> declarer(view) & int64(1)
    base = int64(view.trumps == 0) * int64(2) + int64(not ours)
    return base + int64(popcount(view.pack) < int64(SHORT_PACK)) * int64(4) + int64(popcount(others) == 2) * int64(8)


weight = look_up(WEIGHTS, SITUATIONS)


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
    masters = over(view, live, high(part))
    if masters == live:  # only the masters are left: a lead would spend two of ours on one of theirs
        return weight(row, TRUMP_IDLE)
    score = weight(row, FORCE) if masters else weight(row, DRAW)
    if view.seat != declarer(view):
        score += weight(row, TRUMP_BY_PARTNER)
    bosses, beside = weight(row, TRUMP_BOSSES), weight(row, SIDE_BOSSES)
    if bosses | beside:  # most rows have none, and counting them is dear
        held = view.hand & ~matched(view, enemy)
        score += bosses * popcount(held & view.trumps) + beside * popcount(held & ~view.trumps)
    return score + weight(row, TRUMP_LENGTH) * popcount(part) + weight(row, TRUMP_LIVE) * popcount(live)


@inline
def plain_score(view: View, row: int, suit: int, enemy: int) -> int:
    """Return how good it is to lead a plain suit, for the cards of it that this seat and the enemies may hold."""
    part = view.hand & suit
    top, length, hidden = high(part), popcount(part), popcount(enemy & suit)
    masters = popcount(over(view, enemy, top))
    score = weight(row, LENGTH) * length + weight(row, HIDDEN) * hidden
    if masters == 0:
        return (
            score
            + weight(row, BOSS)
            + weight(row, BOSS_HIDDEN) * hidden
            + weight(row, BOSS_COUNT) * popcount(part & ~matched(view, enemy))
        )
    if touching(view, top) != top:
        score += weight(row, SEQUENCE) * popcount(part & ~(touching(view, top) - int64(1)) & ~top)
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
    if over(view, enemy, top) == 0:
        return top
    if touching(view, top) != top:
        return top
    if popcount(part) == 2 and suit & view.trumps == 0 and popcount(over(view, enemy, top)) > 2:
        return top
    return low(part)


class Leading(NamedTuple):
    """What it rests on alike which suit is led.

    Attributes
    ----------
    row : int
        The situation.
    enemy : int
        The cards that the enemies may hold.
    enemy_ruffs, partner_ruffs, partner_led, enemy_led : int
        The fields (bit f: field f) that the one may ruff or the other, and that each led first.
    """

    row: int
    enemy: int
    enemy_ruffs: int
    partner_ruffs: int
    partner_led: int
    enemy_led: int


@inline
def suit_score(view: View, of: Leading, suit: int) -> int:
    """Return how good it is to lead a suit."""
    row, enemy = of.row, of.enemy
    if suit & view.trumps:
        return trump_score(view, row, enemy)
    number = ctz(suit) >> int64(4)
    score = plain_score(view, row, suit, enemy)
    score += weight(row, PARTNER_RUFF) * (of.partner_ruffs >> number & int64(1))
    score += weight(row, PARTNER_SUIT) * (of.partner_led >> number & int64(1))
    score += weight(row, ENEMY_SUIT) * (of.enemy_led >> number & int64(1))
    if of.enemy_ruffs >> number & int64(1):
        boss = over(view, enemy, high(view.hand & suit)) == 0
        score += weight(row, BOSS_AT_RISK) if boss else weight(row, ENEMY_RUFF)
    return score


best_suit = suit_chooser(suit_score)


@inline
def lead(view: View, row: int) -> int:
    """Lead: score every suit of the hand and lead from the best; worthless cards never while there is another."""
    them, us = opponents(view), partners(view)
    enemy = could_hold(view, them)
    of = Leading(row, enemy, ruffed_by(view, them), ruffed_by(view, us), led_by(view, us), led_by(view, them))
    suit = best_suit(view, of, view.legal & ~view.worthless)
    return lead_card(view, row, suit, enemy) if suit else low(view.legal)


class Discard(NamedTuple):
    """What it rests on alike which card is thrown away: the situation, and the cards that the enemies may hold."""

    row: int
    enemy: int


@inline
def discard_score(view: View, of: Discard, suit: int) -> int:
    """Return how good it is to throw away the lowest card of a field: how little it would be missed."""
    row, enemy, part = of.row, of.enemy, view.hand & suit
    length, live = popcount(part), popcount(enemy & suit)
    card = low(part)
    masters = popcount(over(view, enemy, high(part)))
    cost = weight(row, RANK) * rank_of(card) + weight(row, KEEP_LIVE) * live
    cost += weight(row, KEEP_LENGTH) * min(length, int64(LONG_SUIT))
    if card & view.trumps:
        cost += weight(row, KEEP_TRUMP)
    set_up = view.trumps == 0 and popcount(part & ~matched(view, enemy & suit)) >= live
    if over(view, enemy, card) == 0 or set_up:  # a boss, or a low card of a suit whose bosses will draw all the others
        cost += weight(row, KEEP_BOSS)
    elif masters > 0 and length == masters + 1 and masters < 3:
        cost += weight(row, GUARD)
    elif masters == 0 and length == 2:
        cost += weight(row, KEEP_SECOND)
    if length == 1 and view.hand & view.trumps:
        cost -= weight(row, MAKE_VOID)
    return -cost


best_discard = suit_chooser(discard_score)


@inline
def discard(view: View, row: int) -> int:
    """Throw the card that will be missed least: a worthless one, or the lowest of a suit."""
    if view.legal & view.worthless:
        return low(view.legal & view.worthless)
    of = Discard(row, could_hold(view, opponents(view)))
    return low(view.legal & best_discard(view, of, view.legal))


@inline
def ruff_to_come(view: View, enemies: int) -> bool:
    """Return whether an enemy yet to play may ruff: he holds nothing of the suit asked for, but may hold a trump."""
    if view.trumps == 0 or view.led == 0 or view.led & view.trumps:
        return False
    while enemies:
        held = seat_could_hold(view, ctz(enemies))
        if held & view.led == 0 and held & view.trumps:
            return True
        enemies &= enemies - int64(1)
    return False


@inline
def threats(view: View, card: int, held: int, ruff: bool) -> int:
    """Return how many of the cards that the enemies yet to play may hold could beat a card in this trick."""
    if card & view.trumps and view.led & view.trumps == 0:
        return popcount(over(view, held, card)) if ruff else int64(0)
    return popcount(over(view, held, card)) + (popcount(held & view.trumps) if ruff else int64(0))


@inline
def cheapest(view: View, cards: int) -> int:
    """Return the cheapest card of those that would win: from the suit asked for, else the lowest trump."""
    follow = cards & view.led
    return low(follow) if follow else low(cards & view.trumps) if cards & view.trumps else low(cards)


@inline
def safe_cards(view: View, cards: int, held: int, ruff: bool) -> int:
    """Return those of the winning cards that no enemy yet to play could beat."""
    if view.led == 0 or view.led & view.trumps:
        return cards & ~matched(view, held)
    if ruff:
        return cards & view.trumps & ~matched(view, held)
    return cards & view.led & ~matched(view, held) | cards & view.trumps


@inline
def take(view: View, row: int) -> int:
    """Return the card to take the trick with, or to try to; 0: it is ours already, or cannot or should not be taken."""
    winning = winners(view)
    enemies = view.to_come & opponents(view)
    with_us = partner_winning(view)
    if winning == 0 or (with_us and enemies == 0):
        return int64(0)
    if enemies == 0:
        return cheapest(view, winning)
    held, ruff = could_hold(view, enemies), ruff_to_come(view, enemies)
    safe = safe_cards(view, winning, held, ruff)
    if with_us:
        return third_hand_with_us(view, row, winning, safe, held, ruff)
    if view.to_come & partners(view):
        return second_hand(view, row, winning, safe)
    if safe:
        return cheapest(view, safe)
    if winning & view.led:
        return touching_winner(view, winning & view.led)
    return int64(0) if weight(row, SAVE_RUFF) else cheapest(view, winning)


@inline
def touching_winner(view: View, cards: int) -> int:
    """Third hand high, but no higher than need be: the lowest card as good as the highest."""
    return touching(view, high(cards))


@inline
def throw(view: View, row: int) -> int:
    """Play low: the lowest of the suit asked for, or a discard."""
    if view.legal & view.led:
        return low(view.legal)
    return discard(view, row)


@inline
def third_hand_with_us(view: View, row: int, winning: int, safe: int, held: int, ruff: bool) -> int:
    """Partner is winning and an enemy is still to play: help only where partner is in danger."""
    danger = threats(view, view.best, held, ruff)
    if danger >= weight(row, OVERTAKE) and danger:
        if safe:
            return cheapest(view, safe)
        if winning & view.led:
            card = touching_winner(view, winning & view.led)
            if danger - threats(view, card, held, ruff) >= weight(row, OVERTAKE):
                return card
    return int64(0)


@inline
def second_hand(view: View, row: int, winning: int, safe: int) -> int:
    """An enemy is winning, and partner is still to play: low, unless there is a reason."""
    following = winning & view.led
    if following:
        bosses = safe & view.led
        if popcount(bosses) >= int64(2) - weight(row, RISE) and bosses:
            return low(bosses)
        return low(following) if weight(row, COVER) > 0 and rank_of(view.best) >= 9 else int64(0)
    friend = could_hold(view, view.to_come & partners(view))
    if weight(row, EARLY_RUFF) > 0 or over(view, friend, view.best) == 0:
        return cheapest(view, safe if safe else winning)
    return int64(0)


@kernel(DECISION)
def play_maxims(view: View) -> int:
    """Play a card by the maxims."""
    row = situation(view)
    if leading(view):
        return lead(view, row)
    card = take(view, row)
    return card if card else throw(view, row)
