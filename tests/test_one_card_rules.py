"""One Card by its rules: RULES.md section 4, point by point; and the slow twin's own words, by hand."""

import numpy as np
import pytest
import reference as ref
import reference_one_card as twin

import handsim as hs
from handsim.errors import ArgumentError, HandsimError, NotationError, RulesError
from handsim.games.one_card import OneCard

GAME = OneCard()
TABLES = [OneCard(players=n) for n in (2, 3, 4)]
each_table = pytest.mark.parametrize("game", TABLES, ids=lambda game: f"{game.players} players")


def rows(*captured):
    """Rows of the outcome in which the seats captured so many points."""
    return np.array([[6, *[0] * 3, *points, *[0] * (4 - len(points))] for points in captured])


# The pack and the deal


@each_table
def test_the_deck_and_the_deal(game):
    assert len(game.deck) == 25 and game.deck.jokers == ("BJ",)
    assert game.hand_size == game.n_tricks == {2: 12, 3: 8, 4: 6}[game.players]
    assert game.piles == {"one_card": 1} and game.sides == tuple(range(game.players))
    assert sorted(map(str, game.deck)) == sorted(twin.PACK)
    assert [str(d) for d in game.denominations] == ["S", "H", "D", "C"]


def test_kings_queens_and_jacks_count_one_and_the_joker_three():
    assert sum(map(twin.points_of, twin.PACK)) == 15
    assert {card: twin.points_of(card) for card in ("SA", "HK", "DQ", "CJ", "ST", "H9", "BJ")} == {
        "SA": 0, "HK": 1, "DQ": 1, "CJ": 1, "ST": 0, "H9": 0, "BJ": 3,
    }  # fmt: skip


def test_a_hand_is_read():
    assert len(hs.Hand.parse("SA S9 HK HQ D9 joker", GAME)) == 6
    for wrong, named in (
        ("SA S9 HK HQ D9 D8", "D8"),
        ("SA S9 HK HQ D9 LJ", "LJ"),
        ("SA S9 HK HQ D9", "6 cards, not 5"),
    ):
        with pytest.raises(HandsimError, match=named):
            hs.Hand.parse(wrong, GAME)


@pytest.mark.parametrize("players", [1, 5, "4", True])
def test_two_to_four_play(players):
    with pytest.raises(RulesError, match=r"players=.*4, 2 or 3"):
        OneCard(players=players)


def test_the_number_of_players_from_text():
    assert GAME.with_options({"players": "3"}) == OneCard(players=3)
    assert GAME.describe() == {"game": "one card", "options": {}}
    assert OneCard(players=2).describe() == {"game": "one card", "options": {"players": 2}}


# Bids and the auction


@each_table
def test_bids_are_points_up_to_fifteen(game):
    lowest = {2: 8, 3: 7, 4: 6}[game.players]
    assert [bid.name for bid in game.bids] == [str(n) for n in range(lowest, 16)]
    assert [game.needed(bid) for bid in game.bids] == list(range(lowest, 16))
    with pytest.raises(RulesError, match=f"{lowest} at least"):
        game.bid(str(lowest - 1))


@pytest.mark.parametrize(
    ("text", "bid", "trump"),
    [
        ("9", "9", None),
        ("nine", "9", None),
        ("9 points", "9", None),
        ("nine points in hearts", "9", "H"),
        ("15 in spades", "15", "S"),
        ("6♦", "6", "D"),
        ("ten clubs", "10", "C"),
    ],
)
def test_calls(text, bid, trump):
    call = GAME.parse_call(text)
    assert (call.bid.name, call.trump) == (bid, trump)


@pytest.mark.parametrize(
    ("text", "error", "named"),
    [
        ("5", RulesError, "6 at least"),
        ("16", RulesError, "16"),
        ("spades", NotationError, "number"),
        ("9 notrump", RulesError, "first lead"),
        ("9 in spades hearts", NotationError, "hearts"),
        ("9 uptown", NotationError, "uptown"),
        ("9 tricks", NotationError, "tricks"),
        ("-9", NotationError, "-9"),
        ("pass", RulesError, "pass"),
    ],
)
def test_what_is_no_call_is_refused(text, error, named):
    with pytest.raises(error) as caught:
        GAME.parse_call(text)
    assert named in str(caught.value)


