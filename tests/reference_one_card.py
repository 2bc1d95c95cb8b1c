"""The slow twin of One Card, written from the rules with the words of `reference.py`.

Two to four seats, each alone. `trump` is a suit or, where nobody has bid, "joker": a suit of that one card, which
nobody must follow and which, led, asks for nothing. `direction` says how the suits run now: "uptown", or "downtown"
once the order has been turned round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import reference as ref

JOKER = "BJ"
UPTOWN, DOWNTOWN = "9TJQKA", "AKQJT9"
PACK = [suit + rank for suit in ref.SUITS for rank in UPTOWN] + [JOKER]
ONE_CARD = "one_card"
LOWEST_BID = {2: 8, 3: 7, 4: 6}
TURN_WORD = 96
"""The word of the first decision whether to turn, among those of a deal."""


@dataclass(frozen=True)
class OneCardRules(ref.Rules):
    """How a hand of One Card is played now. By default: four play, spades are trump, seat 0 has bid and leads.

    `first` is the card that is to be led to the first trick, where one is named.
    """

    seats: tuple[int, ...] = (0, 1, 2, 3)
    sides: tuple[int, ...] = (0, 1, 2, 3)
    first: str = ""

    def __post_init__(self) -> None:
        # With a bid the joker is a trump like the others; without one it asks for nothing.
        object.__setattr__(self, "joker_led", "trump" if self.has_bid else "next_suit")

    def make_order(self) -> dict[str, list[str]]:
        ranks = UPTOWN if self.direction == "uptown" else DOWNTOWN
        order = {suit: [suit + rank for rank in ranks] for suit in ref.SUITS}
        order[self.trump] = [JOKER, *order.get(self.trump, ())]
        return order

    def worthless(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def place(self) -> dict[str, tuple[str, int]]:
        """As in every suit, the lowest plain card stands at 1; the joker below it, or alone at the top."""
        places = {
            card: (suit, 1 + index)
            for suit in ref.SUITS
            for index, card in enumerate(card for card in self.order[suit] if card != JOKER)
        }
        return {**places, JOKER: (self.trump, 0 if self.has_bid else 15)}

    @cached_property
    def listing(self) -> list[str]:
        """The suits in the order of `fields`, each low to high; the joker of a hand without a bid after the first."""
        suits = [self.order[suit] for suit in self.fields]
        if not self.has_bid:
            suits.insert(1, [JOKER])
        return [card for suit in suits for card in suit]

    @property
    def has_bid(self) -> bool:
        return self.trump != "joker"

    def turned(self) -> OneCardRules:
        """The same hand after the order has been turned round."""
        return replace(self, direction="downtown")


def table_of(players: int, **options: Any) -> OneCardRules:
    """The rules for so many players."""
    return OneCardRules(seats=tuple(range(players)), **options)


def leader_of(players: int, declarer: int, dealer: int, *, bid: bool) -> int:
    """Who leads to the first trick: who bid; without a bid the player opposite dealer, of three dealer's left."""
    return declarer if bid else (dealer + {2: 1, 3: 1, 4: 2}[players]) % players


def points_of(card: str) -> int:
    """Kings, queens and jacks are worth one, the joker three."""
    return 3 if card == JOKER else int(card[1] in "KQJ")


def legal_leads(rules: OneCardRules, hand: Sequence[str], first_trick: bool) -> list[str]:
    """What may be led: anything, but to the first trick after a bid a card of the trump suit that is no joker.

    The engine is told the trump beforehand: a leader who has none of it may lead anything.
    """
    if first_trick and rules.has_bid:
        naming = [card for card in hand if card[0] == rules.trump and rules.first in ("", card)]
        if naming:
            return naming
    return list(hand)


def legal_cards(rules: OneCardRules, hand: Sequence[str], trick: ref.Trick, first_trick: bool) -> list[str]:
    """What a hand may play: as in any trick game, but for the first lead."""
    return ref.legal_cards(rules, hand, trick) if trick else legal_leads(rules, hand, first_trick)


@dataclass
class Record(ref.Record):
    """One played deal; `points` a seat, and the number of the first trick of the turned order, if it was turned."""

    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    captured: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    turned_from: int | None = None
    asked_to_turn: int | None = None


@dataclass(frozen=True)
class View(ref.View):
    """What a policy is told; `legal` too, because the first lead is not free."""

    legal: Sequence[str] = ()


Turn = Callable[[View], bool]


def view_of(rules: OneCardRules, seat: int, hand: Sequence[str], trick: ref.Trick, record: Record, key: int) -> View:
    """What a seat knows at a decision."""
    legal = legal_cards(rules, hand, trick, not record.tricks)
    played = tuple(card for done in record.tricks for _, card in done)
    so_far = tuple(record.tricks), tuple(record.winners)
    return View(rules, seat, tuple(hand), tuple(trick), played, (), key, *so_far, legal)


