"""Make rates by features: the table against counting by hand, its intervals by simulation, its picture, its command."""

import numpy as np
import pandas as pd
import pytest
import update_data
from matplotlib.figure import Figure
from scipy import stats as scipy_stats

import handsim as hs
from handsim import stats
from handsim.analysis import features
from handsim.cli import main
from handsim.errors import ArgumentError


@pytest.fixture(scope="module")
def survey():
    return hs.load_survey(update_data.SURVEY).iloc[:800]


# Intervals of a rate pooled over hands


@pytest.mark.parametrize("df", [1, 2, 3, 5, 10, 40, 1000])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_student_quantiles(df, confidence):
    p = (1 + confidence) / 2
    assert stats._student(scipy_stats.norm.ppf(p), df) == pytest.approx(scipy_stats.t.ppf(p, df), rel=0.04)


@pytest.mark.parametrize(
    ("clusters", "a", "b", "least"),
    [(5, 2, 2, 0.92), (10, 4, 1, 0.92), (30, 2, 2, 0.935), (100, 1, 9, 0.935), (30, 200, 200, 0.935)],
)
def test_intervals_cover_as_often_as_they_say(clusters, a, b, least):
    rng = np.random.default_rng(1)
    n, runs, covered = 200, 1500, 0
    for _ in range(runs):
        made = rng.binomial(n, rng.beta(a, b, clusters))
        _, low, high = stats.clustered_interval(made, np.full(clusters, n))
        covered += low <= a / (a + b) <= high
    assert least <= covered / runs <= 0.985


def test_deals_taken_to_be_independent_would_cover_far_too_seldom():
    rng = np.random.default_rng(1)
    runs = [rng.binomial(200, rng.beta(2, 2, 30)).sum() for _ in range(500)]
    naive = [stats.wilson(int(made), 6000) for made in runs]
    assert np.mean([low <= 0.5 <= high for low, high in naive]) < 0.4


def test_intervals_at_the_ends():
    rate, low, high = stats.clustered_interval([50, 50, 50, 50], [50, 50, 50, 50])
    assert (rate, high) == (1, 1) and 0.2 < low < 0.5  # four hands, not two hundred deals
    assert stats.clustered_interval([20], [50]) == (0.4, 0, 1)
    rate, low, high = stats.clustered_interval([], [])
    assert np.isnan(rate) and (low, high) == (0, 1)
    same_rate = stats.clustered_interval([25] * 20, [50] * 20)
    assert same_rate[0] == 0.5 and same_rate[2] - same_rate[1] == pytest.approx(0.065, abs=0.01)  # a thousand deals
    narrow = stats.clustered_interval([20, 30, 25], [50, 50, 50], confidence=0.5)
    wide = stats.clustered_interval([20, 30, 25], [50, 50, 50])
    assert wide[1] < narrow[1] < 0.5 < narrow[2] < wide[2]


# The table


def test_cells_by_hand(survey):
    chart = hs.bid_chart(survey, "4 uptown", rows="trumps", columns="jokers")
    assert list(chart.columns) == [
        "trumps", "jokers", "make_rate", "make_low", "make_high", "points_mean", "points_se", "hands", "n_deals",
    ]  # fmt: skip
    assert chart["hands"].sum() == len(survey) and chart["n_deals"].sum() == survey["n_deals"].sum()
    assert list(zip(chart["trumps"], chart["jokers"], strict=True)) == sorted(
        set(zip(survey["trumps_uptown"], survey["jokers"], strict=True))
    )
    cell = chart[(chart["trumps"] == 5) & (chart["jokers"] == 1)].iloc[0]
    hands = survey[(survey["trumps_uptown"] == 5) & (survey["jokers"] == 1)]
    made = hands["make_4_uptown"] * hands["n_deals"]
    assert cell["make_rate"] == pytest.approx(hands["make_4_uptown"].mean(), abs=1e-12)
    assert (cell["make_rate"], cell["make_low"], cell["make_high"]) == stats.clustered_interval(
        made.round(), hands["n_deals"]
    )
    assert cell["points_mean"] == pytest.approx(hands["points_4_uptown"].mean())
    assert cell["points_se"] == pytest.approx(hands["points_4_uptown"].sem())
    assert cell["hands"] == len(hands)
    assert chart.attrs["bid"] == "4 uptown" and chart.attrs["hands"] == 800


