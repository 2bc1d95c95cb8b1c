"""What moves look good: weights found by counting positions on bridge deals. Any values are exact, these are fast.

Three kinds of leads (at notrump, of a plain suit, of trumps) have `OF_A_KIND` words each, laid out as named here; the
weights of discards stand with notrump and with plain suits.
"""

from __future__ import annotations

OF_A_KIND = 64
TOPS = 0  # sixteen: by the owner of the suit's best card and of its second, from the leader clockwise
THIRD = 16  # four: by the owner of the third
LENGTH = 20  # four: times the length in each hand
SINGLETON = 24
LHO_VOID, PARD_VOID, RHO_VOID, BOTH_VOID = 25, 26, 27, 28
LHO_RUFFS, PARD_RUFFS, RHO_RUFFS = 29, 30, 31
I_CAN_RUFF, PARD_CAN_RUFF = 32, 33  # a void beside the trumps led
TO_RUFF = 34  # a singleton, with trumps
LEAD_HIGH = 35  # a bit a case, by the owners of the three best cards: the highest card first, not the lowest
SECOND_HAND, THIRD_HAND = 36, 37  # a digit a case: see pick_way
D_LENGTH, D_MATES_LENGTH, D_CARDS_LEFT = 40, 41, 42  # discards: by the suit's length, partner's, all that is left
D_TOP, D_BARE_TOP, D_MATES_TOP, D_SECOND, D_GUARD, D_SINGLETON = 43, 44, 45, 46, 47, 48

NOTRUMP = [
    *(6, 0, 15, -7),  # the best is mine
    *(-1, -19, 3, -15),  # LHO's
    *(8, 7, 7, 0),  # partner's
    *(4, -9, 0, -30),  # RHO's
    *(0, -1, 0, 0),  # THIRD
    *(1, -1, 2, -2),  # LENGTH
    *(0, -11, 0, -15, -34),  # SINGLETON, voids
    *(0, 0, 0, 0, 0, 0),  # ruffs
    *(0xFDD2FC22E4BF7FF, 0x11303030, 0x33030300, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(10, -10, 0, 0, -28, -1, 0, -27, -17),  # discards
    *(0,) * 15,
]
PLAIN = [
    *(4, 12, 11, 1),  # the best is mine
    *(-3, -6, 1, -7),  # LHO's
    *(16, 10, 17, 8),  # partner's
    *(1, -12, -6, -5),  # RHO's
    *(-3, -11, -3, 7),  # THIRD
    *(1, 2, 2, -2),  # LENGTH
    *(5, -7, 6, -4, 0),  # SINGLETON, voids
    *(-40, 21, -31, 0, 0, 2),  # ruffs
    *(-0xE8B63E81FC0801, 0x33300030, 0x33030400, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(8, 0, 0, -1, 0, -3, 4, 0, 0),  # discards
    *(0,) * 15,
]
TRUMPS = [
    *(8, 10, 12, 8),  # the best is mine
    *(1, 0, 5, 0),  # LHO's
    *(18, 21, 3, 12),  # partner's
    *(1, -11, 0, -4),  # RHO's
    *(3, -2, -3, 7),  # THIRD
    *(1, 2, -5, -2),  # LENGTH
    *(4, -4, 6, -20, -46),  # SINGLETON, voids
    *(0, 0, 0, 3, 0, 0),  # ruffs
    *(-0x40B0B21FC1FC0A01, 0x3300030, 0x33030300, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(0, 0, 0, 0, 0, 0, 0, 0, 0),  # discards
    *(0,) * 15,
]
WEIGHTS = NOTRUMP + PLAIN + TRUMPS
