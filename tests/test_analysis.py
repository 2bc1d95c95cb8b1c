"""The questions: tables in their documented form, the same to the bit however the work is divided, and true."""

import json
import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import handsim as hs
from handsim.analysis import simulate
from handsim.analysis.simulate import deal_block, play_situation
from handsim.analysis.situation import situation
from handsim.engine.count import playing_count
from handsim.engine.rng import DEAL, SELECT
from handsim.errors import ArgumentError, CardsError, HandsimError
from handsim.games.bid_whist import DENOMINATIONS, BidWhist
from handsim.stats import paired_difference, wilson

HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
WEAK = "S2 S3 H4 H5 D6 D7 C8 C9 ST HJ DQ C3"
GAME = BidWhist()
FAST = {"policy": "greedy", "n_deals": 300}
DIRECTIONS = ("uptown", "downtown")


# What the tables look like


def is_plain(attrs):
    return json.loads(json.dumps(attrs)) == attrs


def kinds(table):
    """The dtype of each column; texts are "text", which pandas 2 keeps as objects and pandas 3 as str."""
    types = pd.api.types
    return {name: "text" if types.is_string_dtype(column) else str(column.dtype) for name, column in table.items()}


def test_bid_table_as_documented():
    table = hs.bid_table(HAND, **FAST)
    assert list(table.index) == [f"{n} {call}" for n in range(1, 8) for call in ("uptown", "downtown", "notrump")]
    assert table.index.name == "bid"
    assert kinds(table) == {
        "level": "int64", "call": "text", "trump": "text", "direction": "text", "make_rate": "float64",
        "make_low": "float64", "make_high": "float64", "tricks_mean": "float64", "tricks_sd": "float64",
        "points_mean": "float64", "points_se": "float64", "n_deals": "int64",
    }  # fmt: skip
    assert table["level"].tolist() == [n for n in range(1, 8) for _ in range(3)]
    assert set(table["call"]) == {"uptown", "downtown", "notrump"}
    suited = table[table["call"] != "notrump"]
    assert (suited["direction"] == suited["call"]).all() and set(suited["trump"]) <= set("SHDC")
    notrump = table[table["call"] == "notrump"]
    assert (notrump["trump"] == "NT").all() and set(notrump["direction"]) <= set(DIRECTIONS)
    assert (table["n_deals"] == 300).all()
    assert (table["make_low"] <= table["make_rate"]).all() and (table["make_rate"] <= table["make_high"]).all()
    assert is_plain(table.attrs)
    attrs = {"game": "bid whist", "options": {}, "known": {}, "dealer": 3, "policy": "greedy", "seed": 0}
    assert {**table.attrs, **attrs, "n_deals": 300} == table.attrs
    assert hs.Hand(table.attrs["hand"]) == hs.Hand(HAND)


def test_the_lowest_bid_is_the_first_row():
    assert hs.bid_table(HAND, BidWhist(min_bid=4), **FAST).index[0] == "4 uptown"


def test_denomination_table_as_documented():
    table = hs.denomination_table(HAND, **FAST)
    assert list(table.index) == [str(d) for d in DENOMINATIONS] and table.index.name == "denomination"
    ge = [f"ge_{k}" for k in range(1, 14)]
    floats = dict.fromkeys([*ge, "mean", "sd", "se"], "float64")
    assert kinds(table) == {"trump": "text", "direction": "text", **floats, "n_deals": "int64"}
    assert list(table.columns) == ["trump", "direction", *ge, "mean", "sd", "se", "n_deals"]
    assert (table["ge_1"] == 1).all(), "the kitty is a trick"
    assert (np.diff(table[ge], axis=1) <= 0).all()
    assert np.allclose(table[ge].sum(axis=1), table["mean"])
    assert np.allclose(table["se"], table["sd"] / math.sqrt(300))
    assert is_plain(table.attrs)
    twelve = hs.denomination_table(HAND, BidWhist(kitty_is_trick=False), **FAST)
    assert "ge_13" not in twelve and np.allclose(twelve["mean"], table["mean"] - 1)


