"""The commands of one bid's cards: ``handsim kitty``, ``places`` and ``values``, and their charts."""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from handsim.cli import arguments
from handsim.errors import ArgumentError
from handsim.games.base import TRUMP_NAMES, Game

if TYPE_CHECKING:
    import pandas as pd

CHARTS = ("exchange", "kitty", "places", "values")
"""The kinds of ``handsim chart`` that are drawn here; each needs a bid."""


def question(parser: argparse.ArgumentParser) -> None:
    """Add the hand and the kitty, each one argument, and what is best."""
    parser.add_argument("hand", metavar="HAND", nargs=1, help='in one argument: "BJ LJ SA S2 HT D9 C3 ..."')
    parser.add_argument("pile", metavar="KITTY", nargs="?", help="the six cards; left out: what any kitty is worth")
    parser.add_argument("more", nargs="*", default=[], help=argparse.SUPPRESS)  # so that what it is can be said


def ranking(parser: argparse.ArgumentParser) -> None:
    """Add what the ranking of burials takes."""
    add = parser.add_argument_group("with KITTY").add_argument
    add("--top", metavar="N", type=arguments.whole_number, help="how many ways to bury (20)")
    add("--objective", choices=("points", "make", "tricks"), help="what is best: the most of these (points)")


def of_chart(parser: argparse.ArgumentParser) -> None:
    """Add the bid of a chart that needs one."""
    add = parser.add_argument_group(f"with --kind {', '.join(CHARTS)}").add_argument
    add("--bid", metavar="BID", help='"5 uptown in spades"; with exchange the whole --kitty too')


def tabulated(args: argparse.Namespace, game: Game, progress: Any) -> pd.DataFrame:
    """Return the table that ``handsim kitty`` prints: of exchanges, or of what any kitty is worth."""
    import handsim

    if args.more:
        raise ArgumentError('HAND and KITTY are one argument each: put them in quotes, "BJ SA ..." "S2 HQ ..."')
    asked, hand, options = args.bid, arguments.hand_text(args), arguments.keywords(args)
    ranked = {name: getattr(args, name) for name in ("top", "objective") if getattr(args, name) is not None}
    if args.pile is not None:
        if "kitty" in options["known"]:
            raise ArgumentError("--kitty: KITTY, after the hand, says already which cards those are")
        return handsim.exchange_table(asked, hand, args.pile, game, progress=progress, **ranked, **options)
    if ranked:
        raise ArgumentError(f"--{next(iter(ranked))}: only with KITTY, the cards that you have seen")
    return handsim.kitty_value(asked, hand, game, progress=progress, **options)


def charted(args: argparse.Namespace, game: Game, progress: Any) -> tuple[pd.DataFrame, Callable[..., Any]]:
    """Return the table of a chart of the kitty, and what draws it."""
    import handsim
    from handsim.analysis.exchange import refuse_no_kitty

    options = arguments.keywords(args)
    if args.bid is None:
        raise ArgumentError(f"--kind {args.kind} needs --bid, such as --bid '5 uptown in spades'")
    if "until_halfwidth" in options:
        raise ArgumentError(f"--until-halfwidth: not with --kind {args.kind}")
    hand = arguments.hand_text(args)
    if args.kind == "exchange":
        kitty = options["known"].pop("kitty", None)
        if kitty is None:
            refuse_no_kitty(game)
            raise ArgumentError("--kind exchange needs --kitty, all the cards of it")
        table = handsim.exchange_table(args.bid, hand, kitty, game, progress=progress, **options)
        return table, handsim.plot_exchange
    tabulate, draw = {
        "kitty": (handsim.kitty_value, handsim.plot_kitty_value),
        "places": (handsim.card_places, handsim.plot_card_places),
        "values": (handsim.card_values, handsim.plot_card_values),
    }[args.kind]
    return tabulate(args.bid, hand, game, progress=progress, **options), draw


def printed(table: pd.DataFrame, game: Game) -> str:
    """Return either table for people."""
    return _exchanges(table, game) if "buried" in table else _worth(table, game)


