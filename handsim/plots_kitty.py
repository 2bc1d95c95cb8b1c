"""Charts of the kitty's tables, like those of :mod:`handsim.plots`: they draw what a table says and compute nothing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import PercentFormatter

from handsim.errors import ArgumentError
from handsim.games.base import TRUMP_NAMES, is_whole
from handsim.plots import (
    COLOURS,
    GLYPHS,
    axes_for,
    deals_words,
    inches,
    needs_columns,
    put_title,
    spell_hand,
    text_size,
)

OBJECTIVE_WORDS: Final = {"points": "points", "make": "make rate", "tricks": "tricks"}
PLACE_MARKERS: Final = {"left": "<", "partner": "o", "right": ">", "kitty": "s"}
KNOWN: Final = 1.96
BARS: Final = "bars: 95% intervals"


def plot_exchange(table: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw the best burials: a row each, what it is worth against the first, with its 95% interval.

    A full marker can be told from the best one; an empty one cannot. A star marks what the policy itself would bury.

    Parameters
    ----------
    table
        What :func:`handsim.exchange_table` returns, or its first rows: needs `buried`, `difference`, `difference_se`
        and `tells_from_best`.
    ax
        Where to draw; None: a new figure.
    **kw
        Passed to :meth:`matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        If it is another kind of table; the message names the columns that it lacks.

    Examples
    --------
    >>> import handsim as hs
    >>> hand, kitty = "BJ LJ SA SK SQ S7 S4 HA H3 DK D9 C3", "S2 HQ H8 DT C9 C5"
    >>> ax = plot_exchange(hs.exchange_table("5 uptown in spades", hand, kitty, n_deals=100, top=5))
    >>> len(ax.get_yticklabels())
    5
    """
    needs_columns(table, "a table of exchanges", ("buried", "difference", "difference_se", "tells_from_best"))
    ax = axes_for(ax)
    size = text_size(ax)
    rows, told = np.arange(len(table)), table["tells_from_best"].to_numpy(dtype=bool)
    gap, error = table["difference"].to_numpy(dtype=float), KNOWN * table["difference_se"].to_numpy(dtype=float)
    unit = 100 if table.attrs.get("objective") == "make" else 1
    for which, face, label in ((~told, "white", "not told from the first"), (told, COLOURS[0], "told from it")):
        if which.any():
            style = _points(size, COLOURS[0], "o", label) | {"markerfacecolor": face}
            ax.errorbar(unit * gap[which], rows[which], xerr=unit * error[which], **{**style, **kw})
    ax.axvline(0, color="0.55", linewidth=0.8, linestyle="--", zorder=0)
    policy = table.attrs.get("policy_choice", {}).get("buried")
    names = [_glyphs(cards) + (" ★" if cards == policy else "") for cards in table["buried"].tolist()]
    _rows(ax, names, size)
    if unit == 100:
        ax.xaxis.set_major_formatter(PercentFormatter())
    what = OBJECTIVE_WORDS.get(str(table.attrs.get("objective")), "worth")
    ranked = f"{BARS}; ranked on other deals" if "objective" in table.attrs else BARS
    star = " (★: policy)" if policy in table["buried"].tolist() else ""
    ax.set_xlabel(f"{what} against the first{star}\n{ranked}", fontsize=size)
    ax.set_ylabel(f"buried in {_contract(table)}", fontsize=size)
    above = _legend(ax, size)
    put_title(ax, _with_kitty(table), "what to bury" + deals_words(table, " ({}\xa0deals)"), size, above)
    return ax


