"""The command line: what it prints, what it refuses, and that it goes quietly when it is told to."""

import functools
import json
import math
import os
import shlex
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import handsim
from handsim import cli, errors
from handsim.analysis import parts
from handsim.cli import commands, main
from handsim.cli.commands import COMMANDS
from handsim.engine import jit

HAND = "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3"
FEW = ["--deals", "200"]
SURE = "BJ LJ SA SK SQ SJ ST S9 S8 S7 S6 S5"
HEAVY = ("numpy", "numba", "pandas", "matplotlib", "tqdm")
RUN = "import sys; from handsim.cli import main; sys.exit(main())"


def run(capsys, *argv):
    """Run a command line in this process; return its status, stdout and stderr."""
    status = main(argv)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def ok(capsys, *argv):
    """Run a command line that succeeds without a word on stderr, and return its stdout."""
    status, out, err = run(capsys, *argv)
    assert (status, err) == (0, "")
    return out


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Kernels compiled beforehand, so that nothing is said about it on stderr."""
    handsim.bid_table(HAND, n_deals=1)


# What is printed


def test_ask_prints_the_answer(capsys):
    out = ok(capsys, "ask", "four downtown", HAND, *FEW)
    answer = handsim.ask("four downtown", HAND, n_deals=200)
    assert out.split() == str(answer).split()
    assert max(map(len, out.splitlines())) <= 100


def test_hand_in_several_words(capsys):
    assert ok(capsys, "ask", "4 down", *HAND.split(), *FEW) == ok(capsys, "ask", "4 down", HAND, *FEW)
    assert ok(capsys, "ask", *FEW, "4 down", HAND) == ok(capsys, "ask", "4 down", *FEW, HAND)


def test_options_reach_the_function(capsys):
    options = ["--option", "failed=shortfall", "--option", "exchange=true", "--kitty", "SK SQ", "--known", "2=CK C2"]
    out = ok(
        capsys, "ask", "4 downtown", HAND, *FEW, *options, "--known", "2=CA", "--seed", "5", "--policy", "greedy",
        "--dealer", "1", "--trump", "H", "--pass-value", "-1.5", "--json",
    )  # fmt: skip
    told = json.loads(out)
    assert told["pass_value"] == -1.5
    assert told["trump"] == "H"
    assert told["table"]["attrs"] == {
        "game": "bid whist", "options": {"failed": "shortfall"}, "hand": str(handsim.Hand.parse(HAND)),
        "known": {"2": "CA CK C2", "kitty": "SK SQ"}, "dealer": 1, "policy": "greedy", "seed": 5, "n_deals": 200,
        "method": "policy", "chooses": ["trump", "direction"],
    }  # fmt: skip


def test_rules_and_an_option_on_top(capsys):
    out = ok(capsys, "table", HAND, *FEW, "--rules", "Contract Whist", "--option", "target=9", "--json")
    assert json.loads(out)["attrs"]["options"] == {
        "auction": "open", "exchange_count_public": True, "failed": "shortfall", "target": 9,
    }  # fmt: skip


def test_until_halfwidth_stops_early(capsys):
    out = ok(capsys, "table", SURE, "--deals", "20_000", "--until-halfwidth", "0.05", "--json")
    assert json.loads(out)["attrs"]["n_deals"] == 1024


def test_json_and_csv_hold_the_table(capsys):
    table = handsim.bid_table(HAND, n_deals=200)
    told = json.loads(ok(capsys, "table", HAND, *FEW, "--json"))
    assert told["attrs"] == table.attrs
    assert told["rows"] == table.reset_index().to_dict("records")
    lines = ok(capsys, "table", HAND, *FEW, "--csv").splitlines()
    assert lines[0] == ",".join(["bid", *table.columns])
    assert len(lines) == 1 + len(table)
    assert math.isclose(float(lines[-1].split(",")[5]), table["make_rate"].iloc[-1])


def test_json_of_one_deal_has_no_nan(capsys):
    told = json.loads(ok(capsys, "ask", "4 downtown", HAND, "--deals", "1", "--json"))
    assert told["points_se"] is None
    assert told["table"]["rows"][0]["points_se"] is None


def test_ask_as_csv_is_one_row(capsys):
    out = ok(capsys, "ask", "4 downtown", HAND, *FEW, "--csv")
    head, row = out.splitlines()
    assert head.startswith("bid,trump,direction,card,make_rate,")
    assert row.startswith("4 downtown,S,downtown,,")


def test_table_for_people(capsys):
    out = ok(capsys, "table", HAND, *FEW, "--kitty", "SK", "--option", "failed=shortfall")
    lines = out.splitlines()
    assert lines[0] == f"Bid Whist: {handsim.Hand.parse(HAND)}"
    assert "rules: failed=shortfall" in lines
    assert "known: kitty: SK" in lines
    assert "200 deals, policy maxims, seed 0, seat 3 deals" in lines
    for bid in handsim.BidWhist().bids:
        assert sum(line.startswith(bid.name + " ") for line in lines) == 1
    assert "Assumed:" in out
    assert max(map(len, lines)) <= 100


def test_denominations_for_people(capsys):
    lines = ok(capsys, "denominations", HAND, *FEW).splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("played in"))
    assert lines[head].split()[2:] == ["tricks", "+/-", *map(str, range(1, 14))]
    assert lines[head + 1].startswith("spades uptown")
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("kind", ["bids", "tricks"])
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_chart_is_that_of_the_table(capsys, tmp_path, kind, suffix):
    file, expected = tmp_path / f"chart.{suffix}", tmp_path / f"expected.{suffix}"
    out = ok(capsys, "chart", HAND, *FEW, "--seed", "3", "--kind", kind, "-o", str(file))
    assert out == f"{file}: written\n"
    ax = Figure(layout="constrained").subplots()
    if kind == "bids":
        handsim.plot_bid_table(handsim.bid_table(HAND, n_deals=200, seed=3), ax=ax)
    else:
        handsim.plot_tricks(handsim.denomination_table(HAND, n_deals=200, seed=3), ax=ax)
    assert file.read_bytes() == handsim.save_chart(ax, expected).read_bytes()


def test_replay(capsys):
    shown = handsim.replay("6 uptown", HAND, deal=17, n_deals=200, seed=3, trump="H")
    line = ["replay", "6 uptown", HAND, *FEW, "--deal", "17", "--seed", "3", "--trump", "H"]
    out = ok(capsys, *line)
    assert out.split() == str(shown).split()
    assert "\n".join(str(shown).split("\n\n")[1:]) == "\n".join(out.rstrip("\n").split("\n\n")[1:])
    assert max(map(len, out.splitlines())) <= 100
    assert json.loads(ok(capsys, *line, "--json")) == shown.to_dict()


def test_failures(capsys):
    line = ["failures", "7 uptown", HAND, *FEW, "-n", "3", "--kitty", "C2"]
    table = handsim.failures("7 uptown", HAND, n=3, n_deals=200, known={"kitty": "C2"})
    out = ok(capsys, *line)
    assert (
        f"7 uptown in spades needs 13 tricks; these deals failed:\n\ndeal  tricks  short  why\n{table.index[0]:4}"
        in out
    )
    words = " ".join(out.split())
    for deal, row in zip(table.index, table.to_dict("records"), strict=True):
        assert f"{deal} {row['tricks']} {row['short']} {row['cause']}" in words
    assert f'handsim replay "7 uptown" HAND --deal {table.index[0]}, with' in words
    assert max(map(len, out.splitlines())) <= 100
    told = json.loads(ok(capsys, *line, "--json"))
    assert told == {"attrs": table.attrs, "rows": table.reset_index().to_dict("records")}
    assert len(ok(capsys, *line, "--csv").splitlines()) == 4
    assert ok(capsys, "failures", "1 notrump", HAND, *FEW).startswith("Bid Whist: ")


def test_failures_where_none_failed(capsys):
    out = ok(capsys, "failures", "1 uptown", SURE, *FEW)
    assert out.endswith("\n\n1 uptown in spades needs 7 tricks: none of these deals failed.\n")


@pytest.mark.parametrize("suffix", ["csv", "json"])
@pytest.mark.parametrize("command", ["table", "denominations", "failures"])
def test_table_to_a_file(capsys, tmp_path, command, suffix):
    file = tmp_path / f"table.{suffix}"
    asked = ["7 uptown"] if command == "failures" else []
    assert ok(capsys, command, *asked, HAND, *FEW, "-o", str(file)) == f"{file}: written\n"
    expected = {
        "table": handsim.bid_table,
        "denominations": handsim.denomination_table,
        "failures": handsim.failures,
    }[command](*asked, HAND, n_deals=200)
    again = handsim.load(file)
    pd.testing.assert_frame_equal(again, expected, check_exact=True)
    assert again.attrs == expected.attrs


@pytest.mark.parametrize("command", ["chart", "table", "denominations", "failures 7nt"])
@pytest.mark.parametrize("name", ["x.gif", "x", "away/x.csv", "away/x.png"])
def test_a_file_that_cannot_be_is_refused_before_the_work(capsys, monkeypatch, tmp_path, command, name):
    for function in ("bid_table", "denomination_table", "failures"):
        monkeypatch.setattr(handsim, function, lambda *_, **__: pytest.fail("it worked in vain"), raising=False)
    status, out, err = run(capsys, *command.split(), HAND, "-o", str(tmp_path / name))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert str(tmp_path / name) in err
    assert list(tmp_path.iterdir()) == []


def test_rates_that_are_not_certain_are_not_printed_as_if(capsys):
    from handsim.cli import text

    assert [text._percent(p) for p in (1.0, 0.9999, 0.5, 0.0001, 0.0)] == ["100.0", ">99.9", "50.0", "<0.1", "0.0"]


def test_games_lists_every_option(capsys):
    out = ok(capsys, "games")
    assert '--game "bid whist"' in out
    told = json.loads(ok(capsys, "games", "--json"))["games"][0]
    assert told["presets"]["contract-whist"]["failed"] == "shortfall"
    for name, option in told["options"].items():
        assert f"    {name} = " in out
        assert option["note"], name
        for value in option["values"]:
            handsim.BidWhist(target=9, exchange=True).with_options({name: str(value)})


def test_warmup_says_where(capsys, monkeypatch):
    done = []
    monkeypatch.setattr(jit.Kernel, "compile", lambda kernel: done.append(kernel.__name__))
    assert "ready: random, greedy, maxims" in ok(capsys, "warmup")
    assert {
        "deal_cards",
        "play_deals",
        "play_maxims",
        "set_aside_maxims",
        "play_greedy",
        "play_random",
        "solve_deals",
    } <= set(done)


def test_every_command_has_help(capsys):
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command.name}" in out
        assert main([command.name, "--help"]) == 0
        assert capsys.readouterr().out.startswith(f"usage: handsim {command.name} ")


def test_version(capsys):
    assert ok(capsys, "--version") == f"handsim {handsim.__version__}\n"


# What is refused


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", "COMMAND"),
        ("aks", "'aks'"),
        ("ask", "BID, HAND"),
        ("ask '9 downtown' HAND", '"9"'),
        ("ask '4 sideways' HAND", '"sideways"'),
        ("ask '' HAND", "bid"),
        ("ask '4 uptown' 'SA SA'", '"SA"'),
        ("ask '4 uptown' 'SA XX'", '"XX"'),
        ("ask '4 uptown' 'SA SK'", "12, not 2"),
        ("table HAND --deals 1e4", '--deals: "1e4"'),
        ("table HAND --deals 0", '--deals: "0"'),
        ("table HAND --deals 99999999999999999999", "--deals"),
        ("table HAND --deals", "--deals"),
        ("table HAND --seed x", '--seed: "x"'),
        ("table HAND --seed=-1", "seed=-1"),
        ("table HAND --dealer 4", "dealer=4"),
        ("table HAND --policy maxim", "maxims"),
        ("table HAND --game bridge", "'bridge'"),
        ("table HAND --rules contract", "contract-whist"),
        ("table HAND --option failed", '"failed"'),
        ("table HAND --option failed=x", "failed='x'"),
        ("table HAND --option wat=x", "'wat'"),
        ("table HAND --kitty SA", "SA"),
        ("table HAND --kitty 'CA CK CQ CJ CT C9 C8'", "7 cards"),
        ("table HAND --known 9=SK", "9"),
        ("table HAND --known SK", '"SK"'),
        ("table HAND --trump X", '"X"'),
        ("table HAND --until-halfwidth 2", "2.0"),
        ("table HAND --until-halfwidth wide", '"wide"'),
        ("table HAND --json --csv", "--csv"),
        ("table HAND --deal 10", "--deal"),
        ("table HAND --pass-value 1", "--pass-value"),
        ("table HAND --json -o x.csv", "-o/--output"),
        ("chart HAND", "-o/--output"),
        ("chart HAND -o x.png --kind trumps", "'trumps'"),
        ("chart HAND -o x.png --kind tricks --trump S", "--trump"),
        ("chart HAND -o x.png --kind tricks --until-halfwidth 0.1", "--until-halfwidth"),
        ("replay HAND", "then the hand"),
        ("values HAND 4nt", "the bid comes first"),
        ("values 4nt HAND --method both", "--method both (handsim values --help)"),
        ("kitty 4nt", "required: HAND (handsim kitty --help)"),
        ('kitty 4nt HAND "S2 HT HJ DT C9 C5" --kitty S2', "--kitty: KITTY"),
        ("count --rules one-round", "not for Bid Whist with exchange=false"),
        ("count --json", "--json: only with HAND"),
        ("replay 4nt HAND --deals 200 --deal 200", "deal=200"),
        ("replay 4nt HAND --deal first", '"first"'),
        ("replay 4nt HAND --csv", "--csv"),
        ("failures 4nt HAND -n 0", "n=0"),
        ("failures 4nt HAND -n many", '"many"'),
        ("failures '4 up' HAND --trump X", '"X"'),
        ("ask 4nt HAND -o x.csv", "-o"),
        ("ask 4nt HAND --pass-value nan", "nan"),
        ("ask 4nt HAND --pass-value much", '"much"'),
    ],
)
def test_bad_input_is_one_line_that_names_it(capsys, line, names):
    status, out, err = run(capsys, *[HAND if word == "HAND" else word for word in shlex.split(line)])
    assert (status, out) == (2, "")
    assert err.startswith("handsim: error: ")
    assert err.count("\n") == 1
    assert names in err


@pytest.mark.parametrize(("error", "said"), [(KeyboardInterrupt(), ""), (ZeroDivisionError(), "ZeroDivisionError")])
def test_an_interruption_that_a_callback_swallows_leaves_no_traceback(capfd, monkeypatch, error, said):
    class Lost:
        def __del__(self):
            raise error

    def run(_argv):
        Lost()  # its error is raised where nobody can catch it
        return ""

    monkeypatch.setattr(cli, "_run", run)
    hook = sys.unraisablehook
    monkeypatch.setattr(signal, "getsignal", lambda _number: signal.default_int_handler)
    assert main([]) == 0
    assert said in capfd.readouterr().err and (said or capfd.readouterr().err == "")
    assert sys.unraisablehook is hook


def test_an_error_of_the_program_is_not_hidden(monkeypatch):
    monkeypatch.setattr(handsim, "bid_table", lambda *_, **__: 1 / 0, raising=False)
    with pytest.raises(ZeroDivisionError):
        main(["table", HAND])


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (MemoryError(), 1, "not enough memory"),
        (OSError("the disk is full"), 1, "the disk is full"),
        (errors.WorkerError("deals 0 to 1023 were lost"), 1, "handsim: error: deals 0 to 1023 were lost\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
    ],
)
def test_what_goes_wrong_is_one_line(capsys, monkeypatch, error, status, said):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(handsim, "bid_table", fail, raising=False)
    code, out, err = run(capsys, "table", HAND)
    assert (code, out, err.count("\n")) == (status, "", 1)
    assert said in err


# What is said meanwhile


@pytest.mark.parametrize(("form", "said"), [([], "compiling kernels (once)...\n"), (["--json"], "")])
def test_compiling_is_announced_to_people(capsys, monkeypatch, form, said):
    table = handsim.bid_table(HAND, n_deals=50)

    def compiles(*_, **__):
        jit._announce()
        return table

    monkeypatch.setattr(handsim, "bid_table", compiles, raising=False)
    status, out, err = run(capsys, "table", HAND, *form)
    assert (status, err) == (0, said)
    assert out
    assert jit.on_compile is None


def test_the_bar_comes_late_and_goes(capsys, monkeypatch):
    bar = commands.LateBar()
    bar(1, 10)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(commands.LateBar, "PATIENCE", -1.0)
    bar(4, 10)
    bar(5, 10)
    assert bar._bar.n == 5
    assert "playouts" in capsys.readouterr().err
    bar.close()


# As its own process


def process(*argv, code=RUN, **options):
    """Start handsim in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *argv], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


