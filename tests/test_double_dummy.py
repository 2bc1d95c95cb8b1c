"""The double-dummy solver against outside answers, plain minimax, a second solver, and itself turned round."""

from __future__ import annotations

import threading

import double_dummy_cases as cases
import numpy as np
import pytest
import reference
from reference_solver import ReferenceSolver

from handsim.engine import dd_memory
from handsim.engine import double_dummy as dd
from handsim.engine.dd_weights import WEIGHTS
from handsim.engine.frame import NOBODY, build_frame
from handsim.engine.jit import JIT_DISABLED

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="the solver is hopeless without the jit")
needs_reference = pytest.mark.skipif(not cases.REFERENCE.is_dir(), reason="no reference data here")


@needs_reference
def test_bridge_tables() -> None:
    assert cases.bridge_differences("dd_bridge13.csv", slice(0, 15)) == (300, 0)
    assert cases.bridge_differences("dd_bridge12.csv", slice(0, 40)) == (800, 0)


@needs_reference
def test_bid_whist_tables() -> None:
    assert cases.bid_whist_differences("dd_bid_whist8.csv")[1] == 0
    assert cases.bid_whist_differences("dd_bid_whist12.csv", slice(0, 20))[1] == 0


@needs_reference
def test_endings_with_jokers() -> None:
    assert cases.ending_differences() == (132, 0)


@needs_reference
def test_traces_of_real_play() -> None:
    assert cases.trace_differences(slice(0, 12))[1] == 0


def _named_ending(rng: np.random.Generator, size: int) -> tuple[reference.Rules, list[list[str]]]:
    trump = str(rng.choice(["S", "H", "D", "C", "NT"]))
    direction = str(rng.choice(["uptown", "downtown"]))
    pack = (
        list(reference.PACK)
        if rng.random() < 0.5
        else reference.PACK[-2:] + list(rng.choice(reference.PACK[:-2], 4 * size - 2, replace=False))
    )
    cards = list(rng.permutation(rng.permutation(pack)[: 4 * size] if len(pack) > 4 * size else pack))
    hands = [[str(card) for card in cards[size * seat : size * (seat + 1)]] for seat in range(4)]
    return reference.Rules(trump=trump, direction=direction), hands


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_plain_minimax(size: int) -> None:
    rng = np.random.default_rng(size)
    for _ in range(40 if size < 4 else 8):
        rules, hands = _named_ending(rng, size)
        frame = cases.frame_of(rules.trump, rules.direction)
        held = [cases.hand_of(hand, rules.trump, rules.direction) for hand in hands]
        for leader, value in dd.solve_leaders(held, frame).items():
            assert value == reference.minimax(rules, hands, leader), (rules, hands, leader)


def test_tables_against_a_second_solver() -> None:
    plain = ReferenceSolver()
    for label, hands, frame in cases.small_deals(7, 300, (3, 4)):
        got = dd.solve_leaders(hands, frame)
        assert list(got.values()) == plain.values(np.array(hands, np.int64), frame, list(got)), (label, hands)


def test_positions_with_cards_on_the_table() -> None:
    plain = ReferenceSolver()
    for label, hands, frame in cases.small_deals(8, 60, (3, 4)):
        position = dd.Position(hands, frame)
        rng = np.random.default_rng(0)
        while any(position.hands[seat] for seat in range(4) if frame.next_seat[seat] != NOBODY):
            values = position.values()
            whole = position.value()
            if frame.sides[position.seat] != frame.sides[position.leader]:
                whole = position._left() - whole
            assert whole == max(values.values()), label
            if not position.trick:
                expected = plain.values(np.array(position.hands, np.int64), frame, [position.leader])[0]
                assert position.value() == expected, label
            position.play(int(rng.choice(list(values))))


def test_perfect_play_costs_nothing() -> None:
    for _, hands, frame in cases.small_deals(9, 10, (6,)):
        position = dd.Position(hands, frame)
        start = position.tricks_of(0)
        while any(position.hands[seat] for seat in range(4) if frame.next_seat[seat] != NOBODY):
            values = position.values()
            position.play(max(values, key=lambda card: values[card]))
            assert position.tricks_of(0) == start


