"""The charts, by their artists and data, not by pixels."""

import os

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib import font_manager
from matplotlib.collections import LineCollection, QuadMesh
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import handsim as hs
from handsim import plots
from handsim.errors import ArgumentError
from handsim.plots import plot_bid_table, plot_tricks, save_chart

mpl.use("Agg")
HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"


@pytest.fixture(scope="module")
def bids():
    return hs.bid_table(HAND, n_deals=300)


@pytest.fixture(scope="module")
def denominations():
    return hs.denomination_table(HAND, n_deals=300)


@pytest.fixture
def ax():
    return Figure(figsize=(6, 4), dpi=100, layout="constrained").subplots()


@pytest.fixture
def small():
    return Figure(figsize=(3, 2.5), dpi=100, layout="constrained").subplots()


def lines_of(ax):
    """Return each call's line, by its name."""
    return {container.get_label(): container for container in ax.containers}


def bars_of(container):
    (bars,) = [artist for artist in container[2] if isinstance(artist, LineCollection)]
    return np.array(bars.get_segments())


def texts_of(ax):
    return [text.get_text() for text in ax.texts]


# The bid table


def test_every_call_has_its_line_of_rates_with_intervals(bids, ax):
    assert plot_bid_table(bids, ax=ax) is ax
    lines = lines_of(ax)
    assert list(lines) == ["uptown", "downtown", "notrump"]
    for call, rows in bids.groupby("call"):
        x, y = lines[call][0].get_data()
        assert np.abs(x - rows["level"]).max() < 0.5
        np.testing.assert_allclose(y, 100 * rows["make_rate"])
        bars = bars_of(lines[call])
        np.testing.assert_allclose(bars[:, :, 0], np.stack([x, x], axis=1))
        np.testing.assert_allclose(bars[:, :, 1], 100 * rows[["make_low", "make_high"]].to_numpy(), atol=1e-9)


def test_calls_are_told_apart_without_colour_and_intervals_do_not_hide_each_other(bids, ax):
    lines = lines_of(plot_bid_table(bids, ax=ax)).values()
    for told_apart in ("get_marker", "get_linestyle", "get_color"):
        assert len({getattr(line[0], told_apart)() for line in lines}) == 3
    assert len({round(float(line[0].get_xdata()[0]), 3) for line in lines}) == 3


def test_an_interval_is_seen_however_small(bids, ax):
    for line, caps, _ in plot_bid_table(bids.assign(make_low=bids["make_rate"]), ax=ax).containers:
        assert caps
        assert all(cap.get_markersize() > line.get_markersize() for cap in caps)  # they stand out on both sides


def test_the_axes_speak_the_words_of_the_game(bids, ax):
    plot_bid_table(bids, ax=ax)
    low, high = ax.get_ylim()
    assert low < 0 < 100 < high
    ax.figure.draw_without_rendering()
    assert {"0%", "100%"} <= {label.get_text() for label in ax.get_yticklabels()}
    assert [label.get_text() for label in ax.get_xticklabels()] == list("1234567")
    title = ax.get_title("left")
    assert title.startswith("Bid Whist: how often it makes (300\xa0deals)\n")
    assert title.endswith("BJ  LJ  ♠A7432  ♥A2  ♦K9  ♣3")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["uptown", "downtown", "notrump"]


def test_the_strip_says_what_each_bid_is_played_in(bids, ax):
    texts = texts_of(plot_bid_table(bids, ax=ax))
    assert [text for text in texts if text in "▲▼■"] == ["▲", "▼", "■"]
    expected = [
        {"uptown": "↑", "downtown": "↓"}[row.direction] if row.trump == "NT" else "♠♥♦♣"["SHDC".index(row.trump)]
        for call in ("uptown", "downtown", "notrump")
        for row in bids[bids["call"] == call].itertuples()
    ]
    assert [text for text in texts if text not in "▲▼■"] == expected


def test_a_trump_that_varies_is_a_star(bids, ax):
    suits = bids["call"] != "notrump"
    varying = bids.assign(trump=bids["trump"].mask(suits, "varies"), direction=bids["direction"].where(suits, "varies"))
    assert texts_of(plot_bid_table(varying, ax=ax)).count("*") == len(bids)