def test_playouts_as_documented():
    table = hs.playouts(HAND, **FAST)
    assert kinds(table) == {"deal": "int64", "trump": "text", "direction": "text", "tricks": "int64"}
    assert table["deal"].tolist() == [i for i in range(300) for _ in range(10)]
    assert list(zip(table["trump"], table["direction"], strict=True)) == [d[:2] for d in DENOMINATIONS] * 300
    assert table["tricks"].between(1, 13).all() and is_plain(table.attrs)
    by = table.groupby(["trump", "direction"])["tricks"]
    denominations = hs.denomination_table(HAND, **FAST)
    for (trump, direction), tricks in by:
        row = denominations.loc[f"{trump} {direction}"]
        assert row["mean"] == tricks.mean() and math.isclose(row["sd"], tricks.std())
        assert all(row[f"ge_{k}"] == (tricks >= k).mean() for k in range(1, 14))


def test_sample_deals_as_documented():
    table = hs.sample_deals(HAND, n_deals=50, seed=3, known={"kitty": "SK", 2: "CA CK"})
    assert list(table.columns) == ["seat_0", "seat_1", "seat_2", "seat_3", "kitty"]
    assert table.index.equals(pd.RangeIndex(50, name="deal")) and is_plain(table.attrs)
    assert table.attrs["known"] == {"kitty": "SK", "2": "CA CK"}
    for row in table.itertuples(index=False):
        hands = [hs.Hand(cards) for cards in row]
        assert [len(hand) for hand in hands] == [12, 12, 12, 12, 6]
        assert sorted(map(str, (card for hand in hands for card in hand))) == sorted(map(str, GAME.deck))
        assert list(row) == list(map(str, hands)), "printed in the order of a hand"
        assert hands[0] == hs.Hand(HAND) and "SK" in hands[4] and "CA" in hands[2] and "CK" in hands[2]
    assert table["seat_1"].nunique() == 50


def test_tables_are_of_the_sampled_deals():
    """The deals that are shown are those that are played: looked at through the declarer's eighteen cards."""
    asked = situation(HAND, None, seed=9)
    shown = hs.sample_deals(HAND, n_deals=20, seed=9)
    for row, masks in zip(shown.itertuples(index=False), deal_block(asked, DEAL, 0, 20), strict=True):
        assert [GAME.deck.mask(hs.Hand(cards)) for cards in row] == masks.tolist()


def test_a_hand_may_be_given_as_a_hand_or_a_text():
    same = [HAND, hs.Hand(HAND), "♠A7432 ♥A2 ♦K9 ♣3 BJ LJ"]
    first, *others = [hs.denomination_table(hand, n_deals=50, policy="random") for hand in same]
    for other in others:
        pd.testing.assert_frame_equal(first, other, check_exact=True)


# The same to the bit, however the work is divided


def everything(executor=None):
    return [
        hs.bid_table(HAND, n_deals=2500, policy="random", executor=executor),
        hs.bid_table(HAND, BidWhist(name_trump="after_kitty"), n_deals=1500, policy="greedy", executor=executor),
        hs.denomination_table(HAND, n_deals=2500, policy="maxims", executor=executor),
        hs.playouts(HAND, n_deals=1100, policy="random", executor=executor),
    ]


def same_to_the_bit(tables, others):
    for one, other in zip(tables, others, strict=True):
        pd.testing.assert_frame_equal(one, other, check_exact=True)
        assert one.attrs == other.attrs


def test_any_number_of_threads():
    by_default = everything()
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as executor:
            same_to_the_bit(by_default, everything(executor))


def test_any_size_of_blocks():
    asked = situation(HAND, None, policy="random", seed=4)
    contracts = GAME.contracts()[::3]
    whole = play_situation(asked, contracts, DEAL, 0, 1111)
    assert whole.shape == (4, 1111, 4) and whole.dtype == np.int8 and (whole.sum(axis=2) == 12).all()
    for block in (1, 7, 501, 1111, 5000):
        assert (play_situation(asked, contracts, DEAL, 0, 1111, block=block) == whole).all()
    parts = [play_situation(asked, contracts, DEAL, a, b) for a, b in ((0, 5), (5, 700), (700, 1111))]
    assert (np.concatenate(parts, axis=1) == whole).all()


def test_odd_blocks_make_the_same_tables(monkeypatch):
    def blocks(size):
        monkeypatch.setattr(simulate.play_situation, "__kwdefaults__", {**defaults, "block": size})
        return hs.bid_table(HAND, n_deals=1200, policy="random")

    defaults = simulate.play_situation.__kwdefaults__
    plain = hs.bid_table(HAND, n_deals=1200, policy="random")
    same_to_the_bit([plain] * 2, [blocks(77), blocks(1001)])


