"""Frames: the map from cards to bits, against the reference's order of every suit."""

import itertools
import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
from engine_helpers import Setting, every_game, matters, random_setting

from handsim.engine.frame import build_frame, to_frame_masks
from handsim.games.bid_whist import DENOMINATIONS, BidWhist

FIELDS = ["".join(p) for p in itertools.permutations("SHDC")]


def check(setting):
    rules, frame, fields = setting.rules, setting.frame, setting.rules.fields
    by_bit = [setting.card[bit] for bit in sorted(setting.card)]
    assert by_bit == rules.listing
    for number, suit in enumerate(fields):
        positions = [setting.bit[card].bit_length() - 1 for card in rules.order[suit]]
        assert positions == list(range(16 * number, 16 * number + len(positions)))
    for name, mask in setting.masks().items():
        assert getattr(frame, name) == mask, name
    first = setting.mask(rules.worthless()) if rules.joker_first_discard else 0
    assert frame.throw_first == first
    assert (frame.declarer, frame.leader) == (rules.declarer, rules.leader)
    assert frame.next_seat.tolist() == [1, 2, 3, 0] and frame.sides.tolist() == [0, 1, 0, 1]
    game = setting.game
    aside = (rules.declarer, 4, 6) if game.exchange else (-1, 0, 0)
    assert (frame.aside_seat, frame.aside_pile, frame.aside_count) == aside
    assert frame.aside_shown == setting.kitty_shown
    assert frame.aside_count_public == game.exchange_count_public


@pytest.mark.nojit
@pytest.mark.parametrize("ace", ["best", "worst"])
@pytest.mark.parametrize("denomination", DENOMINATIONS, ids=str)
def test_a_higher_bit_wins_within_a_suit(denomination, ace):
    for fields in FIELDS:
        check(Setting(BidWhist(downtown_ace=ace), denomination, fields=fields))


def test_every_option_and_seat():
    for game, denomination in itertools.product(every_game(), DENOMINATIONS):
        if matters(game, denomination):
            check(Setting(game, denomination, declarer=2, dealer=1))
    for declarer, dealer in itertools.product(range(4), repeat=2):
        check(Setting(BidWhist.one_round(), declarer=declarer, dealer=dealer))


@pytest.mark.nojit
def test_sets_of_cards_are_mapped_a_byte_at_a_time():
    rng = random.Random(1)
    for _ in range(60):
        setting = random_setting(rng)
        masks = []
        for _ in range(20):
            cards = rng.sample(setting.pack, rng.choice((0, 1, 12, 54)))
            (physical,) = setting.row([cards])
            masks.append(physical)
            assert probes.ask_to_frame(physical, setting.frame.table) == setting.mask(cards)
            assert setting.frame.mask(physical) == setting.mask(cards)
        mapped = to_frame_masks(setting.frame, np.array(masks, dtype=np.int64))
        assert mapped.tolist() == [setting.frame.mask(mask) for mask in masks]


def test_a_bit_stands_for_its_card():
    setting = random_setting(random.Random(2))
    assert [setting.frame.card(setting.bit[card]) for card in ref.PACK] == list(range(54))


@pytest.mark.parametrize("bits", [[0, 0], [63], [-1], [0, 64]])
def test_a_layout_with_no_room_is_refused(bits):
    with pytest.raises(ValueError, match="a bit of its own"):
        build_frame(bits, n_tricks=1, declarer=0, leader=0)


def test_a_seat_that_sits_out_is_skipped():
    frame = build_frame([0, 1, 2], n_tricks=1, declarer=0, leader=0, seats=(0, 1, 3), sides=(0, 1, 2, 3))
    assert frame.next_seat.tolist() == [1, 3, -1, 0] and frame.n_playing == 3
