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

from handsim.engine.bits import field_of, low, popcount, rank_of, tops
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
    matched,
    may_always_trump,
    opponents,
    over,
    partner_winning,
    partners,
    points,
    prize,
    seat_could_hold,
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


class Rival(NamedTuple):
    """What a seat yet to play may do to a trick.

    Attributes
    ----------
    who : int
        The seat, as a set; 0: there is none, and the rest says nothing.
    held : int
        The cards that it may have.
    place : int
        Its hand and the room for it, as :func:`none_of` wants them.
    off_place : int
        The same where it cannot follow, or need not.
    void : int
        The chance of that.
    ruff : int
        The chance that it then holds a trump.
    """

    who: int
    held: int
    place: int
    off_place: int
    void: int
    ruff: int


class Rivals(NamedTuple):
    """The seats yet to play, from the left on."""

    left: Rival
    across: Rival
    right: Rival


MOST_HIDDEN = 32
"""More hidden cards than any game whose cards have points leaves to one seat."""


def _none_of_table() -> npt.NDArray[np.int64]:
    """Return the chances that some cards drawn are none of those wanted, at [cards << 8 | drawn << 4 | wanted]."""
    table = np.zeros(MOST_HIDDEN << 8, dtype=np.int64)
    for place in range(len(table)):
        cards, drawn, wanted, chance = place >> 8, place >> 4 & 15, place & 15, SURE
        for i in range(wanted):
            chance = chance * (cards - drawn - i) // (cards - i) if cards - drawn - i > 0 else 0
        table[place] = chance
    return table


