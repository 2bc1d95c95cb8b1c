"""Smear through tables, answers, replays, charts and the command line."""

import re

import numpy as np
import pytest

import handsim as hs
from handsim.cli import main
from handsim.errors import ArgumentError, CardsError, RulesError

GAME, HAND = hs.Smear(), "SA SJ S8 H8 D9 CK"
POINTS = ["high", "low", "jack", "game"]


def test_a_bid_table_has_a_column_for_each_of_the_four_points():
    table = hs.bid_table(HAND, GAME, n_deals=500)
    assert table.index.tolist() == ["2", "3", "4"] and set(table["trump"]) == {"S"}
    added = [name for point in POINTS for name in (point, f"{point}_se")]
    assert table.columns.tolist()[-10:] == ["points_se", *added, "n_deals"]
    assert (table["high"] == 1.0).all() and ((table[POINTS] >= 0) & (table[POINTS] <= 1)).all(axis=None)
    assert table["make_rate"].is_monotonic_decreasing and table.attrs["game"] == "smear"
    denominations = hs.denomination_table(HAND, GAME, n_deals=500)
    assert denominations.attrs["counts_in"] == "points"
    assert denominations.loc["S", [f"ge_{n}" for n in (2, 3, 4)]].tolist() == table["make_rate"].tolist()
    assert np.isclose(denominations.loc["S", "mean"], table.loc["2", POINTS].sum())


def test_only_a_suit_of_the_hand_can_be_in_the_bidders_mind():
    hand = "SA SJ S8 H8 H9 CK"
    assert set(hs.playouts(hand, GAME, n_deals=3)["trump"]) == {"S", "H", "C"}
    assert hs.denomination_table(hand, GAME, n_deals=3).index.tolist() == ["S", "H", "C"]
    with pytest.raises(RulesError, match="3 in D cannot be played"):
        hs.ask("3 in diamonds", hand, GAME, n_deals=50)
    with pytest.raises((RulesError, ArgumentError), match="D"):
        hs.bid_table(hand, GAME, trump="D", n_deals=50)


def test_the_draw_may_be_known_and_is_averaged_over_where_it_is_not():
    seen = hs.bid_table(HAND, GAME, n_deals=400, known={"draw": "S7 SK SQ"}, trump="S")
    assert seen["low"].tolist() == [1.0] * 3 and seen.loc["3", "make_rate"] == 1.0
    with pytest.raises(CardsError, match="only 3"):
        hs.bid_table(HAND, GAME, known={"draw": "S7 SK SQ HA"})
    with pytest.raises(ArgumentError, match="'draw'"):
        hs.bid_table(HAND, hs.Smear(undealt_seen=0), known={"draw": "S7"})


def test_ask():
    answer = hs.ask("3 in spades", HAND, GAME, n_deals=500)
    assert (answer.trump, answer.needed, answer.counts_in) == ("S", 3, "points")
    assert "needs 3 points" in str(answer)
    sure = hs.ask("2 in spades", "SA S7 H8 D9 C8 CK", GAME, n_deals=100)  # never fails: at 1 to 3 it would lose 2
    assert sure.verdict == "bid" and sure.make_rate == 1.0 and sure.loss == 5.0
    assert GAME.net_at(GAME.contract("3 in spades"), 3) == 2.0
    table = hs.bid_table(HAND, GAME, n_deals=500, trump="S")
    assert answer.make_rate == table.loc["3", "make_rate"]


def test_failures_and_replays():
    failed = hs.failures("3 in spades", HAND, GAME, n_deals=300)
    assert len(failed) and (failed["points"] < 3).all() and (failed["short"] == 3 - failed["points"]).all()
    shown = hs.replay("3 in spades", HAND, GAME, deal=int(failed.index[0]))
    text = str(shown)
    assert "it took" in text and "needs 3" in text and "undealt" in text
    assert re.search(r"^1 +>S", text, re.MULTILINE), "the first card tells the trump"


def test_what_the_cards_are_worth_and_where_they_should_lie():
    values = hs.card_values("3 in spades", HAND, GAME, n_deals=400)
    assert values.index[0] == "SA" and values["points"].is_monotonic_decreasing
    places = hs.card_places("3 in spades", HAND, GAME, n_deals=1500).set_index(["card", "place"])
    assert places.loc[("SK", "partner"), "make_rate"] > places.loc[("SK", "left"), "make_rate"]
    assert {place for _, place in places.index} == {"left", "partner", "right", "draw", "undealt"}


def test_what_counts_tricks_only_is_refused():
    with pytest.raises(ArgumentError, match="in Smear"):
        hs.bid_table(HAND, GAME, method="double_dummy")
    with pytest.raises(ArgumentError, match="a point count foretells tricks, and in Smear"):
        hs.fit_point_count(hs.hand_survey(GAME, 2, n_deals=20))


def test_charts():
    pytest.importorskip("matplotlib").use("Agg")
    assert hs.plot_bid_table(hs.bid_table(HAND, GAME, n_deals=100)).get_title(loc="left").startswith("Smear")
    assert hs.plot_tricks(hs.denomination_table(HAND, GAME, n_deals=100)).get_xlabel().startswith("points")


def test_the_command_line(capsys):
    assert main(["table", HAND, "--game", "smear", "--deals", "100"]) == 0
    assert re.search("high +low +jack +game", capsys.readouterr().out)
    assert main(["ask", "3 in spades", HAND, "--game", "smear", "--option", "undealt_seen=2", "--deals", "100"]) == 0
    assert "needs 3 points" in capsys.readouterr().out
    assert main(["replay", "three in spades", HAND, "--game", "four-point smear", "--deal", "3"]) == 0
    assert "3 in spades by seat 0" in capsys.readouterr().out
    assert main(["ask", "5", HAND, "--game", "smear"]) == 2
    assert "bids are 2 to 4, the points of the hand" in capsys.readouterr().err