@pytest.mark.parametrize("axes", ["ax", "small"])
def test_nothing_covers_the_data_or_anything_else(axes, bids, request):
    ax = plot_bid_table(bids, ax=request.getfixturevalue(axes))
    ax.figure.draw_without_rendering()
    inside = ax.get_window_extent()
    outside = [*ax.texts, ax.get_legend(), ax.xaxis.label, ax._left_title]
    boxes = [artist.get_window_extent() for artist in outside]
    for n, box in enumerate(boxes):
        assert not inside.overlaps(box.padded(-1)), outside[n]
        assert not any(box.padded(-0.5).overlaps(other.padded(-0.5)) for other in boxes[n + 1 :]), outside[n]
    for box in boxes:
        assert ax.figure.bbox.padded(1).containsy(box.y0)
        assert ax.figure.bbox.padded(1).containsy(box.y1)


def test_a_game_with_one_call_or_none_needs_no_legend(bids, ax, small):
    one = bids[bids["call"] == "uptown"].assign(call="")
    assert plot_bid_table(one, ax=ax).get_legend() is None
    bare = one[["level", "make_rate", "make_low", "make_high"]].copy()
    bare.attrs = {}
    assert plot_bid_table(bare, ax=small).get_legend() is None
    assert len(lines_of(small)) == 1
    assert not texts_of(small)
    assert small.get_title("left") == "How often it makes"


def test_many_calls_stay_distinct(bids, ax):
    many = pd.concat([bids[bids["call"] == "uptown"].assign(call=f"call {n}") for n in range(6)])
    lines = lines_of(plot_bid_table(many, ax=ax)).values()
    assert len({(line[0].get_marker(), line[0].get_linestyle()) for line in lines}) == 6


# Tricks


def test_cells_are_the_share_of_deals_with_so_many_tricks(denominations, ax):
    assert plot_tricks(denominations, ax=ax) is ax
    (mesh,) = [artist for artist in ax.collections if isinstance(artist, QuadMesh)]
    shares = mesh.get_array().reshape(len(denominations), -1)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    names = [label.get_text() for label in ax.get_xticklabels()]
    numbers = [int(name.strip("≤≥")) for name in names]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    inner = [n for n, name in enumerate(names) if name.isdecimal()]
    for n in inner:
        exactly = denominations[f"ge_{numbers[n]}"] - denominations.get(f"ge_{numbers[n] + 1}", 0)
        np.testing.assert_allclose(shares[:, n], exactly, atol=1e-12)
    printed = sorted(text for text in texts_of(ax) if text.isdecimal())
    assert printed == sorted(f"{100 * share:.0f}" for share in shares.ravel() if round(100 * share))


