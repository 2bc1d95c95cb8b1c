"""Surveys: what a hand holds, rows that depend on (seed, number) alone, parts that resume and that show damage."""

import gzip
import math
import re
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
import update_data

import handsim as hs
from handsim.analysis import features, parts
from handsim.analysis import survey as module
from handsim.analysis.features import suits_of
from handsim.analysis.situation import situation
from handsim.cards import Hand
from handsim.errors import ArgumentError, HandsimError, WorkerError
from handsim.games.base import Denomination

GAME = hs.BidWhist()
SMALL = {"n_deals": 40, "seed": 5}
N = 10
UP, DOWN, NT = Denomination("S", "uptown"), Denomination("S", "downtown"), Denomination("NT", "downtown")
HAND = Hand("BJ SA SQ S5 S2 HA HK D2 D7 D6 D5 D4")  # no club


def same(table, expected):
    pd.testing.assert_frame_equal(table, expected, check_exact=True)
    assert table.attrs == expected.attrs


@pytest.fixture(scope="module")
def survey():
    return hs.hand_survey(n_hands=N, **SMALL)


@pytest.fixture
def registry():
    before = dict(features._registry)
    yield
    features._registry.clear()
    features._registry.update(before)


# What is in a hand


@pytest.mark.parametrize(
    ("name", "up", "down", "notrump"),
    [
        ("trumps", 5, 5, 0),
        ("top_trumps", 3, 3, 0),  # BJ A Q; downtown BJ A 2
        ("trump_ace", 1, 1, 0),
        ("trump_king", 0, 1, 0),
        ("side_aces", 1, 1, 2),
        ("side_kings", 1, 1, 2),  # the king of hearts; downtown the twos of diamonds and, at notrump, of spades
        ("side_queens", 0, 0, 0),
        ("voids", 1, 1, 1),
        ("singletons", 0, 0, 0),
        ("longest_side", 5, 5, 5),
        ("long_cards", 1, 1, 1),
        ("trumps_beyond_four", 1, 1, 0),
        ("own_tricks", 6, 6, 4),  # five trumps and the ace of hearts; A A 2 2
        ("sure_tricks", 5, 5, 3),  # five trumps, less one for the little joker, and the ace of hearts
    ],
)
def test_features_of_a_hand(name, up, down, notrump):
    function = features.find_features([name])[name]
    assert [function(HAND, denomination, GAME) for denomination in (UP, DOWN, NT)] == [up, down, notrump]


def test_sure_tricks_by_hand():
    own = features.find_features(["sure_tricks"])["sure_tricks"]
    # The ace of spades, and ace and king of hearts.
    assert own(HAND, Denomination("NT", "uptown"), GAME) == 3
    assert own(Hand("SA SK SQ S5 H2 H3 H4 H5 D3 D4 C7 C8"), Denomination("NT", "uptown"), GAME) == 4
    assert own(Hand("S9 S8 S7 H2 H3 H4 D9 D3 D4 C7 C8 C9"), UP, GAME) == 0


def test_jokers_and_worst_aces():
    assert features.jokers(HAND) == 1
    worst = hs.BidWhist(downtown_ace="worst")
    assert features.trump_ace(HAND, DOWN, worst) == 1  # the two is the highest but for the jokers
    assert suits_of(HAND, worst, DOWN).trumps == (0, 2, 5, 12, 14)
    assert suits_of(HAND, GAME, UP) == ((0, 2, 4, 11, 14), ((0, 1), (7, 8, 9, 10, 12), ()), 2)