def test_a_pool_of_processes():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        table = hs.bid_table(HAND, n_deals=2100, policy="random", executor=pool)
    same_to_the_bit([hs.bid_table(HAND, n_deals=2100, policy="random")], [table])


def test_any_executor_with_a_map():
    class Plain:
        def map(self, function, things):
            return map(function, things)

    same_to_the_bit([hs.bid_table(HAND, **FAST)], [hs.bid_table(HAND, executor=Plain(), **FAST)])


def test_a_seed_repeats_and_another_does_not():
    one, two, other = (hs.playouts(HAND, n_deals=100, policy="random", seed=seed) for seed in (5, 5, 6))
    assert one.equals(two) and not one.equals(other)
    assert (hs.sample_deals(HAND, n_deals=9, seed=5) != hs.sample_deals(HAND, n_deals=9, seed=6)).any(axis=None)


def test_more_deals_begin_with_the_same():
    few, many = (hs.playouts(HAND, n_deals=n, policy="random") for n in (40, 90))
    assert (many.head(400) == few).all(axis=None)


def test_progress_is_told():
    calls = []
    hs.playouts(HAND, n_deals=2100, policy="random", progress=lambda done, total: calls.append((done, total)))
    assert [done for done, _ in calls] == [8190, 16380, 21000] and {total for _, total in calls} == {21000}


def test_progress_can_be_a_bar(capsys):
    quiet = hs.bid_table(HAND, **FAST)
    assert capsys.readouterr() == ("", "")
    pd.testing.assert_frame_equal(quiet, hs.bid_table(HAND, progress=True, **FAST), check_exact=True)
    shown = capsys.readouterr()
    assert shown.out == "" and "playouts" in shown.err


# Stopping early


def test_a_halfwidth_is_looked_at_after_1024_deals_and_each_doubling():
    def asked(width, n_deals=9000):
        return hs.bid_table(HAND, n_deals=n_deals, policy="random", until_halfwidth=width)

    seen = {}
    for width in (0.4, 0.022, 0.015, 0.011, 0.0001):
        table = asked(width)
        (n,) = set(table["n_deals"])
        seen[width] = n
        half = ((table["make_high"] - table["make_low"]) / 2).max()
        assert (half <= width) == (n < 9000)
        assert table.attrs["n_deals"] == n
    assert set(seen.values()) <= {1024, 2048, 4096, 8192, 9000}
    assert seen[0.4] == 1024 and seen[0.0001] == 9000 and len(set(seen.values())) >= 3
    assert list(seen.values()) == sorted(seen.values())
    assert set(asked(0.0001, 700)["n_deals"]) == {700}, "the cap is what n_deals says"


def test_an_early_stop_uses_the_first_deals():
    table = hs.bid_table(HAND, n_deals=5000, policy="random", until_halfwidth=0.4)
    deals = hs.playouts(HAND, n_deals=1024, policy="random").set_index(["trump", "direction"])["tricks"]
    for bid, row in table.iterrows():
        tricks = deals.loc[(row["trump"], row["direction"])]
        assert row["make_rate"] == (tricks >= row["level"] + 6).mean(), bid


# The choice is made on other deals


@pytest.mark.parametrize("options", [{}, {"failed": "shortfall", "notrump_doubles": True}, {"exchange": False}])
def test_figures_come_from_other_deals_than_the_choice(options):
    game, n = BidWhist(**options), 400
    asked = situation(HAND, game, policy="greedy", seed=2)
    contracts = game.contracts()
    select, measure = (
        play_situation(asked, contracts, purpose, 0, stop)[..., ::2].sum(axis=2)
        for purpose, stop in ((SELECT, 500), (DEAL, n))
    )
    table = hs.bid_table(HAND, game, n_deals=n, policy="greedy", seed=2)
    for bid in game.bids:
        row, means = table.loc[bid.name], {}
        for contract in game.contracts(bid):
            which = game.denominations.index(contract.denomination)
            means[contract.denomination] = game.score(contract, select[which])[:, 0].mean()
        best = max(means, key=means.get)
        assert (row["trump"], row["direction"]) == best[:2]
        contract = game.contract(bid, trump=best.trump, direction=best.direction)
        tricks = measure[game.denominations.index(best)]
        points = game.score(contract, tricks)[:, 0]
        made = game.made(contract, tricks)
        assert row["make_rate"] == made.mean()
        assert (row["make_low"], row["make_high"]) == wilson(int(made.sum()), n)
        assert math.isclose(row["points_mean"], points.mean(), abs_tol=1e-12)
        assert math.isclose(row["points_se"], points.std(ddof=1) / math.sqrt(n))
        assert math.isclose(row["tricks_mean"], tricks.mean() + 1)
        assert math.isclose(row["tricks_sd"], tricks.std(ddof=1))


