"""Bid Euchre in plain Python, from the rules, with cards as strings: the twin of its frames and of its ask.

As in `reference.py`, and like it without a word of the engine. With two decks the second copy of a card is "SA'".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import reference as ref

RANKS = "9TJQKA"
OTHER_SUIT = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""The other suit of the same colour."""


def pack(joker: bool = False, copies: int = 1) -> list[str]:
    """All cards: the suits, each nine to ace, then the joker; a second copy next to the first."""
    kinds = [suit + rank for suit in ref.SUITS for rank in RANKS] + ["BJ"] * joker
    return [card + "'" * copy for card in kinds for copy in range(copies)]


@dataclass(frozen=True)
class EuchreRules(ref.Rules):
    """How one Bid Euchre contract is played. `ask`: how many cards declarer asks his partner for."""

    direction: str = ""
    joker: bool = False
    ask: int = 0

    def kinds(self) -> dict[str, list[str]]:
        """Suit -> its cards from low to high, one of each kind."""
        ranks = RANKS[::-1] if self.direction == "low" else RANKS
        kinds = {suit: [suit + rank for rank in ranks] for suit in ref.SUITS}
        if self.trump != "NT":
            right, left = self.trump + "J", OTHER_SUIT[self.trump] + "J"
            kinds[self.trump].remove(right)
            kinds[OTHER_SUIT[self.trump]].remove(left)
            kinds[self.trump] += [left, right] + ["BJ"] * self.joker
        return kinds

    def make_order(self) -> dict[str, list[str]]:
        copies = ("", "'")[: self.copies]
        return {suit: [card + copy for card in cards for copy in copies] for suit, cards in self.kinds().items()}

    def worthless(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def place(self) -> dict[str, tuple[str, int]]:
        """Card -> (its suit, its position there). In a plain suit a rank has the same position in every suit, so that
        where the jack is a bower its position stays empty."""
        place = {}
        ranks = RANKS[::-1] if self.direction == "low" else RANKS
        for suit, cards in self.order.items():
            for index, card in enumerate(cards):
                at = index if suit == self.trump else self.copies * ranks.index(card[1]) + card.count("'")
                place[card] = suit, at
        return place


def partner_of(seat: int) -> int:
    return (seat + 2) % 4


def alone(rules: EuchreRules) -> EuchreRules:
    """The same contract with declarer's partner sitting out."""
    seats = tuple(seat for seat in range(4) if seat != partner_of(rules.declarer))
    return replace(rules, seats=seats)


def best_of(rules: EuchreRules, hand: Sequence[str], count: int) -> list[str]:
    """What a partner who is asked hands over: his best trumps; out of them his highest cards, aces first.

    Of cards of one rank in different suits he gives that of the first suit of the listing.
    """
    given: list[str] = []
    for _ in range(count):
        rest = [card for card in hand if card not in given]
        trumps = [card for card in rest if ref.suit_of(rules, card) == rules.trump]
        given.append(max(trumps or rest, key=lambda card: (ref.position(rules, card), -rules.rank_in_listing[card])))
    return given


def exchange(rules: EuchreRules, hands: ref.Hands, offered: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """The hands once partner has given his best for the cards that declarer offers, and what he gave.

    He chooses from the cards that he was dealt, so that he never gives back what he is offered.
    """
    partner = partner_of(rules.declarer)
    given = best_of(rules, hands[partner], len(offered))
    after = [list(hand) for hand in hands]
    after[rules.declarer] = [card for card in hands[rules.declarer] if card not in offered] + given
    after[partner] = [card for card in hands[partner] if card not in given] + list(offered)
    return after, given


Offer = Callable[[ref.Rules, Sequence[str]], Sequence[str]]


def score(n_tricks: int, level: int, call: str, tricks: int, alone_failed: str = "bid") -> tuple[int, int]:
    """The points of declarer's side, which took so many tricks, and of the defenders."""
    theirs = n_tricks - tricks
    if call == "ask":
        worth = 12 if n_tricks == 6 else 24
    elif call == "moon":
        worth = 24 if n_tricks == 6 else 48
    else:
        return (tricks if tricks >= level else -level), theirs
    if tricks == n_tricks:
        return worth, 0
    return -(worth if alone_failed == "value" else n_tricks), theirs


@dataclass(frozen=True)
class Weights:
    """What is counted before trump is named: by number of trumps, for the highest of them, in each plain suit."""

    trumps: Sequence[int]
    tops: Sequence[int]
    run: Sequence[int]
    losers: Sequence[int]
    second: int
    void: int


def count_in(hand: Sequence[str], trump: str, weights: Weights) -> int:
    """What a hand counts where a suit is trump and a joker is in the pack."""
    order = {suit: cards[::-1] for suit, cards in EuchreRules(trump=trump, joker=True).kinds().items()}
    trumps = [card for card in order[trump] if card in hand]
    worth = weights.trumps[min(len(trumps), len(weights.trumps) - 1)]
    worth += sum(weights.tops[i] for i, card in enumerate(order[trump][: len(weights.tops)]) if card in hand)
    for suit, cards in order.items():
        held = [card for card in cards if card in hand]
        if suit == trump:
            continue
        if not held:
            worth += weights.void
            continue
        run = next(n for n in range(4) if n == 3 or cards[n] not in hand)
        losers = len(held) - run
        worth += weights.run[run] + weights.losers[min(losers, 3)]
        worth += weights.second * (run == 0 and losers > 1 and cards[1] in hand)
    return worth


def best_count(hand: Sequence[str], weights: Weights) -> int:
    """What a hand counts in its best suit."""
    return max(count_in(hand, trump, weights) for trump in ref.SUITS)