def test_features_of_ones_own(survey, registry):
    def queens(hand):
        return sum(card.rank == "Q" for card in hand)

    own = hs.with_features(survey, {"queens": queens, "black": lambda hand, trump: trump.trump in "SC"})
    assert own["queens"].tolist() == [text.count("Q") for text in survey["hand"]]
    assert own["black_uptown"].tolist() == [trump in "SC" for trump in survey["trump_uptown"]]
    assert set(survey.columns) < set(own.columns)
    hs.register_feature("queens", queens)
    assert "queens" in features.feature_names()
    some = hs.with_features(survey, ["queens"])
    assert list(some.columns) == [*module.raw_columns(GAME), "queens"]
    assert some.attrs["features"] == ["queens"]


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (["kings"], "feature 'kings': there are jokers, trumps"),
        ({"two words": len}, "feature 'two words': a name of letters"),
        ({"none": lambda: 1}, r"feature 'none': a function of \(hand\)"),
        ({"word": lambda hand: "x"}, "feature 'word' of .*: a finite number"),
        ({"type": str}, r"feature 'type': a function of \(hand\)"),
        ({"seven": 7}, r"feature 'seven': a function of \(hand\)"),
        ({"hand": len}, "feature 'hand': surveys have columns of such names"),
        ({"make_4_uptown": len}, "feature 'make_4_uptown': surveys have columns"),
        ({"class": len}, "feature 'class': a name of letters"),
        ({"jokers": len}, "feature 'jokers': the library has one of that name"),
        ({"nothing": lambda hand: float("nan")}, "feature 'nothing' of .*: a finite number"),
        ({"huge": lambda hand: 2**70}, "feature 'huge' of .*: a finite number"),
        ({"broken": lambda hand: 1 // 0}, "feature 'broken' of .*: it raised ZeroDivisionError: "),
    ],
)
def test_features_that_are_none(survey, wanted, says, monkeypatch):
    with pytest.raises(ArgumentError, match=says):
        hs.with_features(survey, wanted)
    monkeypatch.setattr(module, "play_hands", None)  # all of it is said before a hand is played
    with pytest.raises(ArgumentError, match=says):
        hs.hand_survey(n_hands=2, n_deals=5, features=wanted)


def test_a_feature_of_the_library_is_not_replaced(registry):
    with pytest.raises(ArgumentError, match="feature 'jokers': the library has one of that name"):
        hs.register_feature("jokers", lambda hand: 1)
    assert features.find_features(["jokers"])["jokers"] is features.jokers
    with pytest.raises(ArgumentError, match="surveys have columns of such names"):
        hs.register_feature("hand", len)
    with pytest.raises(ArgumentError, match="a list of names"):
        hs.register_feature("queens", len, games="whist")
    with pytest.raises(HandsimError, match="chess"):
        hs.register_feature("queens", len, games=["chess"])
    assert not {"hand", "queens"} & set(features.feature_names())
    for value in (1, 2):  # one's own may be, as when a cell of a notebook is run again
        hs.register_feature("mine", lambda hand, value=value: value)
        assert features.find_features(["mine"])["mine"](HAND) == value


# The table


def test_a_row_is_what_the_bid_table_says(survey):
    row = survey.iloc[3]
    table = hs.bid_table(row["hand"], n_deals=40, seed=int(row["seed"]))
    compared = 0
    for name, bid in table.iterrows():
        figure = name.replace(" ", "_")
        open_part = "direction" if bid["call"] == "notrump" else "trump"
        if bid[open_part] != row[f"{open_part}_{bid['call']}"]:
            continue  # chosen by points of the bid there, by tricks here
        compared += 1
        assert row[f"make_{figure}"] == bid["make_rate"]
        assert row[f"points_{figure}"] == bid["points_mean"]
        assert row[f"points_se_{figure}"] == round(bid["points_se"], 4)
        assert row[f"tricks_{bid['call']}"] == bid["tricks_mean"]
        assert row[f"tricks_sd_{bid['call']}"] == round(bid["tricks_sd"], 4)
    assert compared >= 7
    made = row["make_3_uptown"]
    assert row["make_se_3_uptown"] == round(math.sqrt(made * (1 - made) / 39), 4)