def test_each_bid_is_higher_and_a_pass_is_final():
    assert GAME.legal_calls()[:2] == ("pass", GAME.bid("6"))
    assert GAME.legal_calls(["9"])[1] == GAME.bid("10")
    auction = ["6", "pass", "8", "pass", "9", "10"]  # seats 0, 1, 2, 3, then 0 and 2 again
    assert not GAME.auction_result(auction).over
    result = GAME.auction_result([*auction, "pass"])
    assert (result.over, result.declarer, result.bid.name, result.redeal) == (True, 2, "10", False)
    with pytest.raises(RulesError, match="9 or higher"):
        GAME.legal_calls(["6", "8", "7"])


def test_fifteen_ends_the_auction():
    result = GAME.auction_result(["6", "15"])
    assert (result.over, result.declarer, result.bid.name) == (True, 1, "15")
    assert GAME.legal_calls(["6", "15"]) == ()


@each_table
def test_when_all_pass_the_hand_is_played_without_a_bid(game):
    n = game.players
    assert not game.auction_result(["pass"] * (n - 1)).over
    assert game.auction_result(["pass"] * n) == (True, None, None, False)
    assert "pass" in game.legal_calls(["pass"] * (n - 1)), "dealer need not bid"
    contract = game.no_bid()
    assert contract.trump == "NT" and contract.bid.level == 0 and contract.dealer == n - 1
    assert game.score(contract, rows([15] + [0] * (n - 1))).tolist() == [[15] + [0] * (n - 1)]


# Scores


def test_each_scores_what_he_captured_and_a_bidder_who_falls_short_nothing():
    contract = GAME.contract("9 in spades")
    points = GAME.score(contract, rows([9, 3, 2, 1], [8, 4, 2, 1], [15, 0, 0, 0], [0, 0, 15, 0]))
    assert points.tolist() == [[9, 3, 2, 1], [0, 4, 2, 1], [15, 0, 0, 0], [0, 0, 15, 0]]
    assert GAME.made(contract, rows([9, 3, 2, 1], [8, 4, 2, 1])).tolist() == [True, False]


def test_what_the_others_score_takes_nothing_from_declarer():
    contract = GAME.contract("9 in spades", declarer=1)
    captured = rows([3, 9, 2, 1], [4, 8, 2, 1])
    assert GAME.net(GAME.score(contract, captured)).tolist() == [9, 0]
    assert (GAME.net_at(contract, 9), GAME.net_at(contract, 8)) == (9, 0) and GAME.most == 15
    columns = GAME.table_columns(contract, captured)
    assert {name: points.tolist() for name, points in columns.items()} == {
        "captured": [9, 8], "points_1": [2, 2], "points_2": [1, 1], "points_3": [3, 4],
    }  # fmt: skip


def test_declarer_comes_first_in_the_points():
    contract = GAME.contract("6 in spades", declarer=2)
    assert GAME.score(contract, rows([1, 2, 9, 3], [1, 8, 5, 1])).tolist() == [[9, 3, 1, 2], [0, 1, 1, 8]]
    assert GAME.counted(contract, rows([1, 2, 9, 3])).tolist() == [9]


def test_without_a_bid_everybody_scores_his_points():
    assert GAME.score(GAME.no_bid(), rows([0, 5, 4, 6], [6, 5, 4, 0])).tolist() == [[0, 5, 4, 6], [6, 5, 4, 0]]


@each_table
def test_scores_are_those_of_the_twin(game):
    rng, n = np.random.default_rng(1), game.players
    captured = rng.multinomial(15, [1 / n] * n, size=200)
    for bid in game.bids:
        for declarer in range(n):
            contract = game.contract(bid, trump="H", declarer=declarer)
            points = game.score(contract, rows(*captured))
            for one, own in zip(points, captured.tolist(), strict=True):
                expected = twin.score(bid.level, own, declarer)
                assert one.tolist() == expected[declarer:] + expected[:declarer]


