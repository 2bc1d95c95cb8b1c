"""Shared by the engine's tests: a contract as the engine sees it and as the slow reference does, side by side."""

import itertools
import random
from functools import cache

import numpy as np
import reference as ref
import reference_smear

from handsim.engine.playout import play_out
from handsim.engine.view import NO_SUIT, View
from handsim.errors import RulesError
from handsim.games.bid_whist import DENOMINATIONS, BidWhist
from handsim.games.smear import Smear
from handsim.games.whist import Whist

M64 = 2**64
CHOICES = {
    "downtown_ace": ("best", "worst"),
    "joker_led": ("trump", "next_suit"),
    "joker_first_discard": (False, True),
    "exchange": (True, False),
    "show_kitty": ("suit_only", "always", "never"),
    "exchange_count_public": (False, True),
    "first_lead": ("declarer", "dealer_left"),
}
"""The options that play depends on, and their values."""


def signed(word):
    """An unsigned 64-bit word as the engine holds it."""
    word %= M64
    return word - M64 if word >= M64 // 2 else word


def unsigned(word):
    """An engine's word as the reference holds it."""
    return int(word) % M64


def every_game(**fixed):
    """Every game that the options which play depends on can make."""
    for values in itertools.product(*CHOICES.values()):
        options = dict(zip(CHOICES, values, strict=True)) | fixed
        try:
            yield BidWhist(**options)
        except RulesError:
            continue


def matters(game, denomination):
    """Whether a game's options all make a difference in a denomination, so that none is tried twice for nothing."""
    notrump = denomination.trump == "NT"
    return not (
        (game.downtown_ace == "worst" and denomination.direction == "uptown")
        or (game.joker_led == "next_suit" and notrump)
        or (game.joker_first_discard and not notrump)
    )


def rules_of(game, contract, **seating):
    """The rules of a contract for the reference."""
    declarer, dealers_left = contract.declarer, (contract.dealer + 1) % 4
    common = {"trump": contract.trump, "declarer": declarer}
    if isinstance(game, Whist):
        return ref.WhistRules(**{**common, "leader": dealers_left, **seating})
    if isinstance(game, Smear):
        return reference_smear.SmearRules(**{**common, "leader": declarer, **seating})
    leader = declarer if game.first_lead == "declarer" else dealers_left
    options = {name: getattr(game, name) for name in ("downtown_ace", "joker_led", "joker_first_discard")}
    return ref.Rules(**{**common, **options, "direction": contract.direction, "leader": leader, **seating})


class Setting:
    """A contract, as a frame for the engine and as rules for the reference, and the words between them."""

    def __init__(
        self, game=None, denomination=DENOMINATIONS[0], *, declarer=0, dealer=3, fields="SHDC", turn_up="", **seating
    ):
        self.game = game = game or BidWhist()
        self.denomination = denomination
        contracts = game.contracts(declarer=declarer, dealer=dealer, turn_up=turn_up)
        contract = next(c for c in contracts if c.denomination[:2] == denomination[:2])
        self.contract = contract
        self.rules = rules_of(game, contract, fields=fields, **seating)
        seating.pop("leader", None)
        self.frame = game.frame(contract, fields=fields)
        if seating:
            self.frame = _seated(self.frame, self.rules)
        self.frame = self.frame._replace(leader=self.rules.leader)
        self.pack = [str(card) for card in game.deck]
        self.bit = {card: int(bit) for card, bit in zip(self.pack, self.frame.bits, strict=True)}
        self.card = {bit: card for card, bit in self.bit.items()}
        self.field = {suit: 0x7FFF << 16 * i for i, suit in enumerate(fields)} | {None: 0}

    def __repr__(self):
        return f"{self.denomination} {self.game}"

    @property
    def n_plays(self):
        return self.frame.n_tricks * self.frame.n_playing

    def mask(self, cards):
        """Cards as a set of the frame's bits."""
        return sum(self.bit[card] for card in cards)

    def cards(self, mask):
        """A set of the frame's bits as cards, in listing order."""
        return [self.card[1 << i] for i in range(63) if int(mask) >> i & 1]

    def row(self, places):
        """A deal as a row of masks of physical cards."""
        return [sum(1 << self.pack.index(card) for card in place) for place in places]

    def deals(self, deals):
        return np.array([self.row(places) for places in deals], dtype=np.int64)

    def new_log(self, n):
        return np.zeros((n, 1 + self.n_plays), dtype=np.int64)

    def engine(self, deals, policy, *, key=0, start=0, **more):
        """Play deals out by the engine: (log, tricks by seat)."""
        log = self.new_log(len(deals))
        taken = play_out(self.frame, policy, self.deals(deals), key=signed(key), start=start, log=log, **more)
        return log, taken

    def in_words(self, row):
        """A row of a log, readable: what was buried, then the cards in the order played."""
        return self.cards(row[0]), [self.card[int(bit)] for bit in row[1:]]

    # The reference

    @property
    def exchange(self):
        return getattr(self.game, "exchange", False) or getattr(self.game, "undealt_seen", 0) > 0

    def taken(self, places):
        """The cards of a deal that declarer takes before he puts some aside; without an exchange a dead kitty."""
        return list(places[4]) if isinstance(self.game, Smear) else [card for pile in places[4:] for card in pile]

    def aside_choice(self, cards):
        """Of the cards held at the set-aside step: those that must go, those to choose from, and how many of these."""
        if not isinstance(self.game, Smear):
            return [], list(cards), 6
        asked = []
        away = reference_smear.discards(
            self.rules, cards, self.game.undealt_seen, lambda some, n: asked.append((list(some), n)) or []
        )
        return [] if len(away) == self.game.undealt_seen else away, *(asked[0] if asked else (away, len(away)))

    def put_aside(self, cards, choose):
        """What goes if `choose(cards, n)` picks where there is a choice."""
        forced, free, count = self.aside_choice(cards)
        return [*forced, *(choose(free, count) if len(free) > count else free)]

    @property
    def values(self):
        """Card points by rank, as the engine packs them."""
        if not isinstance(self.game, Smear):
            return 0
        points = reference_smear.CARD_POINTS
        return sum(points[rank] << 4 * place for place, rank in enumerate(reference_smear.RANKS))

    @property
    def marks(self):
        """What policies are told of the game besides, as the engine packs it."""
        if not isinstance(self.game, Smear):
            return 0
        places = [self.bit[self.rules.trump + rank].bit_length() for rank in "J7A"]
        return 1 + 2 * self.exchange + sum(place << 2 + 6 * i for i, place in enumerate(places))

    @property
    def kitty_shown(self):
        if not isinstance(self.game, BidWhist):
            return False
        game, suit = self.game, self.rules.trump != "NT"
        return self.exchange and (game.show_kitty == "always" or (game.show_kitty == "suit_only" and suit))

    def shown(self, kitty):
        """The cards that everybody saw, and the seat they lie with."""
        if self.kitty_shown:
            return tuple(kitty), self.rules.declarer
        return ((self.contract.card,), self.contract.dealer) if self.contract.card else ((), None)

    def reference(self, places, policy, base):
        """Play a deal out by the reference: (buried, cards in the order played, record)."""
        player = PLAYERS[policy](self, self.taken(places), base)
        return player.play_out(places)

    def masks(self):
        rules = self.rules
        return {
            "trumps": self.mask(card for card in self.pack if ref.suit_of(rules, card) == rules.trump),
            "worthless": self.mask(card for card in self.pack if ref.suit_of(rules, card) is None),
            "free_lead": self.mask(card for card in self.pack if ref.asks_nothing_when_led(rules, card)),
        }


