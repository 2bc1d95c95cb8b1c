"""What do I bury? Every way to exchange with the kitty, and the best of them measured."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import pandas as pd

from handsim.analysis.burials import Candidates, Trial, schedule
from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import Bytes, Progress, frame_of, progress_bar
from handsim.analysis.situation import Situation, count, places, situation
from handsim.analysis.study import best_contract, moments_of
from handsim.cards import Hand
from handsim.engine.jit import Ints
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL
from handsim.errors import ArgumentError, CardsError, RulesError
from handsim.games.base import Bid, Contract, Game, is_whole
from handsim.stats import wilson

Objective: TypeAlias = Literal["points", "make", "tricks"]
OBJECTIVES: Final = ("points", "make", "tricks")
TOP = 20
TELLING = 1.96
"""Standard errors by which two burials differ when they can be told apart."""


def exchange_table(
    bid: str | Bid,
    hand: Hand | str,
    kitty: Hand | str,
    game: Game | str | None = None,
    *,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    top: int = TOP,
    objective: Objective = "points",
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say what to bury: of all ways to exchange with the kitty the best, with what each makes.

    Every way (in Bid Whist 18,564) is considered; those that differ only in touching cards are one. Which are the
    best, and in which order, is found on deals of their own; the figures come from other deals, the same for all
    rows, so the best one's are not flattered by its being the best. That is why a row may show a little more than
    the first: `tells_from_best` says whether that means anything.

    Parameters
    ----------
    bid
        What is played: a bid of the game or what a player says, "four downtown in spades".
    hand, kitty
        Declarer's hand, and the kitty, all of it.
    trump, direction
        What the bid is played in, where its text does not say it; None: the best on average, before the kitty is
        seen or after, as the rules have it.
    n_deals
        How many completions the rows are measured on; as many others they are chosen on.
    top
        How many rows.
    objective
        What is best: the most mean "points", make rate ("make"), or mean "tricks".
    game, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`. `known` says nothing of the kitty.

    Returns
    -------
    DataFrame
        One row a burial, the best first, indexed by its `rank` from 1: `kept`, `buried` (str), `alike` (int64: how
        many burials that differ only in touching cards it stands for), `make_rate` and its 95% Wilson interval
        `make_low`, `make_high` (float64), `tricks_mean` and `points_mean` with their standard errors `tricks_se` and
        `points_se`, `difference` (by the objective, from the first row, on the same deals) and its standard error
        `difference_se`, `tells_from_best` (bool), `n_deals` (int64).
        ``attrs["policy_choice"]`` says what the policy itself would bury: `buried`, `rank`, and what that costs by the
        objective, `cost` and `cost_se`; ``attrs["candidates"]`` how many burials there are and ``attrs["merged"]``
        how many of them are like another.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> hand, kitty = "BJ LJ SA SK SQ S7 S4 HA H3 DK D9 C3", "S2 HQ H8 DT C9 C5"
    >>> table = exchange_table("5 uptown in spades", hand, kitty, n_deals=500)
    >>> table.loc[1, "buried"]
    'DK DT D9 C9 C5 C3'
    """
    asked, contract = asked_exchange(
        bid, hand, kitty, game, trump, direction, n_deals=n_deals, seed=seed, policy=policy, dealer=dealer,
        known=known, executor=executor,
    )  # fmt: skip
    n_deals, top = count(n_deals), _top(top)
    values = values_of(asked.game, contract, objective)
    candidates, own = _candidates(asked, contract, executor)
    rounds = schedule(len(candidates.asides), n_deals, top)
    with progress_bar(progress, _playouts(rounds, len(candidates.asides), n_deals)) as advance:
        trial = Trial(asked, contract, values, executor, advance)
        best, rank = trial.select(candidates.asides, own, rounds)
        tricks = trial.play(candidates.asides[best], DEAL, 0, n_deals)
    rows = [
        _row(asked, contract, int(candidates.asides[place]), int(candidates.alike[place]), tricks[:, i], tricks[:, 0],
             values)
        for i, place in enumerate(best.tolist())
    ]  # fmt: skip
    table = pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="rank"))
    own_row = rows[best.tolist().index(own)]
    table = table.iloc[: min(top, len(rows))].copy()
    table.attrs.update(
        asked.describe(),
        n_deals=n_deals,
        bid=contract.bid.name,
        trump=contract.trump,
        direction=contract.direction,
        objective=objective,
        candidates=int(candidates.alike.sum()),
        merged=int(candidates.alike.sum()) - len(candidates.asides),
        policy_choice=_policy_choice(own_row, rank),
    )
    return table


