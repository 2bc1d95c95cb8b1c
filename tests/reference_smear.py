"""The slow twin of Smear, written from its rules with the pieces of `reference.py`; it imports nothing of the engine.

Four points are played for: High (the ace of trumps) and Low (the seven) go to the side that plays them, Jack to the
side that wins the jack of trumps, Game to the side with more card points, to which the bidder's discards count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import reference as ref

RANKS = "789TJQKA"
PACK = [suit + rank for suit in ref.SUITS for rank in RANKS]
"""The 32 cards: spades, hearts, diamonds, clubs, each seven to ace."""
CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10, "9": 0, "8": 0, "7": 0}
HIGH, LOW, JACK, GAME = range(4)


class SmearRules(ref.Rules):
    """One contract: the bidder leads a trump, and a trump may be played to any trick."""

    def make_order(self) -> dict[str, list[str]]:
        return {suit: [suit + rank for rank in RANKS] for suit in ref.SUITS}

    def worthless(self) -> tuple[str, ...]:
        return ()

    def may_always(self) -> tuple[str, ...]:
        return tuple(self.order[self.trump])

    def first_lead(self) -> tuple[str, ...]:
        return tuple(self.order[self.trump])


Choose = Callable[[Sequence[str], int], Sequence[str]]


def discards(rules: ref.Rules, held: Sequence[str], count: int, choose: Choose) -> list[str]:
    """The cards that the bidder puts away: no trump while he holds a plain card.

    `choose(cards, n)` picks n of the cards where there is something to choose.
    """
    plain = [card for card in held if card[0] != rules.trump]
    trumps = [card for card in held if card[0] == rules.trump]
    if len(plain) > count:
        return list(choose(plain, count))
    if len(plain) == count:
        return plain
    return [*plain, *choose(trumps, count - len(plain))]


@dataclass(frozen=True)
class Outcome:
    """A played hand: card points a seat, the bidder's discards among his; who played and who won each trump played."""

    card_points: list[int]
    played_by: dict[str, int]
    won_by: dict[str, int]


def outcome(rules: ref.Rules, record: ref.Record) -> Outcome:
    points = [0, 0, 0, 0]
    played_by, won_by = {}, {}
    for trick, winner in zip(record.tricks, record.winners, strict=True):
        for seat, card in trick:
            points[winner] += CARD_POINTS[card[1]]
            if card[0] == rules.trump:
                played_by[card], won_by[card] = seat, winner
    points[rules.declarer] += sum(CARD_POINTS[card[1]] for card in record.buried)
    return Outcome(points, played_by, won_by)


def awarded(rules: ref.Rules, result: Outcome, high_low: str = "fixed") -> list[int | None]:
    """The side (0: the bidder's, 1: the others) that is awarded High, Low, Jack and Game; None: nobody is."""

    def side(seat: int | None) -> int | None:
        return None if seat is None else (seat - rules.declarer) % 2

    if high_low == "fixed":
        high, low = rules.trump + "A", rules.trump + "7"
    else:
        order = [rules.trump + rank for rank in RANKS if rules.trump + rank in result.played_by]
        high, low = order[-1], order[0]
    ours = sum(points for seat, points in enumerate(result.card_points) if side(seat) == 0)
    theirs = sum(result.card_points) - ours
    game = None if ours == theirs else 0 if ours > theirs else 1
    seats = result.played_by.get(high), result.played_by.get(low), result.won_by.get(rules.trump + "J")
    return [*map(side, seats), game]


def score(level: int, points: Sequence[int | None]) -> tuple[int, int]:
    """Points of the bidder's side, which loses its bid where it does not reach it, and of the others."""
    ours, theirs = list(points).count(0), list(points).count(1)
    return (ours if ours >= level else -level), theirs


def after_hand(
    scores: Sequence[int],
    bidder: int,
    points: tuple[int, int],
    *,
    win_on_own_bid: bool = False,
    cap_nonbidders: bool = False,
) -> tuple[list[int], int | None]:
    """The scores after a hand that side `bidder` bid, and who has won: first to 15, the bidder before the others."""
    after = list(scores)
    after[bidder] += points[0]
    after[1 - bidder] += points[1]
    if cap_nonbidders and after[1 - bidder] > 15:
        after[1 - bidder] = max(15, scores[1 - bidder])
    if after[bidder] >= 15 and points[0] > 0:
        return after, bidder
    if after[1 - bidder] >= 15 and not win_on_own_bid:
        return after, 1 - bidder
    return after, None


# A copy of the keyed choices of the plain players, for the discards


def discard_random(rules: ref.Rules, held: Sequence[str], play_key_base: int, count: int) -> list[str]:
    return discards(
        rules, held, count, lambda cards, n: ref.bury_random(rules, cards, play_key_base, rules.declarer, n)
    )


def discard_lowest(rules: ref.Rules, held: Sequence[str], count: int) -> list[str]:
    return discards(rules, held, count, lambda cards, n: ref.bury_six_lowest(rules, cards, n))
