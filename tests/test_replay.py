"""hs.replay and hs.failures: one deal of a table in the open. Nothing here depends on how a policy plays its cards."""

import dataclasses
import functools
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
import reference as ref
from engine_helpers import Setting

import handsim as hs
from handsim.analysis.replay import failures, replay
from handsim.cards import Deck
from handsim.engine.frame import build_frame
from handsim.errors import ArgumentError, CardsError, HandsimError, NotationError, RulesError
from handsim.games.base import Bid, Denomination, Game, ParsedCall

GOOD = "BJ SA SK S2 S3 S4 HA H9 DK D9 C3 C4"
POOR = "ST S8 S6 H9 H7 H4 D9 D6 D5 CJ C8 C6"
SURE = "BJ LJ SA SK SQ SJ ST S9 S8 S7 S6 S5"
GAMES = [
    hs.BidWhist(),
    hs.BidWhist.contract_whist(),
    hs.BidWhist.one_round(),
    hs.BidWhist(name_trump="after_kitty"),
    hs.BidWhist(kitty_is_trick=False, joker_first_discard=True, downtown_ace="worst", joker_led="next_suit"),
]
CALLS = ["4 uptown", "4 downtown", "3 notrump"]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)
each_call = pytest.mark.parametrize("call", CALLS)


def setting(shown):
    """The reference's rules of what was replayed, with the leader that the game says."""
    return Setting(shown.game, shown.contract.denomination, declarer=0, dealer=shown.contract.dealer)


def in_tricks(shown):
    """The plays as the reference has them: a list of (seat, card) a trick, and who won it."""
    groups = [group for _, group in shown.plays.groupby("trick", sort=True)]
    return [(list(zip(g["seat"], g["card"], strict=True)), int(g["won_by"].iloc[0])) for g in groups]


def texts(hand):
    return {str(card) for card in hand}


# The very deal of the table


@each_game
@each_call
def test_every_deal_is_that_of_the_table(game, call):
    options = {"n_deals": 200, "seed": 3, "policy": "greedy", "dealer": 1}
    row = hs.bid_table(GOOD, game, **options).loc[call]
    all_tricks = hs.playouts(GOOD, game, **options).set_index(["deal", "trump", "direction"])["tricks"]
    deals = hs.sample_deals(GOOD, game, n_deals=200, seed=3, dealer=1)
    chosen = {} if game.names_trump_after else {"trump": row["trump"], "direction": row["direction"]}
    shown = [replay(call, GOOD, game, deal=deal, **chosen, **options) for deal in range(200)]
    assert shown[:3] == [replay(call, GOOD, game, deal=deal, **options) for deal in range(3)]
    for deal, one in enumerate(shown):
        assert one.deal == deal and one.contract.bid.name == call
        assert one.contract.declarer == 0 and one.contract.dealer == 1
        assert row["trump"] in (one.contract.trump, "varies")
        assert row["direction"] in (one.contract.direction, "varies")
        assert one.tricks == all_tricks[deal, one.contract.trump, one.contract.direction]
        assert [*map(str, one.hands), str(one.kitty)] == [str(hs.Hand(text)) for text in deals.loc[deal]]
    assert np.mean([one.made for one in shown]) == row["make_rate"]
    assert np.mean([one.tricks for one in shown]) == pytest.approx(row["tricks_mean"])
    assert np.mean([one.points[0] - one.points[1] for one in shown]) == pytest.approx(row["points_mean"])
    if row["trump"] == "varies":
        assert len({one.contract.trump for one in shown}) > 1


@pytest.mark.parametrize("policy", ["maxims", "random"])
def test_the_default_policy_and_any_other_agree_with_the_table(policy):
    options = {"n_deals": 60, "policy": policy, "known": {"kitty": "S5 S6 D2", 2: "LJ"}}
    shown = [replay("3 uptown", GOOD, deal=deal, **options) for deal in range(60)]
    assert np.mean([one.made for one in shown]) == hs.bid_table(GOOD, **options).loc["3 uptown", "make_rate"]
    for one in shown:
        assert texts(one.kitty) >= {"S5", "S6", "D2"} and "LJ" in one.hands[2]


