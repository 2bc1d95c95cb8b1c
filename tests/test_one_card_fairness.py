"""One Card: what is named otherwise is played the same, and what a seat cannot see makes no difference to it."""

import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
import reference_one_card as twin
from engine_helpers import signed
from one_card_helpers import Table, full_deal

from handsim.engine import policy as policies
from handsim.engine.playout import play_out

KEY = ref.stream(21, ref.PLAY)
POLICIES = {**{name: policies.find(name) for name in policies.names()}, "digest": probes.DIGEST}
by_players = pytest.mark.parametrize("players", [2, 3, 4])
by_policy = pytest.mark.parametrize("policy", POLICIES)


# Symmetry


@by_policy
@by_players
def test_suits_permuted_with_the_fields(players, policy):
    rng = random.Random(1)
    deals = [full_deal(31, i, players) for i in range(40)]
    for trump in ("S", "D", None):
        permutation, fields = "".join(rng.sample("SHDC", 4)), "".join(rng.sample("SHDC", 4))
        to = dict(zip("SHDC", permutation, strict=True))
        name = {card: card if card == twin.JOKER else to[card[0]] + card[1] for card in twin.PACK}
        declarer = rng.randrange(players)
        a = Table.of(players, trump, declarer=declarer, fields=fields)
        b = Table.of(players, trump and to[trump], declarer=declarer, fields="".join(to[suit] for suit in fields))
        log, outcome = a.engine(deals, POLICIES[policy], key=KEY)
        other, same = b.engine([[[name[c] for c in place] for place in places] for places in deals], POLICIES[policy],
                               key=KEY)  # fmt: skip
        assert (outcome == same).all() and (log == other).all()
        assert [name[card] for card in a.in_words(log[0])] == b.in_words(other[0])


@pytest.mark.parametrize("policy", ["greedy", "maxims"])
@by_players
def test_seats_rotated(players, policy):
    deals = [full_deal(32, i, players) for i in range(40)]
    for trump in ("H", None):
        a = Table.of(players, trump, declarer=0, dealer=1)
        log, outcome = a.engine(deals, POLICIES[policy], key=KEY)
        for turn in range(1, players):
            b = Table.of(players, trump, declarer=turn, dealer=(1 + turn) % players)
            turned = [[*(places[(s - turn) % players] for s in range(players)), places[-1]] for places in deals]
            other, same = b.engine(turned, POLICIES[policy], key=KEY)
            assert (log == other).all()
            for part in (slice(0, players), slice(4, 4 + players)):
                assert (np.roll(outcome[:, part], turn, axis=1) == same[:, part]).all()


# Honesty


