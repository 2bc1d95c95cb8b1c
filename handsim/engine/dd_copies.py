"""Double dummy where cards come in two copies: a plain search, for frames whose ties no order of bits can settle.

Of two equal cards the one that is played first wins, so which of them is the higher depends on the play, and the ranks
of :mod:`handsim.engine.dd_search` do not exist here. The search asks "does this side take so many of the tricks left?",
one card a level, and remembers what it proved at the starts of tricks in a table that serves any number of deals.

A position is known by who owns the cards of each suit, from the top down, three bits a card: its owner, and whether it
ties with the card above it. So two cards of one hand that no other card stands between are alike, whatever their ranks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import types

from handsim.engine.bits import ctz, field, field_of, high, low, popcount
from handsim.engine.jit import inline, int64, kernel

Ints = npt.NDArray[np.int64]
PLIES = 64
ENTRY_WORDS = 5
"""A word a suit, and one that holds the bounds."""
SEATS = 4
_EVEN = int64(0x1555155515551555)
# What a level of the search holds, a row of the stack a level.
HANDS, TODO, LED, BEST, WINNER, SEAT, PLACE, NEED, LEFT, SLOT, WORDS = 0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13


@inline
def first_copy(card: int) -> int:
    """Return the lower of the two bits of a card's rank."""
    return card if card & _EVEN else card >> int64(1)


@inline
def stronger(cards: int, card: int) -> int:
    """Return those cards of a set in the field of a card that beat it wherever it is played before them."""
    rank = first_copy(card) * int64(3)
    return cards & field_of(card) & ~(rank | (rank - int64(1)))


@inline
def suit_word(stack: Ints, at: int, number: int) -> int:
    """Return the owners of the cards of a suit, from the top down."""
    suit = field(int64(number))
    h1, h2, h3 = stack[at + 1], stack[at + 2], stack[at + 3]
    rest = (stack[at] | h1 | h2 | h3) & suit
    word = int64(1)
    while rest:
        card = high(rest)
        owner = int64(card & h1 != 0) + int64(2) * int64(card & h2 != 0) + int64(3) * int64(card & h3 != 0)
        twin = (first_copy(card) * int64(3)) & ~card & rest
        if twin:
            other = int64(twin & h1 != 0) + int64(2) * int64(twin & h2 != 0) + int64(3) * int64(twin & h3 != 0)
            if other != owner:  # the lower seat first: which copy is whose does not matter
                word = (word << int64(3)) | min(owner, other)
                word = (word << int64(3)) | max(owner, other) | int64(4)
            else:
                word = (word << int64(6)) | owner << int64(3) | owner
            rest &= ~twin
        else:
            word = (word << int64(3)) | owner
        rest &= ~card
    return word


@inline
def find_slot(stack: Ints, at: int, roles: int, table: Ints, words: Ints) -> int:
    """Return where in the table a position at the start of a trick belongs, and fill the words it is known by."""
    mixed = int64(0)
    for number in range(4):
        word = suit_word(stack, at, number)
        if number == 0:
            word |= (stack[at + SEAT] | roles << int64(2)) << int64(46)
        words[number] = word
        mixed = (mixed ^ word) * int64(-7046029254386353131)
        mixed ^= (mixed >> int64(29)) & int64(0x7FFFFFFFF)
    n_entries = table.shape[0] // ENTRY_WORDS
    return (mixed & int64(0x7FFFFFFFFFFFFFFF)) % n_entries * ENTRY_WORDS


@inline
def look_up(table: Ints, slot: int, words: Ints, need: int) -> int:
    """Return 1 if so many tricks are known to be taken, 0 if they are known not to be, else -1."""
    for number in range(4):
        if table[slot + number] != words[number]:
            return int64(-1)
    bounds = table[slot + 4]
    if bounds & int64(255) >= need:
        return int64(1)
    return int64(0) if bounds >> int64(8) < need else int64(-1)


@inline
def note(table: Ints, slot: int, words: Ints, need: int, left: int, taken: bool) -> None:
    """Remember whether so many tricks are taken; another position in the slot gives way."""
    known = True
    for number in range(4):
        known = known and table[slot + number] == words[number]
        table[slot + number] = words[number]
    least, most = int64(0), left
    if known:
        least, most = table[slot + 4] & int64(255), table[slot + 4] >> int64(8)
    if taken:
        least = max(least, need)
    else:
        most = min(most, need - int64(1))
    table[slot + 4] = least | most << int64(8)


