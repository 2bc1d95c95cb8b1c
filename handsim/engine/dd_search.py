"""The search: can the leader's side take so many tricks? One call a trick, its four cards in nested loops."""

from __future__ import annotations

from handsim.engine.bits import ctz, popcount
from handsim.engine.dd_cards import NULL, RANKS, down_to, lowest_card, one_of_each_run, suit_of
from handsim.engine.dd_memory import (
    CLEARS,
    FORCED,
    FREE,
    NODES,
    NULLS,
    PLAYS,
    SIMPLE,
    THROW,
    TRUMPS,
    load,
    store,
)
from handsim.engine.dd_moves import (
    above_one,
    discard_order,
    hint_at,
    hint_place,
    lead_kind,
    lead_order,
    lowest_in,
    second_hand,
    set_hint,
    third_hand,
    weight,
)
from handsim.engine.dd_quick import lost_suits, quick_tricks, sure_losers
from handsim.engine.dd_table import (
    LOW32,
    MASKS,
    deep_masks,
    deep_ranks,
    own_slot,
    probe,
    probe_deep,
    ranks_of,
    run_on,
    save,
    save_deep,
    shape_slot,
    tighten,
    top_owners,
)
from handsim.engine.dd_weights import SECOND_HAND, THIRD_HAND
from handsim.engine.jit import inline, int64

FULL = int64(0x4000400040004000)  # the eighth pair of a field


@inline
def last_trick(me: int, lho: int, pard: int, rho: int, trumps: int, free: int) -> tuple[int, int]:
    """Return 1 if the leader's side takes the last trick, and the ranks used."""
    cards = me | lho | pard | rho
    if cards == int64(0):
        return int64(1), int64(0)
    able = cards & trumps
    if able == int64(0):
        lead = me & ~free
        if lead == int64(0):
            lead = lho & ~free
            if lead == int64(0):
                lead = pard & ~free
                if lead == int64(0):
                    lead = rho
        able = cards & suit_of(lead)
    card = able & -able
    used = int64(0)
    if able ^ card:
        used = down_to(card)
    return int64(card & (me | pard) != int64(0)), used


@inline
def choices(hand: int, led: int, empty: int, free: int, left: int, nulls: int, throw: int) -> int:
    """Return the cards worth trying: one of each run of touching cards; NULL for any that never wins."""
    follow = hand & led
    if follow:
        return one_of_each_run(follow & ~free, empty) | one_of_each_run(follow & free, empty)
    if nulls and popcount(hand) < left:
        if throw and led:
            return NULL
        return one_of_each_run(hand & ~free, empty) | one_of_each_run(hand & free, empty) | NULL
    return one_of_each_run(hand & ~free, empty) | one_of_each_run(hand & free, empty)


@inline
def forced_choice(ws: int, place: int, todo: int) -> int:
    """Return the card that is given at a place of the trick, or the choices where it is free."""
    given = load(ws + (PLAYS + 8 * place))
    if given == int64(-1):
        return todo
    return given if given else NULL


@inline
def still_to_beat(card: int, trumps: int) -> int:
    """Return what beats a card that is winning: higher cards of its suit, and trumps if it is none."""
    if card & trumps:
        return above_one(card) & suit_of(card)
    return above_one(card) & suit_of(card) | trumps


@inline
def shorter(key: int, seat: int, card: int) -> int:
    """Return the shape without a card of a seat."""
    if card:
        return key - (int64(1) << (((seat & int64(3)) << int64(4)) + ((ctz(card) >> int64(2)) & int64(12))))
    return key


@inline
def drop_alike(todo: int, card: int, used: int) -> int:
    """Drop from the choices those that cannot do better than a card that failed, given the ranks that mattered."""
    if card and card & used == int64(0):
        return todo & ~(suit_of(card) & ~used)
    return todo