def asked_exchange(
    bid: str | Bid,
    hand: Hand | str,
    kitty: Hand | str,
    game: Game | str | None,
    trump: str | None = None,
    direction: str | None = None,
    *,
    n_deals: int,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
) -> tuple[Situation, Contract]:
    """Check a question about an exchange; return its situation, the kitty known, and the contract it is played in."""
    if any(str(place) == "kitty" for place in known or {}):
        raise ArgumentError("known kitty: the kitty is an argument of its own here")
    blind = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    refuse_no_kitty(blind.game)
    if not isinstance(kitty, (str, Hand)):
        raise ArgumentError(f"kitty: a Hand or a text, not {type(kitty).__name__}")
    asked = situation(hand, game, known={**(known or {}), "kitty": kitty}, dealer=dealer, policy=policy, seed=seed)
    size, there = blind.game.piles["kitty"], asked.known[asked.places.index("kitty")].bit_count()
    if there != size:
        raise CardsError(f"the kitty has {size} cards, not {there}: {str(kitty)!r}")
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    contracts = asked.contracts_in(this, choices)
    for contract in contracts:
        refuse_dead(asked.game, contract)
    namer = asked if asked.game.names_trump_after else blind
    return asked, best_contract(namer, contracts, n_deals=count(n_deals), executor=executor)


def refuse_no_kitty(game: Game) -> None:
    """Raise a RulesError in a game without one."""
    if "kitty" not in game.piles:
        raise RulesError(f"there is no kitty in {game.title}")


def refuse_dead(game: Game, contract: Contract) -> None:
    """Raise a RulesError where declarer does not exchange with the kitty."""
    frame = frame_of(game, contract)
    refuse_no_kitty(game)
    if frame.aside_seat != contract.declarer or tuple(places(game))[frame.aside_pile] != "kitty":
        raise RulesError(f"by these rules of {game.title} nobody exchanges with the kitty (exchange=true is needed)")


def values_of(game: Game, contract: Contract, objective: str) -> Ints:
    """Return what each number of tricks played is worth by an objective: points, 1 or 0 for made, or tricks."""
    tricks = np.arange(game.n_tricks + 1)
    if objective == "points":
        points = game.score(contract, tricks)
        net: Ints = points[..., 0] - points[..., 1:].sum(axis=-1)
        return net
    if objective == "make":
        return game.made(contract, tricks).astype(np.int64)
    if objective == "tricks":
        return game.scored_tricks(contract, tricks)
    raise ArgumentError(f"objective={objective!r}: it can be {', '.join(OBJECTIVES)}")


def _candidates(asked: Situation, contract: Contract, executor: Executor | None) -> tuple[Candidates, int]:
    """Return the burials that differ, the policy's own among them, and its place."""
    frame = frame_of(asked.game, contract)
    held, pile = (_indices(asked.known[place]) for place in (contract.declarer, frame.aside_pile))
    own = Trial(asked, contract, np.zeros(0, dtype=np.int64), executor, None).own()
    return Candidates.of(frame, held, pile).with_own(own, frame, held, pile)


def _indices(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def _top(top: int) -> int:
    if not is_whole(top) or not 1 <= int(top) <= 1000:
        raise ArgumentError(f"top={top!r}: it is a whole number from 1 to 1,000")
    return int(top)


def _playouts(rounds: list[tuple[int, int]], n_candidates: int, n_deals: int) -> int:
    """Return how many playouts a selection and the measurement after it take, about."""
    total, left, done = 0, n_candidates, 0
    for until, keep in rounds:
        total += left * (until - done)
        left, done = keep, until
    return total + left * n_deals


def _row(
    asked: Situation, contract: Contract, away: int, alike: int, tricks: Bytes, best: Bytes, values: Ints
) -> dict[str, Any]:
    """Return a row of the table: a burial's tricks against those of the best, deal by deal."""
    game, n = asked.game, len(tricks)
    made = int(game.made(contract, tricks.astype(np.int64)).sum())
    low, high = wilson(made, n)
    gap = values[tricks] - values[best]
    difference, _, error = moments_of(gap)
    held = asked.known[contract.declarer] | asked.known[frame_of(game, contract).aside_pile]
    return {
        "kept": _text(game, held & ~away),
        "buried": _text(game, away),
        "alike": alike,
        "make_rate": made / n,
        "make_low": low,
        "make_high": high,
        **_mean("tricks", values_of(game, contract, "tricks")[tricks]),
        **_mean("points", values_of(game, contract, "points")[tricks]),
        "difference": difference,
        "difference_se": error,
        "tells_from_best": bool(abs(difference) > TELLING * error),
        "n_deals": n,
    }


def _mean(name: str, values: Ints) -> dict[str, float]:
    mean, _, error = moments_of(values)
    return {f"{name}_mean": mean, f"{name}_se": error}


def _text(game: Game, mask: int) -> str:
    return str(Hand(game.deck.cards(mask)))


def _policy_choice(row: Mapping[str, Any], rank: int) -> dict[str, Any]:
    """Return what the policy itself buries and what that costs, JSON-plain (an error that is not known is None)."""
    error = row["difference_se"]
    return {
        "buried": row["buried"],
        "rank": rank,
        "cost": -row["difference"] + 0.0,
        "cost_se": None if np.isnan(error) else error,
        "make_rate": row["make_rate"],
        "tricks_mean": row["tricks_mean"],
        "points_mean": row["points_mean"],
    }