@pytest.mark.parametrize(
    ("outcome", "named"),
    [
        ([[1, 2, 3, 0, 9, 3, 2, 0]], "add up to 15"),
        ([[1, 2, 3, 0, 18, -3, 0, 0]], "add up to 15"),
        ([[1, 2, 3, 0]], "shape"),
        (3, "shape"),
        ([[1.0] * 8], "whole numbers"),
    ],
)
def test_what_is_no_outcome_is_refused(outcome, named):
    with pytest.raises(ArgumentError, match=named):
        GAME.score(GAME.contract("9 in spades"), outcome)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ([29, 0, 0, 0], None),
        ([30, 29, 0, 0], 0),
        ([0, 31, 30, 35], 3),
        ([30, 12, 30, 0], None),  # equal: another hand
        ([30, 30, 31, 0], 2),
    ],
)
def test_first_to_thirty_the_highest_of_several(scores, winner):
    assert GAME.winner(scores) == winner


def test_a_score_each_is_wanted():
    with pytest.raises(ArgumentError, match="4 players"):
        GAME.winner([30, 0])


# First leads


def test_every_card_but_the_joker_may_be_led_first():
    hand = hs.Hand.parse("SK S9 HQ D9 DT BJ", GAME)
    first = GAME.playable(GAME.denominations, hand)
    assert [(d.trump, d.card) for d in first] == [
        ("S", "SK"), ("S", "S9"), ("H", "HQ"), ("D", "DT"), ("D", "D9"),
    ]  # fmt: skip
    spades = GAME.denominations_of("9")[:1]
    assert [d.card for d in GAME.playable(spades, hand)] == ["SK", "S9"]


# The twin: tricks by hand

SPADES, NO_BID = twin.table_of(4), twin.table_of(4, trump="joker")
DOWN = SPADES.turned()


def trick(text, seats=(0, 1, 2, 3)):
    return list(zip(seats, text.split(), strict=False))


@pytest.mark.parametrize(
    ("rules", "so_far", "hand", "legal"),
    [
        (SPADES, "HT", "S9 HA BJ", "HA"),  # follow, even when holding trumps
        (SPADES, "DT", "S9 HA BJ", "S9 HA BJ"),  # void: any card
        (SPADES, "ST", "S9 HA BJ", "S9 BJ"),  # the joker is a trump
        (SPADES, "ST", "HA BJ", "BJ"),
        (SPADES, "BJ", "HA S9", "S9"),  # led, it asks for trumps
        (NO_BID, "HT", "HA BJ", "HA"),  # only when unable to follow
        (NO_BID, "DT", "HA BJ", "HA BJ"),
        (NO_BID, "BJ", "HA S9", "HA S9"),  # led, it asks for nothing
        (NO_BID, "BJ HT", "HA S9", "HA"),  # the next card sets the suit
        (DOWN, "HT", "S9 HA BJ", "HA"),
    ],
)
def test_legal_cards(rules, so_far, hand, legal):
    assert twin.legal_cards(rules, hand.split(), trick(so_far), False) == legal.split()


@pytest.mark.parametrize(
    ("rules", "hand", "legal"),
    [
        (SPADES, "SA S9 HA BJ", "SA S9"),
        (twin.table_of(4, first="S9"), "SA S9 HA BJ", "S9"),
        (SPADES, "HA BJ", "HA BJ"),
        (NO_BID, "SA S9 HA BJ", "SA S9 HA BJ"),
    ],
)
def test_the_first_lead_names_the_trump(rules, hand, legal):
    assert twin.legal_cards(rules, hand.split(), (), True) == legal.split()
    assert twin.legal_cards(rules, hand.split(), (), False) == hand.split()


@pytest.mark.parametrize(
    ("rules", "played", "winner"),
    [
        (SPADES, "HT HQ HK HA", 3),
        (SPADES, "HA BJ HK HQ", 1),  # the lowest trump is one
        (SPADES, "HA BJ S9 HQ", 2),
        (SPADES, "BJ HA HK DA", 0),
        (SPADES, "SA BJ SK S9", 0),
        (NO_BID, "HA BJ HK HQ", 1),
        (NO_BID, "BJ HA HK HQ", 0),
        (NO_BID, "HT SA DA CA", 0),
        (DOWN, "HA HT H9 HK", 2),
        (DOWN, "SK SQ SJ SA", 2),
        (DOWN, "HA SA H9 SK", 3),
    ],
)
def test_trick_winner(rules, played, winner):
    assert ref.trick_winner(rules, trick(played)) == winner


