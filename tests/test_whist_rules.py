"""Whist by its rules: RULES.md section 1, point by point."""

import random

import numpy as np
import pytest
import reference as ref
from engine_helpers import Setting, base_of, full_deal, random_position

import handsim as hs
from handsim.engine import policy as policies
from handsim.errors import HandsimError, NotationError, RulesError

GAME = hs.Whist()


def test_the_deck_and_the_deal():
    assert len(GAME.deck) == 52 and GAME.deck.jokers == ()
    assert GAME.hand_size == GAME.n_tricks == 13 and GAME.piles == {} and GAME.kitty_tricks == 0
    assert [str(d) for d in GAME.denominations] == ["S", "H", "D", "C", "NT"]
    assert {d.direction for d in GAME.denominations} == {""}
    with pytest.raises(HandsimError, match="BJ"):
        hs.Hand.parse("BJ SA", GAME)


@pytest.mark.parametrize(("declarer", "dealer", "leader"), [(0, None, 1), (3, None, 0), (0, 3, 0), (1, 2, 3)])
def test_dealers_left_leads_and_declarer_deals_where_nobody_is_named(declarer, dealer, leader):
    contract = GAME.contract(trump="S", declarer=declarer, dealer=dealer)
    assert GAME.frame(contract).leader == leader
    assert contract.declarer == declarer and contract.dealer == (declarer if dealer is None else dealer)


@pytest.mark.parametrize(
    ("bid", "options", "said"),
    [
        (None, {"trump": "S"}, "whist in spades by seat 0"),
        (None, {"trump": "NT", "declarer": 2}, "whist in notrump by seat 2"),
        ("hearts", {}, "whist in hearts by seat 0"),
        ("♦", {"trump": "D"}, "whist in diamonds by seat 0"),
        ("no trump", {}, "whist in notrump by seat 0"),
        ("3", {"trump": "C"}, "3 in clubs by seat 0"),
        ("three in spades", {}, "3 in spades by seat 0"),
        ("7nt", {}, "7 in notrump by seat 0"),
    ],
)
def test_contracts(bid, options, said):
    contract = GAME.contract(bid, **options)
    assert str(contract) == said and contract.game == GAME and contract.direction == ""
    assert (GAME.frame(contract).trumps == 0) == (contract.trump == "NT")


@pytest.mark.parametrize(
    ("bid", "options", "error", "named"),
    [
        (None, {}, RulesError, "S, H, D, C or NT"),
        ("3", {}, RulesError, "needs its trump"),
        ("spades", {"trump": "H"}, RulesError, "contradicts"),
        ("3 in spades", {"trump": "H"}, RulesError, "contradicts"),
        ("8", {"trump": "S"}, RulesError, "1 to 7"),
        ("3 uptown", {"trump": "S"}, NotationError, "uptown"),
        (None, {"trump": "S", "direction": "uptown"}, NotationError, "none in this game"),
        (None, {"trump": "X"}, NotationError, "X"),
    ],
)
def test_what_is_no_contract_is_refused(bid, options, error, named):
    with pytest.raises(error) as caught:
        GAME.contract(bid, **options)
    assert named in str(caught.value)


def test_the_side_with_more_tricks_scores_those_over_six():
    for contract in (GAME.contract(trump="S"), GAME.contract("5", trump="S")):
        points = GAME.score(contract, np.arange(14))
        assert points[:, 0].tolist() == [0] * 7 + [1, 2, 3, 4, 5, 6, 7]
        assert points[:, 1].tolist() == [7, 6, 5, 4, 3, 2, 1] + [0] * 7
    assert GAME.made(GAME.contract(trump="S"), [6, 7]).tolist() == [False, True]
    assert GAME.made(GAME.contract("5", trump="S"), [10, 11]).tolist() == [False, True]


@pytest.mark.parametrize("target", [5, 7, 9])
def test_the_target(target):
    game = hs.Whist(target=target)
    assert [game.winner(s) for s in ([target - 1, 0], [target, 1], [0, target + 2], [-target, 0])] == [None, 0, 1, None]


def test_playouts_are_the_references():
    rng = random.Random(3)
    for number in range(40):
        denomination = GAME.denominations[number % 5]
        setting = Setting(GAME, denomination, declarer=rng.randrange(4), dealer=rng.randrange(4))
        places, policy = full_deal(5, number, GAME), ("random", "greedy")[number % 2]
        log, taken = setting.engine([places], policies.find(policy), key=11)
        _, cards, record = setting.reference(places, policy, base_of(11, 0))
        assert setting.in_words(log[0])[1] == cards and record.tricks_by_seat == taken[0].tolist()


def test_double_dummy_is_minimax():
    from handsim.engine.double_dummy import solve

    rng = random.Random(4)
    for number in range(60):
        setting = Setting(GAME, GAME.denominations[number % 5])
        hands, leader = random_position(rng, setting, 1 + number % 4)
        expected = ref.minimax(setting.rules, hands, leader)
        assert solve([setting.mask(hand) for hand in hands], setting.frame, leader) == expected


def test_a_bid_table_is_made_of_playouts():
    hand = "SA SK SQ S7 S4 HA H9 H3 DK DQ D2 C8 C5"
    table = hs.bid_table(hand, GAME, n_deals=200, trump="S")
    assert table.index.tolist() == [str(n) for n in range(1, 8)] and set(table["trump"]) == {"S"}
    tricks = hs.playouts(hand, GAME, n_deals=200).query("trump == 'S'")["tricks"].to_numpy()
    assert table["make_rate"].tolist() == [float(np.mean(tricks >= n + 6)) for n in range(1, 8)]
    assert np.allclose(table["points_mean"], np.mean(np.maximum(tricks - 6, 0) - np.maximum(7 - tricks, 0)))
    table = hs.bid_table(hand, GAME, n_deals=200)
    assert table["trump"].nunique() == 1 and table.attrs["game"] == "whist"


def test_where_nobody_bids_there_is_no_question_of_bidding():
    with pytest.raises(RulesError, match="nobody bids in Whist: bid_table"):
        hs.ask("3", "SA SK SQ S7 S4 HA H9 H3 DK DQ D2 C8 C5", GAME)
