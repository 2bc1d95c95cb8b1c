"""Bid Euchre for the tests: its contracts, deals and players, for the engine and for the twin side by side."""

import random
from functools import cache

import reference as ref
import reference_euchre as twin
from engine_helpers import DigestPlayer, GreedyPlayer, RandomPlayer, Setting, digest

from handsim.games.bid_euchre import BidEuchre

GAMES = [
    BidEuchre(),
    BidEuchre(notrump_high=True, notrump_low=True),
    BidEuchre(joker=True),
    BidEuchre(decks=2),
    BidEuchre(decks=2, exchange_cards=2),
    BidEuchre(decks=2, exchange_cards=3, notrump_high=True, notrump_low=True),
]
"""Every option that play depends on."""


class EuchreSetting(Setting):
    """A Bid Euchre contract, as a frame for the engine and as rules for the twin."""

    def __init__(self, game=None, bid="3", denomination=None, *, declarer=0, dealer=3, fields="SHDC"):
        self.game = game = game or BidEuchre()
        self.denomination = denomination = denomination or game.denominations[0]
        self.contract = game.contract(
            bid, trump=denomination.trump, direction=denomination.direction or None, declarer=declarer, dealer=dealer
        )
        rules = twin.EuchreRules(
            trump=denomination.trump, direction=denomination.direction, joker=game.joker, copies=game.decks,
            declarer=declarer, leader=declarer, fields=fields, ask=game.exchange_cards if bid == "ask" else 0,
        )  # fmt: skip
        self.rules = rules if self.contract.bid.call == "" else twin.alone(rules)
        self.frame = game.frame(self.contract, fields=fields)
        self.pack = twin.pack(game.joker, game.decks)
        self.bit = {card: int(bit) for card, bit in zip(self.pack, self.frame.bits, strict=True)}
        self.card = {bit: card for card, bit in self.bit.items()}
        self.field = {suit: 0x7FFF << 16 * i for i, suit in enumerate(fields)} | {None: 0}

    def __repr__(self):
        return f"{self.contract} {self.game}"

    @property
    def exchange(self):
        return False  # no pile is taken

    def reference(self, places, policy, base):
        player = PLAYERS[policy](self, [], base)
        return player.play_out(places)


class EuchrePlayer:
    """What the players of `engine_helpers` do otherwise here: the ask, and what the asker then knows."""

    given = ()

    def play_out(self, places):
        rules = self.rules
        if not rules.ask:
            return super().play_out(places)
        hand = places[rules.declarer]
        if self.keep:
            self.views.append(self.aside_view(hand))
        offered = self.bury(hand)
        _, given = twin.exchange(rules, places, offered)
        self.given = given
        # He holds his cards and the given ones, and puts away what he offered.
        record = ref.playout(rules, places[:4], [self.decide] * 4, self.base, given, lambda *_: offered)
        return record.buried, [card for trick in record.tricks for _, card in trick], record

    def view(self, seen):
        shown = self.given if seen.seat == self.rules.declarer else ()
        return super().view(seen)._replace(shown=self.setting.mask(shown))

    def roles(self, me):
        rules = self.rules
        asker = rules.ask and me == rules.declarer and self.given
        roles = super().roles(me) + (rules.copies - 1 << 24)
        return roles & ~(15 << 12) | me << 12 if asker else roles

    def aside_view(self, cards):
        view = self.view(ref.View(self.rules, self.rules.declarer, cards))
        return view._replace(count=self.rules.ask, winner=self.rules.leader, to_come=0)


class EuchreRandom(EuchrePlayer, RandomPlayer):
    def bury(self, cards):
        return ref.bury_random(self.rules, cards, self.base, self.rules.declarer, self.rules.ask)


class EuchreGreedy(EuchrePlayer, GreedyPlayer):
    def bury(self, cards):
        return ref.bury_six_lowest(self.rules, cards, self.rules.ask)


class EuchreDigest(EuchrePlayer, DigestPlayer):
    def bury(self, cards):
        word, rest = digest(self.aside_view(cards)), ref.in_listing_order(self.rules, cards)
        return [rest.pop(ref.upper_half_below(ref.at(word, n), len(rest))) for n in range(self.rules.ask)]


PLAYERS = {"random": EuchreRandom, "greedy": EuchreGreedy, "digest": EuchreDigest}


@cache
def euchre_deal(seed, i, game=GAMES[0]):
    """Deal i of a seed: four hands, then dealer's seventh card where there is one, as cards."""
    need = [game.hand_size] * 4 + list(game.piles.values())
    return ref.deal(seed, ref.DEAL, i, twin.pack(game.joker, game.decks), need)


def every_setting(rng: random.Random, games=GAMES, bids=("3", "ask", "moon"), fields=True):
    """Each game, kind of bid and denomination once; declarer, dealer and, if they may, fields at random."""
    for game in games:
        for bid in bids:
            for denomination in game.denominations:
                seats = {"declarer": rng.randrange(4), "dealer": rng.randrange(4)}
                order = "".join(rng.sample("SHDC", 4)) if fields else "SHDC"
                yield EuchreSetting(game, bid, denomination, fields=order, **seats)


def random_ending(rng, setting, cards_each):
    """Hands of so many cards, of a few ranks or suits so that much ties and ruffs, and a leader."""
    rules, pack = setting.rules, setting.pack
    few = [card for card in pack if card[1] in rng.choice(("JA9", "JQKA", "9TJQKA"))]
    few = [card for card in few if card[0] in rng.choice(("SCB", "SCHB", "SHDCB"))]
    n = cards_each * len(rules.seats)
    cards = rng.sample(few if len(few) >= n else pack, n)
    hands = [[] for _ in range(4)]
    for i, seat in enumerate(rules.seats):
        hands[seat] = cards[i * cards_each : (i + 1) * cards_each]
    return hands, rng.choice(rules.seats)
