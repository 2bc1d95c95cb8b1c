"""Policies: how a seat plays and what it puts aside, behind one interface, in one registry.

A policy is a few decisions, each a compiled function from a :class:`~handsim.engine.view.View`: one of the legal cards
to play, the cards to put aside, whether to turn the order of the ranks round. It sees nothing but the view.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from types import FunctionType
from typing import NamedTuple

from handsim.engine import burying, maxims, maxims_alone, maxims_points, simple
from handsim.engine.frame import NOBODY, Frame
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
        ``decision(view)``: the cards to put aside (as many of the view's `legal` as its `count`).
    turn : Kernel
        ``decision(view)``: whether to turn the order of the ranks round (0: not). The view is that of the seat which
        may, about to lead to the next trick.
    play_points : Kernel, optional
        How it plays where cards count points; None: as `play`.
    play_alone : Kernel, optional
        ... and each plays for himself; None: as `play_points`.
    set_aside_points : Kernel, optional
        What it puts aside where cards count points; None: as `set_aside`.
    """

    name: str
    play: Kernel
    set_aside: Kernel
    turn: Kernel = simple.turn_never
    play_points: Kernel | None = None
    play_alone: Kernel | None = None
    set_aside_points: Kernel | None = None


OPTIONAL = ("play_points", "play_alone", "set_aside_points")


def decision(function: Callable[[View], int]) -> Kernel:
    """Compile a function from a view to a mask, as a policy's decision.

    Raises
    ------
    ArgumentError
        If it is not a function of one argument.
    """
    if not isinstance(function, FunctionType) or function.__code__.co_argcount != 1:
        raise ArgumentError(f"{function!r}: a decision is a function of one argument, the view")
    return Kernel(function, DECISION)


_registry: dict[str, Policy] = {}


def decisions_in(frame: Frame, policy: Policy) -> tuple[Kernel, Kernel, Kernel]:
    """Return how a policy plays in a frame, what it puts cards aside by, and how it decides whether to turn.

    Where the order cannot turn, the last is the first again.
    """
    play, put = policy.play, policy.set_aside
    if frame.values:
        alone = len({int(side) for side, after in zip(frame.sides, frame.next_seat, strict=True) if after != NOBODY})
        play = (policy.play_alone if alone == frame.n_playing else None) or policy.play_points or play
        put = policy.set_aside_points or put
    return play, put, policy.turn if frame.turn_card else play


def register(
    name: str,
    play: Kernel,
    set_aside: Kernel,
    turn: Kernel | None = None,
    play_points: Kernel | None = None,
    play_alone: Kernel | None = None,
    set_aside_points: Kernel | None = None,
) -> Policy:
    """Make a policy known by a name; its decisions are functions decorated with ``@decision``.

    Raises
    ------
    ArgumentError
        If the name is taken by another policy or is none, or a decision is not one.
    """
    if not isinstance(name, str) or not name.strip():
        raise ArgumentError(f"name={name!r}: a policy's name is a text")
    turn = simple.turn_never if turn is None else turn
    policy = Policy(name, play, set_aside, turn, play_points, play_alone, set_aside_points)
    for part, kernel in policy._asdict().items():
        if part != "name" and not isinstance(kernel, Kernel) and not (part in OPTIONAL and kernel is None):
            raise ArgumentError(f"{part}={kernel!r}: it is a function decorated with @decision")
    if _registry.get(name, policy) != policy:
        raise ArgumentError(f"a policy is called {name!r} already; give this one another name")
    _registry[name] = policy
    return policy


def find(policy: str | Policy) -> Policy:
    """Return the policy of that name (a policy is returned as it is).

    Raises
    ------
    ArgumentError
        If no policy has that name; the message lists those there are.
    """
    if isinstance(policy, Policy):
        return policy
    if not isinstance(policy, str):
        raise ArgumentError(f"policy={policy!r}: it is a policy or the name of one, such as 'maxims'")
    if policy in _registry:
        return _registry[policy]
    close = difflib.get_close_matches(str(policy), _registry, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise ArgumentError(f"no policy is called {policy!r}; {hint}there are {', '.join(names())}")


def names() -> tuple[str, ...]:
    """Return the names of the registered policies."""
    return tuple(_registry)


register("random", simple.play_random, simple.set_aside_random, simple.turn_random)
register("greedy", simple.play_greedy, simple.set_aside_lowest, simple.turn_for_rank)
register(
    "maxims",
    maxims.play_maxims,
    burying.set_aside_maxims,
    turn=maxims_alone.turn_alone,
    play_points=maxims_points.play_points,
    set_aside_points=maxims_points.set_aside_points,
    play_alone=maxims_alone.play_alone,
)
