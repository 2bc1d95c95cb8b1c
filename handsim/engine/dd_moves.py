"""Which card to try first. Order costs nothing in exactness and is worth more than anything else in speed.

Each decision gets `first` (one card, or one a suit), `order` (the suits, two bits each, best first) and is then
gone through from the lowest card up.
"""

from __future__ import annotations

from handsim.engine.bits import ctz, popcount
from handsim.engine.dd_cards import above, lowest_card, suit_of, tops
from handsim.engine.dd_memory import HINT_SHIFT, HINTS, WEIGHTS_AT, load, load8, store8
from handsim.engine.dd_weights import (
    BOTH_VOID,
    D_BARE_TOP,
    D_CARDS_LEFT,
    D_GUARD,
    D_LENGTH,
    D_MATES_LENGTH,
    D_MATES_TOP,
    D_SECOND,
    D_SINGLETON,
    D_TOP,
    I_CAN_RUFF,
    LEAD_HIGH,
    LENGTH,
    LHO_RUFFS,
    LHO_VOID,
    OF_A_KIND,
    PARD_CAN_RUFF,
    PARD_RUFFS,
    PARD_VOID,
    RHO_RUFFS,
    RHO_VOID,
    SINGLETON,
    THIRD,
    TO_RUFF,
    TOPS,
)
from handsim.engine.jit import inline, int64

HINT_MIX = int64(-0x61C8864680B583EB)
BEST_MIX = int64(0x2545F4914F6CDD1D)


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
def weight(ws: int, number: int) -> int:
    return load(ws + WEIGHTS_AT + (number << int64(3)))


@inline
def owner(line: int, place: int, leader: int) -> int:
    """Return who owns a suit's card at a place from the top: 0 the leader, then clockwise."""
    return ((line >> int64(2 * place)) - leader) & int64(3)


@inline
def length_of(key: int, seat: int, suit: int) -> int:
    """Return how many cards of a suit a seat holds, from the key of the shape."""
    return (key >> (((seat & int64(3)) << int64(4)) + int64(suit << 2))) & int64(15)


@inline
def has_void(key: int, seat: int) -> int:
    """Return 1 if a seat is void in some suit."""
    hand = key >> ((seat & int64(3)) << int64(4))
    some = hand | hand >> int64(1)
    return int64((some | some >> int64(2)) & int64(0x1111) != int64(0x1111))


@inline
def lead_kind(suit: int, trumps: int) -> int:
    """Return where the weights of leads of a suit begin: of notrump, of a plain suit, of trumps."""
    if trumps == int64(0):
        return int64(0)
    return int64(2 * OF_A_KIND) if trumps >> int64(suit << 4) & int64(0x7FFF) else int64(OF_A_KIND)


@inline
def lead_score(
    suit: int, ws: int, lead: int, word: int, key: int, me: int, lho: int, pard: int, rho: int, trumps: int
) -> int:
    """Return how good it looks to lead a suit."""
    mine, in_l = length_of(key, lead, suit), length_of(key, lead + int64(1), suit)
    in_p, in_r = length_of(key, lead + int64(2), suit), length_of(key, lead + int64(3), suit)
    if mine == int64(0):
        return int64(-(1 << 30)) | int64(suit)
    kind, line = lead_kind(suit, trumps), word >> int64(suit << 4)
    best, second, third = owner(line, 0, lead), owner(line, 1, lead), owner(line, 2, lead)
    score = weight(ws, kind + TOPS + (best << int64(2)) + second) + weight(ws, kind + THIRD + third)
    score += mine * weight(ws, kind + LENGTH) + in_l * weight(ws, kind + (LENGTH + 1))
    score += in_p * weight(ws, kind + (LENGTH + 2)) + in_r * weight(ws, kind + (LENGTH + 3))
    if mine == int64(1):
        score += weight(ws, kind + SINGLETON)
    if in_l == int64(0):
        score += weight(ws, kind + (LHO_RUFFS if trumps & lho else LHO_VOID))
    if in_p == int64(0):
        score += weight(ws, kind + (PARD_RUFFS if trumps & pard else PARD_VOID))
    if in_r == int64(0):
        score += weight(ws, kind + (RHO_RUFFS if trumps & rho else RHO_VOID))
    if in_l | in_r == int64(0):
        score += weight(ws, kind + BOTH_VOID)
    if kind == int64(OF_A_KIND):
        if mine == int64(1) and me & trumps:
            score += weight(ws, kind + TO_RUFF)
    elif kind:
        score += weight(ws, kind + I_CAN_RUFF) * has_void(key, lead)
        score += weight(ws, kind + PARD_CAN_RUFF) * has_void(key, lead + int64(2))
    return score << int64(2) | int64(suit)


