"""Setting a position up in a workspace, and the entry kernels."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import types

from handsim.engine.bits import ctz, popcount
from handsim.engine.dd_cards import ONES
from handsim.engine.dd_memory import (
    CHUNK_END,
    CHUNKS,
    FORCED,
    FREE,
    HEAD_BYTES,
    HINT_SHIFT,
    HINTS,
    NODES,
    NULLS,
    OWNERS,
    PACK,
    PLAYS,
    SHAPE_SHIFT,
    SHAPES,
    SHAPES_LIMIT,
    SIMPLE,
    THROW,
    TRUMPS,
    WORTHLESS,
    load,
    load32,
    store,
    store32,
)
from handsim.engine.dd_search import last_trick, search
from handsim.engine.dd_table import clear_hints, clear_shapes
from handsim.engine.jit import inline, int64, kernel

Ints = npt.NDArray[np.int64]

# A setup is these words: trumps, worthless, free_lead, throw_first (frame bits), a bit for each slot in play, 1 to do
# without quick tricks (for proofs), and for `value_at_trick` 1, the plays and the guess.
IN_PLAY = 4
WITHOUT_RULES = 5
AT_TRICK = 6
GIVEN = 7
GUESS = 11
SETUP_WORDS = 12
MOST_CARDS = int64(13)


@inline
def dense(cards: int, pack: int) -> int:
    """Turn frame bits into dense ranks, given all the cards of suits in play."""
    out = int64(0)
    for suit in range(4):
        part = (pack >> int64(suit << 4)) & int64(0x7FFF)
        held = (cards >> int64(suit << 4)) & int64(0x7FFF)
        place = int64(1) << int64(suit << 4)
        for i in range(15):
            bit = int64(1) << int64(14 - i)
            if part & bit:
                if held & bit:
                    out |= place
                place <<= int64(1)
    return out


@inline
def shape_of(me: int, seat: int) -> int:
    """Return a hand's part of the key of a shape."""
    key = int64(0)
    for suit in range(4):
        key |= popcount(me & (int64(0x7FFF) << int64(suit << 4))) << int64(seat * 16 + suit * 4)
    return key


@inline
def fill_owners(table: int, suit: int, h0: int, h1: int, h2: int, h3: int) -> int:
    """Fill a suit's table from remaining ranks to the owners of those cards; return the address after it."""
    shift = int64(suit << 4)
    count = popcount(((h0 | h1 | h2 | h3) >> shift) & int64(0x7FFF))
    store32(table, int64(0))
    for rank in range(count):
        bit = int64(1) << (shift + rank)
        owner = int64(0)
        if h1 & bit:
            owner = int64(1)
        elif h2 & bit:
            owner = int64(2)
        elif h3 & bit:
            owner = int64(3)
        pair = owner | (owner ^ int64(1)) << int64(2)  # what follows the last card differs from its owner
        size = int64(1) << int64(rank)
        for i in range(size):
            place = popcount(int64(i)) << int64(1)
            line = load32(table + (int64(i) << int64(2))) & ((int64(1) << place) - int64(1))
            store32(table + ((size + int64(i)) << int64(2)), line | pair << place)
    return table + (int64(4) << count)


@inline
def cards_each(hands: Ints, in_play: int) -> int:
    """Return the number of cards in each hand in play; 0 where they differ, are too many or share a card."""
    left, every = int64(-1), int64(0)
    for seat in range(4):
        if in_play >> int64(seat) & int64(1):
            held = popcount(hands[seat])
            if (left != held and left >= int64(0)) or hands[seat] & every:
                return int64(0)
            left = held
            every |= hands[seat]
    return left if left <= MOST_CARDS else int64(0)


@inline
def lay_out(ws: int, end: int, after: int, left: int) -> None:
    """Say where the hints, the shapes and the chunks of patterns lie for hands of so many cards."""
    hint_bits = min(int64(16), max(int64(8), left + int64(4)))
    shape_bits = min(int64(16), max(int64(6), left + int64(2 if left < int64(12) else 3)))
    if end - ws < int64(21 << 20):
        shape_bits = min(shape_bits, int64(13))
    place = (after + int64(127)) & int64(-128)
    store(ws + HINTS, place)
    store(ws + HINT_SHIFT, int64(64) - hint_bits)
    place += int64(1) << hint_bits
    store(ws + SHAPES, place)
    place += int64(16) << shape_bits
    store(ws + SHAPE_SHIFT, int64(64) - shape_bits)
    store(ws + SHAPES_LIMIT, (int64(7) << shape_bits) >> int64(3))
    place = (place + int64(127)) & int64(-128)
    store(ws + CHUNKS, place)
    store(ws + CHUNK_END, (end - place) >> int64(7))


