"""Charts of surveys, like those of :mod:`handsim.plots`: they draw what a table says and compute nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from handsim.errors import ArgumentError
from handsim.plots import axes_for, inches, needs_columns, put_title, text_size

MID_GREY: Final = 0.46
"""Black and white can be read alike on it (WCAG's contrast)."""
DARKEST: Final = 1.25
PALEST: Final = -0.16
"""What never makes is still darker than no hand at all."""
MOST_CELLS: Final = 40
MOST_HALF: Final = 20
"""A make rate that is known no better than to so many percent either way is drawn without its interval, in italics."""


def plot_bid_chart(table: pd.DataFrame, *, ax: Axes | None = None, **kw: Any) -> Axes:
    """Draw how often a bid makes by two features of the hand: a heat map, the darker the oftener.

    In each cell stands the make rate in percent with its 95% interval, and under it the number of hands; in italics,
    without an interval, where the hands are too few to say much. Cells that no hand fell in are left out.

    Parameters
    ----------
    table
        What :func:`handsim.bid_chart` returns: needs `make_rate`, `make_low`, `make_high`, `hands` and `n_deals`, and
        before them one feature or two.
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
    >>> chart = hs.bid_chart(hs.hand_survey(n_hands=30, n_deals=50), "4 uptown", rows="jokers", columns=None)
    >>> [label.get_text() for label in plot_bid_chart(chart).get_yticklabels()]
    ['2', '1', '0']
    """
    needs_columns(table, "a bid chart", ("make_rate", "make_low", "make_high", "hands", "n_deals"))
    names = list(table.columns[: table.columns.get_loc("make_rate")])
    if not 1 <= len(names) <= 2:
        raise ArgumentError(f"not a bid chart: before make_rate there are one or two features, not {names}")
    ax = axes_for(ax)
    size = text_size(ax)
    for name in names:
        if (n := table[name].nunique()) > MOST_CELLS:
            raise ArgumentError(
                f"{_words(name)} has {n} values, too many to draw; group by one of {MOST_CELLS} at most"
            )
    down = sorted(set(table[names[0]].tolist()), reverse=True)  # more of it is higher up
    across = sorted(set(table[names[1]].tolist())) if len(names) == 2 else [""]
    rates = np.full((len(down), len(across)), np.nan)
    one_line = 72 * inches(ax, "height") / len(down) < 2.9 * size
    cells: dict[tuple[int, int], dict[Any, Any]] = {}
    for cell in table.to_dict("records"):
        row, column = down.index(cell[names[0]]), across.index(cell[names[1]]) if len(names) == 2 else 0
        rates[row, column] = cell["make_rate"]
        cells[row, column] = cell
    style: dict[str, Any] = {"cmap": "Greys", "vmin": PALEST, "vmax": DARKEST, "edgecolors": "white", "linewidth": 1.2}
    edges = [np.arange(n + 1) - 0.5 for n in (len(across), len(down))]
    mesh = ax.pcolormesh(*edges, np.ma.masked_invalid(rates), **{**style, **kw})
    for (row, column), cell in cells.items():
        _write_cell(ax, row, column, cell, size, one_line, float(np.ravel(mesh.cmap(mesh.norm(cell["make_rate"])))[0]))
    ax.set_xlim(-0.5, len(across) - 0.5)
    ax.set_ylim(len(down) - 0.5, -0.5)
    ax.set_xticks(range(len(across)), [_tick(value) for value in across], fontsize=size)
    ax.set_yticks(range(len(down)), [_tick(value) for value in down], fontsize=size)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.set_ylabel(_words(names[0]), fontsize=size)
    notes = [_words(names[1])] if len(names) == 2 else []
    confidence = f"{100 * table.attrs.get('confidence', 0.95):g}%"
    notes.append(f"makes % [{confidence} interval] (hands)")
    if (50 * (table["make_high"] - table["make_low"]) >= MOST_HALF).any():
        notes.append(f"italics: known to ±{MOST_HALF} or worse")
    ax.set_xlabel("\n".join(notes), fontsize=size)
    put_title(ax, table, f"how often {table.attrs.get('bid', 'it')} makes", size, about=_survey_words(table))
    return ax


def _survey_words(table: pd.DataFrame) -> str:
    """Say what a bid chart was counted from."""
    hands, deals = (int(table[name].sum()) for name in ("hands", "n_deals"))
    return f"{hands:,} random hands, {deals:,} deals"


def _write_cell(
    ax: Axes, row: int, column: int, cell: dict[Any, Any], size: float, one_line: bool, grey: float
) -> None:
    """Write a cell's figures: the rate, where it is known at all its interval, and how many hands it is of."""
    half = 50 * (cell["make_high"] - cell["make_low"])
    interval = f" [{100 * cell['make_low']:.0f}-{100 * cell['make_high']:.0f}]" if half < MOST_HALF else ""
    rate = f"{100 * cell['make_rate']:.0f}{interval}"
    text = f"{rate}{'  ' if one_line else chr(10)}({cell['hands']:,})"
    ax.text(column, row, text, ha="center", va="center", fontsize=size - 1, linespacing=1.1,
            color="white" if grey < MID_GREY else "black",
            style="normal" if half < MOST_HALF else "italic")  # fmt: skip


def _tick(value: Any) -> str:
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def _words(feature: Any) -> str:
    return str(feature).replace("_", " ")
