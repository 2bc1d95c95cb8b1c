"""The default player where cards have points: the maxims of counting them, computed from the view alone.

Every legal card is scored: by the chance that this side takes the trick if it is played, times what lies in the trick
and may yet come to it, less what the card may still do later. So points go to partner's sure winner, a trick of no
worth is left to the enemies, and what may be captured is kept from them. The weights say how much each part counts in
each :func:`situation`; they were fitted to what each card led to when hands were played out, and climbed to in matches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from handsim.engine.bits import low, popcount, rank_of, tops
from handsim.engine.chances import CERTAIN, none_of, part_of, place_of, share
from handsim.engine.choice import card_chooser, look_up
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
NEVER = 1_000_000
"""More than any card is missed for anything else."""

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


weight = look_up(WEIGHTS, SITUATIONS)


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


@inline
def what_counts(view: View, row: int) -> int:
    """Return how much counts what may still be done with a card: it dwindles from the first trick to the last."""
    left, late = popcount(view.hand), weight(row, LATE)
    return late + share(int64(CERTAIN) - late, part_of(left - int64(2), view.number + left - int64(2)))


class Known(NamedTuple):
    """What the scores of all cards rest on alike.

    Attributes
    ----------
    row : int
        The situation.
    free : bool
        Whether trumps may always be played: a constant when this is compiled, once for each.
    enemy, bosses, winning : int
        What the enemies may hold; the ranks that none of that can beat; the legal cards that would be winning the
        trick.
    table, lying : int
        The cards of the trick so far, and their points.
    stake : int
        What the trick is worth whatever lies in it.
    late : int
        How much counts what may still be done with a card.
    left, across, right : Rival
        The seats yet to play.
    """

    row: int
    free: bool
    enemy: int
    bosses: int
    winning: int
    table: int
    lying: int
    stake: int
    late: int
    left: Rival
    across: Rival
    right: Rival


class Suit(NamedTuple):
    """What the scores of the cards of one suit have in common.

    Attributes
    ----------
    led : int
        The suit that is asked for if one of them is played.
    lure : int
        What leading it brings while the prize is out.
    kept, rank, boss, point, boss_point : int
        What a card of it is worth keeping for: by itself, for each rank, for being a boss, for each point; and for
        each point of a boss.
    lead, lead_boss : int
        What leading it brings besides the trick, and what more if it is a boss; 0 where this seat does not lead.
    """

    led: int
    lure: int
    kept: int
    rank: int
    boss: int
    point: int
    boss_point: int
    lead: int
    lead_boss: int


@inline
def rival_of(view: View, who: int, held: int, led: int, free: bool) -> Rival:
    """Return what a seat (a set of one) that may have some cards may do to a trick of a suit."""
    n, hidden = popcount(view.hand), popcount(held)
    place = off_place = place_of(n, hidden)
    void = int64(CERTAIN)
    if not free and led & view.trumps == 0:
        following = popcount(held & led)
        void, off_place = none_of(following, place), place_of(n, hidden - following)
    return Rival(who, held, place, off_place, void, int64(CERTAIN) - none_of(popcount(held & view.trumps), off_place))


@inline
def rival(view: View, turn: int, free: bool) -> Rival:
    """Return what the seat that is so many places to the left may do to the trick, if it is yet to play."""
    seat = view.seat + turn & int64(3)
    who = view.to_come & int64(1) << seat
    if who == 0:
        return Rival(int64(0), int64(0), int64(0), int64(0), int64(0), int64(0))
    return rival_of(view, who, seat_could_hold(view, seat), view.led, free)


@inline
def known(view: View, free: bool) -> Known:
    """Return what the scores of all cards rest on alike."""
    row, enemy, table = situation(view), could_hold(view, opponents(view)), cards_of_trick(view)
    return Known(
        row,
        free,
        enemy,
        ~matched(view, enemy),
        winners(view),
        table,
        points(view, table),
        weight(row, TRICK) + weight(row, COMING) * popcount(view.to_come),
        what_counts(view, row),
        rival(view, int64(1), free),
        rival(view, int64(2), free),
        rival(view, int64(3), free),
    )


@inline
def suit_of(view: View, of: Known, field: int, part: int) -> Suit:
    """Return what the scores of the cards of a suit have in common."""
    row, led, lure, lead, lead_boss = of.row, view.led, int64(0), int64(0), int64(0)
    length, live = popcount(view.hand & field) - int64(1), popcount(of.enemy & field)
    kept = weight(row, KEEP_LENGTH) * length
    if led == 0:
        led = field
    if led & view.trumps and prize(view) & unseen(view):
        lure = weight(row, LURE)
    if part & view.trumps:
        kept += weight(row, KEEP_TRUMP)
        if leading(view):
            lead = weight(row, DRAW) + weight(row, DRAW_LIVE) * live + weight(row, DRAW_LENGTH) * length
        rank, boss = weight(row, KEEP_TRUMP_RANK), weight(row, KEEP_TRUMP_BOSS)
        return Suit(led, lure, kept, rank, boss, int64(0), int64(0), lead, int64(0))
    if leading(view):
        lead = weight(row, LEAD_LENGTH) * length + weight(row, LEAD_HIDDEN) * live
        lead_boss = weight(row, LEAD_BOSS)
    rank, boss, point = weight(row, KEEP_RANK), weight(row, KEEP_BOSS), weight(row, KEEP_POINT)
    return Suit(led, lure, kept, rank, boss, point, weight(row, KEEP_BOSS_POINT), lead, lead_boss)


@inline
def may_beat(view: View, of: Known, other: Rival, card: int, led: int, often: int) -> int:
    """Return the chance that a seat yet to play beats a card: that it holds one that does, and may.

    An enemy who can only ruff it does so `often`.
    """
    if not of.free and view.led == 0:  # who can follow depends on what is led
        other = rival_of(view, other.who, other.held, led, of.free)
    plain = card & view.trumps == 0
    misses = none_of(popcount(over(view, other.held, card)), other.place if plain else other.off_place)
    ruff = share(other.ruff, often if other.who & opponents(view) else int64(CERTAIN)) if plain else int64(0)
    if of.free:
        return int64(CERTAIN) - share(misses, int64(CERTAIN) - ruff)
    return share(int64(CERTAIN) if plain else other.void, int64(CERTAIN) - misses) + share(other.void, ruff)


@inline
def after(view: View, of: Known, other: Rival, card: int, ours: bool, led: int, often: int, chance: int) -> int:
    """Return the chance that this side takes the trick when a card is winning it, and this seat too has played."""
    # Nothing may be left to be lost to an enemy, or to be won by partner: what he may hold then makes no difference.
    if other.who == 0 or chance == int64(CERTAIN if partners(view) & other.who else 0):
        return chance
    beaten = may_beat(view, of, other, card, led, often)
    if partners(view) & other.who:
        helps = weight(of.row, RESCUE) if ours else weight(of.row, HELP)
        return chance + share(share(int64(CERTAIN) - chance, beaten), helps)
    return chance - share(share(chance, beaten), weight(of.row, FIGHT))


@inline
def we_take(view: View, of: Known, card: int, ours: bool, led: int, often: int) -> int:
    """Return the chance that this side takes the trick when a card is winning it, ours or not."""
    chance = int64(CERTAIN) if ours else int64(0)
    chance = after(view, of, of.left, card, ours, led, often, chance)
    chance = after(view, of, of.across, card, ours, led, often, chance)
    return after(view, of, of.right, card, ours, led, often, chance)


@inline
def gain(view: View, of: Known, suit: Suit, card: int) -> int:
    """Return what playing a card brings from this trick."""
    wins = leading(view) or card & of.winning != int64(0)
    lying = of.lying + worth(view, card)
    often = min(weight(of.row, RUFF) + weight(of.row, RUFF_POINT) * lying, int64(CERTAIN))
    chance = we_take(view, of, card if wins else view.best, wins or partner_winning(view), suit.led, often)
    stake = of.stake + suit.lure + weight(of.row, POINT) * lying
    if prize(view) & (of.table | card):
        stake += weight(of.row, PRIZE)
    return share(chance - share(int64(CERTAIN) - chance, weight(of.row, LOSS)), stake)


@inline
def keep(view: View, of: Known, suit: Suit, card: int, boss: int) -> int:
    """Return what a card may still do later."""
    total = suit.kept + suit.rank * rank_of(card) + (suit.point + suit.boss_point * boss) * worth(view, card)
    return total + suit.boss * boss + weight(of.row, KEEP_PRIZE) * int64(card == prize(view))


@inline
def card_score(view: View, of: Known, suit: Suit, card: int) -> int:
    """Return how good it is to play a card."""
    boss = int64(card & of.bosses != int64(0))
    score = gain(view, of, suit, card) - share(keep(view, of, suit, card, boss), of.late)
    return score + suit.lead + suit.lead_boss * boss


best_card = card_chooser(suit_of, card_score)


@kernel(DECISION)
def play_points(view: View) -> int:
    """Play a card by the maxims of counting points."""
    if may_always_trump(view):  # compiled apart, as most of what a card costs depends on it
        return best_card(view, known(view, True), view.legal)
    return best_card(view, known(view, False), view.legal)


class Away(NamedTuple):
    """What it rests on alike which cards are put aside: the situation; bosses; what one unseen card at most beats."""

    row: int
    bosses: int
    seconds: int


@inline
def length_of(view: View, of: Away, field: int, part: int) -> tuple[int, int]:
    """Return how many further cards of a suit there are, and the lowest that there is."""
    return popcount(part) - int64(1), low(part)


@inline
def away_score(view: View, of: Away, suit: tuple[int, int], card: int) -> int:
    """Return how good it is to put a card aside: how little it would be missed."""
    (length, lowest), row = suit, of.row
    boss = int64(card & of.bosses != int64(0))
    guarded = int64(card & of.seconds != int64(0)) & int64(card != lowest) & ~boss
    cost = weight(row, AWAY_RANK) * rank_of(card) + weight(row, AWAY_LENGTH) * length
    cost += weight(row, AWAY_BOSS) * boss + weight(row, AWAY_GUARD) * guarded
    cost -= weight(row, AWAY_POINT) * worth(view, card) * int64(aside_counts(view))
    return -cost - int64(NEVER) * int64(card & (prize(view) | keepsakes(view)) != int64(0))


best_away = card_chooser(length_of, away_score)


@kernel(DECISION)
def set_aside_points(view: View) -> int:
    """Return the cards to put aside where cards have points: again and again the one that will be missed least."""
    away, hidden = int64(0), unseen(view)
    of = Away(situation(view), ~matched(view, hidden), ~matched(view, hidden & ~tops(hidden)))
    for _ in range(view.count):
        away |= best_away(view, of, view.legal & ~away)
    return away