def plot_kitty_value(table: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw how often the bid makes, by what the kitty brings: a row each, with its 95% interval and its share.

    Parameters
    ----------
    table
        What :func:`handsim.kitty_value` returns: needs `feature`, `brings`, `share`, `make_rate`, `make_low` and
        `make_high`.
    ax
        Where to draw; None: a new figure.
    **kw
        Passed to :meth:`matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        If it is another kind of table; the message names the columns that it lacks.

    Examples
    --------
    >>> import handsim as hs
    >>> ax = plot_kitty_value(hs.kitty_value("4 uptown", "SA SK SQ S7 S4 S3 HA H3 DK D9 C8 C3", n_deals=200))
    >>> [label.get_text() for label in ax.get_yticklabels()][:3]
    ['any kitty', 'kitty not exchanged', 'no joker']
    """
    needs_columns(
        table, "a table of the kitty's worth", ("feature", "brings", "share", "make_rate", "make_low", "make_high")
    )
    ax = axes_for(ax)
    size = text_size(ax)
    features = table["feature"].tolist()
    gaps = np.cumsum([0, *(0.6 * (a != b) for a, b in itertools.pairwise(features))])
    rows = np.arange(len(table)) + gaps  # a little room between one feature and the next
    rate, low, high = (100 * table[name].to_numpy(dtype=float) for name in ("make_rate", "make_low", "make_high"))
    style = _points(size, COLOURS[0], "o", "make rate") | {"markerfacecolor": "white"}
    ax.errorbar(rate, rows, xerr=np.maximum([rate - low, high - rate], 0), **{**style, **kw})
    if "any kitty" in table.index:
        ax.axvline(float(rate[table.index.get_loc("any kitty")]), color="0.55", linewidth=0.8, linestyle="--", zorder=0)
    _rows(ax, [str(name) for name in table.index], size, rows)
    _percent_axis(ax)
    for row, share, feature in zip(rows, table["share"].tolist(), features, strict=True):
        if feature != "all":
            ax.annotate(f"{100 * share:.0f}%", (1, row), (0.5 * size, 0), xycoords=ax.get_yaxis_transform(),
                        textcoords="offset points", va="center", fontsize=size, annotation_clip=False)  # fmt: skip
    ax.annotate("share", (1, 1), (0.5 * size, 2), xycoords="axes fraction", textcoords="offset points", va="bottom",
                fontsize=size, annotation_clip=False)  # fmt: skip
    ax.set_xlabel(f"how often {_contract(table)} makes\n{BARS}; dashed: any kitty", fontsize=size)
    put_title(ax, table, "what the kitty is worth" + deals_words(table, " ({}\xa0deals)"), size, above=1.6 * size)
    return ax


def plot_card_places(table: pd.DataFrame, *, ax: Axes | None = None, n_cards: int = 10, **kw: Any) -> Axes:
    """Draw how often the bid makes with each unseen card in each place: a row a card, a marker a place.

    Parameters
    ----------
    table
        What :func:`handsim.card_places` returns: needs `card`, `place`, `make_rate`, `make_low` and `make_high`.
    ax
        Where to draw; None: a new figure.
    n_cards
        How many cards: those whose place matters most.
    **kw
        Passed to :meth:`matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        If it is another kind of table; the message names the columns that it lacks.

    Examples
    --------
    >>> import handsim as hs
    >>> table = hs.card_places("5 uptown in spades", "LJ SA SK SQ S7 S4 HA H3 DK D9 C8 C3", n_deals=500)
    >>> ax = plot_card_places(table, n_cards=5)
    >>> ax.get_yticklabels()[0].get_text()
    'BJ'
    """
    needs_columns(table, "a table of places", ("card", "place", "make_rate", "make_low", "make_high"))
    if not is_whole(n_cards) or n_cards < 1:
        raise ArgumentError(f"n_cards={n_cards!r}: a whole number, 1 or more")
    ax = axes_for(ax)
    size = text_size(ax)
    rates = table.groupby("card", sort=False)["make_rate"]
    swing = (rates.max() - rates.min()).sort_values(ascending=False, kind="stable")
    cards = swing.index[:n_cards].tolist()
    found = list(dict.fromkeys(table["place"].tolist()))
    places = [*(place for place in PLACE_MARKERS if place in found), *(p for p in found if p not in PLACE_MARKERS)]
    for number, place in enumerate(places):
        rows = table[table["place"] == place].set_index("card").reindex(cards)
        rate, low, high = (100 * rows[name].to_numpy(dtype=float) for name in ("make_rate", "make_low", "make_high"))
        aside = 0.17 * (number - (len(places) - 1) / 2)  # so that intervals do not hide each other
        style = _points(size, COLOURS[number % len(COLOURS)], PLACE_MARKERS.get(place, "D"), place)
        style["markerfacecolor"] = style["color"] if place in ("partner", "kitty") else "white"
        ax.errorbar(rate, np.arange(len(cards)) + aside, xerr=np.maximum([rate - low, high - rate], 0),
                    **{**style, **kw})  # fmt: skip
    if "make_rate" in table.attrs:
        ax.axvline(100 * table.attrs["make_rate"], color="0.55", linewidth=0.8, linestyle="--", zorder=0)
    _rows(ax, [_glyphs(card) for card in cards], size)
    _percent_axis(ax)
    lines = [f"how often {_contract(table)} makes with the card there", f"{BARS}; dashed: wherever it lies"]
    if len(cards) < len(swing):
        lines.append(f"the {len(cards)} of {len(swing)} cards whose place matters most here")
    ax.set_xlabel("\n".join(lines), fontsize=size)
    above = _legend(ax, size)
    put_title(ax, table, "where the cards should lie" + deals_words(table, " ({}\xa0deals)"), size, above)
    return ax


def plot_card_values(table: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw what each card of the hand is worth in tricks, or in points where those are bid: with its 95% interval.

    A row is a card.

    Parameters
    ----------
    table
        What :func:`handsim.card_values` returns: needs `tricks` and `tricks_se`, or where its ``attrs["counts_in"]`` is
        "points" `points` and `points_se`, indexed by card.
    ax
        Where to draw; None: a new figure.
    **kw
        Passed to :meth:`matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        If it is another kind of table; the message names the columns that it lacks.

    Examples
    --------
    >>> import handsim as hs
    >>> table = hs.card_values("5 uptown in spades", "LJ SA SK SQ S7 S4 HA H3 DK D9 C8 C3", n_deals=500)
    >>> plot_card_values(table).get_yticklabels()[0].get_text()
    'LJ'
    """
    unit = str(getattr(table, "attrs", {}).get("counts_in", "tricks"))
    needs_columns(table, "a table of cards' worth", (unit, f"{unit}_se"))
    ax = axes_for(ax)
    size = text_size(ax)
    rows, worth = np.arange(len(table)), table[unit].to_numpy(dtype=float)
    ax.barh(rows, worth, height=0.62, color="0.82", edgecolor="0.35", linewidth=0.7)
    error = KNOWN * table[f"{unit}_se"].to_numpy(dtype=float)
    style = _points(size, COLOURS[0], "D", "worth") | {"markersize": size / 3}
    ax.errorbar(worth, rows, xerr=error, **{**style, **kw})
    ax.axvline(0, color="0.2", linewidth=0.8)
    _rows(ax, [_glyphs(str(card)) for card in table.index], size)
    ax.set_xlabel(f"{unit} more than with a random card in its place\n{BARS}", fontsize=size)
    put_title(ax, table, f"what each card is worth in {_contract(table)}" + deals_words(table, " ({}\xa0deals)"), size)
    return ax


def _points(size: float, colour: str, marker: str, label: str) -> dict[str, Any]:
    """Return how points with their intervals are drawn."""
    return {
        "color": colour, "marker": marker, "linestyle": "none", "label": label, "markersize": size / 2,
        "elinewidth": 1.1, "capsize": size / 3, "capthick": 1.1, "linewidth": 1.1,
    }  # fmt: skip


def _rows(
    ax: Axes, names: Sequence[str], size: float, at: Sequence[float] | np.ndarray[Any, Any] | None = None
) -> None:
    """Name the rows of a chart, the first at the top."""
    places = np.arange(len(names)) if at is None else np.asarray(at)
    ax.set_yticks(places, names, fontsize=size)
    ax.set_ylim(places[-1] + 0.6, places[0] - 0.6)
    ax.tick_params(axis="x", labelsize=size, length=2)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color="0.9", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right", "left"]].set_visible(False)


def _percent_axis(ax: Axes) -> None:
    ax.xaxis.set_major_formatter(PercentFormatter())
    low, high = ax.get_xlim()
    ax.set_xlim(max(low, -3), min(high, 103))


def _legend(ax: Axes, size: float) -> float:
    """Put a legend above the axes, its entries in a line if there is room; return its height in points."""
    labels = ax.get_legend_handles_labels()[1]
    room = 72 * inches(ax) / (0.55 * size)
    n_lines = 1 if sum(len(label) + 5 for label in labels) <= room else len(labels)
    if not labels:
        return 2
    ax.legend(
        loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=len(labels) if n_lines == 1 else 1,
        frameon=False, fontsize=size, handlelength=1.2, columnspacing=1.0, handletextpad=0.3, borderpad=0.2,
        labelspacing=0.2,
    )  # fmt: skip
    return 0.5 * size + 1.4 * size * n_lines


def _with_kitty(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table's attrs with the kitty beside the hand, for its title."""
    shown, kitty = table.head(0).copy(), table.attrs.get("known", {}).get("kitty")
    if kitty:
        others = {place: cards for place, cards in table.attrs["known"].items() if place != "kitty"}
        shown.attrs = {**table.attrs, "hand": f"{table.attrs.get('hand', '')} + {kitty}", "known": others}
    else:
        shown.attrs = table.attrs
    return shown


def _glyphs(cards: str) -> str:
    return spell_hand(cards).replace("  ", " ")


def _contract(table: pd.DataFrame) -> str:
    """Return what is played, in a few signs: "5 uptown in ♠"."""
    bid, trump, direction = (str(table.attrs.get(name, "")) for name in ("bid", "trump", "direction"))
    if not bid:
        return "the bid"
    where = f" in {GLYPHS[trump]}" if trump in GLYPHS else ""
    way = f" {direction}" if direction and direction not in bid and trump not in GLYPHS else ""
    return f"{bid}{where}{way}" if trump in (*GLYPHS, *TRUMP_NAMES) else bid
