"""What commands take: groups of arguments, and how they are read into those of the Python functions."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from handsim.errors import ArgumentError
from handsim.notation import quote

if TYPE_CHECKING:
    from handsim.games.base import Game

AddArguments: TypeAlias = Callable[[argparse.ArgumentParser], None]

MOST_DEALS = 10_000_000
KEYWORDS = ("n_deals", "seed", "policy", "dealer", "trump", "until_halfwidth", "pass_value", "deal", "n")
"""Options that are keyword arguments of the functions of the same name; left out where they are not given."""


def bid(parser: argparse.ArgumentParser) -> None:
    """Add the bid."""
    parser.add_argument("bid", metavar="BID", help='"4 downtown", "four downtown in spades", 4nt')


def hand(parser: argparse.ArgumentParser) -> None:
    """Add the hand, in one argument or in several."""
    parser.add_argument("hand", metavar="HAND", nargs="+", help='"BJ LJ SA S2 HT D9 C3 ...", "♠A2 ♥T ♦9 ♣3"')


def situation(parser: argparse.ArgumentParser) -> None:
    """Add the rules, what else is known, and how the rest is dealt and played."""
    rules = parser.add_argument_group("rules (handsim games lists them)")
    add = rules.add_argument
    add("--game", metavar="NAME", default="bid whist", help="the game (bid whist)")
    add("--rules", metavar="PRESET", help="a named set of options, such as contract-whist or one-round")
    add("--option", metavar="NAME=VALUE", type=pair, action="append", default=[], help="one option, repeatable")
    add = parser.add_argument_group("what is known").add_argument
    add("--kitty", metavar="CARDS", help="cards that are in the kitty")
    add("--known", metavar="SEAT=CARDS", type=place, action="append", default=[],
        help="cards that a seat holds: left (or 1), partner (2), right (3); repeatable")  # fmt: skip
    add("--dealer", metavar="SEAT", type=whole_number, help="who deals (the last seat, so that you speak first)")
    add = parser.add_argument_group("simulation").add_argument
    add("--deals", metavar="N", dest="n_deals", type=deals, help="how many deals (10000)")
    add("--seed", metavar="N", type=whole_number, help="the same seed gives the same figures (0)")
    add("--policy", metavar="NAME", help="how every seat plays: random, greedy, maxims (maxims)")


def trump(parser: argparse.ArgumentParser) -> None:
    """Add the trump."""
    parser.add_argument("--trump", metavar="S|H|D|C", help="the trump suit (the best on average)")


def stopping(parser: argparse.ArgumentParser) -> None:
    """Add when to stop."""
    parser.add_argument(
        "--until-halfwidth", metavar="W", type=number,
        help="stop when every make rate is known to W either way, such as 0.01; --deals is then the most",
    )  # fmt: skip


def passing(parser: argparse.ArgumentParser) -> None:
    """Add what passing is worth."""
    parser.add_argument("--pass-value", metavar="POINTS", type=number, help="what passing is worth to your side (0)")


def deal(parser: argparse.ArgumentParser) -> None:
    """Add which deal of the table."""
    parser.add_argument(
        "--deal", metavar="N", type=whole_number,
        help="which deal of the table that the same options give, from 0 to --deals less one (0)",
    )  # fmt: skip


def how_many(parser: argparse.ArgumentParser) -> None:
    """Add how many deals to list."""
    parser.add_argument("-n", metavar="N", type=whole_number, help="how many of them (5)")


def chart(parser: argparse.ArgumentParser) -> None:
    """Add what to draw, and where to."""
    add = parser.add_argument_group("output").add_argument
    add("-o", "--output", metavar="FILE", required=True, help="the chart: FILE.png or FILE.svg")
    add("--kind", choices=("bids", "tricks", "exchange", "kitty", "places", "values"), default="bids",
        help="how often each bid makes, how many tricks each trump takes; for one bid: what to bury, what the kitty "
        "brings, where each unseen card should lie, what each card held is worth (bids)")  # fmt: skip


def output(parser: argparse.ArgumentParser) -> None:
    """Add the forms of the output for programs."""
    _forms(parser)


def table_output(parser: argparse.ArgumentParser) -> None:
    """Add the forms of a table for programs, a file among them."""
    _forms(parser).add_argument(
        "-o", "--output", metavar="FILE", help="write the table to FILE.csv, FILE.json or FILE.parquet"
    )


def _forms(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    forms = parser.add_argument_group("output").add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="JSON on standard output")
    forms.add_argument("--csv", action="store_true", help="CSV on standard output")
    return forms


def json_only(parser: argparse.ArgumentParser) -> None:
    """Add JSON, where there is no table."""
    parser.add_argument("--json", action="store_true", help="JSON on standard output")


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a whole number such as 10000") from None


def deals(text: str) -> int:
    """Read a number of deals. The most are known to three hundredths of a percent and fit in memory."""
    n = whole_number(text)
    if not 1 <= n <= MOST_DEALS:
        raise argparse.ArgumentTypeError(f"{quote(text)}: it is a whole number from 1 to {MOST_DEALS:,}")
    return n


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quote(text)} is not a number such as 0.5") from None


def pair(text: str, form: str = "NAME=VALUE") -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise argparse.ArgumentTypeError(f"{quote(text)} is not of the form {form}")
    return name.strip(), value.strip()


def place(text: str) -> tuple[str, str]:
    """Read SEAT=CARDS."""
    return pair(text, "SEAT=CARDS")


def hand_text(args: argparse.Namespace) -> str:
    """Return the text of the hand."""
    return " ".join(args.hand)


def keywords(args: argparse.Namespace) -> dict[str, Any]:
    """Return the keyword arguments that the options stand for."""
    given = {name: getattr(args, name, None) for name in KEYWORDS}
    return {**{name: value for name, value in given.items() if value is not None}, "known": known(args)}


def known(args: argparse.Namespace) -> dict[str | int, str]:
    """Return the cards that are known, by place."""
    places: dict[str | int, str] = {}
    pairs = args.known if args.kitty is None else [*args.known, ("kitty", args.kitty)]
    for place, cards in pairs:
        key = int(place) if place.isdecimal() else place.lower()
        places[key] = f"{places[key]} {cards}" if key in places else cards
    return places


def game(args: argparse.Namespace) -> Game:
    """Return the game with the preset and the options that were asked for."""
    from handsim import games

    found = games.find(args.game)
    if args.rules is not None:
        if found.changed_options():
            raise ArgumentError(f"--game {args.game} names rules already; leave it or --rules {args.rules} out")
        found = _preset(found, args.rules)
    options = dict(args.option)
    if len(options) < len(args.option):
        names = [name for name, _ in args.option]
        raise ArgumentError(f"--option {next(n for n in names if names.count(n) > 1)} is given twice")
    return found.with_options(options)


def _preset(game: Game, asked: str) -> Game:
    name = "-".join(asked.lower().replace("_", " ").replace("-", " ").split())
    if name in game.presets:
        return game.presets[name]()
    there = f"there are {', '.join(game.presets)}" if game.presets else "it has none"
    close = difflib.get_close_matches(name, game.presets, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise ArgumentError(f"{game.name} has no rules called {quote(asked)}; {there}{hint}")
