"""Bid Euchre as the engine plays it: against the twin card for card, and hands whose outcome is known."""

import random

import engine_probes as probes
import pytest
import reference as ref
from engine_helpers import base_of
from euchre_helpers import GAMES, PLAYERS, euchre_deal, every_setting, random_ending

from handsim.engine import policy as policies
from handsim.engine.double_dummy import Position, solve

KEY = ref.stream(71, ref.PLAY)
BY_NAME = {"random": policies.find("random"), "greedy": policies.find("greedy"), "digest": probes.DIGEST}


def check(setting, policy, start, n):
    """Play deals out by both, and compare what is offered, every card, and the tricks."""
    deals = [euchre_deal(6, start + i, setting.game) for i in range(n)]
    log, taken = setting.engine(deals, BY_NAME[policy], key=KEY, start=start)
    for i, places in enumerate(deals):
        away, cards, record = setting.reference(places, policy, base_of(KEY, start + i))
        offered, played = setting.in_words(log[i])
        assert sorted(away) == sorted(offered), (setting, policy, start + i)
        if played != cards:
            ply = next(k for k in range(len(cards)) if played[k] != cards[k])
            pytest.fail(f"{setting}, {policy}, deal {start + i}, play {ply}: {played[ply]}, not {cards[ply]}")
        assert taken[i].tolist() == record.tricks_by_seat


@pytest.mark.parametrize("policy", PLAYERS)
def test_playouts_are_the_twins(policy):
    rng = random.Random(len(policy))
    for number, setting in enumerate(every_setting(rng)):
        check(setting, policy, 10 * number, 3 if policy == "digest" else 8)


# Double dummy


def test_double_dummy_is_minimax():
    rng = random.Random(4)
    for number, setting in enumerate(every_setting(rng)):
        for size in (1 + number % 3, 3):
            hands, leader = random_ending(rng, setting, size)
            expected = ref.minimax(setting.rules, hands, leader)
            got = solve([setting.mask(hand) for hand in hands], setting.frame, leader)
            assert got == expected, (setting, hands, leader)


def test_double_dummy_in_mid_trick_with_two_decks():
    rng = random.Random(5)
    for setting in every_setting(rng, [GAMES[5]]):
        rules = setting.rules
        hands, leader = random_ending(rng, setting, 3)
        position = Position([setting.mask(hand) for hand in hands], setting.frame, leader)
        left, taken = [list(hand) for hand in hands], 0
        while left[leader]:
            trick = []
            for seat in ref.seat_order(rules, leader):
                assert position.seat == seat
                legal = ref.in_listing_order(rules, ref.legal_cards(rules, left[seat], trick))
                assert [setting.card[card] for card in position.legal()] == legal
                leaders = ref.minimax(rules, left, leader, trick)
                rest = len(left[seat]) - leaders if rules.sides[leader] else leaders
                assert position.tricks_of(0) == taken + rest
                card = rng.choice(legal)
                position.play(setting.bit[card])
                left[seat].remove(card)
                trick.append((seat, card))
            leader = ref.trick_winner(rules, trick)
            taken += rules.sides[leader] == 0
        assert position.tricks_of(0) == taken
