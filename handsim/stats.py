"""Intervals, errors and stopping points: all the statistics of the house, with numpy alone.

Sums come in as integers and stay integers as long as they can, so that a result does not depend on how the
deals were shared out. What cannot be known (the spread of one observation) is nan, without a warning.
"""

from math import nan, sqrt
from statistics import NormalDist
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsim.errors import ArgumentError

Floats = NDArray[np.float64]


@overload
def wilson(successes: float, n: float, confidence: float = 0.95) -> tuple[float, float]: ...
@overload
def wilson(successes: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[Floats, Floats]: ...
def wilson(successes: ArrayLike, n: ArrayLike, confidence: float = 0.95) -> tuple[Any, Any]:
    """The score interval of a proportion.

    Parameters
    ----------
    successes, n
        Successes and trials; numbers, or arrays that broadcast.
    confidence
        The confidence level, between 0 and 1.

    Returns
    -------
    low, high
        Floats for numbers, else arrays. Without trials (n = 0) everything is possible: 0 and 1.

    References
    ----------
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927), 209-212.
    """
    k, trials = np.broadcast_arrays(np.asarray(successes, dtype=float), np.asarray(n, dtype=float))
    if not np.all((k >= 0) & (k <= trials) & np.isfinite(trials)):
        raise ArgumentError(f"successes={successes!r} should be between 0 and n={n!r}")
    z2 = _z(confidence) ** 2
    # Multiplied out by n, so that n = 0 needs no special case but the last.
    scale = trials + z2
    centre = (k + z2 / 2) / scale
    half = np.sqrt(z2 * (k * (trials - k) / np.maximum(trials, 1) + z2 / 4)) / scale
    low = np.where(k == 0, 0.0, np.maximum(centre - half, 0.0))  # exact at the ends, where rounding would show
    high = np.where(k == trials, 1.0, np.minimum(centre + half, 1.0))
    return (low, high) if low.ndim else (float(low), float(high))


def is_number(value: object) -> bool:
    """Whether a value is a real number, Python's or numpy's, and no truth value."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _z(confidence: float) -> float:
    if not is_number(confidence) or not 0 < confidence < 1:
        raise ArgumentError(f"confidence={confidence!r} should be between 0 and 1, such as 0.95")
    return -NormalDist().inv_cdf((1 - confidence) / 2)


@overload
def moments(total: int, total_sq: int, n: int) -> tuple[float, float, float]: ...
@overload
def moments(total: ArrayLike, total_sq: ArrayLike, n: ArrayLike) -> tuple[Floats, Floats, Floats]: ...
def moments(total: ArrayLike, total_sq: ArrayLike, n: ArrayLike) -> tuple[Any, Any, Any]:
    """Mean, standard deviation and standard error from sums of integers.

    The variance is ``(n * total_sq - total**2) / (n * (n - 1))`` in Python integers of any size: nothing
    overflows and nothing cancels.

    Parameters
    ----------
    total, total_sq, n
        The sum of the observations, of their squares, and their number; integers, or arrays that broadcast.

    Returns
    -------
    mean, sd, se
        ``sd`` is the sample's (divisor n - 1), ``se = sd / sqrt(n)``. n = 1: both are nan; n = 0: all three.
    """
    sums = [np.asarray(x) for x in (total, total_sq, n)]
    for name, x in zip(("total", "total_sq", "n"), sums, strict=True):
        # Looked at one by one, because integers too big for int64 come as objects.
        if not all(isinstance(value, (int, np.integer)) for value in x.ravel().tolist()):
            raise ArgumentError(f"{name} should be integer sums, not {x.dtype}")
    results = np.frompyfunc(_moments, 3, 3)(*(x.astype(object) for x in sums))
    return tuple(np.asarray(x, dtype=float) if np.ndim(x) else float(x) for x in results)  # type: ignore[return-value]


def _moments(total: int, total_sq: int, n: int) -> tuple[float, float, float]:
    spread = n * total_sq - total * total
    if n < 0 or spread < 0:
        raise ArgumentError(f"{total=}, {total_sq=} and {n=} are not the sums of any observations")
    if n < 2:
        return (total / n if n else nan), nan, nan
    variance = spread / (n * (n - 1))
    return total / n, sqrt(variance), sqrt(variance / n)


def paired_difference(a: ArrayLike, b: ArrayLike) -> tuple[float, float]:
    """The mean of ``a - b``, and its standard error, where entry i of both comes from the same deal.

    What the deals have in common cancels, so the error is that of the differences, smaller than that of two
    independent samples when ``a`` and ``b`` go together. With one pair the error is nan, with none both are.
    """
    x, y = (np.asarray(values) for values in (a, b))
    if x.ndim != 1 or x.shape != y.shape:
        raise ArgumentError(f"a paired difference is of two rows of one length, not of shapes {x.shape} and {y.shape}")
    whole = x.dtype.kind in "iub" and y.dtype.kind in "iub"  # unsigned and booleans must not wrap round
    difference = x.astype(np.int64) - y.astype(np.int64) if whole else x.astype(float) - y.astype(float)
    n = difference.size
    if whole:
        mean, _, se = moments(int(difference.sum()), int((difference * difference).sum()), n)
        return mean, se
    mean = float(difference.mean()) if n else nan
    return mean, float(difference.std(ddof=1)) / sqrt(n) if n > 1 else nan


def clustered_rate(successes: ArrayLike, trials: ArrayLike) -> tuple[float, float]:
    """A rate pooled over clusters (hands, each with many deals), and its standard error.

    Trials of one cluster are not independent, so the error comes from how the clusters differ. The rate is
    the ratio estimator ``r = sum(successes) / sum(trials)``, its variance over m clusters
    ``m / (m - 1) * sum((successes - r * trials)**2) / sum(trials)**2``.
    With one cluster the error is nan, without trials both are.

    Parameters
    ----------
    successes, trials
        One number a cluster.

    References
    ----------
    W. G. Cochran, Sampling Techniques, 3rd edition (Wiley, 1977), chapter 3, proportions in cluster sampling.
    """
    k, n = (np.asarray(x, dtype=float) for x in (successes, trials))
    if k.ndim != 1 or k.shape != n.shape:
        raise ArgumentError(f"successes and trials are two rows of one length, not of shapes {k.shape} and {n.shape}")
    if not np.all((k >= 0) & (k <= n) & np.isfinite(n)):
        raise ArgumentError("successes should be between 0 and trials in every cluster")
    total, clusters = float(n.sum()), k.size
    if total == 0:
        return nan, nan
    rate = float(k.sum()) / total
    if clusters < 2:
        return rate, nan
    residuals = k - rate * n
    return rate, sqrt(clusters / (clusters - 1) * float(residuals @ residuals)) / total


def clustered_interval(successes: ArrayLike, trials: ArrayLike, confidence: float = 0.95) -> tuple[float, float, float]:
    """A rate pooled over clusters, as :func:`clustered_rate` has it, and its interval.

    The interval is Wilson's for the effective number of trials, that is, so many independent ones as would have the
    same error, ``r * (1 - r) / se**2``: at least the number of clusters, at most that of the trials, and less by the
    ratio of the squared quantiles of the normal and of Student's distribution with clusters - 1 degrees of freedom.

    Parameters
    ----------
    successes, trials
        One number a cluster.
    confidence
        The confidence level, between 0 and 1.

    Returns
    -------
    rate, low, high
        With one cluster nothing is known of others: 0 to 1. Without trials the rate is nan.

    References
    ----------
    E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
    counts estimated from survey data", Survey Methodology 24 (1998), 193-201.
    """
    rate, se = clustered_rate(successes, trials)
    n = np.asarray(trials, dtype=float)
    clusters, z = int(np.count_nonzero(n)), _z(confidence)
    if clusters < 2:
        return rate, 0.0, 1.0
    spread = rate * (1 - rate)  # none: of what always happens each cluster is but one witness
    effective = max(spread / max(se**2, 1e-300), float(clusters)) if spread else float(clusters)
    effective = min(effective, float(n.sum()))
    effective *= (z / _student(z, clusters - 1)) ** 2
    low, high = wilson(rate * effective, effective, confidence)
    return rate, min(low, rate), max(high, rate)


def _student(z: float, df: int) -> float:
    """Return the quantile of Student's distribution that goes with a normal one (to 2% from 2 degrees of freedom)."""
    if df == 1:
        return float(np.tan(np.pi * (NormalDist().cdf(z) - 0.5)))
    if df == 2:
        p = NormalDist().cdf(z)
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    # Cornish and Fisher's expansion in 1 / df.
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return float(sum(term / df**k for k, term in enumerate(terms)))


def checkpoints(cap: int, start: int = 1024) -> tuple[int, ...]:
    """The numbers of deals at which a sequential run looks at its result: ``start * 2**k``, and last the cap.

    Few looks, at places that only the cap decides: stopping early is then repeatable, and biases little.
    """
    if cap < 1 or start < 1:
        raise ArgumentError(f"cap={cap!r} and start={start!r} should be 1 or more")
    looks = []
    while start < cap:
        looks.append(start)
        start *= 2
    return (*looks, cap)


def widest(low: ArrayLike, high: ArrayLike) -> float:
    """Half the width of the widest of some intervals; 0.0 where there is none."""
    widths = np.asarray(high, dtype=float) - np.asarray(low, dtype=float)
    if np.any(widths < 0):
        raise ArgumentError("every low should be at most its high")
    return float(widths.max(initial=0.0)) / 2
