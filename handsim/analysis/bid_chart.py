"""How often does a bid make, by what is in the hand? Make rates grouped by features, from a survey."""

from __future__ import annotations

import numpy as np
import pandas as pd

from handsim.analysis.features import calls_of, column_of, feature_columns, feature_names
from handsim.analysis.survey import bid_column, game_of, hand_survey
from handsim.errors import ArgumentError
from handsim.games.base import Bid, Game
from handsim.stats import clustered_interval

ROWS, COLUMNS = "trumps", "jokers"


def bid_chart(
    survey: pd.DataFrame | Game | str | None,
    bid: Bid | str,
    *,
    rows: str = ROWS,
    columns: str | None = COLUMNS,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Say how often a bid makes, by one feature of the hand or by two.

    Parameters
    ----------
    survey
        What :func:`hand_survey` or :func:`load_survey` returns. A game or its name, or None for Bid Whist: a
        survey of a thousand hands is made.
    bid
        The bid: "4 uptown". It is played in the denomination of the survey.
    rows, columns
        What to group by: the names of features, registered or in the survey, or of other columns of the survey.
        A feature that depends on the trump is that of the bid's own call. `columns` None: by `rows` alone.
    confidence
        The level of the intervals.

    Returns
    -------
    DataFrame
        One row a combination that occurs, in order: the features, under their names; `make_rate` with its interval
        `make_low`, `make_high` (float64); `points_mean` and its standard error `points_se` (points of declarer's side
        less those of the others); `hands` and `n_deals`, the numbers of both (int64). The deals of a hand go together,
        so that the errors come from how the hands of a cell differ: they are those of all such hands.

    See Also
    --------
    plot_bid_chart : Draw it.

    Examples
    --------
    >>> survey = hand_survey(n_hands=30, n_deals=50)
    >>> chart = bid_chart(survey, "4 uptown", rows="jokers", columns=None)
    >>> chart["jokers"].tolist(), int(chart["hands"].sum())
    ([0, 1, 2], 30)
    """
    if rows is None:
        raise ArgumentError(f"rows=None: the name of a feature, such as {ROWS!r}")
    said = bid
    if survey is None or isinstance(survey, (Game, str)):
        survey = hand_survey(survey)
    game = game_of(survey)
    bid, choices = game.choices(bid)
    if choices != game.denominations_of(bid):
        raise ArgumentError(
            f"bid {str(said)!r}: a survey plays each hand in its best denomination; ask for {bid.name!r} alone"
        )
    if rows == columns:
        raise ArgumentError(
            f"rows and columns are both {rows!r}; leave one of them out (columns: none) to group by one feature"
        )
    keys = {name: _values(survey, game, bid, name) for name in (rows, columns) if name is not None}
    if survey.empty:
        raise ArgumentError("survey: there are no hands in it")
    figures = pd.DataFrame(
        {
            **keys,
            "_made": survey[bid_column("make", bid)] * survey["n_deals"],
            "_points": survey[bid_column("points", bid)],
            "_deals": survey["n_deals"],
        }
    )
    groups = figures.groupby(list(keys), sort=True)
    table = pd.DataFrame([_cell(key, cell, list(keys), confidence) for key, cell in groups])
    table.attrs = {
        **{name: survey.attrs[name] for name in ("game", "options", "policy", "dealer", "seed")},
        "bid": bid.name, "rows": rows, "columns": columns, "hands": len(survey), "confidence": confidence,
    }  # fmt: skip
    return table


def _values(survey: pd.DataFrame, game: Game, bid: Bid, name: str) -> pd.Series:
    """Return what to group by: a column of the survey, for the bid's call first, or a registered feature."""
    own = column_of(name, next(call for call, bids in calls_of(game).items() if bid in bids))
    for column in (own, name):
        if column in survey.columns:
            return survey[column]
    if name in feature_names():
        columns = feature_columns(survey, game, [name])
        return pd.Series(columns[own if own in columns else name], index=survey.index)
    there = ", ".join(feature_names())
    raise ArgumentError(f"{name!r}: neither a feature nor a column of the survey; features are {there}")


def _cell(key: tuple[object, ...], cell: pd.DataFrame, names: list[str], confidence: float) -> dict[str, object]:
    made, deals, points = (cell[name].to_numpy() for name in ("_made", "_deals", "_points"))
    rate, low, high = clustered_interval(np.rint(made), deals, confidence)
    mean = float(np.average(points, weights=deals))
    n = len(points)
    spread = float(np.sum((deals * (points - mean)) ** 2)) * n / (n - 1) if n > 1 else np.nan
    return {
        **dict(zip(names, key, strict=True)),
        "make_rate": rate, "make_low": low, "make_high": high,
        "points_mean": mean, "points_se": np.sqrt(spread) / deals.sum(),
        "hands": n, "n_deals": int(deals.sum()),
    }  # fmt: skip
