"""Symmetry, exact, for explicit deals: what is named otherwise is played the same.

A relabelling keeps the engine's bits as they are (suits are permuted together with the frame's fields), so that even
draws and ties fall alike; seats are rotated only for policies that draw nothing.
"""

import itertools
import random

import numpy as np
import pytest
import reference as ref
from engine_helpers import CHOICES, Setting, full_deal

from handsim.engine import policy as policies
from handsim.games.bid_whist import DENOMINATIONS, BidWhist, Denomination

KEY = ref.stream(21, ref.PLAY)
N = 40
OPTIONS = [
    {},
    {"joker_led": "next_suit", "joker_first_discard": True, "exchange_count_public": True, "show_kitty": "always"},
    {"exchange": False, "first_lead": "dealer_left"},
    {"downtown_ace": "worst", "first_lead": "dealer_left", "show_kitty": "never"},
]
with_options = pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(map(str, o.values())) or "default")
by_policy = pytest.mark.parametrize("policy", policies.names())


def relabelled(places, name):
    return [[name[card] for card in place] for place in places]


def play(setting, deals, policy):
    """Every deal's burial and cards in order, as texts, and the tricks by seat."""
    log, taken = setting.engine(deals, policies.find(policy), key=KEY)
    return [setting.in_words(row) for row in log], taken


def check_relabelling(a, b, name, policy):
    """Playing relabelled deals in setting `b` is relabelled play in setting `a`."""
    deals = [full_deal(31, i) for i in range(N)]
    plays, taken = play(a, deals, policy)
    others, took = play(b, [relabelled(places, name) for places in deals], policy)
    assert (taken == took).all()
    for (buried, cards), (away, played) in zip(plays, others, strict=True):
        assert {name[card] for card in buried} == set(away)
        assert [name[card] for card in cards] == played


def suit_names(permutation):
    """Card -> the same card with its suit renamed; jokers stay."""
    to = dict(zip("SHDC", permutation, strict=True))
    return {card: card if card in ref.JOKERS else to[card[0]] + card[1] for card in ref.PACK}


@by_policy
@with_options
def test_suits_permuted_with_the_fields(options, policy):
    rng = random.Random(1)
    game = BidWhist(**options)
    for denomination in DENOMINATIONS:
        permutation = "".join(rng.sample("SHDC", 4))
        name = suit_names(permutation)
        trump = dict(zip("SHDC", permutation, strict=True)).get(denomination.trump, "NT")
        seats = {"declarer": rng.randrange(4), "dealer": rng.randrange(4)}
        fields = "".join(rng.sample("SHDC", 4))
        a = Setting(game, denomination, fields=fields, **seats)
        there = "".join(dict(zip("SHDC", permutation, strict=True))[suit] for suit in fields)
        b = Setting(game, Denomination(trump, denomination.direction), fields=there, **seats)
        assert (a.frame.bits != b.frame.bits).any() or permutation == "SHDC"
        check_relabelling(a, b, name, policy)


def rank_names(ace):
    """Card -> its mirror: what stands as high uptown as the other does downtown."""
    down = "KQJT98765432A" if ace == "best" else "AKQJT98765432"
    to = dict(zip("23456789TJQKA", down, strict=True))
    return {card: card if card in ref.JOKERS else card[0] + to[card[1]] for card in ref.PACK}


@by_policy
@pytest.mark.parametrize("ace", CHOICES["downtown_ace"])
def test_uptown_is_the_mirror_of_downtown(ace, policy):
    name = rank_names(ace)
    assert name["SA"] == ("SA" if ace == "best" else "S2")
    for options, trump in itertools.product(OPTIONS[:3], ("S", "H", "D", "C", "NT")):
        game = BidWhist(**{**options, "downtown_ace": ace})
        a, b = (Setting(game, Denomination(trump, direction), declarer=1) for direction in ("uptown", "downtown"))
        if a.kitty_shown == b.kitty_shown:
            check_relabelling(a, b, name, policy)


@pytest.mark.parametrize("policy", [name for name in policies.names() if name != "random"])
@with_options
def test_seats_rotated(options, policy):
    game, deals = BidWhist(**options), [full_deal(32, i) for i in range(N)]
    for denomination, turn in itertools.product(DENOMINATIONS, (1, 2, 3)):
        a = Setting(game, denomination, declarer=0, dealer=1)
        b = Setting(game, denomination, declarer=turn, dealer=(1 + turn) % 4)
        turned = [[*(places[(seat - turn) % 4] for seat in range(4)), places[4]] for places in deals]
        plays, taken = play(a, deals, policy)
        others, took = play(b, turned, policy)
        assert plays == others
        assert (np.roll(taken, turn, axis=1) == took).all()


def test_random_play_is_not_the_same_after_a_rotation():
    """The check of seats can fail: draws belong to seats."""
    places = full_deal(32, 0)
    a, b = Setting(declarer=0), Setting(declarer=1, dealer=0)
    turned = [*places[3:4], *places[:3], places[4]]
    assert play(a, [places], "random")[0] != play(b, [turned], "random")[0]


def test_a_wrong_relabelling_is_noticed():
    name = suit_names("HSDC")
    with pytest.raises(AssertionError):
        check_relabelling(Setting(), Setting(), name, "greedy")
    with pytest.raises(AssertionError):
        a, b = Setting(), Setting(BidWhist(), Denomination("S", "downtown"))
        check_relabelling(a, b, rank_names("worst"), "greedy")


def test_a_deals_copy_is_played_alike_whatever_surrounds_it():
    """The state of one deal does not leak into the next."""
    setting, policy = Setting(BidWhist(), DENOMINATIONS[9]), policies.find("maxims")
    deals = [full_deal(33, i) for i in range(N)]
    log, _ = setting.engine(deals, policy, key=KEY)
    backwards, _ = setting.engine(deals[::-1], policy, key=KEY)
    assert (log == backwards[::-1]).all()  # maxims draws nothing, so that the index does not matter
    alone = [setting.engine([places], policy, key=KEY, start=i)[0][0] for i, places in enumerate(deals)]
    assert (np.array(alone) == log).all()
