"""Intervals, errors and stopping points, against scipy, exact fractions and numpy's own."""

import math
import random
import statistics

import numpy as np
import pytest

from handsim import stats
from handsim.errors import ArgumentError

# Wilson


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95, 0.99, 0.9999])
@pytest.mark.parametrize("n", [1, 2, 7, 100, 12345, 10**7])
def test_wilson_against_scipy(n: int, confidence: float) -> None:
    binomtest = pytest.importorskip("scipy.stats").binomtest
    for k in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        oracle = binomtest(k, n).proportion_ci(confidence_level=confidence, method="wilson")
        assert stats.wilson(k, n, confidence) == pytest.approx((oracle.low, oracle.high), abs=1e-14)


def test_wilson_known_value() -> None:
    # p = 0.1, n = 100: a worked example found in many textbooks.
    assert stats.wilson(10, 100) == pytest.approx((0.0552, 0.1744), abs=5e-5)


def test_wilson_over_arrays() -> None:
    k, n = np.array([[0, 3], [10, 7]]), np.array([10, 20])
    low, high = stats.wilson(k, n)
    assert low.shape == high.shape == (2, 2)
    assert low.dtype == high.dtype == np.float64
    for i, j in np.ndindex(2, 2):
        assert (low[i, j], high[i, j]) == stats.wilson(int(k[i, j]), int(n[j]))
    assert stats.wilson([], [])[0].shape == (0,)
    assert stats.wilson([1, 2], 5)[0].shape == (2,)


def test_wilson_ends_are_exact() -> None:
    for n in (1, 3, 10, 1000, 10**9):
        low, high = stats.wilson(0, n)
        assert low == 0.0 < high < 1
        assert stats.wilson(n, n) == pytest.approx((1 - high, 1.0))
        assert stats.wilson(n, n)[1] == 1.0
    assert stats.wilson(0, 0) == (0.0, 1.0)
    assert [x.tolist() for x in stats.wilson([0, 0], [0, 5])] == [[0, 0], [1, stats.wilson(0, 5)[1]]]


def test_wilson_gives_plain_floats_for_numbers() -> None:
    for value in stats.wilson(np.int64(3), np.int64(10)):
        assert type(value) is float


def test_wilson_holds_the_rate_and_narrows() -> None:
    widths = []
    for n in (10, 100, 1000, 10000):
        low, high = stats.wilson(np.arange(n + 1), n)
        assert np.all((low <= np.arange(n + 1) / n) & (np.arange(n + 1) / n <= high))
        widths.append(stats.widest(low, high))
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize(
    ("k", "n"), [(-1, 5), (6, 5), (1, 0), (math.nan, 5), (1, math.nan), (1, math.inf), ([1, 9], [5, 5])]
)
def test_wilson_refuses_impossible_counts(k: float, n: float) -> None:
    with pytest.raises(ArgumentError, match="between 0 and n"):
        stats.wilson(k, n)


@pytest.mark.parametrize("confidence", [0, 1, -1, 95, math.nan])
def test_wilson_refuses_a_confidence(confidence: float) -> None:
    with pytest.raises(ArgumentError, match=f"confidence={confidence}"):
        stats.wilson(1, 2, confidence)


def test_wilson_at_the_highest_confidence() -> None:
    low, high = stats.wilson(5, 10, math.nextafter(1, 0))
    assert 0 < low < 0.5 < high < 1


# Moments


@pytest.mark.parametrize("seed", range(20))
def test_moments_against_statistics(seed: int) -> None:
    rng = random.Random(seed)
    values = [rng.randint(-50, 50) for _ in range(rng.randint(2, 60))]
    mean, sd, se = stats.moments(sum(values), sum(v * v for v in values), len(values))
    assert mean == pytest.approx(statistics.fmean(values))
    assert sd == pytest.approx(statistics.stdev(values))
    assert se == pytest.approx(sd / math.sqrt(len(values)))


def test_moments_over_arrays() -> None:
    values = np.random.default_rng(1).integers(-7, 14, size=(500, 3))
    mean, sd, se = stats.moments(values.sum(axis=0), (values**2).sum(axis=0), 500)
    assert mean == pytest.approx(values.mean(axis=0))
    assert sd == pytest.approx(values.std(axis=0, ddof=1))
    assert se == pytest.approx(values.std(axis=0, ddof=1) / math.sqrt(500))
    assert mean.dtype == sd.dtype == se.dtype == np.float64


def test_moments_neither_overflow_nor_cancel() -> None:
    # A thousand million deals, all of 10**6 but one: in float64 the variance would be lost.
    n, big = 10**9, 10**6
    total, total_sq = n * big + 1, n * big**2 + 2 * big + 1
    for kind in (int, lambda x: np.array([x], dtype=object)):
        mean, sd, _ = stats.moments(kind(total), kind(total_sq), kind(n))
        assert np.ravel(mean)[0] == total / n
        assert np.ravel(sd)[0] == pytest.approx(math.sqrt(1 / n))
    total64 = np.array([4 * 10**9])
    assert stats.moments(total64, np.array([16 * 10**9]), 10**9)[1].tolist() == [0.0]


def test_moments_of_one_and_of_none() -> None:
    mean, sd, se = stats.moments(5, 25, 1)
    assert mean == 5.0
    assert math.isnan(sd)
    assert math.isnan(se)
    assert all(math.isnan(x) for x in stats.moments(0, 0, 0))
    mean_, sd_, _ = stats.moments([5, 6], [25, 18], [1, 2])
    assert mean_.tolist() == [5, 3]
    assert np.isnan(sd_).tolist() == [True, False]