def test_a_kitty_that_is_known_is_the_kitty_of_every_deal():
    kitty = hs.Hand("S5 S6 D2 D3 C2 HT")
    for deal in range(5):
        one = replay("4 up in S", GOOD, deal=deal, n_deals=5, known={"kitty": kitty})
        assert one.kitty == kitty and texts(one.buried) <= texts(one.hands[0] | kitty)


def test_the_trump_is_the_tables_or_the_one_asked_for():
    table = hs.bid_table(GOOD, n_deals=300, policy="greedy", trump="H")
    assert table.loc["4 uptown", "trump"] == "H"
    ways = [("4 uptown", {"trump": "H"}), ("four up in hearts", {}), ("4 up", {"trump": "hearts"})]
    same = [replay(call, GOOD, deal=9, n_deals=300, policy="greedy", **more) for call, more in ways]
    assert same[0] == same[1] == same[2] and same[0].contract.trump == "H"
    pd.testing.assert_frame_equal(same[0].plays, same[1].plays)
    down = replay("4nt", GOOD, deal=9, n_deals=300, trump="NT", direction="down")
    assert down.contract.denomination == Denomination("NT", "downtown")
    after = hs.BidWhist(name_trump="after_kitty")
    assert replay("4 up", GOOD, after, trump="D", deal=2, n_deals=20).contract.trump == "D"


def test_the_number_of_deals_decides_the_trump_alone():
    few, many = (replay("4 up", GOOD, deal=7, trump="S", n_deals=n, policy="greedy") for n in (8, 4000))
    assert few == many
    pd.testing.assert_frame_equal(few.plays, many.plays)
    assert few.plays.attrs["n_deals"] == 8


def test_a_bid_may_be_an_object_and_an_executor_changes_nothing():
    bid = hs.BidWhist().bid("4 downtown")
    with ThreadPoolExecutor(2) as threads:
        one = replay(bid, hs.Hand(GOOD), deal=3, n_deals=50, executor=threads)
        some = failures(bid, hs.Hand(GOOD), n_deals=50, executor=threads)
    assert one == replay("4 downtown", GOOD, deal=3, n_deals=50)
    pd.testing.assert_frame_equal(some, failures("4 downtown", GOOD, n_deals=50))


# The plays


@each_game
@each_call
@pytest.mark.parametrize("policy", ["maxims", "random"])
def test_plays_keep_the_rules(game, call, policy):
    for deal in range(12):
        one = replay(call, GOOD, game, deal=deal, n_deals=12, dealer=deal % 4, policy=policy)
        rules, tricks = setting(one).rules, in_tricks(one)
        hands = [texts(hand) for hand in one.hands]
        if game.exchange:
            assert len(one.buried) == 6 and texts(one.buried) <= hands[0] | texts(one.kitty)
            hands[0] = (hands[0] | texts(one.kitty)) - texts(one.buried)
        else:
            assert len(one.buried) == 0
        leader = rules.leader
        assert leader == (0 if game.first_lead == "declarer" else (deal % 4 + 1) % 4)
        for plays, won_by in tricks:
            assert [seat for seat, _ in plays] == ref.seat_order(rules, leader)
            for place, (seat, card) in enumerate(plays):
                assert card in ref.legal_cards(rules, sorted(hands[seat]), plays[:place])
                hands[seat].remove(card)
            assert won_by == ref.trick_winner(rules, plays)
            leader = won_by
        assert len(tricks) == 12 and not any(hands)
        assert one.tricks == sum(won_by in (0, 2) for _, won_by in tricks) + game.kitty_tricks


