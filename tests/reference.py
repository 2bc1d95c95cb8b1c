"""A slow twin of the engine in plain Python, written from the rules with strings and lists.

The fast kernels are compared with this file, so it shares nothing with them: it imports the standard library
only, cards are strings ("SA", "HT", "BJ", "LJ"), suits are "S" "H" "D" "C", a trick is a list of (seat, card)
in the order played, and hands are a sequence of cards per seat. Readability comes before speed everywhere.

Another game subclasses `Rules` and overrides `make_order` (which cards belong to a suit, low to high) and
`worthless` (which belong to none), and `copies` where equal cards are there more than once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

Trick = Sequence[tuple[int, str]]
Hands = Sequence[Sequence[str]]

SUITS = ("S", "H", "D", "C")
JOKERS = ("LJ", "BJ")
ACE_HIGH = "23456789TJQKA"
PACK = [suit + rank for suit in SUITS for rank in ACE_HIGH] + list(JOKERS)
"""The 54 cards: spades, hearts, diamonds, clubs, each two to ace, then the little and the big joker."""


# ---------------------------------------------------------------------------------------------- the rules


@dataclass(frozen=True)
class Rules:
    """How one contract is played. By default: default Bid Whist, uptown in spades, declared by seat 0."""

    trump: str = "S"
    direction: str = "uptown"
    downtown_ace: str = "best"
    joker_led: str = "trump"
    joker_first_discard: bool = False
    declarer: int = 0
    leader: int = 0
    seats: tuple[int, ...] = (0, 1, 2, 3)
    sides: tuple[int, ...] = (0, 1, 0, 1)
    fields: str = "SHDC"
    copies: int = 1

    def make_order(self) -> dict[str, list[str]]:
        """Suit -> its cards, low to high. A card in no list belongs to no suit and never wins."""
        if self.direction == "uptown":
            ranks = ACE_HIGH
        elif self.downtown_ace == "best":
            ranks = "KQJT98765432A"
        else:
            ranks = "AKQJT98765432"
        order = {suit: [suit + rank for rank in ranks] for suit in SUITS}
        if self.trump != "NT":
            order[self.trump] += JOKERS
        return order

    def worthless(self) -> tuple[str, ...]:
        """The cards of the pack that belong to no suit."""
        return JOKERS if self.trump == "NT" else ()

    def may_always(self) -> tuple[str, ...]:
        """The cards that may be played though the suit asked for could be followed; playing one shows no void."""
        return ()

    def first_lead(self) -> tuple[str, ...]:
        """The cards of which the leader to the first trick must lead one if he can; none: he may lead anything."""
        return ()

    @cached_property
    def order(self) -> dict[str, list[str]]:
        return self.make_order()

    @cached_property
    def place(self) -> dict[str, tuple[str, int]]:
        """Card -> (its suit, its position in that suit's order, 0 the lowest)."""
        return {card: (suit, index) for suit, cards in self.order.items() for index, card in enumerate(cards)}

    @cached_property
    def listing(self) -> list[str]:
        """All cards in the engine's bit order: the suits in the order of `fields`, each low to high.

        A worthless little joker sits just above the first suit, a worthless big joker just above the second.
        """
        cards = []
        for suit, joker in zip(self.fields, ("LJ", "BJ", "", ""), strict=True):
            cards += self.order[suit]
            if joker in self.worthless():
                cards.append(joker)
        return cards

    @cached_property
    def rank_in_listing(self) -> dict[str, int]:
        return {card: index for index, card in enumerate(self.listing)}


class WhistRules(Rules):
    """Whist: 52 cards, no jokers; dealer's left leads."""

    def make_order(self) -> dict[str, list[str]]:
        return {suit: [suit + rank for rank in ACE_HIGH] for suit in SUITS}

    def worthless(self) -> tuple[str, ...]:
        return ()


def suit_of(rules: Rules, card: str) -> str | None:
    """The suit a card belongs to: a joker is a trump; at notrump it belongs to none."""
    return rules.place[card][0] if card in rules.place else None


def position(rules: Rules, card: str) -> int:
    """Where a card stands within its suit, 0 the lowest."""
    return rules.place[card][1]


def strength(rules: Rules, card: str) -> int:
    """What decides between two cards of a suit: copies of a card, which stand side by side, are equally strong."""
    return position(rules, card) // rules.copies


def in_listing_order(rules: Rules, cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=rules.rank_in_listing.__getitem__)


def seat_order(rules: Rules, leader: int) -> list[int]:
    """The seats in the order they play to a trick."""
    start = rules.seats.index(leader)
    return list(rules.seats[start:] + rules.seats[:start])


def asks_nothing_when_led(rules: Rules, card: str) -> bool:
    """True of a joker at notrump, and of any joker under `joker_led="next_suit"`."""
    return card in JOKERS and (suit_of(rules, card) is None or rules.joker_led == "next_suit")


def suit_asked(rules: Rules, trick: Trick) -> str | None:
    """The suit to be followed, or None while nothing has been asked for.

    The first card asks for its suit. A joker that asks for nothing leaves that to the next card.
    """
    for _, card in trick:
        if not asks_nothing_when_led(rules, card):
            return suit_of(rules, card)
    return None


def legal_cards(rules: Rules, hand: Sequence[str], trick: Trick) -> list[str]:
    """What a hand may play: the suit asked if it can (or what may always be played), else anything.

    Or, unable to follow, a worthless joker, if so ruled.
    """
    asked = suit_asked(rules, trick)
    if asked is None:
        return list(hand)
    following = [card for card in hand if suit_of(rules, card) == asked]
    if following:
        return [card for card in hand if card in following or card in rules.may_always()]
    if rules.joker_first_discard:
        worthless = [card for card in hand if suit_of(rules, card) is None]
        if worthless:
            return worthless
    return list(hand)


def opening_leads(rules: Rules, hand: Sequence[str]) -> list[str]:
    """What the leader to the first trick may lead."""
    return [card for card in hand if card in rules.first_lead()] or list(hand)


def trick_winner(rules: Rules, trick: Trick) -> int:
    """The highest trump, else the highest card of the suit asked; of worthless jokers alone, the leader.

    Of equally strong cards the one that was played first.
    """
    asked = suit_asked(rules, trick)
    trumps = [(seat, card) for seat, card in trick if suit_of(rules, card) == rules.trump]
    following = [(seat, card) for seat, card in trick if suit_of(rules, card) == asked]
    if asked is None and not trumps:
        return trick[0][0]
    seat, _ = max(trumps or following, key=lambda play: strength(rules, play[1]))
    return seat


def voids_shown(rules: Rules, trick: Trick) -> set[tuple[int, str]]:
    """What a trick reveals: (seat, suit), and (seat, "joker") where a joker was due and not thrown."""
    shown = set()
    for number, (seat, card) in enumerate(trick):
        asked = suit_asked(rules, trick[:number])
        if asked is not None and suit_of(rules, card) != asked and card not in rules.may_always():
            shown.add((seat, asked))
            if rules.joker_first_discard and rules.trump == "NT" and card not in JOKERS:
                shown.add((seat, "joker"))
    return shown


@dataclass(frozen=True)
class Information:
    """What a seat can tell about the cards it does not see."""

    unseen: list[str]
    voids: set[tuple[int, str]]
    could_hold: dict[int, set[str]]
    cards_left: dict[int, int]


def information(
    rules: Rules,
    seat: int,
    hand: Sequence[str],
    tricks: Sequence[Trick],
    buried: Sequence[str] = (),
    shown: Sequence[str] = (),
    shown_with: int | None = None,
) -> Information:
    """A seat's knowledge from its own cards, all tricks so far (the current one last) and its own burial.

    The cards of a kitty or of another's burial are among the unseen too. `shown`: the cards that everybody saw
    the seat `shown_with` take; no other seat can hold them.
    """
    plays = [play for trick in tricks for play in trick]
    seen = {*hand, *buried, *(card for _, card in plays)}
    unseen = [card for card in rules.listing if card not in seen]
    voids: set[tuple[int, str]] = set()
    for trick in tricks:
        voids |= voids_shown(rules, trick)
    start = len(hand) + sum(who == seat for who, _ in plays)
    others = [other for other in rules.seats if other != seat]
    could_hold = {other: set(unseen) for other in others}
    for other, cards in could_hold.items():
        cards -= {card for card in unseen if (other, suit_of(rules, card) or "joker") in voids}
        if shown_with is not None and other != shown_with:
            cards -= set(shown)
    cards_left = {other: start - sum(who == other for who, _ in plays) for other in others}
    return Information(unseen, voids, could_hold, cards_left)


# ------------------------------------------------------------------------------------- keyed random numbers

MODULUS = 2**64
GAMMA = 0x9E3779B97F4A7C15
DEAL, PLAY, SELECT = 1, 2, 3


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z %= MODULUS
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 % MODULUS
    z ^= z >> 27
    z = z * 0x94D049BB133111EB % MODULUS
    return z ^ (z >> 31)


def at(key: int, n: int) -> int:
    """Number n, from 0, of the sequence that starts at a key."""
    return mix(key + (n + 1) * GAMMA)


def stream(seed: int, purpose: int) -> int:
    return mix(at(seed, 0) + purpose * GAMMA)


def below(key: int, j: int, n: int) -> int:
    """The j-th bounded draw of a key, 0 <= draw < n: each 64-bit word serves two, its high half first."""
    word = at(key, j // 2)
    half = word >> 32 if j % 2 == 0 else word & 0xFFFFFFFF
    return half * n >> 32


def deal(seed: int, purpose: int, i: int, unseen: Sequence[str], need: Sequence[int]) -> list[list[str]]:
    """Deal number i of a stream: `need[p]` cards to each place p, by a partial Fisher-Yates shuffle.

    Where the needs use up all cards, the last place that needs any is given the rest without draws.
    """
    key = at(stream(seed, purpose), i)
    cards = list(unseen)
    drawn = sum(need)
    if drawn == len(cards):
        drawn -= next((count for count in reversed(need) if count > 0), 0)
    for j in range(drawn):
        k = below(key, j, len(cards) - j)
        cards[j], cards[j + k] = cards[j + k], cards[j]
    places = []
    start = 0
    for count in need:
        places.append(cards[start : start + count])
        start += count
    return places


def play_stream(seed: int, i: int) -> int:
    """The play key of deal i; a decision's own key is `decision_key` of it."""
    return at(stream(seed, PLAY), i)


def decision_key(play_key_base: int, trick_number: int, seat: int) -> int:
    return at(play_key_base, trick_number * 4 + seat)


# ----------------------------------------------------------------------------------------------- policies


def upper_half_below(word: int, n: int) -> int:
    """0 <= draw < n from the upper half of a random word itself."""
    return (word >> 32) * n >> 32


@dataclass(frozen=True)
class View:
    """All that a policy is told: `played` is the cards of finished tricks, `buried` its own burial.

    `tricks` are the finished tricks with their seats, and `winners` who won them.
    """

    rules: Rules
    seat: int
    hand: Sequence[str]
    trick: Trick = ()
    played: Sequence[str] = ()
    buried: Sequence[str] = ()
    key: int = 0
    tricks: Sequence[Trick] = ()
    winners: Sequence[int] = ()

    @property
    def open_to(self) -> Sequence[str]:
        """The cards of the hand among which it may choose, as long as it follows suit."""
        return self.hand if self.trick or self.tricks else opening_leads(self.rules, self.hand)


def play_random(rules: Rules, hand: Sequence[str], trick: Trick, key: int) -> str:
    """A legal card, each as likely: the decision's word picks from the legal cards in listing order."""
    legal = in_listing_order(rules, legal_cards(rules, hand, trick))
    return legal[upper_half_below(key, len(legal))]


def value(rules: Rules, card: str, leading: bool) -> tuple[int, int]:
    """What a card is worth keeping for: the least is "the lowest". Trumps are above all plain cards.

    A worthless joker is the first to be thrown and the last to be led. Ties go to the earlier suit.
    """
    suit, place = suit_of(rules, card), rules.rank_in_listing[card]
    if suit is None:
        return (99 if leading else -1), place
    return position(rules, card) + (20 if suit == rules.trump else 0), place


def lowest(rules: Rules, cards: Sequence[str], leading: bool = False) -> str:
    return min(cards, key=lambda card: value(rules, card, leading))


def is_boss(rules: Rules, card: str, seen: Iterable[str]) -> bool:
    """True where every stronger card of its suit has been seen (cards of one's own hand count as seen)."""
    suit = suit_of(rules, card)
    if suit is None:
        return False
    return {other for other in rules.order[suit] if strength(rules, other) > strength(rules, card)} <= set(seen)


def play_greedy(rules: Rules, seat: int, hand: Sequence[str], trick: Trick, seen: Iterable[str]) -> str:
    """Win cheaply unless partner is winning, else play low; lead the top boss, else the lowest card.

    `seen`: the cards of earlier tricks and the seat's own burial; its hand and the trick are added here.
    """
    legal = legal_cards(rules, hand, trick)
    if trick:
        if rules.sides[trick_winner(rules, trick)] == rules.sides[seat]:
            return lowest(rules, legal)
        winners = [card for card in legal if trick_winner(rules, [*trick, (seat, card)]) == seat]
        return lowest(rules, winners or legal)
    known = {*seen, *hand}
    bosses = [card for card in legal if is_boss(rules, card, known)]
    if bosses:
        return min(bosses, key=lambda card: (-position(rules, card), rules.rank_in_listing[card]))
    return lowest(rules, legal, leading=True)


def bury_six_lowest(rules: Rules, cards: Sequence[str], count: int = 6) -> list[str]:
    """The burial of the greedy player: six times the lowest card, worthless jokers first."""
    return sorted(cards, key=lambda card: value(rules, card, leading=False))[:count]


def bury_random(rules: Rules, cards: Sequence[str], play_key_base: int, seat: int, count: int = 6) -> list[str]:
    """Any cards, each set as likely. The step's own word is number 63 + seat; its n-th draw is number n of that."""
    word = at(play_key_base, 63 + seat)
    rest = in_listing_order(rules, cards)
    return [rest.pop(upper_half_below(at(word, n), len(rest))) for n in range(count)]


Policy = Callable[[View], str]
Bury = Callable[[Rules, Sequence[str]], Sequence[str]]


def random_policy(view: View) -> str:
    return play_random(view.rules, view.open_to, view.trick, view.key)


def greedy_policy(view: View) -> str:
    seen = [*view.played, *view.buried, *view.hand]
    return play_greedy(view.rules, view.seat, view.open_to, view.trick, seen)


# ------------------------------------------------------------------------------------------------ playout


@dataclass
class Record:
    """One played deal: the tricks as played, who won each, tricks a seat, the cards declarer buried."""

    tricks: list[list[tuple[int, str]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    tricks_by_seat: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    buried: list[str] = field(default_factory=list)

    def tricks_of(self, rules: Rules, side: int) -> int:
        return sum(self.tricks_by_seat[seat] for seat in rules.seats if rules.sides[seat] == side)


def playout(
    rules: Rules,
    hands: Hands,
    policies: Mapping[int, Policy] | Sequence[Policy],
    play_key_base: int = 0,
    kitty: Sequence[str] = (),
    bury: Bury | None = None,
) -> Record:
    """Play a deal to its end. With `bury`, declarer takes the kitty first and buries as many cards as it has.

    Without `bury` the kitty is dead and nobody sees it. A policy is asked only where it has a choice.
    """
    held = [list(hand) for hand in hands]
    record = Record()
    if bury is not None:
        held[rules.declarer] += kitty
        record.buried = list(bury(rules, held[rules.declarer]))
        assert len(set(record.buried)) == len(kitty)
        for card in record.buried:
            held[rules.declarer].remove(card)

    leader = rules.leader
    played: list[str] = []
    while held[leader]:
        trick: list[tuple[int, str]] = []
        for seat in seat_order(rules, leader):
            legal = legal_cards(rules, held[seat], trick)
            if not trick and not record.tricks:
                legal = opening_leads(rules, legal)
            card = legal[0]
            if len(legal) > 1:
                own = record.buried if seat == rules.declarer else []
                key = decision_key(play_key_base, len(record.tricks), seat)
                so_far = tuple(record.tricks), tuple(record.winners)
                view = View(rules, seat, tuple(held[seat]), tuple(trick), tuple(played), tuple(own), key, *so_far)
                card = policies[seat](view)
            assert card in legal
            held[seat].remove(card)
            trick.append((seat, card))
        leader = trick_winner(rules, trick)
        record.tricks.append(trick)
        record.winners.append(leader)
        record.tricks_by_seat[leader] += 1
        played += [card for _, card in trick]
    return record


# ----------------------------------------------------------------------------------- counting and searching

Cards = tuple[frozenset[str], ...]


def _frozen(hands: Hands) -> Cards:
    return tuple(frozenset(hand) for hand in hands)


def _seat_to_play(rules: Rules, leader: int, trick: Trick) -> int:
    return seat_order(rules, leader)[len(trick)]


def _without(hands: Cards, seat: int, card: str) -> Cards:
    return (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :])


def perft(rules: Rules, hands: Hands, leader: int) -> int:
    """The number of legal sequences of plays from here to the end."""
    return sum(perft_divide(rules, hands, leader).values()) if hands[leader] else 1


def perft_divide(rules: Rules, hands: Hands, leader: int) -> dict[str, int]:
    """The same, split by the first card, in listing order."""
    memo: dict[tuple[Cards, int, Trick], int] = {}

    def count(held: Cards, leader: int, trick: Trick) -> int:
        if len(trick) == len(rules.seats):
            return count(held, trick_winner(rules, trick), ())
        if not trick and not held[leader]:
            return 1
        state = (held, leader, trick)
        if state not in memo:
            seat = _seat_to_play(rules, leader, trick)
            legal = legal_cards(rules, list(held[seat]), trick)
            after = [(_without(held, seat, card), leader, (*trick, (seat, card))) for card in legal]
            memo[state] = sum(count(*state_after) for state_after in after)
        return memo[state]

    start = _frozen(hands)
    return {
        card: count(_without(start, leader, card), leader, ((leader, card),))
        for card in in_listing_order(rules, hands[leader])
    }


def minimax(rules: Rules, hands: Hands, leader: int, trick: Trick = ()) -> int:
    """Double dummy: tricks still to be won by the side of `leader`, who leads or has led this trick.

    Full width over every legal card; positions met before are remembered.
    """
    side = rules.sides[leader]
    memo: dict[tuple[Cards, int, Trick], int] = {}

    def best(held: Cards, leader: int, trick: Trick) -> int:
        if len(trick) == len(rules.seats):
            winner = trick_winner(rules, trick)
            return (rules.sides[winner] == side) + best(held, winner, ())
        if not trick and not held[leader]:
            return 0
        state = (held, leader, trick)
        if state not in memo:
            seat = _seat_to_play(rules, leader, trick)
            legal = legal_cards(rules, list(held[seat]), trick)
            after = [(_without(held, seat, card), leader, (*trick, (seat, card))) for card in legal]
            results = [best(*state_after) for state_after in after]
            memo[state] = max(results) if rules.sides[seat] == side else min(results)
        return memo[state]

    return best(_frozen(hands), leader, tuple(trick))


# ------------------------------------------------------------------------------------------------ scoring


@dataclass(frozen=True)
class ScoreOptions:
    """The options that scoring looks at; any object with these attributes will do."""

    kitty_is_trick: bool = True
    failed: str = "bid"
    notrump_doubles: bool = False
    boston: str = "none"


def score(options: ScoreOptions, level: int, call: str, tricks_played: int) -> tuple[int, int]:
    """Points of a Bid Whist hand: (declarer's side, defenders), from the tricks declarer's side won in play.

    `call` is "uptown", "downtown" or "notrump". Thirteen tricks exist only where the kitty counts as one.
    """
    tricks = tricks_played + (1 if options.kitty_is_trick else 0)
    needed = level + 6
    if tricks >= needed:
        points = tricks - 6
    elif options.failed == "bid":
        points = -level
    else:
        points = tricks - needed
    if options.notrump_doubles and call == "notrump":
        points *= 2
    if options.boston == "double" and tricks == 13:
        points *= 2
    return points, 0
