"""What has been proved: lists of patterns, one list a shape (the lengths of all suits in all hands) and leader.

A pattern says who owns the top cards of each suit, down to the lowest that mattered, and bounds the tricks of the
leader's side in every position that fits. Relative ranks, so that one proof serves many positions. The owners of the
top eight cards of all four suits fit one word, two bits a card; patterns that reach deeper live in a list of their
own with two words each.

A chunk is two cache lines: word 0 the next chunk and the number of patterns, word 1 a byte of bounds for each (lower
in the low half), then seven patterns and seven masks; or, deep, three of two words each.
"""

from __future__ import annotations

from handsim.engine.bits import ctz, popcount
from handsim.engine.dd_cards import GUARDS, ONES, RANKS
from handsim.engine.dd_memory import (
    CHUNK_END,
    CHUNK_NEXT,
    CHUNKS,
    CLEARS,
    HINT_SHIFT,
    HINTS,
    OWNERS,
    SHAPE_SHIFT,
    SHAPES,
    SHAPES_LIMIT,
    SHAPES_USED,
    load,
    load8,
    load32,
    store,
    store8,
)
from handsim.engine.jit import inline, int64

MIX = int64(-0x61C8864680B583EB)
LOW32 = int64(0xFFFFFFFF)
LOW28 = int64(0xFFFFFFF)
PAIRS = int64(0x5555555555555555)
NEXT_PAIRS = int64(0x3FFF3FFF3FFF3FFF)  # what a shift by one pair leaves in each field of 16 bits
NO_HINT = int64(0x0F0F0F0F0F0F0F0F)  # bit 15, which is no card
SHALLOW, DEEP = 7, 3  # patterns a chunk
PATTERNS, MASKS = 16, 72  # bytes from the start of a chunk
MISS, HIT = 0, 1


@inline
def owners(ws: int, suit: int, rest: int) -> int:
    """Return the owners of a suit's remaining cards, two bits each from the top."""
    ranks = (rest >> int64(suit << 4)) & int64(0x7FFF)
    return load32(load(ws + OWNERS + suit * 8) + (ranks << int64(2)))


@inline
def top_owners(ws: int, rest: int) -> int:
    """Return the owners of the eight top cards of every suit in one word."""
    half = int64(0xFFFF)
    word = owners(ws, 0, rest) & half
    word |= (owners(ws, 1, rest) & half) << int64(16)
    word |= (owners(ws, 2, rest) & half) << int64(32)
    return word | (owners(ws, 3, rest) & half) << int64(48)


@inline
def ranks_of(mask: int, rest: int) -> int:
    """Return the ranks, as `used` sets, that a mask of top owners covers in a position."""
    left, last = rest, int64(0)
    suits = mask & ONES
    now = suits
    while now:
        after = left & ((left | GUARDS) - now)
        fields = (now << int64(15)) - now
        last = (last & ~fields) | (left & ~after)
        left = after
        mask = (mask >> int64(2)) & NEXT_PAIRS
        now = mask & ONES
    return ((last << int64(1)) - suits) & RANKS


@inline
def run_on(word: int, mask: int, parity: int) -> int:
    """Extend a mask down over cards of one owner, where the owner's seat has this parity.

    Only the side whose choices were gone through to the end relies on its touching cards being alike.
    """
    differ = word ^ ((word >> int64(2)) & NEXT_PAIRS)
    same = ~(differ | differ >> int64(1)) & PAIRS & NEXT_PAIRS & (word ^ (parity - int64(1)))
    same |= same << int64(1)
    # A card of the mask whose next card has the same owner takes that card in.
    last = mask & ~((mask >> int64(2)) & NEXT_PAIRS) & PAIRS  # the last pair of each field's mask
    run = same & ~mask | same & (last * int64(3))
    joined = run & ~(run + (last & run))  # the pairs from the last one on whose successor is alike
    return mask | joined << int64(2)


@inline
def shape_slot(ws: int, leader: int, key: int) -> int:
    """Return the address of the entry of a shape and leader, or of the empty one where it belongs.

    Word 0: the key. Word 1: the first chunk (28 bits), the leader (4 bits), the first deep chunk.
    """
    base = load(ws + SHAPES)
    shift = load(ws + SHAPE_SHIFT)
    keep = (int64(1) << (int64(64) - shift)) - int64(1)
    i = (((key ^ leader) * MIX) >> shift) & keep
    while True:
        slot = base + (i << int64(4))
        held = load(slot)
        if held == int64(0):
            return slot
        if held == key and (load(slot + 8) >> int64(28)) & int64(15) == leader:
            return slot
        i = (i + int64(1)) & keep


