"""Smear by its rules: RULES.md section 5, point by point."""

import itertools
import random

import numpy as np
import pytest
import reference as ref
import reference_smear as twin

import handsim as hs
from handsim.errors import ArgumentError, HandsimError, NotationError, RulesError
from handsim.games import PASS, find

GAME = hs.Smear()
IN_PLAY = hs.Smear(high_low="in_play")
SPADES = twin.SmearRules(trump="S")


def cards(text):
    return text.split()


def trick(text, seats=(0, 1, 2, 3)):
    return list(zip(seats, text.split(), strict=False))


def row_of(game, rules, result, tricks=(0, 0, 0, 0)):
    """A result of the slow twin as a row of the engine's outcome."""
    tracked = "7JA" if game.high_low == "fixed" else twin.RANKS
    fate = [
        by.get(rules.trump + rank, -1)
        for rank in tracked
        for by in (result.played_by, result.won_by)
    ]  # fmt: skip
    return [*tricks, *result.card_points, *fate]


def row(card_points, *, game=GAME, **fate):
    """An outcome with spades as trumps: ``SA=(1, 2)``: the ace was played by seat 1 and won by seat 2."""
    played_by = {card: who for card, (who, _) in fate.items()}
    won_by = {card: who for card, (_, who) in fate.items()}
    return row_of(game, SPADES, twin.Outcome(card_points, played_by, won_by))


# Cards, calls, auction, options


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_the_deck_and_the_deal(seen):
    game = hs.Smear(undealt_seen=seen)
    assert len(game.deck) == 32 and game.deck.jokers == ()
    assert {card.rank for card in game.deck} == set("789TJQKA")
    assert game.hand_size == game.n_tricks == 6 and game.n_seats == 4 and game.sides == (0, 1, 0, 1)
    assert game.piles == ({"draw": seen} if seen else {}) | {"undealt": 8 - seen}
    contract = game.contract("3 in spades", declarer=2)
    assert [game.piles_seen(contract, seat) for seat in range(4)] == [(), (), ("draw",) if seen else (), ()]


def test_names_and_the_defaults():
    for name in ("smear", "Smear", "four point smear", "Four-Point Smear", "northeastern wisconsin smear"):
        assert find(name) == GAME
    assert hs.Smear(undealt_seen=3, high_low="fixed", win_on_own_bid=False, cap_nonbidders=False) == GAME
    with pytest.raises(HandsimError, match="S2"):
        hs.Hand.parse("S2 S7", GAME)
    with pytest.raises(HandsimError, match="BJ"):
        hs.Hand.parse("BJ S7", GAME)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"undealt_seen": 4}, "undealt_seen=4: it can be 0, 1, 2 or 3"),
        ({"undealt_seen": -1}, "undealt_seen=-1: it can be 0, 1, 2 or 3"),
        ({"high_low": "played"}, "high_low='played': it can be fixed or in_play"),
        ({"win_on_own_bid": 1}, "win_on_own_bid=1: it can be true or false"),
        ({"cap_nonbidders": "yes"}, "cap_nonbidders='yes': it can be true or false"),
    ],
)
def test_nonsense_is_refused(options, message):
    with pytest.raises(RulesError) as error:
        hs.Smear(**options)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "name", "trump"),
    [
        ("2", "2", None),
        ("three", "3", None),
        (" Four ", "4", None),
        ("3 in spades", "3", "S"),
        ("3 ♥", "3", "H"),
        ("4d", "4", "D"),
        ("two clubs", "2", "C"),
        ("2 trump hearts", "2", "H"),
    ],
)
def test_what_players_say(text, name, trump):
    said = GAME.parse_call(text)
    assert (said.bid.name, said.trump, said.direction) == (name, trump, None)


@pytest.mark.parametrize(
    ("text", "error", "parts"),
    [
        ("1", RulesError, ('"1"', "bids are 2 to 4, the points of the hand")),
        ("5 in spades", RulesError, ('"5" in "5 in spades"', "bids are 2 to 4")),
        ("pass", RulesError, ('"pass" is a call, but not a bid', '"3 in spades"')),
        ("spades", NotationError, ('"spades"', "starts with its number, 2 to 4")),
        ("-3", NotationError, ('"-3"', "starts with its number")),
        ("3 spades hearts", NotationError, ('"hearts"', "trump is there already")),
        ("3 notrump", NotationError, ('"3 notrump"', "always a trump")),
        ("3 uptown", NotationError, ('"uptown"',)),
    ],
)
def test_what_cannot_be_bid(text, error, parts):
    with pytest.raises(error) as caught:
        GAME.parse_call(text)
    assert all(part in str(caught.value) for part in parts)


