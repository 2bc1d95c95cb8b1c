"""The command line: ``handsim ask``, ``handsim table`` and the rest.

Importing it loads neither numba, pandas nor numpy: each command loads what it needs when it runs. A new command is a
function and a line in :mod:`handsim.cli.commands`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import handsim
from handsim.cli.commands import COMMANDS
from handsim.errors import ArgumentError, HandsimError, WorkerError

GRACE = 2.0
"""Seconds that an interrupted command has to clean up before it is interrupted again."""
OK, FAILED, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141

EXAMPLES = """\
examples:
  handsim ask "four downtown" "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
  handsim table "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3" --rules one-round
  handsim chart "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3" -o bids.png
  handsim failures "six downtown" "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
  handsim replay "six downtown" "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3" --deal 17
  handsim dd "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3" --game whist
  handsim COMMAND --help
"""


class Layout(argparse.RawDescriptionHelpFormatter):
    """Help with room for the longest name of a command."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)


class Once(argparse._StoreAction):
    """Store an option's value; an option that is given twice says two things, and neither is dropped silently."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Store the value, or refuse the second one."""
        given = vars(namespace).setdefault("given", set())
        if option is not None and self.dest in given:
            raise argparse.ArgumentError(self, "given twice")
        given.add(self.dest)
        super().__call__(parser, namespace, values, option)


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are errors of ours, so that all of them look alike."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in (None, "store"):
            self.register("action", name, Once)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong with the command line."""
        raise ArgumentError(f"{message} ({self.prog} --help)")


class CommandParser(Parser):
    """The parser of one command: its options may stand anywhere, between its other arguments too."""

    _within = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse a command's arguments; one that it does not know is its own error, and names its own help."""
        if self._within:  # called by what it calls
            return super().parse_known_args(args, namespace)
        self._within = True
        try:
            found, unknown = self.parse_known_intermixed_args(args, namespace)
        finally:
            self._within = False
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="handsim",
        description="What is this hand worth? Deals the unseen cards thousands of times and plays every deal out.",
        epilog=EXAMPLES,
        formatter_class=Layout,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"handsim {handsim.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=CommandParser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.name, help=command.help, description=command.description, formatter_class=Layout,
            allow_abbrev=False,
        )  # fmt: skip
        for add_arguments in command.arguments:
            add_arguments(sub)
        sub.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status.

    Parameters
    ----------
    argv
        The arguments; None: those of the process.

    Returns
    -------
    int
        0; 1 where the machine failed (a full disk, a worker that died), 2 for input that is wrong, 130 after Ctrl-C,
        141 where the reader of the output has gone.
    """
    with _interruptible() as interrupted, warnings.catch_warnings():
        warnings.showwarning = _warn  # type: ignore[assignment]  # it takes what it is given
        try:
            _write(_run(argv))
        except BaseException as error:
            # An extension module that is interrupted while it loads turns the KeyboardInterrupt into an ImportError.
            stopped = interrupted and not isinstance(error, KeyboardInterrupt)
            return _status(KeyboardInterrupt() if stopped else error)
    return OK


def _status(error: BaseException) -> int:
    """Say in one line what went wrong, and return the exit status; an error of the program itself is raised."""
    match error:
        case HandsimError():
            return _complain(f"handsim: error: {error}", BAD_INPUT)
        case KeyboardInterrupt():
            return _complain(str(error) or "interrupted", INTERRUPTED)
        case BrokenPipeError():
            return _leave_quietly()
        case MemoryError():
            return _complain("handsim: error: not enough memory; fewer deals need less", FAILED)
        case OSError() | WorkerError():
            return _complain(f"handsim: error: {error}", FAILED)
    raise error


@contextlib.contextmanager
def _interruptible() -> Iterator[list[int]]:
    """Collect the interruptions (Ctrl-C) while a command runs; each raises KeyboardInterrupt as well."""
    seen: list[int] = []

    def interrupt(number: int, _frame: object) -> NoReturn:
        seen.append(number)
        _remind(GRACE)
        raise KeyboardInterrupt

    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield seen  # ignored, or the caller's business
        return
    signal.signal(signal.SIGINT, interrupt)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, interrupt)
    before, sys.unraisablehook = sys.unraisablehook, _quiet
    try:
        yield seen
    finally:
        sys.unraisablehook = before
        _remind(0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _quiet(lost: sys.UnraisableHookArgs) -> None:
    """Say nothing of an interruption that fell into a C library's callback: the next one comes in `GRACE`."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)


def _remind(seconds: float) -> None:
    """Interrupt once more after some seconds (0: no more): a library that is loading may swallow an interruption."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _run(argv: Sequence[str] | None) -> str:
    """Return what a command line prints."""
    try:
        args = build_parser().parse_args(argv)
    except SystemExit:  # argparse has answered --help or --version, which is all it leaves for
        return ""
    output: str = args.run(args)
    return output


def _write(output: str) -> None:
    """Write the whole output at once: an interrupted command leaves none, never half of it."""
    if output:
        print(output.removesuffix("\n"))
    if sys.stdout is not None:
        sys.stdout.flush()


def _warn(message: Warning | str, *_where: object) -> None:
    _complain(f"handsim: note: {message}", OK)


def _complain(message: str, status: int) -> int:
    with contextlib.suppress(OSError):
        print(" ".join(message.split()), file=sys.stderr, flush=True)
    return status


def _leave_quietly() -> int:
    """Point stdout at nothing, so that the interpreter's own last flush does not fail in its turn."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED
