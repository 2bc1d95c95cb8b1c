"""Double dummy as users call it: values, tables, traces, and bid tables by method."""

import json
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import reference as ref
from engine_helpers import Setting
from exhaustive import reference_files as files

import handsim as hs
from handsim.analysis import solving
from handsim.engine.double_dummy import Position
from handsim.errors import ArgumentError, CardsError, HandsimError, NotationError, RulesError

WHIST, BID_WHIST = hs.Whist(), hs.BidWhist()
PBN = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
SMALL = "SA S2; SK H2; S3 S4; HA H3"
HAND = "BJ SA SK S9 S6 HA HQ H7 DK D5 CQ C4"
SURE = "BJ SA SK SQ SJ ST S9 S8 S7 S6 S5 S4"  # quick to solve: nothing is left to choose
PLAYED = "CT C4 CA CJ H8 H4 HK H9 D5 DA D9 D2 S7 S5 S2 SQ"
VARIANTS = [
    WHIST, BID_WHIST, hs.BidWhist(joker_led="next_suit", downtown_ace="worst"), hs.BidWhist(joker_first_discard=True),
]  # fmt: skip


def random_deal(rng, game, size):
    """Hands of so many cards, with every joker of the deck where there is room."""
    deck = list(game.deck)
    jokers = [card for card in deck if card.is_joker]
    cards = jokers + rng.sample([card for card in deck if not card.is_joker], 4 * size - len(jokers))
    rng.shuffle(cards)
    return hs.Deal([hs.Hand(cards[i::4]) for i in range(4)])


def random_contract(rng, game, **seats):
    denomination = rng.choice(game.denominations)
    contracts = {c.denomination: c for c in game.contracts(**seats)}
    return contracts[denomination]


# What the issue says must work


def test_the_issues_examples():
    contract = hs.BidWhist().contract("4 downtown", trump="S", declarer=0)
    notrump = hs.BidWhist().contract("4 notrump", direction="downtown", declarer=0)
    assert str(hs.Whist().contract(trump="S")) == "whist in spades by seat 0"
    deal = hs.Deal.parse(PBN, game=hs.Whist())
    assert hs.double_dummy(deal, hs.Whist().contract(trump="S")) == 5
    assert hs.double_dummy(deal, hs.Whist().contract(trump="NT")) == 6
    ending = hs.Deal.parse("BJ SA; SK S4; LJ H3; HA HK", game=hs.BidWhist())
    assert hs.double_dummy(ending, contract) == 2
    assert hs.double_dummy(ending, notrump) == hs.double_dummy(ending, notrump, leader=0) == 1
    assert type(hs.double_dummy(ending, contract)) is int
    table = hs.double_dummy_table(deal, hs.Whist())
    assert table.values.tolist() == [[5, 6, 5, 7, 6], [8, 6, 7, 5, 6]] * 2
    assert list(table.columns) == ["S", "H", "D", "C", "NT"] and table.index.tolist() == [0, 1, 2, 3]
    assert table.index.name == "declarer" and set(map(str, table.dtypes)) == {"int64"}
    table = hs.double_dummy_table(ending, hs.BidWhist())
    assert list(table.columns) == [str(d) for d in BID_WHIST.denominations]
    assert table.at[0, "S downtown"] == 2 and table.at[0, "NT downtown"] == 1


@pytest.mark.skipif(not files.FOLDER.is_dir(), reason="the reference files are not there")
@pytest.mark.parametrize(("number", "rows"), list(enumerate([132, 12, 2, 6, 1, 4, 3])))
def test_the_reference_files(number, rows):
    name, check = files.CHECKS[number]
    with ThreadPoolExecutor(2) as executor:
        compared, found = check(files.rows_of(name, rows), executor)
    assert compared > 0 and found == []


