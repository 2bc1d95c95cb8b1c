"""Policies: how a seat plays and what it puts aside, behind one interface, in one registry.

A policy is a pair of decisions, each a compiled function from a :class:`~handsim.engine.view.View` to a mask: one of
the legal cards to play, or the cards to put aside. It sees nothing but the view.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import NamedTuple

from handsim.engine import maxims, simple
from handsim.engine.jit import Kernel
from handsim.engine.view import DECISION, View
from handsim.errors import ArgumentError


class Policy(NamedTuple):
    """A named way to play.

    Attributes
    ----------
    name : str
        The name it is asked for by.
    play : Kernel
        ``decision(view)``: the card to play.
    set_aside : Kernel
        ``decision(view)``: the cards to put aside (as many as the view's `count`).
    """

    name: str
    play: Kernel
    set_aside: Kernel


def decision(function: Callable[[View], int]) -> Kernel:
    """Compile a function from a view to a mask, as a policy's decision."""
    return Kernel(function, DECISION)


_registry: dict[str, Policy] = {}


def register(name: str, play: Kernel, set_aside: Kernel) -> Policy:
    """Make a policy known by a name; both decisions are functions decorated with ``@decision``."""
    _registry[name] = Policy(name, play, set_aside)
    return _registry[name]


def find(policy: str | Policy) -> Policy:
    """Return the policy of that name (a policy is returned as it is).

    Raises
    ------
    ArgumentError
        If no policy has that name; the message lists those there are.
    """
    if isinstance(policy, Policy):
        return policy
    if policy in _registry:
        return _registry[policy]
    close = difflib.get_close_matches(str(policy), _registry, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise ArgumentError(f"no policy is called {policy!r}; {hint}there are {', '.join(names())}")


def names() -> tuple[str, ...]:
    """Return the names of the registered policies."""
    return tuple(_registry)


register("random", simple.play_random, simple.set_aside_random)
register("greedy", simple.play_greedy, simple.set_aside_lowest)
register("maxims", maxims.play_maxims, maxims.set_aside_maxims)
