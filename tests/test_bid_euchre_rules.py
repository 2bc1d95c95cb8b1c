"""Bid Euchre by its rules: RULES.md section 3, point by point."""

import itertools
from collections import Counter

import numpy as np
import pytest
import reference_euchre as twin

import handsim as hs
from handsim import games
from handsim.errors import CardsError, HandsimError, NotationError, RulesError
from handsim.games import PASS, BidEuchre

GAME = BidEuchre()
JOKER, DOUBLE = BidEuchre(joker=True), BidEuchre(decks=2)
NOTRUMP = BidEuchre(notrump_high=True, notrump_low=True)


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"auction": "twice"}, "auction='twice': it can be one_round or open"),
        ({"decks": 3}, "decks=3: it can be 1 or 2"),
        ({"exchange_cards": 4, "decks": 2}, "exchange_cards=4: it can be 1, 2 or 3"),
        ({"exchange_cards": 2}, "exchange_cards=2: it can be 1 with decks=1"),
        ({"exchange_cards": 3}, "exchange_cards=3: it can be 1 with decks=1"),
        ({"joker": True, "decks": 2}, "joker=True: it can be false with decks=2"),
        ({"joker": True, "notrump_high": True}, "joker=True: it can be false with notrump_high=True"),
        ({"joker": True, "notrump_low": True}, "joker=True: it can be false with notrump_low=True"),
        ({"plain_six": False, "decks": 2}, "plain_six=False: it can be true with decks=2"),
        ({"alone_failed": "all"}, "alone_failed='all': it can be bid or value"),
        ({"stick_the_dealer": 1}, "stick_the_dealer=1: it can be true or false"),
    ],
)
def test_nonsense_is_refused(options, message):
    with pytest.raises(RulesError) as error:
        BidEuchre(**options)
    assert message in str(error.value)


def test_names_and_options_as_text():
    for name in ("bid euchre", "Bid Euchre", "BIDEUCHRE", "bid-euchre", "euchre"):
        assert games.find(name) == GAME
    game = GAME.with_options({"decks": "2", "exchange-cards": "3", "auction": "open", "alone_failed": "value"})
    assert game == BidEuchre(decks=2, exchange_cards=3, auction="open", alone_failed="value")
    assert repr(DOUBLE) == "BidEuchre(decks=2)"


# The deck and the deal


def test_the_deck_and_the_deal():
    assert [str(card) for card in GAME.deck] == twin.pack()
    assert GAME.hand_size == GAME.n_tricks == 6 and GAME.piles == {} and GAME.kitty_tricks == 0
    assert [str(card) for card in JOKER.deck] == twin.pack(joker=True)
    assert JOKER.hand_size == JOKER.n_tricks == 6 and JOKER.piles == {"discard": 1}
    assert [str(card) for card in DOUBLE.deck] == [card[:2] for card in twin.pack(copies=2)]
    assert DOUBLE.hand_size == DOUBLE.n_tricks == 12 and DOUBLE.piles == {}


def test_hands_are_read():
    assert str(hs.Hand.parse("sj cj s9 ha hk d9", GAME)) == "SJ S9 HA HK D9 CJ"
    twice = hs.Hand.parse("SJ SJ CJ CJ SA SA SK SK SQ SQ ST ST", DOUBLE)
    assert str(twice) == "SA SA SK SK SQ SQ SJ SJ ST ST CJ CJ"
    for text, game, named in [
        ("SJ CJ S8 HA HK D9", GAME, "S8"),
        ("SJ SJ S9 HA HK D9", GAME, "SJ"),
        ("BJ SJ S9 HA HK D9", GAME, "BJ"),
        ("SJ CJ S9 HA HK", GAME, "6 cards, not 5"),
        ("SJ SJ SJ CJ SA SA SK SK SQ SQ ST ST", DOUBLE, "3 times"),
    ]:
        with pytest.raises(HandsimError) as error:
            hs.Hand.parse(text, game)
        assert named in str(error.value)
    assert "BJ" in hs.Hand.parse("joker SJ S9 HA HK D9", JOKER)


# Calls


