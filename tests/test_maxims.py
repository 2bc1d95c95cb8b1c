"""The default player, `maxims`, finds the one right card in the positions of `positions.py`."""

import pytest
from positions import BURIALS, POSITIONS, cards

from handsim.engine.burying import set_aside_maxims
from handsim.engine.maxims import play_maxims

KNOWN_WRONG: dict[str, str] = {}
"""Position -> why `maxims` does not find the right card there yet (such a position is a strict xfail)."""


def named(positions):
    marks = {name: [pytest.mark.xfail(reason=reason, strict=True)] for name, reason in KNOWN_WRONG.items()}
    return [pytest.param(position, id=position.name, marks=marks.get(position.name, [])) for position in positions]


@pytest.mark.nojit
@pytest.mark.parametrize("position", named(POSITIONS))
def test_the_right_card(position):
    card = position.named(play_maxims(position.view()))
    assert card == position.right, (
        f"{position.name}: {position.why}\n{position.contract}, seat {position.seat} holds {position.hand}; "
        f"tricks before: {position.tricks or 'none'}; on the table: {position.trick or 'nothing, it leads'}\n"
        f"right is {position.right}, and it played {card}"
    )


@pytest.mark.nojit
@pytest.mark.parametrize("burial", named(BURIALS))
def test_the_right_burial(burial):
    away = burial.named(set_aside_maxims(burial.view())).split()
    assert set(cards(burial.bury)) <= set(away) and not set(cards(burial.keep)) & set(away), (
        f"{burial.name}: {burial.why}\n{burial.contract}, {burial.hand}\n"
        f"{burial.bury or 'nothing'} must go and {burial.keep or 'nothing'} must stay, and it buried {' '.join(away)}"
    )


@pytest.mark.parametrize("position", [*POSITIONS, *BURIALS], ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


def test_sixty_positions_of_every_kind():
    names = [position.name for position in [*POSITIONS, *BURIALS]]
    assert len(names) == len(set(names))
    assert set(KNOWN_WRONG) <= set(names)
    assert len(POSITIONS) - sum(position.name in KNOWN_WRONG for position in POSITIONS) >= 60
    kinds = {(position.rules.trump != "NT", position.rules.direction) for position in POSITIONS}
    assert kinds == {(True, "uptown"), (True, "downtown"), (False, "uptown"), (False, "downtown")}
    assert {(position.seat - position.declarer) % 4 for position in POSITIONS} == {0, 1, 2, 3}
    assert {len(position.history[-1]) for position in POSITIONS} == {0, 1, 2, 3}