@pytest.mark.parametrize("sums", [(5, 1, 2), (1, 1, -1), (1, 0, 0), (0, -1, 1)])
def test_moments_refuse_impossible_sums(sums: tuple[int, int, int]) -> None:
    with pytest.raises(ArgumentError, match="not the sums"):
        stats.moments(*sums)


def test_moments_want_integers() -> None:
    with pytest.raises(ArgumentError, match="total_sq should be integer sums, not float64"):
        stats.moments(1, 1.0, 1)


# Differences and clusters


def test_paired_difference() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 13, 400), rng.integers(0, 13, 400)
    expected = pytest.approx(((a - b).mean(), (a - b).std(ddof=1) / 20))
    assert stats.paired_difference(a, b) == expected
    assert stats.paired_difference(a.astype(np.uint8), b.astype(np.int16)) == expected
    assert stats.paired_difference(a.astype(float), b) == expected
    assert stats.paired_difference(a.tolist(), b.tolist()) == expected
    assert stats.paired_difference(a, a) == (0.0, 0.0)
    mean, se = stats.paired_difference(b, a)
    assert (-mean, se) == expected


def test_paired_difference_of_booleans_and_against_scipy() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.random(300) < 0.6, rng.random(300) < 0.5
    mean, se = stats.paired_difference(a, b)
    assert mean == pytest.approx(a.mean() - b.mean())
    oracle = pytest.importorskip("scipy.stats").ttest_rel(a.astype(int), b.astype(int))
    assert mean / se == pytest.approx(oracle.statistic)


@pytest.mark.parametrize("kind", [int, float])
def test_paired_difference_of_one_and_of_none(kind: type) -> None:
    mean, se = stats.paired_difference(np.array([3], dtype=kind), np.array([1], dtype=kind))
    assert mean == 2.0
    assert math.isnan(se)
    assert all(math.isnan(x) for x in stats.paired_difference(np.array([], kind), np.array([], kind)))


@pytest.mark.parametrize(("a", "b"), [([1, 2], [1]), (1, 2), ([[1]], [[1]])])
def test_paired_difference_wants_pairs(a: object, b: object) -> None:
    with pytest.raises(ArgumentError, match="one length"):
        stats.paired_difference(a, b)  # type: ignore[arg-type]


def test_clustered_rate_of_single_trials_is_the_usual_error() -> None:
    k = np.array([1, 0, 0, 1, 1, 0, 1, 1])
    rate, se = stats.clustered_rate(k, np.ones(8))
    assert rate == 5 / 8
    assert se == pytest.approx(math.sqrt(rate * (1 - rate) / 7))


def test_clustered_rate_of_equal_clusters_is_the_error_of_their_means() -> None:
    k = np.array([3, 9, 0, 5, 10])
    rate, se = stats.clustered_rate(k, np.full(5, 10))
    assert (rate, se) == pytest.approx(((k / 10).mean(), (k / 10).std(ddof=1) / math.sqrt(5)))


def test_clustered_rate_by_simulation() -> None:
    """The standard error agrees with the spread over repeated samples of unequal clusters."""
    rng = np.random.default_rng(4)
    n = rng.integers(5, 30, size=(2000, 60))
    k = rng.binomial(n, rng.beta(2, 3, size=n.shape))
    results = np.array([stats.clustered_rate(*row) for row in zip(k, n, strict=True)])
    assert results[:, 1].mean() == pytest.approx(results[:, 0].std(), rel=0.06)
    assert results[:, 0].mean() == pytest.approx(0.4, abs=0.005)


def test_clustered_rate_of_few() -> None:
    rate, se = stats.clustered_rate([3], [4])
    assert rate == 0.75
    assert math.isnan(se)
    assert all(math.isnan(x) for x in stats.clustered_rate([0, 0], [0, 0]))
    assert all(math.isnan(x) for x in stats.clustered_rate([], []))


@pytest.mark.parametrize(("k", "n"), [([2], [1]), ([-1], [1]), ([1], [1, 2]), (1, 2), ([1], [math.inf])])
def test_clustered_rate_refuses(k: object, n: object) -> None:
    with pytest.raises(ArgumentError, match="successes"):
        stats.clustered_rate(k, n)  # type: ignore[arg-type]


# Stopping


@pytest.mark.parametrize(("cap", "looks"), [
    (1, (1,)), (1000, (1000,)), (1024, (1024,)), (1025, (1024, 1025)), (2048, (1024, 2048)),
    (10000, (1024, 2048, 4096, 8192, 10000)),
])  # fmt: skip
def test_checkpoints(cap: int, looks: tuple[int, ...]) -> None:
    assert stats.checkpoints(cap) == looks


def test_checkpoints_from_another_start() -> None:
    assert stats.checkpoints(10, start=3) == (3, 6, 10)
    for cap, start in ((0, 1), (-5, 1), (5, 0)):
        with pytest.raises(ArgumentError, match=f"cap={cap} and start={start}"):
            stats.checkpoints(cap, start)


def test_widest() -> None:
    assert stats.widest(0.25, 0.75) == 0.25
    assert stats.widest([0.0, 0.5, 0.1], [0.5, 0.75, 0.2]) == 0.25
    assert stats.widest([], []) == 0.0
    assert math.isnan(stats.widest([math.nan, 0], [1, 1]))
    with pytest.raises(ArgumentError, match="low"):
        stats.widest(0.5, 0.4)
