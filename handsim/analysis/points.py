"""How many points does everybody capture? The distribution of each seat's points, in games where cards have them."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor

import numpy as np
import pandas as pd

from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import Progress, play_situation, progress_bar
from handsim.analysis.situation import Situation, count, situation
from handsim.analysis.study import best_contract, moments_of
from handsim.cards import Hand
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import PASS, Bid, Contract, Game


def points_table(
    hand: Hand | str,
    game: Game | None = None,
    *,
    bid: Bid | str | None = None,
    trump: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for every seat how often it captures how many points when this hand has won the bidding, or nobody has.

    Seat 0 holds the hand. It leads the card that is best for the bid on average, as in :func:`handsim.bid_table`.

    Parameters
    ----------
    hand, game, n_deals, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`; a game in which each plays for himself, such as One Card.
    bid
        What seat 0 has bid, or what he says: "9", "9 in spades"; None: the lowest bid. "pass": nobody has bid.
    trump
        The suit of the first lead, where `bid` does not say it; None: the best on average.

    Returns
    -------
    DataFrame
        One row a seat (the index, `seat`): `mean`, `sd` and `se` of its points, the share of deals in which it captures
        none, one, two and so on, ``p_0``, ``p_1`` ... (float64), and `n_deals` (int64). ``attrs`` say what was played:
        `contract`, `trump` and `lead` ("" where nobody bid).

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> from handsim.games import find
    >>> table = points_table("SA SK SQ SJ ST S9", find("one card"), n_deals=1000)
    >>> table["mean"].tolist()
    [15.0, 0.0, 0.0, 0.0]
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    if type(asked.game).captured is Game.captured:
        raise RulesError(f"in {asked.game.title} no seat captures points of its own")
    n_deals = count(n_deals)
    contract = _contract(asked, bid, trump, n_deals, executor)
    with progress_bar(progress, n_deals) as advance:
        outcome = play_situation(asked, (contract,), DEAL, 0, n_deals, executor=executor, advance=advance)[0]
    captured = asked.game.captured(contract, outcome)
    rows = {}
    for seat in range(asked.game.n_seats):
        points = captured[:, (seat - contract.declarer) % asked.game.n_seats]
        shares = np.bincount(points, minlength=asked.game.most + 1) / n_deals
        rows[seat] = {
            **dict(zip(("mean", "sd", "se"), moments_of(points), strict=True)),
            **{f"p_{n}": float(share) for n, share in enumerate(shares)},
            "n_deals": n_deals,
        }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("seat")
    about = {"contract": str(contract), "trump": contract.trump, "lead": contract.card}
    table.attrs.update(asked.describe(), **about, n_deals=n_deals)
    return table


def _contract(
    asked: Situation, bid: Bid | str | None, trump: str | None, n_deals: int, executor: Executor | None
) -> Contract:
    """Return what is played: the best choice for the bid, or the hand that nobody has bid."""
    game = asked.game
    if isinstance(bid, str) and bid.strip().lower() == PASS:
        if trump is not None:
            raise ArgumentError(f"trump={trump!r}: there is none where nobody has bid")
        return game.no_bid(asked.dealer)
    this, choices = asked.choices(game.bids[0] if bid is None else bid, trump=trump)
    return best_contract(asked, asked.contracts_in(this, choices), n_deals=n_deals, executor=executor)
