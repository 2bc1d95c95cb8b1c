"""One Card: tables and answers, hands whose make rate is known in closed form, and the strength of the players."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent / "benchmarks"))

from strength import AloneMatch

import handsim as hs
from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.cli import main
from handsim.engine.playout import play_out
from handsim.engine.policy import find
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.errors import ArgumentError, HandsimError

GAME, TWO = hs.OneCard(), hs.OneCard(players=2)
GOOD = "SA SK SJ HA BJ D9"
ALL_BUT_THE_ACE = "SK SQ SJ ST S9 BJ"
N = 2000


# Closed forms


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_trumps_from_the_ace_capture_everything(players):
    """Six trumps from the top draw the joker, if anybody has it; then nobody has a trump, and the rest is high."""
    game = hs.OneCard(players=players)
    hand = {4: "SAKQJT9", 3: "SAKQJT9 HAK", 2: "SAKQJT9 HAKQJT9"}[players]
    table = hs.bid_table(hand, game, n_deals=N)
    assert (table["make_rate"] == 1).all() and (table["captured"] == 15).all()
    assert set(table["trump"]) == {"S"} and (table.loc[:, "points_1":"n_deals"].iloc[:, :-1] == 0).all(axis=None)


@pytest.mark.parametrize("policy", ["random", "greedy", "maxims"])
@pytest.mark.parametrize("players", [2, 4])
def test_all_fifteen_after_the_king_of_trumps_only_if_the_ace_is_the_one_card(players, policy):
    """Every trump but the ace, and, of two players, a whole suit beside: the king is led.

    Who has the ace has no other trump: it must be played, and takes the king's point. If it is the face-down card,
    nothing can beat any of these cards. So all fifteen are captured in 1 of 19 deals (of 25 - 6 unseen cards one lies
    in the middle), with two players in 1 of 13, however anybody plays.
    """
    game = hs.OneCard(players=players)
    hand = ALL_BUT_THE_ACE + (" HAKQJT9" if players == 2 else "")
    asked = situation(hand, game, policy=policy)
    contract = replace(game.contract("15 in spades"), card="SK")
    deals = deal_block(asked, DEAL, 0, 20_000)
    outcome = play_out(game.frame(contract), find(policy), deals, key=stream_key(0, PLAY))
    ace_in_the_middle = deals[:, -1] == 1 << game.deck.index(hs.Card("S", "A"))
    assert (game.made(contract, outcome) == ace_in_the_middle).all()
    share = 1 / (13 if players == 2 else 19)
    assert abs(ace_in_the_middle.mean() - share) < 4 * (share * (1 - share) / len(deals)) ** 0.5


def test_the_best_first_lead_gives_the_ace_nothing():
    """With two players the nine or the ten to the ace: no point is lost, and everything else is won."""
    table = hs.bid_table(f"{ALL_BUT_THE_ACE} HAKQJT9", TWO, n_deals=N)
    assert (table["make_rate"] == 1).all() and set(table["lead"]) <= {"S9", "ST"}
    # Of four players the two others may throw a point each on the ace, no more: thirteen are sure.
    table = hs.bid_table(ALL_BUT_THE_ACE, GAME, n_deals=N)
    assert (table.loc["6":"13", "make_rate"] == 1).all() and table.loc["13", "lead"] in ("S9", "ST")


# Tables and answers


def test_the_bid_table():
    table = hs.bid_table(GOOD, GAME, n_deals=N)
    assert table.index.tolist() == [str(n) for n in range(6, 16)]
    assert {"trump", "lead", "make_rate", "tricks_mean", "points_mean", "captured"} <= set(table.columns)
    everybody = table[["captured", "points_1", "points_2", "points_3"]].sum(axis=1)
    assert np.allclose(everybody, 15)
    assert (table["points_mean"] <= table["captured"] + 1e-9).all() and (table["lead"].str[0] == table["trump"]).all()
    same = table.query("lead == @table.lead.iloc[0]")
    assert (np.diff(same["make_rate"]) <= 0).all()


def test_the_points_of_every_seat():
    bids = hs.bid_table(GOOD, GAME, n_deals=N)
    points = hs.points_table(GOOD, GAME, n_deals=N, bid="9")
    shares = points[[f"p_{n}" for n in range(16)]]
    assert np.allclose(shares.sum(axis=1), 1) and points["mean"].sum() == pytest.approx(15)
    assert np.allclose(shares @ np.arange(16), points["mean"])
    row = bids.loc["9"]
    assert points.attrs["lead"] == row["lead"] and points.attrs["trump"] == row["trump"]
    assert points["mean"].tolist() == pytest.approx(row[["captured", "points_1", "points_2", "points_3"]].tolist())
    assert shares.loc[0, "p_9":].sum() == pytest.approx(row["make_rate"])


def test_the_points_of_a_hand_that_nobody_bid():
    points = hs.points_table(GOOD, GAME, n_deals=N, bid="pass")
    assert points.attrs["trump"] == "NT" and points["mean"].sum() == pytest.approx(15)
    with_the_lead = hs.points_table(GOOD, GAME, n_deals=N, bid="pass", dealer=2)
    assert with_the_lead.loc[0, "mean"] != points.loc[0, "mean"]


@pytest.mark.parametrize(
    ("hand", "game", "more", "named"),
    [
        (GOOD, GAME, {"bid": "16"}, "16"),
        (GOOD, GAME, {"bid": "9", "trump": "C"}, "not with this hand"),
        ("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", None, {}, "Bid Whist"),
        ("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", None, {"bid": "pass"}, "no seat captures points"),
    ],
)
def test_what_cannot_be_tabulated_is_refused(hand, game, more, named):
    with pytest.raises(HandsimError, match=named):
        hs.points_table(hand, game, n_deals=10, **more)


def test_the_one_card_may_be_known():
    deals = hs.sample_deals(GOOD, GAME, n_deals=5, known={"one_card": "HK"})
    assert set(deals["one_card"]) == {"HK"}
    table = hs.points_table(GOOD, GAME, n_deals=N, known={"one_card": "HK"})
    assert table["mean"].sum() == pytest.approx(15)
    with pytest.raises(HandsimError, match="only 1"):
        hs.sample_deals(GOOD, GAME, n_deals=5, known={"one_card": "HK HQ"})


def test_should_i_bid_it():
    answer = hs.ask("nine in spades", GOOD, GAME, n_deals=N)
    assert (answer.bid, answer.trump, answer.verdict, answer.pass_value) == ("9", "S", "bid", 3.75)
    assert f"9 in spades (lead {answer.card}): Bid it." in str(answer) and "needs 9 points" in str(answer)
    assert answer.break_even == pytest.approx(3.75 / answer.gain) and answer.loss == 0
    weak = hs.ask("9", "S9 HT D9 CT CJ H9", GAME, n_deals=N)
    assert weak.verdict == "pass"
    assert hs.ask("9", GOOD, TWO.with_options({"players": "4"}), n_deals=500, pass_value=0).pass_value == 0


def test_a_replay_says_when_the_order_was_turned():
    seen = set()
    for deal in range(30):
        shown = hs.replay("9", GOOD, GAME, deal=deal, n_deals=500)
        text, joker_out = (
            str(shown),
            [i for i, t in enumerate(shown.record, 1) if "BJ" in {str(p.card) for p in t.plays}],
        )
        assert (
            shown.to_dict()["turned_after"] == shown.turned_after and shown.count == shown.points[0] * shown.made
        ) or 1
        if shown.turned_after:
            assert joker_out == [shown.turned_after] and f"after trick {shown.turned_after} " in text
        else:
            assert "turned the order" not in text
        seen.add(shown.turned_after > 0)
        assert "one_card" in text
    assert seen == {True, False}


def test_the_command_line(capsys):
    assert main(["points", GOOD, "--game", "one card", "--deals", "500", "--bid", "9 in spades", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["seat"] for row in found["rows"]] == [0, 1, 2, 3] and found["attrs"]["trump"] == "S"
    assert main(["table", GOOD, "--game", "one card", "--deals", "500"]) == 0
    shown = capsys.readouterr().out
    assert "In brackets: the lead" in " ".join(shown.split()) and "points: mean that declarer scores" in shown
    assert main(["denominations", GOOD, "--game", "one card", "--deals", "500"]) == 0
    assert "spades (SA)" in capsys.readouterr().out
    assert main(["points", GOOD, "--game", "one card", "--deals", "500", "--bid", "pass"]) == 0
    assert "no bid, dealt by seat" in capsys.readouterr().out
    assert main(["points", GOOD, "--game", "bid whist"]) == 2


# Strength: a small benchmark

LEAST = {  # points a hand
    ("maxims", "greedy"): {"declaring": 0.25, "not declaring": 0.1, "nobody has bid": 0.1},
    ("greedy", "random"): {"declaring": 1.5, "not declaring": 0.5, "nobody has bid": 0.5},
}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_maxims_beats_greedy_and_greedy_beats_random(players):
    match = AloneMatch(6000, 11, hs.OneCard(players=players))
    for policies, margins in LEAST.items():
        for setting, least in margins.items():
            gain, error = match.margin(setting, *policies)
            assert gain > max(5 * error, least), (players, policies, setting, gain, error)


def test_nobody_bids_and_nobody_names_a_trump():
    table = hs.points_table(GOOD, GAME, bid="pass", n_deals=20)
    assert table.attrs["contract"] == "no bid, dealt by seat 3"
    with pytest.raises(ArgumentError, match="trump='S': there is none where nobody has bid"):
        hs.points_table(GOOD, GAME, bid="pass", trump="S", n_deals=20)
    with pytest.raises(HandsimError, match="no seat captures points"):
        hs.points_table("SA SK S7 S2 HA HQ H4 DK D9 D3 CQ C8 C2", hs.Whist(), n_deals=20)


@pytest.mark.parametrize(("players", "right"), [(3, 2), (4, 3)])
def test_neighbours_are_named_as_at_the_table(players, right):
    game = hs.OneCard(players=players)
    held = hs.sample_deals(None, game, known={"left": "C9", "right": "DQ"}, n_deals=5)
    same = hs.sample_deals(None, game, known={1: "C9", right: "DQ"}, n_deals=5)
    assert [str(deal) for deal in held] == [str(deal) for deal in same]
