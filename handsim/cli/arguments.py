"""What commands take: groups of arguments, and how they are read into those of the Python functions."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from handsim.errors import ArgumentError, HandsimError
from handsim.notation import quote

if TYPE_CHECKING:
    from handsim.games.base import Game

AddArguments: TypeAlias = Callable[[argparse.ArgumentParser], None]

MOST_DEALS = 10_000_000
MOST_CARDS_OF_A_BID = 2
"""A bid may name a card or two; more of them are a hand."""
KEYWORDS = (
    "method", "n_deals", "seed", "policy", "dealer", "trump", "until_halfwidth", "pass_value", "deal", "n", "n_hands",
)  # fmt: skip
"""Options that are keyword arguments of the functions of the same name; left out where they are not given."""


def bid(parser: argparse.ArgumentParser) -> None:
    """Add the bid."""
    parser.add_argument("bid", metavar="BID", type=bid_text, help='"4 downtown", "four downtown in spades", 4nt')


def perhaps_bid(parser: argparse.ArgumentParser) -> None:
    """Add a bid that need not be named."""
    parser.add_argument("--bid", metavar="BID", help='what was bid, "9 in spades" (the lowest); "pass": nobody has bid')


def hand(parser: argparse.ArgumentParser) -> None:
    """Add the hand, in one argument or in several."""
    parser.add_argument("hand", metavar="HAND", nargs="+", help='"BJ LJ SA S2 HT D9 C3 ...", "♠A2 ♥T ♦9 ♣3"')


def whole_deal(parser: argparse.ArgumentParser) -> None:
    """Add a deal, all hands open."""
    parser.add_argument(
        "whole_deal",
        metavar="DEAL",
        help='the hands as play begins, seat 0 first: "SA S2; SK H2; S3 S4; HA H3", or PBN',
    )


def whose_deal(parser: argparse.ArgumentParser) -> None:
    """Add who deals, where all hands are open."""
    add = parser.add_argument_group("seats").add_argument
    add("--dealer", metavar="SEAT", type=whole_number, help="who deals, where that decides who leads")


def played(parser: argparse.ArgumentParser) -> None:
    """Add what was played, and how the play went."""
    add = parser.add_argument
    add("contract", metavar="CONTRACT", help='"4 downtown in spades", "4 notrump uptown"; in whist "spades"')
    add("plays", metavar="PLAYS", nargs="+", help='the cards in the order played: "S5 SA S10 ..."')
    add = parser.add_argument_group("seats").add_argument
    add("--declarer", metavar="SEAT", type=whole_number, default=0, help="who declares (0)")
    add("--dealer", metavar="SEAT", type=whole_number, help="who deals, where that decides who leads")
    add("--leader", metavar="SEAT", type=whole_number, help="who leads to the first trick (as the rules say)")


def rules(parser: argparse.ArgumentParser) -> None:
    """Add the rules."""
    add = parser.add_argument_group("rules (handsim games lists them)").add_argument
    add("--game", metavar="NAME", default="bid whist", help="the game (bid whist)")
    add("--rules", metavar="PRESET", help="a named set of options, such as contract-whist or one-round")
    add("--option", metavar="NAME=VALUE", type=pair, action="append", default=[], help="one option, repeatable")


def perhaps_hand(parser: argparse.ArgumentParser) -> None:
    """Add the hand, which may be left out."""
    parser.add_argument("hand", metavar="HAND", nargs="*", help='"BJ LJ SA S2 HT D9 C3 ..."')


def situation(parser: argparse.ArgumentParser) -> None:
    """Add the rules, what else is known, and how the rest is dealt and played."""
    rules(parser)
    add = parser.add_argument_group("what is known").add_argument
    add("--kitty", metavar="CARDS", help="cards that are in the kitty")
    add("--known", metavar="PLACE=CARDS", type=place, action="append", default=[],
        help="cards that lie with a seat, left (or 1), partner (2), right (3), or elsewhere, as the game has it: "
        "turn_up, discard, undealt, draw, one_card; repeatable")  # fmt: skip
    dealer(add)
    simulation(parser, "how many deals (10000)")


def dealer(add: Callable[..., object]) -> None:
    """Add who deals, to a group."""
    add("--dealer", metavar="SEAT", type=whole_number, help="who deals (the last seat, so that you speak first)")


def simulation(parser: argparse.ArgumentParser, n_deals: str) -> argparse._ArgumentGroup:
    """Add how the cards are dealt and played."""
    group = parser.add_argument_group("simulation")
    group.add_argument("--deals", metavar="N", dest="n_deals", type=deals, help=n_deals)
    group.add_argument("--seed", metavar="N", type=whole_number, help="the same seed gives the same figures (0)")
    group.add_argument("--policy", metavar="NAME", help="how every seat plays: random, greedy, maxims (maxims)")
    return group


def survey(parser: argparse.ArgumentParser) -> None:
    """Add what a survey needs."""
    rules(parser)
    add = simulation(parser, "how many deals a hand (400)").add_argument
    add("-n", metavar="N", dest="n_hands", type=whole_number, help="how many hands (1000)")
    dealer(add)
    parser.add_argument_group("output").add_argument(
        "-o", "--output", metavar="FILE", required=True,
        help="FILE.csv, FILE.csv.gz, FILE.json or FILE.parquet; after an interruption the same command goes on",
    )  # fmt: skip


def grouping(parser: argparse.ArgumentParser) -> None:
    """Add what a bid chart is drawn from and grouped by."""
    add = parser.add_argument_group("with --kind bid-chart").add_argument
    add("--survey", metavar="FILE", help="the survey, as handsim survey wrote it")
    add("--rows", metavar="FEATURE", help="what to group by, such as trumps, points or side_aces (trumps)")
    add("--columns", metavar="FEATURE", help="and by what else; none: by the rows alone (jokers)")


def trump(parser: argparse.ArgumentParser) -> None:
    """Add the trump."""
    parser.add_argument("--trump", metavar="S|H|D|C", help="the trump suit (the best on average)")


def method(parser: argparse.ArgumentParser) -> None:
    """Add by what the deals are played."""
    _add_method(parser, ("policy", "double_dummy", "both"), "; both, side by side")


def one_method(parser: argparse.ArgumentParser) -> None:
    """Add by what the deals of an answer are played."""
    _add_method(parser, ("policy", "double_dummy"))


def _add_method(parser: argparse.ArgumentParser, methods: tuple[str, ...], more: str = "") -> None:
    parser.add_argument(
        "--method", metavar="METHOD", type=_method, choices=methods,
        help="policy: each seat plays by the policy; double-dummy: solved, all hands open, nobody errs (--deals is 500 "
        f"then){more} (policy)",
    )  # fmt: skip


def _method(text: str) -> str:
    return text.lower().replace("-", "_").replace(" ", "_")


def stopping(parser: argparse.ArgumentParser) -> None:
    """Add when to stop."""
    parser.add_argument(
        "--until-halfwidth", metavar="W", type=number,
        help="stop when every make rate is known to W either way, such as 0.01; --deals is then the most",
    )  # fmt: skip


def passing(parser: argparse.ArgumentParser) -> None:
    """Add what passing is worth."""
    parser.add_argument(
        "--pass-value",
        metavar="POINTS",
        type=number,
        help="what passing is worth to your side (as the game says, 0 in most)",
    )


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
    add("--kind", choices=("bids", "tricks", "exchange", "kitty", "places", "values", "bid-chart"), default="bids",
        help="how often each bid makes, how many tricks each trump takes; for one bid: what to bury, what the kitty "
        "brings, where each unseen card should lie, what each card held is worth; or how often one bid (given instead "
        "of HAND) makes over the hands of a survey (bids)")  # fmt: skip


def output(parser: argparse.ArgumentParser) -> None:
    """Add the forms of the output for programs."""
    _forms(parser)


def table_output(parser: argparse.ArgumentParser) -> None:
    """Add the forms of a table for programs, a file among them."""
    _forms(parser).add_argument(
        "-o", "--output", metavar="FILE", help="write the table to FILE.csv, FILE.csv.gz, FILE.json or FILE.parquet"
    )


def _forms(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    forms = parser.add_argument_group("output").add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="JSON on standard output")
    forms.add_argument("--csv", action="store_true", help="CSV on standard output")
    return forms


def json_only(parser: argparse.ArgumentParser) -> None:
    """Add JSON, where there is no table."""
    parser.add_argument("--json", action="store_true", help="JSON on standard output")


def bid_text(text: str) -> str:
    """Read a bid; what is a hand, which comes after it, is refused here, where its place can be named."""
    from handsim.notation import parse_cards

    try:
        is_hand = len(parse_cards(text)) > MOST_CARDS_OF_A_BID
    except HandsimError:
        is_hand = False
    if is_hand:
        raise argparse.ArgumentTypeError(f"{quote(text)} is a hand; the bid comes first, then the hand")
    return text


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
    """Read PLACE=CARDS."""
    return pair(text, "PLACE=CARDS")


def hand_text(args: argparse.Namespace) -> str:
    """Return the text of the hand."""
    return " ".join(args.hand)


def keywords(args: argparse.Namespace) -> dict[str, Any]:
    """Return the keyword arguments that the options stand for."""
    given = {name: getattr(args, name, None) for name in KEYWORDS}
    found = {name: value for name, value in given.items() if value is not None}
    return {**found, "known": known(args)} if "known" in args else found


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