_NONE_OF = _none_of_table()
_PARTS = np.array([SURE * k // n if 0 < k < n else SURE * (k > 0) for k in range(16) for n in range(16)])
"""A division would cost more than all the rest."""


@inline
def part_of(some: int, number: int) -> int:
    """Return some of a number of things as a chance."""
    return _PARTS[(some & int64(15)) << int64(4) | number & int64(15)]


@inline
def place_of(drawn: int, cards: int) -> int:
    """Return where :func:`none_of` looks for so many cards drawn from a number of cards."""
    return min(cards, int64(MOST_HIDDEN - 1)) << int64(8) | min(drawn, int64(15)) << int64(4)


@inline
def none_of(wanted: int, place: int) -> int:
    """Return the chance that some cards drawn are none of those wanted."""
    return _NONE_OF[place | min(wanted, int64(15))]


@inline
def share(amount: int, chance: int) -> int:
    """Return an amount times a chance."""
    return amount * chance >> int64(SURE_BITS)


@inline
def what_counts(view: View, row: int) -> int:
    """Return how much counts what may still be done with a card: it dwindles from the first trick to the last."""
    left, late = popcount(view.hand), weight(row, LATE)
    return late + share(int64(SURE) - late, part_of(left - int64(2), view.number + left - int64(2)))


@inline
def rival_of(view: View, who: int, held: int, led: int, free: bool) -> Rival:
    """Return what a seat (a set of one) that may have some cards may do to a trick of a suit."""
    n, hidden = popcount(view.hand), popcount(held)
    place = off_place = place_of(n, hidden)
    void = int64(SURE)
    if not free and led & view.trumps == 0:
        following = popcount(held & led)
        void, off_place = none_of(following, place), place_of(n, hidden - following)
    return Rival(who, held, place, off_place, void, int64(SURE) - none_of(popcount(held & view.trumps), off_place))


@inline
def rival(view: View, turn: int, free: bool) -> Rival:
    """Return what the seat that is so many places to the left may do to the trick, if it is yet to play."""
    seat = view.seat + turn & int64(3)
    who = view.to_come & int64(1) << seat
    if who == 0:
        return Rival(int64(0), int64(0), int64(0), int64(0), int64(0), int64(0))
    return rival_of(view, who, seat_could_hold(view, seat), view.led, free)


@inline
def may_beat(view: View, other: Rival, card: int, led: int, often: int, free: bool) -> int:
    """Return the chance that a seat yet to play beats a card: that it holds one that does, and may.

    An enemy who can only ruff it does so `often`.
    """
    if not free and view.led == 0:  # who can follow depends on what is led
        other = rival_of(view, other.who, other.held, led, free)
    plain = card & view.trumps == 0
    misses = none_of(popcount(over(view, other.held, card)), other.place if plain else other.off_place)
    ruff = share(other.ruff, often if other.who & opponents(view) else int64(SURE)) if plain else int64(0)
    if free:
        return int64(SURE) - share(misses, int64(SURE) - ruff)
    return share(int64(SURE) if plain else other.void, int64(SURE) - misses) + share(other.void, ruff)


@inline
def after(view: View, row: int, other: Rival, card: int, ours: bool, led: int, often: int, chance: int, free: bool) -> int:
    """Return the chance that this side takes the trick when a card is winning it, and this seat too has played."""
    # Nothing may be left to be lost to an enemy, or to be won by partner: what he may hold then makes no difference.
    if other.who == 0 or chance == int64(SURE if partners(view) & other.who else 0):
        return chance
    beaten = may_beat(view, other, card, led, often, free)
    if partners(view) & other.who:
        helps = weight(row, RESCUE) if ours else weight(row, HELP)
        return chance + share(share(int64(SURE) - chance, beaten), helps)
    return chance - share(share(chance, beaten), weight(row, FIGHT))


@inline
def we_take(view: View, row: int, rivals: Rivals, card: int, ours: bool, led: int, often: int, free: bool) -> int:
    """Return the chance that this side takes the trick when a card is winning it, ours or not."""
    chance = int64(SURE) if ours else int64(0)
    chance = after(view, row, rivals.left, card, ours, led, often, chance, free)
    chance = after(view, row, rivals.across, card, ours, led, often, chance, free)
    return after(view, row, rivals.right, card, ours, led, often, chance, free)


class Suit(NamedTuple):
    """What the cards of one suit of the hand have in common: what counts in keeping them, and in leading them."""

    kept: int
    rank: int
    boss: int
    point: int
    boss_point: int
    lead: int
    lead_boss: int


@inline
def suit_of(view: View, row: int, suit: int, part: int, enemy: int) -> Suit:
    """Return what the cards of a suit of the hand have in common."""
    length, live = popcount(view.hand & suit) - int64(1), popcount(enemy & suit)
    kept = weight(row, KEEP_LENGTH) * length
    if part & view.trumps:
        lead = weight(row, DRAW) + weight(row, DRAW_LIVE) * live + weight(row, DRAW_LENGTH) * length
        return Suit(
            kept + weight(row, KEEP_TRUMP),
            weight(row, KEEP_TRUMP_RANK),
            weight(row, KEEP_TRUMP_BOSS),
            int64(0),
            int64(0),
            lead,
            int64(0),
        )
    return Suit(
        kept,
        weight(row, KEEP_RANK),
        weight(row, KEEP_BOSS),
        weight(row, KEEP_POINT),
        weight(row, KEEP_BOSS_POINT),
        weight(row, LEAD_LENGTH) * length + weight(row, LEAD_HIDDEN) * live,
        weight(row, LEAD_BOSS),
    )


@inline
def keep(view: View, row: int, suit: Suit, card: int, boss: int) -> int:
    """Return what a card may still do later."""
    total = suit.kept + suit.rank * rank_of(card) + (suit.point + suit.boss_point * boss) * worth(view, card)
    return total + suit.boss * boss + weight(row, KEEP_PRIZE) * int64(card == prize(view))


@kernel(DECISION)
def set_aside_points(view: View) -> int:
    """Return the cards to put aside where cards have points: again and again the one that will be missed least."""
    away, row, hidden, marked = int64(0), situation(view), unseen(view), prize(view) | keepsakes(view)
    bosses, seconds = ~matched(view, hidden), ~matched(view, hidden & ~tops(hidden))
    for _ in range(view.count):
        rest = view.legal & ~away
        best, best_cost, left = int64(0), int64(10_000_000), rest
        while left:
            card = low(left)
            left ^= card
            suit = rest & field_of(card)
            boss, guarded = int64(card & bosses != 0), int64(card & seconds != 0 and suit & (card - int64(1)) != 0)
            cost = weight(row, AWAY_RANK) * rank_of(card) + weight(row, AWAY_LENGTH) * (popcount(suit) - int64(1))
            cost += weight(row, AWAY_BOSS) * boss + weight(row, AWAY_GUARD) * (guarded & ~boss)
            cost -= weight(row, AWAY_POINT) * worth(view, card) * int64(aside_counts(view))
            cost += int64(1_000_000) * int64(card & marked != 0)
            if cost < best_cost:
                best, best_cost = card, cost
        away |= best
    return away


@inline
def best_card(view: View, free: bool) -> int:
    """Return the card with the best score; whether trumps may always be played, `free`, is known when it is compiled."""
    row, enemy = situation(view), could_hold(view, opponents(view))
    late, bosses = what_counts(view, row), ~matched(view, enemy)
    table, winning, ours = cards_of_trick(view), winners(view), partner_winning(view)
    lying = points(view, table)
    base = weight(row, TRICK) + weight(row, COMING) * popcount(view.to_come)
    rivals = Rivals(rival(view, int64(1), free), rival(view, int64(2), free), rival(view, int64(3), free))
    best, best_score, rest = int64(0), int64(-100_000_000), view.legal
    while rest:
        field = field_of(low(rest))
        part = rest & field | low(rest)
        rest ^= part
        suit = suit_of(view, row, field, part, enemy)
        led, lure = view.led if view.led else field, int64(0)
        if led & view.trumps and prize(view) & unseen(view):
            lure = weight(row, LURE)
        while part:
            card = low(part)
            part ^= card
            wins = leading(view) or card & winning != int64(0)
            held = card if wins else view.best
            now = lying + worth(view, card)
            often = min(weight(row, RUFF) + weight(row, RUFF_POINT) * now, int64(SURE))
            chance = we_take(view, row, rivals, held, wins or ours, led, often, free)
            stake = base + lure + weight(row, POINT) * now
            if prize(view) & (table | card):
                stake += weight(row, PRIZE)
            boss = int64(card & bosses != int64(0))
            score = share(chance - share(int64(SURE) - chance, weight(row, LOSS)), stake)
            score -= share(keep(view, row, suit, card, boss), late)
            if leading(view):
                score += suit.lead + suit.lead_boss * boss
            if score > best_score:
                best, best_score = card, score
    return best


@kernel(DECISION)
def play_points(view: View) -> int:
    """Play a card by the maxims of counting points."""
    return best_card(view, True) if may_always_trump(view) else best_card(view, False)