@pytest.mark.parametrize("line", ["--help", "ask --help", "chart --help", "--version", "games", "aks"])
def test_light_commands_load_nothing_heavy(line):
    code = (
        "import sys; from handsim.cli import main; main(); "
        f"print([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)"
    )
    _, err = process(*line.split(), code=code).communicate(timeout=60)
    assert err.endswith("[]\n")


def test_exit_status_of_a_process():
    child = process("ask", "4 downtown", "SA SA")
    out, err = child.communicate(timeout=60)
    assert (child.returncode, out) == (2, "")
    assert err == 'handsim: error: "SA" is there twice\n'


@pytest.mark.skipif(os.name == "nt", reason="SIGINT to another process")
@pytest.mark.parametrize("wait", [0.4, 2.5])
def test_interruption(wait):
    # Where the tests run in the background, children ignore SIGINT unless they are told not to.
    code = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {RUN}"
    code = code.replace("sys.exit(", "print('ready', flush=True); sys.exit(")
    child = process("ask", "4 downtown", HAND, "--deals", "5000000", code=code)
    assert child.stdout.readline() == "ready\n"
    time.sleep(wait)
    child.send_signal(signal.SIGINT)
    sent = time.monotonic()
    out, err = child.communicate(timeout=60)
    assert time.monotonic() - sent < 10
    assert child.returncode == 130
    assert out == ""
    assert err.endswith("interrupted\n")
    assert "Traceback" not in err


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise")
def test_reader_that_has_gone():
    code = RUN.replace("from", "sys.stdin.read(); from")
    child = process("games", code=code, stdin=subprocess.PIPE)
    child.stdout.close()
    child.stdin.close()
    child.stdin = child.stdout = None
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (141, "")


