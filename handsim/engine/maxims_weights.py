"""What each maxim counts: the weights of the default player, climbed to in matches against its earlier selves."""

from __future__ import annotations

import numpy as np

# The maxims that have a weight: leading ...
(
    BOSS,
    BOSS_AT_RISK,
    BOSS_HIDDEN,
    BOSS_COUNT,
    SEQUENCE,
    TENACE,
    LENGTH,
    HIDDEN,
    SHORT,
    PARTNER_SUIT,
    PARTNER_RUFF,
    ENEMY_RUFF,
    ENEMY_SUIT,
    DRAW,
    FORCE,
    TRUMP_IDLE,
    TRUMP_LENGTH,
    TRUMP_LIVE,
    TRUMP_BY_PARTNER,
    TRUMP_BOSSES,
    SIDE_BOSSES,
) = range(0, 21)
# ... following ...
OVERTAKE, RISE, COVER, EARLY_RUFF, SAVE_RUFF = range(21, 26)
# ... and discarding.
GUARD, KEEP_BOSS, KEEP_TRUMP, KEEP_LENGTH, MAKE_VOID, RANK, KEEP_SECOND, KEEP_LIVE = range(26, 34)
SITUATIONS = 16
SHORT_PACK = 32
"""A pack of fewer cards is short."""

