"""The player of card points finds the one right card in the Smear positions, and beats the plainer players."""

import pytest
from positions_smear import DISCARDS, POSITIONS, cards

from handsim.engine.maxims_points import play_points, set_aside_points
from handsim.engine.policy import find

each = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)


@pytest.mark.nojit
@each
def test_the_right_card(position):
    card = position.named(play_points(position.view()))
    assert card == position.right, (
        f"{position.name}: {position.why}\n{position.contract}, seat {position.seat} holds {position.hand}; "
        f"tricks before: {position.tricks or 'none'}; on the table: {position.trick or 'nothing, it leads'}\n"
        f"right is {position.right}, and it played {card}"
    )


@pytest.mark.nojit
@pytest.mark.parametrize("discard", DISCARDS, ids=lambda discard: discard.name)
def test_the_right_discards(discard):
    view = discard.view()
    away = discard.named(set_aside_points(view) | view.aside).split()
    assert len(away) == 3 and set(cards(discard.bury)) <= set(away) and not set(cards(discard.keep)) & set(away), (
        f"{discard.name}: {discard.why}\n{discard.hand}\n"
        f"{discard.bury or 'nothing'} must go and {discard.keep or 'nothing'} must stay, and it threw {' '.join(away)}"
    )


@pytest.mark.parametrize("position", [*POSITIONS, *DISCARDS], ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


def test_twenty_positions_of_every_kind():
    names = [position.name for position in [*POSITIONS, *DISCARDS]]
    assert len(names) == len(set(names)) and len(POSITIONS) >= 20
    assert {len(position.history[-1]) for position in POSITIONS} == {0, 1, 2, 3}
    assert {(position.seat - position.declarer) % 4 for position in POSITIONS} == {0, 1, 2, 3}


def test_it_plays_where_cards_have_points():
    assert find("maxims").play_points is play_points