def test_features_are_those_of_the_bids_own_call(survey):
    down = hs.bid_chart(survey, "4 down", rows="trump_king", columns=None)
    assert down["hands"].tolist() == survey["trump_king_downtown"].value_counts().sort_index().tolist()
    by_column = hs.bid_chart(survey, "4 down", rows="trump_king_uptown", columns=None)
    assert by_column["hands"].tolist() == survey["trump_king_uptown"].value_counts().sort_index().tolist()
    assert list(hs.bid_chart(survey, "4nt", rows="direction", columns=None)["direction"]) == ["downtown", "uptown"]


def test_more_is_better(survey):
    by_points = hs.bid_chart(survey, "4 uptown", rows="points", columns=None)  # not in the file: counted now
    many = by_points[by_points["hands"] >= 10]
    assert len(many) > 8 and many["make_rate"].is_monotonic_increasing


def test_of_a_game():
    chart = hs.bid_chart(hs.hand_survey(hs.BidWhist(min_bid=4), 6, n_deals=20), "4 uptown", rows="jokers", columns=None)
    assert chart["hands"].sum() == 6
    assert drawn(chart).get_title("left").replace("\n", " ").startswith("Bid Whist with min_bid=4: how often 4 uptown")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"bid": "eight up"}, "eight"),
        ({"bid": "4 uptown in spades"}, "4 uptown in spades.*ask for '4 uptown' alone"),
        ({"bid": "4 notrump downtown"}, "ask for '4 notrump' alone"),
        ({"rows": "kings"}, "'kings': neither a feature nor a column of the survey; features are jokers, "),
        ({"columns": "kings"}, "'kings'"),
        ({"confidence": 2}, "confidence=2"),
        ({"confidence": None}, "confidence=None"),
        ({"rows": None}, "rows=None"),
        ({"rows": "jokers", "columns": "jokers"}, "both 'jokers'"),
        ({"bid": None}, "bid=None"),
        ({"survey": pd.DataFrame({"hand": []})}, "what hand_survey or load_survey returns"),
    ],
)
def test_what_cannot_be(survey, arguments, says):
    arguments = {"survey": survey, "bid": "4 uptown", **arguments}
    with pytest.raises(ValueError, match=says):
        hs.bid_chart(arguments.pop("survey"), arguments.pop("bid"), **arguments)
    with pytest.raises(ArgumentError, match="no hands"):
        hs.bid_chart(survey.iloc[:0], "4 uptown")


# The picture


def drawn(chart, size=(3, 2.6)):
    figure = Figure(figsize=size, layout="constrained")
    ax = hs.plot_bid_chart(chart, ax=figure.subplots())
    figure.canvas.draw()
    return ax


def test_the_picture_says_what_the_table_says(survey):
    chart = hs.bid_chart(survey, "4 uptown")
    ax = drawn(chart)
    down = [int(label.get_text()) for label in ax.get_yticklabels()]
    across = [int(label.get_text()) for label in ax.get_xticklabels()]
    assert down == sorted(set(chart["trumps"]), reverse=True) and across == [0, 1, 2]
    written = {tuple(text.get_position()): text for text in ax.texts}
    assert len(written) == len(chart)
    mesh = ax.collections[0].get_array().reshape(len(down), len(across))
    for cell in chart.to_dict("records"):
        column, row = across.index(cell["jokers"]), down.index(cell["trumps"])
        rate, hands = written[column, row].get_text().split("\n")
        half = 50 * (cell["make_high"] - cell["make_low"])
        assert rate.split()[0] == f"{100 * cell['make_rate']:.0f}" and hands == f"({cell['hands']:,})"
        interval = f" [{100 * cell['make_low']:.0f}-{100 * cell['make_high']:.0f}]"
        assert rate.endswith(interval) == ("[" in rate) == (half < 20)
        assert (written[column, row].get_style() == "italic") == (half >= 20)
        assert mesh[row, column] == cell["make_rate"]
    assert mesh.mask.sum() == len(down) * len(across) - len(chart)
    deals = chart["n_deals"].sum()
    assert ax.get_title("left") == f"Bid Whist: how often 4 uptown makes\n{len(survey)} random hands, {deals:,} deals"
    assert ("italics" in ax.get_xlabel()) == bool((50 * (chart["make_high"] - chart["make_low"]) >= 40).any())
    assert ax.get_ylabel() == "trumps" and ax.get_xlabel().startswith("jokers\nmakes %")