@inline
def fits(chunk: int, word: int, count: int) -> int:
    """Return which patterns of a chunk fit a position: bit j for pattern j."""
    found = int64(0)
    for j in range(SHALLOW):
        off = (load(chunk + (PATTERNS + 8 * j)) ^ word) & load(chunk + (MASKS + 8 * j))
        found |= int64(off == int64(0)) << int64(j)
    return found & ((int64(1) << count) - int64(1))


@inline
def probe(ws: int, slot: int, need: int, word: int) -> tuple[int, int, int, int]:
    """Look a position up in the list of its shape.

    Returns
    -------
    found, value, mask, near
        HIT with a bound that decides and the mask of its pattern; else MISS, and the address of the bounds of a
        pattern that fits but does not decide (0: none).
    """
    near = int64(0)
    base = load(ws + CHUNKS)
    number = load(slot + 8) & LOW28
    while number:
        chunk = base + (number << int64(7))
        head = load(chunk)
        found = fits(chunk, word, head >> int64(32))
        while found:
            place = chunk + int64(8) + ctz(found)
            bounds = load8(place)
            lower, upper = bounds & int64(15), bounds >> int64(4)
            if lower >= need:
                return int64(HIT), lower, load(chunk + MASKS + (ctz(found) << int64(3))), near
            if upper < need:
                return int64(HIT), upper, load(chunk + MASKS + (ctz(found) << int64(3))), near
            near = place
            found &= found - int64(1)
        number = head & LOW32
    return int64(MISS), int64(0), int64(0), near


@inline
def tighten(place: int, success: int, value: int) -> None:
    """Put a better bound into a byte of bounds."""
    bounds = load8(place)
    if success:
        if value > bounds & int64(15):
            store8(place, (bounds & int64(0xF0)) | value)
    elif value < bounds >> int64(4):
        store8(place, (bounds & int64(15)) | value << int64(4))


@inline
def new_chunk(ws: int, after: int) -> int:
    """Take a chunk from the store, its successor set; 0 if there is none left."""
    number = load(ws + CHUNK_NEXT)
    if number >= load(ws + CHUNK_END):
        return int64(0)
    store(ws + CHUNK_NEXT, number + int64(1))
    store(load(ws + CHUNKS) + (number << int64(7)), after)
    return number


@inline
def own_slot(ws: int, leader: int, key: int) -> int:
    """Return the entry of a shape, made if need be; the table is cleared first if it is full."""
    if load(ws + SHAPES_USED) >= load(ws + SHAPES_LIMIT) or load(ws + CHUNK_NEXT) + int64(2) > load(ws + CHUNK_END):
        clear_shapes(ws)
        store(ws + CLEARS, load(ws + CLEARS) + int64(1))
    slot = shape_slot(ws, leader, key)
    if load(slot) == int64(0):
        store(slot, key)
        store(slot + 8, leader << int64(28))
        store(ws + SHAPES_USED, load(ws + SHAPES_USED) + int64(1))
    return slot


@inline
def save(ws: int, slot: int, word: int, mask: int, bounds: int) -> None:
    """Add a pattern to the list of a shape."""
    heads = load(slot + 8)
    number = heads & LOW28
    base = load(ws + CHUNKS)
    count = int64(SHALLOW)
    if number:
        count = load(base + (number << int64(7))) >> int64(32)
    if count == int64(SHALLOW):
        number = new_chunk(ws, number)
        store(slot + 8, (heads & ~LOW28) | number)
        count = int64(0)
    chunk = base + (number << int64(7))
    store8(chunk + 8 + count, bounds)
    store(chunk + PATTERNS + (count << int64(3)), word & mask)
    store(chunk + MASKS + (count << int64(3)), mask)
    store(chunk, load(chunk) + (int64(1) << int64(32)))


@inline
def clear_shapes(ws: int) -> None:
    """Forget every pattern."""
    base = load(ws + SHAPES)
    for i in range(int64(2) << (int64(64) - load(ws + SHAPE_SHIFT))):
        store(base + (int64(i) << int64(3)), int64(0))
    store(ws + SHAPES_USED, int64(0))
    store(ws + CHUNK_NEXT, int64(1))