def test_rare_numbers_are_taken_together(ax, small):
    ge = {f"ge_{k}": [share] for k, share in enumerate([1, 1, 0.999, 0.996, 0.5, 0.003, 0.001, 0], 1)}
    table = pd.DataFrame({"trump": ["S"], "direction": [""], **ge, "mean": [4.5], "se": [np.nan]})
    plot_tricks(table, ax=ax)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["≤4", "≥5"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["♠"]
    assert texts_of(ax) == ["50", "50", "4.5", "mean"]
    sure = table.assign(**{name: float(name == "ge_1") for name in ge})
    assert [label.get_text() for label in plot_tricks(sure, ax=small).get_xticklabels()] == ["1"]
    assert texts_of(small)[0] == "100"


def test_means_are_marked_with_their_error(denominations, ax):
    (container,) = plot_tricks(denominations, ax=ax).containers
    np.testing.assert_allclose(container[0].get_xdata(), denominations["mean"])
    ends = denominations["mean"].to_numpy()[:, None] + 1.96 * np.outer(denominations["se"], [-1, 1])
    np.testing.assert_allclose(bars_of(container)[:, :, 0], ends)
    first = denominations.iloc[0]
    assert f"{first['mean']:.1f} ±{1.96 * first['se']:.2f}" in texts_of(ax)


def test_rows_are_in_the_tables_order_from_the_top(denominations, ax):
    plot_tricks(denominations, ax=ax)
    assert [label.get_text() for label in ax.get_yticklabels()][:6:5] == ["♠ uptown", "♠ downtown"]
    bottom, top = ax.get_ylim()
    assert bottom > top
    assert ax.get_title("left").startswith("Bid Whist: tricks as declarer\nBJ  LJ  ♠A7432")
    assert "300 deals" in ax.get_xlabel()


def test_figures_can_be_read_on_every_shade(denominations, ax):
    plot_tricks(denominations, ax=ax)
    mesh = next(artist for artist in ax.collections if isinstance(artist, QuadMesh))
    grey = {round(100 * float(share)): mesh.cmap(mesh.norm(share))[0] for share in mesh.get_array().ravel()}
    for text in ax.texts:
        if text.get_text().isdecimal():
            assert abs(to_rgb(text.get_color())[0] - grey[int(text.get_text())]) > 0.4


# All charts


@pytest.mark.parametrize(("plot", "name"), [(plot_bid_table, "bids"), (plot_tricks, "denominations")])
def test_a_chart_is_drawn_where_it_is_told_and_changes_nothing(plot, name, ax, request):
    import matplotlib.pyplot as plt

    table = request.getfixturevalue(name)
    before, copy, open_figures = dict(mpl.rcParams), table.copy(), plt.get_fignums()
    plot(table, ax=ax)
    assert plt.get_fignums() == open_figures
    own = plot(table)
    assert own.figure is not ax.figure
    plt.close(own.figure)
    assert dict(mpl.rcParams) == before
    pd.testing.assert_frame_equal(table, copy)
    assert table.attrs == copy.attrs


def test_keywords_reach_matplotlib(bids, denominations, ax, small):
    assert {line[0].get_linewidth() for line in plot_bid_table(bids, ax=ax, linewidth=3).containers} == {3}
    mesh = plot_tricks(denominations, ax=small, cmap="Blues").collections[0]
    assert mesh.cmap.name == "Blues"


@pytest.mark.parametrize(
    ("plot", "table", "words"),
    [
        (plot_bid_table, "denominations", "not a bid table: it lacks level, make_rate, make_low, make_high"),
        (plot_tricks, "bids", "not a denomination table: it lacks mean, se, ge_1"),
    ],
)
def test_the_wrong_table_is_refused_by_what_it_lacks(plot, table, words, request):
    with pytest.raises(ArgumentError, match=words):
        plot(request.getfixturevalue(table))


@pytest.mark.parametrize(("plot", "name"), [(plot_bid_table, "bids"), (plot_tricks, "denominations")])
def test_what_shows_nothing_is_refused(plot, name, request):
    with pytest.raises(ArgumentError, match="without rows"):
        plot(request.getfixturevalue(name).iloc[:0])
    with pytest.raises(ArgumentError, match="is a DataFrame, not list"):
        plot([])


def test_the_default_font_has_every_sign():
    from matplotlib.ft2font import FT2Font

    font = FT2Font(font_manager.findfont("DejaVu Sans")).get_charmap()
    signs = "".join([*plots.GLYPHS.values(), *plots.ARROWS.values(), *plots.KEYS.values(), "≤≥±*"])
    assert not [sign for sign in signs if ord(sign) not in font]


@pytest.mark.parametrize("name", ["uptown", "downtown"])
def test_arrows_and_keys_are_complete(name):
    assert name in plots.ARROWS
    assert set(plots.MARKERS) == set(plots.KEYS)


def test_charts_stay_readable_when_small(bids, denominations, small):
    for plot, table in ((plot_bid_table, bids), (plot_tricks, denominations)):
        small.clear()
        plot(table, ax=small)
        sizes = [text.get_fontsize() for text in small.findobj(Text) if text.get_text() and text.get_visible()]
        assert min(sizes) >= 6


# Files


@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml"), (".SVG", b"<?xml")])
def test_a_chart_is_saved_the_same_each_time(suffix, start, bids, denominations, tmp_path):
    def draw():
        return plot_bid_table(bids, ax=Figure().subplots())

    first, second = save_chart(draw(), tmp_path / f"a{suffix}"), save_chart(draw().figure, tmp_path / f"b{suffix}")
    data = first.read_bytes()
    assert data.startswith(start)
    assert data == second.read_bytes()
    assert b"<dc:date>" not in data
    assert sorted(os.listdir(tmp_path)) == [f"a{suffix}", f"b{suffix}"]


@pytest.mark.parametrize("path", ["chart.pdf", "chart", "chart.png.gz"])
def test_another_format_is_refused_by_name(path, tmp_path, ax):
    with pytest.raises(ArgumentError, match=r"the suffix '(\.pdf|\.gz|)' is neither of \.png, \.svg"):
        save_chart(ax, tmp_path / path)
    assert os.listdir(tmp_path) == []


def test_a_chart_that_cannot_be_drawn_leaves_no_file(tmp_path, ax, monkeypatch):
    def interrupted(*args, **kw):
        raise KeyboardInterrupt

    monkeypatch.setattr(Figure, "savefig", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_chart(ax, tmp_path / "chart.png")
    assert os.listdir(tmp_path) == []


def test_what_is_no_chart_is_refused(tmp_path):
    with pytest.raises(ArgumentError, match="a Figure or Axes of matplotlib, not str"):
        save_chart("chart", tmp_path / "chart.png")
