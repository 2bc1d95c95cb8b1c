"""What do hands like this one make? A survey: many random hands, what each holds, and what every bid makes with it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

import handsim.analysis.point_count  # noqa: F401  registers what it counts
from handsim.analysis.features import Features, calls_of, column_of, feature_columns
from handsim.analysis.parts import PART_HANDS, open_store, read_survey
from handsim.analysis.simulate import Progress, check_version, deal_block, progress_bar, run_blocks, warm
from handsim.analysis.situation import HAND_SEAT, MAX_SEED, TURN_UP, Situation, count, situation
from handsim.analysis.study import contract_of, counted, line_of, moments_of, most_counted, net_points, results_here
from handsim.cards import Hand
from handsim.engine.cache import SOURCES_DIGEST
from handsim.engine.deal import split
from handsim.engine.jit import Ints
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL, SELECT, stream_key
from handsim.errors import ArgumentError
from handsim.export import PathLike
from handsim.games.base import Bid, Contract, Denomination, Game

N_HANDS, N_DEALS = 1_000, 400
LEAST_SELECTION: Final = 100
HANDS: Final = 1001
"""The purpose of the stream that hands are dealt from, and their own seeds with it."""
BLOCK_HANDS: Final = 8
DIGITS: Final = 4
"""Errors are given to so many decimals; rates and means are exact."""
KIND: Final = "hand survey"
Moments: TypeAlias = tuple[float, float, float]


def hand_survey(
    game: Game | str | None = None,
    n_hands: int = N_HANDS,
    *,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    features: Features = None,
    path: PathLike | None = None,
    part_hands: int = PART_HANDS,
    executor: Executor | None = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Deal random hands, and say of each what it holds and what every bid makes with it.

    Hand i, and all that is played with it, depends on (`seed`, i) alone: a longer survey begins with the shorter one.

    Parameters
    ----------
    game, policy, dealer, executor
        As in :func:`handsim.playouts`.
    n_hands
        How many hands.
    n_deals
        On how many deals each bid of each hand is measured. The trump of each call (at notrump the direction) is
        chosen before by the mean of tricks (or what the bids count), on half as many other deals, but at least 100.
        Where nobody chooses it, each hand has a card that dealer turned up, or a trump, at random.
    seed
        The seed of the hands and of all their deals.
    features
        What is counted in each hand: None, all that are registered; names of some; or a mapping with functions of your
        own, which are counted besides, as in :func:`handsim.register_feature`.
    path
        A file, ``.csv``, ``.csv.gz`` or ``.parquet`` (extra `parquet`), that the survey is in when it is done. What
        has been done stands meanwhile in parts in the directory ``PATH.parts``; the same call goes on after an
        interruption, and comes to the same table, to the bit. A file that is there is gone on with, too, where a
        longer survey is asked for.
    part_hands
        Hands a part.
    progress
        True: a bar on stderr; or a function that is called with the playouts (done, total).

    Returns
    -------
    DataFrame
        One row a hand, by its `number`: `hand` (str); `seed` (int64: ``bid_table(hand, seed=seed)`` plays the same
        deals) and `n_deals` (int64), in Whist `turn_up`. For each call its `trump_uptown`, ... or `direction_notrump`
        (str), in One Card the `lead`, and
        the mean and standard deviation of the tricks of declarer's side, as the game scores them: `tricks_uptown`,
        `tricks_sd_uptown`, ... For each bid, such as 4 uptown, `make_4_uptown`, `points_4_uptown` and their standard
        errors over the deals, `make_se_4_uptown`, `points_se_4_uptown` (float64, to four decimals). Then the features.

    Raises
    ------
    ArgumentError
        If an argument is wrong, or the file or one of its parts is damaged or of another survey.

    See Also
    --------
    bid_chart : Make rates by two features.
    load_survey : Read a survey, finished or not.

    Examples
    --------
    >>> survey = hand_survey(n_hands=2, n_deals=50, features=["jokers", "trumps"])
    >>> survey.loc[0, "hand"], survey["trumps_uptown"].tolist(), survey["make_4_uptown"].tolist()
    ('LJ S7 S2 HQ H9 H6 DK D7 CA C9 C8 C3', [5, 8], [0.58, 1.0])
    """
    asked = situation(None, game, dealer=dealer, policy=policy, seed=seed, any_hand=True)
    n_hands, n_deals, part_hands = count(n_hands, "n_hands"), count(n_deals), count(part_hands, "part_hands")
    calls_of(asked.game)
    about: dict[Hashable, Any] = {"table": KIND, **_plain(asked), "n_deals": n_deals}
    store = open_store(path, about)
    _try_features(asked, features)  # what is wrong with them is said before the work
    store.check(lambda number: _rows(asked, n_deals, number, number + 1, None))
    wanted = store.missing(n_hands, part_hands)
    per_hand = _playouts_a_hand(asked.game, n_deals)
    warm(asked, asked.contracts())
    with progress_bar(progress, per_hand * sum(stop - start for start, stop in wanted)) as advance:
        for start, stop in wanted:
            hands = _rows(asked, n_deals, start, stop, executor, advance)
            store.add(hands)
    table = store.table(n_hands)
    survey = with_features(table, features, asked.game)
    store.finish(survey)
    return survey