@inline
def lead_order(
    ws: int, lead: int, word: int, key: int, me: int, lho: int, pard: int, rho: int, trumps: int
) -> tuple[int, int]:
    """Return the first card of each suit to lead, and the order of the suits."""
    order = sorted4(
        lead_score(0, ws, lead, word, key, me, lho, pard, rho, trumps),
        lead_score(1, ws, lead, word, key, me, lho, pard, rho, trumps),
        lead_score(2, ws, lead, word, key, me, lho, pard, rho, trumps),
        lead_score(3, ws, lead, word, key, me, lho, pard, rho, trumps),
    )
    first = int64(0)
    for suit in range(4):
        mine = me & (int64(0x7FFF) << int64(suit << 4))
        if mine:
            line = word >> int64(suit << 4)
            case = owner(line, 0, lead) << int64(4) | owner(line, 1, lead) << int64(2) | owner(line, 2, lead)
            high = weight(ws, lead_kind(suit, trumps) + LEAD_HIGH) >> case & int64(1)
            first |= mine & -mine if high else lowest_card(mine)
    return first, order


@inline
def pick_way(ways: int, case: int, cards: int, wins: int, better: int) -> int:
    """Return a card chosen in one of five ways: the lowest; the cheapest or highest winner; the same of the sure ones.

    `ways` has a digit a case.
    """
    way = (ways >> (case << int64(2))) & int64(15)
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
def second_hand(ways: int, held: int, cards: int, wins: int, lead: int, third: int, fourth: int) -> int:
    """Return the card to try first when second hand follows suit, its partner last to play."""
    if wins == int64(0):
        return lowest_card(cards)
    top = above(third | lead)
    better = top & wins  # beats the lead and all that third hand has
    case = (
        int64(better != int64(0))
        + int64(top & fourth != int64(0)) * int64(2)
        + int64(above(lead) & third != int64(0)) * int64(4)
        + int64(popcount(held) > int64(2)) * int64(8)
    )
    return pick_way(ways, case, cards, wins, better if better else wins)


@inline
def third_hand(ways: int, cards: int, wins: int, partner_wins: int, to_beat: int, fourth_wins: int) -> int:
    """Return the card to try first when third hand follows suit."""
    if wins == int64(0):
        return lowest_card(cards)
    better = wins & above_one(to_beat)
    case = partner_wins + int64(fourth_wins != int64(0)) * int64(2) + int64(better != int64(0)) * int64(4)
    return pick_way(ways, case, cards, wins, better if better else wins)


@inline
def above_one(cards: int) -> int:
    """Return the bits below the lowest bit of a set (all if it is empty)."""
    return ~cards & (cards - int64(1))


@inline
def discard_order(ws: int, todo: int, hand: int, mate: int, rest: int, trumps: int) -> int:
    """Return the order of the suits in which to look for a discard."""
    if todo & ~suit_of(lowest_card(todo)) == int64(0):
        return int64(0)  # one suit only
    best = tops(rest)
    second = tops(rest & ~best)
    kind = int64(OF_A_KIND) if trumps else int64(0)
    return sorted4(
        discard_score(0, ws, kind, hand, mate, rest, best, second),
        discard_score(1, ws, kind, hand, mate, rest, best, second),
        discard_score(2, ws, kind, hand, mate, rest, best, second),
        discard_score(3, ws, kind, hand, mate, rest, best, second),
    )


@inline
def discard_score(suit: int, ws: int, kind: int, hand: int, mate: int, rest: int, best: int, second: int) -> int:
    """Return how good it looks to discard from a suit."""
    f = int64(0x7FFF) << int64(suit << 4)
    part = hand & f
    if part == int64(0):
        return int64(-(1 << 30)) | int64(suit)
    count = popcount(part)
    score = count * weight(ws, kind + D_LENGTH) + popcount(mate & f) * weight(ws, kind + D_MATES_LENGTH)
    score += popcount(rest & f) * weight(ws, kind + D_CARDS_LEFT)
    if best & part:
        score += weight(ws, kind + D_TOP)
        if count == int64(1):
            score += weight(ws, kind + D_BARE_TOP)
    elif best & mate & f:
        score += weight(ws, kind + D_MATES_TOP)
    if second & part:
        score += weight(ws, kind + D_SECOND)
        if count == int64(2):
            score += weight(ws, kind + D_GUARD)
    if count == int64(1):
        score += weight(ws, kind + D_SINGLETON)
    return score << int64(2) | int64(suit)
