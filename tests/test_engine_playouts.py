"""Full playouts, card by card, against the reference: every denomination, every option that play depends on."""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
from engine_helpers import PLAYERS, Setting, base_of, every_game, full_deal, matters, random_setting, signed

from handsim.engine import playout as engine_playout
from handsim.engine import policy as policies
from handsim.engine.jit import JIT_DISABLED
from handsim.engine.policy import Policy, decision
from handsim.errors import ArgumentError, PolicyError
from handsim.games.bid_whist import DENOMINATIONS, BidWhist

KEY = ref.stream(11, ref.PLAY)
BY_NAME = {"random": policies.find("random"), "greedy": policies.find("greedy"), "digest": probes.DIGEST}


def check(setting, policy, start, n):
    """Play deals of seed 6 out by both, and compare what is buried, every card, and the tricks."""
    deals = [full_deal(6, start + i) for i in range(n)]
    log, taken = setting.engine(deals, BY_NAME[policy], key=KEY, start=start)
    for i, places in enumerate(deals):
        buried, cards, record = setting.reference(places, policy, base_of(KEY, start + i))
        away, played = setting.in_words(log[i])
        assert sorted(away) == sorted(buried), (setting, policy, start + i)
        if played != cards:
            ply = next(k for k in range(len(cards)) if played[k] != cards[k])
            pytest.fail(f"{setting}, {policy}, deal {start + i}, play {ply}: {played[ply]}, not {cards[ply]}")
        assert taken[i].tolist() == record.tricks_by_seat


@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize("denomination", DENOMINATIONS, ids=str)
def test_playouts_in_every_denomination(denomination, policy):
    for declarer in range(4):
        check(Setting(BidWhist(), denomination, declarer=declarer), policy, 10 * declarer, 8)