def test_the_plays_are_a_tidy_table():
    one = replay("4 downtown", GOOD, deal=17, n_deals=100)
    plays = one.plays
    assert plays.dtypes.astype(str).to_dict() == {"trick": "int64", "seat": "int64", "card": "str", "won_by": "int64"}
    assert len(plays) == 48 and plays["trick"].tolist() == sorted([*range(1, 13)] * 4)
    assert set(plays["card"]) | texts(one.buried) == {str(card) for card in hs.BidWhist().deck}
    assert plays["card"].tolist() == [str(play.card) for trick in one.record for play in trick.plays]
    attrs = plays.attrs
    assert json.loads(json.dumps(attrs)) == attrs
    assert attrs["deal"] == 17 and attrs["bid"] == "4 downtown" and attrs["trump"] == one.contract.trump
    assert attrs["tricks"] == one.tricks and attrs["made"] == one.made and attrs["policy"] == "maxims"


def test_a_replay_is_a_value():
    one = replay("4 downtown", GOOD, deal=1, n_deals=10)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.tricks = 13
    plain = one.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["hands"][0] == str(hs.Hand(GOOD)) and plain["piles"] == {"kitty": str(one.kitty)}
    assert plain["contract"] == str(one.contract) and len(plain["plays"]) == 48
    assert plain["plays"][0].keys() == {"trick", "seat", "card", "won_by"}


def test_points_and_needs_are_the_games():
    for game in (hs.BidWhist(), hs.BidWhist.contract_whist()):
        shown = [replay("5 up", GOOD, game, deal=d, n_deals=40, trump="S", policy="greedy") for d in range(40)]
        assert {one.made for one in shown} == {True, False}
        for one in shown:
            over = one.tricks - 11
            lost = -5 if game.failed == "bid" else over
            assert one.needed == 11 and one.made == (over >= 0)
            assert one.points == ((one.tricks - 6) if one.made else lost, 0)


# Failures


@each_game
@each_call
def test_failures_are_the_first_of_the_row(game, call):
    options = {"n_deals": 150, "seed": 8, "policy": "greedy"}
    row = hs.bid_table(POOR, game, **options).loc[call]
    chosen = {} if game.names_trump_after else {"trump": row["trump"], "direction": row["direction"]}
    failed = [d for d in range(150) if not replay(call, POOR, game, deal=d, **chosen, **options).made]
    assert len(failed) == round(150 * (1 - row["make_rate"]))
    for n in (1, 5, 1000):
        table = failures(call, POOR, game, n=n, **options)
        assert table.index.tolist() == failed[:n]
    for deal in failed[:5]:
        one = replay(call, POOR, game, deal=deal, **options)
        tricks, short, why = table.loc[deal]
        assert (tricks, short, why) == (one.tricks, one.needed - one.tricks, one.cause) and short > 0


def test_failures_look_on_until_enough_have_been_found():
    options = {"n_deals": 5000, "policy": "greedy", "trump": "S"}
    tricks = hs.playouts(GOOD, n_deals=5000, policy="greedy").query("trump == 'S' and direction == 'uptown'")["tricks"]
    assert failures("3 up", GOOD, n=3000, **options).index.tolist() == np.flatnonzero(tricks.to_numpy() < 9).tolist()


def test_failures_are_a_table():
    table = failures("7 notrump", GOOD, n=3, n_deals=30)
    assert table.index.name == "deal" and table.index.dtype == "int64"
    assert table.dtypes.astype(str).to_dict() == {"tricks": "int64", "short": "int64", "cause": "str"}
    assert json.loads(json.dumps(table.attrs)) == table.attrs
    assert table.attrs["bid"] == "7 notrump" and table.attrs["needed"] == 13 and table.attrs["trump"] == "NT"
    none = failures("1 uptown", SURE, n_deals=30)
    assert len(none) == 0 and list(none.columns) == list(table.columns) and none.index.name == "deal"
    assert none.dtypes.tolist() == table.dtypes.tolist() and none.index.dtype == "int64"
    varies = failures("7 up", POOR, hs.BidWhist(name_trump="after_kitty"), n_deals=30)
    assert varies.attrs["trump"] == "varies" and varies.attrs["direction"] == "uptown"


