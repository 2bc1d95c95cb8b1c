"""The point count: counted by hand, fitted to what is known, measured on other hands, and derived from data/."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
import update_data

import handsim as hs
from handsim.analysis import fit_count, published_count
from handsim.analysis.point_count import from_dict
from handsim.cards import Hand
from handsim.cli import main
from handsim.errors import ArgumentError
from handsim.games.base import Denomination

HAND = "BJ SA SK S9 S6 HA HQ H7 DK D5 CQ C4"
COUNT = hs.PUBLISHED_COUNT
SUIT, NOTRUMP = COUNT.counts["trump suit"], COUNT.counts["notrump"]


@cache
def kept():
    return hs.load_survey(update_data.SURVEY)


@pytest.fixture(scope="module")
def survey():
    return kept()


# Counting


def test_counted_by_hand():
    v, n = SUIT.values, NOTRUMP.values
    table = hs.point_count(HAND)
    assert list(table.index) == [str(d) for d in hs.BidWhist().denominations]
    spades = table.loc["S uptown"]  # BJ A K 9 6: five trumps; an ace and a king outside
    assert spades["points"] == (
        v["jokers"] + v["trumps_beyond_four"] + v["trump_ace"] + v["trump_king"] + v["side_aces"] + v["side_kings"]
    )
    assert spades["tricks"] == pytest.approx(SUIT.base + COUNT.unit * spades["points"])
    assert table.loc["D downtown", "points"] == v["jokers"] - v["trumps_beyond_four"] + 2 * v["side_aces"]
    assert table.loc["NT uptown", "points"] == 2 * n["side_aces"] + 2 * n["side_kings"] + 2 * n["side_queens"]
    assert table.loc["NT downtown", "points"] == 2 * n["side_aces"]
    assert (table[list(dict.fromkeys([*v, *n]))].sum(axis=1) == table["points"]).all()


def test_what_a_total_bids():
    for level, least in SUIT.needed.items():
        assert SUIT.level(least) == level and SUIT.level(least - 1) == level - 1
    assert list(SUIT.needed.values()) == sorted(SUIT.needed.values())
    assert hs.point_count(HAND).loc["S uptown", "bid"] == f"{SUIT.level(11)} uptown"
    weak = "S9 S8 S7 H9 H8 H7 D9 D8 D7 C9 C8 C7"
    assert set(hs.point_count(weak, hs.BidWhist(min_bid=4))["bid"]) == {""}


def test_other_rules():
    assert hs.point_count(HAND, hs.BidWhist.contract_whist())["points"].equals(hs.point_count(HAND)["points"])
    for game in (hs.BidWhist.one_round(), hs.BidWhist(downtown_ace="worst"), hs.BidWhist(name_trump="after_kitty")):
        with pytest.raises(ArgumentError, match="the point count is for Bid Whist with its default rules, not for"):
            hs.point_count(HAND, game)
    with pytest.raises(ArgumentError, match="not for Bid Whist with downtown_ace=worst"):
        hs.point_count_errors(hs.hand_survey(hs.BidWhist(downtown_ace="worst"), 3, n_deals=5))
    with pytest.raises(ValueError, match="wanted here is 12"):
        hs.point_count("SA SK")


@pytest.mark.parametrize("count", [None, "trumps", {}])
def test_what_is_no_point_count(count):
    with pytest.raises(ArgumentError, match="a PointCount, such as"):
        hs.point_count(HAND, count=count)
    with pytest.raises(ArgumentError, match="a PointCount, such as"):
        hs.point_count_errors(kept().iloc[:20], count)


def test_short_trumps_cost_and_short_suits_at_notrump_do_not():
    table = hs.point_count("SA SK SQ HA HK HQ H7 DK D5 D4 CQ C4")  # three spades, two clubs
    worth = SUIT.values["trumps_beyond_four"]
    assert table.loc["S uptown", "trumps_beyond_four"] == -worth
    assert table.loc["C uptown", "trumps_beyond_four"] == -2 * worth
    assert table.loc["NT uptown", "long_cards"] == 0
    assert "each short of four counts as much against" in str(COUNT) and "shorter suits cost nothing" in str(COUNT)


def test_said_as_a_player_would():
    said = str(COUNT)
    assert f"+{SUIT.values['jokers']}  each joker" in said and "At notrump" in said
    assert f"+{NOTRUMP.values['side_aces']}  each ace\n" in said
    assert from_dict(COUNT.to_dict()) == COUNT
    assert said.endswith("Fitted to 3,000 hands.")
    few = str(hs.fit_point_count(kept().iloc[:60]))
    assert "Fitted to 60 hands; of so few" in few


# Fitting


def made_up(n_hands=400, noise=0.0):
    """A survey in which each thing is worth what we say: a joker 0.75 tricks, a trump 0.5, an ace 0.5; nothing else."""
    base = kept().iloc[:n_hands].copy()
    rng = np.random.default_rng(2)
    for call in ("uptown", "downtown", "notrump"):
        tricks = 8 + rng.normal(0, noise, n_hands) + 0.5 * base[f"side_aces_{call}"]
        if call != "notrump":
            tricks += 0.75 * base["jokers"] + 0.5 * (base[f"trumps_{call}"] - 4)
        base[f"tricks_{call}"] = tricks
        for level in range(1, 8):
            base[f"make_{level}_{call}"] = 1 / (1 + np.exp(-4 * (tricks - level - 6)))
    return base


def test_what_is_known_is_found():
    survey = made_up()
    count = hs.fit_point_count(survey)
    assert dict(count.counts["trump suit"].values) == {"jokers": 3, "trumps_beyond_four": 2, "side_aces": 2}
    assert dict(count.counts["notrump"].values) == {"side_aces": 2}
    assert count.counts["trump suit"].base == 8
    # Half the time a bid makes that needs as many tricks as there are on average: 8 + points / 4 = level + 6.
    assert dict(count.counts["trump suit"].needed) == {1: -2, 2: 0, 3: 4, 4: 8, 5: 12}
    errors = hs.point_count_errors(survey, count)
    assert errors.loc[("trump suit", "point count"), "rmse"] < 1e-9
    assert errors.loc[("trump suit", "point count"), "right"] == 1


def test_noise_is_not_counted():
    count = hs.fit_point_count(made_up(noise=0.5))
    assert dict(count.counts["trump suit"].values) == {"jokers": 3, "trumps_beyond_four": 2, "side_aces": 2}
    errors = hs.point_count_errors(made_up(noise=0.5), count)
    assert errors.loc[("trump suit", "point count"), "rmse"] == pytest.approx(0.5, abs=0.03)


def test_other_units_and_aims():
    coarse = hs.fit_point_count(made_up(), unit=0.5)
    assert coarse.counts["trump suit"].values["trumps_beyond_four"] == 1
    surer = hs.fit_point_count(made_up(), makes=0.9).counts["trump suit"].needed
    assert surer[4] == 11  # 8 + 10 / 4 makes 88%
    counted = {"trump suit": ["jokers"], "notrump": ["side_aces"]}
    assert list(hs.fit_point_count(made_up(), counted=counted).counts["trump suit"].values) == ["jokers"]


@pytest.mark.parametrize("wrong", [{"unit": 0}, {"makes": 1}, {"counted": {"trump suit": ["kings"]}}])
def test_fits_that_cannot_be(survey, wrong):
    with pytest.raises(ArgumentError, match=r"unit|makes|kings"):
        hs.fit_point_count(survey.iloc[:50], **wrong)
    with pytest.raises(ArgumentError, match="3 hands are too few"):
        hs.fit_point_count(survey.iloc[:3])
    for of_none in (hs.fit_point_count, hs.point_count_errors):
        with pytest.raises(ArgumentError, match="no hands"):
            of_none(survey.iloc[:0])


def test_logistic_curve():
    x = np.arange(-5.0, 6.0)
    rate = 1 / (1 + np.exp(-(0.3 + 0.7 * x)))
    assert fit_count._logistic(x, rate, np.full(11, 1e6)) == pytest.approx((0.3, 0.7), abs=1e-4)
    a, b = fit_count._logistic(x, (x > 0).astype(float), np.full(11, 100.0))
    assert np.isfinite([a, b]).all() and 0 < -a / b < 1


# What is published


def test_the_published_count_is_what_the_kept_survey_gives(survey):
    fitted, _ = update_data.fitted_and_held_out(survey)
    count = hs.fit_point_count(fitted)
    assert count.to_dict() == COUNT.to_dict(), "python tests/update_data.py --keep writes the new one"
    source = update_data.Path(published_count.__file__).read_text(encoding="utf-8")
    assert source == update_data.page(COUNT.to_dict())


def test_it_is_good_on_hands_it_was_not_fitted_to(survey):
    fitted, held_out = update_data.fitted_and_held_out(survey)
    errors, at_home = (hs.point_count_errors(part)["rmse"] for part in (held_out, fitted))
    for kind, most in (("trump suit", 0.3), ("notrump", 0.35)):
        mine = errors[kind, "point count"]
        assert mine < most and mine < 1.15 * at_home[kind, "point count"]
        assert mine < errors[kind, "rule of thumb, refitted"] < errors[kind, "rule of thumb"]
        assert errors[kind, "rule of thumb"] < errors[kind, "rule of thumb, strict"]
    assert (hs.point_count_errors(held_out)[["right", "high", "low"]].sum(axis=1).round(9) == 1).all()


def test_the_best_trump_counts_most(survey):
    right = 0
    for hand, trump in zip(survey["hand"].iloc[:100], survey["trump_uptown"], strict=False):
        totals = {t: COUNT.total(Hand(hand), Denomination(t, "uptown")) for t in "SHDC"}
        right += totals[trump] == max(totals.values())
    assert right >= 95


# The command


def test_count_command(capsys, tmp_path):
    assert main(["count"]) == 0
    assert capsys.readouterr().out == f"{COUNT}\n"
    assert main(["count", HAND]) == 0
    out = capsys.readouterr().out
    first = out.splitlines()[3]
    assert first.startswith("spades uptown") and f"{SUIT.level(11)} uptown" in first
    assert main(["count", HAND, "--csv"]) == 0
    assert capsys.readouterr().out.startswith("denomination,trump,direction,jokers,")
    assert main(["count", HAND, "-o", str(tmp_path / "count.csv")]) == 0
    again = hs.load(tmp_path / "count.csv")
    pd.testing.assert_frame_equal(again, hs.point_count(HAND))
    assert main(["count", "SA"]) == 2
