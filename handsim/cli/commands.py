"""The commands: a function each, which returns what is to be printed, and a line in :data:`COMMANDS`.

A function loads what it needs itself, so that ``handsim --help`` waits for nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from handsim.cli import arguments
from handsim.cli import kitty as kitty_commands
from handsim.cli.arguments import AddArguments
from handsim.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from handsim.games.base import Game

GROUPING = ("survey", "rows", "columns")


def ask(args: argparse.Namespace) -> str:
    """Should I bid this with that hand?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    with watched(args) as progress:
        answer = handsim.ask(args.bid, arguments.hand_text(args), game, progress=progress, **arguments.keywords(args))
    if args.json:
        return text.json_of({**answer.to_dict(), "table": text.plain(answer.table)})
    missed = text.missed_halfwidth(answer.table.attrs)
    return (
        text.csv_of_one(answer.to_dict()) if args.csv else text.wrapped("\n".join(filter(None, (str(answer), missed))))
    )


def table(args: argparse.Namespace) -> str:
    """What is every bid worth with this hand?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    with watched(args) as progress:
        found = handsim.bid_table(arguments.hand_text(args), game, progress=progress, **arguments.keywords(args))
    return _table(args, found, lambda: text.bid_table(found, game))


def denominations(args: argparse.Namespace) -> str:
    """How many tricks does this hand take with each trump?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    with watched(args) as progress:
        found = handsim.denomination_table(
            arguments.hand_text(args), game, progress=progress, **arguments.keywords(args)
        )
    return _table(args, found, lambda: text.denomination_table(found, game))


def points(args: argparse.Namespace) -> str:
    """How many points does every seat capture?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    options = arguments.keywords(args)
    with watched(args) as progress:
        found = handsim.points_table(arguments.hand_text(args), game, bid=args.bid, progress=progress, **options)
    return _table(args, found, lambda: text.points_table(found, game))


def dd(args: argparse.Namespace) -> str:
    """How many tricks does every declarer's side take with each trump, all hands open?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    with watched(args):
        found = handsim.double_dummy_table(args.whole_deal, game, dealer=args.dealer)
    return _table(args, found, lambda: text.double_dummy_table(found, game))


