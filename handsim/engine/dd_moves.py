"""Which card to try first. Order costs nothing in exactness and is worth more than anything else in speed.

Each decision gets `first` (one card, or one a suit), `order` (the suits, two bits each, best first) and is then
gone through from the lowest card up.
"""

from __future__ import annotations

from handsim.engine.bits import ctz, popcount
from handsim.engine.dd_cards import above, lowest_card, suit_of, tops
from handsim.engine.dd_memory import HINT_SHIFT, HINTS, load, load8, store8
from handsim.engine.jit import inline, int64

HINT_MIX = int64(-0x61C8864680B583EB)
BEST_MIX = int64(0x2545F4914F6CDD1D)

# What a lead or a discard of a suit is worth, found by counting nodes on bridge deals (any values are exact).
MY_LENGTH = 1
PARTNERS_LENGTH = 2
LHO_LENGTH = -2
RHO_LENGTH = 2
TOP_MINE = 6
TOP_MINE_SECOND_OURS = 2
TOP_PARTNERS = 8
TOP_PARTNERS_SECOND_OURS = 5
TOP_RHO = -5
TOP_RHO_SECOND_PARTNERS = 3
TOP_RHO_SECOND_MINE = 4
TOP_LHO = -4
TOP_LHO_SECOND_PARTNERS = 9
TOP_LHO_SECOND_MINE = 1
TRUMP_LEAD = 4
TRUMP_LEAD_NONE_OUT = -18
LHO_RUFFS = -9
RHO_RUFFS = -21
PARTNER_RUFFS = 10
SINGLETON = 2
DISCARD_LENGTH = 8
DISCARD_HIGHER = 0
# One bit a case of lead_order: lead high; one digit a case of second_hand and third_hand: a way of pick_way.
LEAD_HIGH = int64(0xFAEAB2DA2)
SECOND_WAYS = int64(0x30303030)
THIRD_WAYS = int64(0x33030000)


@inline
def hint_place(ws: int, hand: int, best: int) -> int:
    """Return where the card is kept that last cut the search for this hand against this winning card."""
    shift = load(ws + HINT_SHIFT)
    key = (hand + best * BEST_MIX) * HINT_MIX
    return load(ws + HINTS) + ((key >> shift) & ((int64(1) << (int64(64) - shift)) - int64(1)))


@inline
def hint_at(place: int, todo: int) -> int:
    """Return the hinted card if it is among the choices, else 0."""
    return (int64(1) << (load8(place) & int64(63))) & todo


@inline
def set_hint(place: int, card: int) -> None:
    store8(place, ctz(card) - int64(card == int64(0)))  # none that wins: 63, as in NULL


