"""Options of a game: the values that each may have, reading them from text, and refusing the rest."""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Final, Literal, Self

from handsim.errors import RulesError

BOOL_WORDS: Final = dict.fromkeys(["true", "yes", "on", "1"], True) | dict.fromkeys(["false", "no", "off", "0"], False)


@functools.cache
def option_types(game: type[Options]) -> dict[str, typing.Any]:
    """Return the type of each option of a game, in the order they are declared."""
    hints = typing.get_type_hints(game)
    return {field.name: hints[field.name] for field in dataclasses.fields(game)}  # type: ignore[arg-type]  # they are dataclasses


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
    typed = text.strip().lower().replace("-", "_")
    allowed = allowed_values(hint)
    known: Mapping[str, object] = BOOL_WORDS if hint is bool else {str(value): value for value in allowed}
    if typed in known:
        return known[typed]
    if not allowed and typed == "none" and type(None) in typing.get_args(hint):
        return None
    if not allowed and typed.lstrip("+-").isdecimal():
        return int(typed)
    raise refusal(option, text, allowed or "a whole number")


def word(value: object) -> str:
    """Return an option's value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def rules_of(options: Mapping[str, object]) -> str:
    """Return options as they are typed on the command line: "min_bid=4, exchange=false"."""
    return ", ".join(f"{name}={word(value)}" for name, value in options.items())


def with_rules(title: str, options: Mapping[str, object]) -> str:
    """Return what a game is called with the options that differ from its defaults: "Bid Whist with min_bid=4".

    >>> with_rules("Bid Whist", {}), with_rules("Bid Whist", {"exchange": False})
    ('Bid Whist with its default rules', 'Bid Whist with exchange=false')
    """
    return f"{title} with {rules_of(options) or 'its default rules'}"


def listed(values: Sequence[object]) -> str:
    """Return values as a reader is told of them: "a, b or c"."""
    texts = [word(v) for v in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


class Options:
    """What a frozen dataclass of options can do: check them, read them from text, and say which differ."""

    name: ClassVar[str]
    title: ClassVar[str]

    def __post_init__(self) -> None:
        for option, hint in option_types(type(self)).items():  # type: ignore[arg-type]  # a class is hashable
            value = getattr(self, option)
            allowed = allowed_values(hint)
            if allowed and not any(type(value) is type(a) and value == a for a in allowed):
                raise refusal(option, value, allowed)

    @property
    def presets(self) -> Mapping[str, Callable[..., Self]]:
        """Named sets of options, by what ``--rules`` takes; each is a callable that takes further options."""
        return {}

    def with_options(self, options: Mapping[str, object]) -> Self:
        """Return this game with some options changed.

        Values are as Python has them or as text from a command line: "true", "3", "dealer-left". An option
        that the game does not have, or a value that it does not take, is a RulesError.

        Examples
        --------
        >>> from handsim.games import find
        >>> find("bid whist").with_options({"failed": "shortfall", "min_bid": "3"})
        BidWhist(min_bid=3, failed='shortfall')
        """
        types = option_types(type(self))  # type: ignore[arg-type]  # as there
        changes: dict[str, typing.Any] = {}
        for given, value in options.items():
            option = given.strip().lower().replace("-", "_")
            if option not in types:
                raise RulesError(f"{self.name} has no option {given!r}; its options are {', '.join(types)}")
            changes[option] = from_text(option, value, types[option]) if isinstance(value, str) else value
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]  # as there

    def changed_options(self) -> dict[str, object]:
        """Return the options that differ from the game's defaults."""
        values = ((f, getattr(self, f.name)) for f in dataclasses.fields(self))  # type: ignore[arg-type]  # its subclasses are dataclasses
        return {f.name: value for f, value in values if value != f.default}

    def describe(self) -> dict[str, object]:
        """Return the game as JSON-plain values, for a table's ``attrs``: name and options that differ."""
        return {"game": self.name, "options": self.changed_options()}

    def with_rules(self) -> str:
        """Return what the game is called with the options that differ: "Bid Whist with min_bid=4"."""
        return with_rules(self.title, self.changed_options())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.changed_options().items())})"