def test_figures_can_be_read_in_grey_and_small(survey):
    ax = drawn(hs.bid_chart(survey, "4 uptown"))
    shades = ax.collections[0].to_rgba(ax.collections[0].get_array())
    assert np.allclose(shades[..., 0], shades[..., 1]) and np.allclose(shades[..., 1], shades[..., 2])
    mesh = ax.collections[0]
    for text in ax.texts:
        column, row = text.get_position()
        grey = mesh.cmap(mesh.norm(mesh.get_array()[row, column]))[0]
        assert abs(grey - (1.0 if text.get_color() == "white" else 0.0)) > 0.4
        assert text.get_fontsize() >= 6
        box = text.get_window_extent().transformed(ax.transData.inverted())
        assert box.width < 1 and abs(box.height) < 1  # within its cell


def test_many_rows_are_written_on_one_line(survey):
    ax = drawn(hs.bid_chart(survey, "5 downtown", rows="points", columns=None), size=(3, 4))
    assert all("\n" not in text.get_text() for text in ax.texts)
    assert ax.get_xlabel().startswith("makes %")


def test_too_many_groups_cannot_be_read(survey):
    many = hs.bid_chart(hs.with_features(survey, {"own": lambda hand: hash(str(hand)) % 10**6}), "4 uptown", rows="own")
    many = pd.concat([many] * 2).assign(own=range(2 * len(many)))
    with pytest.raises(ArgumentError, match="too many to draw"):
        hs.plot_bid_chart(many)


def test_what_never_makes_is_not_white(survey):
    never = drawn(hs.bid_chart(survey, "4 uptown").assign(make_rate=0.0, make_low=0.0, make_high=0.1))
    mesh = never.collections[0]
    assert mesh.cmap(mesh.norm(0.0))[0] < 0.97


def test_pictures_of_something_else(survey):
    with pytest.raises(ArgumentError, match="not a bid chart: it lacks make_low"):
        hs.plot_bid_chart(hs.bid_chart(survey, "4 uptown").drop(columns="make_low"))
    with pytest.raises(ArgumentError, match="before make_rate there are one or two features"):
        hs.plot_bid_chart(hs.bid_chart(survey, "4 uptown").drop(columns=["trumps", "jokers"]))


# The commands


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("survey") / "survey.csv"
    assert main(["survey", "-n", "12", "--deals", "20", "--seed", "3", "--option", "min_bid=3", "-o", str(path)]) == 0
    return path


def test_survey_command(file, capsys):
    table = hs.load_survey(file)
    expected = hs.hand_survey(hs.BidWhist(min_bid=3), 12, n_deals=20, seed=3)
    pd.testing.assert_frame_equal(table, expected, check_exact=True)
    assert main(["survey", "-n", "12", "--deals", "20", "--seed", "3", "--option", "min_bid=3", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: written, 12 hands\n"


def test_chart_command(file, tmp_path, capsys):
    picture = tmp_path / "chart.png"
    said = ["chart", "4 uptown", "--kind", "bid-chart", "--survey", str(file), "-o", str(picture)]
    assert main(said) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main([*said, "--rows", "side_aces", "--columns", "none"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (["chart", "4 uptown", "--kind", "bid-chart"], "needs --survey FILE"),
        (["chart", "4 uptown", "--kind", "bid-chart", "--survey", "none.csv"], "there is no survey"),
        (["chart", "9 uptown", "--kind", "bid-chart", "--survey", "FILE"], "9"),
        (["chart", "4 uptown", "--kind", "bid-chart", "--survey", "FILE", "--deals", "10"], "--deals: not with --kind"),
        (["chart", "4 uptown", "--kind", "bid-chart", "--survey", "FILE", "--kitty", "SA"], "--kitty: not with --kind"),
        (
            ["chart", "4 uptown", "--kind", "bid-chart", "--survey", "FILE", "--known", "1=SA"],
            "--known: not with --kind",
        ),
        (["chart", "4 uptown", "--kind", "bid-chart", "--survey", "FILE", "--rows", "x"], "'x': neither a feature"),
        (["chart", "SA", "--rows", "trumps"], "--rows: only with --kind bid-chart"),
        (["survey", "-n", "0"], "n_hands=0"),
        (["survey", "-n", "2", "--policy", "nobody"], "nobody"),
    ],
)
def test_commands_that_cannot_be(file, tmp_path, said, says, capsys):
    said = [str(file) if word == "FILE" else word for word in said]
    assert main([*said, "-o", str(tmp_path / ("x.png" if said[0] == "chart" else "x.csv"))]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


def test_registered_features_have_words_for_players():
    for function in features.find_features().values():
        assert function.__doc__ or function.__name__ == "<lambda>"