def test_the_deals_of_the_choice_are_others():
    asked = situation(HAND, None)
    select, measure = deal_block(asked, SELECT, 0, 200), deal_block(asked, DEAL, 0, 200)
    assert not (select[:, 1:] == measure[:, 1:]).any()


def test_a_trump_named_after_the_kitty_is_chosen_by_the_eighteen_cards():
    game, n = BidWhist(name_trump="after_kitty"), 300
    table = hs.bid_table(HAND, game, n_deals=n, policy="greedy")
    assert (table.loc[table["call"] != "notrump", "trump"] == "varies").all()
    assert (table.loc[table["call"] == "notrump", "direction"] == "varies").all()
    assert (table.loc[table["call"] == "notrump", "trump"] == "NT").all()
    asked = situation(HAND, game, policy="greedy")
    deals = deal_block(asked, DEAL, 0, n)
    tricks = play_situation(asked, game.contracts(), DEAL, 0, n)[..., ::2].sum(axis=2) + 1
    for call, rows in (("4 uptown", range(4)), ("4 downtown", range(5, 9)), ("4 notrump", (4, 9))):
        counts = [playing_count(game.frame(game.contracts()[i]), deals[:, 0] | deals[:, 4]) for i in rows]
        chosen = tricks[list(rows)][np.argmax(counts, axis=0), np.arange(n)]
        assert table.loc[call, "make_rate"] == (chosen >= 10).mean()
        assert math.isclose(table.loc[call, "tricks_mean"], chosen.mean())
    named = hs.bid_table(HAND, game, trump="S", n_deals=n, policy="greedy")
    assert (named.loc[named["call"] != "notrump", "trump"] == "S").all()


def test_a_given_trump_is_used_throughout():
    table = hs.bid_table(WEAK, trump="diamonds", **FAST)
    assert (table.loc[table["call"] != "notrump", "trump"] == "D").all()
    deals = hs.playouts(WEAK, **FAST).query("trump == 'D' and direction == 'downtown'")["tricks"]
    assert table.loc["1 downtown", "make_rate"] == (deals >= 7).mean()


# A hand whose make rate is known in closed form

CLOSED = "BJ SA SK SQ SJ ST S9 S8 S7 S6 S5 S4"
CERTAIN = CLOSED.replace("S4", "LJ")
RATE = 1 - Fraction(24, 42) * (1 - Fraction(870, 1640))


def test_the_closed_form():
    assert round(100 * float(RATE), 2) == 73.17
    n = 100_000
    row = hs.bid_table(CLOSED, n_deals=n, trump="S", seed=1).loc["7 uptown"]
    se = math.sqrt(float(RATE * (1 - RATE)) / n)
    assert abs(row["make_rate"] - float(RATE)) < 4 * se


def test_exactly_the_deals_with_a_guarded_little_joker_fail():
    n = 10_000
    deals = hs.sample_deals(CLOSED, n_deals=n, seed=2)
    tricks = hs.playouts(CLOSED, n_deals=n, seed=2).query("trump == 'S' and direction == 'uptown'")["tricks"]
    failed = (tricks < 13).to_numpy()

    def guarded(hand):
        cards = hand.split()
        return "LJ" in cards and ("S2" in cards or "S3" in cards)

    beaten = [guarded(a) or guarded(b) for a, b in zip(deals["seat_1"], deals["seat_3"], strict=True)]
    assert failed.tolist() == beaten
    assert (tricks[failed] == 12).all(), "and then by one trick"