def trace(args: argparse.Namespace) -> str:
    """What did each card that was played cost?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    contract = game.contract(args.contract, declarer=args.declarer, dealer=args.dealer)
    with watched(args):
        found = handsim.play_trace(args.whole_deal, contract, " ".join(args.plays), leader=args.leader)
    return _table(args, found, lambda: text.play_trace(found))


def chart(args: argparse.Namespace) -> str:
    """Draw how often each bid makes, how many tricks each trump takes, the kitty, the cards, or a bid over a survey."""
    from handsim import plots

    plots.check_path(args.output)
    if args.kind == "bid-chart":
        return _bid_chart(args)
    wrong = [name for name in GROUPING if getattr(args, name) is not None]
    if wrong:
        raise ArgumentError(f"--{wrong[0]}: only with --kind bid-chart")
    return _hand_chart(args)


def _hand_chart(args: argparse.Namespace) -> str:
    import handsim

    game, options = arguments.game(args), arguments.keywords(args)
    if args.kind in kitty_commands.CHARTS:
        with watched(args) as progress:
            table, draw_table = kitty_commands.charted(args, game, progress)
        return _drawn(args, lambda ax: draw_table(table, ax=ax))
    if args.bid is not None:
        raise ArgumentError(f"--bid: not with --kind {args.kind}, which shows every bid")
    of_bids = args.kind == "bids"
    wrong = [] if of_bids else [name for name in ("trump", "until_halfwidth") if name in options]
    if wrong:
        raise ArgumentError(f"--{wrong[0].replace('_', '-')}: not with --kind {args.kind}, which shows every trump")
    tabulate = handsim.bid_table if of_bids else handsim.denomination_table
    draw = handsim.plot_bid_table if of_bids else handsim.plot_tricks
    with watched(args) as progress:
        found = tabulate(arguments.hand_text(args), game, progress=progress, **options)
    return _drawn(args, lambda ax: draw(found, ax=ax))


def _bid_chart(args: argparse.Namespace) -> str:
    import handsim

    told = {name: getattr(args, name) for name in ("kitty", "known", "rules", "option", "bid")}
    settings = {**arguments.keywords(args), **told}
    wrong = ["deals" if name == "n_deals" else name for name, value in settings.items() if value not in (None, [], {})]
    if wrong:
        option = wrong[0].replace("_", "-")
        raise ArgumentError(f"--{option}: not with --kind bid-chart, which draws what the survey says")
    if args.survey is None:
        raise ArgumentError("--kind bid-chart needs --survey FILE, which handsim survey writes")
    options: dict[str, Any] = {name: getattr(args, name) for name in ("rows", "columns") if getattr(args, name)}
    if options.get("columns") == "none":
        options["columns"] = None
    found = handsim.bid_chart(handsim.load_survey(args.survey), arguments.hand_text(args), **options)
    return _drawn(args, lambda ax: handsim.plot_bid_chart(found, ax=ax))


def _drawn(args: argparse.Namespace, draw: Callable[[Axes], object]) -> str:
    """Write what is drawn to the file that was asked for."""
    from matplotlib.figure import Figure

    import handsim

    figure = Figure(layout="constrained")  # not pyplot's, which looks for a screen
    draw(figure.subplots())
    return f"{handsim.save_chart(figure, args.output)}: written"


def kitty(args: argparse.Namespace) -> str:
    """What do I bury, or what is the kitty worth before it is seen?"""
    game = arguments.game(args)
    _check_file(args)
    with watched(args) as progress:
        found = kitty_commands.tabulated(args, game, progress)
    return _table(args, found, lambda: kitty_commands.printed(found, game))


def places(args: argparse.Namespace) -> str:
    """With whom, or in the kitty, should each unseen card lie?"""
    import handsim

    return _of_cards(args, handsim.card_places, kitty_commands.places_printed)


def values(args: argparse.Namespace) -> str:
    """What is each card of the hand worth?"""
    import handsim

    return _of_cards(args, handsim.card_values, kitty_commands.values_printed)


def _of_cards(
    args: argparse.Namespace, tabulate: Callable[..., pd.DataFrame], printed: Callable[[pd.DataFrame, Game], str]
) -> str:
    game = arguments.game(args)
    _check_file(args)
    with watched(args) as progress:
        found = tabulate(args.bid, arguments.hand_text(args), game, progress=progress, **arguments.keywords(args))
    return _table(args, found, lambda: printed(found, game))


def survey(args: argparse.Namespace) -> str:
    """What do many random hands hold, and make?"""
    import handsim

    game = arguments.game(args)
    try:
        with watched(args) as progress:
            found = handsim.hand_survey(game, path=args.output, progress=progress, **arguments.keywords(args))
    except KeyboardInterrupt as interruption:
        raise KeyboardInterrupt(_what_is_kept(args.output)) from interruption
    in_file = len(handsim.load_survey(args.output))
    if in_file > len(found):
        return f"{args.output}: as it was, with {in_file:,} hands, the first {len(found):,} of them those asked for"
    return f"{args.output}: written, {in_file:,} hands"


def _what_is_kept(output: str) -> str:
    """Say what an interrupted survey has left, and how to go on."""
    from pathlib import Path

    from handsim.analysis.parts import PART_HANDS, folder_of, hands_in_parts

    path = Path(output)
    n_hands = hands_in_parts(path)
    if n_hands:
        return f"interrupted: {n_hands:,} hands are kept in {folder_of(path)}; the same command goes on from there"
    if path.exists():
        return f"interrupted: {path} is as it was"
    return f"interrupted: nothing is kept yet; hands are written {PART_HANDS} at a time"


def count(args: argparse.Namespace) -> str:
    """How many points does this hand count, and what do they bid?"""
    import handsim
    from handsim.analysis.point_count import refuse_other_play
    from handsim.cli import text

    game = arguments.game(args)
    if not args.hand:
        refuse_other_play(game)
        wrong = [name for name in ("json", "csv", "output") if getattr(args, name)]
        if wrong:
            raise ArgumentError(f"--{wrong[0]}: only with HAND; without one the count is said in words")
        return str(handsim.PUBLISHED_COUNT)
    _check_file(args)
    found = handsim.point_count(arguments.hand_text(args), game)
    return _table(args, found, lambda: text.point_count(found, game))


def replay(args: argparse.Namespace) -> str:
    """What happened in one deal of a bid's row of the table?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    with watched(args):
        shown = handsim.replay(args.bid, arguments.hand_text(args), game, **arguments.keywords(args))
    return text.json_of(shown.to_dict()) if args.json else text.replay(str(shown))


def failures(args: argparse.Namespace) -> str:
    """Which deals failed, and why?"""
    import handsim
    from handsim.cli import text

    game = arguments.game(args)
    _check_file(args)
    with watched(args):
        found = handsim.failures(args.bid, arguments.hand_text(args), game, **arguments.keywords(args))
    return _table(args, found, lambda: text.failures(found, game))


def games(args: argparse.Namespace) -> str:
    """The games, their presets and options."""
    from handsim.cli import text
    from handsim.games import GAMES

    found = [text.describe_game(game()) for game in GAMES]
    return text.json_of({"games": found}) if args.json else "\n\n".join(map(text.game, found))


def warmup(args: argparse.Namespace) -> str:
    """Compile every kernel now, so that the first question need not wait."""
    from handsim.analysis.simulate import warm
    from handsim.analysis.situation import situation
    from handsim.engine import cache, policy
    from handsim.engine.warm import compile_kernels

    with watched(args):
        compile_kernels()
        for name in policy.names():
            asked = situation(None, None, policy=name, any_hand=True)
            warm(asked, asked.contracts())
    where = cache.cache_root()
    kept = f"kept in {where}" if where else "not kept: no directory can be written (see HANDSIM_CACHE_DIR)"
    return f"ready: {', '.join(policy.names())}; compiled code is {kept}"