def test_the_bids_in_auction_order():
    assert [bid.name for bid in GAME.bids] == ["3", "4", "5", "6", "ask", "moon"]
    assert [bid.name for bid in BidEuchre(plain_six=False).bids] == ["3", "4", "5", "ask", "moon"]
    assert [bid.name for bid in DOUBLE.bids] == [*map(str, range(3, 13)), "ask", "moon"]
    assert [bid.level for bid in GAME.bids] == [3, 4, 5, 6, 6, 6]
    assert [bid.level for bid in DOUBLE.bids[-3:]] == [12, 12, 12]
    assert all(GAME.beats(b, a) and not GAME.beats(a, b) for a, b in itertools.pairwise(GAME.bids))


@pytest.mark.parametrize(
    ("game", "text", "name", "trump", "direction"),
    [
        (GAME, "3", "3", None, None),
        (GAME, "three", "3", None, None),
        (GAME, "3 in spades", "3", "S", ""),
        (GAME, "four hearts", "4", "H", ""),
        (GAME, "5♦", "5", "D", ""),
        (GAME, "six", "6", None, None),
        (GAME, "Moon", "moon", None, None),
        (GAME, "moon in hearts", "moon", "H", ""),
        (GAME, "alone in clubs", "moon", "C", ""),
        (GAME, "ask in hearts", "ask", "H", ""),
        (GAME, "ask ♠", "ask", "S", ""),
        (DOUBLE, "twelve in clubs", "12", "C", ""),
        (NOTRUMP, "3 notrump", "3", "NT", None),
        (NOTRUMP, "3nt low", "3", "NT", "low"),
        (NOTRUMP, "moon high", "moon", "NT", "high"),
        (NOTRUMP, "four no trump downtown", "4", "NT", "low"),
    ],
)
def test_calls_as_players_say_them(game, text, name, trump, direction):
    assert game.parse_call(text) == (game.bid(name), trump, direction)


@pytest.mark.parametrize(
    ("game", "text", "error", "named"),
    [
        (GAME, "2", RulesError, '"2": bids are 3 to 6'),
        (GAME, "7 in spades", RulesError, '"7" in "7 in spades"'),
        (DOUBLE, "13", RulesError, "3 to 12"),
        (BidEuchre(plain_six=False), "six", RulesError, "plain_six=False"),
        (GAME, "hearts", NotationError, '"hearts": a bid starts with its number'),
        (GAME, "3 uptown", RulesError, "notrump_high=False"),
        (GAME, "3 low", RulesError, "notrump_low=False"),
        (GAME, "moon notrump", RulesError, "notrump_high=False"),
        (NOTRUMP, "3 low in spades", RulesError, "a suit was named"),
        (GAME, "moon moon", NotationError, '"moon" in "moon moon" cannot be read'),
        (GAME, "pass", RulesError, "not a bid"),
    ],
)
def test_what_is_no_call_is_refused(game, text, error, named):
    with pytest.raises(error) as caught:
        game.parse_call(text)
    assert named in str(caught.value)


def test_contracts():
    assert str(GAME.contract("3 in spades", declarer=2)) == "3 in spades by seat 2"
    assert str(GAME.contract("moon", trump="hearts")) == "moon in hearts by seat 0"
    assert str(NOTRUMP.contract("ask low")) == "ask in notrump low by seat 0"
    assert BidEuchre(notrump_low=True).contract("4 nt").direction == "low"
    assert [str(d) for d in NOTRUMP.denominations] == ["S", "H", "D", "C", "NT high", "NT low"]
    for options, named in [
        ({}, "needs its trump: S, H, D or C"),
        ({"trump": "NT"}, "trump 'NT' contradicts"),
        ({"trump": "S", "direction": "low"}, "direction 'low' contradicts"),
    ]:
        with pytest.raises(RulesError) as error:
            GAME.contract("moon", **options)
        assert named in str(error.value)
    with pytest.raises(RulesError, match="needs its direction: high or low"):
        NOTRUMP.contract("3 nt")


# The auction


