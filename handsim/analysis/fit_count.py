"""Fit a point count to a survey, and measure it on hands that it was not fitted to, beside the rule of thumb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

import numpy as np
import numpy.typing as npt
import pandas as pd

from handsim.analysis.features import calls_of, column_of, denominations_in, find_features, value_of
from handsim.analysis.point_count import (
    KINDS,
    KITTY,
    PARTNER,
    PUBLISHED_COUNT,
    Count,
    PointCount,
    checked_count,
    kind_of,
    refuse_other_play,
)
from handsim.analysis.survey import bid_column, game_of
from handsim.cards import Hand
from handsim.errors import ArgumentError
from handsim.games.base import Denomination, Game
from handsim.stats import is_number

Floats = npt.NDArray[np.float64]
COUNTED: Final[dict[str, tuple[str, ...]]] = {
    KINDS[0]: (
        "jokers", "trumps_beyond_four", "trump_ace", "trump_king", "side_aces", "side_kings", "voids", "singletons",
    ),
    KINDS[1]: ("jokers", "side_aces", "side_kings", "side_queens", "long_cards"),
}  # fmt: skip
UNIT, MAKES, LEAST_UNIT = 0.25, 0.5, 0.01
NEARLY: Final = 0.05
"""A total that lacks so little of a point to make often enough is taken to do so."""
SPARE: Final = 0.01
"""What raises the error by less than this share when it is left out is not worth counting."""


def fit_point_count(
    survey: pd.DataFrame,
    *,
    counted: Mapping[str, Iterable[str]] = COUNTED,
    unit: float = UNIT,
    makes: float = MAKES,
) -> PointCount:
    """Derive a point count from a survey.

    For a trump suit (uptown and downtown together) and for notrump: least squares give the tricks that each feature
    adds, rounded to whole points of `unit` tricks; what then adds nothing, or lowers the error by less than one
    percent, is left out. A logistic curve through the make rates says from what total on each level makes often enough.

    Parameters
    ----------
    survey
        What :func:`hand_survey` returns. Fit to some of its hands and measure on others: ``survey.iloc[:3000]``.
    counted
        The features that may be counted, by kind: "trump suit" and "notrump". One of your own has been registered
        (:func:`register_feature`), so that it can be counted in any hand.
    unit
        The tricks that a point is worth.
    makes
        How often a bid should make.

    Returns
    -------
    PointCount
        Printed, it says itself as a player would.

    See Also
    --------
    point_count_errors : How good it is.

    Examples
    --------
    >>> import handsim as hs
    >>> count = fit_point_count(hs.hand_survey(n_hands=100, n_deals=50))
    >>> count.counts["trump suit"].values["jokers"]
    3
    """
    if not (is_number(unit) and is_number(makes) and LEAST_UNIT <= unit <= 1 and 0 < makes < 1):
        raise ArgumentError(
            f"unit={unit!r}, makes={makes!r}: a share of a trick, {LEAST_UNIT} at least, and a share of the deals; "
            f"such as 0.25, 0.5"
        )
    _check_counted(counted)
    counts = {}
    for kind, played in _by_kind(survey).items():
        names = list(counted.get(kind, ()))
        if len(played.tricks) <= len(names) + 1:
            hands = "1 hand is" if len(survey) == 1 else f"{len(survey)} hands are"
            raise ArgumentError(f"survey: {hands} too few to fit {len(names)} numbers to")
        values = _whole(played.features(names), played.tricks, names, unit)
        total = played.total(values)
        base = round(float(np.mean(played.tricks - unit * total)), 2)
        error = round(float(np.sqrt(np.mean((played.tricks - base - unit * total) ** 2))), 2)
        counts[kind] = Count(values, base, error, _needed(total, played, makes))
    return PointCount(counts, unit, makes, game_of(survey), len(survey))


def _check_counted(counted: Mapping[str, Iterable[str]]) -> None:
    if not isinstance(counted, Mapping) or any(isinstance(names, str) for names in counted.values()):
        raise ArgumentError(f"counted={counted!r}: lists of features by kind, such as {{{KINDS[0]!r}: ['jokers']}}")
    if not any(counted.values()):
        raise ArgumentError("counted: nothing is to be counted")
    unknown = [kind for kind in counted if kind not in KINDS]
    if unknown:
        raise ArgumentError(f"counted: there is no kind {unknown[0]!r}; kinds are {', '.join(KINDS)}")


def point_count_errors(survey: pd.DataFrame, count: PointCount = PUBLISHED_COUNT) -> pd.DataFrame:
    """Measure a point count on a survey, beside the rule of thumb.

    The rule of thumb counts the tricks in one's own hand, three for partner and one for the kitty. What one's own
    tricks are is read generously (the feature `own_tricks`: each trump and each side ace) and strictly (`sure_tricks`).
    "Refitted" is the generous reading with the constant and the factor on one's own tricks that suit these very
    hands: more than the rule says, to see how much is in what it counts.

    Parameters
    ----------
    survey
        Hands that the count was not fitted to, of the game that it was fitted for; how that is bid and scored
        may differ.
    count
        The point count.

    Returns
    -------
    DataFrame
        One row a kind and method (the index, two levels): `hands`; `rmse`, the root mean square error of the tricks
        of declarer's side foretold for a hand, against its mean over deals, and `bias`, the mean of what was taken less
        what was foretold; `right`, `high` and `low`, the shares of hands with which the bid that it says is the
        highest that makes as often as the count asks for, higher, or lower (float64).
    """
    checked_count(count)
    refuse_other_play(game_of(survey), count)
    rows = {}
    for kind, played in _by_kind(survey).items():
        part = count.counts[kind]
        total = played.total(part.values)
        own, sure = (played.features([name])[:, 0] + PARTNER + KITTY for name in ("own_tricks", "sure_tricks"))
        refitted = played.tricks.mean() + _slopes(own[:, None], played.tricks)[0] * (own - own.mean())
        best, thumb = played.best_levels(count.makes), "rule of thumb"
        rows[kind, "point count"] = _errors(
            played, part.base + count.unit * total, [part.level(points) for points in total], best
        )
        for name, foretold in ((thumb, own), (f"{thumb}, strict", sure), (f"{thumb}, refitted", refitted)):
            # A bid makes half the time where its tricks are foretold to within half a trick; as taught they are whole.
            levels = np.clip(np.floor(foretold - played.book + 0.5), 0, max(played.levels)).astype(int).tolist()
            rows[kind, name] = _errors(played, foretold, levels, best)
    table = pd.DataFrame.from_dict(rows, orient="index")
    table.index = pd.MultiIndex.from_tuples(table.index, names=["kind", "method"])
    return table


@dataclass(frozen=True)
class _Played:
    """The hands of a survey in the denominations of one kind: each hand in each call."""

    game: Game
    pairs: Sequence[tuple[Hand, Denomination]]
    tricks: Floats
    made: Mapping[int, Floats]
    weights: Floats
    book: int

    @property
    def levels(self) -> list[int]:
        return sorted(self.made)

    def features(self, names: Sequence[str]) -> Floats:
        functions = find_features(names)
        rows = [[float(value_of(n, functions[n], hand, d, self.game)) for n in names] for hand, d in self.pairs]
        return np.array(rows, dtype=np.float64).reshape(len(self.pairs), len(names))

    def total(self, values: Mapping[str, int]) -> Floats:
        total: Floats = self.features(list(values)) @ np.array(list(values.values()), dtype=float)
        return total

    def best_levels(self, makes: float) -> list[int]:
        """Return for each hand the highest level that makes so often; 0: none."""
        return [
            max((level for level in self.levels if self.made[level][i] >= makes), default=0)
            for i in range(len(self.tricks))
        ]


def _by_kind(survey: pd.DataFrame) -> dict[str, _Played]:
    """Gather, for a trump suit and for notrump, each hand in each call of that kind."""
    game = game_of(survey)
    if survey.empty:
        raise ArgumentError("survey: there are no hands in it")
    if game.scores_from != "tricks":
        raise ArgumentError(f"survey: a point count foretells tricks, and in {game.title} the cards in them count")
    hands = [Hand(text, copies=game.deck.copies) for text in survey["hand"]]
    found: dict[str, _Played] = {}
    for kind in KINDS:
        calls = {
            c: bids
            for c, bids in calls_of(game).items()
            if kind_of(game.denominations_of(bids[0])[0]) == kind and not game.played_as(bids[0])
        }
        if not calls:
            continue
        levels = {bid.level: [b for bids in calls.values() for b in bids if b.level == bid.level]
                  for bid in next(iter(calls.values()))}  # fmt: skip
        found[kind] = _Played(
            game,
            [pair for call in calls for pair in zip(hands, denominations_in(survey, game, call), strict=True)],
            np.concatenate([survey[column_of("tricks", call)].to_numpy(dtype=float) for call in calls]),
            {n: np.concatenate([survey[bid_column("make", b)].to_numpy(dtype=float) for b in bids])
             for n, bids in levels.items()},
            np.concatenate([survey["n_deals"].to_numpy(dtype=float)] * len(calls)),
            min(game.tricks_needed(bids[0]) - bids[0].level for bids in levels.values()),
        )  # fmt: skip
    return found


def _whole(x: Floats, y: Floats, names: Sequence[str], unit: float) -> dict[str, int]:
    """Return whole points for what is worth counting."""
    left = list(range(len(names)))
    while True:
        points = np.rint(_slopes(x[:, left], y) / unit).astype(int)
        left, points = [c for c, p in zip(left, points, strict=True) if p], points[points != 0]
        errors = [_spread(y - unit * np.delete(x[:, left], i, axis=1) @ np.delete(points, i)) for i in range(len(left))]
        least = int(np.argmin(errors)) if errors else -1
        if least < 0 or errors[least] > (1 + SPARE) * _spread(y - unit * x[:, left] @ points):
            return {names[c]: int(p) for c, p in zip(left, points, strict=True)}
        del left[least]


def _slopes(x: Floats, y: Floats) -> Floats:
    design = np.column_stack([np.ones(len(y)), x])
    return np.asarray(np.linalg.lstsq(design, y, rcond=None)[0][1:], dtype=np.float64)


def _spread(residuals: Floats) -> float:
    return float(residuals.std())


def _needed(total: Floats, played: _Played, makes: float) -> dict[int, int]:
    """Return from what total on each level makes so often; levels out of the reach of these hands are left out."""
    needed = {}
    for level in played.levels:
        a, b = _logistic(total, played.made[level], played.weights)
        if b <= 0:
            continue
        least = ceil((np.log(makes / (1 - makes)) - a) / b - NEARLY)
        if least <= total.max():
            needed[level] = max(least, int(total.min()))
    return needed


def _logistic(total: Floats, made: Floats, weights: Floats) -> tuple[float, float]:
    """Return intercept and slope of the logistic curve through rates, by Newton's method from a flat start.

    A trial for and a trial against are added at the mean, so that rates of all 0 or all 1 have a curve too.
    """
    x = np.append(total, np.mean(total))
    rate, trials = np.append(made, 0.5), np.append(weights, 2.0)
    design = np.column_stack([np.ones(len(x)), x])
    beta = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        gradient = design.T @ (trials * (rate - p))
        hessian = (design * (trials * p * (1 - p))[:, None]).T @ design
        step = np.linalg.solve(hessian + 1e-9 * np.eye(2), gradient)
        beta += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    return float(beta[0]), float(beta[1])


def _errors(played: _Played, foretold: Floats, levels: Sequence[int], best: Sequence[int]) -> dict[str, float]:
    difference, over = played.tricks - foretold, np.array(levels) - np.array(best)
    return {
        "hands": len(difference),
        "rmse": float(np.sqrt(np.mean(difference**2))),
        "bias": float(np.mean(difference)),
        "right": float(np.mean(over == 0)),
        "high": float(np.mean(over > 0)),
        "low": float(np.mean(over < 0)),
    }