def test_table_is_as_pandas_reads_it():
    child = process("table", HAND, *FEW, "--csv")
    table = pd.read_csv(child.stdout, index_col="bid", keep_default_na=False)
    child.communicate(timeout=60)
    pd.testing.assert_frame_equal(table, handsim.bid_table(HAND, n_deals=200), check_exact=False)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--kitty", "HK", "--kitty", "SQ"], "--kitty: given twice"),
        (["--deals", "50", "--deals", "60"], "--deals: given twice"),
        (["--rules", "one-round", "--rules", "contract-whist"], "--rules: given twice"),
        (["--option", "min_bid=3", "--option", "min_bid=4"], "--option min_bid is given twice"),
        (["--game", "one-round", "--rules", "contract-whist"], "--game one-round names rules already"),
        (["--known", "2:HK"], '"2:HK" is not of the form PLACE=CARDS'),
        (["--known", "partner=HK", "--known", "2=DA"], "seat 2 is named twice"),
    ],
)
def test_nothing_that_was_said_is_dropped(more, named, capsys):
    assert main(["ask", "4 downtown", HAND, "--deals", "20", *more] if "--deals" not in more else
                ["ask", "4 downtown", HAND, *more]) == 2  # fmt: skip
    out, err = capsys.readouterr()
    assert out == "" and named in err and err.count("\n") == 1