def places_printed(table: pd.DataFrame, game: Game) -> str:
    """Return a table of places for people: a line a card, a column a place."""
    from handsim.analysis.cards_worth import place_names
    from handsim.cli import text

    hidden = table[~table["card"].isin(_placed(table.attrs, game))]
    there = set(hidden["place"])
    names = [name for name in place_names(game).values() if name in there]
    by_card = {str(card): rows.set_index("place") for card, rows in hidden.groupby("card", sort=False)}
    spread = {card: float(rows["make_rate"].max() - rows["make_rate"].min()) for card, rows in by_card.items()}
    rows = [
        (card, *(cell for name in names for cell in _place_cells(by_card[card], name)))
        for card in sorted(by_card, key=spread.__getitem__, reverse=True)
    ]
    heads = ("card", *(head for name in names for head in (name, "95%")))
    note = (
        f"How many times in a hundred {game.is_made} ({100 * table.attrs['make_rate']:.1f} in all) when a card lies "
        f"there, and between what the 95% interval lies. The cards whose place matters most in these deals come "
        f"first; where the intervals of a line meet, its place may not matter at all, and among so many lines some "
        f"differ by chance.{' Cards that are known to lie somewhere are left out.' if len(hidden) < len(table) else ''}"
    )
    title = f"{text.heading(table.attrs, game)}\nwhere the cards should lie for {_contract(table.attrs)}"
    return "\n\n".join((title, text.columns(heads, rows), text.wrapped(note)))


def _placed(attrs: Mapping[Any, Any], game: Game) -> list[str]:
    """Return the cards of which it is known where every copy lies."""
    seen = Counter(str(card) for text in (attrs["hand"], *attrs["known"].values()) for card in text.split())
    return [card for card, copies in seen.items() if copies >= game.deck.copies]


def _place_cells(places: pd.DataFrame, name: str) -> tuple[str, str]:
    if name not in places.index:
        return "", ""  # the card is never there
    row = places.loc[name].to_dict()
    rate, low, high = (100 * float(row[column]) for column in ("make_rate", "make_low", "make_high"))
    return f"{rate:.1f}", f"{low:.1f}-{high:.1f}"


def values_printed(table: pd.DataFrame, game: Game) -> str:
    """Return a table of what each card is worth for people."""
    from handsim.cli import text

    rows = [
        (
            str(card),
            *(_signed(row["tricks"], row["tricks_se"], 2)),
            *(_signed(100 * row["make"], 100 * row["make_se"], 1)),
            *(_signed(row["points"], row["points_se"], 2)),
        )
        for card, row in zip(table.index, table.to_dict("records"), strict=True)
    ]
    named = " The trump stays the same, though the rules let it be named later." if game.names_trump_after else ""
    note = (
        "What is lost when the card is exchanged for a random unseen one, wherever that lies, on the same deals: "
        f"tricks, times in a hundred that {game.is_made}, and points; each give or take two standard errors. A card "
        f"that is worth less than what it would be exchanged for has a minus.{_of_errors(table)}{named}"
    )
    title = f"{text.heading(table.attrs, game)}\nwhat each card is worth in {_contract(table.attrs)}"
    heads = ("card", "tricks", "+/-", "makes", "+/-", "points", "+/-")
    return "\n\n".join((title, text.columns(heads, rows), text.wrapped(note)))


def _of_errors(table: pd.DataFrame) -> str:
    """Say what an error that is not known, or nothing, means."""
    if table.attrs["n_deals"] == 1:
        return " One deal cannot say how sure that is."
    errors = table[["tricks_se", "make_se", "points_se"]]
    return (
        " An error of 0: none of these deals differed, which is not to say that none would."
        if (errors == 0).any(axis=None)
        else ""
    )


def _signed(value: float, error: float, decimals: int) -> tuple[str, str]:
    """Return a difference and two of its standard errors; one that is not known is not given."""
    shown = f"{value + 0.0:+.{decimals}f}"
    return shown, "" if math.isnan(error) else f"{2 * error:.{decimals}f}"