GAMES = {
    "whist": hs.Whist(),
    "trumps in turn": hs.Whist(trump="rotate", rotate_notrump=True),
    "bid euchre": hs.BidEuchre(notrump_low=True),
    "two decks": hs.BidEuchre(decks=2),
    "with a joker": hs.BidEuchre(joker=True),
    "one card": hs.OneCard(),
    "three players": hs.OneCard(players=3),
    "smear": hs.Smear(),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_row_of_any_game_is_what_its_bid_table_says(game):
    rows = hs.hand_survey(game, 3, n_deals=30, seed=3, features=["trumps"])
    same = 0
    for row in rows.to_dict("records"):
        asked = {"known": {"turn_up": row["turn_up"]}} if game.turns_up else {}
        for bid in game.bids:
            of_call = {part: row.get(f"{part}_{bid.call}" if bid.call else part) for part in ("trump", "lead")}
            if of_call["trump"] == "NT" or (bid.call and of_call["trump"] is None):
                continue  # which way notrump is played, the text of a bid says
            table = hs.bid_table(row["hand"], game, trump=of_call["trump"], n_deals=30, seed=row["seed"], **asked)
            for name, of_bid in table.loc[[bid.name]].iterrows():
                if of_call["lead"] in (None, of_bid.get("lead")):
                    figure = name.replace(" ", "_")
                    assert row[f"make_{figure}"] == of_bid["make_rate"]
                    assert row[f"points_{figure}"] == of_bid["points_mean"]
                    assert row[f"points_se_{figure}"] == round(of_bid["points_se"], 4)
                    same += 1
    assert same > len(game.bids)
    chart = hs.bid_chart(rows, game.bids[0], rows="trumps", columns=None)
    assert chart["hands"].sum() == 3


def test_bids_played_alone_are_played_alone():
    rows = hs.hand_survey(hs.BidEuchre(), 8, n_deals=50)
    plain, ask, moon = (rows[name].to_numpy() for name in ("tricks", "tricks_ask", "tricks_moon"))
    assert (ask > moon).sum() > 5 and (plain != moon).any()  # partner's best card helps him who plays alone


def test_columns_and_types(survey):
    assert survey.index.equals(pd.RangeIndex(N, name="number"))
    assert len(survey["hand"].unique()) == N and all(len(hand.split()) == 12 for hand in survey["hand"])
    assert {"make_7_notrump", "points_se_1_downtown", "trumps_uptown", "voids_notrump", "jokers"} <= set(survey.columns)
    assert survey["make_4_uptown"].dtype == survey["points_4_uptown"].dtype == np.float64
    assert survey["seed"].dtype == survey["trumps_uptown"].dtype == np.int64
    assert survey.attrs["n_hands"] == N and survey.attrs["policy"] == "maxims" and survey.attrs["seed"] == 5
    assert not survey.isna().any().any()


def test_a_hand_depends_on_seed_and_number_alone(survey):
    same(hs.hand_survey(n_hands=4, **SMALL), survey.iloc[:4].assign().pipe(_as_if_of, 4))
    assert hs.hand_survey(n_hands=1, n_deals=40, seed=6)["hand"].iloc[0] not in survey["hand"].tolist()


def _as_if_of(table, n):
    table.attrs = {**table.attrs, "n_hands": n}
    return table


@pytest.mark.parametrize(
    "game", [hs.BidWhist(name_trump="after_kitty", min_bid=4), hs.BidWhist.one_round(notrump_doubles=True)]
)
def test_other_rules(game):
    table = hs.hand_survey(game, 2, n_deals=30)
    assert "make_4_uptown" in table and ("make_3_uptown" in table) == (game.min_bid == 1)
    row = table.iloc[1]
    bids = hs.bid_table(row["hand"], game, n_deals=30, seed=int(row["seed"]))
    made = row[[f"make_{level}_uptown" for level in range(4, 8)]].tolist()
    if game.names_trump_after:  # then both choose deal by deal
        assert made == bids.loc[bids["call"] == "uptown", "make_rate"].tolist()
    assert all(a >= b for a, b in pairwise(made))
    assert module.game_of(table) == game


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"n_hands": 0}, "n_hands=0"),
        ({"n_deals": 0}, "n_deals=0"),
        ({"part_hands": 0}, "part_hands=0"),
        ({"seed": -1}, "seed=-1"),
        ({"features": ["kings"]}, "kings"),
        ({"path": "survey.xls"}, "survey.xls"),
        ({"path": "nowhere/survey.csv"}, "nowhere"),
    ],
)
def test_arguments_that_cannot_be(arguments, says):
    with pytest.raises(ArgumentError, match=says):
        hs.hand_survey(**{"n_hands": 2, "n_deals": 10, **arguments})


# Files


class Stop(Exception):
    """An interruption."""


def stopper(after):
    """A progress function that interrupts once so much is done."""

    def progress(done, total):
        if done >= after:
            raise Stop

    return progress


@pytest.fixture(params=[".csv", ".csv.gz", ".parquet"])
def path(request, tmp_path):
    if request.param == ".parquet":
        pytest.importorskip("pyarrow")
    return tmp_path / f"survey{request.param}"