def load_survey(path: PathLike, features: Features = None) -> pd.DataFrame:
    """Read what :func:`hand_survey` wrote, finished or not: of an unfinished one the hands before the first gap.

    Parameters
    ----------
    path
        The file that was given to :func:`hand_survey`.
    features
        Features to count in the hands instead of those in the file, as in :func:`hand_survey`: a new one needs no
        playing. None: those in the file; of an unfinished survey all that are registered.

    Raises
    ------
    ArgumentError
        If there is no such survey, or the file or a part is damaged; the message names it.
    """
    table = read_survey(path, KIND)
    if features is None and "features" in table.attrs:
        return table
    return with_features(table, features)


def with_features(survey: pd.DataFrame, features: Features = None, game: Game | None = None) -> pd.DataFrame:
    """Return a survey with these features, counted anew, instead of the columns of features that it had.

    Parameters
    ----------
    survey
        What :func:`hand_survey` returns.
    features
        As in :func:`hand_survey`.
    game
        The game; None: as the survey's ``attrs`` say.

    Examples
    --------
    >>> survey = hand_survey(n_hands=2, n_deals=50, features=[])
    >>> with_features(survey, {"queens": lambda hand: sum(card.rank == "Q" for card in hand)})["queens"].tolist()
    [1, 0]
    """
    game = game or game_of(survey)
    bare = survey[raw_columns(game)]
    columns = feature_columns(bare, game, features)
    _refuse_clash(columns, game)
    table = pd.concat([bare, pd.DataFrame(columns, index=bare.index)], axis=1)
    table.attrs = {**survey.attrs, "features": list(columns)}
    return table


def _refuse_clash(columns: Iterable[str], game: Game) -> None:
    taken = set(raw_columns(game))
    for name in columns:
        if name in taken:
            raise ArgumentError(f"feature {name!r}: a survey has a column of that name already")


def _try_features(asked: Situation, features: Features) -> None:
    """Count the features of the first hand, in the first denomination of each call."""
    game = asked.game
    calls = {call: game.denominations_of(bids[0])[0] for call, bids in calls_of(game).items()}
    cards = int(deal_block(asked, HANDS, 0, 1)[0, 0])
    first = pd.DataFrame({
        "hand": [str(Hand(game.deck.cards(cards), copies=game.deck.copies))],
        **{column_of(part, call): [getattr(d, part)] for call, d in calls.items() for part in d._fields},
    })  # fmt: skip
    _refuse_clash(feature_columns(first, game, features), game)


def game_of(survey: pd.DataFrame) -> Game:
    """Return the game that a survey was made with, from its ``attrs``."""
    from handsim.games import find

    if not isinstance(survey, pd.DataFrame) or survey.attrs.get("table") != KIND:
        raise ArgumentError("survey: what hand_survey or load_survey returns, with its attrs")
    return find(survey.attrs["game"]).with_options(survey.attrs["options"])


