"""The words that tables and replays use where games differ, and what a game adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple


class Column(NamedTuple):
    """A column that a game adds to the bid table: what it is in words, whether a share of the deals, and its heading.

    Columns with the same words are explained together. "" as a heading: the column's name.
    """

    words: str
    share: bool = False
    head: str = ""


class Award(NamedTuple):
    """A point that a hand awards: its name, the side that has it, and what decided that ("SJ won by seat 3").

    `side` is 0 for declarer's side, 1 for the others, -1 for nobody.
    """

    name: str
    side: int
    how: str


class Wording:
    """The words of a game; those here fit most.

    Attributes
    ----------
    bid_is
        What heads the column of bids.
    makes
        What is counted in a make rate.
    is_made
        The same in few words.
    ours
        Whose tricks or points those of a bid are.
    points_are
        Whose points those of a bid are in a table.
    aside_is
        What the cards are called that are put aside before play.
    card_is
        What the card of a denomination is, as a column of a table is called: "lead", "turn_up"; "": there is none.
    columns
        What the columns are that the game adds to the bid table, by their names.
    """

    bid_is: ClassVar[str] = "bid"
    makes: ClassVar[str] = "seat 0, who holds the hand, makes the bid"
    is_made: ClassVar[str] = "the bid makes"
    ours: ClassVar[str] = "declarer's side"
    points_are: ClassVar[str] = "of declarer's side less the others'"
    aside_is: ClassVar[str] = "buried"
    card_is: ClassVar[str] = ""
    columns: ClassVar[Mapping[str, Column]] = {}
