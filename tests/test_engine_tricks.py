"""The rules of a trick: what may be played and which card wins, on thousands of random positions."""

import random

import engine_probes as probes
import pytest
import reference as ref
from engine_helpers import Setting, random_position, random_setting

from handsim.games.bid_whist import BidWhist, Denomination

JOKERS = ["LJ", "BJ"]


def check_trick(rng, setting, hands, leader):
    """Play one trick of random legal cards, asking the engine at each step."""
    rules, frame = setting.rules, setting.frame
    trick, powers = [], []
    for seat in ref.seat_order(rules, leader):
        asked = setting.field[ref.suit_asked(rules, trick)]
        legal = ref.legal_cards(rules, hands[seat], trick)
        engine = probes.ask_legal(setting.mask(hands[seat]), asked, frame.throw_first, frame.may_always)
        assert setting.cards(engine) == ref.in_listing_order(rules, legal), (setting, hands[seat], trick)
        card = rng.choice(legal)
        trick.append((seat, card))
        asked = setting.field[ref.suit_asked(rules, trick)]
        powers.append(probes.ask_power(setting.bit[card], asked, frame.trumps, frame.worthless, frame.copies))
        strongest = max(powers)
        winner = trick[powers.index(strongest)][0] if strongest else leader
        assert winner == ref.trick_winner(rules, trick), (setting, trick)
        assert len(powers) - powers.count(0) == len({p for p in powers if p}), "two cards of one power"


def run(n, seed):
    rng = random.Random(seed)
    for number in range(n):
        setting = random_setting(rng)
        for size in (1, 3, 6):
            # Few suits and both jokers, so that much is followed, ruffed and thrown.
            suits = rng.sample("SHDC", 2 + number % 3)
            pack = [card for card in setting.pack if card[0] in suits or card in JOKERS]
            hands, leader = random_position(rng, setting, size, pack)
            check_trick(rng, setting, hands, leader)


@pytest.mark.nojit
def test_random_tricks():
    run(150, seed=1)


def test_thousands_of_random_tricks():
    run(2500, seed=2)


@pytest.mark.parametrize("trump", ["S", "NT"])
@pytest.mark.parametrize("option", [{"joker_led": "next_suit"}, {"joker_first_discard": True}, {}])
def test_tricks_with_a_joker_led(trump, option):
    rng = random.Random(3)
    setting = Setting(BidWhist(**option), Denomination(trump, "downtown"))
    for _ in range(300):
        hands, leader = random_position(rng, setting, 3, [c for c in setting.pack if c[0] in "SH" and c not in JOKERS])
        for joker in JOKERS:
            seat = rng.randrange(4) if joker == "LJ" else leader
            hands[seat] = [joker] if seat == leader else [joker, *hands[seat][1:]]
        check_trick(rng, setting, hands, leader)


def test_a_worthless_card_never_wins_wherever_it_sits():
    """Bid Whist keeps such cards in spare bits; a frame may keep them within a field."""
    field, card = 0x7FFF << 16, 1 << 20
    assert probes.ask_power(card, field, 0, 0, 0) > 0
    assert probes.ask_power(card, field, 0, card, 0) == probes.ask_power(card, field, field, card, 0) == 0
    for spare in (15, 31):
        assert probes.ask_power(1 << spare, 0x7FFF, 0, 1 << spare, 0) == 0


@pytest.mark.parametrize("seats", [(0, 1, 3), (1, 2, 3), (0, 2)])
def test_with_seats_sitting_out(seats):
    rng = random.Random(4)
    for _ in range(200):
        setting = random_setting(rng, seats=seats, sides=(0, 1, 2, 3), declarer=seats[0], leader=seats[0])
        check_trick(rng, setting, *random_position(rng, setting, 4))
