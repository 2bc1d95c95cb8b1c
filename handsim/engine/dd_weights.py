"""What moves look good: weights fitted to bridge deals. Any values are exact, these are fast.

Those of leads and of second hand make the search after the moves tried short, in positions of nine tricks and more in
which every move was searched; the others were found by counting positions.

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
    *(-9, -18, 77, -72),  # the best is mine
    *(13, -64, 27, -65),  # LHO's
    *(43, 23, 18, -14),  # partner's
    *(-18, -37, 11, -84),  # RHO's
    *(9, -13, 20, -17),  # THIRD
    *(3, -5, 11, -12),  # LENGTH
    *(-1, -37, 37, -54, -142),  # SINGLETON, voids
    *(0, 0, 0, 0, 0, 0),  # ruffs
    *(0x2F4D2F54E65970FB, 0x131003022313030, 0x33030300, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(10, -10, 0, 0, -28, -1, 0, -27, -17),  # discards
    *(0,) * 15,
]
PLAIN = [
    *(26, 31, 65, -1),  # the best is mine
    *(-12, -45, 38, -33),  # LHO's
    *(90, 59, 39, 21),  # partner's
    *(-33, -41, -5, -23),  # RHO's
    *(-12, -31, -9, 5),  # THIRD
    *(4, 7, 7, -8),  # LENGTH
    *(24, -25, 49, -13, 0),  # SINGLETON, voids
    *(-155, 157, -181, 0, 0, 13),  # ruffs
    *(0x6E3C20D0321BF5FB, 0x31003030310030, 0x33030400, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(8, 0, 0, -1, 0, -3, 4, 0, 0),  # discards
    *(0,) * 15,
]
TRUMPS = [
    *(66, 25, 117, 1),  # the best is mine
    *(13, -10, 33, -45),  # LHO's
    *(109, 97, 56, 33),  # partner's
    *(-21, -40, 9, -19),  # RHO's
    *(13, -6, 42, 5),  # THIRD
    *(4, 7, -5, -9),  # LENGTH
    *(18, -59, 23, -111, -184),  # SINGLETON, voids
    *(0, 0, 0, 5, 1, 0),  # ruffs
    *(-0x51BEF6FBC3F40B25, 0x330003003300030, 0x33030300, 0, 0),  # LEAD_HIGH, SECOND_HAND, THIRD_HAND
    *(0, 0, 0, 0, 0, 0, 0, 0, 0),  # discards
    *(0,) * 15,
]
WEIGHTS = NOTRUMP + PLAIN + TRUMPS
