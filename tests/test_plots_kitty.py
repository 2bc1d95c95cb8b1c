"""The charts of the kitty's tables, by their artists and data, not by pixels."""

import matplotlib as mpl
import matplotlib.image
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.text import Text

import handsim as hs
from handsim.errors import ArgumentError
from handsim.plots_kitty import plot_card_places, plot_card_values, plot_exchange, plot_kitty_value

mpl.use("Agg")
HAND, KITTY = "BJ LJ SA SK SQ S7 S4 HA H3 DK D9 C3", "S2 HQ H8 DT C9 C5"
PLAIN = "SA SK SQ S7 S4 S3 HA H3 DK D9 C8 C3"
BID = "5 uptown in spades"
CHARTS = {
    "exchange": plot_exchange,
    "kitty": plot_kitty_value,
    "places": plot_card_places,
    "values": plot_card_values,
}


@pytest.fixture(scope="module")
def tables():
    return {
        "exchange": hs.exchange_table(BID, HAND, KITTY, n_deals=600, top=12),
        "kitty": hs.kitty_value("4 uptown", PLAIN, n_deals=600),
        "places": hs.card_places("4 uptown", PLAIN, n_deals=600),
        "values": hs.card_values("4 uptown", PLAIN, n_deals=600),
    }


@pytest.fixture
def ax():
    return Figure(figsize=(6, 4), dpi=100, layout="constrained").subplots()


def points(ax):
    """Each group of points by its label: the places of its points, the ends of their bars, and their markers."""
    found = {}
    for container in ax.containers:
        if hasattr(container, "has_xerr") and container.has_xerr:
            (bars,) = [artist for artist in container[2] if isinstance(artist, LineCollection)]
            found[container.get_label()] = (
                *container[0].get_data(),
                np.array(bars.get_segments())[:, :, 0],
                container[0],
            )
    return found


