"""The default player, `maxims`, finds the one right card in the positions of `positions_whist.py`."""

import pytest
from positions_whist import POSITIONS

from handsim.engine.maxims import play_maxims


@pytest.mark.nojit
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_right_card(position):
    card = position.named(play_maxims(position.view()))
    assert card == position.right, f"{position.name}: {position.why}\nright is {position.right}, and it played {card}"


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


def test_twenty_positions():
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 20