def test_each_calls_once_higher_or_pass_and_a_four_ends_it():
    assert [str(call) for call in GAME.legal_calls()] == [PASS, "2", "3", "4"]
    assert [str(call) for call in GAME.legal_calls(["2", PASS])] == [PASS, "3", "4"]
    assert GAME.auction_result(["2", "3", PASS, PASS], dealer=0) == (True, 2, GAME.bid("3"), False)
    assert GAME.auction_result([PASS, "4"], dealer=3) == (True, 1, GAME.bid("4"), False)
    assert GAME.auction_result(["2", "3", PASS]).over is False
    for auction, why in (
        (["3", "3"], "may call 4"),
        (["4", PASS], "over before"),
        (["2", PASS, PASS, PASS, "3"], "over"),
    ):
        with pytest.raises(RulesError, match=why):
            GAME.legal_calls(auction)


def test_all_pass_and_the_same_dealer_deals_again():
    assert GAME.auction_result([PASS] * 4) == (True, None, None, True)
    assert PASS in GAME.legal_calls([PASS] * 3) and GAME.deal_passes is False


def test_contracts():
    assert str(GAME.contract("3 in spades")) == "3 in spades by seat 0"
    assert GAME.contract("3", trump="spades", declarer=1) == GAME.contract("3 in spades", declarer=1)
    assert [str(d) for d in GAME.denominations] == ["S", "H", "D", "C"]
    with pytest.raises(RulesError, match="needs its trump: S, H, D or C"):
        GAME.contract("3")
    with pytest.raises(RulesError, match="contradicts"):
        GAME.contract("3 in spades", trump="H")
    with pytest.raises(RulesError, match="NT"):
        GAME.contract("3", trump="NT")


# The slow twin by the rules


@pytest.mark.parametrize(
    ("so_far", "hand", "legal"),
    [
        ("", "S7 H8 D9", "S7 H8 D9"),
        ("H9", "S7 H8 HA D9", "S7 H8 HA"),  # follow suit or trump
        ("H9", "S7 D9 C8", "S7 D9 C8"),  # unable to follow: any card
        ("H9", "H8 D9 C8", "H8"),
        ("S9", "S7 H8 SA D9", "S7 SA"),  # trump led: trump
        ("S9", "H8 D9", "H8 D9"),
        ("H9 S8", "S7 H8 D9", "S7 H8"),  # a trump on the trick changes nothing
    ],
)
def test_follow_or_trump(so_far, hand, legal):
    assert ref.legal_cards(SPADES, hand.split(), trick(so_far)) == legal.split()


@pytest.mark.parametrize(
    ("played", "winner", "shown"),
    [
        ("H9 HT HA HK", 2, set()),
        ("H9 S7 HA S8", 3, set()),  # who trumps may yet hold hearts
        ("H9 CA HT S8", 3, {(1, "H")}),
        ("S9 SJ HA S8", 1, {(2, "S")}),
    ],
)
def test_tricks(played, winner, shown):
    assert ref.trick_winner(SPADES, trick(played)) == winner
    assert ref.voids_shown(SPADES, trick(played)) == shown


@pytest.mark.parametrize(
    ("held", "count", "away"),
    [
        ("SA S7 HA H8 H7 D9 DT CK C8", 3, "H7 H8 C8"),
        ("SA SK SQ SJ ST S9 HA D8 C7", 3, "HA D8 C7"),  # six trumps: every plain card goes
        ("SA SK SQ SJ ST S9 S8 DA C7", 3, "DA C7 S8"),  # seven: a surplus trump too
        ("SA SK SQ SJ ST S9 S8 S7 HA", 3, "HA S7 S8"),
        ("SA SK SQ SJ ST S9 S8", 1, "S8"),
        ("SA SK SQ SJ ST HA HK", 1, "HK"),
    ],
)
def test_no_trump_is_discarded_before_a_plain_card(held, count, away):
    assert set(twin.discard_lowest(SPADES, held.split(), count)) == set(cards(away))
    for base in range(20):
        chosen = twin.discard_random(SPADES, held.split(), base, count)
        plain = {card for card in held.split() if card[0] != "S"}
        assert len(set(chosen)) == count
        assert set(chosen) <= plain or plain <= set(chosen)


# Scoring


