"""Charts of the tables: ``plot_x(table, *, ax=None) -> Axes``. They draw what a table says and compute nothing.

Every chart can be read in grey and when it is small: what is told apart by colour is told apart by marker, line and a
word as well.
"""

from __future__ import annotations

import io
import os
import textwrap
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter

from handsim.errors import ArgumentError
from handsim.export import place_of, write_whole
from handsim.games import find as find_game
from handsim.games.options import with_rules

GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
ARROWS: Final = {"uptown": "↑", "downtown": "↓", "high": "↑", "low": "↓"}
COLOURS: Final = ("#00429d", "#c1440e", "#3f3f3f", "#1d8a6b")
MARKERS: Final = "^vsDoPX"
KEYS: Final = {"^": "▲", "v": "▼", "s": "■", "D": "◆", "o": "●", "P": "✚", "X": "✖"}
LINES: Final = ("-", "--", ":", "-.")
"""How calls are told apart, in the table's order: colour, marker (uptown's points up), the marker in text, line."""

SMALL: Final = 4.0
FORMATS: Final = (".png", ".svg")
LEAST_SHARE: Final = 0.005
DARK: Final = 0.62
POLICY: Final = "maxims"
AXES_SHARE: Final = 0.775
"""How much of their place axes take before the layout makes room for labels."""


def plot_bid_table(table: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw how often each bid makes, by level: a line a call, with its intervals, and below it the trumps.

    Parameters
    ----------
    table
        What :func:`handsim.bid_table` returns: needs `level`, `make_rate`, `make_low` and `make_high`. Where it has a
        `call`, each has a line; where it has a `trump` or `direction`, a strip under the chart says what each bid is
        played in (♠ ♥ ♦ ♣; at notrump ↑ or ↓; * where it varies from deal to deal).
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
    >>> table = hs.bid_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=200)
    >>> ax = plot_bid_table(table)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['uptown', 'downtown', 'notrump']
    """
    needs_columns(table, "a bid table", ("level", "make_rate", "make_low", "make_high"))
    ax = axes_for(ax)
    size = text_size(ax)
    calls = _calls(table)
    drawn = list(zip(calls.items(), islice(cycle(COLOURS), len(calls)), cycle(MARKERS), cycle(LINES), strict=False))
    for place, ((call, rows), colour, marker, line) in enumerate(drawn):
        aside = 0.14 * (place - (len(drawn) - 1) / 2)  # side by side, so that intervals do not hide each other
        rate, low, high = (100 * rows[name].to_numpy() for name in ("make_rate", "make_low", "make_high"))
        style: dict[str, Any] = {
            "color": colour, "marker": marker, "linestyle": line, "label": call or "bid", "markersize": size / 2,
            "markerfacecolor": "white", "linewidth": 1.1, "elinewidth": 1.1, "capsize": size / 2.6, "capthick": 1.1,
        }  # fmt: skip
        error = np.maximum([rate - low, high - rate], 0)
        ax.errorbar(rows["level"].to_numpy() + aside, rate, yerr=error, **{**style, **kw})
    _levels_and_percent(ax, table, size)
    strips = [(KEYS[marker], colour, rows) for (_, rows), colour, marker, _ in drawn if _denominations(rows)]
    depth = _strip(ax, strips, size)
    ax.set_xlabel("level of the bid" + (" (below it: the trump)" if strips else ""), fontsize=size, labelpad=depth + 2)
    put_title(
        ax,
        table,
        "how often it makes" + deals_words(table, " ({}\xa0deals)"),
        size,
        above=1.9 * size * (len(drawn) > 1),
    )
    if len(drawn) > 1:
        ax.legend(
            loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=len(drawn), frameon=False, fontsize=size,
            handlelength=2.6, columnspacing=1.2, handletextpad=0.4, borderpad=0.2,
        )  # fmt: skip
    return ax


def plot_tricks(denominations: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw how many tricks (or points) each denomination takes: a row each, the share of deals with every number.

    The darker a cell, the more deals end there; its figure is their percentage. The diamond under the figures is the
    mean with its 95% interval, which stands in figures at the right.

    Parameters
    ----------
    denominations
        What :func:`handsim.denomination_table` returns: needs `trump`, `mean`, `se` and `ge_1`, `ge_2`, ...
    ax
        Where to draw; None: a new figure.
    **kw
        Passed to :meth:`matplotlib.axes.Axes.pcolormesh`.

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
    >>> table = hs.denomination_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=200)
    >>> ax = plot_tricks(table)
    >>> [label.get_text() for label in ax.get_yticklabels()][:2]
    ['♠ uptown', '♥ uptown']
    """
    needs_columns(denominations, "a denomination table", ("trump", "mean", "se", "ge_1"))
    ax = axes_for(ax)
    size = text_size(ax)
    shares, ticks, names = _shares(denominations)
    edges_x, edges_y = np.arange(ticks[0], ticks[-1] + 2) - 0.5, np.arange(len(shares) + 1) - 0.5
    darkest = max(0.4, 1.25 * shares.max())
    style: dict[str, Any] = {"cmap": "Greys", "vmin": 0, "vmax": darkest, "edgecolors": "white", "linewidth": 0.8}
    ax.pcolormesh(edges_x, edges_y, shares, **{**style, **kw})
    for (row, column), share in np.ndenumerate(shares):
        if round(100 * share):
            shade = "white" if share > DARK * darkest else "black"
            ax.text(ticks[column], row - 0.14, f"{100 * share:.0f}", ha="center", va="center", color=shade,
                    fontsize=size - 1)  # fmt: skip
    _means(ax, denominations, size)
    ax.set_xlim(edges_x[0], edges_x[-1])
    ax.set_ylim(len(shares) - 0.5, -0.5)
    ax.set_xticks(ticks, names, fontsize=size - (size < 9))
    ax.set_yticks(range(len(shares)), _row_names(denominations), fontsize=size)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    unit = denominations.attrs.get("counts_in", "tricks")
    ax.set_xlabel(f"{unit} (cells: percent of" + deals_words(denominations, " {}") + " deals)", fontsize=size)
    put_title(ax, denominations, f"{unit} as declarer", size)
    return ax