def test_a_contract_that_was_made_says_what_it_could_lose():
    sure = replay("7 up", SURE, deal=0, n_deals=10, trump="S", policy="greedy")
    assert sure.made and sure.cause == "no trick lost"
    for deal in range(20):
        one = replay("2 up", GOOD, deal=deal, n_deals=20, policy="greedy")
        lost = 13 - one.tricks
        if one.made and lost:
            assert one.cause.startswith(f"it could lose 5 and lost {lost}: ")
        elif not one.made:
            assert not one.cause.startswith("it could")


# As text and HTML


@each_game
@each_call
def test_the_text_shows_the_deal(game, call):
    one = replay(call, GOOD, game, deal=4, n_deals=10, dealer=2)
    about, hands, tricks = str(one).split("\n\n")
    first, result, why = about.splitlines()
    assert first == f"deal 4: {one.contract}, seat 2 deals"
    assert result.startswith("made" if one.made else f"failed, {one.needed - one.tricks} short")
    assert f"it took {one.tricks} tricks" in result and f"needs {one.needed}" in result
    assert f"{one.points[0]:+d} points" in result and ("for the kitty" in result) == game.kitty_is_trick
    assert why == f"why: {one.cause}"
    check_hands(one, hands.splitlines())
    check_tricks(one, tricks.splitlines())
    assert max(map(len, [*hands.splitlines(), *tricks.splitlines()])) < 100


def check_hands(one, lines):
    heads, *rows = lines
    names = ["you (0)", "partner (2)", "left (1)", "right (3)", "kitty"] + ["buried"] * one.game.exchange
    cards = [one.hands[0], one.hands[2], one.hands[1], one.hands[3], one.kitty, one.buried]
    starts = {word: heads.index(word) for word in ("jokers", "spades", "hearts", "diamonds", "clubs")}
    ends = [*sorted(starts.values())[1:], None]
    for name, hand, line in zip(names, cards, rows, strict=False):
        assert line.startswith(name + " ")
        shown = set()
        for (word, start), end in zip(starts.items(), ends, strict=True):
            assert line[start - 1 : start] in (" ", "")  # no cell runs into the next
            suit = "" if word == "jokers" else word[0].upper()
            held = [suit + rank for rank in line[start:end].split()]
            shown.update(held)
            order = [card for card in reversed(setting(one).rules.listing) if card in held]
            assert order == held or word == "jokers"  # the best first, in the contract's order
        assert shown == texts(hand)
    assert len(rows) == len(names)


def check_tricks(one, lines):
    heads, *rows, legend = lines
    assert re.split("  +", heads) == ["trick", "you (0)", "left (1)", "partner (2)", "right (3)", "ours"]
    assert "> led" in legend and "* won" in legend
    ours = one.game.kitty_tricks
    if ours:
        assert rows.pop(0).split() == ["kitty", "1"]
    for number, (row, (plays, won_by)) in enumerate(zip(rows, in_tricks(one), strict=True), start=1):
        first, *cells, last = row.split()
        ours += won_by in (0, 2)
        assert (first, last) == (str(number), str(ours))
        leader = plays[0][0]
        cards = dict(plays)
        assert cells == [f"{'>' * (s == leader)}{cards[s]}{'*' * (s == won_by)}" for s in range(4)]
    assert ours == one.tricks