@inline
def remember(
    ws: int,
    lead: int,
    key: int,
    rest: int,
    word: int,
    used: int,
    success: int,
    value: int,
    left: int,
    near: int,
) -> int:
    """Put a result into the table and return the ranks that it rests on."""
    bounds = value | left << int64(4) if success else value << int64(4)
    parity = (lead ^ success) & int64(1)  # the side that did not find a way
    mask = int64(0)
    deep = int64(0)
    for suit in range(4):
        count = popcount(rest & used & (int64(0x7FFF) << int64(suit << 4)))
        deep |= int64(count > int64(8))
        mask |= ((int64(1) << (min(count, int64(8)) << int64(1))) - int64(1)) << int64(suit << 4)
    if deep == int64(0):
        longer = run_on(word, mask, parity)
        full = longer & FULL
        for suit in range(4):
            if full & (int64(0x4000) << int64(suit << 4)):
                deep |= int64(popcount(rest & (int64(0x7FFF) << int64(suit << 4))) > int64(8))
        if deep == int64(0):
            if longer != mask:
                used = ranks_of(longer, rest)
            if near:
                chunk = near & int64(-128)
                j = (near & int64(127)) - int64(8)
                if load(chunk + MASKS + (j << int64(3))) == longer:
                    tighten(near, success, value)
                    return used
            save(ws, own_slot(ws, lead, key), word, longer, bounds)
            return used
    mask1, mask2 = deep_masks(ws, rest, used, parity)
    save_deep(ws, own_slot(ws, lead, key), rest, mask1, mask2, bounds)
    return deep_ranks(mask1, mask2, rest)


@inline
def known(
    ws: int, leader: int, need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int, word: int, key: int
) -> tuple[int, int, int, int]:
    """Look for a result without a search: by the rules, then in the table.

    Returns
    -------
    found, value, used, near
        1 with the value and the ranks; or 0, and in `near` the place of a pattern that fits but does not decide.
    """
    if load(ws + SIMPLE):
        value, used = quick_tricks(need, left, me, lho, pard, rho, trumps)
        if value >= need:
            return int64(1), value, used, int64(0)
        value, used = sure_losers(need, left, me, lho, pard, rho, trumps)
        if value < need:
            return int64(1), value, used, int64(0)
    slot = shape_slot(ws, leader, key)
    if load(slot) == int64(0):
        return int64(0), int64(0), int64(0), int64(0)
    rest = me | lho | pard | rho
    found, value, mask, near = probe(ws, slot, need, word)
    if found:
        return int64(1), value, ranks_of(mask, rest), near
    deep = (load(slot + 8) >> int64(32)) & LOW32
    if deep:
        found, value, used, _ = probe_deep(ws, deep, need, rest)
        if found:
            return int64(1), value, used, near
    return int64(0), int64(0), int64(0), near


@inline
def leads(
    ws: int, need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int, free: int, forced: int
) -> tuple[int, int, int]:
    """Return the leads worth trying, and what is known of the others: the best of their values and the ranks used."""
    empty = RANKS & ~(me | lho | pard | rho)
    todo = one_of_each_run(me & ~free, empty) | one_of_each_run(me & free, empty)
    if load(ws + NULLS) and popcount(me) < left:
        todo |= NULL
    if forced:
        return forced_choice(ws, 0, todo), int64(-1), int64(0)
    if load(ws + SIMPLE):
        lost, used = lost_suits(need, left, me, lho, pard, rho, trumps)
        if lost:
            return todo & ~lost, need - int64(1), used
    return todo, int64(-1), int64(0)


@inline
def try_second(ws: int, todo: int, beat: int, lead: int, led: int, lho: int, pard: int, rho: int, trumps: int) -> int:
    """Return the card that second hand tries first (0: no idea)."""
    if lho & led:
        ways = weight(ws, lead_kind(ctz(led) >> int64(4), trumps) + SECOND_HAND)
        return second_hand(ways, lho & led, todo, todo & beat, lead, pard & led, rho & led)
    if todo & beat:
        return lowest_card(todo & beat)
    return int64(0)


