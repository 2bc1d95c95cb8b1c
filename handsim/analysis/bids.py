"""What can this hand make? The table of every bid, and the table of every denomination."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor

import numpy as np
import pandas as pd

from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import Progress, progress_bar
from handsim.analysis.situation import Situation, count, situation
from handsim.analysis.study import BOTH, POLICY, BidStudy, Options, counted, moments_of, results_of, study_bids
from handsim.cards import Hand
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, Bid, Denomination, Game
from handsim.stats import paired_difference

SUFFIX = "_dd"


def bid_table(
    hand: Hand | str,
    game: Game | None = None,
    *,
    method: str = POLICY,
    n_deals: int | None = None,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    trump: str | None = None,
    until_halfwidth: float | None = None,
    memory_mib: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for every legal bid how often this hand makes it and what it is worth.

    Seat 0 holds the hand and declares. The trump of a row (at notrump the direction) is the one with the best mean
    points for that bid, or `trump`. It is chosen on other deals than those that the figures come from, so that no
    figure is flattered by the choice. Where the rules let declarer name it after the kitty, it is chosen deal by deal
    by a count of the eighteen cards he then holds, and the table says "varies".

    Parameters
    ----------
    hand, game, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`. With ``known={"kitty": ...}`` it is the question of a player who has seen the
        kitty.
    method
        "policy": the policy plays every completion out. "double_dummy": the play of every completion is solved exactly,
        all hands open and nobody erring; the trump is still chosen by the policy's playouts, and the policy puts the
        cards aside. "both": the one beside the other, on the same deals.
    n_deals
        How many completions; with `until_halfwidth` the most. None: 10,000, or 500 where they are solved.
    memory_mib
        The memory that each worker's solver may use, as in :func:`handsim.double_dummy`.
    trump
        The trump suit of the rows that have one; None: the best for each.
    until_halfwidth
        Stop as soon as the 95% interval of every make rate is at most so wide to either side; looked at after 1,024
        deals, 2,048, 4,096 and so on.

    Returns
    -------
    DataFrame
        One row a legal bid, in auction order, indexed by its name: `level` (int64), `call`, `trump`, `direction`
        (str), `make_rate` and its 95% Wilson interval `make_low`, `make_high` (float64), `tricks_mean`, `tricks_sd`
        (of declarer's side, as the game scores them), `points_mean` and its standard error `points_se` (points of
        declarer's side less those of the others), `n_deals` (int64). Before `n_deals` stand the columns that a game
        adds: means, each with its standard error, such as `points_for` and `points_for_se` in Bid Euchre; how often
        something happens is between 0 and 1, as Smear's `high`. ``attrs["chooses"]`` lists what the rows chose: of
        "trump", "direction" and, where the first lead names the trump, "lead".

        With ``method="both"`` the columns from `make_rate` to `points_se` again, double dummy, as ``make_rate_dd`` and
        so on; `gap` (float64), the mean tricks of the policy less those double dummy, and its standard error `gap_se`,
        of the differences deal by deal. Where deals were solved, ``attrs["slowest"]`` says which took most positions to
        search, in which denomination.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = bid_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000)
    >>> table.loc["4 downtown", ["trump", "direction"]].tolist()
    ['S', 'downtown']
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    first, *others = study_bids(
        asked,
        options(asked, trump=trump),
        method=method,
        n_deals=n_deals,
        until_halfwidth=until_halfwidth,
        memory_mib=memory_mib,
        executor=executor,
        progress=progress,
    )
    return side_by_side(first, others[0]) if others else first.table()


def denomination_table(
    hand: Hand | str,
    game: Game | None = None,
    *,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for every denomination how many tricks this hand's side takes as declarer (or points, where those are bid).

    Parameters
    ----------
    hand, game, n_deals, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`.

    Returns
    -------
    DataFrame
        One row a denomination ("S uptown", ...): `trump`, `direction` (str), the share of deals with at least k tricks
        for each k, ``ge_1``, ``ge_2``, ... (float64), `mean`, `sd`, `se` of the tricks as the game scores them, and
        `n_deals` (int64). Where bids are numbers of points, points in place of tricks; where the first lead names the
        trump, a row for each card that may be led (`lead`); where some bids are played in another way, rows for it
        (`played_as`, str).

    Examples
    --------
    >>> table = denomination_table("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000)
    >>> table["mean"].idxmax()
    'S downtown'
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n_deals = count(n_deals)
    game, contracts = asked.game, asked.contracts()
    with progress_bar(progress, n_deals * len(contracts)) as advance:
        counts = counted(asked, contracts, results_of(asked, contracts, DEAL, 0, n_deals, executor, advance))
    ways = [game.played_as(c.bid) for c in contracts]
    rows = {
        " ".join(filter(None, (str(c.denomination), way))): {
            "trump": c.trump,
            "direction": c.direction,
            **({"played_as": way} if any(ways) else {}),
            **({game.card_is: c.card} if game.card_is else {}),
            **{f"ge_{k}": float(np.mean(n >= k)) for k in range(1, game.most + 1)},
            **dict(zip(("mean", "sd", "se"), moments_of(n), strict=True)),
            "n_deals": n_deals,
        }
        for c, way, n in zip(contracts, ways, counts, strict=True)
    }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("denomination")
    table.attrs.update(asked.describe(), n_deals=n_deals, counts_in=game.counts_in)
    return table


def side_by_side(policy: BidStudy, exact: BidStudy) -> pd.DataFrame:
    """Return the table of the policy with, beside it, what is double dummy, and the gap between them."""
    table, solved = policy.table(), exact.table()
    for name in table.loc[:, "make_rate":"points_se"].columns:
        table[name + SUFFIX] = solved[name]
    gaps = [paired_difference(policy.tricks[bid], exact.tricks[bid]) for bid in policy.chosen]
    table["gap"], table["gap_se"] = zip(*gaps, strict=True)
    table.attrs.update(method=BOTH, slowest=exact.slowest)
    return table


def options(
    asked: Situation, bid: Bid | str | None = None, trump: str | None = None, direction: str | None = None
) -> Options:
    """Return the denominations that each bid may be played in with this hand; a bid that has none is left out.

    `trump` and `direction` narrow one bid's, or, where none is named, `trump` those of every bid that has a suit.
    """
    game = asked.game
    every = {b: asked.playable(game.denominations_of(b)) for b in game.bids}
    if bid is not None:
        this, narrowed = asked.choices(bid, trump=trump, direction=direction)
        every[this] = narrowed
    elif trump is not None or not game.names_trump:
        for b, denominations in every.items():
            if any(d.trump != NOTRUMP for d in denominations) or not game.names_trump:
                every[b] = _narrowed(asked, b, trump)
    return {b: denominations for b, denominations in every.items() if denominations}


def _narrowed(asked: Situation, bid: Bid, trump: str | None) -> tuple[Denomination, ...]:
    try:
        asked.game.choices(bid, trump=trump)
    except RulesError as error:
        raise ArgumentError(f"trump={trump!r}: the rows with a trump need a suit, S, H, D or C") from error
    return asked.choices(bid, trump=trump)[1]
