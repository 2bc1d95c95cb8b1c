"""What a player can count in his hand: a registry of features, each a function of the hand and perhaps of the trump.

A feature of the hand alone (how many jokers) is one column of a survey. A feature that depends on the trump (how many
trumps) is a column a call: uptown it refers to the suit that is best for that hand uptown, downtown to the best
downtown, at notrump to the better direction.
"""

from __future__ import annotations

import functools
import inspect
import keyword
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from handsim.cards import Card, Hand
from handsim.engine.frame import FIELD_MASK, FIELD_STRIDE
from handsim.errors import ArgumentError
from handsim.games import find as find_game
from handsim.games.base import Bid, Denomination, Game

Function: TypeAlias = Callable[..., float]
Features: TypeAlias = Iterable[str] | Mapping[str, Function] | None
TOP: Final = 5


class Suits(NamedTuple):
    """A hand as its player sorts it once the trump is named; each card as its place from the top of its suit.

    0 is the highest card of the suit, 1 the second. With a trump suit the two jokers are its places 0 and 1.

    Attributes
    ----------
    trumps
        The trumps held, from the top; none at notrump.
    sides
        The cards held of each other suit, from the top.
    first
        The place of the highest trump that is no joker: 2 where there are two jokers.
    """

    trumps: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    first: int


class _Order(NamedTuple):
    """Where each card stands in a denomination: its field and its place from the top there."""

    stands: Mapping[Card, tuple[int, int]]
    fields: tuple[int, ...]
    trumps: int | None
    first: int


@functools.lru_cache(maxsize=256)
def _order(game: Game, denomination: Denomination) -> _Order:
    frame = game.frame(next(c for c in game.contracts() if c.denomination == denomination))
    bits = frame.bits.tolist()
    pack = sum(bits)
    suits = [pack & FIELD_MASK << FIELD_STRIDE * field for field in range(4)]
    stands: dict[Card, tuple[int, int]] = {}
    for card, bit in sorted(zip(game.deck, bits, strict=True), key=lambda pair: -pair[1]):
        for field, suit in enumerate(suits):
            if bit & suit:  # of several copies the first stands highest
                stands.setdefault(card, (field, (suit & -2 * bit).bit_count()))
    trumps = next((field for field, suit in enumerate(suits) if suit & frame.trumps), None)
    jokers = sum(bit for card, bit in zip(game.deck, bits, strict=True) if card.is_joker)
    first = 0 if trumps is None else (suits[trumps] & jokers).bit_count()
    return _Order(stands, tuple(field for field, suit in enumerate(suits) if suit), trumps, first)


@functools.lru_cache(maxsize=4096)
def suits_of(hand: Hand, game: Game, denomination: Denomination) -> Suits:
    """Sort a hand for a trump.

    Examples
    --------
    >>> from handsim.games import find
    >>> hand = Hand("BJ S2 S3 SK HA H4 C5 C6 C7 C8 C9 CT")
    >>> suits_of(hand, find("bid whist"), Denomination("S", "downtown"))
    Suits(trumps=(0, 3, 4, 14), sides=((0, 3), (), (4, 5, 6, 7, 8, 9)), first=2)
    """
    order = _order(game, denomination)
    held: dict[int, list[int]] = {field: [] for field in order.fields}
    for card in hand:
        if card in order.stands:  # else it belongs to no suit
            field, place = order.stands[card]
            held[field].append(place + (place in held[field]))  # a second copy stands under the first
    suits = {field: tuple(sorted(places)) for field, places in held.items()}
    trumps = () if order.trumps is None else suits[order.trumps]
    return Suits(trumps, tuple(suits[field] for field in order.fields if field != order.trumps), order.first)


# The features that come with the library


def jokers(hand: Hand) -> int:
    """Jokers."""
    return sum(card.is_joker for card in hand)