@inline
def try_third(ws: int, todo: int, beat: int, partner_wins: int, led: int, pard: int, rho: int, trumps: int) -> int:
    """Return the card that third hand tries first (0: no idea)."""
    fourth = rho & led
    if fourth == int64(0):
        fourth = rho
    if pard & led:
        ways = weight(ws, lead_kind(ctz(led) >> int64(4), trumps) + THIRD_HAND)
        return third_hand(ways, todo, todo & beat, partner_wins, rho & suit_of(todo), fourth & beat)
    if todo & beat and (partner_wins == int64(0) or fourth & beat):
        return lowest_card(todo & beat)
    return int64(0)


@inline
def next_card(
    ws: int, todo: int, now: int, order: int, hand: int, mate: int, rest: int, trumps: int
) -> tuple[int, int]:
    """Return the next card of second, third or fourth hand, and the order of suits once it was worked out."""
    card = now & todo
    if card:
        return card, order
    if order < int64(0):
        order = discard_order(ws, todo, hand, mate, rest, trumps)
    return lowest_in(todo, order), order


@inline
def winning(card: int, win: int, beat: int, trumps: int) -> tuple[int, int]:
    """Return the card that wins and what beats it, after another card."""
    if card & beat:
        return card, still_to_beat(card, trumps)
    return win, beat


@inline
def suit_led(led: int, card: int, free: int) -> int:
    """Return the suit to follow after a card: nothing yet if it is free."""
    if led == int64(0) and card & ~free:
        return suit_of(card)
    return led


@inline
def turned(
    win: int, c1: int, c2: int, c3: int, me: int, lho: int, pard: int, rho: int
) -> tuple[int, int, int, int, int]:
    """Return how far the winner sits from the leader, and the hands from the winner on."""
    if win & c1:
        return int64(1), lho, pard, rho, me
    if win & c2:
        return int64(2), pard, rho, me, lho
    if win & c3:
        return int64(3), rho, me, lho, pard
    return int64(0), me, lho, pard, rho


