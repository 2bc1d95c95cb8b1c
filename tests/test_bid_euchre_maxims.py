"""The default player, `maxims`, at Bid Euchre: named positions, and matches against the plainer players."""

import pytest
from positions_euchre import POSITIONS

from handsim.engine.maxims import play_maxims


@pytest.mark.nojit
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_right_card(position):
    card = position.named(play_maxims(position.view()))
    assert card == position.right, (
        f"{position.name}: {position.why}\n{position.contract}, seat {position.seat} holds {position.hand}; "
        f"tricks before: {position.tricks or 'none'}; on the table: {position.trick or 'nothing, it leads'}\n"
        f"right is {position.right}, and it played {card}"
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


def test_twenty_positions_and_more_of_every_kind():
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 20
    assert {position.contract_made.bid.call for position in POSITIONS} == {"", "ask", "moon"}
    assert {(position.seat - position.declarer) % 4 for position in POSITIONS} == {0, 1, 2, 3}
    assert {len(position.history[-1]) for position in POSITIONS} == {0, 1, 2, 3}