@inline
def clear_hints(ws: int) -> None:
    """Forget which cards were good."""
    base = load(ws + HINTS)
    for i in range(int64(1) << (int64(61) - load(ws + HINT_SHIFT))):
        store(base + (int64(i) << int64(3)), NO_HINT)


# ------------------------------------------------------------------------------- patterns below the eighth card


@inline
def deep_words(ws: int, rest: int) -> tuple[int, int]:
    """Return the owners of all cards: two suits a word."""
    first = owners(ws, 0, rest) | owners(ws, 1, rest) << int64(32)
    return first, owners(ws, 2, rest) | owners(ws, 3, rest) << int64(32)


@inline
def deep_mask(ws: int, rest: int, used: int, suit: int, parity: int) -> int:
    """Return the mask over one suit's owners (30 bits) for the ranks used, run on over cards of one owner."""
    count = popcount(rest & used & (int64(0x7FFF) << int64(suit << 4)))
    held = popcount(rest & (int64(0x7FFF) << int64(suit << 4)))
    line = owners(ws, suit, rest)
    if count and (line >> ((count << int64(1)) - int64(2))) & int64(1) == parity:
        while count < held and (line >> (count << int64(1)) ^ line >> ((count << int64(1)) - int64(2))) & int64(
            3
        ) == int64(0):
            count += int64(1)
    return (int64(1) << (count << int64(1))) - int64(1)


@inline
def deep_masks(ws: int, rest: int, used: int, parity: int) -> tuple[int, int]:
    """Return the two words of a deep pattern's mask."""
    first = deep_mask(ws, rest, used, 0, parity) | deep_mask(ws, rest, used, 1, parity) << int64(32)
    return first, deep_mask(ws, rest, used, 2, parity) | deep_mask(ws, rest, used, 3, parity) << int64(32)


@inline
def deep_ranks(first: int, second: int, rest: int) -> int:
    """Return the ranks that a deep mask covers in a position."""
    used = int64(0)
    for suit in range(4):
        half = first if suit < 2 else second
        count = popcount((half >> int64((suit & 1) << 5)) & LOW32) >> int64(1)
        left = (rest >> int64(suit << 4)) & int64(0x7FFF)
        card = int64(0)
        while count > 0:
            card = left & -left
            left ^= card
            count -= int64(1)
        used |= (card | (card - int64(int64(card != int64(0))))) << int64(suit << 4)
    return used


@inline
def probe_deep(ws: int, number: int, need: int, rest: int) -> tuple[int, int, int, int]:
    """Look a position up in a deep list; returns found, value, used ranks, near."""
    near = int64(0)
    base = load(ws + CHUNKS)
    first, second = deep_words(ws, rest)
    while number:
        chunk = base + (number << int64(7))
        head = load(chunk)
        j = int64(0)
        while j < head >> int64(32):
            place = chunk + PATTERNS + (j << int64(5))
            off = (load(place) ^ first) & load(place + 16)
            off |= (load(place + 8) ^ second) & load(place + 24)
            if off == int64(0):
                bounds = load8(chunk + 8 + j)
                lower, upper = bounds & int64(15), bounds >> int64(4)
                if lower >= need or upper < need:
                    used = deep_ranks(load(place + 16), load(place + 24), rest)
                    return int64(HIT), lower if lower >= need else upper, used, near
                near = chunk + 8 + j
            j += int64(1)
        number = head & LOW32
    return int64(MISS), int64(0), int64(0), near


@inline
def save_deep(ws: int, slot: int, rest: int, mask1: int, mask2: int, bounds: int) -> None:
    """Add a pattern to the deep list of a shape."""
    first, second = deep_words(ws, rest)
    heads = load(slot + 8)
    number = (heads >> int64(32)) & LOW32
    base = load(ws + CHUNKS)
    count = int64(DEEP)
    if number:
        count = load(base + (number << int64(7))) >> int64(32)
    if count == int64(DEEP):
        number = new_chunk(ws, number)
        store(slot + 8, (heads & LOW32) | number << int64(32))
        count = int64(0)
    chunk = base + (number << int64(7))
    place = chunk + PATTERNS + (count << int64(5))
    store8(chunk + 8 + count, bounds)
    store(place, first & mask1)
    store(place + 8, second & mask2)
    store(place + 16, mask1)
    store(place + 24, mask2)
    store(chunk, load(chunk) + (int64(1) << int64(32)))