@pytest.mark.parametrize(
    ("outcome", "sides"),
    [
        # who played the ace and the seven, who won the jack, who has more card points; declarer is seat 0
        (row([40, 0, 0, 0], SA=(0, 0), S7=(0, 1), SJ=(1, 0)), [0, 0, 0, 0]),
        (row([0, 20, 0, 21], SA=(1, 1), S7=(3, 0), SJ=(0, 1)), [1, 1, 1, 1]),
        (row([10, 15, 10, 10], SA=(2, 2), S7=(1, 2), SJ=(1, 2)), [0, 1, 0, 1]),
        (row([20, 10, 0, 10], SA=(2, 2), SJ=(1, 1)), [0, -1, 1, -1]),  # the seven is not in play; a tie
        (row([20, 10, 0, 9]), [-1, -1, -1, 0]),
    ],
)
def test_the_four_points(outcome, sides):
    contract = GAME.contract("2 in spades")
    assert GAME.awarded(contract, outcome).tolist() == sides
    turned = [outcome[i] for i in (3, 0, 1, 2, 7, 4, 5, 6)] + [(s + 1) % 4 if s >= 0 else -1 for s in outcome[8:]]
    assert GAME.awarded(GAME.contract("2 in spades", declarer=1), turned).tolist() == sides
    others = [side if side < 0 else 1 - side for side in sides]
    assert GAME.awarded(GAME.contract("2 in spades", declarer=3), outcome).tolist() == others


def test_high_and_low_in_play():
    fate = {"SK": (1, 1), "S9": (2, 1), "SJ": (0, 1), "ST": (3, 1)}
    contract = IN_PLAY.contract("2 in spades")
    assert IN_PLAY.awarded(contract, row([0, 9, 9, 0], game=IN_PLAY, **fate)).tolist() == [1, 0, 1, -1]
    assert GAME.awarded(contract, row([0, 9, 9, 0], **fate)).tolist() == [-1, -1, 1, -1]
    alone = row([0, 9, 9, 0], game=IN_PLAY, S8=(2, 1))
    assert IN_PLAY.awarded(contract, alone).tolist() == [0, 0, -1, -1]  # one trump played is both


@pytest.mark.parametrize(
    ("bid", "sides", "points"),
    [
        ("2", [0, 0, 1, 1], (2, 2)),
        ("2", [0, 0, 0, 1], (3, 1)),  # all that was won counts
        ("2", [0, -1, 1, 1], (-2, 2)),  # the others always score theirs
        ("3", [0, 0, 1, -1], (-3, 1)),
        ("3", [0, 0, 0, 0], (4, 0)),
        ("4", [0, 0, 0, 0], (4, 0)),
        ("4", [0, 0, 0, -1], (-4, 0)),
        ("4", [1, 1, 1, 1], (-4, 4)),
        ("2", [-1, -1, -1, -1], (-2, 0)),
    ],
)
def test_the_score(bid, sides, points):
    fate = {card: (side, side) for card, side in zip(("SA", "S7", "SJ"), sides, strict=False) if side >= 0}
    card_points = {0: [30, 10, 0, 0], 1: [0, 30, 10, 0], -1: [20, 20, 0, 0]}[sides[3]]
    contract = GAME.contract(bid, trump="S")
    outcome = row(card_points, **fate)
    assert GAME.score(contract, outcome).tolist() == list(points)
    assert twin.score(contract.bid.level, sides) == points
    assert GAME.counted(contract, outcome) == sides.count(0)
    assert bool(GAME.made(contract, outcome)) is (sides.count(0) >= contract.bid.level)
    assert {name: int(values) for name, values in GAME.table_columns(contract, outcome).items()} == {
        name: side == 0 for name, side in zip(("high", "low", "jack", "game"), sides, strict=True)
    }


@pytest.mark.parametrize("game", [GAME, IN_PLAY], ids=repr)
def test_scores_of_many_outcomes_are_the_twins(game):
    rng, rows, expected, sides = random.Random(5), [], [], []
    for _ in range(300):
        played = [card for card in ("S" + rank for rank in twin.RANKS) if rng.random() < 0.6] or ["S9"]
        result = twin.Outcome(
            [rng.randrange(0, 25) for _ in range(4)],
            {card: rng.randrange(4) for card in played},
            {card: rng.randrange(4) for card in played},
        )
        rows.append(row_of(game, SPADES, result))
        sides.append(twin.awarded(SPADES, result, game.high_low))
        expected.append([twin.score(level, sides[-1]) for level in (2, 3, 4)])
    rows = np.array(rows, dtype=np.int8)
    for number, bid in enumerate(("2", "3", "4")):
        contract = game.contract(bid, trump="S")
        points = game.score(contract, rows)
        assert points.dtype == np.int64 and points.tolist() == [list(e[number]) for e in expected]
        assert game.score(contract, rows.reshape(3, 100, -1)).shape == (3, 100, 2)
        assert game.made(contract, rows).tolist() == (points[:, 0] > 0).tolist()
        assert (points.sum(axis=1) <= 4).all()
    assert game.awarded(contract, rows).tolist() == [[-1 if s is None else s for s in one] for one in sides]