def row_names(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


@pytest.mark.parametrize("kind", CHARTS)
def test_every_chart_fits_in_three_inches(tables, kind):
    figure = Figure(figsize=(3, 3), dpi=100, layout="constrained")
    ax = CHARTS[kind](tables[kind], ax=figure.subplots())
    figure.draw_without_rendering()
    texts = [text for text in ax.findobj(Text) if text.get_text() and text.get_visible()]
    assert min(text.get_fontsize() for text in texts) >= 6
    labels = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(not a.overlaps(b) for a, b in zip(labels, labels[1:], strict=False))  # noqa: RUF007
    assert min(label.x0 for label in labels) >= 0
    assert ax.get_window_extent().width > 100
    assert ax.get_title("left").startswith("Bid Whist: ")


@pytest.mark.parametrize("kind", CHARTS)
def test_every_chart_refuses_other_tables_and_makes_a_figure_of_its_own(tables, kind):
    with pytest.raises(ArgumentError, match="it lacks"):
        CHARTS[kind](pd.DataFrame({"x": [1]}))
    with pytest.raises(ArgumentError, match="DataFrame"):
        CHARTS[kind]([1])
    with pytest.raises(ArgumentError, match="without rows"):
        CHARTS[kind](tables[kind].head(0))
    assert CHARTS[kind](tables[kind]).get_figure() is not None


def test_burials_with_their_differences(tables, ax):
    table = tables["exchange"]
    assert plot_exchange(table, ax=ax) is ax
    drawn = points(ax)
    told = table["tells_from_best"].to_numpy()
    for label, which in (("not told from the first", ~told), ("told from it", told)):
        x, y, bars, line = drawn[label]
        np.testing.assert_allclose(x, table["difference"][which])
        assert list(y) == list(np.flatnonzero(which))
        half = 1.96 * table["difference_se"][which].to_numpy()
        np.testing.assert_allclose(bars, np.stack([x - half, x + half], axis=1), atol=1e-12)
        assert (line.get_markerfacecolor() == "white") == (label == "not told from the first")
    assert row_names(ax)[0].replace(" ★", "") == "♦KT9 ♣953"
    policy = table.attrs["policy_choice"]["buried"]
    assert sum("★" in name for name in row_names(ax)) == (policy in set(table["buried"]))
    assert "♠2 ♥Q8 ♦T ♣95" in " ".join(ax.get_title("left").split())
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the best at the top


def test_make_rates_of_burials_in_percent(ax):
    table = hs.exchange_table(BID, HAND, KITTY, n_deals=200, top=5, objective="make")
    x = np.concatenate([found[0] for found in points(plot_exchange(table, ax=ax)).values()])
    np.testing.assert_allclose(np.sort(x), np.sort(100 * table["difference"]))


def test_the_kittys_worth_by_what_it_brings(tables, ax):
    table = tables["kitty"]
    x, y, bars, _ = points(plot_kitty_value(table, ax=ax))["make rate"]
    np.testing.assert_allclose(x, 100 * table["make_rate"])
    np.testing.assert_allclose(bars, 100 * table[["make_low", "make_high"]].to_numpy(), atol=1e-9)
    assert (np.diff(y) > 0.99).all()
    assert row_names(ax) == table.index.tolist()
    shares = [text.get_text() for text in ax.texts if text.get_text() != "share"]
    assert shares == [f"{100 * share:.0f}%" for share in table["share"][2:]]


def test_places_are_told_apart_without_colour(tables, ax):
    table = tables["places"]
    drawn = points(plot_card_places(table, ax=ax, n_cards=4))
    assert list(drawn) == ["left", "partner", "right", "kitty"]
    assert len({line.get_marker() for *_, line in drawn.values()}) == 4
    rows = table.set_index(["card", "place"])
    cards = [name.translate(str.maketrans("♠♥♦♣", "SHDC")) for name in row_names(ax)]
    swing = table.groupby("card")["make_rate"].agg(lambda rates: rates.max() - rates.min())
    assert set(cards) == set(swing.nlargest(4).index)
    for place, (x, y, bars, _) in drawn.items():
        for i, card in enumerate(cards):
            assert x[i] == pytest.approx(100 * rows.loc[(card, place), "make_rate"])
            assert bars[i] == pytest.approx(100 * rows.loc[(card, place), ["make_low", "make_high"]].to_numpy(float))
            assert abs(y[i] - i) < 0.5
    for wrong in (0, 2.5):
        with pytest.raises(ArgumentError, match=f"n_cards={wrong}"):
            plot_card_places(table, n_cards=wrong)


def test_the_worth_of_cards(tables, ax):
    table = tables["values"]
    x, y, bars, _ = points(plot_card_values(table, ax=ax))["worth"]
    np.testing.assert_allclose(x, table["tricks"])
    assert list(y) == list(range(12))
    half = 1.96 * table["tricks_se"].to_numpy()
    np.testing.assert_allclose(bars, np.stack([x - half, x + half], axis=1))
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(table["tricks"].tolist())
    assert row_names(ax)[0] == "♠A"


@pytest.mark.parametrize("kind", CHARTS)
def test_a_figure_without_a_layout_is_written_whole(tables, kind, tmp_path):
    figure = Figure(figsize=(3, 3), dpi=100)
    ax = CHARTS[kind](tables[kind], ax=figure.subplots())
    figure.draw_without_rendering()
    box = ax.get_tightbbox()
    path = hs.save_chart(figure, tmp_path / "chart.png", dpi=100)
    height, width = mpl.image.imread(path).shape[:2]
    assert width >= box.width and height >= box.height


def test_the_whole_kitty_is_in_the_title(tables):
    figure = Figure(figsize=(3, 3), dpi=100, layout="constrained")
    ax = plot_exchange(tables["exchange"], ax=figure.subplots())
    figure.draw_without_rendering()
    assert ax.title.get_window_extent().x1 <= 300 and ax._left_title.get_window_extent().x1 <= 300
    assert ax.get_title("left").count("♣") == 2


@pytest.mark.parametrize("kind", CHARTS)
def test_what_is_not_axes(tables, kind):
    with pytest.raises(ArgumentError, match="ax=5: Axes of matplotlib"):
        CHARTS[kind](tables[kind], ax=5)


def test_charts_say_what_they_leave_out_and_by_which_rules(tables):
    axes = {kind: CHARTS[kind](tables[kind], ax=Figure().subplots()) for kind in CHARTS}
    assert "ranked on other deals" in axes["exchange"].get_xlabel()
    assert "the 10 of 42 cards whose place matters most" in axes["places"].get_xlabel()
    assert "whose place" not in plot_card_places(tables["places"], n_cards=42, ax=Figure().subplots()).get_xlabel()
    table = hs.card_values("4 uptown", PLAIN, hs.BidWhist(min_bid=4), n_deals=20)
    assert (
        plot_card_values(table, ax=Figure().subplots())
        .get_title("left")
        .startswith("Bid Whist with min_bid=4: what each card")
    )