@pytest.mark.parametrize("policy", ["maxims", "greedy"])
def test_a_hand_that_cannot_fail(policy):
    table = hs.bid_table(CERTAIN, n_deals=20_000, trump="S", policy=policy)
    assert table.loc["7 uptown", "make_rate"] == 1.0 and table.loc["7 uptown", "tricks_sd"] == 0.0
    assert table.loc["7 uptown", "points_mean"] == 7.0 and table.loc["7 uptown", "points_se"] == 0.0
    tricks = hs.playouts(CERTAIN, n_deals=2000, policy=policy).query("trump == 'S' and direction == 'uptown'")["tricks"]
    assert (tricks == 13).all()


# How the cards are dealt


def chance(*, of, held, drawn, at_least=0, at_most=99):
    """Hypergeometric: the chance that `drawn` cards of `of` hold so many of the `held` ones."""
    ways = sum(
        math.comb(held, k) * math.comb(of - held, drawn - k)
        for k in range(max(at_least, 0), min(at_most, held, drawn) + 1)
    )
    return Fraction(ways, math.comb(of, drawn))


def counts_of(masks, cards):
    return np.bitwise_count(masks & GAME.deck.mask(hs.Hand(cards)))


def assert_rate(happened, exact, published):
    assert round(100 * float(exact), 2) == published
    se = math.sqrt(float(exact * (1 - exact)) / len(happened))
    assert abs(happened.mean() - float(exact)) < 4 * se


def test_dealing_frequencies_with_a_hand_known():
    n = 100_000
    hand = "S2 S3 S4 S5 S6 H2 H3 H4 D2 D3 C2 C3"  # no joker, five of fifteen trumps
    deals = deal_block(situation(hand, None, seed=71), DEAL, 0, n)
    kitty, partner = deals[:, 4], deals[:, 2]
    assert_rate(counts_of(kitty, "CA") == 1, chance(of=42, held=1, drawn=6, at_least=1), 14.29)
    assert_rate(counts_of(partner, "CA") == 1, chance(of=42, held=1, drawn=12, at_least=1), 28.57)
    assert_rate(counts_of(kitty, "BJ LJ") >= 1, chance(of=42, held=2, drawn=6, at_least=1), 26.83)
    assert_rate(counts_of(kitty, "BJ LJ") == 2, chance(of=42, held=2, drawn=6, at_least=2), 1.74)
    assert_rate(counts_of(partner, "BJ LJ") >= 1, chance(of=42, held=2, drawn=12, at_least=1), 49.48)
    trumps = counts_of(kitty, "BJ LJ SA SK SQ SJ ST S9 S8 S7")
    assert abs(trumps.mean() - 6 * 10 / 42) < 4 * trumps.std() / math.sqrt(n)
    assert round(6 * 10 / 42, 2) == 1.43
    assert_rate(trumps == 0, chance(of=42, held=10, drawn=6, at_most=0), 17.27)
    assert_rate(trumps >= 2, chance(of=42, held=10, drawn=6, at_least=2), 44.34)


def test_dealing_frequencies_with_nothing_known():
    n = 100_000
    deals = deal_block(situation(None, None, seed=72, any_hand=True), DEAL, 0, n)
    jokers = counts_of(deals[:, 0], "BJ LJ")
    assert_rate(jokers >= 1, chance(of=54, held=2, drawn=12, at_least=1), 39.83)
    assert_rate(jokers == 2, chance(of=54, held=2, drawn=12, at_least=2), 4.61)


def test_every_card_lies_everywhere_equally_often():
    n = 60_000
    deals = deal_block(situation(HAND, None, seed=73), DEAL, 0, n)
    unseen = ~GAME.deck.mask(hs.Hand(HAND))
    worst = 0.0
    for card in range(54):
        if unseen >> card & 1:
            for place, size in ((1, 12), (2, 12), (3, 12), (4, 6)):
                p = size / 42
                rate = (deals[:, place] >> card & 1).mean()
                worst = max(worst, abs(rate - p) / math.sqrt(p * (1 - p) / n))
    assert worst < 4.5  # of 168 figures; 4.5 standard errors happen once in 870 runs


