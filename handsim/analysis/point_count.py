"""A point count for the table: small whole numbers for what is in the hand, and what their total bids.

The published count was fitted to the survey in ``data/`` by :func:`handsim.fit_point_count`; its numbers stand here and
nowhere else. ``python tests/update_data.py`` makes the survey anew and writes them.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from handsim.analysis.features import calls_of, find_features, register_feature, suits_of, value_of
from handsim.analysis.published_count import PUBLISHED_VALUES
from handsim.analysis.situation import HAND_SEAT, situation
from handsim.cards import Hand
from handsim.errors import ArgumentError
from handsim.games.base import NOTRUMP, Denomination, Game

AVERAGE_LENGTH: Final = 4
FEW: Final = 500
"""From fewer hands than these the numbers of a count still change from one fit to the next."""
SURE_TRUMPS: Final = 3
RUN: Final = 3
PARTNER, KITTY = 3, 1
"""The rule of thumb: so many tricks for partner, so many for the kitty."""
TRUMP_SUIT: Final = "trump suit"
KINDS: Final = (TRUMP_SUIT, "notrump")
WORDS: Final = {
    "jokers": "each joker",
    "trumps_beyond_four": "each trump beyond four, jokers among them; each short of four counts as much against",
    "trump_ace": "the ace of trumps",
    "trump_king": "the king of trumps (downtown the two)",
    "side_aces": "each ace of another suit",
    "side_kings": "each king of another suit (downtown each two)",
    "side_queens": "each queen of another suit (downtown each three)",
    "long_cards": "each card beyond four in a suit; shorter suits cost nothing",
    "voids": "each void",
    "singletons": "each singleton",
}
AT_NOTRUMP: Final = {
    "side_aces": "each ace",
    "side_kings": "each king (downtown each two)",
    "side_queens": "each queen (downtown each three)",
    "long_cards": WORDS["long_cards"],
}


# What it counts, and the rule of thumb, as features


def trumps_beyond_four(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Trumps beyond four, the jokers among them; with three it is -1; at notrump 0."""
    return len(suits_of(hand, game, denomination).trumps) - AVERAGE_LENGTH if denomination.trump != NOTRUMP else 0


