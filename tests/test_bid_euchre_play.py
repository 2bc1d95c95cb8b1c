"""Bid Euchre as the engine plays it: against the twin card for card, and hands whose outcome is known."""

import math
import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
import reference_euchre as twin
from engine_helpers import base_of
from euchre_helpers import GAMES, PLAYERS, EuchreSetting, euchre_deal, every_setting, random_ending

from handsim.engine import policy as policies
from handsim.engine.double_dummy import Position, solve
from handsim.games.base import Denomination
from handsim.games.bid_euchre import BidEuchre

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


# Hands whose outcome is known, whoever holds the rest


def completions(game, hand, n=400, seed=3):
    """Deals in which seat 0 holds a hand: four hands and what piles there are, as the twin names cards."""
    rest = twin.pack(game.joker, game.decks)
    for card in hand:
        rest.remove(card)
    need = [0, *[game.hand_size] * 3, *game.piles.values()]
    for i in range(n):
        places = ref.deal(seed, ref.DEAL, i, rest, need)
        places[0] = list(hand)
        yield places


def tricks_of(setting, deals, policy="maxims"):
    """The tricks of seats 0 and 2, deal by deal."""
    _, taken = setting.engine(deals, policies.find(policy), key=KEY)
    return taken[:, 0] + taken[:, 2]


TOP_TRUMPS = {
    "six": (BidEuchre(), "SJ CJ SA SK SQ ST"),
    "without the left": (BidEuchre(), "SJ SA SK SQ ST S9"),  # the left falls under the right: it must follow
    "joker": (BidEuchre(joker=True), "BJ SJ CJ SA SK SQ"),
    "two decks": (BidEuchre(decks=2), "SJ SJ' CJ CJ' SA SA' SK SK' SQ SQ' ST ST'"),
    "two decks, a ten and a nine out": (BidEuchre(decks=2), "SJ SJ' CJ CJ' SA SA' SK SK' SQ SQ' ST S9"),
}


@pytest.mark.parametrize("policy", ["maxims", "greedy"])
@pytest.mark.parametrize("bid", ["moon", "6"])
@pytest.mark.parametrize("name", TOP_TRUMPS)
def test_the_top_trumps_sweep_on_every_deal(name, bid, policy):
    game, hand = TOP_TRUMPS[name]
    bid = "12" if bid == "6" and game.decks == 2 else bid
    setting = EuchreSetting(game, bid, Denomination("S"), declarer=0)
    deals = list(completions(game, hand.split()))
    assert (tricks_of(setting, deals, policy) == game.n_tricks).all()


@pytest.mark.parametrize("bid", ["6", "moon", "ask"])
def test_six_trumps_without_the_right_need_it_with_partner(bid):
    """CJ SA SK SQ ST S9: all six if partner holds the right bower, which takes his side's trick or sits out; else five.

    It is one of 18 cards of which six are his: 1/3 of the deals. In an ask he hands it over; without it he gives a
    plain card, and the asker, who had to part with a trump, may lose two tricks.

    """
    setting = EuchreSetting(BidEuchre(), bid, Denomination("S"), declarer=0)
    deals = list(completions(BidEuchre(), ["CJ", "SA", "SK", "SQ", "ST", "S9"], n=2000))
    with_partner = np.array(["SJ" in places[2] for places in deals])
    tricks = tricks_of(setting, deals)
    assert ((tricks == 6) == with_partner).all()
    assert bid == "ask" or tricks.min() == 5
    assert abs((tricks == 6).mean() - 1 / 3) < 4 * (2 / 9 / 2000) ** 0.5


@pytest.mark.parametrize("bid", ["6", "moon"])
def test_the_left_bower_is_lost_only_if_it_is_guarded(bid):
    """SJ SA SK SQ ST and HA: only the left bower and the nine of trumps are out.

    The right bower draws one round. The left falls, unless an opponent plays the nine under it: one opponent holds
    both in 2 x C(16, 4) of C(18, 6) deals, so that all six make in 1 - 2 x 1820 / 18564 = 80.39%.
    """
    setting = EuchreSetting(BidEuchre(), bid, Denomination("S"), declarer=0)
    deals = list(completions(BidEuchre(), ["SJ", "SA", "SK", "SQ", "ST", "HA"], n=2000))
    guarded = np.array([any({"CJ", "S9"} <= set(places[seat]) for seat in (1, 3)) for places in deals])
    tricks = tricks_of(setting, deals)
    assert ((tricks < 6) == guarded).all()
    rate = 1 - 2 * math.comb(16, 4) / math.comb(18, 6)
    assert round(100 * rate, 2) == 80.39
    assert abs((tricks == 6).mean() - rate) < 4 * (rate * (1 - rate) / 2000) ** 0.5
    exact = [solve([setting.mask(hand) for hand in places[:4]], setting.frame) for places in deals[:100]]
    assert ((np.array(exact) < 6) == guarded[:100]).all()


