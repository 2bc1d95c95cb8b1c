"""How the maxims players choose: every card, or every suit, has a score, made of weights; the best is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from handsim.engine.bits import field_of, low
from handsim.engine.jit import Ints, inline, int64
from handsim.engine.view import View

Known = TypeVar("Known")
Suit = TypeVar("Suit")

_WORST = -(1 << 40)


def look_up(weights: Ints, situations: int) -> Callable[[int, int], int]:
    """Return a compiled function from a situation and a part of a score to its weight.

    `weights` has a line a part and a column for each of the situations, of which there are a power of two.
    """
    last = situations - 1

    @inline
    def weight(row: int, part: int) -> int:
        return weights[int64(part) * int64(situations) + (row & int64(last))]

    return weight


def card_chooser(
    suit_of: Callable[[View, Known, int, int], Suit], score_of: Callable[[View, Known, Suit, int], int]
) -> Callable[[View, Known, int], int]:
    """Return a compiled function that chooses a card: ``choose(view, known, cards)``, the one with the best score.

    Parameters
    ----------
    suit_of
        ``suit_of(view, known, suit, part)``: what the scores of the cards of a suit (its field, and those cards of it
        that there are to choose from) have in common. A card of no suit comes by itself.
    score_of
        ``score_of(view, known, suit, card)``: how good it is to choose a card, given what `suit_of` said.

    Both are compiled, and given what the whole decision rests on, `known`. Of equals the lowest is chosen.
    """

    @inline
    def choose(view: View, known: Known, cards: int) -> int:
        best, best_score = int64(0), int64(_WORST)
        while cards:
            field = field_of(low(cards))
            part = cards & field | low(cards)
            cards ^= part
            suit = suit_of(view, known, field, part)
            while part:
                card = low(part)
                part ^= card
                score = score_of(view, known, suit, card)
                if score > best_score:
                    best, best_score = card, score
        return best

    return choose


def suit_chooser(score_of: Callable[[View, Known, int], int]) -> Callable[[View, Known, int], int]:
    """Return a compiled function that chooses a suit: ``choose(view, known, cards)``, the field with the best score.

    ``score_of(view, known, suit)`` says how good it is to choose a suit of which there are cards. 0: there are none.
    """

    @inline
    def choose(view: View, known: Known, cards: int) -> int:
        best, best_score = int64(0), int64(_WORST)
        while cards:
            suit = field_of(low(cards))
            cards &= ~(suit | low(cards))
            score = score_of(view, known, suit)
            if score > best_score:
                best, best_score = suit, score
        return best

    return choose
