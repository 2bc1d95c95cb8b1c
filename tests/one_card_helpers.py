"""Shared by the tests of One Card: a contract as the engine sees it and as the slow twin does, side by side."""

from dataclasses import replace

import numpy as np
import reference as ref
import reference_one_card as twin
from engine_helpers import digest, first_leads, signed

from handsim.engine.playout import play_out
from handsim.engine.view import View
from handsim.games.one_card import OneCard

NOBODY, NOT_KNOWN, PRIZE = 15, 255, 27
"""Words of the engine's roles, and where in them the place of the card stands that is worth winning for itself."""
UP_VALUES, DOWN_VALUES = (
    sum(twin.points_of("S" + rank) << 4 * (1 + i) for i, rank in enumerate(ranks))
    for ranks in (twin.UPTOWN, twin.DOWNTOWN)
)


class Table:
    """A contract, as a frame for the engine and as rules for the twin, and the words between them."""

    def __init__(self, game, contract, fields="SHDC"):
        self.game, self.contract, self.n = game, contract, game.players
        bid = contract.trump != "NT"
        self.rules = twin.table_of(
            game.players,
            trump=contract.trump if bid else "joker",
            declarer=contract.declarer,
            leader=twin.leader_of(game.players, contract.declarer, contract.dealer, bid=bid),
            first=contract.card,
            fields=fields,
        )
        self.frame = game.frame(contract, fields=fields)
        self.pack = [str(card) for card in game.deck]
        self.bit = {card: self.bit_of(card, self.rules) for card in self.pack}

    @classmethod
    def of(cls, players=4, trump="S", *, bid="9", declarer=0, dealer=None, card="", fields="SHDC"):
        """A table of so many players; trump None: nobody bid."""
        game = OneCard(players=players)
        if trump is None:
            return cls(game, game.no_bid(dealer), fields)
        contract = game.contract(bid, trump=trump, declarer=declarer, dealer=dealer)
        return cls(game, replace(contract, card=card), fields)

    def __repr__(self):
        return f"{self.contract}, {self.n} players, fields {self.rules.fields}"

    @property
    def n_plays(self):
        return self.frame.n_tricks * self.n

    @staticmethod
    def bit_of(card, rules):
        """A card's bit, in the order that the rules say."""
        suit, position = rules.place[card]
        return 1 << (position + 16 * rules.fields.index(suit) if suit in rules.fields else position)

    def mask(self, cards, rules=None):
        """Cards as a set of bits, in the order that the rules say (the table's own: as at the start)."""
        return sum(self.bit_of(card, rules or self.rules) for card in cards)

    def cards(self, mask, rules=None):
        """A set of bits as cards, in listing order."""
        rules = rules or self.rules
        return [card for card in rules.listing if self.bit_of(card, rules) & int(mask)]

    def named(self, mask, rules=None):
        return " ".join(self.cards(mask, rules))

    def deals(self, deals):
        """Deals (hands and the one card, as texts) as rows of masks of physical cards."""
        return np.array([[sum(1 << self.pack.index(c) for c in place) for place in places] for places in deals])

    def engine(self, deals, policy, *, key=0, start=0, **more):
        """Play deals out by the engine: (log, outcomes)."""
        log = np.zeros((len(deals), 1 + self.n_plays), dtype=np.int64)
        outcome = play_out(self.frame, policy, self.deals(deals), key=signed(key), start=start, log=log, **more)
        return log, outcome

    def in_words(self, row):
        """A row of a log as the cards in the order played."""
        by_bit = {bit: card for card, bit in self.bit.items()}
        return [by_bit[int(bit)] for bit in row[1:]]

    def view(self, seen, base=0):
        """The engine's view at a decision, put together from what the twin knows of it."""
        rules, seat = seen.rules, seen.seat
        tricks = [*seen.tricks, seen.trick]
        asked = ref.suit_asked(rules, seen.trick)
        winner = ref.trick_winner(rules, seen.trick) if seen.trick else seat
        order = ref.seat_order(rules, seen.trick[0][0] if seen.trick else seat)
        number = {suit: i for i, suit in enumerate(rules.fields)}
        voids = set().union(*(ref.voids_shown(rules, trick) for trick in tricks))
        history = sum(1 << (8 * who + number[suit]) for who, suit in voids)
        history += sum((number[suit] + 1) << 32 + 3 * who for who, suit in first_leads(rules, tricks).items())
        history += sum(1 << 44 + 4 * who for who in seen.winners)
        opponents = sum(1 << who for who in rules.seats if who != seat)
        declarer = rules.declarer if rules.has_bid else NOBODY
        prize = self.bit[twin.JOKER].bit_length() if rules.has_bid else 0
        joker_at = 4 * rules.place[twin.JOKER][1]
        return View(
            seat=seat,
            hand=self.mask(seen.hand, rules),
            legal=self.mask(seen.legal, rules),
            count=0,
            led=0x7FFF << 16 * number[asked] if asked else 0,
            best=self.mask([card for who, card in seen.trick if who == winner], rules),
            winner=winner,
            trick=sum(self.bit_of(card, rules).bit_length() << 8 * who for who, card in seen.trick),
            to_come=sum(1 << who for who in order[len(seen.trick) + 1 :]),
            number=len(seen.tricks),
            played=self.mask([card for trick in tricks for _, card in trick], rules),
            aside=0,
            shown=0,
            history=signed(history),
            roles=(opponents << 4) + (declarer << 8) + (NOBODY << 12) + (NOT_KNOWN << 16) + (prize << PRIZE),
            pack=self.mask(self.pack, rules),
            trumps=self.mask([card for card in self.pack if ref.suit_of(rules, card) == rules.trump], rules),
            worthless=0,
            free_lead=0 if rules.has_bid else self.bit[twin.JOKER],
            values=(UP_VALUES if rules.direction == "uptown" else DOWN_VALUES) + (3 << joker_at),
            key=signed(base),
        )

    def reference(self, places, policy, base):
        """Play a deal out by the twin."""
        play, turn = PLAYERS[policy](self, base)
        return twin.playout(self.rules, places[:-1], places[-1][0], [play] * self.n, turn, base)


def digest_player(table, base):
    """The twin of the digest policy: what it does depends on every field of the view."""

    def play(seen):
        legal = ref.in_listing_order(seen.rules, seen.legal)
        return legal[ref.upper_half_below(digest(table.view(seen, base)), len(legal))]

    def turn(seen):
        return ref.upper_half_below(digest(table.view(seen, base)), 2) == 1

    return play, turn


PLAYERS = {
    "random": lambda table, base: (twin.random_policy, twin.random_turn),
    "greedy": lambda table, base: (twin.greedy_policy, twin.greedy_turn),
    "digest": digest_player,
}


def full_deal(seed, i, players=4):
    """Deal i of a seed: a hand a seat, and the one card."""
    return ref.deal(seed, ref.DEAL, i, twin.PACK, [24 // players] * players + [1])
