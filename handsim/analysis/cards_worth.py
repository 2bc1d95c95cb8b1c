"""Where do I want the cards, and what is each card of my hand worth?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from handsim.analysis.kitty import Played, as_played
from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import Block, Bytes, Progress, deal_block, deals_in, play_situation, progress_bar
from handsim.analysis.situation import HAND_SEAT, Situation, count, situation
from handsim.analysis.study import best_contract, contracts_of, moments_of
from handsim.cards import Hand
from handsim.engine.deal import split, swap_cards
from handsim.engine.jit import Ints
from handsim.engine.playout import play_out
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL, PLAY, SWAP, stream_key
from handsim.errors import ArgumentError
from handsim.games.base import Bid, Contract, Game
from handsim.stats import wilson


def card_places(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | str | None = None,
    *,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say for each unseen card how often the bid makes when it lies with partner, left, right, or in the kitty.

    All from one run: the deals of :func:`handsim.bid_table`, sorted by where each card lies.

    Parameters
    ----------
    bid
        What is played: a bid of the game or what a player says, "four downtown in spades".
    trump, direction
        What the bid is played in, where its text does not say it; None: as in :func:`handsim.bid_table`.
    hand, game, n_deals, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`.

    Returns
    -------
    DataFrame
        One row a card and place: `card`, `place` (str: "left", "partner", "right", "kitty"), `make_rate` of the deals
        in which it lies there, with its 95% Wilson interval `make_low`, `make_high`; `difference`, from the make rate
        of all deals, and its standard error `difference_se` (nan where one deal is all there is); `tricks_mean`
        (float64) and `n_deals` (int64). In the order in which a hand is printed. A card that is never there has no
        such row. Of a card in two copies a row counts the deals with one of them there, or both.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = card_places("5 uptown in spades", "LJ SA SK SQ S7 S4 HA H3 DK D9 C8 C3", n_deals=2000)
    >>> rates = table[table["card"] == "BJ"].set_index("place")["make_rate"]
    >>> rates.idxmax(), bool(rates["partner"] > rates["left"])
    ('kitty', True)
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    n_deals = count(n_deals)
    contracts = contracts_of(asked, this, choices, n_deals=n_deals, executor=executor)
    with progress_bar(progress, n_deals * len(contracts)) as advance:
        taken_by = play_situation(asked, contracts, DEAL, 0, n_deals, executor=executor, advance=advance)
    played = as_played(asked, contracts, taken_by)
    table = pd.DataFrame(_place_rows(asked, played))
    made = float(np.mean(played.counted >= asked.game.needed(this)))
    table.attrs.update(asked.describe(), n_deals=n_deals, **played.describe(), make_rate=made)
    return table


def _place_rows(asked: Situation, played: Played) -> list[dict[str, Any]]:
    game, n = asked.game, len(played.tricks)
    deals, made = deal_block(asked, DEAL, 0, n), played.counted >= game.needed(played.contracts[0])
    if len(played.contracts) == 1:  # where there are more, declarer names one when the cards lie as they were dealt
        deals = deals_in(asked, played.contracts[0], deals, DEAL, 0)
    rows = []
    for card, copies in _unseen_by_card(game, asked.known[HAND_SEAT]).items():
        for place, name in place_names(game).items():
            there = deals[:, place] & copies != 0
            if there.any():
                rows.append({"card": card, "place": name} | _place_row(there, made, played.tricks))
    return rows


def _place_row(there: npt.NDArray[np.bool_], made: npt.NDArray[np.bool_], tricks: Ints) -> dict[str, Any]:
    """Return the figures of the deals in which a card lies somewhere, against those of all."""
    n, n_all, hits, all_hits = int(there.sum()), len(there), int(made[there].sum()), int(made.sum())
    low, high = wilson(hits, n)
    elsewhere = n_all - n
    error = 0.0 if n_all > 1 else math.nan  # where it always lies there, that is all deals
    if elsewhere:
        here, there_not = hits / n, (all_hits - hits) / elsewhere
        variance = here * (1 - here) / n + there_not * (1 - there_not) / elsewhere
        error = elsewhere / n_all * math.sqrt(variance) if min(n, elsewhere) > 1 else math.nan
    return {
        "make_rate": hits / n,
        "make_low": low,
        "make_high": high,
        "difference": hits / n - all_hits / n_all,
        "difference_se": error,
        "tricks_mean": float(tricks[there].mean()),
        "n_deals": n,
    }


def place_names(game: Game) -> dict[int, str]:
    """Return what the places other than the hand's own are called from there, by their column in a deal."""
    n = game.n_seats
    names = {seat: f"seat {seat}" for seat in range(1, n)}
    if n == 4 and game.sides[0] == game.sides[2]:
        names = {1: "left", 2: "partner", 3: "right"}
    return names | {n + i: name.replace("_", " ") for i, name in enumerate(game.piles)}