def _exchanges(table: pd.DataFrame, game: Game) -> str:
    from handsim.cli import text

    about, choice = table.attrs, table.attrs["policy_choice"]
    unit, decimals = _scale(about)
    rows = [
        (
            str(row["buried"]),
            *_made(row),
            f"{row['tricks_mean']:.2f}",
            f"{row['points_mean']:+.2f}",
            *_signed(unit * row["difference"], unit * row["difference_se"], decimals),
            "*" if row["tells_from_best"] else "",
        )
        for row in table.to_dict("records")
    ]
    lines = text.columns(("bury", "makes", "95% interval", "tricks", "points", "against first", "+/-", ""), rows)
    notes = (
        f"{about['candidates']:,} ways to bury were considered; {about['merged']:,} are like another, but for cards "
        f"that touch. They were ranked by {_objective(about)} on other deals than those counted here. against first: "
        f"on the same deals, by {_objective(about)}, give or take two standard errors; * can be told from it. The "
        f"first row's tricks: give or take {_twice(table, 'tricks_se')}; its points: {_twice(table, 'points_se')}.",
        f"The policy {about['policy']} itself buries {choice['buried']} (number {choice['rank']:,} of them)"
        f"{_cost(about, choice)}.",
        *(["So few deals rank them little better than chance; more (--deals) say more."] if _few(table) else []),
    )
    title = f"{text.heading(about, game)}\nwhat to bury in {_contract(about)}"
    return "\n\n".join((title, lines, *map(text.wrapped, notes)))


def _scale(about: Mapping[Any, Any]) -> tuple[int, int]:
    """Return by what differences by the objective are multiplied, and their decimals: make rates are in a hundred."""
    return (100, 1) if about["objective"] == "make" else (1, 3)


def _made(row: Mapping[Any, Any]) -> tuple[str, str]:
    """Return a make rate and its interval."""
    return f"{100 * row['make_rate']:.1f}%", f"{100 * row['make_low']:.1f} to {100 * row['make_high']:.1f}"


def _twice(table: pd.DataFrame, error: str) -> str:
    """Return two standard errors of the first row's figure, in words."""
    value = 2 * float(table[error].iloc[0])
    return "what one deal cannot say" if math.isnan(value) else f"{value:.2f}"


def _few(table: pd.DataFrame) -> bool:
    from handsim.analysis.kitty import VAGUE

    surely_better = table["tells_from_best"] & (table["difference"] > 0)
    return bool(surely_better.any()) or float(table["make_high"].iloc[0] - table["make_low"].iloc[0]) > VAGUE


def _cost(about: Mapping[Any, Any], choice: Mapping[str, Any]) -> str:
    """Say what the policy's own burial costs against the first, or that it does not seem to."""
    if choice["rank"] == 1:
        return ""
    unit, decimals = _scale(about)
    cost, error = unit * choice["cost"], choice["cost_se"]
    said = f", {0.0 - cost:+.{decimals}f} against the first ({'in a hundred' if unit == 100 else _objective(about)}"
    if error is None:
        return f"{said}; one deal cannot say how sure that is)"
    told = "" if abs(cost) > 2 * unit * error else "; these deals cannot tell them apart"
    return f"{said}, give or take {2 * unit * error:.{decimals}f}{told})"


def _worth(table: pd.DataFrame, game: Game) -> str:
    from handsim.cli import text

    rows = [
        (
            str(name),
            f"{100 * row['share']:.1f}%",
            *_made(row),
            *(cell.removeprefix("+") for cell in _signed(row["tricks_mean"], row["tricks_se"], 2)),
            *_signed(row["gain"], row["gain_se"], 2),
        )
        for name, row in zip(table.index, table.to_dict("records"), strict=True)
    ]
    heads = ("kitty", "share", "makes", "95% interval", "tricks", "+/-", "exchange", "+/-")
    note = (
        "By what the kitty brings: trumps, jokers among them; aces, of plain suits; voids, the plain suits that can be "
        "buried whole. exchange: the tricks that it adds on the same deals, played in the same contract. +/-: two "
        "standard errors."
    )
    title = f"{text.heading(table.attrs, game)}\nwhat the kitty is worth in {_contract(table.attrs)}"
    blocks = (title, text.columns(heads, rows), text.wrapped(table.attrs["summary"]), text.wrapped(note))
    return "\n\n".join(blocks)


def _objective(about: Mapping[Any, Any]) -> str:
    return {"make": "make rate"}.get(about["objective"], str(about["objective"]))


def _contract(about: Mapping[Any, Any]) -> str:
    """Return what is played: "5 uptown in spades"."""
    bid, trump, direction = about["bid"], TRUMP_NAMES.get(about["trump"], ""), about["direction"]
    where = f" in {trump}" if trump and trump not in bid else ""
    way = f" played {direction}" if direction and direction not in bid and direction != "varies" else ""
    return f"{bid}{where}{way}"
