"""Reading bids that start with their number, of tricks over six or of what else counts, and what is said after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from handsim.errors import NotationError, RulesError
from handsim.games.base import NOTRUMP, NOTRUMP_WORDS, PASS
from handsim.notation import parse_number, parse_suit, quote, words

BOOK: Final = 6
LEVELS: Final = range(1, 8)


def tokens_of(text: str, examples: str) -> list[str]:
    """Return the words of a bid; "pass" is none."""
    tokens = words(text)
    if tokens == [PASS]:
        raise RulesError(f"{quote(text)} is a call, but not a bid; bids are {examples}")
    return tokens


def level_of(
    tokens: Sequence[str], text: str, examples: str, levels: range = LEVELS, unit: str = "the tricks over six"
) -> int:
    """Return the number that a bid starts with: one of `levels`, which count the `unit`."""
    level = parse_number(tokens[0]) if tokens else None
    said = where(tokens[0] if tokens else "", text)
    span = f"{levels[0]} to {levels[-1]}"
    if level is None or text.lstrip().startswith(("-", "–")):
        raise NotationError(f"{said}: a bid starts with its number, {span}; bids are {examples}")
    if level not in levels:
        raise RulesError(f"{said}: bids are {span}, {unit}")
    return level


def trump_and_direction(
    tokens: Sequence[str], text: str, directions: Mapping[str, str], examples: str
) -> tuple[str | None, str | None]:
    """Read the words after the number, in any order."""
    trump = direction = None
    for word in tokens:
        said = where(word, text)
        says_trump = NOTRUMP if word in NOTRUMP_WORDS else parse_suit(word)
        says_direction = directions.get(word)
        if (says_trump and trump) or (says_direction and direction):
            raise NotationError(f"{said}: the {'trump' if says_trump else 'direction'} is there already")
        if not says_trump and not says_direction and word not in ("in", "trump", "trumps"):
            raise NotationError(f"{said} cannot be read; bids are {examples}")
        trump, direction = says_trump or trump, says_direction or direction
    return trump, direction


def where(word: str, text: str) -> str:
    """Return a word of a text as an error names it."""
    return quote(text) if word == text.lower() else f"{quote(word)} in {quote(text)}"