def raw_columns(game: Game) -> list[str]:
    """Return the columns of a survey but for the features."""
    names = ["hand", "seed", "n_deals", *([TURN_UP] if game.turns_up else [])]
    calls = calls_of(game)
    for call, bids in calls.items():
        names += [column_of(name, call) for name in _open_parts(game, bids[0])]
        names += [column_of("tricks", call), column_of("tricks_sd", call)]
    for bid in game.bids:
        names += [bid_column(figure, bid) for figure in ("make", "make_se", "points", "points_se")]
    return names


def bid_column(figure: str, bid: Bid) -> str:
    """Return the name of the column of a bid's figure: "make_4_uptown"."""
    return f"{figure}_{bid.name.replace(' ', '_')}"


def _open_parts(game: Game, bid: Bid) -> dict[str, str]:
    """Return the parts of a denomination that are open with a bid: the name of a column, and that of the part."""
    choices = game.denominations_of(bid)
    parts = {part: part for part in ("trump", "direction") if len({getattr(d, part) for d in choices}) > 1}
    return parts | ({game.card_is: "card"} if game.card_is else {})


def _plain(asked: Situation) -> dict[Hashable, Any]:
    return {name: value for name, value in asked.describe().items() if name not in ("hand", "known")}


def _playouts_a_hand(game: Game, n_deals: int) -> int:
    ways = len({game.played_as(bid) for bid in game.bids})
    measured = len(game.denominations) if game.names_trump_after else len(calls_of(game))
    return hand_selection_size(n_deals) * len(game.denominations) * ways + n_deals * measured


