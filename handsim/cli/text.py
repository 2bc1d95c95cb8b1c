"""How answers and tables are printed: for people in columns, for programs as JSON and CSV."""

from __future__ import annotations

import csv
import inspect
import io
import json
import math
import re
import textwrap
import typing
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from handsim.games.base import TRUMP_NAMES, Game
from handsim.games.options import listed, option_types, rules_of, word
from handsim.games.wording import Column

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 99
SPREAD, ERRORS = " and standard deviation", ", give or take two standard errors"
BESIDE = (
    " dd: the same with the play solved double dummy. gap: the policy's tricks less those, give or take two standard "
    "errors."
)


def wrapped(text: str) -> str:
    """Return a text with its lines broken at words where they are too long."""
    return "\n".join(textwrap.fill(line, WIDTH, break_on_hyphens=False) for line in text.splitlines())


# For programs


def json_of(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(_plain(value), indent=2, allow_nan=False)


def plain(table: pd.DataFrame) -> dict[str, Any]:
    """Return a table as JSON-plain values: its attrs, and its rows as records."""
    return {"attrs": dict(table.attrs), "rows": table.reset_index().to_dict("records")}


def csv_of_one(record: Mapping[str, Any]) -> str:
    """Return one record as CSV, with its heading."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(record)
    writer.writerow("; ".join(map(str, v)) if isinstance(v, (list, tuple)) else v for v in record.values())
    return out.getvalue()


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(of) for key, of in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(of) for of in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# For people


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return rows in columns, the first few of them aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for row in (heads, *rows):
        cells = (c.ljust(w) if i < left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def heading(attrs: Mapping[Any, Any], game: Game) -> str:
    """Say what a table is about: hand, rules, what is known, and the simulation."""
    rules = rules_of(attrs["options"])
    known = [f"{'seat ' + place if place.isdecimal() else place}: {cards}" for place, cards in attrs["known"].items()]
    deals, drawn = "deal" if attrs["n_deals"] == 1 else "deals", attrs.get("turned_up") == "drawn"
    away = {"": "", "varies": " and puts away not always the same card"}.get(
        attrs.get("discarded", ""), f" and puts away {attrs.get('discarded')}"
    )
    lines = [
        f"{game.title}: {attrs['hand']}",
        *(["rules: " + rules] if rules else []),
        *(["known: " + "; ".join(known)] if known else []),
        *(["turned up: in each deal a card of the trump suit, drawn at random; it lies with dealer"] if drawn else []),
        f"{attrs['n_deals']:,} {deals}, {_methods(attrs)}, seed {attrs['seed']}, seat {attrs['dealer']} deals{away}",
    ]
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in lines)


def _methods(attrs: Mapping[Any, Any]) -> str:
    """Say by what a table's deals were played."""
    words = {"double_dummy": "double dummy, ", "both": "played out and double dummy, "}
    return f"{words.get(attrs.get('method', ''), '')}policy {attrs['policy']}"


def bid_table(table: pd.DataFrame, game: Game) -> str:
    """Return a bid table for people."""
    both = "gap" in table
    heads, rows = _side_by_side(table, game) if both else _by_itself(table, game)
    kitty = f", {game.kitty_tricks} for the kitty included" if game.kitty_tricks else ""
    notes = (
        f"makes: how often {game.makes}. tricks: mean{'' if both else SPREAD} of what {game.ours} takes{kitty}. "
        f"points: mean {game.points_are}{'' if both else ERRORS}."
        f"{_chosen(table.attrs['chooses'], game)}{BESIDE if both else _of_the_game(table, game)}",
        f"{_assumed(table.attrs)} {_known_to(table) if both else 'The interval is the error of the sample;'} it does "
        "not cover how people play.",
    )
    last = filter(None, [missed_halfwidth(table.attrs)])
    return "\n\n".join((heading(table.attrs, game), columns(heads, rows, left=2), *map(wrapped, (*notes, *last))))


def _known_to(table: pd.DataFrame) -> str:
    """Say how sure the figures of two methods are, which have no room for their intervals."""
    half = 50 * max(float((table[f"make_high{of}"] - table[f"make_low{of}"]).max()) for of in ("", "_dd"))
    error = 2 * max(float(table[f"points_se{of}"].max()) for of in ("", "_dd"))
    points = "" if math.isnan(error) else f", points within {error:.2f}"
    return f"Make rates are known within {half:.1f} in a hundred{points}; that is the error of the sample,"


def _chosen(parts: Sequence[str], game: Game) -> str:
    """Say how the rows came by what was not asked for."""
    if not parts:
        return ""
    what = listed(parts)
    if game.names_trump_after:
        return f" varies: declarer names the {what} deal by deal, by a count of the cards that he then holds."
    return (
        f" The {what} of a row is the one that is best on average; it was chosen on other deals than those counted "
        f"here."
    )


def _added(table: pd.DataFrame, game: Game) -> dict[str, Column]:
    """Return the columns that the game adds to a bid table, and what they are."""
    names = [name for name in table.loc[:, "points_se":"n_deals"].columns[1:-1] if not name.endswith("_se")]
    return {name: game.columns.get(name, Column("mean")) for name in names}


def _head(name: str, column: Column) -> str:
    return column.head or name.replace("_", " ")


def _of_the_game(table: pd.DataFrame, game: Game) -> str:
    """Say what the columns are that this game adds, and how sure their figures are."""
    alike: dict[Column, list[str]] = {}
    for name, column in _added(table, game).items():
        alike.setdefault(column._replace(head=""), []).append(name)
    notes = [f" In brackets: the {game.card_is.replace('_', ' ')}."] if game.card_is else []
    for column, names in alike.items():
        heads = ", ".join(_head(name, game.columns.get(name, column)) for name in names)
        error = 2 * max(float(table[f"{name}_se"].max()) for name in names)
        size = f"{100 * error:.1f} in a hundred" if column.share else f"{error:.2f}"
        notes.append(f" {heads}: {column.words}{'' if math.isnan(error) else f', give or take at most {size}'}.")
    return "".join(notes)


def _by_itself(table: pd.DataFrame, game: Game) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the heads and rows of a table with one figure of each kind, and the columns that the game adds."""
    more = _added(table, game)
    rows: list[Sequence[str]] = [
        (
            str(row["bid"]),
            _played_in(row),
            _percent(row["make_rate"]) + "%",
            f"{_percent(row['make_low'])} to {_percent(row['make_high'])}",
            f"{row['tricks_mean']:.1f}",
            "" if math.isnan(row["tricks_sd"]) else f"{row['tricks_sd']:.1f}",
            f"{row['points_mean']:+.2f}",
            "" if math.isnan(row["points_se"]) else f"{2 * row['points_se']:.2f}",
            *(f"{_percent(row[name])}%" if column.share else f"{row[name]:.2f}" for name, column in more.items()),
        )
        for row in table.reset_index().to_dict("records")
    ]
    heads = (game.bid_is, "played in", "makes", "95% interval", "tricks", "sd", "points", "+/-")
    return (*heads, *(_head(name, column) for name, column in more.items())), rows


def _side_by_side(table: pd.DataFrame, game: Game) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the heads and rows of a table with the policy's and the double-dummy figures."""
    rows: list[Sequence[str]] = [
        (
            str(row["bid"]),
            _played_in(row),
            _percent(row["make_rate"]) + "%",
            _percent(row["make_rate_dd"]) + "%",
            f"{row['tricks_mean']:.1f}",
            f"{row['tricks_mean_dd']:.1f}",
            f"{row['gap']:+.2f}",
            "" if math.isnan(row["gap_se"]) else f"{2 * row['gap_se']:.2f}",
            f"{row['points_mean']:+.2f}",
            f"{row['points_mean_dd']:+.2f}",
        )
        for row in table.reset_index().to_dict("records")
    ]
    return (game.bid_is, "played in", "makes", "dd", "tricks", "dd", "gap", "+/-", "points", "dd"), rows


def double_dummy_table(table: pd.DataFrame, game: Game) -> str:
    """Return a double-dummy table for people."""
    rows = [
        (f"seat {seat}", *(str(tricks) for tricks in row))
        for seat, row in zip(table.index, table.values.tolist(), strict=True)
    ]
    heads = ("declarer", *(str(name).removesuffix("town") for name in table.columns))
    kitty = ", without the one for the kitty" if game.kitty_tricks else ""
    note = (
        f"The tricks that declarer's side takes in play{kitty}, when all hands lie open and nobody errs; the "
        f"hands are played as they are given; {table.attrs['leads']}."
    )
    apart = dict.fromkeys(filter(None, map(game.played_as, game.bids)))
    if apart:
        note += f" {', '.join(apart)}: as such a bid is played, partner sitting out, whatever is exchanged before it."
    return "\n\n".join((wrapped(f"{game.title}: {table.attrs['deal']}"), columns(heads, rows), wrapped(note)))


def play_trace(table: pd.DataFrame) -> str:
    """Return the trace of a play for people."""
    about = table.attrs
    rows = [
        (
            str(row["trick"]),
            str(row["seat"]),
            row["card"],
            str(row["tricks"]),
            str(row["cost"] or ""),
            row["best"],
        )
        for row in table.to_dict("records")
    ]
    heads = ("trick", "seat", "card", "tricks", "cost", "instead")
    head = f"{about['contract']}, seat {about['leader']} leads: {about['tricks_before']} tricks before the first card"
    note = (
        "tricks: what declarer's side ends with when nobody errs after the card. cost: the tricks that it cost the "
        "side of who played it. instead: the cards that cost nothing."
    )
    return "\n\n".join((head, columns(heads, rows, left=0), wrapped(note)))


def missed_halfwidth(attrs: Mapping[Any, Any]) -> str:
    """Say so where the half-width that was asked for was not reached."""
    asked, reached = attrs.get("until_halfwidth"), attrs.get("halfwidth")
    if asked is None or reached is None or reached <= asked:
        return ""
    return (
        f"The half-width asked for, {asked:g}, was not reached: it is {reached:.2g} after {attrs['n_deals']:,} deals."
    )


def denomination_table(table: pd.DataFrame, game: Game) -> str:
    """Return a denomination table for people."""
    least = [name for name in table.columns if name.startswith("ge_")]
    rows = [
        (
            _played_in(row),
            f"{row['mean']:.2f}",
            "" if math.isnan(row["se"]) else f"{2 * row['se']:.2f}",
            *(f"{100 * row[name]:.0f}" for name in least),
        )
        for row in table.drop(columns="n_deals").reset_index().to_dict("records")
    ]
    heads = ("played in", game.counts_in, "+/-", *(name.removeprefix("ge_") for name in least))
    kitty = f", {game.kitty_tricks} for the kitty included" if game.kitty_tricks else ""
    note = (
        f"Seat 0 holds the hand{' and declares' if game.has_auction else ''}. {game.counts_in}: mean of what "
        f"{game.ours} takes{kitty}, give or take two standard errors; then how many times in a hundred that "
        f"is at least 1, 2, ... "
    )
    return "\n\n".join(
        (heading(table.attrs, game), columns(heads, rows), wrapped(note + _assumed(table.attrs)))
    )  # fmt: skip


def points_table(table: pd.DataFrame, game: Game) -> str:
    """Return a table of the points of every seat for people."""
    shares = [name for name in table.columns if name.startswith("p_")]
    rows = [
        (
            f"seat {row['seat']}",
            f"{row['mean']:.2f}",
            "" if math.isnan(row["se"]) else f"{2 * row['se']:.2f}",
            *(f"{100 * row[name]:.0f}" if row[name] else "" for name in shares),
        )
        for row in table.reset_index().to_dict("records")
    ]
    heads = ("", "points", "+/-", *(name.removeprefix("p_") for name in shares))
    note = (
        f"{table.attrs['contract']}. points: the mean of what each seat captures, give or take two standard errors; "
        f"then how many times in a hundred it captures 0, 1, 2, ... "
    )
    return "\n\n".join(
        (heading(table.attrs, game), columns(heads, rows), wrapped(note + _assumed(table.attrs)))
    )  # fmt: skip


COUNT_HEADS = {
    "trumps_beyond_four": "length", "long_cards": "length", "trump_ace": "top trumps", "trump_king": "top trumps",
    "side_aces": "aces", "side_kings": "kings", "side_queens": "queens",
}  # fmt: skip
"""What is counted, in few words; what shares a word shares a column."""


def point_count(table: pd.DataFrame, game: Game) -> str:
    """Return the points of a hand for people, the best denominations first."""
    from handsim.analysis.point_count import PUBLISHED_COUNT

    counted: dict[str, list[str]] = {}
    for name in table.columns[2 : table.columns.get_loc("points")]:
        counted.setdefault(COUNT_HEADS.get(name, name.replace("_", " ")), []).append(name)
    ranked = table.sort_values("tricks", ascending=False, kind="stable").reset_index().to_dict("records")
    rows = [
        (
            _played_in({**row, "bid": ""}),
            row["bid"],
            f"{row['tricks']:.1f}",
            str(row["points"]),
            *(str(sum(row[name] for name in names) or "") for names in counted.values()),
        )
        for row in ranked
    ]
    off = " or ".join(f"{error:.2f}" for error in dict.fromkeys(table["tricks_off"]))
    note = (
        "bids: the highest bid that makes at least half the time with so many points, if there is one. tricks: what "
        f"declarer's side takes with them on average; a hand is off by {off}, as a rule. Then the points, and where "
        "they come from; handsim count without a hand says how to count. handsim table simulates the hand itself."
    )
    tops = [level for count in PUBLISHED_COUNT.counts.values() for level in count.needed]
    note += f" The count ends at {max(tops)}; at its ends it is off by more."
    table_text = columns(("played in", "bids", "tricks", "points", *counted), rows, left=2)
    return "\n\n".join((f"{game.title}: {table.attrs['hand']}", table_text, wrapped(note)))


def failures(table: pd.DataFrame, game: Game) -> str:
    """Return the deals that failed for people, and how to see the whole of one."""
    about = table.attrs
    where = _played_in(about)
    contract = f"{about['bid']}{f' in {where}' if where in TRUMP_NAMES.values() else ''}"
    needs = f"{contract} needs {about['needed']} {about['counts_in']}"
    if table.empty:
        return f"{heading(about, game)}\n\n{needs}: none of these deals failed."
    heads = ("deal", about["counts_in"], "short")
    rows = [tuple(str(row[head]) for head in heads) for row in table.reset_index().to_dict("records")]
    head, *lines = columns(heads, rows, left=0).splitlines()
    listed = [_hanging(f"{line}  ", why) for line, why in zip(lines, table["cause"].tolist(), strict=True)]
    shown = f'handsim replay "{about["bid"]}" HAND --deal {table.index[0]}'
    note = f"{shown}, with the same options as here, shows the first of them card by card."
    blocks = (f"{needs}; these deals failed:", "\n".join((f"{head}  why", *listed)), wrapped(note))
    return "\n\n".join((heading(about, game), *blocks))


def replay(shown: str) -> str:
    """Return a replay for people, the long lines that head it broken."""
    head, *rest = shown.split("\n\n")
    lines = [textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) for line in head.splitlines()]
    return "\n\n".join(("\n".join(lines), *rest))