def trumps(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Trumps, the jokers among them; at notrump none."""
    return len(suits_of(hand, game, denomination).trumps)


def top_trumps(hand: Hand, denomination: Denomination, game: Game) -> int:
    """How many of the five highest trumps: the jokers, the ace, and king and queen (downtown: two and three)."""
    return sum(place < TOP for place in suits_of(hand, game, denomination).trumps)


def trump_ace(hand: Hand, denomination: Denomination, game: Game) -> int:
    """The ace of trumps (the highest but for the jokers), 1 or 0."""
    suits = suits_of(hand, game, denomination)
    return int(suits.first in suits.trumps)


def trump_king(hand: Hand, denomination: Denomination, game: Game) -> int:
    """The king of trumps (downtown the two: the next below the ace), 1 or 0."""
    suits = suits_of(hand, game, denomination)
    return int(suits.first + 1 in suits.trumps)


def side_aces(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Side suits of which one holds the highest card, which in both directions is the ace."""
    return sum(0 in side for side in suits_of(hand, game, denomination).sides)


def side_kings(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Side suits of which one holds the second highest card: the king, downtown the two."""
    return sum(1 in side for side in suits_of(hand, game, denomination).sides)


def voids(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Side suits without a card."""
    return sum(not side for side in suits_of(hand, game, denomination).sides)


def singletons(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Side suits with one card."""
    return sum(len(side) == 1 for side in suits_of(hand, game, denomination).sides)


def longest_side(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Cards in the longest side suit; at notrump in the longest suit."""
    return max(map(len, suits_of(hand, game, denomination).sides))


TAKEN: Final = frozenset(
    {"number", "hand", "hands", "seed", "n_deals", "turn_up", "trump", "direction", "lead", "tricks"}
)
"""Names that surveys have columns of, whatever the game."""
LARGEST: Final = 2**53
"""A feature is exact as a float."""
_registry: dict[str, Function] = {}
_fits: dict[str, Callable[[Game], bool]] = {}


def register_feature(name: str, function: Function, games: Iterable[str] | Callable[[Game], bool] = ()) -> Function:
    """Give a feature a name, under which surveys have it from now on.

    Parameters
    ----------
    name
        A Python name, such as "queens".
    function
        A function that returns a number: of the hand; or of the hand and the denomination; or of the hand, the
        denomination and the game. One that takes the denomination becomes a column a call.
    games
        The names of the games that it is for (none: all), or a function that says whether it is for a game. A survey
        of another game does not have it.

    Raises
    ------
    ArgumentError
        If it is no such function, or the library has a feature of that name. One of your own is replaced.

    Examples
    --------
    >>> queens = register_feature("queens", lambda hand: sum(card.rank == "Q" for card in hand))
    >>> queens(Hand("SQ HQ D2"))
    2
    """
    parameters(_checked_name(name), function)
    _refuse_ours(name, function)
    if isinstance(games, str):
        raise ArgumentError(f"games={games!r}: a list of names, such as [{games!r}]")
    if callable(games):
        _fits[name] = games
    else:
        names = tuple(find_game(game).name for game in games)
        _fits[name] = lambda game: not names or game.name in names
    _registry[name] = function
    return function


def _refuse_ours(name: str, function: Function) -> None:
    ours = _registry.get(name)
    if ours is not None and _is_ours(ours) and not _is_ours(function):
        raise ArgumentError(f"feature {name!r}: the library has one of that name; choose another")


def _is_ours(function: Function) -> bool:
    return getattr(function, "__module__", "").startswith("handsim.")


def feature_names() -> tuple[str, ...]:
    """Return the names of the registered features."""
    return tuple(_registry)


def find_features(features: Features = None, game: Game | None = None) -> dict[str, Function]:
    """Return features by name: all that are registered (None), some of them, or functions of the user's own too.

    A mapping adds its functions to those that are registered; an iterable of names picks among them. Where a game is
    given, those that are registered for others are left out, and refused where they are named.
    """
    fitting = {n: f for n, f in _registry.items() if game is None or _fits[n](game)}
    if features is None:
        return fitting
    if isinstance(features, Mapping):
        for name, function in features.items():
            parameters(_checked_name(name), function)
            _refuse_ours(name, function)
        return {**fitting, **features}
    if not isinstance(features, Iterable):
        raise ArgumentError(f"features={features!r}: names of some, or a mapping of names to functions")
    names = [features] if isinstance(features, str) else list(features)
    unknown = [name for name in names if name not in _registry]
    if unknown:
        raise ArgumentError(f"feature {unknown[0]!r}: there are {', '.join(_registry)}; register_feature adds one")
    strange = [name for name in names if name not in fitting]
    if strange and game is not None:
        raise ArgumentError(f"feature {strange[0]!r}: it says nothing about {game.with_rules()}")
    return {name: _registry[name] for name in names}


def parameters(name: str, function: Function) -> int:
    """Return how many of hand, denomination and game a feature takes."""
    n = _n_parameters(function) if callable(function) else 0
    if not 1 <= n <= 3:
        raise ArgumentError(
            f"feature {name!r}: a function of (hand), (hand, denomination) or (hand, denomination, game)"
        )
    return n


@functools.lru_cache(maxsize=256)
def _n_parameters(function: Function) -> int:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    try:
        said = inspect.signature(function).parameters.values()
    except ValueError:  # one of C that does not say what it takes
        return 0
    return sum(p.kind in kinds and p.default is p.empty for p in said)


def value_of(name: str, function: Function, hand: Hand, denomination: Denomination | None, game: Game) -> float:
    """Return a feature of one hand, checked to be a number."""
    try:
        value = function(*(hand, denomination, game)[: parameters(name, function)])
    except Exception as error:
        raise ArgumentError(f"feature {name!r} of {hand}: it raised {type(error).__name__}: {error}") from error
    is_number = isinstance(value, (int, float, np.integer, np.floating, np.bool_))
    if not is_number or not math.isfinite(value) or abs(value) > LARGEST:
        raise ArgumentError(f"feature {name!r} of {hand}: a finite number, 2**53 at most, not {value!r}")
    return value


def _checked_name(name: str) -> str:
    if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name):
        raise ArgumentError(f"feature {name!r}: a name of letters, digits and underscores, such as 'queens'")
    if name in TAKEN or name.startswith(("make_", "points_", "tricks_")):
        raise ArgumentError(f"feature {name!r}: surveys have columns of such names for what was played; choose another")
    return name


for _function in (
    jokers, trumps, top_trumps, trump_ace, trump_king, side_aces, side_kings, voids, singletons, longest_side,
):  # fmt: skip
    register_feature(_function.__name__, _function)


# Features as columns of a survey


def column_of(feature: str, call: str) -> str:
    """Return the name of the column in which a feature that depends on the trump stands for a call."""
    return f"{feature}_{call}" if call else feature


@functools.lru_cache(maxsize=64)
def calls_of(game: Game) -> dict[str, tuple[Bid, ...]]:
    """Return the bids of each call (uptown, downtown, notrump), from the lowest.

    All bids of a call are played in the same denominations, so that one choice serves them.
    """
    calls: dict[str, list[Bid]] = {}
    for bid in game.bids:
        calls.setdefault(bid.call, []).append(bid)
    for call, bids in calls.items():
        if len({game.denominations_of(bid) for bid in bids}) > 1:
            raise ArgumentError(f"{game.name}: bids of the call {call!r} are played in different denominations")
    return {call: tuple(bids) for call, bids in calls.items()}


def feature_columns(survey: pd.DataFrame, game: Game, features: Features = None) -> dict[str, list[Any]]:
    """Return the columns of features for the hands of a survey."""
    functions, hands = find_features(features, game), [Hand(text, copies=game.deck.copies) for text in survey["hand"]]
    chosen = {call: denominations_in(survey, game, call) for call in calls_of(game)}
    columns: dict[str, list[Any]] = {}
    for name, function in functions.items():
        if parameters(name, function) == 1:
            columns[name] = [value_of(name, function, hand, None, game) for hand in hands]
        else:
            for call, denominations in chosen.items():
                pairs = zip(hands, denominations, strict=True)
                columns[column_of(name, call)] = [value_of(name, function, hand, d, game) for hand, d in pairs]
    return columns


def denominations_in(survey: pd.DataFrame, game: Game, call: str) -> list[Denomination]:
    """Return the denomination that each row of a survey plays a call in."""
    choices = game.denominations_of(calls_of(game)[call][0])
    parts = []
    for i, part in enumerate(Denomination._fields):
        values = dict.fromkeys(d[i] for d in choices)
        column = column_of(part, call)
        parts.append(survey[column].tolist() if len(values) > 1 else [next(iter(values))] * len(survey))
    return [Denomination(*said) for said in zip(*parts, strict=True)]