@pytest.mark.parametrize(
    ("outcome", "named"),
    [([0] * 13, "14 columns"), (7, "14 columns"), ([[0] * 24], "14 columns"), ([0.5] * 14, "whole numbers")],
)
def test_what_is_no_outcome_is_refused(outcome, named):
    with pytest.raises(ArgumentError, match=named):
        GAME.score(GAME.contract("2 in spades"), outcome)


# The game


HANDS = [
    # scores before, who bid, points of his side and of the others -> scores after, winner; then with either variant
    ([0, 0], 0, (3, 1), [3, 1], None),
    ([0, 0], 1, (-4, 2), [2, -4], None),  # below zero is possible
    ([14, 5], 0, (2, 1), [16, 6], 0),
    ([13, 12], 0, (2, 2), [15, 14], 0),
    ([13, 13], 0, (2, 2), [15, 15], 0),  # both: the side that bid and made
    ([14, 13], 1, (2, 2), [16, 15], 1),
    ([14, 5], 1, (2, 1), [15, 7], 0),
    ([14, 5], 1, (-3, 3), [17, 2], 0),
    ([14, 14], 1, (-2, 1), [15, 12], 0),
]


@pytest.mark.parametrize(("before", "bidder", "points", "after", "winner"), HANDS)
def test_the_game_is_to_fifteen(before, bidder, points, after, winner):
    contract = GAME.contract("2 in spades", declarer=bidder)
    assert GAME.after_hand(before, contract, points) == (tuple(after), winner)
    assert twin.after_hand(before, bidder, points) == (after, winner)
    same = GAME.contract("2 in spades", declarer=bidder + 2)
    assert GAME.after_hand(before, same, np.array(points)) == (tuple(after), winner)


@pytest.mark.parametrize(
    ("options", "before", "bidder", "points", "after", "winner"),
    [
        ({"win_on_own_bid": True}, [14, 5], 1, (2, 1), [15, 7], None),
        ({"win_on_own_bid": True}, [17, 5], 0, (-2, 1), [15, 6], None),
        ({"win_on_own_bid": True}, [17, 5], 0, (2, 1), [19, 6], 0),
        ({"win_on_own_bid": True}, [17, 13], 1, (2, 2), [19, 15], 1),
        ({"cap_nonbidders": True}, [14, 5], 1, (-3, 3), [15, 2], 0),
        ({"cap_nonbidders": True, "win_on_own_bid": True}, [14, 5], 1, (2, 2), [15, 7], None),
        ({"cap_nonbidders": True, "win_on_own_bid": True}, [15, 5], 1, (2, 2), [15, 7], None),
        ({"cap_nonbidders": True, "win_on_own_bid": True}, [15, 5], 0, (2, 1), [17, 6], 0),
    ],
)
def test_the_variants(options, before, bidder, points, after, winner):
    game = hs.Smear(**options)
    contract = game.contract("2 in spades", declarer=bidder)
    assert game.after_hand(before, contract, points) == (tuple(after), winner)
    assert twin.after_hand(before, bidder, points, **options) == (after, winner)


def test_after_hand_is_the_twins_in_every_variant():
    rng = random.Random(6)
    for own, cap in itertools.product((False, True), repeat=2):
        options = {"win_on_own_bid": own, "cap_nonbidders": cap}
        game = hs.Smear(**options)
        for _ in range(200):
            before = [rng.randrange(-8, 16 if own else 15) for _ in range(2)]
            bidder, level = rng.randrange(2), rng.choice((2, 3, 4))
            points = twin.score(level, [rng.choice((0, 1, None)) for _ in range(4)])
            after, winner = game.after_hand(before, game.contract(str(level), trump="H", declarer=bidder), points)
            assert (list(after), winner) == twin.after_hand(before, bidder, points, **options)


def test_scores_are_one_a_side():
    with pytest.raises(ArgumentError, match="two sides"):
        GAME.winner([1, 2, 3])
    with pytest.raises(ArgumentError, match="2 sides"):
        GAME.after_hand([1, 2, 3], GAME.contract("2 in spades"), (1, 2))
    assert [GAME.winner(s) for s in ([14, 14], [15, 3], [3, 18], [15, 15], [16, 15])] == [None, 0, 1, None, 0]