def save_chart(chart: Figure | Axes, path: str | os.PathLike[str], *, dpi: float = 200) -> Path:
    """Write a chart to a file whose suffix says how: ``.png`` or ``.svg``.

    The file is there whole or not at all. The same chart gives the same bytes: an SVG bears no date.

    Parameters
    ----------
    chart
        A figure, or axes of one.
    path
        Where to.
    dpi
        The dots an inch of a PNG.

    Raises
    ------
    ArgumentError
        If the suffix is neither, or the directory is not there.

    Examples
    --------
    >>> save_chart(Figure(), "chart.pdf")
    Traceback (most recent call last):
    ...
    handsim.errors.ArgumentError: chart.pdf: the suffix '.pdf' is neither of .png, .svg
    """
    suffix = _suffix(path)
    figure = chart.get_figure(root=True) if isinstance(chart, Axes) else chart
    if not isinstance(figure, Figure):
        raise ArgumentError(f"chart: a Figure or Axes of matplotlib, not {type(chart).__name__}")
    buffer = io.BytesIO()
    metadata = {"Date": None} if suffix == ".svg" else {"Software": None}
    with mpl.rc_context({"svg.hashsalt": "handsim"}):
        # A figure that was not told how to make room for its labels gets as much as they need.
        room = None if figure.get_layout_engine() else "tight"
        figure.savefig(buffer, format=suffix[1:], dpi=dpi, metadata=metadata, bbox_inches=room)
    write_whole(path, buffer.getvalue())
    return Path(path)


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise the :class:`ArgumentError` of :func:`save_chart` for such a file now, rather than after long work."""
    _suffix(path)
    place_of(path)


def _suffix(path: str | os.PathLike[str]) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise ArgumentError(f"{path}: the suffix {suffix!r} is neither of {', '.join(FORMATS)}")
    return suffix


# What all charts share


def needs_columns(table: pd.DataFrame, what: str, columns: Sequence[str]) -> None:
    """Refuse what is not the kind of table that a chart draws; the message names the columns that it lacks."""
    if not isinstance(table, pd.DataFrame):
        raise ArgumentError(f"{what} is a DataFrame, not {type(table).__name__}")
    missing = [name for name in columns if name not in table.columns]
    if missing:
        raise ArgumentError(f"not {what}: it lacks {', '.join(missing)}")
    if table.empty:
        raise ArgumentError(f"{what} without rows shows nothing")


def axes_for(ax: Axes | None) -> Axes:
    """Return the axes to draw on: those that were given, or a new figure's."""
    if ax is not None:
        if not isinstance(ax, Axes):
            raise ArgumentError(f"ax={ax!r}: Axes of matplotlib to draw on, or None")
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(layout="constrained")[1]