def test_known_cards_lie_where_they_are_known():
    asked = situation(HAND, None, known={"kitty": "SK SQ SJ ST S9 S8", 1: "CA", "3": hs.Hand("CK CQ")}, seed=74)
    deals = deal_block(asked, DEAL, 0, 500)
    assert (deals[:, 4] == GAME.deck.mask(hs.Hand("SK SQ SJ ST S9 S8"))).all()
    assert (counts_of(deals[:, 1], "CA") == 1).all() and (counts_of(deals[:, 3], "CK CQ") == 2).all()
    assert (np.bitwise_count(deals) == [12, 12, 12, 12, 6]).all()
    table = hs.bid_table(HAND, known={"kitty": "SK SQ SJ ST S9 S8"}, **FAST)
    assert table.attrs["known"] == {"kitty": "SK SQ SJ ST S9 S8"}
    plain = hs.bid_table(HAND, **FAST)
    assert table.loc["5 uptown", "tricks_mean"] > plain.loc["5 uptown", "tricks_mean"]


# The presets


def test_presets_differ_where_they_should():
    a, b, default = BidWhist.contract_whist(), BidWhist.one_round(), BidWhist()
    tables = {name: hs.bid_table(HAND, game, **FAST) for name, game in (("a", a), ("b", b), ("default", default))}
    # A is played like the default and only loses less where it fails.
    same = ["make_rate", "tricks_mean"]
    one_trump = {n: hs.bid_table(HAND, g, trump="S", **FAST) for n, g in (("a", a), ("default", default))}
    suited = one_trump["a"]["call"] != "notrump"
    assert (one_trump["a"].loc[suited, same] == one_trump["default"].loc[suited, same]).all(axis=None)
    fails = suited & (one_trump["a"]["make_rate"] < 1) & (one_trump["a"]["level"] > 1)
    assert (one_trump["a"].loc[fails, "points_mean"] >= one_trump["default"].loc[fails, "points_mean"]).all()
    assert (one_trump["a"].loc["7 uptown", "points_mean"]) > one_trump["default"].loc["7 uptown", "points_mean"]
    # B has a dead kitty and leaves the lead to dealer's left: fewer tricks.
    assert tables["b"].loc["4 uptown", "tricks_mean"] < tables["default"].loc["4 uptown", "tricks_mean"]


def test_the_dealer_matters_where_his_left_leads():
    game = BidWhist.one_round()
    first, other = (hs.playouts(HAND, game, dealer=dealer, **FAST) for dealer in (3, 0))
    assert not first.equals(other)
    first, other = (hs.playouts(HAND, GAME, dealer=dealer, **FAST) for dealer in (3, 0))
    assert (first["tricks"] == other["tricks"]).all()


# Should I bid it?


def by_hand(bid, game, n=FAST["n_deals"], hand=HAND):
    """Tricks, points and made of a row of the table, from the playouts."""
    table = hs.bid_table(hand, game, **FAST)
    row = table.loc[bid]
    deals = hs.playouts(hand, game, **FAST)
    tricks = deals[(deals["trump"] == row["trump"]) & (deals["direction"] == row["direction"])]["tricks"].to_numpy()
    contract = game.contract(bid, trump=row["trump"], direction=row["direction"])
    points = game.score(contract, tricks - game.kitty_tricks)[:, 0]
    return tricks, points, game.made(contract, tricks - game.kitty_tricks)


@pytest.mark.parametrize("pass_value", [0, -1.5, 1])
@pytest.mark.parametrize("bid", ["6 downtown", "4 downtown", "5 uptown", "3 notrump"])
def test_the_answer_by_hand(bid, pass_value):
    answer = hs.ask(bid, HAND, GAME, pass_value=pass_value, **FAST)
    tricks, points, made = by_hand(bid, GAME)
    assert 0 < made.mean() < 1
    gain, loss = points[made].mean(), -points[~made].mean()
    assert answer.make_rate == made.mean() and answer.tricks_mean == pytest.approx(tricks.mean())
    assert answer.gain == pytest.approx(gain) and answer.loss == pytest.approx(loss)
    assert answer.break_even == pytest.approx((pass_value + loss) / (gain + loss))
    # At the break-even rate bidding is worth what passing is.
    p = answer.break_even
    assert p * answer.gain - (1 - p) * answer.loss == pytest.approx(pass_value)
    low, high = wilson(int(made.sum()), len(made))
    verdict = "bid" if low > p else "pass" if high < p else "too close to call"
    assert answer.verdict == verdict and (answer.make_low, answer.make_high) == (low, high)
    _, best, _ = by_hand(answer.best_bid, GAME)
    assert (answer.difference, answer.difference_se) == pytest.approx(paired_difference(points, best))
    assert answer.points_mean == pytest.approx(points.mean())
    pd.testing.assert_frame_equal(answer.table, hs.bid_table(HAND, GAME, **FAST), check_exact=True)
    assert answer.needed == int(bid[0]) + 6 and answer.n_deals == FAST["n_deals"]