def _seated(frame, rules):
    seats, n = rules.seats, len(rules.seats)
    after = np.full(4, -1, dtype=np.int64)
    for i, seat in enumerate(seats):
        after[seat] = seats[(i + 1) % n]
    return frame._replace(next_seat=after, sides=np.array(rules.sides, dtype=np.int64), n_playing=n)


def first_leads(rules, tricks):
    """Seat -> the suit it led when it first led a card that asks for one."""
    leads = {}
    for trick in tricks:
        if trick and not ref.asks_nothing_when_led(rules, trick[0][1]):
            leads.setdefault(trick[0][0], ref.suit_of(rules, trick[0][1]))
    return leads


def digest(view):
    """The twin of the digest policy's word."""
    word = 0
    for x in view:
        word = ref.mix(word ^ x % M64)
    return word


class Player:
    """All four seats of the reference on one deal; it works out the engine's view of every decision.

    Attributes
    ----------
    views
        The views of all decisions so far, the set-aside step's first, if `keep` says so.
    """

    def __init__(self, setting, kitty, base, keep=False):
        self.setting, self.rules, self.kitty, self.base = setting, setting.rules, kitty, base
        self.kept = -1
        self.keep, self.views = keep, []

    def play_out(self, places):
        bury = self.bury_and_note if self.setting.exchange else None
        record = ref.playout(self.rules, places[:4], [self.decide] * 4, self.base, self.kitty, bury)
        return record.buried, [card for trick in record.tricks for _, card in trick], record

    def decide(self, seen):
        if self.keep:
            self.views.append(self.view(seen))
        return self.play(seen)

    def bury_and_note(self, rules, cards):
        if self.keep:
            self.views.append(self.aside_view(cards))
        buried = self.bury(cards)
        if getattr(self.setting.game, "exchange_count_public", False):
            self.kept = len(set(self.kitty) - set(buried))
        return buried

    def view(self, seen):
        """The engine's view at a decision, put together from what the reference knows of it."""
        setting, rules, mask = self.setting, self.rules, self.setting.mask
        tricks = [*seen.tricks, seen.trick]
        asked = ref.suit_asked(rules, seen.trick)
        order = ref.seat_order(rules, seen.trick[0][0] if seen.trick else seen.seat)
        winner = ref.trick_winner(rules, seen.trick) if seen.trick else seen.seat
        best = [card for seat, card in seen.trick if seat == winner and ref.suit_of(rules, card)]
        voids = set().union(*(ref.voids_shown(rules, trick) for trick in tricks))
        number = dict(zip(rules.fields, range(4), strict=True)) | {"joker": NO_SUIT}
        return View(
            seat=seen.seat,
            hand=mask(seen.hand),
            legal=mask(ref.legal_cards(rules, seen.open_to, seen.trick)),
            count=0,
            led=setting.field[asked],
            best=mask(best),
            winner=winner,
            trick=sum(setting.bit[card].bit_length() << 8 * seat for seat, card in seen.trick),
            to_come=sum(1 << seat for seat in order[len(seen.trick) + 1 :]),
            number=len(seen.tricks),
            played=mask(card for trick in tricks for _, card in trick),
            aside=mask(seen.buried),
            shown=mask(setting.shown(self.kitty)[0]),
            history=signed(
                sum(1 << (8 * seat + number[suit]) for seat, suit in voids)
                + sum((number[suit] + 1) << 32 + 3 * seat for seat, suit in first_leads(rules, tricks).items())
                + sum(1 << 44 + 4 * seat for seat in seen.winners)
            ),
            roles=self.roles(seen.seat),
            pack=mask(setting.pack),
            **setting.masks(),
            values=setting.values,
            key=signed(self.base),
        )

    def roles(self, me):
        """The engine's word of roles of a seat."""
        rules = self.rules
        partners = sum(1 << s for s in rules.seats if s != me and rules.sides[s] == rules.sides[me])
        opponents = sum(1 << s for s in rules.seats if rules.sides[s] != rules.sides[me])
        _, shown_with = self.setting.shown(self.kitty)
        shown_with = 15 if shown_with is None else shown_with
        seats = partners + (opponents << 4) + (rules.declarer << 8) + (shown_with << 12)
        return seats + ((self.kept & 255) << 16) + (self.setting.marks << 25)

    def aside_view(self, cards):
        """The engine's view at the set-aside step."""
        view, mask = self.view(ref.View(self.rules, self.rules.declarer, cards)), self.setting.mask
        forced, free, count = self.setting.aside_choice(cards)
        return view._replace(legal=mask(free), count=count, aside=mask(forced), winner=self.rules.leader, to_come=0)