@inline
def sure_tricks(stack: Ints, at: int, leader: int, foes: int, trumps: int) -> int:
    """Return how many tricks the leader takes off the top, whatever the others do.

    In each suit he leads from the top as long as nobody holds a stronger card, and where nobody holds so many, to the
    last; trumps first, and of a plain suit only as often as each foe who has a trump must follow.
    """
    hand, total = stack[at + leader], int64(0)
    for number in range(4):
        suit = field(int64(number))
        mine = hand & suit
        if mine == 0:
            continue
        others, longest, safe = int64(0), int64(0), int64(99)
        for seat in range(SEATS):
            if seat != leader:
                theirs = stack[at + seat] & suit
                others |= theirs
                longest = max(longest, popcount(theirs))
                if foes >> int64(seat) & int64(1) and stack[at + seat] & trumps and suit & trumps == 0:
                    safe = min(safe, popcount(theirs))
        top = mine
        if others:
            rank = first_copy(high(others))
            top = mine & ~(rank - int64(1))
        run = popcount(top)
        if run >= longest:
            run = popcount(mine)
        total += min(run, safe)
    return total


@inline
def sure_ruffs(stack: Ints, at: int, side: int, foes: int, trumps: int) -> int:
    """Return how many tricks a side takes with the trumps of one hand that no foe's trump matches, whoever leads."""
    theirs, most = int64(0), int64(0)
    for seat in range(SEATS):
        if foes >> int64(seat) & int64(1):
            theirs |= stack[at + seat] & trumps
    masters = trumps & ~covered_pairs(theirs) if theirs else trumps
    for seat in range(SEATS):
        if side >> int64(seat) & int64(1):
            most = max(most, popcount(stack[at + seat] & masters))
    return most


@inline
def covered_pairs(cards: int) -> int:
    """Return the ranks of a suit up to that of its highest card in a set that is not empty, both copies."""
    rank = first_copy(high(cards)) * int64(3)
    return rank | (rank - int64(1))


@inline
def one_of_each(cards: int, others: int) -> int:
    """Drop the cards that are as good as a higher one of the hand: no card of the others stands at or between them."""
    kept, above, rest = int64(0), int64(0), cards
    while rest:
        card = high(rest)
        rest &= ~card
        if above and above & field_of(card):
            between = (first_copy(above) << int64(2)) - first_copy(card)
            if others & between == 0:
                continue
        kept |= card
        above = card
    return kept


@inline
def next_choice(todo: int, led: int, best: int, trumps: int, with_us: bool, last: bool, others: int) -> int:
    """Return the card to try next: leading a boss, else a low one; following the cheapest winner, else the lowest."""
    if best == 0:
        rest = todo
        while rest:
            suit = field_of(low(rest))
            card = high(rest & suit)
            if stronger(others, card) == 0:
                return card
            rest &= ~suit
        plain = todo & ~trumps
        return low(plain) if plain else low(todo)
    winning = stronger(todo, best)
    if best & trumps == 0:
        winning |= todo & trumps
    if winning and not with_us:
        following = winning & led
        pick = following if following else winning
        return low(pick) if last or not following else high(pick)
    losing = todo & ~winning
    if losing:
        plain = losing & ~trumps
        return low(plain) if plain else low(losing)
    return low(winning)


@inline
def descend(stack: Ints, at: int, card: int, order: int, n_playing: int, ours: int, trumps: int) -> None:
    """Fill the next level with the position after a card."""
    to, seat = at + WORDS, stack[at + SEAT]
    for other in range(SEATS):
        stack[to + other] = stack[at + other]
    stack[to + seat] &= ~card
    led, best, winner = stack[at + LED], stack[at + BEST], stack[at + WINNER]
    if best == 0:
        led, best, winner = field_of(card), card, seat
    elif stronger(card, best) or (card & trumps and best & trumps == 0):
        best, winner = card, seat
    need, left, place = stack[at + NEED], stack[at + LEFT], stack[at + PLACE] + int64(1)
    follower = order >> (seat << int64(2)) & int64(15)
    if place == n_playing:
        need -= ours >> winner & int64(1)
        left, place, follower, led, best = left - int64(1), int64(0), winner, int64(0), int64(0)
    stack[to + LED], stack[to + BEST], stack[to + WINNER], stack[to + SEAT] = led, best, winner, follower
    stack[to + PLACE], stack[to + NEED], stack[to + LEFT] = place, need, left