def test_each_verdict():
    assert hs.ask("1 uptown", CERTAIN, **FAST).verdict == "bid"
    assert hs.ask("7 notrump", WEAK, **FAST).verdict == "pass"
    close = hs.ask("4 downtown", HAND, n_deals=40, policy="greedy", pass_value=0)
    verdict = hs.ask("4 downtown", HAND, n_deals=40, policy="greedy", pass_value=close.points_mean).verdict
    assert verdict == "too close to call", "passing is worth just what bidding is"


def test_where_nothing_fails_or_nothing_makes():
    sure = hs.ask("7 uptown in spades", CERTAIN, **FAST)
    assert (sure.make_rate, sure.gain, sure.loss, sure.difference) == (1.0, 7.0, 7.0, 0.0)
    never = hs.ask("7 notrump", WEAK, **FAST)
    assert (never.make_rate, never.gain, never.loss) == (0.0, 7.0, 7.0)
    short = hs.ask("7 uptown in spades", CERTAIN, BidWhist.contract_whist(), **FAST)
    assert short.loss == 1.0, "failing by one trick loses one"


def test_a_bid_with_its_trump():
    for text, options in (
        ("4 downtown in hearts", {}),
        ("four down H", {}),
        ("4 downtown", {"trump": "H"}),
        ("4 low", {"trump": "hearts"}),
    ):
        answer = hs.ask(text, HAND, **FAST, **options)
        assert (answer.bid, answer.trump, answer.direction) == ("4 downtown", "H", "downtown")
    answer = hs.ask("4 notrump", HAND, direction="uptown", **FAST)
    assert (answer.bid, answer.trump, answer.direction) == ("4 notrump", "NT", "uptown")


def test_an_answer_is_plain_and_readable():
    answer = hs.ask("four downtown", HAND, **FAST)
    plain = answer.to_dict()
    assert is_plain(plain) and "table" not in plain and plain["verdict"] == answer.verdict
    text = str(answer)
    assert text.startswith("4 downtown in spades: ") and "300 deals" in text and "greedy" in text
    assert answer.rule in text and answer._repr_html_().startswith("<p><b>4 downtown in spades")
    one = hs.ask("four downtown", HAND, n_deals=1, policy="greedy")
    assert is_plain(one.to_dict()) and one.to_dict()["points_se"] is None and "nan" not in str(one)


def test_the_best_bid_is_chosen_on_other_deals():
    asked = situation(HAND, None, policy="greedy")
    select = play_situation(asked, GAME.contracts(), SELECT, 0, 500)[..., ::2].sum(axis=2)
    worth = {}
    for bid in GAME.bids:
        contracts = GAME.contracts(bid)
        worth[bid] = max(
            GAME.score(c, select[GAME.denominations.index(c.denomination)])[:, 0].mean() for c in contracts
        )
    best = max(GAME.bids, key=lambda bid: (worth[bid], bid.index))
    for bid in ("1 uptown", "4 downtown"):
        assert hs.ask(bid, HAND, **FAST).best_bid == best.name


# What is refused, by name

ELEVEN, THIRTEEN = HAND.rsplit(" ", 1)[0], HAND + " C4"