def test_a_halfwidth_that_was_not_reached_is_told(capsys):
    for command in (["ask", "4 downtown", HAND], ["table", HAND]):
        assert main([*command, "--deals", "100", "--policy", "greedy", "--until-halfwidth", "0.001"]) == 0
        assert "0.001, was not reached" in " ".join(capsys.readouterr().out.split())


# The kitty

KITTY_HAND, KITTY = "BJ LJ SA SK SQ S7 S4 HA H3 DK D9 C3", "S2 HQ H8 DT C9 C5"


def test_kitty_ranks_burials(capsys):
    asked = ("kitty", "5 uptown in spades", KITTY_HAND, KITTY, *FEW)
    out = ok(capsys, *asked, "--top", "4")
    table = handsim.exchange_table("5 uptown in spades", KITTY_HAND, KITTY, n_deals=200, top=4)
    for row in table.itertuples():
        assert f"{row.buried}" in out
    assert "18,564 ways to bury" in out
    assert f"The policy maxims itself buries {table.attrs['policy_choice']['buried']}" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 100
    data = json.loads(ok(capsys, *asked, "--objective", "tricks", "--json"))
    assert (data["attrs"]["objective"], len(data["rows"])) == ("tricks", 20)


def test_kitty_before_it_is_seen(capsys, tmp_path):
    asked = ("kitty", "4 uptown in spades", KITTY_HAND, *FEW)
    out = ok(capsys, *asked)
    table = handsim.kitty_value("4 uptown in spades", KITTY_HAND, n_deals=200)
    assert table.attrs["summary"].split() == out[out.index("The exchange adds") : out.index("By what")].split()
    assert all(name in out for name in table.index)
    ok(capsys, *asked, "-o", str(tmp_path / "kitty.csv"))
    assert handsim.load(tmp_path / "kitty.csv").equals(table)