# fmt: off
# A line a maxim; a column a situation: with trumps, declarer's side and defending; at notrump, the same; and that four
# times over: for a long pack and for a short one, then for three seats in play, one of which is alone, again for both.
# The unit is what a match settles; only differences between the choices at hand matter.
WEIGHTS = np.array([
    #     partnerships, long pack  short pack                alone, long pack          short pack
    # BOSS: leading: the suit's top card is a boss
      40,   40,   31,   14,     40,   40,   31,   64,     80,   40,   81,   14,     60,   32,   31,   64,
    # BOSS_AT_RISK: ... but an enemy has shown that he may ruff it
       0,    0,    0,    0,      0,    0,    0,    0,     20,  -50,    0,    0,      0,    0,    0,    0,
    # BOSS_HIDDEN: ... for each card of the suit that the enemies may hold
      -2,   10,   -9,   -4,     -2,   10,   -9,   -4,     -2,   10,   -9,   -4,     -2,   10,   -9,   -4,
    # BOSS_COUNT: ... for each boss of the suit
       6,    6,   11,   35,      6,    6,   11,   85,      6,    6,   11,   35,      6,   -2,   19,   35,
    # SEQUENCE: no boss: for each card that touches the top one, below it
      16,   40,    8,   18,     24,   40,    8,   18,     74,   40,   16,   18,     24,   32,    8,   18,
    # TENACE: one enemy card stands above our top: let it come to us
     -30,    0,   -5,   30,    -30,    0,   -5,  -70,    150,    0,   45,   30,      0,    0,   -5,   22,
    # LENGTH: for each card of ours in the suit
       6,  -28,   15,   23,      6,  -28,   15,   73,     18,  -28,   15,   23,     -2,   -8,    0,   23,
    # HIDDEN: for each card of it that the enemies may hold
       2,    7,   -9,  -12,      2,    7,    0,  -32,    -18,  -13,  -21,  -12,    -18,   -1,   -9,  -12,
    # SHORT: a single card, and trumps to ruff with
     -26,   10,    0,    0,    -26,   10,    0,    0,   -126,   60,    0,    0,    -46,   10,    0,    0,
    # PARTNER_SUIT: partner led it first
     -16,    4,   45,   50,    -16,    4,   25,   50,    -16,    4,   45,  100,    -16,    4,   45,   50,
    # PARTNER_RUFF: partner may ruff it
      10,   20,    0,    0,     10,   20,    0,    0,     10,   20,    0,    0,     10,  -30,    0,    0,
    # ENEMY_RUFF: an enemy may ruff it
     -10,  -14,    0,    0,     10,  -14,    0,    0,     40,  -14,    0,    0,     40,  -14,    0,    0,
    # ENEMY_SUIT: an enemy led it first
       0,   -2,  -22,  -28,      0,   -2,   -6,  -48,      0,   -2,  -22,  -78,      0,   68,  -22,  -28,
    # DRAW: trumps, from the top
      60,   10,    0,    0,     60,   10,    0,    0,     60,    0,    0,    0,     60,   10,    0,    0,
    # FORCE: trumps, to drive a higher one out
      33,  -20,    0,    0,     33,  -70,    0,    0,      0,  -20,    0,    0,     33,  -20,    0,    0,
    # TRUMP_IDLE: trumps, though the enemies are out, or hold only masters
     -40,  -27,    0,    0,    -40,  -77,    0,    0,   -130,  -27,    0,    0,    -60,  -27,    0,    0,
    # TRUMP_LENGTH: for each trump of ours
      12,  -12,    0,    0,     12,   38,    0,    0,     12,  -62,    0,    0,     12,    8,    0,    0,
    # TRUMP_LIVE: for each trump that the enemies may hold
       8,  -20,    0,    0,      8,  -28,    0,    0,      8,  -20,    0,    0,      8,  -20,    0,    0,
    # TRUMP_BY_PARTNER: trumps, declarer's partner leading
     -20,    3,    0,    0,    -20,    3,    0,    0,    -20,    3,    0,    0,    -20,    3,    0,    0,
    # TRUMP_BOSSES: for each of our trumps that no enemy can beat
       0,    0,    0,    0,      0,    0,    0,    0,     20,   50,    0,    0,     20,   20,    0,    0,
    # SIDE_BOSSES: trumps: for each boss of a plain suit that we hold
       0,    0,    0,    0,      0,   50,    0,    0,    -12,   50,    0,    0,    -20,   50,    0,    0,
    # OVERTAKE: third hand: cards that may beat partner before we help
       1,    1,    1,    1,      1,    1,    1,    1,      1,    1,    1,    1,      1,    1,    1,    1,
    # RISE: second hand: 1: a lone boss takes the trick
       1,    0,    0,    0,      1,    1,    1,    1,      1,    0,    0,    0,      1,    0,    0,    0,
    # COVER: second hand: 1: cover an honour
       0,    0,    0,    0,      0,    0,    0,    0,      0,    0,    0,    0,      0,    0,    0,    0,
    # EARLY_RUFF: second hand: 1: ruff though partner may win
       1,    0,    0,    0,      1,    0,    0,    0,      1,    0,    0,    0,      1,    0,    0,    0,
    # SAVE_RUFF: 1: do not ruff where we may be overruffed
       0,    0,    0,    0,      0,    0,    0,    0,      0,    0,    0,    0,      0,    0,    0,    0,
    # GUARD: discarding: it guards an honour
      36,   30,   60,   64,      8,   30,   10,   64,     36,   30,   10,   34,     36,   46,   60,   64,
    # KEEP_BOSS: it is a boss
      63,   60,   54,   63,     63,   60,   54,   63,     63,    0,   54,   13,      0,   60,   54,   63,
    # KEEP_TRUMP: it is a trump
      50,   51,    0,    0,    100,  101,    0,    0,    100,  201,    0,    0,     50,  151,    0,    0,
    # KEEP_LENGTH: for each card of ours in the suit, up to four
       2,   -9,   -6,   -7,      0,  -17,   -6,   -7,      2,  -59,  -26,   -7,      2,  -29,  -56,  -27,
    # MAKE_VOID: less: it leaves a void to ruff in
       8,   31,    0,    0,      8,   31,    0,    0,      8,   31,    0,    0,      8,   31,    0,    0,
    # RANK: for each rank below it in the suit
       0,   -1,    2,    5,      0,   -1,    2,    5,     20,   21,   10,   13,     20,   19,   22,    5,
    # KEEP_SECOND: it is the last card beside a boss
       8,   28,   16,    9,      8,   40,   16,   49,     28,    0,   66,   29,      8,   20,   16,    9,
    # KEEP_LIVE: for each card of the suit that the enemies may hold
       2,   -2,    0,    2,      2,    6,    0,    2,      2,   18,    0,    2,      2,   26,    0,   10,
], dtype=np.int64)
# fmt: on
