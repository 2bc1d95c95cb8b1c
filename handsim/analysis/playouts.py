"""The raw material: the completions of a hand, and how each is played out in each denomination."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor

import numpy as np
import pandas as pd

from handsim.analysis.simulate import Progress, deal_block, play_situation, progress_bar
from handsim.analysis.situation import count, situation
from handsim.cards import Hand
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL
from handsim.games.base import Game

N_DEALS = 10_000


def playouts(
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
    """Deal a hand's completions and play each out in every denomination, seat 0 declaring.

    It is what the other tables are computed from: the deals of a table with the same arguments are these.

    Parameters
    ----------
    hand
        The hand of seat 0: a Hand or its text.
    game
        The game; None: Bid Whist with its default rules.
    n_deals
        How many completions.
    seed
        The same seed gives the same deals and plays, to the bit, however the work is divided.
    policy
        How every seat plays: a policy or its name.
    dealer
        The seat that deals; None: the last one, so that seat 0 speaks first.
    known
        Cards known to lie elsewhere: ``{"kitty": ..., 2: ...}``.
    executor
        Anything with the ``map`` of ``concurrent.futures.Executor``; None: threads, one a processor.
    progress
        True: a bar on stderr; or a function that is called with (done, total).

    Returns
    -------
    DataFrame
        One row a deal and denomination: `deal` (int64, from 0), `trump`, `direction` (str), `tricks` (int64, of
        declarer's side, as the game scores them). A game adds to them what else tells its contracts apart: the card
        led first (`lead`), how a bid is played (`played_as`: "ask", "moon"; "" as most are); and, where cards count
        and not tricks, `points` (int64), those of declarer's side.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = playouts("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=100)
    >>> len(table), list(table.columns)
    (1000, ['deal', 'trump', 'direction', 'tricks'])
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n_deals = count(n_deals)
    game, contracts = asked.game, asked.contracts()
    with progress_bar(progress, n_deals * len(contracts)) as advance:
        outcomes = play_situation(asked, contracts, DEAL, 0, n_deals, executor=executor, advance=advance)
    tricks = [game.side_tricks(c, o) + game.kitty_tricks for c, o in zip(contracts, outcomes, strict=True)]
    columns = {"trump": [c.trump for c in contracts], "direction": [c.direction for c in contracts]}
    if game.card_is:
        columns[game.card_is] = [c.card for c in contracts]
    if any(game.played_as(c.bid) for c in contracts):
        columns["played_as"] = [game.played_as(c.bid) for c in contracts]
    table = pd.DataFrame(
        {
            "deal": np.repeat(np.arange(n_deals), len(contracts)),
            **{name: np.tile(values, n_deals) for name, values in columns.items()},
            "tricks": np.stack(tricks, axis=1).ravel(),
        }
    )
    if game.counts_in == "points":
        points = [game.counted(c, game.result(c, o)) for c, o in zip(contracts, outcomes, strict=True)]
        table["points"] = np.stack(points, axis=1).ravel()
    table.attrs.update(asked.describe(), n_deals=n_deals)
    return table


def sample_deals(
    hand: Hand | str | None,
    game: Game | None = None,
    *,
    n_deals: int = N_DEALS,
    seed: int = 0,
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
) -> pd.DataFrame:
    """Return the completions of a hand that the tables with this seed are played on.

    Where dealer turns up a card and only its suit is known, a table of that suit draws a card for each deal and brings
    it to dealer; these are the deals before that. With the card in `known` they are those that are played.

    Parameters
    ----------
    hand
        The hand of seat 0; None: nothing is known of it.
    game, n_deals, seed, dealer, known
        As in :func:`playouts`.

    Returns
    -------
    DataFrame
        One row a deal (the index, `deal`); a column a place, ``seat_0`` ... and each pile, with its cards as text.

    Examples
    --------
    >>> deals = sample_deals("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=3)
    >>> list(deals.columns), deals["kitty"].map(lambda cards: len(cards.split())).tolist()
    (['seat_0', 'seat_1', 'seat_2', 'seat_3', 'kitty'], [6, 6, 6])
    """
    asked = situation(hand, game, known=known, dealer=dealer, seed=seed, any_hand=True)
    n_deals = count(n_deals)
    deals = deal_block(asked, DEAL, 0, n_deals)
    names = _printed_order(asked.game)
    columns = {
        f"seat_{place}" if place.isdecimal() else place: [
            " ".join([name for bit, name in names if mask & bit]) for mask in column.tolist()
        ]
        for place, column in zip(asked.places, deals.T, strict=True)
    }
    table = pd.DataFrame(columns, index=pd.RangeIndex(n_deals, name="deal"))
    table.attrs.update(asked.describe(), n_deals=n_deals)
    return table


def _printed_order(game: Game) -> list[tuple[int, str]]:
    """Return the bit and the text of each card of the deck, in the order in which a hand is printed."""
    deck = game.deck
    printed = str(Hand(deck, copies=deck.copies)).split()
    cards = [(1 << i, str(card)) for i, card in enumerate(deck)]
    return sorted(cards, key=lambda card: printed.index(card[1]))