def scripted(*plays):
    """Policies that play the cards of a list, whoever is asked; else the first that may be played."""
    left = [card for text in plays for card in text.split()]
    return [lambda view: next((card for card in left if card in view.legal), view.legal[0])] * 4


def test_a_hand_played_by_hand():
    # Seat 1 captures the joker and turns the order: his nine then beats the ace.
    deal = [["SA", "HA", "H9"], ["SK", "DA", "D9"], ["BJ", "ST", "HK"], ["HQ", "CA", "CK"]]
    rules = twin.table_of(4, first="SA")
    record = twin.playout(rules, deal, "C9", scripted("BJ"), turn=lambda view: True)
    assert record.tricks[0] == trick("SA SK BJ HQ") and record.winners[0] == 0
    assert record.asked_to_turn == 0 and record.turned_from == 1
    assert sum(record.points) == 1 + 3 + 1 + 1 + 1 and record.points[0] >= 5


def test_the_last_trick_takes_the_one_card():
    deal = [["SA", "SK"], ["HA", "H9"], ["DA", "D9"], ["CA", "C9"]]
    record = twin.playout(SPADES, deal, "BJ", [ref.greedy_policy] * 4)
    assert record.points == [4, 0, 0, 0] and record.captured[0][-1] == "BJ"
    assert record.asked_to_turn is None  # it was won, but not in a trick
    deal[0] = ["SA", "BJ"]
    last = twin.playout(SPADES, deal, "SK", [ref.greedy_policy] * 4, turn=lambda view: True)
    assert last.points == [4, 0, 0, 0] and last.turned_from is None, "after the last trick there is nothing to turn"


def test_without_a_bid_nothing_turns():
    deal = [["SA", "BJ"], ["HA", "H9"], ["DA", "D9"], ["CA", "C9"]]
    record = twin.playout(NO_BID, deal, "SK", scripted("BJ"), turn=lambda view: True)
    assert record.winners[0] == 0 and record.asked_to_turn is None


def test_he_who_captures_the_joker_is_asked_with_his_remaining_cards():
    asked = []

    def turn(view):
        asked.append(view)
        return True

    deal = [["ST", "HA"], ["SA", "H9"], ["SK", "HQ"], ["BJ", "HK"]]
    record = twin.playout(twin.table_of(4, first="ST"), deal, "C9", scripted(), turn=turn)
    assert [(view.seat, view.hand) for view in asked] == [(1, ("H9",))]
    assert record.winners == [1, 1] and record.points == [0, 6, 0, 0]


def test_counting_counts_turning():
    deal = [["ST", "HA"], ["SA", "H9"], ["SK", "HQ"], ["BJ", "HK"]]
    assert twin.perft_divide(SPADES, deal, 0) == {"ST": 2, "HA": 1}
    without = [["ST", "HA"], ["SA", "H9"], ["SK", "HQ"], ["S9", "HK"]]
    assert twin.perft_divide(SPADES, without, 0) == {"ST": 1, "HA": 1}


@pytest.mark.parametrize("policy", [twin.random_policy, twin.greedy_policy])
@pytest.mark.parametrize("trump", ["S", "D", "joker"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_captured_are_fifteen(players, trump, policy):
    rules, each = twin.table_of(players, trump=trump), 24 // players
    for i in range(20):
        *deal, pile = ref.deal(1, ref.DEAL, i, twin.PACK, [each] * players + [1])
        turn = (lambda view: True) if i % 2 else (lambda view: False)
        record = twin.playout(rules, deal, pile[0], [policy] * 4, turn, ref.play_stream(1, i))
        assert sum(record.points) == 15 and sum(record.tricks_by_seat) == each
        assert sorted(card for cards in record.captured for card in cards) == sorted(twin.PACK)