def _unseen_by_card(game: Game, seen: int) -> dict[str, int]:
    """Return the masks of the cards that are not seen, copies of a card together, in the order of a printed hand."""
    found: dict[str, int] = dict.fromkeys(
        map(str, Hand(game.deck.cards((1 << len(game.deck)) - 1 & ~seen), copies=game.deck.copies)), 0
    )
    for bit in split((1 << len(game.deck)) - 1 & ~seen).tolist():
        found[str(game.deck.cards(bit)[0])] |= bit
    return found


@dataclass(frozen=True)
class SwapBlock(Block):
    """Deals to play as they are, and with each card of the hand exchanged for the same random unseen card.

    There is one contract, once for each of these.
    """

    def play(self) -> Bytes:
        """Play the block out: the tricks that each seat takes, shape (1 + cards of the hand, n_deals, 4)."""
        situation, contract = self.situation, self.contracts[0]
        deals = self.deals(deal_block(situation, self.purpose, self.start, self.stop), contract)
        key = stream_key(situation.seed, PLAY)
        all_deals = [deals, *swapped(situation, deals, self.start)]
        return np.stack([
            play_out(self.frame(contract), situation.policy, each, start=self.start, key=key) for each in all_deals
        ])  # fmt: skip


def swapped(situation: Situation, deals: Ints, start: int = 0) -> Ints:
    """Return deals with each card of the hand exchanged for an unseen card, shape (n_cards, n_deals, n_places).

    In one deal all of them are exchanged for the same card, each in a deal of its own. A card that was turned up stays
    with dealer; where it is the hand's own, the card that it is exchanged for lies open in its place.
    """
    unseen, _, _ = situation.layout()
    n_places = len(situation.places)
    fixed = deals[:, n_places].copy() if deals.shape[1] > n_places else np.zeros(len(deals), np.int64)
    exchanged: Ints = swap_cards(
        deals, split(situation.known[HAND_SEAT]), unseen, fixed, stream_key(situation.seed, SWAP), start
    )
    return exchanged


def card_values(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | str | None = None,
    *,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Say what each card of the hand is worth: what is lost when it is exchanged for a random unseen card.

    Each deal is played as it is, and once for each card of the hand with that card and an unseen one, wherever it
    lies, in each other's place. A card that is worth less than what it would be exchanged for has a negative worth.

    Parameters
    ----------
    bid
        What is played: a bid of the game or what a player says, "four downtown in spades".
    trump, direction
        What the bid is played in, where its text does not say it; None: the best on average for this hand. It stays
        so when a card is exchanged.
    n_deals
        How many deals; each is played once more for each card.
    hand, game, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`. A card of `known` is seen, and not exchanged.

    Returns
    -------
    DataFrame
        One row a card of the hand, the one worth most (in tricks or points, as the game's bids are) first, indexed by
        `card`: what it is worth in `tricks`, make rate (`make`) and `points`, each with its standard error `tricks_se`,
        `make_se`, `points_se` (float64), and `n_deals` (int64). ``attrs["counts_in"]`` says which unit that is.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> table = card_values("5 uptown in spades", "LJ SA SK SQ S7 S4 HA H3 DK D9 C8 C3", n_deals=2000)
    >>> table.index[:2].tolist()
    ['LJ', 'SA']
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    n_deals = count(n_deals)
    if not len(asked.layout()[0]):
        raise ArgumentError("known: every other card is known, so that there is none to exchange a card for")
    contracts = asked.contracts_in(this, choices)
    contract = best_contract(asked, contracts, n_deals=n_deals, executor=executor)
    cards = split(asked.known[HAND_SEAT]).tolist()
    with progress_bar(progress, n_deals * (1 + len(cards))) as advance:
        taken_by = play_situation(
            asked, [contract] * (1 + len(cards)), DEAL, 0, n_deals, executor=executor, advance=advance, kind=SwapBlock
        )
    rows = {
        str(asked.game.deck.cards(card)[0]): _worth(asked.game, contract, taken_by[0], other)
        for card, other in zip(cards, taken_by[1:], strict=True)
    }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("card")
    table = table.sort_values(asked.game.counts_in, ascending=False, kind="stable")
    table.attrs.update(
        asked.describe(),
        n_deals=n_deals,
        bid=this.name,
        trump=contract.trump,
        direction=contract.direction,
        counts_in=asked.game.counts_in,
    )
    return table


def _worth(game: Game, contract: Contract, own: Bytes, other: Bytes) -> dict[str, Any]:
    """Return what deals, given by their outcomes, lose when a card is exchanged."""
    results = [game.result(contract, outcome) for outcome in (own, other)]
    figures = {
        "tricks": [game.side_tricks(contract, outcome) for outcome in (own, other)],
        "make": [game.made(contract, result).astype(np.int64) for result in results],
        "points": [game.net(game.score(contract, result)) for result in results],
    }
    row: dict[str, Any] = {}
    for name, (now, then) in figures.items():
        row[name], _, row[f"{name}_se"] = moments_of(now - then)
    return {**row, "n_deals": len(own)}