@inline
def takes(
    stack: Ints, given: Ints, order: int, n_playing: int, ours: int, in_play: int, trumps: int, table: Ints, keys: Ints,
    nodes: Ints,
) -> int:  # fmt: skip
    """Return whether our side takes the tricks needed in the position of the stack's first level."""
    depth, answer = int64(0), int64(-1)
    roles = ours | (ctz(trumps) >> int64(4) if trumps else int64(4)) << int64(4)
    forced = int64(given[0] >= 0)
    words = np.empty(4, np.int64)
    while depth >= 0:
        at = depth * WORDS
        seat, place, need = stack[at + SEAT], stack[at + PLACE], stack[at + NEED]
        mine = int64(ours >> seat & int64(1))
        start = place == 0 and not (forced and depth == 0)
        if answer < 0:  # a position that is new
            nodes[0] += 1
            if place == 0 and need <= 0:
                answer = int64(1)
            elif place == 0 and need > stack[at + LEFT]:
                answer = int64(0)
            elif start:
                theirs, left = in_play & ~ours, stack[at + LEFT]
                sure = sure_tricks(stack, at, seat, theirs if mine else ours, trumps)
                if (sure if mine else sure_ruffs(stack, at, ours, theirs, trumps)) >= need:
                    answer = int64(1)
                elif left - (sure_ruffs(stack, at, theirs, ours, trumps) if mine else sure) < need:
                    answer = int64(0)
                else:
                    stack[at + SLOT] = find_slot(stack, at, roles, table, words)
                    for number in range(4):
                        keys[depth, number] = words[number]
                    answer = look_up(table, stack[at + SLOT], keys[depth], need)
            if answer >= 0:
                depth -= 1
                continue
            hand = stack[at + seat]
            legal = hand & stack[at + LED]
            others = (stack[at] | stack[at + 1] | stack[at + 2] | stack[at + 3] | stack[at + BEST]) & ~hand
            stack[at + TODO] = one_of_each(legal if legal else hand, others)
            if forced and depth < n_playing and given[depth] >= 0:
                stack[at + TODO] = given[depth]
        if answer == mine or stack[at + TODO] == 0:  # what this seat wants, or its last hope gone
            answer = mine if answer == mine else int64(1) - mine
            if start:
                note(table, stack[at + SLOT], keys[depth], need, stack[at + LEFT], answer == 1)
            depth -= 1
            continue
        others = (stack[at] | stack[at + 1] | stack[at + 2] | stack[at + 3]) & ~stack[at + seat]
        with_us = stack[at + BEST] != 0 and (ours >> stack[at + WINNER] & int64(1)) == mine
        card = next_choice(
            stack[at + TODO], stack[at + LED], stack[at + BEST], trumps, with_us, place == n_playing - 1, others
        )
        stack[at + TODO] &= ~card
        descend(stack, at, card, order, n_playing, ours, trumps)
        depth += 1
        answer = int64(-1)
    return answer


_ARGUMENTS = (int64[:, ::1], int64[::1], int64[::1], int64, int64, int64[::1], int64)


@kernel(types.void(*_ARGUMENTS, int64[::1], types.int8[:, ::1], int64[::1]))
def solve_copies(
    deals: Ints,
    next_seat: Ints,
    sides: Ints,
    trumps: int,
    leaders: int,
    given: Ints,
    guess: int,
    table: Ints,
    values: npt.NDArray[np.int8],
    nodes: Ints,
) -> None:
    """Fill, for each deal and each leader of a set, the tricks of the leader's side, and the positions searched.

    `deals` are hands in the frame's bits; `given` the cards on the table, in order, for a single leader (-1: none),
    which are among those of the hands; `guess` where to begin (-1: no idea); `table` what was proved so far.
    """
    stack, keys = np.zeros(PLIES * WORDS, np.int64), np.zeros((PLIES, 4), np.int64)
    order, in_play, n_playing = int64(0), int64(0), int64(0)
    for seat in range(SEATS):
        order |= (next_seat[seat] & int64(15)) << int64(seat << 2)
        if next_seat[seat] >= 0:
            in_play |= int64(1) << int64(seat)
            n_playing += int64(1)
    for i in range(deals.shape[0]):
        before = nodes[i : i + 1]
        before[0] = 0
        for leader in range(SEATS):
            if leaders >> int64(leader) & int64(1) == 0:
                continue
            ours = int64(0)
            for seat in range(SEATS):
                ours |= int64(next_seat[seat] >= 0 and sides[seat] == sides[leader]) << int64(seat)
            left = popcount(deals[i, leader])
            least, most = int64(0), left
            need = min(max(guess if guess >= 0 else (left + int64(1)) >> int64(1), int64(1)), left)
            while least < most:
                for seat in range(SEATS):
                    stack[seat] = deals[i, seat] if next_seat[seat] >= 0 else int64(0)
                stack[LED] = stack[BEST] = stack[PLACE] = 0
                stack[WINNER] = stack[SEAT] = leader
                stack[NEED], stack[LEFT] = need, left
                if takes(stack, given, order, n_playing, ours, in_play, trumps, table, keys, before):
                    least = need
                    need = least + int64(1)
                else:
                    most = need - int64(1)
                    need = most
            values[i, leader] = least