def text_size(ax: Axes) -> float:
    """Return the size of text that suits the width of the axes' place."""
    return 7 if inches(ax) < SMALL else 9


def inches(ax: Axes, of: str = "width") -> float:
    """Return a measure of the axes' place, in inches."""
    figure = ax.get_figure(root=True)
    return float(getattr(ax.get_window_extent(), of) / figure.dpi) if figure else SMALL


def put_title(ax: Axes, table: pd.DataFrame, what: str, size: float, above: float = 2, about: str = "") -> None:
    """Write at the left above the axes (so many points): the game and what is shown; and the hand, or what it is of."""
    game, hand = (str(table.attrs.get(name, "")) for name in ("game", "hand"))
    rules = table.attrs.get("options")
    game = with_rules(game.title(), rules) if rules else game.title()
    lines = [f"{game}: {what}" if game else what[:1].upper() + what[1:], about or spell_hand(hand), _given(table)]
    names = max((len(label.get_text()) for label in ax.get_yticklabels()), default=0)
    beside = 0.6 * size / 72 * (names + (7 if ax.get_ylabel() else 3))  # the names of the rows, and of their axis
    room = min(inches(ax), inches(ax) / AXES_SHARE - beside)
    widths = [int(72 * room / (share * (size + 1))) for share in (0.53, 0.62 if hand else 0.53, 0.62)]  # suits are wide
    parts = [part for line, width in zip(lines, widths, strict=True) for part in textwrap.wrap(line, width)]
    ax.set_title("\n".join(parts), loc="left", fontsize=size + 1, pad=above + 2)


def _given(table: pd.DataFrame) -> str:
    """Say who plays, what is known and who deals, where that is not as usual."""
    about = table.attrs
    known = [f"{place if not place.isdecimal() else f'seat {place}'} {spell_hand(cards)}"
             for place, cards in about.get("known", {}).items()]  # fmt: skip
    policy = about.get("policy", POLICY)
    usual = find_game(about["game"]).with_options(about["options"]).seat(None) if "dealer" in about else None
    by = {"double_dummy": "double dummy", "both": "as the policy plays it"}.get(about.get("method", ""), "")
    return ", ".join([
        *([by] if by else []),
        *([f"policy {policy}"] if policy != POLICY else []),
        *([f"known: {'; '.join(known)}"] if known else []),
        *([f"seat {about['dealer']} deals"] if about.get("dealer") != usual else []),
    ])  # fmt: skip


def deals_words(table: pd.DataFrame, form: str) -> str:
    """Return a form of words with the number of deals in it; nothing where the table does not say it."""
    said = form.format(f"{table.attrs['n_deals']:,}") if "n_deals" in table.attrs else ""
    return said.replace("deals", "deal") if table.attrs.get("n_deals") == 1 else said


def spell_hand(hand: str) -> str:
    """Write a hand by suits, as players do.

    >>> spell_hand("BJ SA S7 HK C3")
    'BJ  ♠A7  ♥K  ♣3'
    """
    parts: list[str] = []
    for card in hand.split():
        glyph = GLYPHS.get(card[0], "")
        if glyph and parts and parts[-1].startswith(glyph):
            parts[-1] += card[1:]
        else:
            parts.append(glyph + card[1:] if glyph else card)
    return "  ".join(parts)


# The bid table


