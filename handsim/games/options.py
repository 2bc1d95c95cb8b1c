"""Options of a game: the values that each may have, reading them from text, and refusing the rest."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal

from handsim.errors import RulesError

if TYPE_CHECKING:
    from handsim.games.base import Game

BOOL_WORDS: Final = dict.fromkeys(["true", "yes", "on", "1"], True) | dict.fromkeys(["false", "no", "off", "0"], False)


@functools.cache
def option_types(game: type[Game]) -> dict[str, typing.Any]:
    """Return the type of each option of a game, in the order they are declared."""
    hints = typing.get_type_hints(game)
    return {field.name: hints[field.name] for field in dataclasses.fields(game)}


def refusal(option: str, value: object, allowed: Sequence[object] | str) -> RulesError:
    """Return the error for an option's value that the rules do not take."""
    may = allowed if isinstance(allowed, str) else listed(allowed)
    return RulesError(f"{option}={value!r}: it can be {may}")


def allowed_values(hint: typing.Any) -> tuple[object, ...]:
    """Return the values that an option takes; empty: no list of them."""
    if hint is bool:
        return (True, False)
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else ()


def from_text(option: str, text: str, hint: typing.Any) -> object:
    """Return an option's value from its text."""
    word = text.strip().lower().replace("-", "_")
    allowed = allowed_values(hint)
    known: Mapping[str, object] = BOOL_WORDS if hint is bool else {str(value): value for value in allowed}
    if word in known:
        return known[word]
    if not allowed and word == "none" and type(None) in typing.get_args(hint):
        return None
    if not allowed and word.lstrip("+").isdecimal():
        return int(word)
    raise refusal(option, text, allowed or "a whole number")


def listed(values: Sequence[object]) -> str:
    """Return values as a reader is told of them: "a, b or c"."""
    texts = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
