"""Smear: what a seat cannot see does not matter, and what is named otherwise is played the same."""

import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
import reference_smear as twin
from engine_helpers import Setting, full_deal, signed
from test_honesty import ASIDE, KEY, POLICIES, Replay, changed_minds
from test_symmetry import relabelled

import handsim as hs
from handsim.engine import policy as policies
from handsim.engine.playout import play_out
from handsim.games.base import Denomination

UNDEALT = "undealt"
GAMES = [hs.Smear(), hs.Smear(undealt_seen=1, high_low="in_play"), hs.Smear(undealt_seen=0)]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)
by_policy = pytest.mark.parametrize("policy", POLICIES)


class SmearReplay(Replay):
    """One finished playout; the bidder's discards are known to him alone, the cards left undealt to nobody."""

    def redeal(self, ply, rng, swaps=80, **_):
        """Deal the cards hidden from the seat that makes play number `ply` anew: a row of places, and the discards."""
        rules, declarer = self.rules, self.declarer
        observer, done = self.plays[ply][0], self.plays[:ply]
        so_far = [self.tricks[i][: max(0, ply - 4 * i)] for i in range(ply // 4 + 1)]
        voids = set().union(*(ref.voids_shown(rules, trick) for trick in so_far))
        held = {seat: [card for who, card in self.plays[ply:] if who == seat] for seat in range(4)}
        hidden = {seat: cards for seat, cards in held.items() if seat != observer}
        hidden[UNDEALT] = list(self.places[-1])
        if observer != declarer:
            hidden[ASIDE] = list(self.buried)
        shown = [card for who, card in done if who == declarer]

        def lawful():
            """No trump was discarded by a bidder who kept a plain card."""
            away = hidden.get(ASIDE, self.buried)
            six = [*shown, *hidden.get(declarer, held[declarer])]
            return not (any(c[0] == rules.trump for c in away) and any(c[0] != rules.trump for c in six))

        slots = [(place, i) for place, cards in hidden.items() for i in range(len(cards))]
        for _ in range(swaps):
            (p, i), (q, j) = rng.sample(slots, 2)
            a, b = hidden[p][i], hidden[q][j]
            if (q, a[0]) in voids or (p, b[0]) in voids:
                continue
            hidden[p][i], hidden[q][j] = b, a
            if not lawful():
                hidden[p][i], hidden[q][j] = a, b
        hands = [[*hidden.get(seat, held[seat]), *(c for who, c in done if who == seat)] for seat in range(4)]
        away = hidden.get(ASIDE, self.buried)
        nine = [*hands[declarer], *away]
        # He took what nobody saw: of his nine cards any may have been drawn, but he knows himself.
        draw = rng.sample(nine, len(away)) if observer != declarer else self.setting.taken(self.places)
        if self.exchange:
            hands[declarer] = [card for card in nine if card not in draw]
            return [*hands, draw, hidden[UNDEALT]], away
        return [*hands, hidden[UNDEALT]], []


def replays(setting, policy, n, seed=52):
    """Playouts of deals in which the bidder can lead the trump that he fixed: he may fix no other."""
    deals = [full_deal(seed, i, setting.game) for i in range(2 * n)]
    can_lead = [any(card[0] == setting.rules.trump for card in places[setting.rules.declarer]) for places in deals]
    deals = [places for places, can in zip(deals, can_lead, strict=True) if can][:n]
    log, _ = setting.engine(deals, policy, key=KEY)
    return [SmearReplay(setting, places, row) for places, row in zip(deals, log, strict=True)], log


@by_policy
@each_game
def test_what_is_hidden_does_not_matter(game, policy):
    rng, moved_in_all = random.Random(65), 0
    for declarer, trump in ((0, "H"), (3, "C")):
        setting = Setting(game, Denomination(trump), declarer=declarer)
        games, log = replays(setting, POLICIES[policy], 30)
        for ply in sorted(rng.sample(range(1, 20), 8)):
            changed, moved = changed_minds(setting, POLICIES[policy], games, log, ply, rng)
            assert not changed, (setting, policy, ply, [games[i].places for i in changed[:1]])
            moved_in_all += moved
    assert moved_in_all > 200, "the harness dealt hardly anything anew"


@by_policy
@each_game
def test_discards_and_the_first_lead_depend_on_the_bidders_cards(game, policy):
    rng = random.Random(66)
    setting = Setting(game, Denomination("D"), declarer=2)
    games, log = replays(setting, POLICIES[policy], 80)
    redealt = []
    for one in games:
        *hands, last = one.places
        others = [card for seat in (0, 1, 3) for card in hands[seat]] + last
        rng.shuffle(others)
        redealt.append([others[:6], others[6:12], hands[2], others[12:18], *hands[4:], others[18:]])
    again, _ = setting.engine(redealt, POLICIES[policy], key=KEY)
    assert (again[:, :2] == log[:, :2]).all()


def test_a_bidder_who_shows_his_draw_is_caught():
    """The harness can fail: here the frame shows to all what he took."""
    setting, rng = Setting(GAMES[0], Denomination("S")), random.Random(67)
    games, log = replays(setting, probes.DIGEST, 30)
    frame = setting.frame._replace(aside_shown=1)
    play_out(frame, probes.DIGEST, setting.deals([one.places for one in games]), key=signed(KEY), log=log)
    games = [SmearReplay(setting, one.places, row) for one, row in zip(games, log, strict=True)]
    assert any(changed_minds(setting, probes.DIGEST, games, log, ply, rng, frame=frame)[0] for ply in (1, 2, 3))


# Symmetry


def play(setting, deals, policy):
    log, rows = setting.engine(deals, policies.find(policy), key=KEY)
    return [setting.in_words(row) for row in log], rows


@pytest.mark.parametrize("policy", policies.names())
@each_game
def test_suits_permuted_with_the_fields(game, policy):
    rng = random.Random(2)
    for trump in "SHDC":
        to = dict(zip("SHDC", rng.sample("SHDC", 4), strict=True))
        name = {card: to[card[0]] + card[1] for card in twin.PACK}
        fields, seats = "".join(rng.sample("SHDC", 4)), {"declarer": rng.randrange(4), "dealer": rng.randrange(4)}
        a = Setting(game, Denomination(trump), fields=fields, **seats)
        b = Setting(game, Denomination(to[trump]), fields="".join(to[suit] for suit in fields), **seats)
        deals = [full_deal(33, i, game) for i in range(40)]
        plays, rows = play(a, deals, policy)
        others, same = play(b, [relabelled(places, name) for places in deals], policy)
        assert (rows == same).all()
        for (laid, cards), (away, played) in zip(plays, others, strict=True):
            assert {name[card] for card in laid} == set(away) and [name[card] for card in cards] == played


@pytest.mark.parametrize("policy", [name for name in policies.names() if name != "random"])
@each_game
def test_seats_rotated(game, policy):
    deals = [full_deal(34, i, game) for i in range(40)]
    for trump, turn in (("S", 1), ("H", 2), ("D", 3)):
        a, b = (Setting(game, Denomination(trump), declarer=declarer) for declarer in (0, turn))
        turned = [[*(places[(seat - turn) % 4] for seat in range(4)), *places[4:]] for places in deals]
        plays, rows = play(a, deals, policy)
        others, same = play(b, turned, policy)
        assert plays == others
        assert (np.roll(rows[:, :4], turn, axis=1) == same[:, :4]).all()
        assert (np.roll(rows[:, 4:8], turn, axis=1) == same[:, 4:8]).all()
        assert (np.where(rows[:, 8:] < 0, -1, (rows[:, 8:] + turn) % 4) == same[:, 8:]).all()
