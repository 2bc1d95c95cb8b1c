"""Answers at the edges: what cannot be made, what is worth it anyway, ties, and choices that are too close to call."""

import json

import numpy as np
import pytest

import handsim as hs
from handsim.analysis.bids import options as options_of
from handsim.analysis.situation import situation
from handsim.analysis.study import study_bids
from handsim.engine import policy
from handsim.engine.simple import play_greedy, set_aside_lowest, turn_for_rank
from handsim.errors import ArgumentError, PolicyError

HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
EVEN = "BJ SA SK S9 S6 HA HQ H7 DK D5 CQ C4"
FAST = {"n_deals": 300, "policy": "greedy"}


def test_a_bid_that_needs_more_tricks_than_there_are():
    answer = hs.ask("7 uptown", EVEN, hs.BidWhist(kitty_is_trick=False), **FAST)
    assert answer.make_rate == 0 and np.isnan(answer.gain) and np.isnan(answer.break_even)
    assert answer.verdict == "pass" and answer.loss == 7
    assert "more tricks than there are" in str(answer)
    assert json.loads(json.dumps(answer.to_dict()))["gain"] is None
    desperate = hs.ask("7 uptown", EVEN, hs.BidWhist(kitty_is_trick=False), pass_value=-8, **FAST)
    assert desperate.verdict == "bid"


@pytest.mark.parametrize(
    ("pass_value", "verdict", "words"),
    [(12, "pass", "Even made every time it would be worth less"), (-7, "bid", "Even failing every time")],
)
def test_passing_that_is_worth_more_or_less_than_any_outcome(pass_value, verdict, words):
    answer = hs.ask("4 downtown", HAND, pass_value=pass_value, **FAST)
    assert answer.verdict == verdict
    assert words in str(answer) and "%." not in str(answer).split(words)[1][:40]


@pytest.mark.parametrize("pass_value", [1e9, float("nan"), float("inf"), 10**400, True, "3"])
def test_a_pass_value_that_is_no_number_of_points(pass_value):
    with pytest.raises(ArgumentError, match="pass_value="):
        hs.ask("4 downtown", HAND, pass_value=pass_value, **FAST)


def test_equal_bids_are_not_called_better():
    sure = "BJ LJ SA SK SQ SJ ST S9 S8 S7 S6 S5"
    answer = hs.ask("4 uptown in spades", sure, **FAST)
    assert answer.make_rate == 1 and answer.difference == 0
    assert "No other bid has a higher mean." in str(answer) and "0.00 less" not in str(answer)


def test_rivals_are_those_that_did_not_do_clearly_worse_on_the_deals_of_the_choice():
    asked = situation(EVEN, None, policy="greedy")
    (study,) = study_bids(asked, options_of(asked), n_deals=300)
    for bid, chosen in study.chosen.items():
        assert chosen not in study.rivals[bid]
        assert set(study.rivals[bid]) <= set(asked.game.denominations_of(bid))
    # Seven never makes here, whatever the trump: no suit can be told from another.
    hopeless = hs.ask("7 uptown", "S2 S4 S6 H2 H4 H6 D3 D5 D7 C3 C5 C7", **FAST)
    assert len(hopeless.rivals) >= 2 and "about as good" in str(hopeless)


def test_a_direction_that_is_named_after_the_kitty():
    answer = hs.ask("4 notrump", HAND, hs.BidWhist(name_trump="after_kitty"), **FAST)
    assert answer.title() == "4 notrump, the direction named after the kitty"


def test_a_halfwidth_that_was_not_reached_is_told():
    table = hs.bid_table(HAND, until_halfwidth=0.001, **FAST)
    assert table.attrs["until_halfwidth"] == 0.001 < table.attrs["halfwidth"]
    assert "until_halfwidth" not in hs.bid_table(HAND, **FAST).attrs


def test_neighbours_may_be_called_by_name():
    by_name = hs.bid_table(HAND, known={"partner": "SK", "left": "HK", "kitty": "C2"}, **FAST)
    by_seat = hs.bid_table(HAND, known={2: "SK", 1: "HK", "kitty": "C2"}, **FAST)
    assert by_name.equals(by_seat) and by_name.attrs["known"] == {"1": "HK", "2": "SK", "kitty": "C2"}
    with pytest.raises(ArgumentError, match="seat 2 is named twice"):
        hs.bid_table(HAND, known={2: "HK", "partner": "DA"}, **FAST)
    with pytest.raises(ArgumentError, match=r"'me'.*2 \(partner\).*kitty"):
        hs.bid_table(HAND, known={"me": "SK"}, **FAST)


