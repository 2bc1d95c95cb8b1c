"""What tables and replays say of each game: added columns and their errors, glosses, awards, what was handed over."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from update_readme import README

import handsim as hs
from handsim.cli import main, text
from handsim.games import GAMES

BID_WHIST, WHIST, EUCHRE, ONE_CARD, SMEAR = (game() for game in GAMES)
HANDS = {
    "bid whist": "BJ SA SK S9 S6 HA HQ H7 DK D5 CQ C4",
    "whist": "SA SK S7 S2 HA HQ H4 DK D9 D3 CQ C8 C2",
    "bid euchre": "SJ SA SK SQ HA D9",
    "one card": "SA SK SQ HA DK D9",
    "smear": "SA SJ S8 H8 D9 CK",
}
BIDS = {"bid whist": "4 uptown", "whist": "2", "bid euchre": "4", "one card": "9", "smear": "3"}
CHOSEN = "is the one that is best on average"


def said(capsys, *args):
    """What a command prints, and the same with its lines joined."""
    assert main([str(arg) for arg in args]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= text.WIDTH
    return out, " ".join(out.split())


def table_of(capsys, game, *more):
    return said(capsys, "table", HANDS[game], "--game", game, "--deals", 300, *more)


# Added columns


@pytest.mark.parametrize("game", [EUCHRE, ONE_CARD, SMEAR], ids=repr)
def test_added_columns_have_standard_errors(game):
    table = hs.bid_table(HANDS[game.name], game, n_deals=400, trump="S")
    added = [name for name in game.columns if name in table]
    assert added and table.columns.tolist()[-2 * len(added) - 1 :] == [
        *(name for one in added for name in (one, f"{one}_se")), "n_deals",
    ]  # fmt: skip
    for name in added:
        mean, error = table[name], table[f"{name}_se"]
        if game.columns[name].share:
            assert np.allclose(error, np.sqrt(mean * (1 - mean) / 399))
        assert (error >= 0).all() and table.dtypes[f"{name}_se"] == "float64"
    one = hs.bid_table(HANDS[game.name], game, n_deals=1, trump="S")
    assert one[[f"{name}_se" for name in added]].isna().all(axis=None)


def test_the_error_of_the_points_against_is_that_of_the_tricks():
    table = hs.bid_table(HANDS["bid euchre"], EUCHRE, n_deals=400, trump="S")
    assert np.allclose(table["points_against_se"], table["tricks_sd"] / 20)  # a point a trick


@pytest.mark.parametrize("game", [game() for game in GAMES] + [hs.OneCard(players=2), hs.OneCard(players=3)], ids=repr)
def test_every_column_that_a_game_adds_is_described(game):
    contract = game.contracts("moon" if game == EUCHRE else None)[0]
    rows = np.zeros((1, 14), dtype=np.int64) if game.scores_from == "cards" else np.zeros(1, dtype=np.int64)
    if game.name == "one card":
        rows = np.array([[6, 0, 0, 0, 15, 0, 0, 0]])
    assert set(game.table_columns(contract, rows)) <= set(game.columns)


def test_euchres_points_for_and_against_in_words(capsys):
    table = hs.bid_table(HANDS["bid euchre"], EUCHRE, n_deals=300)
    _, words = table_of(capsys, "bid euchre")
    for name, whose in (("points_for", "declarer's side scores"), ("points_against", "the others score")):
        most = 2 * table[f"{name}_se"].max()
        assert f"{name.replace('_', ' ')}: mean that {whose}, give or take at most {most:.2f}." in words


def test_smears_points_are_shares(capsys):
    table = hs.bid_table(HANDS["smear"], SMEAR, n_deals=300)
    out, words = table_of(capsys, "smear")
    row = next(line for line in out.splitlines() if line.startswith("3 ")).split()
    assert row[-4:] == [f"{100 * table.loc['3', name]:.1f}%" for name in ("high", "low", "jack", "game")]
    most = 200 * max(table[f"{name}_se"].max() for name in ("high", "low", "jack", "game"))
    assert f"high, low, jack, game: how often declarer's side is awarded it, give or take at most {most:.1f}" in words


def test_the_points_of_everybody_are_headed_by_seats(capsys):
    out, words = table_of(capsys, "one card")
    head = next(line for line in out.splitlines() if line.startswith("bid "))
    assert head.split("+/-")[1].split() == ["seat", "0", "1", "2", "3"] and "played in" in head
    assert "spades (SK)" in out and "In brackets: the lead." in words
    assert "seat 0, 1, 2, 3: mean of the points that each captures, give or take at most 0." in words
    widest = "DA DK DQ DJ DT D9"  # a hundred percent and the longest name of a suit
    assert "100.0%" in said(capsys, "table", widest, "--game", "one card", "--deals", 20_000)[0]


def test_one_deal_gives_no_errors(capsys):
    for game in ("bid euchre", "one card", "smear"):
        _, words = said(capsys, "table", HANDS[game], "--game", game, "--deals", 1)
        assert "give or take at most" not in words and "nan" not in words


# Glosses


def test_a_choice_is_spoken_of_where_there_was_one(capsys):
    cases = [
        (["bid whist"], "The trump or direction of a row "),
        (["bid whist", "--trump", "S"], "The direction of a row "),
        (["whist", "--trump", "S"], None),
        (["whist", "--known", "turn_up=H7"], None),
        (["bid euchre"], "The trump of a row "),
        (["bid euchre", "--trump", "S"], None),
        (["one card", "--trump", "S"], "The lead of a row "),
        (["smear", "--trump", "S"], None),
    ]
    for args, words in cases:
        out = table_of(capsys, *args)[1]
        assert ("other deals" in out) == (words is not None), args
        assert words is None or words + CHOSEN in out, args
    out = table_of(capsys, "bid whist", "--option", "name_trump=after_kitty")[1]
    assert CHOSEN not in out and "varies: declarer names the trump or direction deal by deal" in out


def test_what_was_chosen_is_data():
    chooses = [
        hs.bid_table(HANDS[game.name], game, n_deals=20, **more).attrs["chooses"]
        for game, more in ((BID_WHIST, {}), (WHIST, {"trump": "S"}), (ONE_CARD, {}), (SMEAR, {"trump": "S"}))
    ]
    assert chooses == [["trump", "direction"], [], ["trump", "lead"], []]


def test_nobody_bids_in_whist(capsys):
    out, words = table_of(capsys, "whist", "--trump", "S")
    assert "bid " not in out.splitlines()[3] and "declarer" not in words and "makes the bid" not in words
    assert "how often the side of seat 0, who holds the hand, takes so many tricks over six" in words
    words = said(capsys, "denominations", HANDS["whist"], "--game", "whist", "--deals", 100)[1]
    assert "declare" not in words and "tricks: mean of what the side of seat 0 takes, give" in words
    asked = (HANDS["whist"], "--game", "whist", "--deals", 60, "--trump", "S")
    assert "How many times in a hundred so many tricks are taken (" in said(capsys, "places", 2, *asked)[1]
    assert "times in a hundred that so many tricks are taken, and" in said(capsys, "values", 2, *asked)[1]
    shown = hs.replay("2", HANDS["whist"], WHIST, trump="S", n_deals=5)
    assert "the tricks of the side of seat 0 so far" in str(shown)


def test_in_one_card_there_are_no_sides(capsys):
    for command in ("table", "denominations"):
        words = said(capsys, command, HANDS["one card"], "--game", "one card", "--deals", 100)[1]
        assert "side" not in words and "of what declarer takes" in words
    assert "declarer's side takes" in said(capsys, "denominations", HANDS["smear"], "--game", "smear", "--deals", 9)[1]


def test_every_option_of_every_game_has_a_description():
    for game in GAMES:
        for name, option in text.describe_game(game())["options"].items():
            assert option["note"], (game.name, name)
    notes = text.describe_game(EUCHRE)["options"]
    assert notes["notrump_high"]["note"] == notes["notrump_low"]["note"] != ""


# The worth of cards, and where they lie


@pytest.mark.parametrize("game", [ONE_CARD, SMEAR, WHIST], ids=repr)
def test_the_chart_of_values_is_in_the_unit_of_the_bids(game):
    pytest.importorskip("matplotlib").use("Agg")
    table = hs.card_values(BIDS[game.name], HANDS[game.name], game, trump="S", n_deals=200)
    unit = table.attrs["counts_in"]
    assert unit == ("tricks" if game == WHIST else "points")
    ax = hs.plot_card_values(table)
    assert [bar.get_width() for bar in ax.patches] == pytest.approx(table[unit].tolist())
    assert sorted(table[unit], reverse=True) == table[unit].tolist()
    assert ax.get_xlabel().startswith(f"{unit} more than with a random card")


def test_cards_whose_place_is_known_are_left_out_of_the_text(capsys):
    asked = ("places", "4 in spades", HANDS["bid euchre"], "--game", "bid euchre", "--deals", 100)
    out, words = said(capsys, *asked, "--known", "left=CJ")
    rows = [line.split()[0] for line in out.split("\n\n")[1].splitlines()[1:]]
    assert len(rows) == 17 and "CJ" not in rows and "Cards that are known to lie somewhere are left out." in words
    out, words = said(capsys, *asked)
    assert len(out.split("\n\n")[1].splitlines()) == 19 and "left out" not in words
    two = ("places", "11 in spades", "SJ SJ CJ CJ SA SA SK SQ ST HA HA D9", "--game", "bid euchre", "--deals", 50)
    out, _ = said(capsys, *two, "--option", "decks=2", "--known", "left=SK DK DK")
    rows = [line.split()[0] for line in out.split("\n\n")[1].splitlines()[1:]]
    assert "SK" not in rows and "DK" not in rows and "HK" in rows and "SQ" in rows


# Replays


@pytest.mark.parametrize("high_low", ["fixed", "in_play"])
def test_a_replay_of_smear_says_who_was_awarded_what(high_low):
    game, sides, hows = hs.Smear(high_low=high_low), set(), set()
    for deal in range(60):
        shown = hs.replay("4 in spades", HANDS["smear"], game, deal=deal, n_deals=60)
        assert [award.name for award in shown.awards] == ["high", "low", "jack", "game"]
        assert sum(award.side == 0 for award in shown.awards) == shown.count
        check_awards(shown, high_low)
        line = next(line for line in str(shown).splitlines() if line.startswith("awarded: "))
        assert all(f"{a.name} {('ours', 'theirs', 'to nobody')[a.side]}, {a.how}" in line for a in shown.awards)
        for award in shown.awards:
            missing = f"{award.name} to {'the others' if award.side > 0 else 'nobody'}: {award.how}"
            assert (missing in shown.cause) == (award.side != 0)
        assert line in shown._repr_html_().replace("&#x27;", "'")
        sides |= {award.side for award in shown.awards}
        hows |= {re.sub(r"\d|S.", "", award.how) for award in shown.awards}
        plain = shown.to_dict()
        assert plain["awards"][0]["name"] == "high" and json.loads(json.dumps(plain)) == plain
    assert sides >= {0, 1} and (" not played" in hows) == (high_low == "fixed")


def check_awards(shown, high_low):
    """The awards by the rules: from the plays alone."""
    order = "789TJQKA"
    players = {str(play.card): play.seat for trick in shown.record for play in trick.plays}
    winners = {str(play.card): trick.winner for trick in shown.record for play in trick.plays}
    trumps = sorted((card for card in players if card[0] == "S"), key=lambda card: order.index(card[1]))
    high, low = ("SA", "S7") if high_low == "fixed" else (trumps[-1], trumps[0])
    for award, card, seats, verb in zip(
        shown.awards, (high, low, "SJ"), (players, players, winners), ("played", "played", "won"), strict=False
    ):
        assert award.how == (f"{card} {verb} by seat {seats[card]}" if card in seats else f"{card} not played")
        assert award.side == (seats[card] % 2 if card in seats else -1)
    worth = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
    points = [sum(worth.get(card[1], 0) for card, seat in winners.items() if seat % 2 == side) for side in (0, 1)]
    points[0] += sum(worth.get(card.rank, 0) for card in shown.buried)
    assert shown.awards[3].how == f"{points[0]} to {points[1]}"
    last = str(shown).splitlines()[-2].split()
    assert last[-1] == str(points[0]), "the points of the cards captured, in the last row"


def test_the_missing_point_is_the_cause_of_a_failure(capsys):
    failed = hs.failures("4 in spades", HANDS["smear"], SMEAR, n=20, n_deals=300)
    assert failed["cause"].str.contains(r"(?:high|low|jack|game) to (?:the others|nobody): ").all()
    counted = failed["cause"].str.count(r"(?:high|low|jack|game) to (?:the others|nobody): ")
    pd.testing.assert_series_equal(counted.astype("int64"), failed["short"], check_names=False)
    words = said(capsys, "failures", "4 in spades", HANDS["smear"], "--game", "smear", "--deals", 300)[1]
    assert "low to the others: S7 played by seat" in words or "low to nobody: S7 not played" in words


@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_points_captured_so_far_end_at_what_was_counted(players):
    game = hs.OneCard(players=players)
    hand = {4: "SA SK SQ HA DK D9", 3: "SA SK SQ HA DK D9 C9 CT", 2: "SA SK SQ S9 HA HT DK D9 C9 CT H9 HJ"}[players]
    turned = set()
    for deal in range(30):
        shown = hs.replay("9 in spades", hand, game, deal=deal, n_deals=500)
        lines = str(shown).splitlines()
        assert lines[-1].endswith("; ours: the tricks of declarer so far; points: its card points")
        tricks, points = lines[-2].split()[-2:]
        assert (int(tricks), int(points)) == (shown.tricks, shown.count) and lines[-2].startswith("one_card ")
        one_card = str(shown.dealt.piles["one_card"])
        assert f"{one_card}*" in lines[-2]
        worth = 3 if one_card == "BJ" else int(one_card[1] in "KQJ")
        assert int(points) - int(lines[-3].split()[-1]) == worth * (shown.record[-1].winner == 0)
        turned.add(shown.turned_after > 0)
    assert turned == {True, False}
    assert "points</th>" in shown._repr_html_()


def test_games_of_tricks_have_no_points_in_a_replay():
    shown = hs.replay("4 uptown", HANDS["bid whist"], n_deals=5, trump="S")
    assert shown.awards == () and len(shown.given) == 0
    assert str(shown).endswith("; ours: the tricks of declarer's side so far") and "given" not in str(shown)


@pytest.mark.parametrize(("decks", "cards"), [(1, 1), (2, 1), (2, 2), (2, 3)])
def test_an_ask_shows_what_partner_gave(decks, cards):
    game = hs.BidEuchre(decks=decks, exchange_cards=cards)
    hand = HANDS["bid euchre"] if decks == 1 else "SJ SJ CJ SA SA SK SQ HA HK H9 D9 C9"
    for deal in range(15):
        shown = hs.replay("ask in spades", hand, game, deal=deal, n_deals=30)
        partner = [str(card) for card in shown.hands[2]]
        ranks = ["S9", "ST", "SQ", "SK", "SA", "CJ", "SJ"]
        trumps = sorted((card for card in partner if card in ranks), key=ranks.index, reverse=True)
        plain = sorted(("9TJQKA".index(card[1]) for card in partner if card not in ranks), reverse=True)
        given = [str(card) for card in shown.given]
        assert len(given) == len(shown.buried) == cards
        assert sorted(card for card in given if card in ranks) == sorted(trumps[:cards])
        others = sorted(("9TJQKA".index(card[1]) for card in given if card not in ranks), reverse=True)
        assert others == plain[: cards - len(trumps[:cards])]
        played = sorted(shown.plays.query("seat == 0")["card"])
        after = sorted(str(card) for card in [*shown.hands[0], *shown.given])
        for card in shown.buried:
            after.remove(str(card))
        assert played == after
        assert re.search(r"^given  ", str(shown), re.MULTILINE) and shown.to_dict()["given"] == str(shown.given)
    plain = hs.replay("4 in spades", hand, game, deal=1, n_deals=30)
    assert len(plain.given) == 0


# README


def test_the_readme_says_which_questions_go_to_which_games(capsys):
    """Its table of the questions that some games have no answer to, asked of every game."""
    section = README.read_text(encoding="utf-8").split("## The other games")[1]
    every = re.search(r"go to every game: (.*?)\.\s", " ".join(section.split()))[1]
    questions = {
        "table": [], "denominations": [], "places": ["BID"], "values": ["BID"], "failures": ["BID"], "replay": ["BID"],
    }  # fmt: skip
    assert set(questions) < set(re.findall(r"`(\w+)`", every))
    rows = dict(re.findall(r"^\| (`.*?) \| (.*) \|$", section, re.MULTILINE))
    answers = {name: row for names, row in rows.items() for name in re.findall(r"`([\w -]+)`", names)}
    assert set(answers) == {"ask", "points", "kitty", "dd", "trace", "--method", "count"}
    few = ["--deals", "20", "--trump", "S"]
    for game in GAMES:
        hand, which = HANDS[game.name], ["--game", game.name]
        for question, more in questions.items():
            line = [BIDS[game.name] if word == "BID" else word for word in more] + [hand]
            options = few[:2] if question == "denominations" else few
            assert main([question, *line, *which, *options]) == 0, (question, game.name)
        asked = {
            "ask": ["ask", BIDS[game.name], hand, *few],
            "points": ["points", hand, *few],
            "kitty": ["kitty", BIDS[game.name], hand, *few],
            "--method": ["table", hand, "--method", "both", "--deals", "2", "--trump", "S"],
            "count": ["count", hand],
        }
        for question, line in asked.items():
            assert (main([*line, *which]) == 0) == has_answer(answers[question], game.title), (question, game.name)
        assert has_answer(answers["dd"], game.title) == (game.scores_from == "tricks")
    capsys.readouterr()
    assert main(["dd", "SA; SK; SQ; SJ", "--game", "smear"]) == main(["trace", "SA; SK; SQ; SJ", "2 in spades", "SA",
                                                                    "--game", "smear"]) == 2  # fmt: skip


def has_answer(row, title):
    """Whether a row of the table, "Bid Whist and Whist" or "all but Whist, where ...", has a game."""
    names = re.split(r", where|;| with", row.removeprefix("all but "))[0]
    named = title in re.split(r", | and ", names)
    return named != row.startswith("all but ")
