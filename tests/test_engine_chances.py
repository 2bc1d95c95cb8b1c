"""The table of chances against counting, and what policies look up in it."""

import itertools
import math
from fractions import Fraction

import pytest

from handsim.engine import chances
from handsim.engine.jit import JIT_DISABLED, njit

PARTS = chances.CERTAIN


def compiled(function):
    return function if JIT_DISABLED else njit(function)


@compiled
def none_of(cards, drawn, wanted):
    return chances.none_of(wanted, chances.place_of(drawn, cards))


@compiled
def part_of(some, number):
    return chances.part_of(some, number)


@compiled
def share(amount, chance):
    return chances.share(amount, chance)


@pytest.mark.nojit
def test_the_chances_are_those_of_counting_hands():
    for cards, drawn in ((1, 1), (5, 2), (6, 3), (8, 4)):
        hands = list(itertools.combinations(range(cards), drawn))
        for wanted in range(cards + 1):
            without = sum(all(card >= wanted for card in hand) for hand in hands)
            assert none_of(cards, drawn, wanted) == PARTS * without // len(hands), (cards, drawn, wanted)


@pytest.mark.nojit
def test_every_chance_is_exact_rounded_down():
    for cards in range(32):
        for drawn in range(cards + 1):
            chance = Fraction(1)
            for wanted in range(16):
                assert none_of(cards, drawn, wanted) == math.floor(PARTS * chance), (cards, drawn, wanted)
                left = cards - wanted
                chance *= Fraction(max(left - drawn, 0), left) if left > 0 else 1 if drawn == 0 else 0


@pytest.mark.nojit
def test_what_does_not_fit_is_looked_up_as_the_most():
    assert none_of(60, 10, 3) == none_of(31, 10, 3)
    assert none_of(31, 40, 1) == none_of(31, 31, 1) == 0
    assert none_of(31, 2, 20) == none_of(31, 2, 15)


@pytest.mark.nojit
def test_parts_and_shares():
    for number in range(1, 16):
        assert [part_of(some, number) for some in (0, 1, number)] == [0, PARTS // number, PARTS]
    assert part_of(0, 0) == 0
    assert share(300, PARTS) == 300 and share(300, 0) == 0 and share(-3, PARTS // 2) == -2  # rounded down