@inline
def search(
    ws: int, lead: int, need: int, left: int, me: int, lho: int, pard: int, rho: int, key: int
) -> tuple[int, int]:
    """Decide whether the leader's side takes `need` of the tricks left (at least two).

    One function, for it calls itself from the innermost of four loops, one a hand.

    Returns
    -------
    value, used
        A bound on its tricks, from below if it is at least `need`, else from above; and the ranks, from the top of
        each suit down, that this rests on.
    """
    store(ws + NODES, load(ws + NODES) + int64(1))
    rest = me | lho | pard | rho
    trumps = load(ws + TRUMPS) & rest
    free = load(ws + FREE) & rest
    leader = lead + (popcount(free) << int64(2))
    forced = int64(load(ws + FORCED) == left)
    near, word = int64(0), top_owners(ws, rest)
    if forced == int64(0):
        found, value, used, near = known(ws, leader, need, left, me, lho, pard, rho, trumps, word, key)
        if found:
            return value, used
    clears = load(ws + CLEARS)
    nulls, throw = load(ws + NULLS), load(ws + THROW)
    freed = down_to(lowest_card(free)) if free else int64(0)
    empty = RANKS & ~rest

    todo0, best0, used0 = leads(ws, need, left, me, lho, pard, rho, trumps, free, forced)
    if todo0 == int64(0):
        return best0, used0
    hint0 = hint_place(ws, me, int64(0))
    now0, first0, order0 = hint_at(hint0, todo0), int64(0), int64(-1)
    while todo0:
        c0 = now0 & todo0
        if c0 == int64(0):
            if order0 < int64(0):
                first0, order0 = lead_order(ws, lead, word, key, me, lho, pard, rho, trumps)
            c0 = lowest_in(first0 & todo0 if first0 & todo0 else todo0, order0)
        todo0 ^= c0
        c0 &= ~NULL
        win1, beat1 = winning(c0, int64(0), RANKS, trumps)
        led1 = suit_led(int64(0), c0, free)
        key0 = shorter(key, lead, c0)

        todo1 = choices(lho, led1, empty, free, left, nulls, throw)
        if forced:
            todo1 = forced_choice(ws, 1, todo1)
        now1 = try_second(ws, todo1, beat1, c0, led1, lho, pard, rho, trumps)
        best1, used1, order1 = int64(99), int64(0), int64(-1)
        while todo1:
            c1, order1 = next_card(ws, todo1, now1, order1, lho, rho, rest, trumps)
            todo1 ^= c1
            c1 &= ~NULL
            win2, beat2 = winning(c1, win1, beat1, trumps)
            led2 = suit_led(led1, c1, free)
            key1 = shorter(key0, lead + int64(1), c1)

            todo2 = choices(pard, led2, empty, free, left, nulls, throw)
            if forced:
                todo2 = forced_choice(ws, 2, todo2)
            hint2 = hint_place(ws, pard, win2)
            now2 = hint_at(hint2, todo2)
            if now2 == int64(0):
                now2 = try_third(ws, todo2, beat2, int64(win2 == c0), led2, pard, rho, trumps)
            best2, used2, order2 = int64(-1), int64(0), int64(-1)
            while todo2:
                c2, order2 = next_card(ws, todo2, now2, order2, pard, me, rest, trumps)
                todo2 ^= c2
                c2 &= ~NULL
                win3, beat3 = winning(c2, win2, beat2, trumps)
                led3 = suit_led(led2, c2, free)
                key2 = shorter(key1, lead + int64(2), c2)

                todo3 = choices(rho, led3, empty, free, left, nulls, throw)
                if forced:
                    todo3 = forced_choice(ws, 3, todo3)
                now3 = int64(0)
                if todo3 & beat3 and win3 & c1 == int64(0):
                    now3 = lowest_card(todo3 & beat3)
                best3, used3, order3 = int64(99), int64(0), int64(-1)
                while todo3:
                    c3, order3 = next_card(ws, todo3, now3, order3, rho, lho, rest, trumps)
                    todo3 ^= c3
                    c3 &= ~NULL
                    win4 = c3 if c3 & beat3 else win3
                    # The trick is complete: what does its winner's side want of the rest?
                    ours = int64(win4 & (c1 | c3) == int64(0))
                    goal = need - int64(1) if ours else left - need
                    if goal <= int64(0):
                        value, used = int64(0), int64(0)
                    elif goal >= left:
                        value, used = left - int64(1), int64(0)
                    else:
                        turn, a0, a1, a2, a3 = turned(win4, c1, c2, c3, me & ~c0, lho & ~c1, pard & ~c2, rho & ~c3)
                        if left == int64(2):
                            value, used = last_trick(a0, a1, a2, a3, trumps, free)
                        else:
                            who, after = (lead + turn) & int64(3), shorter(key2, lead + int64(3), c3)
                            value, used = search(ws, who, goal, left - int64(1), a0, a1, a2, a3, after)
                    value = value + int64(1) if ours else left - int64(1) - value
                    if win4 and (c0 | c1 | c2 | c3) & suit_of(win4) & ~win4:
                        used |= down_to(win4)
                    used |= freed
                    best3 = min(best3, value)
                    if value < need:
                        used3 = used
                        break
                    used3 |= used
                    todo3 = drop_alike(todo3, c3, used)
                best2 = max(best2, best3)
                if best3 >= need:
                    used2 = used3
                    set_hint(hint2, c2)
                    break
                used2 |= used3
                todo2 = drop_alike(todo2, c2, used3)
            best1 = min(best1, best2)
            if best2 < need:
                used1 = used2
                break
            used1 |= used2
            todo1 = drop_alike(todo1, c1, used2)
        best0 = max(best0, best1)
        if best1 >= need:
            used0 = used1
            set_hint(hint0, c0)
            break
        used0 |= used1
        todo0 = drop_alike(todo0, c0, used1)
    if forced:
        return best0, used0
    if clears != load(ws + CLEARS):
        near = int64(0)
    return best0, remember(ws, leader, key, rest, word, used0, int64(best0 >= need), best0, left, near)