def _check_file(args: argparse.Namespace) -> None:
    """Refuse a file that a table cannot be written to before the table is made."""
    if args.output is not None:
        from handsim import export

        export.check_path(args.output)


def _table(args: argparse.Namespace, found: pd.DataFrame, readable: Callable[[], str]) -> str:
    """Return a table in the form that was asked for; of one that goes to a file, that it is there."""
    import handsim
    from handsim.cli import text

    if args.output is not None:
        return f"{handsim.save(found, args.output)}: written"
    if args.json:
        return text.json_of(text.plain(found))
    return found.to_csv(lineterminator="\n") if args.csv else readable()


@contextlib.contextmanager
def watched(args: argparse.Namespace) -> Iterator[Callable[[int, int], None] | None]:
    """Tell a person at the terminal what takes so long: that kernels are compiled, how far the deals are.

    Everything is said on stderr. A program that reads JSON or CSV is told nothing.
    """
    from handsim.engine import jit

    at_terminal = sys.stderr.isatty()
    for_program = getattr(args, "json", False) or getattr(args, "csv", False)
    before = jit.on_compile
    if at_terminal or not for_program:
        jit.on_compile = _say_compiling
    solves = getattr(args, "method", None) in ("double_dummy", "both")
    bar = LateBar("solves" if solves else "playouts") if at_terminal else None
    try:
        yield bar
    finally:
        jit.on_compile = before
        if bar is not None:
            bar.close()


def _say_compiling() -> None:
    with contextlib.suppress(OSError):
        print("compiling kernels (once)...", file=sys.stderr, flush=True)


class LateBar:
    """A progress bar that appears only if the work lasts, and goes when it is done."""

    PATIENCE: ClassVar[float] = 1.0

    def __init__(self, unit: str = "playouts") -> None:
        self._unit = unit
        self._started: float | None = None
        self._bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show how much of the work is done."""
        now = time.monotonic()
        self._started = now if self._started is None else self._started
        if self._bar is None and now - self._started > self.PATIENCE:
            from tqdm import tqdm

            self._bar = tqdm(total=total, unit=f" {self._unit}", unit_scale=True, leave=False, file=sys.stderr)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


@dataclass(frozen=True)
class Command:
    """A command: the function that runs it, whose name it bears, what it is for, and the arguments it takes."""

    run: Callable[[argparse.Namespace], str]
    help: str
    arguments: tuple[AddArguments, ...] = ()

    @property
    def name(self) -> str:
        """What the user types."""
        return self.run.__name__

    @property
    def description(self) -> str:
        """What heads the command's own help."""
        return self.help[0].upper() + self.help[1:]


HAND = (arguments.hand, arguments.situation)
BIDDING = (arguments.trump, arguments.stopping)
COMMANDS: tuple[Command, ...] = (
    Command(ask, "should I bid this with that hand?",
            (arguments.bid, *HAND, *BIDDING, arguments.one_method, arguments.passing, arguments.output)),
    Command(table, "what every bid is worth with this hand",
            (*HAND, *BIDDING, arguments.method, arguments.table_output)),
    Command(denominations, "how many tricks this hand takes with each trump", (*HAND, arguments.table_output)),
    Command(points, "how many points every seat captures, where the cards have points",
            (arguments.perhaps_bid, *HAND, arguments.trump, arguments.table_output)),
    Command(kitty, "what to bury, or what the kitty is worth before it is seen",
            (arguments.bid, kitty_commands.question, arguments.situation, arguments.trump, kitty_commands.ranking,
             arguments.table_output)),
    Command(places, "with whom, or in the kitty, each unseen card should lie",
            (arguments.bid, *HAND, arguments.trump, arguments.table_output)),
    Command(values, "what each card of this hand is worth, against a random one",
            (arguments.bid, *HAND, arguments.trump, arguments.table_output)),
    Command(chart, "draw every bid, every trump, the kitty, the cards, or one bid over many hands",
            (*HAND, *BIDDING, arguments.chart, kitty_commands.of_chart, arguments.grouping)),
    Command(failures, "list deals in which the bid failed, and why",
            (arguments.bid, *HAND, arguments.trump, arguments.how_many, arguments.table_output)),
    Command(replay, "show one deal of the table, card by card",
            (arguments.bid, *HAND, arguments.trump, arguments.deal, arguments.json_only)),
    Command(dd, "the tricks of every declarer with each trump, all hands open and nobody erring",
            (arguments.whole_deal, arguments.whose_deal, arguments.rules, arguments.table_output)),
    Command(trace, "what each card that was played cost, all hands open",
            (arguments.whole_deal, arguments.played, arguments.rules, arguments.table_output)),
    Command(count, "count a hand's points, and what they bid; without a hand, say how to count",
            (arguments.perhaps_hand, arguments.rules, arguments.table_output)),
    Command(survey, "what many random hands hold and make, to a file", (arguments.survey,)),
    Command(games, "list the games, their presets and options", (arguments.json_only,)),
    Command(warmup, "compile every kernel now, so that the first question need not wait"),
)  # fmt: skip