# Values


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_values_are_minimax(game):
    rng = random.Random(5)
    for number in range(60):
        deal = random_deal(rng, game, 1 + number % 4)
        declarer, leader = rng.randrange(4), rng.randrange(4)
        contract = random_contract(rng, game, declarer=declarer)
        setting = Setting(game, contract.denomination, declarer=declarer, dealer=contract.dealer)
        hands = [[str(card) for card in hand] for hand in deal.hands]
        value = ref.minimax(setting.rules, hands, leader)
        value = value if (leader - declarer) % 2 == 0 else len(hands[0]) - value
        assert hs.double_dummy(deal, contract, leader=leader) == value


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_one_side_and_the_other_take_every_trick(game):
    rng = random.Random(6)
    for size in (1, 3, 5, 7, 8):
        deal, leader = random_deal(rng, game, size), rng.randrange(4)
        for ours, theirs in zip(game.contracts(declarer=0), game.contracts(declarer=1), strict=True):
            assert sum(hs.double_dummy(deal, c, leader=leader) for c in (ours, theirs)) == size


def relabelled(deal, names):
    return hs.Deal([hs.Hand([hs.Card(*names(card)) for card in hand]) for hand in deal.hands])


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_symmetry(game):
    rng = random.Random(7)
    for size in (3, 5, 7):
        deal = random_deal(rng, game, size)
        table = hs.double_dummy_table(deal, game)
        suits = dict(zip("SHDC", rng.sample("SHDC", 4), strict=True)) | {"": "", "NT": "NT"}
        renamed = hs.double_dummy_table(relabelled(deal, lambda c, suits=suits: (suits[c.suit], c.rank)), game)
        for d in game.denominations:
            other = str(d._replace(trump=suits[d.trump]))
            assert (table[str(d)] == renamed[other]).all()
        turned = hs.double_dummy_table(hs.Deal(deal.hands[1:] + deal.hands[:1]), game)
        assert turned.values.tolist() == np.roll(table.values, -1, axis=0).tolist()


@pytest.mark.parametrize(("ace", "downtown"), [("best", "KQJT98765432A"), ("worst", "AKQJT98765432")])
def test_downtown_mirrors_uptown(ace, downtown):
    game, rng = hs.BidWhist(downtown_ace=ace), random.Random(8)
    mirror = dict(zip("23456789TJQKA", downtown, strict=True)) | {"LJ": "LJ", "BJ": "BJ"}
    for size in (4, 6):
        deal = random_deal(rng, game, size)
        up = hs.double_dummy_table(deal, game)
        down = hs.double_dummy_table(relabelled(deal, lambda c: (c.suit, mirror[c.rank])), game)
        for trump in ("S", "H", "D", "C", "NT"):
            assert (up[f"{trump} uptown"] == down[f"{trump} downtown"]).all()


def test_the_leader_follows_from_the_rules():
    rng = random.Random(9)
    deal = random_deal(rng, BID_WHIST, 5)
    for game in (BID_WHIST, hs.BidWhist.one_round(), WHIST):
        deal = random_deal(rng, game, 5)
        table = hs.double_dummy_table(deal, game)
        for declarer in range(4):
            leader = {"bid whist": declarer, "whist": (declarer + 1) % 4}[game.name]
            leader = 0 if getattr(game, "first_lead", "") == "dealer_left" else leader
            for contract in game.contracts(declarer=declarer):
                value = hs.double_dummy(deal, contract)
                assert value == table.at[declarer, str(contract.denomination)]
                assert value == hs.double_dummy(deal, contract, leader=leader)
    assert hs.double_dummy(SMALL, WHIST.contract(trump="S", dealer=3)) == 2  # dealer's left is seat 0


def test_the_rules_of_the_contract_count():
    deal = "SA; SK; H2; H3"
    for ace, value in (("best", 1), ("worst", 0)):
        contract = hs.BidWhist(downtown_ace=ace).contract("4 downtown in spades")
        assert hs.double_dummy(deal, contract) == value
        assert contract == BID_WHIST.contract("4 downtown in spades")


