"""The columns of an outcome, the row that a playout fills.

First the tricks that each of four seats takes. Then, where cards count: the card points of each, and for each tracked
card who played it and who won it (-1: nobody). Then, where the order of the ranks can turn round: the number of tricks
after which it did (0: it did not). The kernel writes them by these numbers, and games read them here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from handsim.errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MAX_SEATS = 4
POINTS_AT = MAX_SEATS
"""The column where the card points of the seats begin."""
TRACKED_AT = 2 * MAX_SEATS
"""The column where the tracked cards begin, two columns each."""


def n_columns(counting: bool, n_tracked: int, turning: bool) -> int:
    """Return how many columns there are, for a frame in which cards count or not, and whose order can turn or not."""
    return (TRACKED_AT + 2 * n_tracked if counting or n_tracked else POINTS_AT) + turning


def counting_rows(outcome: npt.ArrayLike, n_tracked: int, turning: bool) -> npt.NDArray[np.int64]:
    """Return rows of an outcome in which cards count, checked.

    Parameters
    ----------
    outcome
        An integer array, a row along its last axis.
    n_tracked, turning
        How many cards are tracked, and whether the order can turn. The column that says so may be left out.

    Raises
    ------
    ArgumentError
        If it is not of whole numbers, or has another number of columns.
    """
    import numpy as np

    rows, columns = np.asarray(outcome), n_columns(True, n_tracked, False)
    if rows.dtype.kind not in "iu":
        raise ArgumentError(f"an outcome is of whole numbers, not {rows.dtype}")
    if rows.ndim == 0 or rows.shape[-1] not in (columns, columns + turning):
        raise ArgumentError(f"an outcome of shape {rows.shape}: its last axis has {columns + turning} columns here")
    return rows.astype(np.int64)


def tricks_of(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the tricks of the four seats, the last axis, from rows of an outcome."""
    return rows[..., :POINTS_AT]


def points_of(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the card points of the four seats, the last axis, from rows of an outcome in which cards count."""
    return rows[..., POINTS_AT:TRACKED_AT]


def fates_of(rows: npt.NDArray[Any], n_tracked: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return who played each tracked card and who won it, each of shape (..., n_tracked), from rows of an outcome."""
    fates = rows[..., TRACKED_AT : TRACKED_AT + 2 * n_tracked]
    return fates[..., 0::2], fates[..., 1::2]


def turned_after(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the tricks after which the order turned round (0: never), from rows of an outcome where it could."""
    return rows[..., -1]