def test_options_may_stand_anywhere(capsys):
    asked = ("--top", "2", *FEW, "--json")
    wanted = ok(capsys, "kitty", "5 uptown in spades", KITTY_HAND, KITTY, *asked)
    assert ok(capsys, "kitty", "5 uptown in spades", *asked, KITTY_HAND, KITTY) == wanted
    assert ok(capsys, "kitty", *asked[:2], "5 uptown in spades", KITTY_HAND, *asked[2:], KITTY) == wanted
    cards = HAND.split()
    assert ok(capsys, "ask", "4nt", *cards[:3], *FEW, *cards[3:]) == ok(capsys, "ask", "4nt", HAND, *FEW)


def test_few_deals_are_not_made_much_of(capsys):
    out = " ".join(ok(capsys, "kitty", "5 uptown in spades", KITTY_HAND, KITTY, "--deals", "1", "--top", "2").split())
    assert "one deal cannot say how sure that is" in out and "little better than chance" in out
    out = ok(capsys, "kitty", "5 uptown in spades", KITTY_HAND, KITTY, *FEW, "--top", "2")
    assert "little better than chance" not in out and "costs -" not in out


def test_places_for_people(capsys):
    asked = ("places", "5 uptown in spades", KITTY_HAND, *FEW, "--known", "left=C2")
    table = handsim.card_places("5 uptown in spades", KITTY_HAND, n_deals=200, known={"left": "C2"})
    out = ok(capsys, *asked)
    head, *rows = out.split("\n\n")[1].splitlines()
    assert head.split() == ["card", "left", "95%", "partner", "95%", "right", "95%", "kitty", "95%"]
    assert "C2" in set(table["card"]) and "C2" not in [row.split()[0] for row in rows]  # it is known where it lies
    spreads = []
    for row in rows:
        card, *cells = row.split()
        these = table[table["card"] == card]
        assert [float(cell) for cell in cells[::2]] == pytest.approx((100 * these["make_rate"]).tolist(), abs=0.051)
        bounds = [tuple(map(float, cell.split("-"))) for cell in cells[1::2]]
        expected = 100 * these[["make_low", "make_high"]].to_numpy()
        assert np.array(bounds) == pytest.approx(expected, abs=0.051)
        spreads.append(these["make_rate"].max() - these["make_rate"].min())
    assert len(rows) == 41 and spreads == sorted(spreads, reverse=True)
    assert f"({100 * table.attrs['make_rate']:.1f} in all)" in out and max(map(len, out.splitlines())) <= 100
    told = json.loads(ok(capsys, *asked, "--json"))
    assert told == {"attrs": table.attrs, "rows": table.reset_index().to_dict("records")}