def test_a_pile_is_not_looked_at():
    contract = BID_WHIST.contract("4 uptown in spades")
    deal = hs.Deal.parse("SA; SK; SQ; SJ; kitty: BJ LJ", BID_WHIST)
    assert hs.double_dummy(deal, contract) == hs.double_dummy("SA; SK; SQ; SJ", contract) == 1


# Many deals


def test_many_deals_are_the_same_in_any_order_by_any_executor(monkeypatch):
    rng = random.Random(10)
    deals = [random_deal(rng, WHIST, size) for size in (1, 5, 7, 3, 7, 7, 2, 5, 9, 8)]
    seen = []
    expected = hs.double_dummy_tables(deals, WHIST, progress=lambda *at: seen.append(at))
    assert seen[-1] == (10, 10) and expected.index.names == ["deal", "declarer"]
    one_by_one = [hs.double_dummy_table(deal, WHIST) for deal in deals]
    assert expected.values.tolist() == sum((table.values.tolist() for table in one_by_one), [])  # noqa: RUF017
    with ThreadPoolExecutor(3) as pool:
        backwards = hs.double_dummy_tables(deals[::-1], WHIST, executor=pool)
    assert expected.loc[3].equals(backwards.loc[6])
    monkeypatch.setattr(solving, "SOLVES", 10_000)
    pd.testing.assert_frame_equal(hs.double_dummy_tables(iter(deals), WHIST), expected)
    slowest = expected.attrs["slowest"]
    nodes = [table.attrs["slowest"]["nodes"] for table in one_by_one]
    assert slowest["nodes"] == max(nodes) == nodes[slowest["deal"]]
    assert slowest["denomination"] in expected.columns


@pytest.mark.parametrize("kind", ["processes", "loky"])
def test_worker_processes_give_the_same_tables(kind):
    rng = random.Random(11)
    deals = [random_deal(rng, BID_WHIST, size) for size in (5, 3, 4, 5)]
    expected = hs.double_dummy_tables(deals, BID_WHIST)
    if kind == "loky":
        pool = pytest.importorskip("joblib.externals.loky").get_reusable_executor(max_workers=1)
    else:
        pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with pool:
        table = hs.double_dummy_tables(deals, BID_WHIST, executor=pool)
    pd.testing.assert_frame_equal(table, expected, check_exact=True)
    assert table.attrs == expected.attrs


def test_no_deals_are_an_empty_table():
    table = hs.double_dummy_tables([], WHIST)
    assert len(table) == 0 and list(table.columns) == ["S", "H", "D", "C", "NT"]


def test_memory_changes_no_value(monkeypatch):
    contract = WHIST.contract(trump="NT")
    assert hs.double_dummy(PBN, contract, memory_mib=4) == hs.double_dummy(PBN, contract) == 6
    monkeypatch.setenv(solving.MEMORY_VARIABLE, "5")
    assert solving.memory_setting(None) == 5 and solving.memory_setting(8) == 8
    for wrong in ("3", "many", "-8"):
        monkeypatch.setenv(solving.MEMORY_VARIABLE, wrong)
        with pytest.raises(ArgumentError, match=f"{solving.MEMORY_VARIABLE}={wrong}: .* from 4 to 32,768"):
            hs.double_dummy(PBN, contract)
    monkeypatch.delenv(solving.MEMORY_VARIABLE)
    for wrong in (3, True, "8", 4.5, 32_769, 10**12):
        with pytest.raises(ArgumentError, match=f"memory_mib={wrong!r}"):
            hs.double_dummy(PBN, contract, memory_mib=wrong)


# Traces


