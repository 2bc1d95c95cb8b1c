"""The games, and how to find one by its name."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from handsim.errors import ArgumentError
from handsim.games.base import PASS, AuctionResult, Bid, Contract, Denomination, Game, ParsedCall
from handsim.games.bid_euchre import BidEuchre
from handsim.games.bid_whist import BidWhist
from handsim.games.one_card import OneCard
from handsim.games.smear import Smear
from handsim.games.whist import Whist

__all__ = [
    "GAMES", "PASS", "AuctionResult", "Bid", "BidEuchre", "BidWhist", "Contract", "Denomination", "Game", "OneCard",
    "ParsedCall", "Smear", "Whist", "find", "names",
]  # fmt: skip

GAMES: tuple[type[Game], ...] = (
    BidWhist,
    Whist,
    BidEuchre,
    OneCard,
    Smear,
)  # fmt: skip
"""The registry: one line a game."""


def names() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(game.name for game in GAMES)


def find(name: str) -> Game:
    """Return a game by its name, an alias or the name of a preset; case, spaces and hyphens do not matter.

    Raises
    ------
    ArgumentError
        If there is none of that name; the message lists the known ones.

    Examples
    --------
    >>> find("Bid-Whist")
    BidWhist()
    >>> find("one round").first_lead
    'dealer_left'
    """
    if not isinstance(name, str):
        raise ArgumentError(f"name={name!r}: a game is found by its name, a text")
    known: dict[str, tuple[str, Callable[[], Game]]] = {}
    for game in GAMES:
        plain = game()
        for title in (game.name, *game.aliases):
            known.setdefault(_squeezed(title), (title, game))
        for title, preset in plain.presets.items():
            known.setdefault(_squeezed(title), (title, preset))
    if _squeezed(name) in known:
        return known[_squeezed(name)][1]()
    close = difflib.get_close_matches(_squeezed(name), known, n=1)
    hint = f"; did you mean {known[close[0]][0]!r}?" if close else ""
    there = ", ".join(repr(title) for title, _ in known.values())
    raise ArgumentError(f"no game is called {name!r}; there are {there}{hint}")


def _squeezed(name: str) -> str:
    return "".join(c for c in name.lower() if c.isalnum())