class Replay:
    """One finished playout, which can be stopped at any decision."""

    def __init__(self, table, places, row):
        self.table, self.places = table, places
        rules, n = table.rules, table.n
        cards, leader = table.in_words(row), rules.leader
        self.tricks, self.turner, self.turn_ply = [], None, None
        for i in range(0, len(cards), n):
            order = ref.seat_order(rules, leader)
            self.tricks.append(list(zip(order, cards[i : i + n], strict=True)))
            held = {card: seat for seat in range(n) for card in places[seat]}
            leader = held[cards[i + n]] if i + n < len(cards) else leader
            if twin.JOKER in cards[i : i + n] and rules.has_bid:
                self.turner, self.turn_ply = leader, i + n
        self.plays = [play for trick in self.tricks for play in trick]

    def can_be_stopped(self, ply):
        """Whether nobody but the seat that plays now has decided to turn: what others decide, their cards decide."""
        return self.turn_ply is None or ply < self.turn_ply or self.plays[ply][0] == self.turner

    def redeal(self, ply, rng, swaps=80):
        """Deal the cards hidden from the seat that makes play number `ply` anew, each where it may lie."""
        table, n, observer = self.table, self.table.n, self.plays[ply][0]
        so_far = [self.tricks[i][: max(0, ply - n * i)] for i in range(ply // n + 1)]
        voids = set().union(*(ref.voids_shown(table.rules, trick) for trick in so_far))
        held = {seat: [card for who, card in self.plays[ply:] if who == seat] for seat in range(n)}
        hidden = {seat: cards for seat, cards in held.items() if seat != observer} | {n: list(self.places[n])}
        slots = [(place, i) for place, cards in hidden.items() for i in range(len(cards))]
        for _ in range(swaps):
            (p, i), (q, j) = rng.choice(slots), rng.choice(slots)
            a, b = hidden[p][i], hidden[q][j]
            if not {(q, ref.suit_of(table.rules, a)), (p, ref.suit_of(table.rules, b))} & voids:
                hidden[p][i], hidden[q][j] = b, a
        done = [[card for who, card in self.plays[:ply] if who == seat] for seat in range(n)]
        hands = [[*hidden.get(seat, held[seat]), *done[seat]] for seat in range(n)]
        return [*hands, hidden[n]]


def deals_of(table, seed, n):
    """Deals in which declarer can name the trump by his lead."""
    deals = (full_deal(seed, i, table.n) for i in range(10 * n))
    seat, trump = table.contract.declarer, table.contract.trump
    return [places for places in deals if trump == "NT" or any(c[0] == trump for c in places[seat])][:n]


def changed_minds(table, policy, deals, ply, rng, *, fixed=False, redeal=Replay.redeal):
    """In how many deals the seat that plays at `ply` does something else once its hidden cards lie otherwise.

    And in how many cards were moved. `fixed`: whether to turn is not decided by anybody's cards.
    """
    log, _ = table.engine(deals, policy, key=KEY)
    changed = moved = 0
    for i, places in enumerate(deals):
        game = Replay(table, places, log[i])
        if fixed or game.can_be_stopped(ply):
            anew = redeal(game, ply, rng)
            again = log[i : i + 1].copy()
            again[:, 1 + ply :] = 0
            play_out(table.frame, policy, table.deals([anew]), key=signed(KEY), start=i, log=again, forced=ply)
            changed += int(again[0, 1 + ply] != log[i, 1 + ply])
            moved += any(set(a) != set(b) for a, b in zip(places, anew, strict=True))
    return changed, moved


@by_policy
@by_players
def test_what_is_hidden_does_not_matter(players, policy):
    rng = random.Random(61)
    moved = 0
    for trump in ("H", None):
        table = Table.of(players, trump, declarer=1)
        deals = deals_of(table, 41, 30)
        for ply in rng.sample(range(24 - players), 8):
            changed, some = changed_minds(table, POLICIES[policy], deals, ply, rng)
            assert changed == 0, (table, policy, ply)
            moved += some
    assert moved > 200, "the harness dealt hardly anything anew"


@by_policy
@pytest.mark.parametrize("turns", [0, 1])
def test_nor_after_the_order_was_turned_or_not(turns, policy):
    """Whoever may turn always does, or never, so that every later decision can be looked at."""
    rng = random.Random(62)
    table, always = Table.of(4, "S"), POLICIES[policy]._replace(turn=probes.TURNS[turns])
    deals = deals_of(table, 42, 60)
    log, _ = table.engine(deals, always, key=KEY)
    turned = [i for i, places in enumerate(deals) if Replay(table, places, log[i]).turner is not None]
    assert len(turned) > 40
    for ply in (4, 8, 9, 13, 14, 17):
        assert changed_minds(table, always, deals, ply, rng, fixed=True)[0] == 0


def test_a_seat_that_sees_more_is_caught():
    """The harness can fail: a card of the seat's own is among those dealt anew."""

    def swapped(game, ply, rng):
        seat, card = game.plays[ply]
        places = [list(place) for place in game.places]
        mine = next(c for who, c in game.plays[ply:] if who == seat and c != card)
        places[seat][places[seat].index(mine)], places[-1][0] = places[-1][0], mine
        return places

    table = Table.of(4, "S")
    deals = deals_of(table, 43, 40)
    assert changed_minds(table, probes.DIGEST, deals, 0, random.Random(1), redeal=swapped)[0] > 10


def test_turning_depends_on_the_cards_of_the_one_who_may():
    table = Table.of(4, "S")
    deals = deals_of(table, 44, 300)
    log, _ = table.engine(deals, POLICIES["maxims"], key=KEY)
    rng, looked_at = random.Random(63), 0
    for i, places in enumerate(deals):
        game = Replay(table, places, log[i])
        if game.turner is None or game.turn_ply >= 20:
            continue
        again = log[i : i + 1].copy()
        anew = table.deals([game.redeal(game.turn_ply, rng)])
        play_out(table.frame, POLICIES["maxims"], anew, key=signed(KEY), start=i, log=again, forced=game.turn_ply)
        assert again[0, 1 + game.turn_ply] == log[i, 1 + game.turn_ply]
        looked_at += 1
    assert looked_at > 100