def setup(deal, contract, leader):
    """The engine's position of a deal, and its cards by bit."""
    game = contract.game
    frame = game.frame(contract)
    hands = [frame.mask(game.deck.mask(hand)) for hand in deal.hands]
    cards = {int(bit): card for bit, card in zip(frame.bits, game.deck, strict=True)}
    return Position(hands, frame, leader), cards


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_perfect_play_costs_nothing(game):
    rng = random.Random(11)
    for size in (1, 2, 4, 5, 6, 8):
        deal, leader = random_deal(rng, game, size), rng.randrange(4)
        contract = random_contract(rng, game, declarer=rng.randrange(4))
        (position, cards), plays = setup(deal, contract, leader), []
        while len(plays) < 4 * size:
            values = position.values()
            bit = rng.choice([bit for bit, value in values.items() if value == max(values.values())])
            position.play(bit)
            plays.append(cards[bit])
        trace = hs.play_trace(deal, contract, plays, leader=leader)
        assert (trace["cost"] == 0).all() and (trace["best"] == "").all()
        assert set(trace["tricks"]) == {trace.attrs["tricks_before"]}
        assert trace.attrs["tricks_before"] == hs.double_dummy(deal, contract, leader=leader)


@pytest.mark.parametrize("game", VARIANTS, ids=repr)
def test_any_play_is_told_as_it_was(game):
    rng, dear = random.Random(12), 0
    for size in (1, 2, 3, 4, 6):
        deal, leader = random_deal(rng, game, size), rng.randrange(4)
        contract = random_contract(rng, game, declarer=rng.randrange(4))
        (position, cards), plays, seats = setup(deal, contract, leader), [], []
        while len(plays) < 4 * size:
            seats.append(position.seat)
            bit = rng.choice(position.legal())
            position.play(bit)
            plays.append(str(cards[bit]))
        trace = hs.play_trace(deal, contract, " ".join(plays), leader=leader)
        assert trace["seat"].tolist() == seats and trace["card"].tolist() == plays
        assert trace["trick"].tolist() == [1 + i // 4 for i in range(4 * size)]
        ours = [1 if (seat - contract.declarer) % 2 == 0 else -1 for seat in seats]
        before = [trace.attrs["tricks_before"], *trace["tricks"].tolist()]
        assert [s * (a - b) for s, a, b in zip(ours, before, before[1:], strict=False)] == trace["cost"].tolist()
        assert (trace["cost"] >= 0).all() and ((trace["best"] != "") == (trace["cost"] > 0)).all()
        taken = sum(n for seat, n in enumerate(position.taken) if (seat - contract.declarer) % 2 == 0)
        assert before[-1] == taken
        for at in np.flatnonzero(trace["cost"]).tolist():
            dear += 1
            for card in trace["best"][at].split():
                again = hs.play_trace(deal, contract, [*plays[:at], card], leader=leader)
                assert again["cost"].iloc[-1] == 0 and again["tricks"].iloc[-1] == before[at]
    assert dear > 3


def test_a_trace_as_documented():
    contract = WHIST.contract(trump="S", declarer=3)
    trace = hs.play_trace(PBN, contract, PLAYED)
    kinds = ["text" if pd.api.types.is_string_dtype(t) else str(t) for t in trace.dtypes]
    assert dict(zip(trace.columns, kinds, strict=True)) == {
        "trick": "int64", "seat": "int64", "card": "text", "tricks": "int64", "cost": "int64", "best": "text",
    }  # fmt: skip
    assert json.loads(json.dumps(trace.attrs)) == trace.attrs
    assert trace.attrs["tricks_before"] == 8 and trace.attrs["leader"] == 0 and trace.attrs["game"] == "whist"
    assert hs.Deal.parse(trace.attrs["deal"], WHIST) == hs.Deal.parse(PBN, WHIST)
    assert len(hs.play_trace(PBN, contract, "")) == len(hs.play_trace(PBN, contract, [])) == 0


def test_plays_are_read_as_any_cards():
    contract = WHIST.contract(trump="S", declarer=3)
    expected = hs.play_trace(PBN, contract, PLAYED)
    again = [
        PLAYED.replace("T", "10"), PLAYED.lower(), PLAYED.split(), [hs.Card(*card) for card in PLAYED.split()],
        PLAYED.replace("C", "♣").replace("H", "♥"),
    ]  # fmt: skip
    for plays in again:
        pd.testing.assert_frame_equal(hs.play_trace(PBN, contract, plays), expected)


def test_tables_and_traces_are_saved_and_loaded(tmp_path):
    for table in (hs.play_trace(PBN, WHIST.contract(trump="S", declarer=3), PLAYED), hs.double_dummy_table(PBN, WHIST)):
        for kind in ("csv", "json"):
            again = hs.load(hs.save(table, tmp_path / f"table.{kind}"))
            pd.testing.assert_frame_equal(again, table)
            assert again.attrs == table.attrs


# Bid tables


def test_a_solved_table_is_its_deals_solved():
    """Every figure again, from the burial as the replay of each deal shows it."""
    n, bid = 6, "4 downtown"
    table = hs.bid_table(HAND, method="double_dummy", n_deals=n, seed=3, trump="S")
    contract = BID_WHIST.contract("4 downtown", trump="S", dealer=3)
    tricks = []
    for deal in range(n):
        shown = hs.replay(bid, HAND, deal=deal, n_deals=n, seed=3, trump="S")
        held = (shown.hands[0] | shown.kitty) - shown.buried
        tricks.append(hs.double_dummy(hs.Deal([held, *shown.hands[1:]]), contract) + 1)
    row = table.loc[bid]
    assert row["trump"] == "S" and row["n_deals"] == n
    assert row["tricks_mean"] == np.mean(tricks) and row["make_rate"] == np.mean(np.array(tricks) >= 10)
    assert np.isclose(row["tricks_sd"], np.std(tricks, ddof=1))
    assert row["points_mean"] == np.mean([t - 6 if t >= 10 else -4 for t in tricks])


def test_both_methods_stand_side_by_side():
    options = {"n_deals": 25, "seed": 1}
    policy, exact, both = (hs.bid_table(HAND, method=m, **options) for m in ("policy", "double_dummy", "both"))
    assert both[policy.columns].equals(policy)
    figures = ["make_rate", "make_low", "make_high", "tricks_mean", "tricks_sd", "points_mean", "points_se"]
    assert list(both.columns) == [*policy.columns, *(f"{name}_dd" for name in figures), "gap", "gap_se"]
    for name in figures:
        assert both[f"{name}_dd"].equals(exact[name].rename(f"{name}_dd"))
    assert np.allclose(both["gap"], policy["tricks_mean"] - exact["tricks_mean"]) and (both["gap_se"] > 0).all()
    assert both.attrs["slowest"] == exact.attrs["slowest"] and "slowest" not in policy.attrs
    assert [t.attrs["method"] for t in (policy, exact, both)] == ["policy", "double_dummy", "both"]
    assert json.loads(json.dumps(both.attrs)) == both.attrs


def test_a_hand_that_leaves_nothing_to_play_for():
    """1 - (24/42)(1 - 870/1640) = 73.17%, for any sensible play and double dummy alike."""
    table = hs.bid_table(SURE, method="both", trump="S", seed=2)
    row = table.loc["7 uptown"]
    assert row["n_deals"] == 500 and row["gap"] == row["gap_se"] == 0
    assert abs(row["make_rate_dd"] - 0.7317) < 4 * (0.7317 * 0.2683 / 500) ** 0.5


def test_whist_tables_are_solved_too():
    hand = "SA SK SQ SJ ST S9 S8 HA HK DA DK CA CK"
    table = hs.bid_table(hand, WHIST, method="double_dummy", trump="S", n_deals=20)
    assert (table["make_rate"] == 1).iloc[:5].all() and set(table["trump"]) == {"S"}
    assert table.index.tolist() == list("1234567")


def test_a_trump_named_after_the_kitty():
    game = hs.BidWhist(name_trump="after_kitty")
    table = hs.bid_table(SURE, game, method="both", n_deals=5)
    assert set(table["trump"]) == {"varies", "NT"} and (table["make_rate_dd"] >= table["make_rate"]).any()


def test_progress_counts_solves():
    seen = []
    hs.bid_table(SURE, method="double_dummy", n_deals=40, trump="S", progress=lambda *at: seen.append(at))
    assert seen[-1][0] == seen[-1][1] and seen[-1][1] % 40 == 0
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_stopping_early():
    table = hs.bid_table(SURE, method="double_dummy", n_deals=3000, trump="S", until_halfwidth=0.04)
    assert table.attrs["n_deals"] == 1024


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_and_block_give_the_same_bits(kind, monkeypatch):
    options = {"method": "both", "n_deals": 40, "trump": "S", "seed": 5}
    expected = hs.bid_table(SURE, **options)
    assert expected.attrs["slowest"]["deal"] in range(40)
    monkeypatch.setattr(solving, "SOLVES", 7)
    pool = ThreadPoolExecutor(3) if kind == "threads" else ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with pool:
        table = hs.bid_table(SURE, executor=pool, **options)
    pd.testing.assert_frame_equal(table, expected, check_exact=True)
    assert table.attrs == expected.attrs


def test_an_answer_says_how_it_was_played():
    answer = hs.ask("7 uptown", SURE, method="double_dummy", n_deals=30)
    assert answer.n_deals == 30 and any("nobody errs" in said for said in answer.assumptions)
    assert answer.table.attrs["method"] == "double_dummy"
    with pytest.raises(ArgumentError, match="method='both'"):
        hs.ask("7 uptown", SURE, method="both")


# Interruption


def interrupt_at_once(done, total):
    raise KeyboardInterrupt


def test_an_interruption_cancels_what_is_queued(monkeypatch):
    started = []

    def counted(block):
        started.append(block.start)
        return solve_block(block)

    solve_block = solving.solve_block
    monkeypatch.setattr(solving, "solve_block", counted)
    with pytest.raises(KeyboardInterrupt):
        hs.bid_table(SURE, method="double_dummy", n_deals=100_000, progress=interrupt_at_once)
    assert 0 < len(started) < 20


SCRIPT = """
import sys, handsim as hs
def at_work(done, total):
    print("at work", file=sys.stderr, flush=True)
try:
    hs.bid_table({hand!r}, method="double_dummy", n_deals=1_000_000, progress=at_work)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process")
def test_ctrl_c_gets_through():
    paths = [str(Path(hs.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(hand=HAND)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )  # fmt: skip
    try:
        first = process.stderr.readline()
        assert first == "at work\n", first + process.stderr.read()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (0, "interrupted\n")


# Errors, and what is not paid for


@pytest.mark.parametrize(
    ("deal", "contract", "options", "error", "named"),
    [
        ("SA S2; SK; SQ; SJ", WHIST.contract("S"), {}, CardsError, "equally long"),
        ("SA; SK; SQ", WHIST.contract("S"), {}, CardsError, "4, not 3"),
        ("SA; SA; SQ; SJ", WHIST.contract("S"), {}, CardsError, "SA"),
        ("BJ; SA; SQ; SJ", WHIST.contract("S"), {}, CardsError, "BJ"),
        ("S1; SA; SQ; SJ", WHIST.contract("S"), {}, NotationError, "S1"),
        (PBN, BID_WHIST.contract("4 uptown", trump="S"), {}, CardsError, "at most 12"),
        (hs.Deal.parse(PBN), BID_WHIST.contract("4 uptown", trump="S"), {}, CardsError, "1 to 12 cards, not 13"),
        (hs.Deal(map(hs.Hand, ("BJ", "S2", "S3", "S4"))), WHIST.contract("S"), {}, CardsError, "BJ"),
        (hs.Deal([hs.Hand()] * 4), WHIST.contract("S"), {}, CardsError, "1 to 13"),
        (hs.Deal([hs.Hand("S2"), hs.Hand("S3")]), WHIST.contract("S"), {}, CardsError, "4, not 2"),
        (3, WHIST.contract("S"), {}, ArgumentError, "int"),
        (SMALL, "spades", {}, ArgumentError, "contract='spades'"),
        (SMALL, WHIST.contract("S"), {"leader": 4}, ArgumentError, "leader=4"),
        (SMALL, WHIST.contract("S"), {"leader": True}, ArgumentError, "leader=True"),
    ],
)  # fmt: skip
def test_what_cannot_be_solved_is_named(deal, contract, options, error, named):
    for ask in (hs.double_dummy, lambda deal, contract, **more: hs.play_trace(deal, contract, "SA", **more)):
        with pytest.raises(error) as caught:
            ask(deal, contract, **options)
        assert named in str(caught.value) and isinstance(caught.value, HandsimError)
    if not options and not isinstance(contract, str):
        with pytest.raises(error):
            hs.double_dummy_table(deal, contract.game)


@pytest.mark.parametrize(
    ("plays", "error", "said"),
    [
        ("SA", RulesError, 'card 1, "SA": seat 1 does not hold it; he may play SK H2'),
        ("H2 S3 S2", RulesError, 'card 3, "S2": seat 3 does not hold it; he may play HA H3'),
        ("SK S3 HA SA S2 H2 S4 H3 C2", RulesError, 'card 9, "C2": all 8 cards were played before it'),
        ("SK S3 HA SA H2", RulesError, 'card 5, "H2": seat 0 does not hold it; he may play S2'),
        ("SK S3 BJ", CardsError, "BJ"),
        (["SK", "S3 S4"], NotationError, "2 cards"),
        ("SK fish", NotationError, "fish"),
        (None, ArgumentError, "plays: the cards played, in a text or a list, not NoneType"),
        (7, ArgumentError, "not int"),
    ],
)
def test_an_illegal_play_is_named(plays, error, said):
    contract = WHIST.contract(trump="NT")
    with pytest.raises(error) as caught:
        hs.play_trace(SMALL, contract, plays)
    assert said in str(caught.value)


@pytest.mark.parametrize("deals", [SMALL, hs.Deal.parse(SMALL, WHIST), None, 5])
def test_many_deals_are_given_as_a_list(deals):
    with pytest.raises(ArgumentError, match=f"deals: deals in a list, not {type(deals).__name__}"):
        hs.double_dummy_tables(deals, WHIST)


def test_a_revoke_is_named():
    with pytest.raises(RulesError, match='card 2, "H2": seat 1 cannot play it now; he may play SK'):
        hs.play_trace(SMALL, WHIST.contract(trump="NT"), "SA H2", leader=0)


@pytest.mark.parametrize("method", ["exact", "", None, "Both"])
def test_a_wrong_method_is_named(method):
    for ask in (hs.bid_table, lambda hand, **more: hs.ask("4 uptown", hand, **more)):
        with pytest.raises(ArgumentError, match=f"method={method!r}: it is policy, double_dummy, both"):
            ask(HAND, method=method, n_deals=10)


def test_who_never_solves_loads_no_solver():
    code = (
        "import sys, handsim as hs; hs.bid_table(sys.argv[1], n_deals=5, policy='random');"
        "print([m for m in sys.modules if m.startswith('handsim.engine.d') and m != 'handsim.engine.deal'])"
    )
    shown = subprocess.run([sys.executable, "-c", code, HAND], capture_output=True, text=True, check=True,
                           cwd=Path(hs.__file__).parents[1])  # fmt: skip
    assert shown.stdout.strip() == "[]"


# The command line


def printed(capsys, *arguments):
    from handsim.cli import main

    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_the_commands(capsys):
    out = printed(capsys, "dd", PBN, "--game", "whist")
    assert "declarer  S  H  D  C  NT" in out and "seat 3    8  6  7  5   6" in out
    told = json.loads(printed(capsys, "dd", "SA; SK; SQ; BJ", "--json"))
    assert told["rows"][3]["S uptown"] == 1 and told["attrs"]["game"] == "bid whist"
    out = printed(capsys, "trace", PBN, "spades", *PLAYED.split(), "--declarer", "3", "--game", "whist")
    assert "seat 0 leads: 8 tricks before" in out and len(out.splitlines()) == 22
    out = printed(
        capsys, "trace", "SA S2; SK H2; S3 S4; HA H3", "nt", "SA SK", "--game", "whist", "--leader", "0", "--csv"
    )
    assert out.splitlines()[1] == "0,1,0,SA,2,0,"


def test_the_command_line_takes_a_method(capsys):
    few = ("--deals", "20", "--trump", "S")
    table = json.loads(printed(capsys, "table", SURE, *few, "--method", "double-dummy", "--json"))
    expected = hs.bid_table(SURE, method="double_dummy", n_deals=20, trump="S")
    assert [row["make_rate"] for row in table["rows"]] == expected["make_rate"].tolist()
    out = printed(capsys, "table", SURE, *few, "--method", "both")
    assert "makes      dd  tricks    dd    gap" in out and "played out and double dummy, policy maxims" in out
    assert "20 deals, double dummy, policy maxims" in printed(capsys, "table", SURE, *few, "--method", "double dummy")
    assert "nobody errs" in " ".join(printed(capsys, "ask", "7 up", SURE, *few, "--method", "double_dummy").split())


@pytest.mark.parametrize("game", [hs.OneCard(), hs.Smear()], ids=lambda game: game.name)
def test_where_cards_count_there_is_no_double_dummy(game):
    deal, contract = "SA; SK; SQ; SJ", game.contract(game.bids[0], trump="S")
    questions = [
        lambda: hs.double_dummy(deal, contract),
        lambda: hs.double_dummy_table(deal, game),
        lambda: hs.play_trace(deal, contract, "SA SK SQ SJ"),
    ]
    for question in questions:
        with pytest.raises(RulesError, match="counts tricks"):
            question()


def test_a_table_says_who_leads_and_asks_who_deals():
    deal, game = "SA S2; HK H2; S3 S4; HA H3", hs.BidWhist.one_round()
    tables = [hs.double_dummy_table(deal, game, dealer=dealer) for dealer in range(4)]
    assert [table.attrs["leads"] for table in tables] == [f"seat {(dealer + 1) % 4} leads" for dealer in range(4)]
    for dealer, table in enumerate(tables):
        contract = game.contract("4 notrump uptown", declarer=0, dealer=dealer)
        assert table.loc[0, "NT uptown"] == hs.double_dummy(deal, contract)
    assert hs.double_dummy_table(deal).attrs["leads"] == "declarer leads"
    assert hs.double_dummy_table(deal, "whist").attrs["leads"] == "declarer's left leads"
    assert hs.double_dummy_table(deal, "whist", dealer=2).attrs["leads"] == "seat 3 leads"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: hs.double_dummy_tables(["SA; SK; SQ; SJ", "SA; SA; SQ; SJ"], hs.Whist()), "deal 1: .*in two places"),
        (lambda: hs.double_dummy_tables([5], hs.Whist()), "deal 0: deal: a Deal or a text"),
        (lambda: hs.double_dummy_table("SA; SK; SQ; SJ", 5), "game=5"),
        (lambda: hs.double_dummy_table("SA; ; SQ; SJ", "whist"), "seat 1: "),
        (lambda: hs.Deal.parse("SA; SK; SQ; SJ", "whist"), "game='whist': it is a game object"),
        (lambda: hs.Deal(["SA", "SK"]), "a deal is made of Hand objects"),
        (lambda: hs.Whist().contract(trump="S", declarer=None), "declarer="),
        (lambda: hs.BidWhist().contract("4 uptown", trump="S", declarer=None), "declarer="),
    ],
)
def test_what_is_wrong_is_named_with_its_place(call, says):
    with pytest.raises(HandsimError, match=says):
        call()