@pytest.mark.parametrize("question", [hs.bid_table, hs.playouts, hs.denomination_table])
def test_no_hand_is_no_question(question):
    with pytest.raises(ArgumentError, match="the hand: a Hand or a text, not NoneType"):
        question(None, n_deals=5)


def test_a_game_may_be_named():
    assert hs.bid_table(HAND, "one round", **FAST).equals(hs.bid_table(HAND, hs.BidWhist.one_round(), **FAST))


@pytest.mark.parametrize("options", [FAST, {"n_deals": 9000, "policy": "greedy", "until_halfwidth": 0.03}])
def test_progress_ends_where_the_work_does(options):
    calls = []
    hs.bid_table(HAND, progress=lambda *call: calls.append(call), **options)
    assert calls[-1][0] == calls[-1][1]
    assert all(done <= total for done, total in calls)


# Policies


def test_a_policys_name_is_not_taken_twice():
    with pytest.raises(ArgumentError, match="'maxims' already"):
        policy.register("maxims", play_greedy, set_aside_lowest)
    again = policy.register("greedy", play_greedy, set_aside_lowest, turn_for_rank)
    assert again == policy.find("greedy")


@pytest.mark.parametrize(
    ("name", "play", "named"),
    [("", play_greedy, "name=''"), (5, play_greedy, "name=5"), ("mine", 5, "play=5"), ("mine", len, "play=")],
)
def test_only_decisions_are_registered(name, play, named):
    with pytest.raises(ArgumentError, match=named):
        policy.register(name, play, set_aside_lowest)
    assert "mine" not in policy.names()


@pytest.mark.parametrize("function", [5, len, lambda: 0, lambda a, b: 0])
def test_a_decision_is_a_function_of_the_view(function):
    with pytest.raises(ArgumentError, match="one argument, the view"):
        policy.decision(function)


def test_a_policy_that_cannot_be_compiled_is_named():
    broken = policy.Policy("broken", policy.decision(lambda view: view.legel), set_aside_lowest)
    with pytest.raises(PolicyError, match="the policy broken cannot be compiled"):
        hs.bid_table(HAND, n_deals=5, policy=broken)


def test_an_executor_must_give_back_what_it_was_asked_for():
    class Liar:
        def map(self, function, work):
            return [1 for _ in work]

    with pytest.raises(ArgumentError, match=r"Liar.*must return what the function does"):
        hs.bid_table(HAND, executor=Liar(), **FAST)


@pytest.mark.parametrize(
    ("game", "bid", "hand", "best"),
    [
        (hs.BidEuchre(), "moon in hearts", "SJ CJ SA SK HA H9", "moon in spades"),
        (hs.BidEuchre(), "ask in diamonds", "SJ CJ SA SK HA H9", "moon in spades"),
        (hs.Smear(), "2 in clubs", "SA SK S8 CA C9 D9", "2 in spades"),
    ],
)
def test_the_best_bid_is_best_whatever_trump_was_named(game, bid, hand, best):
    answer = hs.ask(bid, hand, game, n_deals=1500)
    free = hs.bid_table(hand, game, n_deals=1500)
    assert answer.best_title == best and f"The best bid is {best}: " in str(answer)
    assert answer.best_points == free.loc[answer.best_bid, "points_mean"] >= answer.points_mean
    assert answer.difference == pytest.approx(answer.points_mean - answer.best_points)
    own = hs.bid_table(hand, game, trump=answer.trump, n_deals=1500).loc[answer.bid]
    assert (answer.make_rate, answer.points_mean) == (own["make_rate"], own["points_mean"])
    assert answer.table.loc[answer.bid, "trump"] == answer.trump


def test_what_never_happened_is_not_given_as_a_mean():
    sure = str(hs.ask("3 in spades", "SJ CJ SA SK HA H9", hs.BidEuchre(), n_deals=200))
    assert "-7.00 if it were one short. No deal failed." in sure and "when it fails" not in sure
    never = str(hs.ask("moon in hearts", "SJ CJ SA SK HA H9", hs.BidEuchre(), n_deals=200))
    assert "+24.00 if it were just made" in never and "No deal made it." in never