def test_interrupted_and_resumed(path, survey, monkeypatch):
    monkeypatch.setattr(module, "BLOCK_HANDS", 2)
    a_hand = module._playouts_a_hand(GAME, 40)
    for hands in (4, 1, 4):  # the second comes before a part is whole
        with pytest.raises(Stop):
            hs.hand_survey(n_hands=N, **SMALL, path=path, part_hands=3, progress=stopper(hands * a_hand))
    assert not path.exists() and len(parts.parts_of(path)) == 2
    with pytest.warns(UserWarning, match="not finished: these are its first 6 hands"):
        begun = hs.load_survey(path)
    assert len(begun) == 6
    same(begun.assign(), _as_if_of(survey.iloc[:6].assign(), 6))
    same(hs.hand_survey(n_hands=N, **SMALL, path=path, part_hands=4), survey)
    assert not parts.folder_of(path).exists()
    same(hs.load_survey(path), survey)


def test_one_that_is_finished_is_not_played_again(path, survey, monkeypatch):
    hs.hand_survey(n_hands=4, **SMALL, path=path)
    calls = []
    play = module._play
    monkeypatch.setattr(module, "_play", lambda *args: calls.append(args) or play(*args))
    same(hs.hand_survey(n_hands=4, **SMALL, path=path), _as_if_of(survey.iloc[:4].assign(), 4))
    assert len(calls) == 1  # to see that it still comes out the same
    same(hs.hand_survey(n_hands=N, **SMALL, path=path), survey)  # a longer one goes on
    assert len(calls) == 2 + N - 4
    same(hs.load_survey(path), survey)
    same(hs.hand_survey(n_hands=2, **SMALL, path=path), _as_if_of(survey.iloc[:2].assign(), 2))
    same(hs.load_survey(path), survey)  # a shorter one takes nothing away


def test_a_part_that_is_lost_is_played_again(path, survey):
    with pytest.raises(Stop):
        a_hand = module._playouts_a_hand(GAME, 40)
        hs.hand_survey(n_hands=N, **SMALL, path=path, part_hands=2, progress=stopper(7 * a_hand))
    (_, first), *_ = parts.parts_of(path)
    first.unlink()
    same(hs.hand_survey(n_hands=N, **SMALL, path=path, part_hands=2), survey)


def begun(path, n=4):
    """Leave a survey in two parts."""
    with pytest.raises(Stop):
        a_hand = module._playouts_a_hand(GAME, 40)
        hs.hand_survey(n_hands=N, **SMALL, path=path, part_hands=2, progress=stopper((n + 1) * a_hand))
    return [part for _, part in parts.parts_of(path)]


def change_a_figure(part):
    """Change one digit of one figure, so that all can be read as before."""
    if part.suffix == ".parquet":
        table = pd.read_parquet(part)
        table.iloc[1, table.columns.get_loc("make_4_uptown")] += 0.01
        table.to_parquet(part)
        return
    data = gzip.decompress(part.read_bytes()) if part.suffix == ".gz" else part.read_bytes()
    lines = data.decode().splitlines()
    lines[-1] = re.sub(r"(0\.\d*)([1-8])", lambda m: m[1] + str(int(m[2]) + 1), lines[-1], count=1)
    data = ("\n".join(lines) + "\n").encode()
    part.write_bytes(gzip.compress(data) if part.suffix == ".gz" else data)


@pytest.mark.parametrize("damage", ["changed", "cut", "empty", "renamed"])
def test_a_damaged_part_is_named(path, damage):
    one, two = begun(path)
    if damage == "changed":
        change_a_figure(two)
    elif damage == "renamed":
        two = two.rename(two.with_name(two.name.replace("0000002-0000004", "0000004-0000006")))
    else:
        two.write_bytes(two.read_bytes()[: -60 if damage == "cut" else 0])
    wanted = f"{re.escape(two.name)}.*delete it, and the same call plays those hands again"
    with pytest.raises(ArgumentError, match=wanted):
        hs.hand_survey(n_hands=N, **SMALL, path=path)
    if damage != "renamed":
        with pytest.raises(ArgumentError, match=wanted):
            hs.load_survey(path)
    two.unlink()
    assert len(hs.hand_survey(n_hands=5, **SMALL, path=path)) == 5
    assert one.parent.exists() is False


