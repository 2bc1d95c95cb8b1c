"""Bid Euchre: what a seat cannot see does not change what it does; and what is named otherwise is played the same.

As in `test_honesty.py`: a playout is stopped, the cards hidden from the seat that is to play are dealt anew in keeping
with all that it has seen, the same plays are gone through again, and the seat must do what it did. In an ask the asker
knows what he offered and what he was given; the others do not even know which cards these were.
"""

import itertools
import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
import reference_euchre as twin
from engine_helpers import signed
from euchre_helpers import GAMES, EuchreSetting, euchre_deal, every_setting

from handsim.engine import policy as policies
from handsim.engine.playout import play_out, set_aside_deals
from handsim.games.base import Denomination
from handsim.games.bid_euchre import BidEuchre

KEY = ref.stream(43, ref.PLAY)
POLICIES = {**{name: policies.find(name) for name in policies.names()}, "digest": probes.DIGEST}
by_policy = pytest.mark.parametrize("policy", POLICIES)


class Replay:
    """One finished playout, which can be stopped at any play."""

    def __init__(self, setting, places, row):
        self.setting, self.rules = setting, setting.rules
        self.offered, self.cards = setting.in_words(row)
        self.hands = [list(place) for place in places[:4]]
        self.piles = [list(place) for place in places[4:]]
        self.given = []
        if self.rules.ask:
            self.hands, self.given = twin.exchange(self.rules, self.hands, self.offered)
        self.tricks, leader, n = [], self.rules.leader, len(self.rules.seats)
        for i in range(0, len(self.cards), n):
            self.tricks.append(list(zip(ref.seat_order(self.rules, leader), self.cards[i : i + n], strict=True)))
            leader = ref.trick_winner(self.rules, self.tricks[-1])
        self.plays = [play for trick in self.tricks for play in trick]

    def redeal(self, ply, rng, swaps=60, forgets=False):
        """Deal what is hidden from the seat that makes play number `ply` anew: (places, what is offered)."""
        rules, n = self.rules, len(self.rules.seats)
        observer, done = self.plays[ply][0], {card for _, card in self.plays[:ply]}
        asker = rules.ask and observer == rules.declarer and not forgets
        so_far = [self.tricks[i][: max(0, ply - n * i)] for i in range(ply // n + 1)]
        voids = set().union(*(ref.voids_shown(rules, trick) for trick in so_far))
        known = {*done, *(self.offered if asker else ())}
        hands = [list(hand) for hand in self.hands]
        others = [list(pile) for pile in self.piles]
        piles = [*hands, *others]
        slots = [
            (pile, i)
            for pile in piles
            if pile is not hands[observer]
            for i, card in enumerate(pile)
            if card not in known
        ]
        seat_of = {id(hand): seat for seat, hand in enumerate(hands) if seat in rules.seats}

        def may_lie(card, pile):
            return (seat_of.get(id(pile)), ref.suit_of(rules, card)) not in voids

        for _ in range(swaps):
            (p, i), (q, j) = rng.sample(slots, 2)
            if may_lie(p[i], q) and may_lie(q[j], p):
                p[i], q[j] = q[j], p[i]
        return self._before_the_ask(hands, others, asker, rng)

    def _before_the_ask(self, hands, others, asker, rng):
        """The deal from which an ask leads to these hands, if there is one; else the deal as it was."""
        rules = self.rules
        if not rules.ask:
            return [*hands, *others], []
        mine, partners = hands[rules.declarer], hands[twin.partner_of(rules.declarer)]
        pairs = [(self.given, self.offered)]
        if not asker and rules.ask == 1:
            pairs += [([given], [offered]) for given, offered in itertools.product(mine, partners)]
            rng.shuffle(pairs)
        for given, offered in pairs:
            before = [card for card in partners if card not in offered] + given
            if not (set(given) <= set(mine) and set(offered) <= set(partners)):
                continue
            if set(twin.best_of(rules, before, rules.ask)) == set(given):
                places = [list(hand) for hand in hands]
                places[rules.declarer] = [card for card in mine if card not in given] + offered
                places[twin.partner_of(rules.declarer)] = before
                return [*places, *others], offered
        return self._as_dealt()

    def _as_dealt(self):
        places = [list(hand) for hand in self.hands]
        mine, partners = self.rules.declarer, twin.partner_of(self.rules.declarer)
        places[mine] = [card for card in places[mine] if card not in self.given] + self.offered
        places[partners] = [card for card in places[partners] if card not in self.offered] + self.given
        return [*places, *self.piles], self.offered


def changed_minds(setting, policy, rng, n=15, plies=5, **redeal):
    """How often a seat did something else when its hidden cards lay otherwise, and how many deals were dealt anew."""
    deals = [euchre_deal(53, i, setting.game) for i in range(n)]
    log, _ = setting.engine(deals, policy, key=KEY)
    replays = [Replay(setting, places, row) for places, row in zip(deals, log, strict=True)]
    changed = moved = 0
    for ply in rng.sample(range(setting.n_plays - setting.frame.n_playing), plies):
        redealt = [replay.redeal(ply, rng, **redeal) for replay in replays]
        moved += sum(
            any(set(a) != set(b) for a, b in zip(places, new, strict=True))
            for places, (new, _) in zip(deals, redealt, strict=True)
        )
        again = np.zeros_like(log)
        again[:, 0] = [setting.mask(offered) for _, offered in redealt]
        again[:, 1 : 1 + ply] = log[:, 1 : 1 + ply]
        masks = setting.deals([new for new, _ in redealt])
        if ply:
            play_out(setting.frame, policy, masks, key=signed(KEY), log=again, forced=ply)
            changed += int((again[:, 1 + ply] != log[:, 1 + ply]).sum())
    return changed, moved


@by_policy
def test_what_is_hidden_does_not_matter(policy):
    rng, moved_in_all = random.Random(65), 0
    games = [BidEuchre(), BidEuchre(joker=True), BidEuchre(decks=2), BidEuchre(decks=2, exchange_cards=2)]
    for setting in every_setting(rng, games):
        changed, moved = changed_minds(setting, POLICIES[policy], rng)
        assert not changed, (setting, policy)
        moved_in_all += moved
    assert moved_in_all > 1500, "the harness dealt hardly anything anew"


@by_policy
def test_what_is_offered_depends_on_the_askers_cards(policy):
    rng = random.Random(66)
    for setting in every_setting(rng, [GAMES[0], GAMES[4]], bids=("ask",)):
        asker, deals = setting.rules.declarer, [euchre_deal(54, i, setting.game) for i in range(30)]
        log, _ = setting.engine(deals, POLICIES[policy], key=KEY)
        redealt = []
        for places in deals:
            others = [card for seat, hand in enumerate(places) if seat != asker for card in hand]
            rng.shuffle(others)
            n = setting.game.hand_size
            hands = [others[:n], others[n : 2 * n], others[2 * n :]]
            redealt.append([*hands[:asker], places[asker], *hands[asker:]])
        again, _ = setting.engine(redealt, POLICIES[policy], key=KEY)
        assert (again[:, 0] == log[:, 0]).all()


@by_policy
def test_what_dealer_puts_away_depends_on_his_seven_cards(policy):
    game, rng = BidEuchre(joker=True), random.Random(67)
    pack = twin.pack(joker=True)
    for dealer in range(4):
        frame = game.opening_frame(dealer)
        deals = [euchre_deal(55, i, game) for i in range(40)]
        redealt = []
        for places in deals:
            others = [card for seat in range(4) if seat != dealer for card in places[seat]]
            rng.shuffle(others)
            hands = [others[:6], others[6:12], others[12:]]
            redealt.append([*hands[:dealer], places[dealer], *hands[dealer:], places[4]])

        def rows(deals):
            return np.array([[sum(1 << pack.index(card) for card in place) for place in places] for places in deals])

        away = set_aside_deals(frame, POLICIES[policy], rows(deals), key=signed(KEY))
        assert (set_aside_deals(frame, POLICIES[policy], rows(redealt), key=signed(KEY)) == away).all()
        for places, card in zip(deals, away.tolist(), strict=True):
            assert pack[frame.card(card)] in places[dealer] + places[4]
            assert policy in ("random", "digest") or pack[frame.card(card)] != "BJ"


def test_an_asker_who_forgets_what_he_knows_is_caught():
    """The harness can fail: it deals anew what the asker himself offered."""
    setting = EuchreSetting(BidEuchre(), "ask", Denomination("S"), declarer=1)
    assert changed_minds(setting, probes.DIGEST, random.Random(1), n=40)[0] == 0
    assert changed_minds(setting, probes.DIGEST, random.Random(1), n=40, forgets=True)[0] > 5


# Symmetry

COLOURS = ["".join(p) for p in itertools.permutations("SHDC") if {p[0], p[3]} in ({"S", "C"}, {"H", "D"})]
"""The permutations of the suits that keep suits of one colour together."""


def renamed(places, to):
    return [[to.get(card[0], card[0]) + card[1:] for card in place] for place in places]


@pytest.mark.parametrize("policy", policies.names())
def test_suits_permuted_with_the_fields(policy):
    rng = random.Random(68)
    assert len(COLOURS) == 8
    for a in every_setting(rng):
        permutation = rng.choice(COLOURS)
        to = dict(zip("SHDC", permutation, strict=True))
        trump = to.get(a.denomination.trump, "NT")
        b = EuchreSetting(
            a.game, a.contract.bid.name, Denomination(trump, a.denomination.direction),
            declarer=a.contract.declarer, dealer=a.contract.dealer, fields="".join(to[s] for s in a.rules.fields),
        )  # fmt: skip
        deals = [euchre_deal(56, i, a.game) for i in range(20)]
        log, taken = a.engine(deals, policies.find(policy), key=KEY)
        other, took = b.engine([renamed(places, to) for places in deals], policies.find(policy), key=KEY)
        assert (taken == took).all()
        for x, y in zip(log, other, strict=True):
            offered, cards = renamed(a.in_words(x), to)
            assert (sorted(offered), cards) == (sorted(b.in_words(y)[0]), b.in_words(y)[1])


@pytest.mark.parametrize("policy", [name for name in policies.names() if name != "random"])
def test_seats_rotated(policy):
    rng = random.Random(69)
    for a in every_setting(rng):
        turn = rng.randrange(1, 4)
        seats = {"declarer": (a.contract.declarer + turn) % 4, "dealer": (a.contract.dealer + turn) % 4}
        b = EuchreSetting(a.game, a.contract.bid.name, a.denomination, fields=a.rules.fields, **seats)
        deals = [euchre_deal(57, i, a.game) for i in range(20)]
        turned = [[*(places[(seat - turn) % 4] for seat in range(4)), *places[4:]] for places in deals]
        log, taken = a.engine(deals, policies.find(policy), key=KEY)
        other, took = b.engine(turned, policies.find(policy), key=KEY)
        assert (log == other).all() and (np.roll(taken, turn, axis=1) == took).all()
