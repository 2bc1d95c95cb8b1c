"""The kept data: endings with their counts of legal plays, and complete playthroughs (tests/make_corpus.py)."""

import json
import random
from collections import Counter
from pathlib import Path

import engine_probes as probes
import make_corpus
import numpy as np
import pytest
import reference as ref
from engine_helpers import random_position, random_setting

DATA = Path(__file__).parent / "data"
PERFTS = {game: json.loads((DATA / "perft" / f"{game}.json").read_text()) for game in make_corpus.GAMES}
GOLDENS = {game: json.loads((DATA / "golden" / f"{game}.json").read_text()) for game in make_corpus.GAMES}
ENDINGS, GOLDEN = PERFTS["bid_whist"], GOLDENS["bid_whist"]


def count(setting, hands, leader):
    masks = np.array([setting.mask(hand) for hand in hands], dtype=np.int64)
    return int(probes.perft(setting.frame, masks, leader))


def divide(setting, hands, leader):
    """The engine's count by the first card."""
    by_card = {}
    for card in ref.in_listing_order(setting.rules, hands[leader]):
        left = [[c for c in hand if c != card] for hand in hands]
        masks = np.array([setting.mask(hand) for hand in left], dtype=np.int64)
        by_card[card] = int(probes.perft_after(setting.frame, masks, leader, setting.bit[card]))
    return by_card


def explain(setting, hands, leader, expected):
    """The divide of both, side by side: what a failure shows."""
    ours = divide(setting, hands, leader)
    lines = [f"{setting}, seat {leader} leads; {'; '.join(map(' '.join, hands))}", "card  engine  expected"]
    lines += [f"{c:4} {ours.get(c, 0):8} {n:9}{'' if ours.get(c) == n else '  <--'}" for c, n in expected.items()]
    return "\n".join(lines)


@pytest.mark.parametrize(("game", "number"), [(game, n) for game, kept in PERFTS.items() for n in range(len(kept))])
def test_perft(game, number):
    entry = PERFTS[game][number]
    setting, hands = make_corpus.setting_of(entry, game), [hand.split() for hand in entry["hands"]]
    leader = entry["leader"]
    assert count(setting, hands, leader) == entry["count"], explain(setting, hands, leader, entry["divide"])
    assert divide(setting, hands, leader) == entry["divide"]


@pytest.mark.nojit
def test_perft_of_small_endings():
    rng = random.Random(1)
    for _ in range(15):
        setting = random_setting(rng)
        hands, leader = random_position(rng, setting, 2)
        assert count(setting, hands, leader) == ref.perft(setting.rules, hands, leader)


def test_perft_of_random_endings():
    rng = random.Random(2)
    for number in range(150):
        seats = ((0, 1, 2, 3), (0, 1, 3), (0, 1, 2, 3))[number % 3]
        sitting = {"seats": seats, "sides": (0, 1, 2, 3), "declarer": 0, "leader": 0} if len(seats) == 3 else {}
        setting = random_setting(rng, **sitting)
        pack = [card for card in setting.pack if card[0] in "SHLB"]
        hands, leader = random_position(rng, setting, 3, pack)
        expected = ref.perft_divide(setting.rules, hands, leader)
        assert count(setting, hands, leader) == sum(expected.values()), explain(setting, hands, leader, expected)


def test_a_failing_perft_shows_its_divide():
    setting, hands = make_corpus.setting_of(ENDINGS[0]), [hand.split() for hand in ENDINGS[0]["hands"]]
    wrong = dict(ENDINGS[0]["divide"])
    first = next(iter(wrong))
    wrong[first] += 1
    text = explain(setting, hands, ENDINGS[0]["leader"], wrong)
    assert text.count("<--") == 1 and f"{first:4} {wrong[first] - 1:8} {wrong[first]:9}  <--" in text


def test_the_endings_are_the_references_and_cover_the_rules():
    for game, kept in PERFTS.items():
        assert make_corpus.make_perft(game) == kept
    assert len(ENDINGS) == 40 and set(Counter(e["denomination"] for e in ENDINGS).values()) == {4}
    jokers = [e for e in ENDINGS if "BJ" in " ".join(e["hands"])]
    assert len({e["denomination"] for e in jokers}) == 10
    assert {bool(e["options"]) for e in jokers} == {True, False}
    assert {len(e["hands"][0].split()) for e in ENDINGS} == {3, 4}


@pytest.mark.parametrize(("game", "number"), [(game, n) for game, kept in GOLDENS.items() for n in range(len(kept))])
def test_golden_playthrough(game, number):
    kept = GOLDENS[game][number]
    now = make_corpus.play(game, *make_corpus.GOLDEN[game][number])
    again = "python tests/make_corpus.py golden makes the file again, where the change is meant"
    for part, value in kept.items():
        assert json.loads(json.dumps(now[part])) == value, f"{part} has changed; {again}"


def test_the_golden_playthroughs_cover_policies_and_calls():
    assert len(GOLDEN) == len(make_corpus.GOLDEN["bid_whist"]) >= 12
    assert all({g["policy"] for g in kept} == {"random", "greedy", "maxims"} for kept in GOLDENS.values())
    assert {g["policy"] for g in GOLDEN} == {"random", "greedy", "maxims"}
    assert {g["bid"].split()[1] for g in GOLDEN} == {"uptown", "downtown", "notrump"}
    assert {g["declarer"] for g in GOLDEN} == {0, 1, 2, 3}
