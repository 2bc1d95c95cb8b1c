"""Whist by its rules: RULES.md section 1, point by point."""

import random

import numpy as np
import pytest
import reference as ref
from engine_helpers import Setting, base_of, full_deal, random_position, turned_up

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


def test_a_fixed_number_of_hands():
    game = hs.Whist(hands=4)
    assert game.with_options({"hands": "none"}) == GAME and hs.Whist().with_options({"hands": "4"}) == game
    assert game.winner([9, 2], played=3) is None and game.winner([3, 2], played=4) == 0
    assert game.winner([2, 3], played=4) == 1 and game.winner([2, 2], played=4) is None
    with pytest.raises(HandsimError, match="after 4 hands"):
        game.winner([9, 2])
    for wrong in (0, -1, True):
        with pytest.raises(RulesError, match="hands="):
            hs.Whist(hands=wrong)


def test_trumps_in_turn():
    rotate, fifth = hs.Whist(trump="rotate"), hs.Whist(trump="rotate", rotate_notrump=True)
    assert [rotate.rotating_trump(n) for n in range(1, 6)] == ["H", "D", "S", "C", "H"]
    assert [fifth.rotating_trump(n) for n in range(1, 7)] == ["H", "D", "S", "C", "NT", "H"]
    with pytest.raises(HandsimError, match="from 1"):
        rotate.rotating_trump(0)
    with pytest.raises(RulesError, match="turn_up"):
        GAME.rotating_trump(1)
    with pytest.raises(RulesError, match="rotate_notrump=True"):
        hs.Whist(rotate_notrump=True)
    hand = "SA SK SQ S7 S4 HA H9 H3 DK DQ D2 C8 C5"
    table = hs.bid_table(hand, fifth, trump="NT", n_deals=50)
    assert set(table["trump"]) == {"NT"}
    for game, options, named in (
        (rotate, {}, "say which it is in this hand (trump: H)"),
        (rotate, {"trump": "NT"}, "cannot be played"),
        (rotate, {"known": {"turn_up": "H7"}}, "no card is turned up"),
        (GAME, {}, "say which card was turned up (known turn_up: H7)"),
    ):
        with pytest.raises(HandsimError) as caught:
            hs.bid_table(hand, game, n_deals=50, **options)
        assert named in str(caught.value)


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
    assert set(table["trump"]) == {"S"} and table.attrs["game"] == "whist"


def test_where_nobody_bids_there_is_no_question_of_bidding():
    with pytest.raises(RulesError, match="nobody bids in Whist: a table"):
        hs.ask("3", "SA SK SQ S7 S4 HA H9 H3 DK DQ D2 C8 C5", GAME)


# The card turned up

HAND = "SA SK S7 S2 HA HQ H4 DK D9 D3 CQ C8 C2"


@pytest.mark.parametrize("dealer", [None, 0, 1, 2])
def test_the_turned_up_card_lies_with_dealer_and_makes_the_trump(dealer):
    card, seat = ("H4", 0) if dealer == 0 else ("H7", 3 if dealer is None else dealer)
    options = {"dealer": dealer, "known": {"turn_up": card}, "n_deals": 60}
    deals = hs.sample_deals(HAND, GAME, **options)
    assert all(card in cards.split() for cards in deals[f"seat_{seat}"])
    table = hs.bid_table(HAND, GAME, **options)
    assert set(table["trump"]) == {"H"} and table.attrs["known"]["turn_up"] == card
    shown = hs.replay("3", HAND, GAME, deal=5, **options)
    assert (
        str(shown.contract) == f"3 in hearts ({card}) by seat 0" and hs.Hand(card).cards[0] in shown.hands[seat].cards
    )


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"known": {"turn_up": "HA"}}, "HA cannot lie both with seat 0 and with seat 3"),
        ({"known": {"turn_up": "H7 H8"}}, "only 1 there"),
        ({"known": {"turn_up": ""}}, "no cards in it"),
        ({"known": {"turn_up": "BJ"}}, "BJ"),
        ({"known": {"turn_up": "H7"}, "trump": "S"}, "H7 was turned up"),
        ({"known": {"turn_up": "H7"}, "dealer": 0}, "the hand asked about is dealer's"),
        ({"known": {"turn_up": "H7", 2: "H7 H8"}}, "H7 cannot lie both"),
        ({"known": {"kitty": "H7"}}, "turn_up"),
    ],
)
def test_a_wrong_turned_up_card_is_named(options, named):
    with pytest.raises(HandsimError) as caught:
        hs.bid_table(HAND, GAME, n_deals=50, **options)
    assert named in str(caught.value)


def test_contracts_with_a_turned_up_card():
    contract = GAME.contract("3", turn_up="H7", dealer=2)
    assert (contract.trump, contract.card) == ("H", "H7") and GAME.contract(turn_up="H7").trump == "H"
    frame = GAME.frame(contract)
    assert frame.face_up_seat == 2 and frame.card(frame.face_up) == GAME.deck.index(hs.Hand("H7").cards[0])
    for wrong in ({"trump": "S"}, {"bid": "3 in spades"}):
        with pytest.raises(RulesError, match="contradicts"):
            GAME.contract(turn_up="H7", **wrong)


def test_a_make_rate_in_closed_form():
    """All trumps but the two, which dealer, at our right, turned up, and the king of hearts.

    Twelve tricks are ours, and the two falls. Double dummy the last is ours too if nobody holds back the ace of hearts
    against us, so exactly if partner has it: of the 38 cards whose place is not known he holds 13.
    """
    hand = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 HK"
    table = hs.bid_table(hand, GAME, known={"turn_up": "S2"}, method="double_dummy", n_deals=400)
    assert table.loc["6", "make_rate"] == 1
    rate = 13 / 38
    assert abs(table.loc["7", "make_rate"] - rate) < 4 * np.sqrt(rate * (1 - rate) / 400)
    played = hs.bid_table(hand, GAME, known={"turn_up": "S2"}, n_deals=2000)
    assert played.loc["6", "make_rate"] == 1 and played.loc["7", "make_rate"] >= rate - 0.05


def test_playouts_with_a_turned_up_card_are_the_references():
    for number in range(24):
        dealer, card = number % 4, "SHDC"[number % 4] + "2TA"[number % 3]
        setting = Setting(GAME, GAME.denominations[number % 4], dealer=dealer, turn_up=card)
        places = turned_up(card, dealer, full_deal(6, number, GAME))
        policy = ("random", "greedy")[number % 2]
        log, taken = setting.engine([places], policies.find(policy), key=11)
        _, cards, record = setting.reference(places, policy, base_of(11, 0))
        assert setting.in_words(log[0])[1] == cards and record.tricks_by_seat == taken[0].tolist()
