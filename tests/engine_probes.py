"""Small kernels that let tests ask the engine's inner functions, and policies made to be tested with.

They live in a file of their own so that a change in a test does not compile them again.
"""

from handsim.engine.bits import above, clz, covered, ctz, field, field_of, high, low, popcount, rank_of, tops
from handsim.engine.deal import to_frame
from handsim.engine.frame import FRAME_TYPE
from handsim.engine.jit import inline, int64, kernel
from handsim.engine.policy import Policy, decision
from handsim.engine.rng import at, bounded, mix
from handsim.engine.simple import lowest, nth, top_boss, turn_never
from handsim.engine.trick import legal_cards, power
from handsim.engine.view import (
    VIEW_TYPE,
    could_hold,
    draw,
    leading,
    led_by,
    partner_winning,
    ruffed_by,
    seat_could_hold,
    unseen,
    void_cards,
    voids,
    winners,
)

BITS = (
    "popcount", "ctz", "clz", "low", "high", "field", "field_of", "rank_of", "covered", "above", "void_cards", "nth",
    "mix", "tops", "at",
)  # fmt: skip


@kernel(int64(int64, int64, int64))
def ask_bits(what, a, b):
    """One function of `BITS` of one or two integers."""
    if what == 0:
        return popcount(a)
    if what == 1:
        return ctz(a)
    if what == 2:
        return clz(a)
    if what == 3:
        return low(a)
    if what == 4:
        return high(a)
    if what == 5:
        return field(a)
    if what == 6:
        return field_of(a)
    if what == 7:
        return rank_of(a)
    if what == 8:
        return covered(a)
    if what == 9:
        return above(a, b)
    if what == 10:
        return void_cards(a)
    if what == 11:
        return nth(a, b)
    if what == 12:
        return mix(a)
    if what == 13:
        return tops(a)
    return at(a, b)


@kernel(int64(int64, int64, int64))
def ask_bounded(word, half, n):
    """``bounded``."""
    return bounded(word, half, n)


@kernel(int64(int64, int64[::1]))
def ask_to_frame(cards, table):
    """``to_frame``."""
    return to_frame(cards, table)


@kernel(int64(int64, int64, int64, int64))
def ask_lowest(cards, trumps, worthless, worthless_value):
    """``lowest``."""
    return lowest(cards, trumps, worthless, worthless_value)


@kernel(int64(int64, int64, int64, int64))
def ask_legal(hand, led, throw_first, may_always):
    """``legal_cards``."""
    return legal_cards(hand, led, throw_first, may_always)


@kernel(int64(int64, int64, int64, int64, int64))
def ask_power(card, suit, trumps, worthless, copies):
    """``power``."""
    return power(card, suit, trumps, worthless, copies)


VIEW = (
    "unseen", "could_hold", "ruffed_by", "led_by", "winners", "draw", "leading", "partner_winning", "top_boss",
    "voids", "seat_could_hold",
)  # fmt: skip


@kernel(int64(VIEW_TYPE, int64, int64))
def ask_view(view, what, seats):
    """One function of `VIEW` of a view and, where it takes one, a set of seats."""
    if what == 0:
        return unseen(view)
    if what == 1:
        return could_hold(view, seats)
    if what == 2:
        return ruffed_by(view, seats)
    if what == 3:
        return led_by(view, seats)
    if what == 4:
        return winners(view)
    if what == 5:
        return draw(view)
    if what == 6:
        return int64(leading(view))
    if what == 7:
        return int64(partner_winning(view))
    if what == 8:
        return top_boss(view)
    if what == 9:
        return voids(view, seats)
    return seat_could_hold(view, seats)


# Counting legal plays


@inline
def _turn_round(frame, hands):
    for seat in range(hands.shape[0]):
        hands[seat] = to_frame(hands[seat], frame.turned)


@inline
def _perft(frame, hands, captured, place, seat, led, strongest, winner):
    if place == frame.n_playing:
        place, seat, led, strongest = 0, winner, int64(0), int64(0)
    if place == 0 and hands[seat] == 0:
        return int64(1)
    count = int64(0)
    if place == 0 and captured:  # the order may be turned round: both ways are counted
        captured = False
        _turn_round(frame, hands)
        count += _perft(frame, hands, captured, place, seat, led, strongest, winner)
        _turn_round(frame, hands)
    rest = legal_cards(hands[seat], led, frame.throw_first, frame.may_always)
    while rest:
        card = low(rest)
        rest ^= card
        asked = led if led else field_of(card) * int64(card & frame.free_lead == int64(0))
        strength = power(card, asked, frame.trumps, frame.worthless, frame.copies)
        wins = place == 0 or strength > strongest
        hands[seat] ^= card
        count += _perft(
            frame, hands, captured or card == frame.turn_card, place + 1, frame.next_seat[seat], asked,
            strength if wins else strongest, seat if wins else winner,
        )  # fmt: skip
        hands[seat] ^= card
    return count


@kernel(int64(FRAME_TYPE, int64[::1], int64))
def perft(frame, hands, leader):
    """The number of legal sequences of plays from here to the end, by the engine's rules of a trick."""
    return _perft(frame, hands, False, int64(0), leader, int64(0), int64(0), leader)


@kernel(int64(FRAME_TYPE, int64[::1], int64, int64))
def perft_after(frame, hands, leader, card):
    """The number of legal sequences of plays after a card was led that is in no hand any more."""
    led = field_of(card) * int64(card & frame.free_lead == int64(0))
    strength = power(card, led, frame.trumps, frame.worthless, frame.copies)
    captured = card == frame.turn_card
    return _perft(frame, hands, captured, int64(1), frame.next_seat[leader], led, strength, leader)


# A policy that shows all it was told: its card is a digest of every field of its view.


@inline
def _digest(view):
    word = int64(0)
    for x in view:
        word = mix(word ^ x)
    return word


@decision
def play_digest(view):
    """Play the legal card that a digest of the whole view points to."""
    return nth(view.legal, bounded(_digest(view), int64(0), popcount(view.legal)))


@decision
def set_aside_digest(view):
    """Put the cards aside that a digest of the whole view points to."""
    away = int64(0)
    word = _digest(view)
    for n in range(view.count):
        rest = view.legal & ~away
        away |= nth(rest, bounded(at(word, int64(n)), int64(0), popcount(rest)))
    return away


@decision
def turn_digest(view):
    """Turn the order round if a digest of the whole view says so."""
    return bounded(_digest(view), int64(0), int64(2))


@decision
def turn_always(_view):
    """Turn the order round."""
    return int64(1)


TURNS = turn_never, turn_always
DIGEST = Policy("digest", play_digest, set_aside_digest, turn_digest)


# Policies that do what they may not


@decision
def play_nothing(view):
    """Give back no card."""
    return int64(0)


@decision
def play_two(view):
    """Give back two cards."""
    return view.legal


@decision
def play_unheld(view):
    """Give back a card of the pack that is not held."""
    return low(view.pack & ~view.hand)


@decision
def set_aside_five(view):
    """Put one card too few aside."""
    away = int64(0)
    for _ in range(view.count - int64(1)):
        away |= low(view.legal & ~away)
    return away