def playout(
    rules: OneCardRules,
    hands: ref.Hands,
    one_card: str,
    policies: Mapping[int, Callable[[View], str]] | Sequence[Callable[[View], str]],
    turn: Turn = lambda view: False,
    base: int = 0,
) -> Record:
    """Play a deal to its end: a policy is asked only where it has a choice, and whether to turn when it may."""
    held = [list(hand) for hand in hands]
    record = Record()
    leader = rules.leader
    while held[leader]:
        number, trick = len(record.tricks), list[tuple[int, str]]()
        for seat in ref.seat_order(rules, leader):
            view = view_of(rules, seat, held[seat], trick, record, ref.decision_key(base, number, seat))
            card = view.legal[0] if len(view.legal) == 1 else policies[seat](view)
            assert card in view.legal
            held[seat].remove(card)
            trick.append((seat, card))
        leader = ref.trick_winner(rules, trick)
        cards = [card for _, card in trick]
        record.tricks.append(trick)
        record.winners.append(leader)
        record.tricks_by_seat[leader] += 1
        record.captured[leader] += cards if held[leader] else [*cards, one_card]
        if rules.has_bid and JOKER in cards and held[leader]:
            record.asked_to_turn = number
            view = view_of(rules, leader, held[leader], (), record, ref.at(base, TURN_WORD + leader))
            if turn(view):
                rules, record.turned_from = rules.turned(), number + 1
    record.points = [sum(map(points_of, cards)) for cards in record.captured]
    return record


# ----------------------------------------------------------------------------------------------- policies


def random_policy(view: View) -> str:
    """A legal card, each as likely."""
    legal = ref.in_listing_order(view.rules, view.legal)
    return legal[ref.upper_half_below(view.key, len(legal))]


def greedy_policy(view: View) -> str:
    """As everywhere: win cheaply, else play low; lead the top boss, else the lowest card."""
    if view.trick:
        return ref.greedy_policy(view)
    rules, known = view.rules, {*view.played, *view.hand}
    bosses = [card for card in view.legal if ref.is_boss(rules, card, known)]
    if bosses:
        return min(bosses, key=lambda card: (-ref.position(rules, card), rules.rank_in_listing[card]))
    return ref.lowest(rules, view.legal, leading=True)


def random_turn(view: View) -> bool:
    """One or the other, both alike."""
    return ref.upper_half_below(view.key, 2) == 1


def greedy_turn(view: View) -> bool:
    """Turn where one's own cards stand lower than the unseen ones, on average."""
    known = {*view.played, *view.hand}
    unseen = [card for card in view.rules.listing if card not in known]
    own, others = ([ref.position(view.rules, card) for card in some] for some in (view.hand, unseen))
    return sum(own) * len(others) < sum(others) * len(own)


# --------------------------------------------------------------------------------- counting legal sequences


def perft_divide(rules: OneCardRules, hands: ref.Hands, leader: int) -> dict[str, int]:
    """The number of legal sequences from here to the end, by the first card.

    To turn the order round or not is a choice as a card is one: where it may be turned, both are counted.
    """

    def count(rules: OneCardRules, held: Sequence[frozenset[str]], leader: int, trick: ref.Trick) -> int:
        if len(trick) == len(rules.seats):
            winner = ref.trick_winner(rules, trick)
            may_turn = rules.has_bid and JOKER in {card for _, card in trick} and bool(held[winner])
            ways = [rules, rules.turned()] if may_turn else [rules]
            return sum(count(way, held, winner, ()) for way in ways)
        if not trick and not held[leader]:
            return 1
        seat = ref.seat_order(rules, leader)[len(trick)]
        legal = ref.legal_cards(rules, sorted(held[seat]), trick)
        return sum(count(rules, without(held, seat, card), leader, (*trick, (seat, card))) for card in legal)

    def without(held: Sequence[frozenset[str]], seat: int, card: str) -> tuple[frozenset[str], ...]:
        return (*held[:seat], held[seat] - {card}, *held[seat + 1 :])

    start = tuple(frozenset(hand) for hand in hands)
    return {
        card: count(rules, without(start, leader, card), leader, ((leader, card),))
        for card in ref.in_listing_order(rules, hands[leader])
    }


# ------------------------------------------------------------------------------------------------ scoring


def score(bid: int, captured: Sequence[int], declarer: int) -> list[int]:
    """The points of each player, by seat: what he captured; the high bidder nothing where he falls short of his bid."""
    assert sum(captured) == 15
    return [0 if seat == declarer and points < bid else points for seat, points in enumerate(captured)]