def _assumed(attrs: Mapping[Any, Any]) -> str:
    from handsim.analysis.study import POLICY, how_played

    known = "the cards not known" if attrs["known"] else "unseen cards"
    played = how_played(attrs.get("method", POLICY), attrs["policy"])
    return (
        f"Assumed: {known} lie at random, whatever the others called; {played}; points count alike at any score of the "
        f"match."
    )


def _played_in(row: Mapping[Any, Any]) -> str:
    """Return "spades downtown", or so much of it as the name of the bid does not say."""
    bid, trump = row.get("bid", ""), TRUMP_NAMES.get(row["trump"], row["trump"])
    words = [word for word in (trump, row["direction"]) if word and word not in bid]
    way, card = row.get("played_as"), row.get("lead") or row.get("turn_up")
    return (" ".join(dict.fromkeys(words)) or trump) + (f", {way}" if way else "") + (f" ({card})" if card else "")


def _percent(rate: float) -> str:
    """Return a rate in percent; what is not quite certain is not printed as if it were."""
    if rate < 1 and rate >= 0.9995:
        return ">99.9"
    return "<0.1" if 0 < rate < 0.0005 else f"{100 * rate:.1f}"


# Games


def describe_game(game: Game) -> dict[str, Any]:
    """Return a game's names, presets and options as JSON-plain values."""
    documented = re.findall(
        r"^(\w+(?:, \w+)*)\n((?:    .+\n?)+)",
        re.sub(r":[a-z]+:`~?([^`]*)`", r"\1", inspect.getdoc(type(game)) or ""),
        re.MULTILINE,
    )
    notes = {name: note for names, note in documented for name in names.split(", ")}
    return {
        "name": game.name,
        "title": game.title,
        "aliases": list(game.aliases),
        "presets": {name: preset().changed_options() for name, preset in game.presets.items()},
        "options": {
            name: {
                "default": getattr(game, name),
                "values": _values(hint, getattr(game, name)),
                "note": " ".join(notes.get(name, "").split()),
            }
            for name, hint in option_types(type(game)).items()
        },
    }


def game(described: Mapping[str, Any]) -> str:
    """Return a described game for people."""
    presets = [
        (name, " ".join(f"{option}={word(value)}" for option, value in changes.items()))
        for name, changes in described["presets"].items()
    ]
    lines = [f'{described["title"]} (--game "{described["name"]}")']
    if presets:
        widest = max(len(name) for name, _ in presets)
        lines += ["", "  presets (--rules PRESET)"]
        lines += [_hanging(f"    {name.ljust(widest)}  ", changes) for name, changes in presets]
    lines += ["", "  options (--option NAME=VALUE), the default first"]
    for name, option in described["options"].items():
        lines.append(f"    {name} = {' | '.join(map(word, option['values']))}")
        lines += [_hanging(" " * 8, option["note"])] if option["note"] else []
    return "\n".join(lines)


def _hanging(start: str, text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _values(hint: Any, default: object) -> list[object]:
    """Return the values an option takes, the default first; of a whole number "N" stands for the others."""
    if hint is bool:
        return [default, not default]
    literal = typing.get_origin(hint) is typing.Literal
    return [default, *(value for value in typing.get_args(hint) if value != default)] if literal else [default, "N"]