def _random_hands(rng: np.random.Generator, size: int) -> list[int]:
    order = rng.permutation(52)[: 4 * size]
    return [sum(1 << int(16 * (c // 13) + c % 13) for c in order[size * s : size * (s + 1)]) for s in range(4)]


def test_suits_and_seats_may_be_renamed() -> None:
    rng = np.random.default_rng(3)
    for _ in range(12):
        hands = _random_hands(rng, 8)
        values = dd.solve_leaders(hands, cases.frame_of("S", jokers=False))
        turned = dd.solve_leaders(hands[1:] + hands[:1], cases.frame_of("S", jokers=False))
        assert [turned[s] for s in range(4)] == [values[(s + 1) % 4] for s in range(4)]
        suits = [[h >> 16 * s & 0x7FFF for s in range(4)] for h in hands]
        moved = [sum(suit << 16 * ((s + 1) % 4) for s, suit in enumerate(h)) for h in suits]
        assert dd.solve_leaders(moved, cases.frame_of("H", jokers=False)) == values


def test_downtown_is_uptown_in_a_mirror() -> None:
    rng = np.random.default_rng(4)
    mirror = dict(zip(cases.UPTOWN, cases.DOWNTOWN, strict=True))
    pack = reference.PACK
    for trump in ("S", "NT"):
        for _ in range(5):
            cards = [str(card) for card in rng.permutation(pack)[:32]]
            hands = [cards[8 * seat : 8 * seat + 8] for seat in range(4)]
            other = [
                [card if card in reference.JOKERS else card[0] + mirror[card[1]] for card in hand] for hand in hands
            ]
            up = dd.solve_leaders([cases.hand_of(h, trump) for h in hands], cases.frame_of(trump))
            down = dd.solve_leaders(
                [cases.hand_of(h, trump, "downtown") for h in other], cases.frame_of(trump, "downtown")
            )
            assert up == down


def test_memory_is_bounded_and_changes_nothing() -> None:
    rng = np.random.default_rng(5)
    deals = np.array([_random_hands(rng, 11) for _ in range(4)], np.int64)
    frame = cases.frame_of("NT", jokers=False)
    small, _ = dd.solve_frame_hands(deals, frame, space=dd.Workspace(dd.SMALLEST_MIB))
    large, _ = dd.solve_frame_hands(deals, frame)
    assert np.array_equal(small, large)
    for wrong in (1, dd.LARGEST_MIB + 1):
        with pytest.raises(ValueError, match="MiB"):
            dd.Workspace(wrong)


def test_the_order_of_moves_changes_no_value() -> None:
    rng = np.random.default_rng(8)
    deals = np.array([_random_hands(rng, 7) for _ in range(20)], np.int64)
    space = dd.Workspace(dd.SMALLEST_MIB)
    at = (space.address - space._words.ctypes.data + dd_memory.WEIGHTS_AT) // 8
    for trump in ("NT", "H"):
        frame = cases.frame_of(trump, jokers=False)
        expected, _ = dd.solve_frame_hands(deals, frame)
        space._words[at : at + len(WEIGHTS)] = rng.integers(-30, 30, len(WEIGHTS))
        found, nodes = dd.solve_frame_hands(deals, frame, space=space)
        assert np.array_equal(found, expected) and nodes.min() > 0


def test_threads_do_not_disturb_each_other() -> None:
    rng = np.random.default_rng(6)
    deals = np.array([_random_hands(rng, 9) for _ in range(30)], np.int64)
    frame = cases.frame_of("S", jokers=False)
    expected, _ = dd.solve_frame_hands(deals, frame)
    found: dict[int, object] = {}

    def work(number: int) -> None:
        found[number] = dd.solve_frame_hands(deals, frame)[0]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(values, expected) for values in found.values())


def test_nonsense_is_refused() -> None:
    frame = cases.frame_of("S", jokers=False)
    with pytest.raises(ValueError, match="same length"):
        dd.solve_leaders([1, 2, 4, 24], frame)
    with pytest.raises(ValueError, match="two hands"):
        dd.solve_leaders([1, 1, 4, 8], frame)
    with pytest.raises(ValueError, match=r"1 to 13 cards, .* not \[0, 0, 0, 0\]"):
        dd.solve_leaders([0, 0, 0, 0], frame)
    with pytest.raises(ValueError, match=r"not \[14, 14, 14, 14\]"):
        dd.solve_leaders([((1 << 14) - 1) << 16 * suit for suit in range(4)], frame)
    bits = [16 * suit + rank for suit in range(4) for rank in range(13)]
    alone = build_frame(bits, n_tricks=1, declarer=0, leader=0, sides=(0, 1, 2, 3))
    with pytest.raises(ValueError, match="no double-dummy value"):
        dd.solve_leaders([1, 2, 4, 8], alone)
