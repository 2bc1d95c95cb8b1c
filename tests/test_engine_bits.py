"""Sets of cards as integers, and the generator: each inner function against plain Python."""

import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
from engine_helpers import M64, signed, unsigned

from handsim.engine import rng as engine_rng
from handsim.engine.deal import deal_cards, split
from handsim.engine.jit import int64_array

RNG = random.Random(20)
CARD_BITS = [b for b in range(63) if b not in (47,)]
SINGLE = [1 << b for b in CARD_BITS]


def random_set(rng, most=54):
    return sum(1 << b for b in rng.sample(CARD_BITS, rng.randrange(most)))


def sets(n, seed=1):
    rng = random.Random(seed)
    return [0, *SINGLE, sum(SINGLE), *(random_set(rng, rng.choice((3, 13, 54))) for _ in range(n))]


def ask(name, a, b=0):
    return int(probes.ask_bits(probes.BITS.index(name), a, b))


def in_fields(cards, number):
    return [r for r in range(15) if cards >> 16 * number + r & 1]


@pytest.mark.nojit
def test_counting_and_ends():
    for x in sets(2000):
        bits = [b for b in range(64) if x >> b & 1]
        assert ask("popcount", x) == len(bits)
        assert ask("ctz", x) == (bits[0] if bits else 64)
        assert ask("clz", x) == (63 - bits[-1] if bits else 64)
        assert ask("low", x) == (1 << bits[0] if bits else 0)
        if bits:
            assert ask("high", x) == 1 << bits[-1]


@pytest.mark.nojit
def test_fields_and_ranks():
    for number in range(4):
        assert ask("field", number) == 0x7FFF << 16 * number
        for rank in range(15):
            card = 1 << 16 * number + rank
            assert ask("field_of", card) == 0x7FFF << 16 * number
            assert ask("rank_of", card) == rank


@pytest.mark.nojit
def test_covered_and_above_field_by_field():
    rng = random.Random(2)
    for x in sets(1500):
        covered = sum((1 << max(ranks) + 1) - 1 << 16 * n for n in range(4) if (ranks := in_fields(x, n)))
        assert ask("covered", x) == covered
        highest = sum(1 << 16 * n + max(ranks) for n in range(4) if (ranks := in_fields(x, n)))
        assert ask("tops", x) == highest
        number, rank = rng.randrange(4), rng.randrange(15)
        higher = sum(1 << 16 * number + r for r in in_fields(x, number) if r > rank)
        assert ask("above", x, 1 << 16 * number + rank) == higher


@pytest.mark.nojit
def test_the_nth_card():
    for x in sets(300):
        for n, bit in enumerate(b for b in range(63) if x >> b & 1):
            assert ask("nth", x, n) == 1 << bit


def test_void_cards_of_every_set_of_fields():
    for voids in range(32):
        assert ask("void_cards", voids) == sum(0x7FFF << 16 * n for n in range(4) if voids >> n & 1)


@pytest.mark.nojit
def test_the_generator_is_the_reference():
    rng = random.Random(3)
    words = [0, 1, M64 - 1, M64 // 2, M64 // 2 - 1, *(rng.randrange(M64) for _ in range(3000))]
    for word in words:
        assert unsigned(ask("mix", signed(word))) == ref.mix(word)
        n = rng.randrange(100)
        assert unsigned(ask("at", signed(word), n)) == ref.at(word, n)
        size = rng.choice((1, 2, 7, 54, 2**31 - 1))
        high, low = divmod(word, 2**32)
        assert probes.ask_bounded(signed(word), 0, size) == high * size >> 32 == ref.upper_half_below(word, size)
        assert probes.ask_bounded(signed(word), 1, size) == low * size >> 32


@pytest.mark.nojit
def test_the_published_sequence_of_splitmix64():
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [unsigned(ask("at", 1234567, n)) for n in range(4)] == expected


@pytest.mark.nojit
@pytest.mark.parametrize("seed", [0, 1, 7, 2**32, 2**63 - 1])
def test_streams_are_the_references(seed):
    purposes = {engine_rng.DEAL: ref.DEAL, engine_rng.PLAY: ref.PLAY, engine_rng.SELECT: ref.SELECT}
    assert len(purposes) == 3
    for purpose, same in purposes.items():
        assert unsigned(engine_rng.stream_key(seed, purpose)) == ref.stream(seed, same)


# Deals


def deal_by_engine(unseen, need, known, seed, purpose, start, stop):
    index = {card: i for i, card in enumerate(ref.PACK)}
    bits = int64_array([1 << index[card] for card in unseen])
    masks = int64_array([sum(1 << index[card] for card in place) for place in known])
    key = engine_rng.stream_key(seed, purpose)
    deals = deal_cards(bits, int64_array(need), masks, key, start, stop)
    assert deals.dtype == np.int64 and deals.shape == (stop - start, len(need))
    return [[{c for c in ref.PACK if int(mask) >> index[c] & 1} for mask in row] for row in deals]


def layouts(n, seed):
    """Cards known at places, and how many more each needs; now and then cards are left over."""
    rng = random.Random(seed)
    yield [[], [], [], [], []], [12, 12, 12, 12, 6]
    yield [ref.PACK[:12], [], [], [], []], [0, 12, 12, 12, 6]
    yield [[], [], [], [], ref.PACK[-6:]], [12, 12, 12, 12, 0]
    yield [ref.PACK[:12], ref.PACK[12:24], ref.PACK[24:36], ref.PACK[36:48], ref.PACK[48:]], [0, 0, 0, 0, 0]
    for _ in range(n):
        sizes = rng.choice(([12, 12, 12, 12, 6], [12, 12, 12, 12], [3, 0, 8, 1, 2], [13, 13, 13, 13, 2]))
        cards = rng.sample(ref.PACK, sum(sizes))
        known = []
        for size in sizes:
            k = rng.choice((0, 0, size, rng.randint(0, size)))
            known.append(cards[:k])
            cards = cards[size:]
        yield known, [size - len(place) for size, place in zip(sizes, known, strict=True)]


def check_deals(n, per_layout, seed):
    for number, (known, need) in enumerate(layouts(n, seed)):
        held = {card for place in known for card in place}
        unseen = [card for card in ref.PACK if card not in held]
        purpose = (ref.DEAL, ref.SELECT)[number % 2]
        start = (0, 5, 10**6, 2**40)[number % 4]
        deals = deal_by_engine(unseen, need, known, number, purpose, start, start + per_layout)
        for i, places in enumerate(deals):
            expected = ref.deal(number, purpose, start + i, unseen, need)
            assert places == [{*a, *b} for a, b in zip(known, expected, strict=True)], (known, need, start + i)


@pytest.mark.nojit
def test_some_deals_are_the_references():
    check_deals(12, 2, seed=4)


def test_deals_are_the_references():
    check_deals(150, 12, seed=5)


def test_no_deals_and_blocks():
    unseen, need, known = ref.PACK[12:], [0, 12, 12, 12, 6], [ref.PACK[:12], [], [], [], []]
    assert deal_by_engine(unseen, need, known, 1, ref.DEAL, 4, 4) == []
    whole = deal_by_engine(unseen, need, known, 1, ref.DEAL, 0, 20)
    parts = [deal_by_engine(unseen, need, known, 1, ref.DEAL, a, b) for a, b in ((0, 1), (1, 8), (8, 20))]
    assert whole == [deal for part in parts for deal in part]


def test_split_gives_single_bits_lowest_first():
    assert split(0).tolist() == [] and split(0b101001).tolist() == [1, 8, 32]
    assert split(1 << 62 | 1).tolist() == [1, 1 << 62]