@pytest.mark.parametrize("policy", PLAYERS)
def test_playouts_with_every_combination_of_options(policy):
    deals = 1 if policy == "digest" else 3
    settings = (pair for pair in itertools.product(every_game(), DENOMINATIONS) if matters(*pair))
    for number, (game, denomination) in enumerate(settings):
        check(Setting(game, denomination, declarer=number % 4, dealer=number // 4 % 4), policy, number % 50, deals)


def test_playouts_with_suits_in_any_field():
    rng = random.Random(3)
    for number in range(150):
        check(random_setting(rng), list(PLAYERS)[number % 3], rng.randrange(50), 1)


@pytest.mark.parametrize("policy", PLAYERS)
@pytest.mark.parametrize(
    ("seats", "sides"),
    [
        ((0, 1, 3), (0, 1, 0, 1)),
        ((1, 2, 3), (0, 1, 0, 1)),
        ((0, 1, 2), (0, 1, 2, 3)),
        ((0, 2), (0, 1, 1, 0)),
    ],
)
def test_playouts_with_seats_sitting_out(seats, sides, policy):
    rng = random.Random(len(policy))
    for number in range(15):
        leader = rng.choice(seats)
        setting = random_setting(rng, seats=seats, sides=sides, declarer=rng.choice(seats), leader=leader)
        check(setting, policy, 3 * number, 1)


@pytest.mark.nojit
@pytest.mark.parametrize("policy", PLAYERS)
def test_some_playouts(policy):
    rng = random.Random(8)
    for number in range(6):
        check(random_setting(rng), policy, 5 * number, 1)


def test_all_policies_that_are_registered_play_by_the_rules():
    """The engine refuses a card that is not legal; this looks at it from outside."""
    rng = random.Random(5)
    for name in policies.names():
        for number in range(40):
            setting = random_setting(rng)
            places = full_deal(6, number)
            log, taken = setting.engine([places], policies.find(name), key=KEY, start=number)
            buried, cards = setting.in_words(log[0])
            rules, hands = setting.rules, [list(hand) for hand in places[:4]]
            if setting.game.exchange:
                hands[rules.declarer] = [c for c in hands[rules.declarer] + places[4] if c not in buried]
            won, leader = [0] * 4, rules.leader
            for at in range(0, 48, 4):
                trick = []
                for seat, card in zip(ref.seat_order(rules, leader), cards[at : at + 4], strict=True):
                    assert card in ref.legal_cards(rules, hands[seat], trick)
                    hands[seat].remove(card)
                    trick.append((seat, card))
                leader = ref.trick_winner(rules, trick)
                won[leader] += 1
            assert taken[0].tolist() == won


# The parts of play_out


def test_a_log_played_back_is_the_same_from_any_ply():
    for setting, policy in ((Setting(), "greedy"), (Setting(BidWhist.one_round(), DENOMINATIONS[9]), "random")):
        deals = [full_deal(1, i) for i in range(10)]
        log, taken = setting.engine(deals, BY_NAME[policy], key=KEY)
        for forced in (0, 1, 7, 30, 47, 48):
            again = log.copy()
            again[:, 1 + forced :] = 0
            if not forced:
                again[:, 0] = 0
            taken_again = engine_playout.play_out(
                setting.frame, BY_NAME[policy], setting.deals(deals), key=signed(KEY), log=again, forced=forced
            )
            assert (again == log).all() and (taken_again == taken).all()


def test_forced_cards_are_followed_and_checked():
    setting, greedy = Setting(), BY_NAME["greedy"]
    places = full_deal(1, 0)
    log, _ = setting.engine([places], greedy, key=KEY)
    buried, cards = setting.in_words(log[0])
    other = next(card for card in places[0] if card not in buried and card != cards[0])

    def replay(lead, *more):
        given = log.copy()
        given[0, 1 : 2 + len(more)] = [setting.bit[lead], *more]
        forced = 1 + len(more)
        engine_playout.play_out(setting.frame, greedy, setting.deals([places]), log=given, forced=forced)
        return setting.in_words(given[0])

    away, played = replay(other)
    assert away == buried and played[0] == other and sorted(played) == sorted(cards)
    for wrong in (setting.bit[places[0][0]], 0, setting.mask(places[1]), setting.bit[other]):
        with pytest.raises(PolicyError, match="in deal 0"):  # not a card of seat 1's, or not one card
            replay(other, wrong)


def test_a_deal_depends_on_its_index_alone():
    setting = Setting()
    deals = [full_deal(2, i) for i in range(12)]
    log, taken = setting.engine(deals, BY_NAME["random"], key=KEY)
    for start, stop in ((0, 1), (1, 6), (6, 12)):
        part, took = setting.engine(deals[start:stop], BY_NAME["random"], key=KEY, start=start)
        assert (part == log[start:stop]).all() and (took == taken[start:stop]).all()
    moved, _ = setting.engine(deals, BY_NAME["random"], key=KEY, start=1)
    assert (moved != log).any()


def test_without_a_log_the_tricks_are_the_same():
    setting = Setting(BidWhist(), DENOMINATIONS[4])
    deals = [full_deal(2, i) for i in range(50)]
    _, taken = setting.engine(deals, BY_NAME["greedy"], key=KEY)
    again = engine_playout.play_out(setting.frame, BY_NAME["greedy"], setting.deals(deals), key=signed(KEY))
    assert again.dtype == np.int8 and (again == taken).all()
    none = engine_playout.play_out(setting.frame, BY_NAME["greedy"], np.zeros((0, 5), dtype=np.int64))
    assert none.shape == (0, 4)


@pytest.mark.parametrize("declarer", [0, 1])
def test_each_side_by_its_own_policy(declarer):
    """Side 0 by one, side 1 by the other, the cards put aside by the policy of the seat that does so."""
    setting = Setting(BidWhist(), DENOMINATIONS[6], declarer=declarer)
    us, them = BY_NAME["random"], BY_NAME["greedy"]
    for i in range(20):
        places, base = full_deal(3, i), base_of(KEY, i)
        kinds = [PLAYERS[("random", "greedy")[seat % 2]](setting, places[4], base) for seat in range(4)]
        bury = kinds[declarer].bury_and_note
        record = ref.playout(setting.rules, places[:4], [k.decide for k in kinds], base, places[4], bury)
        log, taken = setting.engine([places], us, against=them, key=KEY, start=i)
        buried, cards = setting.in_words(log[0])
        assert sorted(buried) == sorted(record.buried)
        assert cards == [card for trick in record.tricks for _, card in trick]
        assert taken[0].tolist() == record.tricks_by_seat
        same, _ = setting.engine([places], us, against=them, set_aside=(us, them)[declarer], key=KEY, start=i)
        assert (same == log).all()
        other, _ = setting.engine([places], us, against=them, set_aside=(them, us)[declarer], key=KEY, start=i)
        by_other = kinds[1 - declarer].bury(places[declarer] + places[4])
        assert sorted(setting.cards(other[0, 0])) == sorted(by_other)


@pytest.mark.parametrize("name", ["nothing", "two", "unheld"])
def test_a_card_that_is_not_legal_is_refused(name):
    greedy = BY_NAME["greedy"]
    bad = Policy(name, getattr(probes, f"play_{name}"), greedy.set_aside)
    deals = [full_deal(4, i) for i in range(3)]
    with pytest.raises(PolicyError, match=rf"policy {name} played a card that it may not, in deal 70$"):
        Setting().engine(deals, bad, start=70)
    with pytest.raises(PolicyError, match=rf"policy greedy or {name} played a card"):
        Setting().engine(deals, greedy, against=bad)


@pytest.mark.parametrize("declarer", [0, 1])
def test_cards_that_cannot_be_put_aside_are_refused(declarer):
    greedy = BY_NAME["greedy"]
    bad = Policy("five", greedy.play, probes.set_aside_five)
    setting = Setting(declarer=declarer)
    deals = [full_deal(4, i) for i in range(3)]
    with pytest.raises(PolicyError, match=r"policy five put aside cards that it may not, in deal 9$"):
        setting.engine(deals, bad, start=9)
    with pytest.raises(PolicyError, match="policy five put aside"):
        setting.engine(deals, greedy, set_aside=bad)


def test_policies_are_found_by_name():
    assert policies.names()[:3] == ("random", "greedy", "maxims")
    for name in policies.names():
        assert policies.find(name).name == name
        assert policies.find(policies.find(name)) is policies.find(name)
    with pytest.raises(ArgumentError, match=r"'gredy'; did you mean 'greedy'\? there are random, greedy, maxims"):
        policies.find("gredy")


# With the jit off, a policy can write down what it is told


@pytest.mark.nojit
@pytest.mark.skipif(not JIT_DISABLED, reason="a policy in plain Python runs only with NUMBA_DISABLE_JIT=1")
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_every_field_of_every_view(policy):
    told = []

    def noting(decide):
        def noted(view):
            told.append(view)
            return decide(view)

        return decision(noted)

    inner = BY_NAME[policy]
    recorder = Policy("recorder", noting(inner.play), noting(inner.set_aside))
    rng = random.Random(9)
    for number in range(12):
        setting, places = random_setting(rng), full_deal(6, number)
        player = PLAYERS[policy](setting, places[4], base_of(KEY, number), keep=True)
        player.play_out(places)
        told.clear()
        setting.engine([places], recorder, key=KEY, start=number)
        assert len(told) == len(player.views)
        for view, expected in zip(told, player.views, strict=True):
            for name, value in expected._asdict().items():
                assert int(getattr(view, name)) == value, (name, setting, expected)


def test_the_small_checks_with_the_jit_off():
    here = Path(__file__).parent
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(here.parent)}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "nojit", *here.glob("test_engine_*.py")],
        env=env, cwd=here.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-1000:]
    assert "passed" in run.stdout and "skipped" not in run.stdout.splitlines()[-1]