@inline
def sorted4(a: int, b: int, c: int, d: int) -> int:
    """Return the two low bits of four numbers, packed, the greatest number's lowest."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    three = int64(3)
    return (a & three) | (b & three) << int64(2) | (c & three) << int64(4) | (d & three) << int64(6)


@inline
def lowest_in(cards: int, order: int) -> int:
    """Return the lowest card of the first suit, in order, of which there is one."""
    if order == int64(0):
        return lowest_card(cards)
    for _ in range(3):
        part = cards & (int64(0x7FFF) << ((order & int64(3)) << int64(4)))
        if part:
            return lowest_card(part)
        order >>= int64(2)
    return lowest_card(cards)


@inline
def lead_score(suit: int, me: int, lho: int, pard: int, rho: int, best: int, second: int, trumps: int) -> int:
    """Return how good it looks to lead a suit."""
    f = int64(0x7FFF) << int64(suit << 4)
    if me & f == int64(0):
        return int64(-(1 << 30)) | int64(suit)
    mine, theirs = popcount(me & f), popcount(pard & f)
    score = (
        MY_LENGTH * mine + PARTNERS_LENGTH * theirs - LHO_LENGTH * popcount(lho & f) - RHO_LENGTH * popcount(rho & f)
    )
    top = best & f
    if top & me:
        score += TOP_MINE
        if second & f & (me | pard):
            score += TOP_MINE_SECOND_OURS
    elif top & pard:
        score += TOP_PARTNERS
        if second & f & (me | pard):
            score += TOP_PARTNERS_SECOND_OURS
    elif top & rho:
        score += TOP_RHO
        if second & f & pard:
            score += TOP_RHO_SECOND_PARTNERS
        elif second & f & me:
            score += TOP_RHO_SECOND_MINE
    else:
        score += TOP_LHO
        if second & f & pard:
            score += TOP_LHO_SECOND_PARTNERS
        elif second & f & me:
            score += TOP_LHO_SECOND_MINE
    if trumps:
        if f & trumps:
            score += TRUMP_LEAD
            if trumps & (lho | rho) == int64(0):
                score += TRUMP_LEAD_NONE_OUT
        else:
            if lho & f == int64(0) and lho & trumps:
                score += LHO_RUFFS
            if rho & f == int64(0) and rho & trumps:
                score += RHO_RUFFS
            if pard & f == int64(0) and pard & trumps:
                score += PARTNER_RUFFS
            if mine == int64(1) and me & trumps:
                score += SINGLETON
    return score << int64(2) | int64(suit)


@inline
def lead_order(me: int, lho: int, pard: int, rho: int, trumps: int) -> tuple[int, int]:
    """Return the first card of each suit to lead, and the order of the suits."""
    rest = me | lho | pard | rho
    best = tops(rest)
    second = tops(rest & ~best)
    order = sorted4(
        lead_score(0, me, lho, pard, rho, best, second, trumps),
        lead_score(1, me, lho, pard, rho, best, second, trumps),
        lead_score(2, me, lho, pard, rho, best, second, trumps),
        lead_score(3, me, lho, pard, rho, best, second, trumps),
    )
    first = int64(0)
    third = tops(rest & ~best & ~second)
    for suit in range(4):
        f = int64(0x7FFF) << int64(suit << 4)
        mine = me & f
        if mine:
            case = int64(0)
            if best & f & me:
                case = int64(1)
            elif best & f & pard:
                case = int64(2)
            elif best & f & rho:
                case = int64(3)
            if second & f & me:
                case += int64(4)
            elif second & f & pard:
                case += int64(8)
            if third & f & me:
                case += int64(12)
            elif third & f & pard:
                case += int64(24)
            first |= mine & -mine if LEAD_HIGH >> case & int64(1) else lowest_card(mine)
    return first, order


@inline
def pick_way(way: int, cards: int, wins: int, better: int) -> int:
    """Return a card chosen in one of four ways: the lowest; the cheapest or highest winner; the cheapest sure one."""
    if way == int64(1):
        return lowest_card(wins)
    if way == int64(2):
        return wins & -wins
    if way == int64(3):
        return lowest_card(better)
    if way == int64(4):
        return better & -better
    return lowest_card(cards)


@inline
def second_hand(cards: int, wins: int, lead: int, third: int, fourth: int) -> int:
    """Return the card to try first when second hand follows suit, its partner last to play."""
    if wins == int64(0):
        return lowest_card(cards)
    top = above(third | lead)
    better = top & wins  # beats the lead and all that third hand has
    case = (
        int64(better != int64(0))
        + int64(top & fourth != int64(0)) * int64(2)
        + int64(above(lead) & third != int64(0)) * int64(4)
    )
    return pick_way((SECOND_WAYS >> (case << int64(2))) & int64(15), cards, wins, better if better else wins)


@inline
def third_hand(cards: int, wins: int, partner_wins: int, to_beat: int, fourth_wins: int) -> int:
    """Return the card to try first when third hand follows suit."""
    if wins == int64(0):
        return lowest_card(cards)
    better = wins & above_one(to_beat)
    case = partner_wins + int64(fourth_wins != int64(0)) * int64(2) + int64(better != int64(0)) * int64(4)
    return pick_way((THIRD_WAYS >> (case << int64(2))) & int64(15), cards, wins, better if better else wins)


@inline
def above_one(cards: int) -> int:
    """Return the bits below the lowest bit of a set (all if it is empty)."""
    return ~cards & (cards - int64(1))


@inline
def discard_order(todo: int, hand: int, rest: int) -> int:
    """Return the order of the suits in which to look for a discard."""
    if todo & ~suit_of(lowest_card(todo)) == int64(0):
        return int64(0)  # one suit only
    a = _discard_score(0, hand, rest)
    b = _discard_score(1, hand, rest)
    c = _discard_score(2, hand, rest)
    d = _discard_score(3, hand, rest)
    return sorted4(a, b, c, d)


@inline
def _discard_score(suit: int, hand: int, rest: int) -> int:
    f = int64(0x7FFF) << int64(suit << 4)
    part = hand & f
    if part == int64(0):
        return int64(-(1 << 30)) | int64(suit)
    score = DISCARD_LENGTH * popcount(part) + DISCARD_HIGHER * popcount(above_one(part) & rest & f)
    return score << int64(2) | int64(suit)