def test_the_auction():
    assert GAME.legal_calls() == (PASS, *GAME.bids)
    assert GAME.legal_calls(["pass", "4"])[1:] == GAME.bids[2:]
    assert GAME.legal_calls(["6", "ask", "pass"])[1:] == GAME.bids[5:]  # partner may be overbid
    assert GAME.auction_result(["3", "4", "ask", "moon"])[1:] == (3, GAME.bid("moon"), False)
    assert GAME.auction_result(["3", "pass", "pass", "4"], dealer=1)[1:] == (1, GAME.bid("4"), False)
    with pytest.raises(RulesError, match=r"""call 2, "3": seat 1 may call 4 or higher or pass"""):
        GAME.legal_calls(["3", "3"])


def test_all_pass():
    assert GAME.auction_result(["pass"] * 4) == (True, None, None, True)
    stuck = BidEuchre(stick_the_dealer=True)
    assert stuck.legal_calls(["pass"] * 3) == stuck.bids
    with pytest.raises(RulesError, match=r"seat 3 may call 3 or higher$"):
        stuck.legal_calls(["pass"] * 4)
    assert stuck.legal_calls(["pass", "pass", "3"]) == (PASS, *stuck.bids[1:])


def test_an_open_auction():
    game = BidEuchre(auction="open")
    assert not game.auction_result(["3", "4", "pass", "pass"]).over
    assert game.auction_result(["3", "4", "pass", "pass", "5", "pass"])[1:] == (0, game.bid("5"), False)
    assert not game.auction_result(["moon", "pass", "pass"]).over


# The order of the cards, by the twin


def rules_of(game, contract):
    return twin.EuchreRules(trump=contract.trump, direction=contract.direction, joker=game.joker, copies=game.decks)


def test_the_order_of_trumps_by_hand():
    order = twin.EuchreRules(trump="H").order
    assert " ".join(order["H"]) == "H9 HT HQ HK HA DJ HJ"
    assert " ".join(order["D"]) == "D9 DT DQ DK DA"
    assert " ".join(order["S"]) == "S9 ST SJ SQ SK SA"
    assert " ".join(twin.EuchreRules(trump="C", joker=True).order["C"]) == "C9 CT CQ CK CA SJ CJ BJ"
    assert " ".join(twin.EuchreRules(trump="NT", direction="low").order["D"]) == "DA DK DQ DJ DT D9"