def _calls(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of each call, in the table's order; all rows where there are no calls."""
    if "call" not in table.columns:
        return {"": table}
    return {str(call): rows for call, rows in table.groupby("call", sort=False)}


def _levels_and_percent(ax: Axes, table: pd.DataFrame, size: float) -> None:
    levels = sorted(set(table["level"].tolist()))
    ax.set_xticks(levels, [f"{level:g}" for level in levels])
    ax.set_xlim(levels[0] - 0.5, levels[-1] + 0.5)
    ax.set_ylim(-3, 103)
    ax.set_yticks(range(0, 101, 20))
    ax.yaxis.set_major_formatter(PercentFormatter())
    ax.tick_params(labelsize=size, length=2)
    ax.tick_params(axis="x", length=0)
    ax.grid(axis="y", color="0.88", linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)


def _denominations(rows: pd.DataFrame) -> list[tuple[float, str]]:
    """Return what each row is played in, as a sign, with its level; nothing where no row says."""
    blank = [""] * len(rows)
    trumps, directions = (rows[name].tolist() if name in rows else blank for name in ("trump", "direction"))
    signs = [_sign(*said) for said in zip(trumps, directions, strict=True)]
    return list(zip(rows["level"].tolist(), signs, strict=True)) if any(signs) else []


def _sign(trump: str, direction: str) -> str:
    """Return a suit's glyph, at notrump the direction's arrow, a star where it varies."""
    if trump in GLYPHS:
        return GLYPHS[trump]
    if "varies" in (trump, direction):
        return "*"
    return ARROWS.get(direction, trump)


def _strip(ax: Axes, strips: Sequence[tuple[str, str, pd.DataFrame]], size: float) -> float:
    """Write under the levels what each bid is played in, a line a call; return its depth in points."""
    step = 1.35 * size
    for line, (key, colour, rows) in enumerate(strips):
        down = -(2.2 * size + line * step)
        style: dict[str, Any] = {
            "xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "ha": "center", "va": "center",
            "color": colour, "annotation_clip": False,
        }  # fmt: skip
        ax.annotate(key, (ax.get_xlim()[0], 0), (-0.9 * size, down), fontsize=size - 1, **style)
        for level, sign in _denominations(rows):
            ax.annotate(sign, (level, 0), (0, down), fontsize=size + 1, **style)
    return step * len(strips)


# The denomination table


def _shares(table: pd.DataFrame) -> tuple[npt.NDArray[np.float64], list[int], list[str]]:
    """Return the share of deals with every number of tricks (rows, numbers), the numbers, and their names.

    The numbers that hardly ever occur are taken together at either end: "≤5", "≥12".
    """
    at_least = [np.ones(len(table))]
    while f"ge_{len(at_least)}" in table.columns:
        at_least.append(table[f"ge_{len(at_least)}"].to_numpy(dtype=float))
    above = np.stack([*at_least, np.zeros(len(table))], axis=1)
    shares = above[:, :-1] - above[:, 1:]
    shown = np.flatnonzero((shares >= LEAST_SHARE).any(axis=0))
    first, last = int(shown[0]), int(shown[-1])
    few, many = shares[:, :first].any(), shares[:, last + 1 :].any()
    kept = shares[:, first : last + 1].copy()
    kept[:, 0], kept[:, -1] = 1 - above[:, first + 1], above[:, last]
    if first == last:
        kept[:, 0] = 1
    numbers = list(range(first, last + 1))
    names = [str(number) for number in numbers]
    names[0] = ("≤" if few else "") + names[0]
    names[-1] = ("≥" if many else "") + names[-1]
    return kept, numbers, names


def _means(ax: Axes, table: pd.DataFrame, size: float) -> None:
    """Mark each row's mean with its 95% interval, and write it at the right."""
    means, errors = table["mean"].to_numpy(dtype=float), 1.96 * table["se"].to_numpy(dtype=float)
    rows = np.arange(len(table))
    _, caps, bars = ax.errorbar(
        means, rows + 0.31, xerr=errors, linestyle="none", color=COLOURS[1], marker="D", markersize=size / 2.6,
        markeredgecolor="white", markeredgewidth=0.5, capsize=size / 3, capthick=1.1, elinewidth=1.1, label="mean",
    )  # fmt: skip
    for artist in (*caps, *bars):
        artist.set_path_effects([withStroke(linewidth=2.2, foreground="white")])  # to be seen on dark cells
    for row, mean, error in zip(rows, means, errors, strict=True):
        known = "" if np.isnan(error) else f" ±{error:.2f}"
        ax.annotate(f"{mean:.1f}{known}", (1, row), (0.5 * size, 0), xycoords=ax.get_yaxis_transform(),
                    textcoords="offset points", va="center", fontsize=size, annotation_clip=False)  # fmt: skip
    ax.annotate("mean", (1, 0), (0.5 * size, -3.5), xycoords="axes fraction", textcoords="offset points", va="top",
                fontsize=size, annotation_clip=False)  # fmt: skip


def _row_names(table: pd.DataFrame) -> list[str]:
    parts = ("trump", "direction", "lead", "played_as")
    said = [table[name].tolist() for name in parts if name in table]
    return [" ".join(filter(None, [GLYPHS.get(trump, trump), *more])) for trump, *more in zip(*said, strict=True)]