class RandomPlayer(Player):
    def play(self, seen):
        return ref.random_policy(seen)

    def bury(self, cards):
        declarer = self.rules.declarer
        return self.setting.put_aside(cards, lambda some, n: ref.bury_random(self.rules, some, self.base, declarer, n))


class GreedyPlayer(Player):
    def play(self, seen):
        return ref.greedy_policy(seen)

    def bury(self, cards):
        return self.setting.put_aside(cards, lambda some, n: ref.bury_six_lowest(self.rules, some, n))


class DigestPlayer(Player):
    """The twin of the digest policy: what it does depends on every field of the view."""

    def play(self, seen):
        view = self.view(seen)
        legal = self.setting.cards(view.legal)
        return legal[ref.upper_half_below(digest(view), len(legal))]

    def bury(self, cards):
        word = digest(self.aside_view(cards))

        def choose(some, count):
            rest = ref.in_listing_order(self.rules, some)
            return [rest.pop(ref.upper_half_below(ref.at(word, n), len(rest))) for n in range(count)]

        return self.setting.put_aside(cards, choose)


PLAYERS = {"random": RandomPlayer, "greedy": GreedyPlayer, "digest": DigestPlayer}


@cache
def full_deal(seed, i, game=None):
    """Deal i of a seed: four hands and the kitty, as cards."""
    game = game or BidWhist()
    sizes = [*[game.hand_size] * game.n_seats, *game.piles.values()]
    return ref.deal(seed, ref.DEAL, i, [str(card) for card in game.deck], sizes)


def turned_up(card, dealer, places):
    """The deal with a card brought to dealer, in exchange for one of his."""
    hands = [list(hand) for hand in places]
    if card not in hands[dealer]:
        seat = next(seat for seat, hand in enumerate(hands) if card in hand)
        i, j = hands[seat].index(card), 0
        hands[seat][i], hands[dealer][j] = hands[dealer][j], hands[seat][i]
    return hands


def base_of(key, i):
    """The play key of deal i."""
    return ref.at(unsigned(key), i)


def random_setting(rng: random.Random, **fixed):
    """A contract with options, declarer, dealer and field order at random."""
    games = _games()
    while True:
        game, denomination = rng.choice(games), rng.choice(DENOMINATIONS)
        if matters(game, denomination):
            break
    values = {"declarer": rng.randrange(4), "dealer": rng.randrange(4), "fields": "".join(rng.sample("SHDC", 4))}
    return Setting(game, denomination, **{**values, **fixed})


@cache
def _games():
    return list(every_game())


def random_position(rng: random.Random, setting, cards_each, pack=None):
    """Hands of so many cards for the seats in play, and a leader."""
    cards = rng.sample(pack or setting.pack, cards_each * len(setting.rules.seats))
    hands = [[] for _ in range(4)]
    for i, seat in enumerate(setting.rules.seats):
        hands[seat] = cards[i * cards_each : (i + 1) * cards_each]
    return hands, rng.choice(setting.rules.seats)
