"""Bid Euchre through the doors that people use: tables, answers, replays, charts, the command line."""

import math

import numpy as np
import pytest

import handsim as hs
from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.cli import main
from handsim.engine.rng import DEAL
from handsim.errors import CardsError, HandsimError, RulesError

GAME, JOKER, DOUBLE = hs.BidEuchre(), hs.BidEuchre(joker=True), hs.BidEuchre(decks=2)
HAND = "SJ CJ SA SK HA D9"
TWELVE = "SJ SJ CJ CJ SA SA SK SQ ST HA HA D9"


def run(*args):
    return main([str(arg) for arg in args])


def test_a_bid_table():
    table = hs.bid_table(HAND, GAME, n_deals=600)
    assert table.index.tolist() == ["3", "4", "5", "6", "ask", "moon"]
    assert table["call"].tolist() == ["", "", "", "", "ask", "moon"]
    assert set(table["trump"]) == {"S"} and set(table["direction"]) == {""}
    assert np.allclose(table["points_mean"], table["points_for"] - table["points_against"])
    tricks = hs.playouts(HAND, GAME, n_deals=600).query("trump == 'S'")
    for bid, row in table.iterrows():
        took = tricks[tricks["played_as"] == row["call"]]["tricks"].to_numpy()
        level = int(row["level"])
        assert row["make_rate"] == np.mean(took >= level)
        won = {"ask": 12, "moon": 24}.get(bid, took)
        assert np.isclose(row["points_for"], np.where(took >= level, won, -level).mean())
        assert np.isclose(row["points_against"], (6 - took).mean())
    assert table.loc["ask", "make_rate"] > 0.9 > 0.6 > table.loc["6", "make_rate"] > table.loc["moon", "make_rate"]


def test_the_closed_form_of_a_sure_hand_in_the_table():
    """All top trumps: every number and moon make; an ask parts with a trump, and may lose."""
    table = hs.bid_table("SJ CJ SA SK SQ ST", GAME, n_deals=500, trump="S")
    assert (table.drop(index="ask")["make_rate"] == 1).all() and table.loc["moon", "points_mean"] == 24
    assert table.loc["ask", "make_rate"] < 1


def test_a_guarded_left_bower_in_the_table():
    """SJ SA SK SQ ST and HA make all six in 1 - 2 C(16, 4) / C(18, 6) of the deals; see test_bid_euchre_play.py."""
    table = hs.bid_table("SJ SA SK SQ ST HA", GAME, n_deals=10_000, trump="S")
    rate = 1 - 2 * math.comb(16, 4) / math.comb(18, 6)
    assert abs(table.loc["6", "make_rate"] - rate) < 4 * (rate * (1 - rate) / 10_000) ** 0.5
    assert table.loc["moon", "make_rate"] == table.loc["6", "make_rate"]


@pytest.mark.parametrize(
    ("call", "trump"), [("moon", "S"), ("ask in hearts", "H"), ("3 in spades", "S"), ("six", "S"), ("4 clubs", "C")]
)
def test_an_answer(call, trump):
    answer = hs.ask(call, HAND, GAME, n_deals=500)
    assert answer.trump == trump and answer.bid == GAME.parse_call(call).bid.name
    if call == "moon":
        assert answer.verdict == "pass" and answer.gain == 24 and round(answer.loss, 6) == 7


def test_denominations_and_ways_to_play():
    table = hs.denomination_table(HAND, GAME, n_deals=200)
    assert table.index.tolist() == [*"SHDC", *(f"{s} {way}" for way in ("ask", "moon") for s in "SHDC")]
    assert table["played_as"].tolist() == [""] * 4 + ["ask"] * 4 + ["moon"] * 4
    labels = [label.get_text() for label in hs.plot_tricks(table).get_yticklabels()]
    assert labels[0] == "♠" and labels[4] == "♠ ask" and labels[-1] == "♣ moon"
    assert hs.plot_bid_table(hs.bid_table(HAND, GAME, n_deals=200)).get_title(loc="left").startswith("Bid Euchre")