class Page(HTMLParser):
    """Reads HTML, and refuses tags that are not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tables, self.bold, self.styles, self.text = [], [], [], [], ""
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        if tag == "br":
            return
        self.open.append(tag)
        self.styles += [value for name, value in attrs if name == "style"]
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if "table" in self.open:
            self.tables[-1][-1][-1] += data
            if "b" in self.open:
                self.bold.append(data)


@each_game
def test_html_shows_the_same(game):
    one = replay("4 downtown", GOOD, game, deal=6, n_deals=10)
    page = Page(one._repr_html_())
    hands, tricks = page.tables
    assert [row[0] for row in hands[1:]][:4] == ["you (0)", "partner (2)", "left (1)", "right (3)"]
    assert hands[0] == ["", "jokers", "♠", "♥", "♦", "♣"] and len(hands) == 6 + game.exchange
    assert len({len(row) for row in hands}) == len({len(row) for row in tricks}) == 1
    assert len(tricks) == 13 + game.kitty_tricks and tricks[-1][-1] == str(one.tricks)
    assert sum(cell.endswith("*") for row in tricks for cell in row) == 12
    assert sum(cell.startswith(">") for row in tricks for cell in row) == 12
    won = [dict(plays)[won_by] for plays, won_by in in_tricks(one)]
    assert "".join(page.bold) == "".join(f"{hs.Hand(card).cards[0].symbol}*" for card in won)
    assert str(one.contract) in page.text and one.cause in page.text


def test_html_is_readable_on_black_and_escaped():
    one = replay("4 downtown", GOOD, deal=6, n_deals=10)
    page = Page(one._repr_html_())
    assert set(page.styles) == {"color:#d33", "text-align:left"}  # no ink and no paper of its own but the red
    evil = dataclasses.replace(one, cause="<script>alert('&')</script>")
    assert "<script" not in evil._repr_html_() and "<script>alert('&')</script>" in Page(evil._repr_html_()).text


# Other games


@dataclass(frozen=True, repr=False, kw_only=True)
class Toy(Game):
    """Any number of seats and piles, each alone or two against two, no jokers, no exchange; bids of 1 to 3 tricks."""

    seats: int = 3
    size: int = 5
    pile_sizes: tuple[tuple[str, int], ...] = ()
    alone: bool = True

    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"

    @property
    def deck(self):
        return toy_deck(self.seats * self.size + sum(size for _, size in self.pile_sizes))

    @property
    def n_seats(self):
        return self.seats

    @property
    def sides(self):
        return tuple(range(self.seats)) if self.alone else (0, 1, 0, 1)

    @property
    def piles(self):
        return dict(self.pile_sizes)

    @property
    def denominations(self):
        return tuple(Denomination(trump) for trump in ("S", "H", "D", "C", "NT"))

    @property
    def bids(self):
        return tuple(Bid(level, f"bid {level}", level) for level in (1, 2, 3))

    def denominations_of(self, bid):
        return self.denominations

    def parse_call(self, text):
        return ParsedCall(self.bids[int(text.split()[-1]) - 1])

    def frame(self, contract, *, fields="SHDC", dealer=None):
        positions = [16 * fields.index(card.suit) + "23456789TJQKA".index(card.rank) for card in self.deck]
        trump = None if contract.trump == "NT" else fields.index(contract.trump)
        return build_frame(
            positions, n_tricks=self.n_tricks, declarer=contract.declarer, leader=(contract.dealer + 1) % self.n_seats,
            seats=range(self.n_seats), sides=self.sides, trump_field=trump,
        )  # fmt: skip

    def tricks_needed(self, contract):
        return self.bid(contract).level if not hasattr(contract, "bid") else contract.bid.level

    def made(self, contract, outcome):
        return self.scored_tricks(contract, outcome) >= self.tricks_needed(contract)

    def score(self, contract, outcome):
        tricks = self.scored_tricks(contract, outcome)
        won = np.where(tricks >= self.tricks_needed(contract), tricks, -contract.bid.level)
        return np.stack([won, self.n_tricks - tricks], axis=-1)

    def winner(self, scores):
        return None


@functools.cache
def toy_deck(n):
    pack = Deck.build("23456789TJQKA", jokers=()).pack
    kept = sorted(sorted(pack, key=lambda card: -"23456789TJQKA".index(card.rank))[:n], key=pack.index)
    return Deck(tuple(kept))


@pytest.mark.parametrize(
    ("game", "names"),
    [
        (Toy(seats=2, size=7, pile_sizes=(("stock", 6), ("turn_up", 1))), ["you (0)", "opponent (1)"]),
        (Toy(seats=3, size=5), ["you (0)", "left (1)", "right (2)"]),
        (Toy(seats=4, size=6, pile_sizes=(("stock", 2),)), ["you (0)", "left (1)", "opposite (2)", "right (3)"]),
        (Toy(seats=4, size=5, alone=False), ["you (0)", "partner (2)", "left (1)", "right (3)"]),
    ],
    ids=lambda value: repr(value) if isinstance(value, Game) else "",
)
def test_any_game_can_be_replayed(game, names):
    hand = str(hs.Hand(list(game.deck)[:: game.n_seats][: game.hand_size]))
    options = {"n_deals": 20, "policy": "greedy"}
    row = hs.bid_table(hand, game, **options).loc["bid 2"]
    shown = [replay("bid 2", hand, game, deal=deal, **options) for deal in range(20)]
    assert np.mean([one.made for one in shown]) == row["make_rate"]
    ours = [seat for seat, side in enumerate(game.sides) if side == 0]
    for one in shown:
        assert len(one.hands) == game.n_seats and len(one.kitty) == len(one.buried) == 0
        assert {name: len(pile) for name, pile in one.dealt.piles.items()} == dict(game.piles)
        assert len(one.plays) == game.n_seats * game.n_tricks
        assert one.tricks == sum(won_by in ours for _, won_by in in_tricks(one))
        for seat, cards in one.plays.groupby("seat")["card"]:
            assert set(cards) == texts(one.hands[seat])
        lines = str(one).split("\n\n")[1].splitlines()
        assert "jokers" not in lines[0] and len(lines) == 1 + game.n_seats + len(game.piles)
        assert [line.split("  ")[0] for line in lines[1:]] == [*names, *sorted(game.piles)]
        assert "kitty" not in str(one) and ("for the others" in str(one)) == (one.points[1] != 0)
        assert len(Page(one._repr_html_()).tables) == 2
    assert failures("bid 2", hand, game, **options).index.tolist() == [o.deal for o in shown if not o.made][:5]


# What is wrong is named


@pytest.mark.parametrize("deal", [-1, 10, 10_000, True, 1.5, "3", None])
def test_a_deal_that_the_table_does_not_have(deal):
    with pytest.raises(ArgumentError, match=re.escape(f"deal={deal!r}")) as error:
        replay("4 up", GOOD, deal=deal, n_deals=10)
    assert "0 to 9" in str(error.value)


@pytest.mark.parametrize("question", [replay, failures])
@pytest.mark.parametrize(
    ("more", "error", "named"),
    [
        ({"n_deals": 0}, ArgumentError, "n_deals=0"),
        ({"seed": -1}, ArgumentError, "seed=-1"),
        ({"policy": "psychic"}, HandsimError, "psychic"),
        ({"dealer": 4}, ArgumentError, "dealer=4"),
        ({"known": {"kitty": "SA"}}, CardsError, "SA"),
        ({"bid": "9 up"}, RulesError, "9"),
        ({"bid": "four sideways"}, NotationError, "sideways"),
        ({"bid": "4 up in S", "trump": "H"}, RulesError, "H"),
        ({"trump": "X"}, NotationError, "X"),
        ({"direction": "downtown"}, HandsimError, "downtown"),
        ({"hand": "SA SK"}, CardsError, "12"),
        ({"game": "bridge"}, ArgumentError, "bridge"),
    ],
)
def test_arguments_are_checked(question, more, error, named):
    with pytest.raises(error, match=named):
        question(**{"bid": "4 up", "hand": GOOD, "n_deals": 10, **more})


@pytest.mark.parametrize("n", [0, -1, True, 2.0, "5"])
def test_a_number_of_failures_that_cannot_be(n):
    with pytest.raises(ArgumentError, match=re.escape(f"n={n!r}")):
        failures("4 up", GOOD, n=n, n_deals=10)