def test_values_for_people(capsys, tmp_path):
    asked = ("values", "5 uptown", KITTY_HAND, *FEW, "--trump", "S")
    table = handsim.card_values("5 uptown", KITTY_HAND, n_deals=200, trump="S")
    out = ok(capsys, *asked)
    head, *rows = out.split("\n\n")[1].splitlines()
    assert head.split() == ["card", "tricks", "+/-", "makes", "+/-", "points", "+/-"]
    for row, (card, figures) in zip(rows, table.iterrows(), strict=True):
        name, *cells = row.split()
        assert name == card
        exact = [figures["tricks"], 2 * figures["tricks_se"], 100 * figures["make"], 200 * figures["make_se"],
                 figures["points"], 2 * figures["points_se"]]  # fmt: skip
        assert [float(cell) for cell in cells] == pytest.approx(exact, abs=0.051)
    assert "what each card is worth in 5 uptown in spades" in out and max(map(len, out.splitlines())) <= 100
    ok(capsys, *asked, "-o", str(tmp_path / "values.csv"))
    pd.testing.assert_frame_equal(handsim.load(tmp_path / "values.csv"), table, check_exact=True)


def test_one_deal_has_no_errors_to_print(capsys):
    for command in ("places", "values"):
        out = ok(capsys, command, "5 uptown in spades", KITTY_HAND, "--deals", "1")
        assert "nan" not in out
        assert "\n1 deal, " in out


