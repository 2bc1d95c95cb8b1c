"""Bid Euchre as the engine plays it: against the twin card for card, and hands whose outcome is known."""

import random

import engine_probes as probes
import pytest
import reference as ref
from engine_helpers import base_of
from euchre_helpers import PLAYERS, euchre_deal, every_setting

from handsim.engine import policy as policies

KEY = ref.stream(71, ref.PLAY)
BY_NAME = {"random": policies.find("random"), "greedy": policies.find("greedy"), "digest": probes.DIGEST}


def check(setting, policy, start, n):
    """Play deals out by both, and compare what is offered, every card, and the tricks."""
    deals = [euchre_deal(6, start + i, setting.game) for i in range(n)]
    log, taken = setting.engine(deals, BY_NAME[policy], key=KEY, start=start)
    for i, places in enumerate(deals):
        away, cards, record = setting.reference(places, policy, base_of(KEY, start + i))
        offered, played = setting.in_words(log[i])
        assert sorted(away) == sorted(offered), (setting, policy, start + i)
        if played != cards:
            ply = next(k for k in range(len(cards)) if played[k] != cards[k])
            pytest.fail(f"{setting}, {policy}, deal {start + i}, play {ply}: {played[ply]}, not {cards[ply]}")
        assert taken[i].tolist() == record.tricks_by_seat


@pytest.mark.parametrize("policy", PLAYERS)
def test_playouts_are_the_twins(policy):
    rng = random.Random(len(policy))
    for number, setting in enumerate(every_setting(rng)):
        check(setting, policy, 10 * number, 3 if policy == "digest" else 8)