def test_an_ask_with_five_top_trumps_makes_with_a_trump_or_an_ace_from_partner():
    """SJ CJ SA SK SQ and a nine to offer: partner has a trump or an ace in all but C(13, 6) of C(18, 6) deals."""
    setting = EuchreSetting(BidEuchre(), "ask", Denomination("S"), declarer=0)
    deals = list(completions(BidEuchre(), ["SJ", "CJ", "SA", "SK", "SQ", "H9"], n=2000))
    helped = np.array([bool({"ST", "S9", "HA", "DA", "CA"} & set(places[2])) for places in deals])
    rate = 1 - math.comb(13, 6) / math.comb(18, 6)
    assert abs(helped.mean() - rate) < 4 * (rate * (1 - rate) / 2000) ** 0.5
    assert (tricks_of(setting, deals)[helped] == 6).all()


def test_with_two_decks_the_other_right_bower_wins_only_if_it_is_guarded():
    """All the trumps of two decks but a right bower and a nine: the closed form of the same question.

    Of 36 unseen cards an opponent's twelve hold both in 2 x C(34, 10) of C(36, 12) deals: moon makes in 79.05%.
    """
    game = BidEuchre(decks=2)
    setting = EuchreSetting(game, "moon", Denomination("S"), declarer=0)
    hand = "SJ CJ CJ' SA SA' SK SK' SQ SQ' ST ST' S9"
    deals = list(completions(game, hand.split(), n=1000))
    guarded = np.array([any({"SJ'", "S9'"} <= set(places[seat]) for seat in (1, 3)) for places in deals])
    tricks = tricks_of(setting, deals)
    assert ((tricks < 12) == guarded).all() and tricks.min() == 11
    rate = 1 - 2 * math.comb(34, 10) / math.comb(36, 12)
    assert abs((tricks == 12).mean() - rate) < 4 * (rate * (1 - rate) / 1000) ** 0.5


@pytest.mark.parametrize("policy", ["random", "greedy", "maxims"])
def test_the_second_copy_of_a_card_never_beats_the_first(policy):
    rng, ties = random.Random(9), 0
    for setting in every_setting(rng, [BidEuchre(decks=2, notrump_low=True)], bids=("7", "moon")):
        deals = [euchre_deal(8, i, setting.game) for i in range(40)]
        log, taken = setting.engine(deals, policies.find(policy), key=KEY)
        for row, won in zip(log, taken, strict=True):
            cards, n, leader = setting.in_words(row)[1], setting.frame.n_playing, setting.rules.leader
            counts = [0] * 4
            for i in range(0, len(cards), n):
                trick = list(zip(ref.seat_order(setting.rules, leader), cards[i : i + n], strict=True))
                leader = ref.trick_winner(setting.rules, trick)
                counts[leader] += 1
                best = dict(trick)[leader]
                rivals = [seat for seat, card in trick if card[:2] == best[:2] and seat != leader]
                ties += len(rivals)
                assert all(
                    [seat for seat, _ in trick].index(seat) > [s for s, _ in trick].index(leader) for seat in rivals
                )
            assert counts == won.tolist()
    assert ties > 100


def test_an_ask_takes_partners_best_and_keeps_it_secret():
    """Partner hands over his best trump, the left bower among them; without one his highest ace, else card."""
    hand = "SJ SA SK SQ H9 D9"
    for partner, given in [
        ("CJ ST S9 HA HK HQ", "CJ"),
        ("ST S9 HA HK HQ DA", "ST"),
        ("HK DA CA CK CQ HT", "DA"),  # the higher field of equals gives way to the lower
        ("HK DQ CQ CK CT HT", "HK"),
    ]:
        rest = [card for card in twin.pack() if card not in f"{hand} {partner}".split()]
        places = [hand.split(), rest[:6], partner.split(), rest[6:]]
        setting = EuchreSetting(BidEuchre(), "ask", Denomination("S"), declarer=0)
        log, _ = setting.engine([places], policies.find("greedy"))
        (offered,), cards = setting.in_words(log[0])
        assert offered == "H9" and given in cards and offered not in cards
        assert [card for card in cards if card in partner.split()] == [given]
