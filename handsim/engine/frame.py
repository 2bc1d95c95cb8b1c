"""The frame: all that the engine needs to know to play one contract.

A game turns a contract into a frame. Its heart maps each physical card of the deck to one bit of a positive int64, so
that **within a suit's field a higher bit wins**. After it one dealing kernel, one trick kernel and one set of
policies serve every game.

Layout: four fields at stride 16 (``field = bit >> 4``), ranks in bits 0-14 of a field. Bits 15 and 31 are spare:
there sit cards of no suit, which never win. Bit 63 is never used, so every mask is a positive integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from handsim.engine.jit import Ints, int64_array, named_type
from handsim.engine.outcome import MAX_SEATS, n_columns

FIELD_STRIDE = 16
FIELD_RANKS = 15
FIELD_MASK = (1 << FIELD_RANKS) - 1
SPARE_BITS = (15, 31)
NOBODY = -1


class Frame(NamedTuple):
    """One contract, as the kernels see it (masks are sets of card bits).

    Attributes
    ----------
    bits : int64 array, shape (n_cards,)
        The bit of each physical card, by its index in the deck.
    table : int64 array, shape (256 * ceil(n_cards / 8),)
        The same map a byte at a time: for each byte of a set of physical cards, the bits of its cards.
    next_seat : int64 array, shape (4,)
        The seat that plays after each seat; a seat that sits out is skipped.
    sides : int64 array, shape (4,)
        The side that each seat plays for.
    tracked : int64 array, shape (n_tracked,)
        Single cards of which the outcome says who played and who won them.
    turned : int64 array, shape (0,) or (256 * 8,)
        Where the order of the ranks can turn round in mid-hand: for each byte of a set of card bits, its cards' bits
        after turning. Turning twice is turning back.
    n_playing, n_tricks : int
        Seats in play, and tricks in the hand.
    declarer, leader : int
        Who declared (-1: nobody) and who leads to the first trick.
    trumps : int
        The trump cards; 0 at notrump.
    worthless : int
        Cards of no suit, which never win.
    free_lead : int
        Cards that, led, ask for no suit: the next card that is none of them sets it.
    throw_first : int
        Cards that must be thrown at the first void.
    may_always : int
        Cards that may be played though the suit asked for could be followed.
    first_lead : int
        Cards one of which must be led to the first trick by a leader who holds one; 0: any card may be led.
    copies : int
        1 if cards come in two copies, side by side at even and odd positions, of which the first played wins; else 0.
    marks : int
        What only policies are told, one word: whether trumps are among the cards that may always be played, whether
        the cards put aside score, and the cards that are worth winning, or playing, for their own sake.
    values, turned_values : int
        Card points by a card's rank in its field, a nibble a rank; and the same after turning.
    last_pile : int
        The column of the deal whose cards go to the winner of the last trick (-1: none).
    turn_card : int
        The card whose capture lets its winner turn the order round; 0: none.
    face_up, face_up_seat : int
        Cards that everybody saw and that lie with that seat (-1: none).
    aside_seat : int
        Who takes a pile and puts cards aside before play (-1: nobody does).
    aside_pile : int
        The column of the deal that he takes into his hand (-1: none).
    aside_count : int
        How many cards he then puts aside.
    aside_shown : int
        1 if everybody sees the pile before it is taken.
    aside_count_public : int
        1 if everybody sees how many cards of the pile were kept.
    aside_protected : int
        Cards that may be put aside only when all others have been.
    aside_scores : int
        1 if the card points of what is put aside count for that seat.
    aside_gives : int
        The seat that, for the cards put aside, hands over as many of its best (-1: nobody does).
    """

    bits: Ints
    table: Ints
    next_seat: Ints
    sides: Ints
    tracked: Ints
    turned: Ints
    n_playing: int
    n_tricks: int
    declarer: int
    leader: int
    trumps: int
    worthless: int
    free_lead: int
    throw_first: int
    may_always: int
    first_lead: int
    copies: int
    marks: int
    values: int
    turned_values: int
    last_pile: int
    turn_card: int
    face_up: int
    face_up_seat: int
    aside_seat: int
    aside_pile: int
    aside_count: int
    aside_shown: int
    aside_count_public: int
    aside_protected: int
    aside_scores: int
    aside_gives: int

    def mask(self, cards: int) -> int:
        """Turn a set of physical cards (bit i: card i of the deck) into a set of card bits."""
        return int(sum(int(bit) for i, bit in enumerate(self.bits) if cards >> i & 1))

    def card(self, bit: int) -> int:
        """Return the index in the deck of the card that a single bit stands for."""
        return int(np.flatnonzero(self.bits == bit)[0])

    def turn(self, bit: int) -> int:
        """Return the bit of a card after turning, from the one before, or the other way round."""
        return int(to_frame_masks(self._replace(table=self.turned), np.array([bit], dtype=np.int64))[0])

    @property
    def n_columns(self) -> int:
        """The columns of an outcome: see :mod:`~handsim.engine.outcome`."""
        return n_columns(self.values != 0, len(self.tracked), self.turn_card != 0)


FRAME_TYPE = named_type(Frame, arrays=("bits", "table", "next_seat", "sides", "tracked", "turned"))


def to_frame_masks(frame: Frame, masks: Ints) -> Ints:
    """Turn sets of physical cards into sets of the frame's bits, element by element."""
    bits = np.zeros_like(masks)
    for byte in range(len(frame.table) // 256):
        bits |= frame.table[256 * byte + (masks >> 8 * byte & 255)]
    return bits


def build_frame(
    bits: Sequence[int],
    *,
    n_tricks: int,
    declarer: int,
    leader: int,
    seats: Sequence[int] = (0, 1, 2, 3),
    sides: Sequence[int] = (0, 1, 0, 1),
    trump_field: int | None = None,
    trumps: int | None = None,
    worthless: int = 0,
    free_lead: int = 0,
    throw_first: int = 0,
    may_always: int = 0,
    first_lead: int = 0,
    copies: int = 1,
    values: Sequence[int] = (),
    tracked: Sequence[int] = (),
    prize: int = 0,
    keepsakes: Sequence[int] = (),
    last_pile: int = NOBODY,
    turned: Sequence[int] = (),
    turn_card: int = 0,
    face_up: int = 0,
    face_up_seat: int = NOBODY,
    aside_seat: int = NOBODY,
    aside_pile: int = NOBODY,
    aside_count: int = 0,
    aside_shown: bool = False,
    aside_count_public: bool = False,
    aside_protected: int = 0,
    aside_scores: bool = False,
    aside_gives: int = NOBODY,
) -> Frame:
    """Build a frame from plain Python values; see :class:`Frame` for their meaning.

    Parameters
    ----------
    bits
        Bit *positions* (0-62), one a card of the deck.
    seats
        The seats in play, clockwise.
    trump_field, trumps
        The field that is trumps, or the trump cards as a mask; both None: notrump.
    copies
        2 where cards come in two copies.
    values
        Card points by rank, up to 16 of them, each 0 to 15; the last is that of the spare bits.
    prize
        The card, as a mask, that scores for whoever wins it in a trick, beside its card points; 0: none.
    keepsakes
        Up to two cards, as masks, that score for whoever plays them.
    turned
        The positions of the cards after turning; none: the order cannot turn.

    Raises
    ------
    ValueError
        If two cards share a bit, or a bit is out of the layout; or what is said of turning or of points does not
        agree with itself.
    """
    if len(set(bits)) != len(bits) or not all(0 <= b < 63 for b in bits):
        raise ValueError(f"each card needs a bit of its own from 0 to 62, not {list(bits)}")
    card_bits = int64_array([1 << b for b in bits])
    next_seat = int64_array([NOBODY] * MAX_SEATS)
    for here, after in zip(seats, [*seats[1:], seats[0]], strict=True):
        next_seat[here] = after
    field = 0 if trump_field is None else FIELD_MASK << FIELD_STRIDE * trump_field
    trump_cards = sum(1 << b for b in bits) & field if trumps is None else trumps
    moved = sum(1 << b for b, after in zip(bits, turned or bits, strict=True) if b != after)
    if any(card & moved for card in (prize, *keepsakes)):
        raise ValueError("a prize or a keepsake must keep its bit where the order can turn round")
    table_of_turns, turned_values = _turning(bits, turned, values)
    return Frame(
        bits=card_bits,
        table=_byte_table(card_bits),
        next_seat=next_seat,
        sides=int64_array([*sides, *range(len(sides), MAX_SEATS)]),
        tracked=int64_array(tracked),
        turned=table_of_turns,
        n_playing=len(seats),
        n_tricks=n_tricks,
        declarer=declarer,
        leader=leader,
        trumps=trump_cards,
        worthless=worthless,
        free_lead=free_lead,
        throw_first=throw_first,
        may_always=may_always,
        first_lead=first_lead,
        copies=copies - 1,
        marks=_marks(may_always & trump_cards != 0, aside_scores, prize, *keepsakes),
        values=_nibbles(values),
        turned_values=turned_values,
        last_pile=last_pile,
        turn_card=turn_card,
        face_up=face_up,
        face_up_seat=face_up_seat,
        aside_seat=aside_seat,
        aside_pile=aside_pile,
        aside_count=aside_count,
        aside_shown=int(aside_shown),
        aside_count_public=int(aside_count_public),
        aside_protected=aside_protected,
        aside_scores=int(aside_scores),
        aside_gives=aside_gives,
    )


def _marks(may_always_trump: bool, aside_scores: bool, *cards: int) -> int:
    """Return the word of marks: two flags, then up to three places of six bits, the position of a card plus one."""
    if len(cards) > 3 or any(card.bit_count() > 1 for card in cards):
        raise ValueError(f"a prize is a single card, keepsakes are up to two, not {cards}")
    word = may_always_trump | aside_scores << 1
    return word | sum(card.bit_length() << 2 + 6 * i for i, card in enumerate(cards))


def _nibbles(values: Sequence[int]) -> int:
    """Return card points by rank as one word."""
    if len(values) > FIELD_STRIDE or not all(0 <= v < 16 for v in values) or list(values[15:]) > [7]:
        raise ValueError(f"card points are 0 to 15 for each of up to 16 ranks (the last: 0 to 7), not {list(values)}")
    return sum(v << 4 * rank for rank, v in enumerate(values))


def _turning(bits: Sequence[int], turned: Sequence[int], values: Sequence[int]) -> tuple[Ints, int]:
    """Return the byte table of turning, and the card points by rank that hold after it."""
    if not turned:
        return int64_array([]), 0
    after = dict(zip(bits, turned, strict=True))
    if any(after.get(b) != a or a // FIELD_STRIDE != b // FIELD_STRIDE for a, b in after.items()):
        raise ValueError(f"turning twice must turn back, each field within itself, not {list(turned)}")
    worth = [0] * FIELD_STRIDE
    for before, now in after.items():
        worth[now % FIELD_STRIDE] = [*values, *[0] * FIELD_STRIDE][before % FIELD_STRIDE]
    for before, now in after.items():
        if worth[now % FIELD_STRIDE] != [*values, *[0] * FIELD_STRIDE][before % FIELD_STRIDE]:
            raise ValueError("cards that turn to the same rank must have the same card points")
    return _byte_table(int64_array([1 << after.get(i, i) for i in range(63)])), _nibbles(worth)


def _byte_table(bits: Ints) -> Ints:
    table = np.zeros((-(-len(bits) // 8), 256), dtype=np.int64)
    for i, bit in enumerate(bits):
        has = np.arange(256) >> (i % 8) & 1
        table[i // 8] |= has * bit
    return table.ravel()