def test_a_damaged_file_is_named(path):
    hs.hand_survey(n_hands=3, **SMALL, path=path)
    change_a_figure(path)
    for read in (lambda: hs.load_survey(path), lambda: hs.hand_survey(n_hands=3, **SMALL, path=path)):
        with pytest.raises(ArgumentError, match=rf"{re.escape(path.name)}: damaged"):
            read()


def test_another_survey_is_not_mixed_in(tmp_path):
    path = tmp_path / "survey.csv"
    hs.hand_survey(n_hands=2, **SMALL, path=path)
    with pytest.raises(ArgumentError, match=r"survey\.csv: of another survey, with seed=5, not with seed=6"):
        hs.hand_survey(n_hands=2, n_deals=40, seed=6, path=path)
    with pytest.raises(
        ArgumentError, match="of bid whist with its default rules, not of bid whist with failed=shortfall"
    ):
        hs.hand_survey(hs.BidWhist(failed="shortfall"), 2, **SMALL, path=path)


def test_another_player_of_the_same_name_is_noticed(tmp_path, monkeypatch):
    path = tmp_path / "survey.csv"
    hs.hand_survey(n_hands=2, **SMALL, path=path)
    monkeypatch.setattr(module, "hand_seed", lambda seed, number: number)
    with pytest.raises(ArgumentError, match=r"survey\.csv: hand 0 now comes out with another seed"):
        hs.hand_survey(n_hands=3, **SMALL, path=path)


def test_what_is_no_survey(tmp_path):
    with pytest.raises(ArgumentError, match="there is no survey, neither finished nor begun"):
        hs.load_survey(tmp_path / "survey.csv")
    other = hs.save(hs.denomination_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=10), tmp_path / "other.csv")
    with pytest.raises(ArgumentError, match=r"other\.csv: not a survey"):
        hs.load_survey(other)
    with pytest.raises(ArgumentError, match="what hand_survey or load_survey returns"):
        hs.with_features(pd.DataFrame({"hand": []}))


def test_features_are_counted_when_it_is_loaded(tmp_path):
    path = tmp_path / "survey.csv"
    hs.hand_survey(n_hands=2, **SMALL, path=path, features=["jokers"])
    assert list(hs.load_survey(path).columns)[-1] == "jokers"
    assert "voids_uptown" in hs.load_survey(path, ["voids"])


# Executors and progress


def test_any_executor_and_progress(survey, monkeypatch):
    monkeypatch.setattr(module, "BLOCK_HANDS", 3)
    seen = []
    with ThreadPoolExecutor(3) as executor:
        same(
            hs.hand_survey(n_hands=N, **SMALL, executor=executor, progress=lambda *said: seen.append(said)),
            survey,
        )
    assert seen[-1][0] == seen[-1][1] == N * module._playouts_a_hand(GAME, 40)


def test_a_worker_that_dies(tmp_path):
    class Broken:
        def map(self, function, blocks):
            raise BrokenExecutor("gone")

    with pytest.raises(WorkerError, match=r"died .*lost are hands 0 to \d+ of the survey \(seed 5\)"):
        hs.hand_survey(n_hands=2, **SMALL, executor=Broken())


def test_work_of_another_engine_is_refused():
    with pytest.raises(WorkerError, match="another version"):
        module.play_hands(module.HandBlock(situation(None, None, any_hand=True), 10, 0, 1, version="old"))


# The survey that is kept in data/


@pytest.fixture(scope="module")
def kept():
    return hs.load_survey(update_data.SURVEY)


def test_rows_of_the_kept_survey_come_out_the_same(kept):
    assert len(kept) == update_data.N_HANDS and update_data.SURVEY.stat().st_size < 2_000_000
    again = hs.hand_survey(n_hands=6, n_deals=update_data.N_DEALS, seed=update_data.SEED, features=update_data.FEATURES)
    same(again, _as_if_of(kept.iloc[:6].assign(), 6))


def test_a_late_row_of_the_kept_survey(kept):
    row = kept.iloc[-1]
    number = len(kept) - 1
    assert row["seed"] == module.hand_seed(update_data.SEED, number)
    table = hs.bid_table(row["hand"], n_deals=update_data.N_DEALS, seed=int(row["seed"]))
    three = table.loc["3 uptown"]
    assert three["trump"] == row["trump_uptown"] and three["make_rate"] == row["make_3_uptown"]