@pytest.mark.parametrize(
    ("options", "error", "named"),
    [
        ({"hand": ELEVEN}, CardsError, "12, not 11"),
        ({"hand": THIRTEEN}, CardsError, "12, not 13"),
        ({"hand": HAND.replace("C3", "SA")}, CardsError, "SA"),
        ({"hand": HAND.replace("C3", "C1")}, HandsimError, "C1"),
        ({"hand": 12}, ArgumentError, "the hand"),
        ({"known": {"kitty": "SA"}}, CardsError, "SA"),
        ({"known": {"kitty": "CA", 2: "CA"}}, CardsError, "CA"),
        ({"known": {"kitty": "CA CK CQ CJ CT C9 C8"}}, CardsError, "7 cards"),
        ({"known": {4: "CA"}}, ArgumentError, "4"),
        ({"known": {0: "CA"}}, ArgumentError, "seat 0"),
        ({"known": {-1: "CA"}}, ArgumentError, "-1"),
        ({"known": {True: "CA"}}, ArgumentError, "True"),
        ({"known": {"turn_up": "CA"}}, ArgumentError, "no card is turned up in Bid Whist"),
        ({"dealer": 4}, ArgumentError, "dealer=4"),
        ({"dealer": True}, ArgumentError, "dealer=True"),
        ({"seed": -1}, ArgumentError, "seed=-1"),
        ({"seed": 2**63}, ArgumentError, "seed=9223372036854775808"),
        ({"seed": 1.0}, ArgumentError, "seed=1.0"),
        ({"n_deals": 0}, ArgumentError, "n_deals=0"),
        ({"n_deals": -5}, ArgumentError, "n_deals=-5"),
        ({"n_deals": True}, ArgumentError, "n_deals=True"),
        ({"n_deals": 1.5}, ArgumentError, "n_deals=1.5"),
        ({"n_deals": "10"}, ArgumentError, "n_deals='10'"),
        ({"policy": "clever"}, ArgumentError, "'clever'"),
        ({"policy": None}, ArgumentError, "None"),
        ({"game": "bridge"}, ArgumentError, "'bridge'"),
        ({"game": 5}, ArgumentError, "game=5"),
        ({"known": ["HK"]}, ArgumentError, "known="),
        ({"policy": [1]}, ArgumentError, "policy=[1]"),
        ({"executor": ThreadPoolExecutor}, ArgumentError, "ThreadPoolExecutor"),
        ({"executor": 3}, ArgumentError, "executor=3"),
        ({"progress": 3}, ArgumentError, "progress=3"),
    ],
)
def test_wrong_arguments_are_named(options, error, named):
    given = {"hand": HAND, "n_deals": 5, "policy": "random", **options}
    for function in (hs.bid_table, hs.denomination_table, hs.playouts, lambda hand, **more: hs.ask("1", hand, **more)):
        with pytest.raises(error) as caught:
            function(given["hand"], **{name: value for name, value in given.items() if name != "hand"})
        assert isinstance(caught.value, HandsimError) and isinstance(caught.value, ValueError)
        assert named in str(caught.value)
    if not {"policy", "executor", "progress"} & set(options):
        with pytest.raises(error):
            few = {name: value for name, value in given.items() if name not in ("hand", "policy")}
            hs.sample_deals(given["hand"], **few)


@pytest.mark.parametrize("width", [0, -0.01, 0.5, 1, "0.01", float("nan"), True])
def test_a_wrong_halfwidth_is_named(width):
    for function in (hs.bid_table, lambda hand, **more: hs.ask("1 uptown", hand, **more)):
        with pytest.raises(ArgumentError) as caught:
            function(HAND, until_halfwidth=width, **FAST)
        assert f"until_halfwidth={width!r}" in str(caught.value)


@pytest.mark.parametrize("trump", ["NT", "X", "spades and hearts", "no"])
def test_a_wrong_trump_is_named(trump):
    with pytest.raises(HandsimError) as caught:
        hs.bid_table(HAND, trump=trump, **FAST)
    assert repr(trump).strip("'") in str(caught.value)


@pytest.mark.parametrize(
    ("bid", "options", "named"),
    [
        ("8 uptown", {}, "8"),
        ("four fish", {}, "fish"),
        ("pass", {}, "pass"),
        ("4 downtown", {"trump": "NT"}, "NT"),
        ("4 downtown in spades", {"trump": "H"}, "H"),
        ("4 downtown", {"direction": "uptown", "trump": "S"}, "uptown"),
        ("4 downtown", {"direction": "sideways"}, "sideways"),
        ("4 notrump", {"trump": "S"}, "S"),
        ("4 uptown", {"pass_value": float("inf")}, "pass_value=inf"),
        ("4 uptown", {"pass_value": True}, "pass_value=True"),
        ("4 uptown", {"pass_value": "1"}, "pass_value='1'"),
    ],
)
def test_a_wrong_question_is_named(bid, options, named):
    with pytest.raises(HandsimError) as caught:
        hs.ask(bid, HAND, **FAST, **options)
    assert named in str(caught.value)


def test_a_bid_below_the_lowest_is_refused():
    with pytest.raises(HandsimError, match="min_bid=4"):
        hs.ask("3 uptown", HAND, BidWhist(min_bid=4), **FAST)