def side_queens(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Side suits of which one holds the third highest card: the queen, downtown the three."""
    return sum(2 in side for side in suits_of(hand, game, denomination).sides)


def long_cards(hand: Hand, denomination: Denomination, game: Game) -> int:
    """Cards beyond four in a side suit; at notrump in any."""
    return sum(max(0, len(side) - AVERAGE_LENGTH) for side in suits_of(hand, game, denomination).sides)


def own_tricks(hand: Hand, denomination: Denomination, game: Game) -> int:
    """The tricks a player counts in his own hand, read generously: each trump, and each side ace.

    At notrump each ace and each king (downtown each two).
    """
    suits = suits_of(hand, game, denomination)
    aces = sum(0 in side for side in suits.sides)
    return aces + (len(suits.trumps) if denomination.trump != NOTRUMP else sum(1 in side for side in suits.sides))


def sure_tricks(hand: Hand, denomination: Denomination, game: Game) -> int:
    """The tricks a player counts in his own hand, read strictly.

    Each trump is one, less one for each of the three highest that he lacks; and each side ace. At notrump the cards of
    each suit in an unbroken run from the top; three such, and the whole suit.
    """
    suits = suits_of(hand, game, denomination)
    if denomination.trump != NOTRUMP:
        lacking = sum(place not in suits.trumps for place in range(SURE_TRUMPS))
        return max(0, len(suits.trumps) - lacking) + sum(0 in side for side in suits.sides)
    runs = [next(i for i in range(len(side) + 1) if i not in side) for side in suits.sides]
    return sum(len(side) if run >= RUN else run for run, side in zip(runs, suits.sides, strict=True))


for _function in (trumps_beyond_four, side_queens, long_cards, own_tricks, sure_tricks):
    register_feature(_function.__name__, _function)


# The count


@dataclass(frozen=True)
class Count:
    """What is counted with a trump suit, or at notrump.

    Attributes
    ----------
    values
        The points of each feature.
    base
        The tricks of declarer's side, on average, with no point at all.
    error
        By how many tricks a hand of those that it was fitted to is off, as a rule (root mean square).
    needed
        The least total with which a bid of each level makes as often as was asked for.
    """

    values: Mapping[str, int]
    base: float
    error: float
    needed: Mapping[int, int]

    def level(self, total: float) -> int:
        """Return the highest level that a total bids; 0: none."""
        return max((level for level, least in self.needed.items() if total >= least), default=0)


@dataclass(frozen=True)
class PointCount:
    """A point count: how a hand is counted with a trump suit and at notrump, and what the totals bid.

    Attributes
    ----------
    counts
        A :class:`Count` for "trump suit" and one for "notrump".
    unit
        The tricks that a point is worth.
    makes
        How often the bids make that the totals bid, at the least.
    game
        The game it was fitted for.
    hands
        How many hands it was fitted to.
    """

    counts: Mapping[str, Count]
    unit: float
    makes: float
    game: Game
    hands: int

    def of(self, denomination: Denomination) -> Count:
        """Return the count for a denomination."""
        return self.counts[kind_of(denomination)]

    def items(self, hand: Hand, denomination: Denomination, game: Game | None = None) -> dict[str, int]:
        """Return the points of each thing that is counted."""
        functions = find_features(list(self.of(denomination).values))
        return {
            name: worth * int(value_of(name, functions[name], hand, denomination, game or self.game))
            for name, worth in self.of(denomination).values.items()
        }

    def total(self, hand: Hand, denomination: Denomination, game: Game | None = None) -> int:
        """Return the points of a hand in a denomination."""
        return sum(self.items(hand, denomination, game).values())

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-plain values, as the module ``published_count`` holds them."""
        counts = {
            kind: {
                "values": dict(count.values),
                "base": count.base,
                "error": count.error,
                "needed": {str(level): least for level, least in count.needed.items()},
            }
            for kind, count in self.counts.items()
        }
        about = {"unit": self.unit, "makes": self.makes, "hands": self.hands}
        return {**self.game.describe(), **about, "counts": counts}

    def __str__(self) -> str:
        few = "; of so few another hand or two would change it" if self.hands < FEW else ""
        makes = f"The bids make {100 * self.makes:.0f} times in a hundred, at least."
        top = {level for count in self.counts.values() for level in count.needed}
        ends = (
            f" {max(top)} is the highest that it says."
            if top and max(top) < max(b.level for b in self.game.bids)
            else ""
        )
        fitted = f"{makes}{ends} Fitted to {self.hands:,} hands{few}."
        return "\n\n".join((*(self._said(kind, count) for kind, count in self.counts.items()), fitted))

    def _said(self, kind: str, count: Count) -> str:
        words = {**WORDS, **(AT_NOTRUMP if kind == NOTRUMP_KIND else {})}
        if not any(card.is_joker for card in self.game.deck):
            words = {name: said.replace(", jokers among them", "") for name, said in words.items()}
        if not any(denomination.direction for denomination in self.game.denominations):
            words = {name: re.sub(r" \(downtown[^)]*\)", "", said) for name, said in words.items()}
        each = f"{round(1 / self.unit)} points" if self.unit < 1 else "point"
        lines = [f"With a {kind}" if kind == TRUMP_SUIT else "At notrump"]
        said = {name: words.get(name, f"each of: {name.replace('_', ' ')}") for name in count.values}
        lines += [f"  {worth:+d}  {said[name]}" for name, worth in count.values.items()]
        levels = "".join(f"{level:>5d}" for level in count.needed)
        points = "".join(f"{least:>5d}" for least in count.needed.values())
        lines += [
            f"  with 0 points your side takes {count.base:.1f} tricks, with each {each} one more;",
            f"  a hand is off by {count.error:.2f} tricks, as a rule",
        ]
        lines += [f"  to bid        {levels}", f"  points needed {points}"]
        return "\n".join(lines)


NOTRUMP_KIND: Final = KINDS[1]


def kind_of(denomination: Denomination) -> str:
    """Return which count a denomination is counted by."""
    return NOTRUMP_KIND if denomination.trump == NOTRUMP else TRUMP_SUIT


def from_dict(plain: Mapping[str, Any]) -> PointCount:
    """Return a point count from what :meth:`PointCount.to_dict` returns."""
    from handsim.games import find

    counts = {
        kind: Count(
            dict(count["values"]),
            count["base"],
            count["error"],
            {int(level): least for level, least in count["needed"].items()},
        )
        for kind, count in plain["counts"].items()
    }
    game = find(plain["game"]).with_options(plain["options"])
    return PointCount(counts, plain["unit"], plain["makes"], game, plain["hands"])


PUBLISHED_COUNT: Final = from_dict(PUBLISHED_VALUES)
"""The count for Bid Whist with its default rules."""


def point_count(
    hand: Hand | str, game: Game | str | None = None, *, count: PointCount = PUBLISHED_COUNT
) -> pd.DataFrame:
    """Count a hand's points in every denomination, and say what they bid.

    It is the count a person can make at the table; :func:`handsim.bid_table` simulates the hand itself. Print
    `handsim.PUBLISHED_COUNT` to see what counts how much.

    Parameters
    ----------
    hand
        The hand: a Hand or its text.
    game
        The game; None: Bid Whist with its default rules. The same cards must win as in the game that the count was
        fitted for, and as many be exchanged; how it is bid and scored may differ.
    count
        The point count; one of your own comes from :func:`handsim.fit_point_count`.

    Returns
    -------
    DataFrame
        One row a denomination ("S uptown", ...): `trump`, `direction` (str), the points of each thing counted (int64),
        their sum `points` (int64), the `tricks` of declarer's side that go with it on average (never more than there
        are) and by how much a hand is off as a rule, `tricks_off` (float64), and the highest `bid` that makes at least
        half the time (str; "" if none).

    Examples
    --------
    >>> table = point_count("BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3")
    >>> table["points"].idxmax(), table["bid"].loc["S downtown"]
    ('S downtown', '6 downtown')
    """
    checked_count(count)
    asked = situation(hand, game)
    game = asked.game
    refuse_other_play(game, count)
    held = Hand(game.deck.cards(asked.known[HAND_SEAT]), copies=game.deck.copies)
    names = list(dict.fromkeys(name for part in count.counts.values() for name in part.values))
    bids = {bids[0].call: {bid.level: bid.name for bid in bids} for bids in calls_of(game).values()}
    call_of = {d: call for call, found in calls_of(game).items() for d in game.denominations_of(found[0])}
    rows = {}
    for denomination in game.denominations:
        items, part = count.items(held, denomination, game), count.of(denomination)
        total = sum(items.values())
        rows[str(denomination)] = {
            "trump": denomination.trump,
            "direction": denomination.direction,
            **{name: items.get(name, 0) for name in names},
            "points": total,
            "tricks": min(max(part.base + count.unit * total, 0.0), float(game.most)),
            "tricks_off": part.error,
            "bid": bids[call_of[denomination]].get(part.level(total), ""),
        }
    table = pd.DataFrame.from_dict(rows, orient="index").rename_axis("denomination")
    table.attrs.update(game.describe(), hand=str(held))
    return table


def points(hand: Hand, denomination: Denomination, game: Game) -> int:
    """The total of the published point count."""
    return PUBLISHED_COUNT.total(hand, denomination, game)


def counts_alike(game: Game, count: PointCount = PUBLISHED_COUNT) -> bool:
    """Whether the same cards win, and as many are exchanged, as in the game that a count is for."""
    return _ways_of_play(game) == _ways_of_play(count.game)


register_feature("points", points, games=counts_alike)


def checked_count(count: PointCount) -> PointCount:
    """Return a point count, or raise an error where it is none."""
    if not isinstance(count, PointCount):
        raise ArgumentError(f"count={count!r}: a PointCount, such as fit_point_count returns")
    return count


def refuse_other_play(game: Game, count: PointCount = PUBLISHED_COUNT) -> None:
    """Raise an error where other cards win, or another number is exchanged, than in the game that a count is for."""
    if not counts_alike(game, count):
        raise ArgumentError(
            f"the point count is for {count.game.with_rules()}, not for {game.with_rules()}, which is played "
            f"differently; a survey of that game and fit_point_count, in Python, make one for it"
        )


@functools.lru_cache(maxsize=64)
def _ways_of_play(game: Game) -> dict[Denomination, tuple[object, ...]]:
    rules = (game.kitty_tricks, game.names_trump_after, game.n_tricks)
    frames = {c.denomination: game.frame(c) for c in game.contracts()}
    return {d: (*rules, tuple(f.bits.tolist()), f.trumps, f.worthless, f.aside_count) for d, f in frames.items()}
