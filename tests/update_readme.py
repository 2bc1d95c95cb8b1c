"""Run the examples of README.md and write their output into it: ``python tests/update_readme.py``.

The tests use the same functions to check that the output there is what comes out.
"""

import argparse
import contextlib
import doctest
import io
import os
import re
import shlex
import traceback
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "


@dataclass
class Example:
    """An example: its source as it stands in the page, and the output that stands below it."""

    kind: str
    source: str
    output: str
    line: int

    def agrees(self, got):
        """Whether the output is the one of the page, where "..." stands for anything."""
        return doctest.OutputChecker().check_output(self.output, got, doctest.ELLIPSIS)


def blocks(text):
    """Yield each block of examples: the span of its body in the text, and its examples."""
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start(2)) + 1
        found = list((_console if match[1] == "console" else _python)(match[2], line))
        if found:
            yield match.span(2), found


def examples(text):
    """Return all the examples of a page, in order."""
    return [example for _, found in blocks(text) for example in found]


def scripts(text):
    """Return the Python blocks of a page that are scripts, without prompts: they are run, but have no output there."""
    return [match[2] for match in BLOCK.finditer(text) if match[1] == "python" and ">>> " not in match[2]]


def _console(body, line):
    for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        if part.startswith(PROMPT):
            source, _, output = part.partition("\n")
            yield Example("console", source, output, line)
        line += part.count("\n")


def _python(body, line):
    for found in doctest.DocTestParser().get_examples(body):
        first, *more = found.source.splitlines()
        source = "\n".join([">>> " + first, *("... " + one if one else "..." for one in more)])
        yield Example("python", source, found.want, line + found.lineno)


class Runner:
    """Runs the examples of one page in order; its Python blocks share their names."""

    def __init__(self):
        self.names = {"__name__": "__main__"}

    def run(self, example):
        """Return what an example prints, without blanks at the ends of lines."""
        out = io.StringIO()
        with mock.patch.dict(os.environ, COLUMNS="100", LINES="60"), contextlib.redirect_stdout(out):
            self._command(example) if example.kind == "console" else self._python(example)
        got = out.getvalue()
        got = re.sub(r"[ ]+$", "", got, flags=re.MULTILINE)
        return re.sub(r"^(?=\n)", "<BLANKLINE>", got, flags=re.MULTILINE) if example.kind == "python" else got

    def _command(self, example):
        from handsim.cli import main

        program, *argv = shlex.split(example.source.removeprefix(PROMPT))
        if program != "handsim" or main(argv) != 0:
            raise RuntimeError(f"line {example.line} of the page does not run: {example.source}")

    def _python(self, example):
        source = re.sub(r"^(>>>|\.\.\.) ?", "", example.source, flags=re.MULTILINE) + "\n"
        try:
            exec(compile(source, f"<README.md, line {example.line}>", "single"), self.names)
        except Exception as error:
            said = "".join(traceback.format_exception_only(error)).replace("handsim.errors.", "")
            print("Traceback (most recent call last):\n    ...\n" + said, end="")


def updated(text):
    """Return a page with the output that its examples give now; one that agrees already is left as it is."""
    runner, done, at = Runner(), [], 0
    for (start, end), found in blocks(text):
        lines = []
        for example in found:
            got = runner.run(example)
            output = example.output if example.agrees(got) else got
            lines.append(f"{example.source}\n{output}")
        done += [text[at:start], "".join(lines)]
        at = end
    return "".join([*done, text[at:]])


def main():
    """Update the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", nargs="?", type=Path, default=README)
    page = parser.parse_args().page
    before = page.read_text(encoding="utf-8")
    after = updated(before)
    page.write_text(after, encoding="utf-8")
    print("changed" if after != before else "unchanged")


if __name__ == "__main__":
    main()