@inline
def prepare(ws: int, end: int, hands: Ints, setup: Ints, dealt: Ints) -> int:
    """Set a deal up: dense hands into `dealt`, tables filled and cleared; return the number of tricks left (0: bad)."""
    left = cards_each(hands, setup[IN_PLAY])
    if left < int64(1):
        return int64(0)
    worthless = setup[1]
    pack = int64(0)
    for seat in range(4):
        pack |= hands[seat]
    pack &= ~worthless
    store(ws + PACK, pack)
    store(ws + WORTHLESS, worthless)
    nulls = int64(0)
    for seat in range(4):
        dealt[seat] = dense(hands[seat] & ~worthless, pack)
        nulls |= int64(popcount(dealt[seat]) < left)
    store(ws + TRUMPS, dense(setup[0] & pack, pack))
    free = dense(setup[2] & pack, pack)
    store(ws + FREE, free)
    store(ws + NULLS, nulls)
    store(ws + THROW, int64(setup[3] != 0))
    store(ws + SIMPLE, int64(free == int64(0) and setup[WITHOUT_RULES] == int64(0)))
    store(ws + FORCED, int64(0))
    place = ws + HEAD_BYTES
    for suit in range(4):
        store(ws + OWNERS + suit * 8, place)
        place = fill_owners(place, suit, dealt[0], dealt[1], dealt[2], dealt[3])
    lay_out(ws, end, place, left)
    clear_shapes(ws)
    clear_hints(ws)
    return left


@inline
def first_guess(ws: int, left: int, mine: int, theirs: int) -> int:
    """Guess a leader's tricks from the top four cards of each suit (4-3-2-1) and the trumps (fitted to bridge)."""
    trumps = load(ws + TRUMPS)
    points = int64(0)
    for rank in range(4):
        bits = ONES << int64(rank)
        points += (popcount(mine & bits) - popcount(theirs & bits)) * int64(4 - rank)
    if trumps:
        length = popcount(mine & trumps) - popcount(theirs & trumps)
        guess = left * int64(32) + points * int64(12) + length * int64(35) + int64(45)
    else:
        guess = left * int64(32) + points * int64(16) + int64(64)
    return min(max(guess >> int64(6), int64(0)), left)


@inline
def value_for(ws: int, leader: int, left: int, dealt: Ints, guess: int) -> int:
    """Return the tricks of the leader's side, by tests from a guess."""
    trumps = load(ws + TRUMPS)
    a0, a1 = dealt[leader], dealt[(leader + int64(1)) & int64(3)]
    a2, a3 = dealt[(leader + int64(2)) & int64(3)], dealt[(leader + int64(3)) & int64(3)]
    if left == int64(1) and load(ws + FORCED) == int64(0):
        value, _ = last_trick(a0, a1, a2, a3, trumps, load(ws + FREE))
        return value
    key = int64(0)
    for seat in range(4):
        key |= shape_of(dealt[seat], int64(seat))
    low, high = int64(0), left
    need = min(max(guess, int64(1)), left)
    while low < high:
        value, _ = search(ws, leader, need, left, a0, a1, a2, a3, key)
        if value >= need:
            low = value
            need = low + int64(1)
        else:
            high = value
            need = high
    return low


@inline
def value_at_trick(ws: int, hands: Ints, setup: Ints, leader: int, held: Ints) -> int:
    """Return the tricks of the leader's side at a trick of the deal that was set up before.

    `hands` has the cards on the table among those of the slots that played them; the setup says which they are, in the
    order of the slots from the leader (-1: none yet), and a guess (-1: no idea).
    """
    pack, worthless = load(ws + PACK), load(ws + WORTHLESS)
    left = int64(0)
    for seat in range(4):
        left = max(left, popcount(hands[seat]))
        held[seat] = dense(hands[seat] & ~worthless, pack)
    for place in range(4):
        given = setup[GIVEN + place]
        if given != int64(-1):
            store(ws + FORCED, left)
            given = dense(given & ~worthless, pack)
        store(ws + PLAYS + place * 8, given)
    guess = setup[GUESS]
    if guess < 0:
        guess = left >> int64(1)
    value = value_for(ws, leader, left, held, guess)
    store(ws + FORCED, int64(0))
    return value


@inline
def values_of_deal(ws: int, left: int, leaders: int, dealt: Ints, values: npt.NDArray[np.int8]) -> None:
    """Fill the values for the leaders of a set, all with one table, each guessed from the one before."""
    guess, side = int64(0), int64(-1)
    for seat in range(4):
        if leaders >> int64(seat) & int64(1):
            now = int64(seat & 1)
            if side < int64(0):
                pair = dealt[seat & 1] | dealt[(seat & 1) + 2]
                guess = first_guess(ws, left, pair, dealt[1 - (seat & 1)] | dealt[3 - (seat & 1)])
            elif side != now:
                guess = left - guess
            side = now
            guess = value_for(ws, int64(seat), left, dealt, guess)
            values[seat] = guess


@kernel(types.void(int64, int64, int64[:, ::1], int64[::1], int64, types.int8[:, ::1], int64[::1]))
def solve_deals(
    ws: int, size: int, deals: Ints, setup: Ints, leaders: int, values: npt.NDArray[np.int8], nodes: Ints
) -> None:
    """Solve deals for the leaders in a set; fill the values of the leader's side, and positions searched.

    A slot that is not in play has no cards. Deals that cannot be solved get -1 positions.

    The one entry, so that the search is compiled once: without leaders it only sets the deal up, and with the setup's
    word AT_TRICK it solves a trick (of one leader) of the deal that was set up last.
    """
    dealt = np.zeros(4, np.int64)
    for i in range(deals.shape[0]):
        before = load(ws + NODES)
        if setup[AT_TRICK]:
            leader = ctz(leaders)
            values[i, leader] = value_at_trick(ws, deals[i], setup, leader, dealt)
        else:
            left = prepare(ws, ws + size, deals[i], setup, dealt)
            if left < int64(1):
                nodes[i] = int64(-1)
                continue
            values_of_deal(ws, left, leaders, dealt, values[i])
        nodes[i] = load(ws + NODES) - before
