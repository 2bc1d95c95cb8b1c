"""The columns of an outcome are where the playouts write them."""

import numpy as np
import pytest

import handsim as hs
from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.engine import outcome
from handsim.engine.playout import play_out
from handsim.engine.policy import find
from handsim.engine.rng import DEAL
from handsim.errors import ArgumentError


def played(game):
    deals = deal_block(situation(None, game, any_hand=True), DEAL, 0, 50)
    frame = game.frame(game.contracts()[0])
    return frame, deals, play_out(frame, find("greedy"), deals)


def test_where_only_tricks_count_there_are_the_four_seats():
    frame, _, rows = played(hs.BidWhist())
    assert rows.shape[1] == frame.n_columns == outcome.n_columns(False, 0, False) == 4
    assert (outcome.tricks_of(rows).sum(axis=1) == frame.n_tricks).all()


def test_points_and_the_fate_of_tracked_cards():
    frame, deals, rows = played(hs.Smear(undealt_seen=0))
    assert rows.shape[1] == frame.n_columns == outcome.n_columns(True, 3, False) == 14
    assert (outcome.tricks_of(rows).sum(axis=1) == 6).all()
    who, winner = outcome.fates_of(rows, 3)
    assert who.shape == winner.shape == (50, 3)
    for deal, players in zip(deals, who, strict=True):
        for bit, player in zip(frame.tracked, players, strict=True):
            held = [seat for seat in range(4) if int(deal[seat]) >> frame.card(int(bit)) & 1]
            assert held == ([player] if player >= 0 else [])  # nothing is put aside: who is dealt it plays it
    assert ((winner < 0) == (who < 0)).all()
    undealt = [sum(worth(frame, b) for i, b in enumerate(frame.bits) if int(deal[4]) >> i & 1) for deal in deals]
    assert (outcome.points_of(rows).sum(axis=1) == 80 - np.array(undealt)).all()


def worth(frame, bit):
    return frame.values >> 4 * ((int(bit) & -int(bit)).bit_length() - 1 & 15) & 15


def test_the_turn_is_in_the_last_column():
    frame, _, rows = played(hs.OneCard())
    assert rows.shape[1] == frame.n_columns == outcome.n_columns(True, 0, True) == 9
    after = outcome.turned_after(rows)
    assert ((after >= 0) & (after < frame.n_tricks)).all()
    assert (outcome.points_of(rows).sum(axis=1) == 15).all()


def test_rows_are_checked():
    rows = np.zeros((2, 14), np.int8)
    assert outcome.counting_rows(rows, 3, False).dtype == np.int64
    assert outcome.counting_rows(rows[:, :8], 0, True).shape == (2, 8)  # without the column of the turn
    assert outcome.counting_rows(rows[:, :9], 0, True).shape == (2, 9)
    for wrong, turning in ((rows[:, :9], False), (rows[:, :7], True), (rows[0, 0], True)):
        with pytest.raises(ArgumentError, match="columns"):
            outcome.counting_rows(wrong, 0, turning)
    with pytest.raises(ArgumentError, match="whole numbers"):
        outcome.counting_rows(rows / 2, 3, False)
