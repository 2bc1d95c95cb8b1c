"""The kitty laboratory: what to bury, what the kitty is worth, where the cards should lie, what each is worth."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from engine_helpers import full_deal

import handsim as hs
from handsim.analysis.cards_worth import swapped
from handsim.analysis.simulate import deal_block, frame_of
from handsim.analysis.situation import situation
from handsim.engine.playout import play_out
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.errors import ArgumentError, CardsError, NotationError, RulesError
from handsim.games.bid_whist import BidWhist

HAND, KITTY = "BJ LJ SA SK SQ S7 S4 HA H3 DK D9 C3", "S2 HQ H8 DT C9 C5"
PLAIN = "SA SK SQ S7 S4 S3 HA H3 DK D9 C8 C3"
SURE = "BJ LJ SA SK SQ SJ ST S9 S8 S7 S6 S5"
BID = "5 uptown in spades"


def same(table, other):
    pd.testing.assert_frame_equal(table, other, check_exact=True)
    assert table.attrs == other.attrs


# What to bury


@pytest.fixture(scope="module")
def exchange():
    return hs.exchange_table(BID, HAND, KITTY, n_deals=1000)


def test_exchange_table_is_documented(exchange):
    means = ["tricks_mean", "tricks_se", "points_mean", "points_se"]
    floats = ["make_rate", "make_low", "make_high", *means, "difference", "difference_se"]
    assert list(exchange.columns) == ["kept", "buried", "alike", *floats, "tells_from_best", "n_deals"]
    assert set(map(str, exchange.dtypes[floats])) == {"float64"}
    assert [str(exchange.dtypes[name]) for name in ("alike", "n_deals", "tells_from_best")] == [
        "int64",
        "int64",
        "bool",
    ]
    assert exchange.index.tolist() == list(range(1, 21))
    assert exchange.index.name == "rank"
    json.dumps(exchange.attrs, allow_nan=False)
    about = exchange.attrs
    assert (about["bid"], about["trump"], about["direction"], about["objective"]) == (
        "5 uptown",
        "S",
        "uptown",
        "points",
    )
    assert about["candidates"] == 18_564
    for row in exchange.itertuples():
        assert hs.Hand(row.kept) | hs.Hand(row.buried) == hs.Hand(f"{HAND} {KITTY}")
        assert len(hs.Hand(row.buried)) == 6
    assert exchange["buried"].is_unique


def test_rows_are_playouts_of_the_measured_deals(exchange):
    asked = situation(HAND, None, known={"kitty": KITTY})
    contract = asked.game.contract(BID)
    deals = deal_block(asked, DEAL, 0, 1000)
    points = {}
    for rank in (1, 4, 20):
        mask = asked.game.deck.mask(hs.Hand(exchange.loc[rank, "buried"]))
        taken = play_out(frame_of(asked.game, contract), asked.policy, deals, asides=np.array([mask]),
                         key=stream_key(0, PLAY))  # fmt: skip
        tricks = taken[:, [0, 2]].sum(axis=1)
        assert exchange.loc[rank, "tricks_mean"] == pytest.approx(tricks.mean() + 1, abs=1e-12)
        assert exchange.loc[rank, "make_rate"] == (tricks + 1 >= 11).mean()
        points[rank] = asked.game.score(contract, tricks)[:, 0]
        gap = points[rank] - points[1]
        assert exchange.loc[rank, "difference"] == pytest.approx(gap.mean(), abs=1e-12)
        assert exchange.loc[rank, "difference_se"] == pytest.approx(gap.std(ddof=1) / 1000**0.5, abs=1e-12)
    first = exchange.loc[1]
    assert (first["difference"], first["difference_se"], first["tells_from_best"]) == (0, 0, False)


def test_the_policys_choice_is_what_the_bid_table_plays(exchange):
    row = hs.bid_table(HAND, known={"kitty": KITTY}, trump="S", n_deals=1000).loc["5 uptown"]
    choice = exchange.attrs["policy_choice"]
    for name in ("make_rate", "tricks_mean", "points_mean"):
        assert choice[name] == row[name]
    listed = exchange[exchange["buried"] == choice["buried"]]
    assert listed.index.tolist() == [choice["rank"]]
    assert choice["cost"] == -listed["difference"].iloc[0]


def test_any_executor_and_any_number_of_rows_find_the_same_best(exchange):
    with ThreadPoolExecutor(1) as one:
        same(hs.exchange_table(BID, HAND, KITTY, n_deals=1000, executor=one), exchange)
    few = hs.exchange_table(BID, HAND, KITTY, n_deals=1000, top=3)
    assert len(few) == 3
    pd.testing.assert_series_equal(few.loc[1], exchange.loc[1])
    assert few.attrs["policy_choice"]["buried"] == exchange.attrs["policy_choice"]["buried"]


def test_what_is_best_by_each_objective():
    tables = {what: hs.exchange_table(BID, HAND, KITTY, n_deals=1500, objective=what) for what in ("make", "tricks")}
    assert tables["make"].loc[1, "buried"] == "DK DT D9 C9 C5 C3"  # two voids, and the hearts that are not
    made = tables["make"]
    assert made["difference"].to_numpy() == pytest.approx(made["make_rate"] - made.loc[1, "make_rate"], abs=1e-12)
    tricks = tables["tricks"]
    assert tricks["difference"].to_numpy() == pytest.approx(
        tricks["tricks_mean"] - tricks.loc[1, "tricks_mean"], abs=1e-9
    )


@pytest.mark.parametrize("number", range(3))
def test_the_reported_best_is_about_the_best_and_its_figure_not_flattered(number):
    # A small edition of tests/exhaustive/exchange.py.
    places, game = full_deal(31, number), BidWhist()
    hand, kitty = " ".join(places[0]), " ".join(places[4])
    found = [
        hs.exchange_table("4 uptown", hand, kitty, game, n_deals=1000, objective="tricks", trump="S", seed=seed)
        for seed in range(3)
    ]
    asked = situation(hand, game, known={"kitty": kitty}, seed=999)
    burials = sorted({cards for table in found for cards in table["buried"]})
    masks = np.array([game.deck.mask(hs.Hand(cards)) for cards in burials])
    frame, n = frame_of(game, game.contract("4 uptown", trump="S")), 4000
    taken = play_out(frame, asked.policy, deal_block(asked, DEAL, 0, n), asides=masks).reshape(n, len(masks), 4)
    truth = dict(zip(burials, 1 + taken[:, :, [0, 2]].sum(axis=2).mean(axis=0), strict=True))
    costs = [max(truth.values()) - truth[table.loc[1, "buried"]] for table in found]
    assert max(costs) < 0.15
    errors = [table.loc[1, "tricks_mean"] - truth[table.loc[1, "buried"]] for table in found]
    assert abs(np.mean(errors)) < 4 * 1.6 * (1 / 3000 + 1 / n) ** 0.5


def test_the_rules_of_the_first_text_show_how_many_were_swapped():
    game = BidWhist.contract_whist()
    table = hs.exchange_table(BID, HAND, KITTY, game, n_deals=100, top=3)
    assert table.attrs["candidates"] == 18_564
    hidden = hs.exchange_table(BID, HAND, KITTY, BidWhist(show_kitty="never"), n_deals=100, top=3)
    assert table.attrs["merged"] < hidden.attrs["merged"]


def test_trump_is_named_before_the_kitty_or_after_it():
    hand, kitty = "SA SK SQ SJ S9 HK HQ HJ HT D4 C4 C3", "BJ HA H9 H8 H7 LJ"
    before = hs.exchange_table("4 uptown", hand, kitty, n_deals=200, top=2)
    after = hs.exchange_table("4 uptown", hand, kitty, BidWhist(name_trump="after_kitty"), n_deals=200, top=2)
    assert (before.attrs["trump"], after.attrs["trump"]) == ("S", "H")


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"kitty": "S2 HQ H8 DT C9"}, CardsError, "the kitty has 6 cards, not 5"),
        ({"kitty": "S2 HQ H8 DT C9 SA"}, CardsError, "SA"),
        ({"kitty": "S2 HQ H8 DT C9 X9"}, NotationError, "X9"),
        ({"known": {"kitty": KITTY}}, ArgumentError, "argument of its own"),
        ({"game": BidWhist.one_round()}, RulesError, "nobody exchanges"),
        ({"objective": "glory"}, ArgumentError, "points, make, tricks"),
        ({"top": 0}, ArgumentError, "top=0"),
        ({"n_deals": 0}, ArgumentError, "n_deals=0"),
        ({"trump": "H"}, RulesError, "contradicts"),
        ({"bid": "8 uptown"}, RulesError, "1 to 7"),
    ],
)
def test_exchanges_that_cannot_be_asked_about(change, error, says):
    arguments = {"bid": BID, "hand": HAND, "kitty": KITTY, "n_deals": 10} | change
    with pytest.raises(error, match=says):
        hs.exchange_table(arguments.pop("bid"), arguments.pop("hand"), arguments.pop("kitty"), **arguments)


def test_nothing_is_exchanged_where_every_card_is_known():
    deck = BidWhist().deck
    others = hs.Hand([card for card in deck if card not in hs.Hand(HAND)]).cards
    known = {1: others[:12], 2: others[12:24], 3: others[24:36], "kitty": others[36:]}
    known = {place: hs.Hand(cards) for place, cards in known.items()}
    with pytest.raises(ArgumentError, match="every other card is known"):
        hs.card_values(BID, HAND, n_deals=5, known=known)
    del known["kitty"]  # a card that is exchanged with one of the kitty comes back from there
    assert (hs.card_values(BID, HAND, n_deals=5, known=known)["tricks"] == 0).all()


def test_places_of_cards_in_two_copies():
    game, hand = hs.BidEuchre(decks=2), "SJ SJ CJ CJ SA SA SK SQ ST HA HA D9"
    table = hs.card_places("11 in spades", hand, game, n_deals=60)
    cards = table["card"].unique().tolist()
    assert len(cards) == 24 - 4 and "SA" not in cards and "SK" in cards  # both aces are mine, and one of two kings
    places = table.pivot(index="card", columns="place", values="n_deals").fillna(0)
    assert places.loc["SK"].sum() == 60  # one card, in one place a deal
    assert 60 < places.loc["S9"].sum() < 120  # two, sometimes together


@pytest.mark.parametrize("ask", [hs.kitty_value, hs.card_places, hs.card_values])
@pytest.mark.parametrize("bid", [None, 5])
def test_what_is_no_bid(ask, bid):
    with pytest.raises(ArgumentError, match=f"bid={bid}: a bid of the game or its text"):
        ask(bid, HAND, n_deals=5)
    with pytest.raises(ArgumentError, match="kitty: a Hand or a text, not NoneType"):
        hs.exchange_table(BID, HAND, None, n_deals=5)


def test_progress_ends_at_its_total():
    seen = []
    hs.exchange_table(BID, HAND, KITTY, n_deals=50, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]


def test_one_deal_has_no_error_and_its_attrs_are_plain():
    table = hs.exchange_table(BID, HAND, KITTY, n_deals=1, top=2)
    assert table["difference_se"].isna().all()
    assert table.attrs["policy_choice"]["cost_se"] is None
    assert not table["tells_from_best"].any()


# What the kitty is worth


@pytest.fixture(scope="module")
def worth():
    return hs.kitty_value("4 uptown in spades", PLAIN, n_deals=3000)


def test_any_kitty_is_the_bid_tables_row_and_none_that_of_a_dead_one(worth):
    for row, game in (("any kitty", BidWhist()), ("kitty not exchanged", BidWhist(exchange=False))):
        expected = hs.bid_table(PLAIN, game, trump="S", n_deals=3000).loc["4 uptown"]
        for name in ("make_rate", "make_low", "make_high", "tricks_mean", "points_mean"):
            assert worth.loc[row, name] == expected[name]
    both = worth.loc[["any kitty", "kitty not exchanged"], "tricks_mean"]
    assert worth.loc["any kitty", "gain"] == pytest.approx(both.iloc[0] - both.iloc[1], abs=1e-12)
    assert worth.loc["kitty not exchanged", "gain"] == 0


def test_each_feature_divides_all_the_deals(worth):
    everything = worth.loc["any kitty"]
    for feature, rows in worth[worth["feature"] != "all"].groupby("feature"):
        assert rows["n_deals"].sum() == 3000, feature
        for name in ("make_rate", "tricks_mean", "points_mean", "gain", "ge_9"):
            assert (rows[name] * rows["share"]).sum() == pytest.approx(everything[name], abs=1e-9)


def test_what_the_kitty_brings_as_a_player_counts_it(worth):
    deals = hs.sample_deals(PLAIN, n_deals=3000)
    counts = {"jokers": {}, "trumps": {}, "aces": {}, "voids": {}}
    for kitty in deals["kitty"]:
        cards = kitty.split()
        jokers = sum(card in ("BJ", "LJ") for card in cards)
        held = [*cards, *PLAIN.split()]
        lengths = sorted(sum(card[0] == suit and card not in ("LJ", "BJ") for card in held) for suit in "HDC")
        voids = sum(sum(lengths[:n]) <= 6 for n in (1, 2, 3))
        brought = {
            "jokers": jokers, "trumps": jokers + sum(card[0] == "S" for card in cards),
            "aces": sum(card in ("HA", "DA", "CA") for card in cards), "voids": voids,
        }  # fmt: skip
        for name, n in brought.items():
            most = 3 if name == "trumps" else 2
            counts[name][min(n, most)] = counts[name].get(min(n, most), 0) + 1
    for name, expected in counts.items():
        rows = worth[worth["feature"] == name]
        assert {
            int(brings.rstrip("+")): n for brings, n in zip(rows["brings"], rows["n_deals"], strict=True)
        } == expected


def test_rows_agree_with_runs_in_which_the_kitty_is_given():
    # The kitty brings both jokers: as a row of all kitties, and with them known to lie there.
    everything = hs.kitty_value("4 uptown in spades", PLAIN, n_deals=20_000).loc["2 jokers"]
    given = hs.kitty_value("4 uptown in spades", PLAIN, n_deals=5000, known={"kitty": "BJ LJ"})
    assert given.loc["2 jokers", "share"] == 1
    assert abs(given.loc["any kitty", "tricks_mean"] - everything["tricks_mean"]) < 4 * np.hypot(
        everything["tricks_se"], given.loc["any kitty", "tricks_se"]
    )
    # One joker in it: as often the big one as the little one.
    one = hs.kitty_value("4 uptown in spades", PLAIN, n_deals=10_000).loc["1 joker"]
    runs = [hs.kitty_value("4 uptown in spades", PLAIN, n_deals=4000, known={"kitty": joker}) for joker in ("BJ", "LJ")]
    means = [run.loc["1 joker", "tricks_mean"] for run in runs]
    errors = [run.loc["1 joker", "tricks_se"] for run in runs]
    assert abs(np.mean(means) - one["tricks_mean"]) < 4 * np.hypot(one["tricks_se"], np.hypot(*errors) / 2)


def test_a_whole_kitty_known_is_one_group_each(worth):
    table = hs.kitty_value("4 uptown in spades", PLAIN, n_deals=100, known={"kitty": "BJ HK H9 D4 C5 C6"})
    assert table.loc[["1 joker", "1 trump", "no ace"], "share"].tolist() == [1, 1, 1]
    assert "With a joker" not in table.attrs["summary"]  # nothing to set beside it
    assert "The whole kitty is known here" in table.attrs["summary"]
    assert "whole" not in worth.attrs["summary"] and "little" not in worth.attrs["summary"]


@pytest.mark.parametrize(("n_deals", "says"), [(1, "One deal says little"), (30, "So few deals say little")])
def test_few_deals_are_said_to_say_little(n_deals, says):
    assert says in hs.kitty_value("5 uptown in spades", HAND, n_deals=n_deals).attrs["summary"]


def test_the_error_of_a_place_is_unknown_where_one_deal_is_all_there_is():
    assert hs.card_places(BID, HAND, n_deals=1)["difference_se"].isna().all()
    few = hs.card_places(BID, HAND, n_deals=12)
    assert few.loc[few["n_deals"].isin([1, 11]), "difference_se"].isna().all()
    assert few.loc[few["n_deals"].between(2, 10), "difference_se"].notna().all()


def test_the_summary_says_what_the_table_does(worth):
    assert worth.attrs["summary"].splitlines()[1].startswith("With a joker in it (")
    assert f"four makes {100 * worth.loc['any kitty', 'make_rate']:.0f}% with it" in worth.attrs["summary"]
    json.dumps(worth.attrs)


def test_at_notrump_no_trumps_and_after_the_kitty_every_trump():
    assert "trumps" not in set(hs.kitty_value("3 notrump", PLAIN, n_deals=200)["feature"])
    game = BidWhist(name_trump="after_kitty")
    table = hs.kitty_value("4 uptown", PLAIN, game, n_deals=500)
    assert table.attrs["trump"] == "varies"
    expected = hs.bid_table(PLAIN, game, n_deals=500).loc["4 uptown"]
    assert table.loc["any kitty", "make_rate"] == expected["make_rate"]
    with pytest.raises(RulesError, match="nobody exchanges"):
        hs.kitty_value("4 uptown", PLAIN, BidWhist.one_round())


# Where the cards should lie


def test_places_divide_the_deals_and_agree_with_runs_in_which_a_card_is_there():
    table = hs.card_places("4 uptown in spades", PLAIN, n_deals=8000)
    assert table["card"].nunique() == 42
    assert (table.groupby("card")["n_deals"].sum() == 8000).all()
    weighted = table["make_rate"] * table["n_deals"]
    assert (weighted.groupby(table["card"]).sum() / 8000).to_numpy() == pytest.approx(table.attrs["make_rate"])
    rows = table.set_index(["card", "place"])
    for card, place, known in (("BJ", "kitty", "kitty"), ("LJ", "left", 1), ("DA", "partner", 2), ("SJ", "right", 3)):
        row = rows.loc[(card, place)]
        forced = hs.bid_table(PLAIN, trump="S", n_deals=4000, known={known: card}, seed=5).loc["4 uptown"]
        se = np.sqrt(sum(p["make_rate"] * (1 - p["make_rate"]) / p["n_deals"] for p in (row, forced)))
        assert abs(row["make_rate"] - forced["make_rate"]) < 4 * se
        assert row["difference"] == pytest.approx(row["make_rate"] - table.attrs["make_rate"], abs=1e-12)


def test_places_of_known_cards_and_without_exchange():
    table = hs.card_places("4 uptown in spades", PLAIN, BidWhist.one_round(), n_deals=200, known={"partner": "BJ"})
    rows = table[table["card"] == "BJ"]
    assert rows["place"].tolist() == ["partner"]
    assert rows["difference"].tolist() == rows["difference_se"].tolist() == [0]
    assert set(table["place"]) == {"left", "partner", "right", "kitty"}


# What each card is worth


def test_a_sure_hand_has_no_card_that_matters_for_making_it():
    table = hs.card_values("4 uptown in spades", SURE, n_deals=500)
    assert (table[["make", "make_se"]] == 0).all(axis=None)
    assert table.index.tolist()[0] == "BJ"
    assert (table["tricks"] >= 0).all()


def test_values_are_paired_differences_with_the_exchanged_deals():
    table = hs.card_values(BID, HAND, n_deals=800, seed=4)
    asked = situation(HAND, None, seed=4)
    contract = asked.game.contract(BID)
    deals = deal_block(asked, DEAL, 0, 800)
    frame, key = frame_of(asked.game, contract), stream_key(4, PLAY)
    own = play_out(frame, asked.policy, deals, key=key)[:, [0, 2]].sum(axis=1, dtype=int)
    cards = [str(card) for card in asked.game.deck.cards(asked.known[0])]
    for card, others in zip(cards, swapped(asked, deals), strict=True):
        then = play_out(frame, asked.policy, others, key=key)[:, [0, 2]].sum(axis=1, dtype=int)
        assert table.loc[card, "tricks"] == pytest.approx((own - then).mean(), abs=1e-12)
        made = (own >= 10).astype(int) - (then >= 10)
        assert table.loc[card, "make"] == pytest.approx(made.mean(), abs=1e-12)
        assert table.loc[card, "make_se"] == pytest.approx(made.std(ddof=1) / 800**0.5, abs=1e-12)
    assert table["tricks"].is_monotonic_decreasing
    assert list(table.columns) == ["tricks", "tricks_se", "make", "make_se", "points", "points_se", "n_deals"]


def test_blocks_and_seeds():
    with ThreadPoolExecutor(1) as one:
        same(
            hs.card_values(BID, HAND, n_deals=700, executor=one),
            hs.card_values(BID, HAND, n_deals=700),
        )
    assert not hs.card_values(BID, HAND, n_deals=700, seed=1).equals(hs.card_values(BID, HAND, n_deals=700))


def test_a_known_card_is_not_exchanged():
    asked = situation(HAND, None, known={"kitty": KITTY})
    deals = deal_block(asked, DEAL, 0, 300)
    assert (swapped(asked, deals)[:, :, 4] == deals[:, 4]).all()
