"""One Card: `maxims` finds the one right card, and plays better than `greedy`, which plays better than `random`."""

import pytest
from positions_one_card import POSITIONS, STAY, TURN

from handsim.engine import policy as policies
from handsim.engine.policy import decisions_in

MAXIMS = policies.find("maxims")


@pytest.mark.nojit
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_right_card(position):
    play, _, turn = decisions_in(position.table.frame, MAXIMS)
    decided = position.named((turn if position.turning else play)(position.view()))
    assert decided == position.right, (
        f"{position.name}: {position.why}\nseat {position.seat} holds {position.hand}; "
        f"tricks before: {position.tricks or 'none'}; on the table: {position.trick or 'nothing, it leads'}\n"
        f"right is {position.right}, and it was {decided}"
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


def test_twenty_positions_of_every_kind():
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 20
    assert {position.players for position in POSITIONS} == {2, 3, 4}
    assert {position.right for position in POSITIONS} >= {TURN, STAY}
    assert {position.trump for position in POSITIONS} == {"S", "NT"}
    assert {len(position.story[3]) for position in POSITIONS} == {0, 1, 2, 3}