def hand_selection_size(n_deals: int) -> int:
    """Return on how many deals the trumps of a hand are chosen that is measured on so many others."""
    return max(n_deals // 2, LEAST_SELECTION)


# Playing


@dataclass(frozen=True)
class HandBlock:
    """A range of hands to deal and play: all that a worker needs to know."""

    situation: Situation
    n_deals: int
    start: int
    stop: int
    version: str = SOURCES_DIGEST

    def lost(self, stop: int) -> str:
        """Name the hands, and the seed of their survey."""
        hands = f"hands {self.start} to {stop - 1} of the survey (seed {self.situation.seed})"
        return f"{hands}; asked again, a survey with a path goes on from there"


@dataclass(frozen=True)
class PlayedHand:
    """What came of a hand.

    Attributes
    ----------
    hand, turn_up
        The cards, and the card that dealer turned up ("" where there is none).
    seed, n_deals
        Those of its deals.
    denominations
        What each call was played in.
    tricks, made, points
        The moments (mean, standard deviation, standard error) of the tricks of declarer's side with each call, and with
        each bid, by name, of whether it is made and of what its points are worth to that side.
    """

    hand: str
    turn_up: str
    seed: int
    n_deals: int
    denominations: tuple[Denomination, ...]
    tricks: tuple[Moments, ...]
    made: dict[str, Moments]
    points: dict[str, Moments]


def hand_seed(seed: int, number: int) -> int:
    """Return the seed of the deals that a hand of a survey is played on."""
    return stream_key(stream_key(seed, HANDS) & MAX_SEED, number) & MAX_SEED


def play_hands(block: HandBlock) -> list[PlayedHand]:
    """Deal the hands of a block and play them: what a worker does."""
    check_version(block)
    dealt = deal_block(block.situation, HANDS, block.start, block.stop).tolist()
    return [
        _play(_asked(block.situation, cards, hand_seed(block.situation.seed, number)), block.n_deals)
        for number, cards in enumerate(dealt, start=block.start)
    ]


def _asked(about: Situation, dealt: Sequence[int], seed: int) -> Situation:
    """Return the question that is asked about the hand of seat 0 in a deal: what he holds, and what is turned up."""
    game, known = about.game, dict[str | int, Hand | str]()
    if game.turns_up:
        held = split(dealt[about.dealer])  # any of dealer's cards may have been his last
        known = {TURN_UP: Hand(game.deck.cards(int(held[seed % len(held)])))}
    own = dealt[HAND_SEAT]
    if game.discard_pile and about.dealer == HAND_SEAT:
        own |= dealt[about.places.index(game.discard_pile)]
    hand = Hand(game.deck.cards(own), copies=game.deck.copies)
    return situation(hand, game, known=known, dealer=about.dealer, policy=about.policy, seed=seed)


def _play(asked: Situation, n_deals: int) -> PlayedHand:
    """Choose the denomination of each call on one stream of deals, and measure its bids on another."""
    game, contracts = asked.game, asked.contracts()
    chosen_on = counted(asked, contracts, results_here(asked, contracts, SELECT, 0, hand_selection_size(n_deals)))
    mean = {line_of(game, c): float(m) for c, m in zip(contracts, chosen_on.mean(axis=1), strict=True)}
    found: list[tuple[Denomination, Moments]] = []
    made, points = dict[str, Moments](), dict[str, Moments]()
    for bids in calls_of(game).values():
        way, choices = game.played_as(bids[0]), _choices(asked, bids[0])
        best = choices[int(np.argmax([mean[way, denomination] for denomination in choices]))]
        family = choices if game.names_trump_after else (best,)
        result = _result(asked, [contract_of(asked, bids[0], denomination) for denomination in family], n_deals)
        contract = contract_of(asked, bids[0], best)
        count_of = game.counted(contract, result)
        tricks = count_of if game.scores_from == "tricks" else game.side_tricks(contract, result)
        found.append((best, moments_of(tricks)))
        for bid in bids:
            made[bid.name] = moments_of((count_of >= game.needed(bid)).astype(np.int64))
            points[bid.name] = moments_of(net_points(asked, bid, best, result))
    denominations, tricks_of = zip(*found, strict=True)
    return PlayedHand(str(asked.hand), asked.turn_up, asked.seed, n_deals, denominations, tricks_of, made, points)


def _choices(asked: Situation, bid: Bid) -> tuple[Denomination, ...]:
    """Return what a hand has to choose from; where the rules say the trump, and not a card, it is any of them."""
    playable = asked.playable(asked.game.denominations_of(bid))
    return playable if asked.game.names_trump else (playable[asked.seed % len(playable)],)


def _result(asked: Situation, contracts: Sequence[Contract], n_deals: int) -> Ints:
    """Return the result of each deal, in the contract that declarer names in it."""
    results = results_here(asked, contracts, DEAL, 0, n_deals)
    if len(contracts) == 1:
        first: Ints = results[0]
        return first
    picked: Ints = results[most_counted(asked, contracts, 0, n_deals), np.arange(n_deals)]
    return picked


def _rows(
    asked: Situation,
    n_deals: int,
    start: int,
    stop: int,
    executor: Executor | None,
    advance: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """Play the hands of a range, and return their rows, without features."""
    blocks = [HandBlock(asked, n_deals, at, min(at + BLOCK_HANDS, stop)) for at in range(start, stop, BLOCK_HANDS)]
    rows = []
    for block, hands in run_blocks(play_hands, blocks, executor):
        if not isinstance(hands, list) or len(hands) != block.stop - block.start:
            raise ArgumentError(f"executor={executor!r}: its map must return what the function does, in order")
        rows += [_row(asked, hand) for hand in hands]
        if advance is not None:
            advance(_playouts_a_hand(asked.game, n_deals) * (block.stop - block.start))
    index = pd.RangeIndex(start, stop, name="number")
    return pd.DataFrame(rows, index=index, columns=raw_columns(asked.game))


def _row(asked: Situation, hand: PlayedHand) -> dict[str, object]:
    """Return a hand's row."""
    game = asked.game
    row: dict[str, object] = {"hand": hand.hand, "seed": hand.seed, "n_deals": hand.n_deals}
    if game.turns_up:
        row[TURN_UP] = hand.turn_up
    calls = zip(calls_of(game).items(), hand.denominations, hand.tricks, strict=True)
    for (call, bids), chosen, (mean, sd, _) in calls:
        row |= {column_of(name, call): getattr(chosen, part) for name, part in _open_parts(game, bids[0]).items()}
        row |= {column_of("tricks", call): mean, column_of("tricks_sd", call): round(sd, DIGITS)}
    for bid in game.bids:
        for figure, (mean, _, error) in (("make", hand.made[bid.name]), ("points", hand.points[bid.name])):
            row |= {bid_column(figure, bid): mean, bid_column(f"{figure}_se", bid): round(error, DIGITS)}
    return row