@pytest.mark.parametrize("game", [GAME, JOKER, DOUBLE, NOTRUMP], ids=repr)
def test_frames_have_the_twins_order(game):
    names = twin.pack(game.joker, game.decks)
    for contract in game.contracts():
        frame, rules = game.frame(contract), rules_of(game, contract)
        at = {card: int(bit).bit_length() - 1 for card, bit in zip(names, frame.bits, strict=True)}
        assert sorted(at, key=at.__getitem__) == rules.listing
        for card, place in at.items():
            suit, position = rules.place[card]
            assert (place // 16, place % 16) == ("SHDC".index(suit), position)
        assert frame.trumps == sum(1 << at[card] for card in rules.order.get(contract.trump, ()))


def test_who_plays_and_who_leads():
    for declarer in range(4):
        for bid, seats in (("5", {0, 1, 2, 3}), ("moon", {0, 1, 2, 3} - {(declarer + 2) % 4})):
            frame = GAME.frame(GAME.contract(bid, trump="S", declarer=declarer, dealer=1))
            assert frame.leader == declarer and frame.declarer == declarer
            assert {seat for seat in range(4) if frame.next_seat[seat] >= 0} == seats
            assert frame.n_playing == len(seats) and frame.n_tricks == 6


# The hands: exact counts


def test_six_of_24_cards():
    """The hands of six cards, all 134,596: suits and trumps with trump named, bowers, aces without a face."""
    trumps = {str(card) for card in GAME.deck if card.suit == "S"} | {"CJ"}
    suit = {card: "S" if str(card) in trumps else card.suit for card in GAME.deck}
    suits, held, bowers, aces = Counter(), Counter(), 0, 0
    game = BidEuchre(ace_no_face=True)
    right, left = hs.Card("S", "J"), hs.Card("C", "J")
    for cards in itertools.combinations(GAME.deck, 6):
        suits[len({suit[card] for card in cards})] += 1
        held[sum(suit[card] == "S" for card in cards)] += 1
        bowers += right in cards and left in cards
        aces += game.may_throw_in(cards)
    assert [suits[n] for n in (4, 3, 2, 1)] == [64_155, 64_255, 6_177, 9]
    assert [held[n] for n in range(7)] == [12_376, 43_316, 49_980, 23_800, 4_760, 357, 7]
    assert aces == 896 and sum(suits.values()) == 134_596
    assert round(100 * bowers / 134_596, 2) == 5.43


def test_partner_holds_a_named_card_a_third_of_the_time():
    deals = hs.sample_deals("SJ CJ SA SK HA D9", GAME, n_deals=20_000)
    rate = deals["seat_2"].str.contains("DA").mean()
    assert abs(rate - 6 / 18) < 4 * (2 / 9 / 20_000) ** 0.5


def test_throwing_in():
    game = BidEuchre(ace_no_face=True)
    assert game.may_throw_in("SA S9 ST H9 HT C9")
    assert game.may_throw_in(hs.Hand.parse("SA HA DA CA C9 CT", game))
    assert not game.may_throw_in("SA SJ ST H9 HT C9")
    assert not game.may_throw_in("D9 S9 ST H9 HT C9")
    assert not GAME.may_throw_in("SA S9 ST H9 HT C9")
    with pytest.raises(CardsError, match="6 cards, not 5"):
        game.may_throw_in(hs.Hand("SA S9 ST H9 HT"))


# Scores


def by_the_twin(game, bid):
    return [
        twin.score(game.n_tricks, bid.level, bid.call, tricks, game.alone_failed) for tricks in range(game.n_tricks + 1)
    ]


@pytest.mark.parametrize("alone_failed", ["bid", "value"])
@pytest.mark.parametrize("decks", [1, 2])
def test_scores_are_the_twins(decks, alone_failed):
    game = BidEuchre(decks=decks, alone_failed=alone_failed)
    for bid in game.bids:
        contract = game.contract(bid, trump="S")
        tricks = np.arange(game.n_tricks + 1)
        assert game.score(contract, tricks).tolist() == [list(pair) for pair in by_the_twin(game, bid)]
        assert game.made(contract, tricks).tolist() == [bool(n >= bid.level) for n in tricks]
        assert game.tricks_needed(bid) == game.tricks_needed(contract) == bid.level


@pytest.mark.parametrize(
    ("game", "bid", "tricks", "points"),
    [
        (GAME, "3", 3, (3, 3)),
        (GAME, "3", 5, (5, 1)),  # one point a trick for each side
        (GAME, "4", 3, (-4, 3)),  # short: loses the bid, and scores nothing for its tricks
        (GAME, "6", 6, (6, 0)),
        (GAME, "6", 5, (-6, 1)),
        (GAME, "ask", 6, (12, 0)),
        (GAME, "ask", 5, (-6, 1)),
        (GAME, "moon", 6, (24, 0)),
        (GAME, "moon", 2, (-6, 4)),
        (BidEuchre(alone_failed="value"), "ask", 5, (-12, 1)),
        (BidEuchre(alone_failed="value"), "moon", 5, (-24, 1)),
        (BidEuchre(alone_failed="value"), "6", 5, (-6, 1)),
        (DOUBLE, "7", 9, (9, 3)),
        (DOUBLE, "12", 12, (12, 0)),
        (DOUBLE, "ask", 12, (24, 0)),
        (DOUBLE, "ask", 11, (-12, 1)),
        (DOUBLE, "moon", 12, (48, 0)),
        (DOUBLE, "moon", 0, (-12, 12)),
    ],
)
def test_scores_by_hand(game, bid, tricks, points):
    assert tuple(game.score(game.contract(bid, trump="S"), tricks).tolist()) == points


def test_first_to_32_alone():
    scores = [[31, 31], [32, 0], [-40, 33], [32, 31], [32, 32], [40, 33]]
    assert [GAME.winner(s) for s in scores] == [None, 0, 1, 0, None, None]
    with pytest.raises(HandsimError, match="one score for each"):
        GAME.winner([32])
