"""Why a contract failed: what beat declarer's side in every trick that it lost, told from the plays alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from handsim.cards import Card
from handsim.engine.frame import FIELD_MASK, FIELD_STRIDE, Frame

RUFFED, OVERRUFFED, TRUMP, SUIT, NO_ANSWER = "ruffed", "overruffed", "trump", "suit", "no answer"
KINDS = (RUFFED, OVERRUFFED, TRUMP, SUIT, NO_ANSWER)
"""What can beat us; where as many tricks went to one as to another, the first is named first."""


class Play(NamedTuple):
    """A card played: by whom, which, and its bit in the frame, in the order of the ranks that held then."""

    seat: int
    card: Card
    bit: int


class Trick(NamedTuple):
    """A trick: its plays in their order, and the seat that won it."""

    plays: tuple[Play, ...]
    winner: int


class Loss(NamedTuple):
    """A trick lost: what beat us (one of `KINDS`), and with which cards."""

    kind: str
    detail: str


def cause(frame: Frame, tricks: Iterable[Trick]) -> str:
    """Say in a line in what ways declarer's side lost tricks, the most frequent first.

    Parameters
    ----------
    frame
        What was played.
    tricks
        All tricks of the hand.

    Returns
    -------
    str
        For each way, its cards: "side suit losers: H7, D9; trump trick lost: BJ behind SA". "" if no trick was lost.
    """
    losses = [loss(frame, trick) for trick in tricks if not is_ours(frame, trick.winner)]
    groups = {kind: [lost.detail for lost in losses if lost.kind == kind] for kind in KINDS}
    order = sorted(groups, key=lambda kind: (-len(groups[kind]), KINDS.index(kind)))
    return "; ".join(
        f"{_heading(kind, frame, groups[kind])}: {', '.join(groups[kind])}" for kind in order if groups[kind]
    )


def is_ours(frame: Frame, seat: int) -> bool:
    """Whether a seat plays on declarer's side."""
    return bool(frame.sides[seat] == frame.sides[frame.declarer])


def loss(frame: Frame, trick: Trick) -> Loss:
    """Say what beat declarer's side in a trick that it lost.

    ``ruffed``: our card was winning until it was trumped. ``overruffed``: we had trumped a plain suit, and were
    trumped higher. ``trump``: any other trick in which our trump met a higher one. ``suit``: our card of the suit
    asked for met a higher one of that suit. ``no answer``: we had neither a card of that suit nor a trump.
    """
    suit = asked(frame, trick.plays)
    won = next(play for play in trick.plays if play.seat == trick.winner)
    ours = [play for play in trick.plays if is_ours(frame, play.seat)]
    trumps = [play for play in ours if play.bit & frame.trumps]
    followed = [play for play in ours if play.bit & suit]
    if trumps:
        return _lost_trump(frame, trick.plays, won, max(trumps, key=_bit))
    if not followed or trick.plays[0].bit & frame.trumps:
        return Loss(NO_ANSWER, str(won.card))
    best = max((play for play in trick.plays if play.bit & suit), key=_bit)
    if best in ours:
        return Loss(RUFFED, f"{best.card} by seat {won.seat}")
    declarers = [play for play in followed if play.seat == frame.declarer]
    return Loss(SUIT, str((declarers or followed)[0].card))


def asked(frame: Frame, plays: Sequence[Play]) -> int:
    """Return the mask of the suit that a trick asks for: of its first card that asks for one (0: none does)."""
    for play in plays:
        if not play.bit & frame.free_lead:
            field = (play.bit.bit_length() - 1) // FIELD_STRIDE
            return FIELD_MASK << FIELD_STRIDE * field & ~frame.worthless
    return 0


def _lost_trump(frame: Frame, plays: Sequence[Play], won: Play, best: Play) -> Loss:
    behind = plays.index(won) > plays.index(best)
    if behind and not (asked(frame, plays) | plays[0].bit) & frame.trumps:
        return Loss(OVERRUFFED, f"{best.card} by {won.card}")
    return Loss(TRUMP, f"{won.card} {'behind' if behind else 'ahead of'} {best.card}")


def _heading(kind: str, frame: Frame, details: Sequence[str]) -> str:
    many = "s" if len(details) > 1 else ""
    side = "side " if frame.trumps else ""
    headings = {TRUMP: f"trump trick{many} lost", SUIT: f"{side}suit loser{many}", NO_ANSWER: "no answer to"}
    return headings.get(kind, kind)


def _bit(play: Play) -> int:
    return play.bit