def test_a_replay_of_an_ask_shows_what_was_offered():
    shown = hs.replay("ask in spades", HAND, GAME, deal=3)
    assert str(shown.buried) == "D9" and len(shown.plays) == 18 and set(shown.plays["seat"]) == {0, 1, 3}
    text = str(shown)
    assert "offered" in text and "buried" not in text and "ask in spades by seat 0" in text
    plain = hs.replay("4 in spades", HAND, GAME, deal=3)
    assert len(plain.plays) == 24 and "offered" not in str(plain)
    assert "J CJ A K" in str(plain), "the left bower stands with the trumps"
    assert "J&nbsp;♣J&nbsp;A&nbsp;K" in plain._repr_html_()


def test_failures_name_the_loser():
    table = hs.failures("moon in spades", HAND, GAME, n_deals=100)
    assert len(table) == 5 and (table["cause"] == "side suit loser: D9").all()


def test_two_decks():
    table = hs.bid_table(TWELVE, DOUBLE, n_deals=200)
    assert table.index.tolist() == [*map(str, range(3, 13)), "ask", "moon"]
    assert table.loc["11", "make_rate"] == 1 and table.loc["ask", "points_for"] > 20
    deals = hs.sample_deals(TWELVE, DOUBLE, n_deals=50, known={"partner": "SK HK HK"})
    for row in deals.itertuples(index=False):
        cards = " ".join(row).split()
        assert sorted(cards) == sorted(str(card) for card in DOUBLE.deck)
        assert row.seat_2.split().count("HK") == 2 and "SK" in row.seat_2.split()
    with pytest.raises(CardsError, match="SK cannot lie both with seat 0 and with seat 2"):
        hs.sample_deals(TWELVE, DOUBLE, n_deals=1, known={"partner": "SK SK"})


def test_double_dummy_beside_the_policy():
    table = hs.bid_table(HAND, GAME, n_deals=60, method="both", trump="S")
    assert table.loc["3", "tricks_mean_dd"] >= 5 and table.loc["moon", "tricks_mean_dd"] >= 5
    solved = hs.bid_table(TWELVE, DOUBLE, n_deals=2, method="double_dummy", trump="S")
    assert (solved.loc["3":"11", "make_rate"] == 1).all()


def test_a_deal_double_dummy():
    deal = "SJ CJ SA SK HA D9; S9 ST HK HQ HJ DA; SQ DK DQ DJ DT CA; CK CQ CT C9 HT H9"
    assert hs.double_dummy(deal, GAME.contract("moon in spades")) == 5
    assert hs.double_dummy(deal, GAME.contract("ask in spades")) == 5  # the hands are those after the exchange
    table = hs.double_dummy_table(deal, GAME)
    assert table.columns.tolist() == [*"SHDC", *(f"{s} {way}" for way in ("ask", "moon") for s in "SHDC")]
    for name, column in table.items():
        suit, bid = [*name.split(), "3"][:2]
        for declarer, tricks in column.items():
            assert hs.double_dummy(deal, GAME.contract(bid, trump=suit, declarer=declarer)) == tricks
    two = "SJ SA; SA CJ; CJ S9; SJ SK"
    assert hs.double_dummy(two, DOUBLE.contract("3 in spades")) == 1
    trace = hs.play_trace(two, DOUBLE.contract("3 in spades"), "SA SA S9 SK")
    assert trace["card"].tolist() == ["SA", "SA", "S9", "SK"] and trace["best"].tolist() == ["SJ", "CJ", "", "SJ"]
    with pytest.raises(RulesError, match=r'card 2, "SJ": seat 1 does not hold it; he may play SA CJ'):
        hs.play_trace(two, DOUBLE.contract("3 in spades"), "SA SJ")


# With a joker: dealer's seventh card


def test_a_non_dealers_completions_give_dealer_six_chosen_from_seven():
    asked = situation("BJ SJ CJ SA HA D9", JOKER, dealer=1)
    rows = deal_block(asked, DEAL, 0, 3000)
    assert (np.bitwise_count(rows) == [6, 6, 6, 6, 1]).all()
    assert (np.bitwise_or.reduce(rows, axis=1) == 2**25 - 1).all()
    best = sum(1 << JOKER.deck.index(card) for card in JOKER.deck if card.rank == "J" or card.rank == "A")
    nines = sum(1 << JOKER.deck.index(card) for card in JOKER.deck if card.rank in ("9", "T"))
    assert ((rows[:, 4] & best) != 0).mean() < 0.03, "a jack may be a bower, an ace wins a trick: 4 of the 19 are such"
    thrown = ((rows[:, 4] & nines) != 0).mean()
    assert thrown > 0.5, "only 7 of the 19 cards are nines and tens: dealer chose"