def test_an_interrupted_survey_says_what_is_kept(capsys, tmp_path, monkeypatch):
    file, adds = tmp_path / "survey.csv", []
    small = functools.partial(handsim.hand_survey, part_hands=2)
    whole = parts.FileStore.add

    def add(store, table):
        if len(adds) == stop_at:
            raise KeyboardInterrupt
        adds.append(table)
        whole(store, table)

    monkeypatch.setattr(handsim, "hand_survey", small)
    monkeypatch.setattr(parts.FileStore, "add", add)
    asked = ("survey", "-n", "5", "--deals", "4", "-o", str(file))
    stop_at = 0
    assert run(capsys, *asked) == (130, "", "interrupted: nothing is kept yet; hands are written 256 at a time\n")
    stop_at = 2
    kept = f"interrupted: 4 hands are kept in {file}.parts; the same command goes on from there\n"
    assert run(capsys, *asked) == (130, "", kept)
    stop_at = 9
    assert ok(capsys, *asked) == f"{file}: written, 5 hands\n"
    assert [len(table) for table in adds] == [2, 2, 1]
    pd.testing.assert_frame_equal(handsim.load_survey(file), handsim.hand_survey(n_hands=5, n_deals=4))
    fewer = ("survey", "-n", "3", *asked[3:])
    assert ok(capsys, *fewer) == f"{file}: as it was, with 5 hands, the first 3 of them those asked for\n"
    assert len(handsim.load_survey(file)) == 5
    adds.clear()
    stop_at = 0
    longer = ("survey", "-n", "7", "--deals", "4", "-o", str(file))
    assert run(capsys, *longer) == (130, "", f"interrupted: {file} is as it was\n")


@pytest.mark.parametrize("kind", ["exchange", "kitty", "places", "values"])
def test_charts_of_the_kitty(capsys, tmp_path, kind):
    path = tmp_path / "chart.svg"
    options = ["--kind", kind, "--bid", "5 uptown in spades", *(["--kitty", KITTY] if kind == "exchange" else [])]
    assert ok(capsys, "chart", KITTY_HAND, *options, "-o", str(path), "--deals", "50").startswith(str(path))
    assert path.read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["kitty", "5 uptown", KITTY_HAND, "S2 HQ", *FEW], "the kitty has 6 cards, not 2"),
        (["kitty", "5 uptown", KITTY_HAND, "--top", "3", *FEW], "--top: only with KITTY"),
        (["kitty", "5 uptown", *KITTY_HAND.split(), *KITTY.split(), *FEW], "put them in quotes"),
        (["chart", KITTY_HAND, "--kind", "values", "-o", "x.png"], "needs --bid"),
        (["chart", KITTY_HAND, "--kind", "exchange", "--bid", "5 uptown", "-o", "x.png"], "needs --kitty"),
        (["chart", KITTY_HAND, "--kind", "bids", "--bid", "5 uptown", "-o", "x.png"], "--bid: not with"),
        (
            ["chart", KITTY_HAND, "--kind", "places", "--bid", "5up", "--until-halfwidth", ".1", "-o", "x.png"],
            "not with",
        ),
    ],
)
def test_what_the_kitty_commands_refuse(capsys, argv, says):
    assert main(argv) == 2
    assert says in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers of signals on this platform")
def test_an_interruption_that_is_swallowed_comes_again():
    """As a library that is loading can do: what it swallowed is not lost, and the command does not run on."""
    script = """
import os, signal, sys, time
from handsim import cli

def run(argv):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        pass
    time.sleep(60)

cli._run, cli.GRACE = run, 0.2
sys.exit(cli.main([]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_the_command_line_and_the_functions_take_as_many_deals():
    """The command line keeps its own figure, because the functions' home loads numba."""
    from handsim.analysis.situation import MAX_DEALS
    from handsim.cli.arguments import MOST_DEALS

    assert MOST_DEALS == MAX_DEALS