def test_dealer_himself_has_seven_cards_or_says_what_he_put_away():
    seven = hs.bid_table("BJ SJ CJ SA HA D9 C9", JOKER, n_deals=300, dealer=0)
    six = hs.bid_table("BJ SJ CJ SA HA C9", JOKER, n_deals=300, dealer=0, known={"discard": "D9"})
    assert (seven["make_rate"] == six["make_rate"]).all()  # he puts the nine of diamonds away: that of clubs is a trump
    assert seven.attrs["discarded"] == "D9" and "discarded" not in six.attrs
    assert seven.attrs["hand"] == "BJ SA SJ HA D9 CJ C9" and not seven.attrs["known"]
    with pytest.raises(CardsError, match="7 cards before he throws 1 away"):
        hs.bid_table("BJ SJ CJ SA HA D9", JOKER, n_deals=10, dealer=0)


def test_what_dealer_puts_away_is_said():
    hand, options = "BJ SJ CJ SA HA D9 C9", {"dealer": 0, "n_deals": 50}
    answer = hs.ask("moon in clubs", hand, JOKER, **options)
    assert answer.to_dict()["discarded"] == "D9" and "you put D9 away before the bidding" in str(answer)
    assert hs.replay("moon in clubs", hand, JOKER, **options).to_dict()["piles"] == {"discard": "D9"}
    lots = hs.ask("moon in clubs", hand, JOKER, policy="random", **options)
    assert lots.discarded == "varies" and "not always the same card" in str(lots)
    others = hs.ask("moon in clubs", "BJ SJ CJ SA HA D9", JOKER, dealer=1, n_deals=50)
    assert others.discarded == "" and "put" not in str(others)


# Surveys, what does not fit, the command line


def test_a_survey_and_a_chart_of_it():
    survey = hs.hand_survey(GAME, 30, n_deals=50, features=["trumps", "side_aces"])
    chart = hs.bid_chart(survey, "4", rows="trumps", columns="side_aces")
    assert chart["hands"].sum() == 30 and {"trumps_moon", "make_moon", "points_ask"} <= set(survey.columns)
    assert "points" not in hs.hand_survey(GAME, 2, n_deals=20).attrs["features"]


def test_what_is_for_kitties_is_refused():
    with pytest.raises(RulesError, match="there is no kitty in Bid Euchre"):
        hs.kitty_value("4 in spades", HAND, GAME, n_deals=10)
    with pytest.raises(HandsimError):
        hs.exchange_table("4 in spades", HAND, "S9 ST", GAME, n_deals=10)


def test_the_command_line(capsys):
    assert run("table", HAND, "--game", "bid euchre", "--deals", 200) == 0
    shown = capsys.readouterr().out
    assert "points for" in shown and "points against" in shown and "moon" in shown
    assert run("ask", "ask in spades", HAND, "--game", "euchre", "--deals", 200) == 0
    assert "ask in spades: Bid it." in capsys.readouterr().out
    assert run("denominations", HAND, "--game", "euchre", "--deals", 200) == 0
    assert "spades, moon" in capsys.readouterr().out
    assert run("replay", "moon in spades", HAND, "--game", "euchre", "--deal", 1) == 0
    assert "moon in spades by seat 0" in capsys.readouterr().out
    assert run("table", TWELVE, "--game", "euchre", "--option", "decks=2", "--deals", 100) == 0
    assert "12" in capsys.readouterr().out
    for args in (("ask", 7, HAND), ("table", "SJ CJ SA SK HA D8"), ("ask", "3 nt", HAND)):
        assert run(*args, "--game", "euchre") == 2
        assert capsys.readouterr().err.startswith("handsim: error: ")
