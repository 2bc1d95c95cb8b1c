"""Bid Whist against RULES.md section 2: hand-computed examples, and each option where it matters."""

import itertools

import numpy as np
import pytest

from handsim import games
from handsim.errors import ArgumentError, NotationError, RulesError
from handsim.games import PASS, Bid, BidWhist

DEFAULT = BidWhist()
A = BidWhist.contract_whist()
B = BidWhist.one_round()


def points(game, bid, tricks, **choice):
    """What declarer's side scores for tricks as the game counts them (the kitty trick included)."""
    return int(game.score(game.contract(bid, **choice), tricks - game.kitty_tricks)[0])


# Options and presets


def test_presets_follow_their_text():
    a = BidWhist(auction="open", exchange_count_public=True, failed="shortfall", target=5)
    b = BidWhist(exchange=False, first_lead="dealer_left", joker_led="next_suit", target=5)
    assert (a, b) == (A, B)
    assert BidWhist.one_round(target=9).target == BidWhist.one_round(9).target == 9
    assert BidWhist.contract_whist(min_bid=3).bids[0].name == "3 uptown"
    assert BidWhist.contract_whist(min_bid=3).changed_options() == {**A.changed_options(), "min_bid": 3}


def test_names():
    for name in ("bid whist", "Bid Whist", "BIDWHIST", "bid-whist", "bid_whist"):
        assert games.find(name) == DEFAULT
    assert games.find("contract whist") == games.find("contract-whist") == A
    assert games.find("One Round") == B
    with pytest.raises(ArgumentError, match=r"'bid wist'; there are 'bid whist'.*did you mean 'bid whist'"):
        games.find("bid wist")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"auction": "twice"}, "auction='twice': it can be one_round or open"),
        ({"min_bid": 0}, "min_bid=0: it can be 1, 2, 3, 4, 5, 6 or 7"),
        ({"min_bid": 8}, "min_bid=8: it can be 1, 2"),
        ({"min_bid": True}, "min_bid=True"),
        ({"target": 6}, "target=6: it can be 5, 7 or 9"),
        ({"exchange": 1}, "exchange=1: it can be true or false"),
        ({"failed": None}, "failed=None: it can be bid or shortfall"),
        (
            {"exchange": False, "name_trump": "after_kitty"},
            "name_trump='after_kitty': it can be before_kitty",
        ),
        ({"exchange": False, "show_kitty": "always"}, "show_kitty='always': it can be suit_only or never"),
        ({"exchange": False, "exchange_count_public": True}, "exchange_count_public=True: it can be false"),
        ({"kitty_is_trick": False, "boston": "double"}, "boston='double': it can be none"),
        ({"kitty_is_trick": False, "min_bid": 7}, "min_bid=7: it can be 1 to 6"),
    ],
)
def test_nonsense_is_refused(options, message):
    with pytest.raises(RulesError) as error:
        BidWhist(**options)
    assert message in str(error.value)


def test_options_from_the_command_line():
    game = A.with_options({"min-bid": "4", "exchange": "FALSE", "exchange_count_public": "no", "all_pass": "Redeal"})
    assert (game.min_bid, game.exchange, game.all_pass, game.auction) == (4, False, "redeal", "open")
    with pytest.raises(RulesError, match="min_bid='eight': it can be 1, 2"):
        DEFAULT.with_options({"min_bid": "eight"})
    with pytest.raises(RulesError, match="no option 'fail'; its options are auction, min_bid"):
        DEFAULT.with_options({"fail": "bid"})


# Bids


def test_the_twenty_one_bids_in_auction_order():
    assert len(DEFAULT.bids) == 21
    assert [b.name for b in DEFAULT.bids[:4]] == ["1 uptown", "1 downtown", "1 notrump", "2 uptown"]
    assert DEFAULT.bids[-1] == Bid(23, "7 notrump", 7, "notrump")
    assert all(b.index == 3 * b.level + ["uptown", "downtown", "notrump"].index(b.call) for b in DEFAULT.bids)
    assert [b.name for b in BidWhist(min_bid=7).bids] == ["7 uptown", "7 downtown", "7 notrump"]


def test_denominations():
    assert [str(d) for d in DEFAULT.denominations] == [
        "S uptown", "H uptown", "D uptown", "C uptown", "NT uptown",
        "S downtown", "H downtown", "D downtown", "C downtown", "NT downtown",
    ]  # fmt: skip
    assert [str(d) for d in DEFAULT.denominations_of("4 downtown")] == [f"{s} downtown" for s in "SHDC"]
    assert [str(d) for d in DEFAULT.denominations_of("2 notrump")] == ["NT uptown", "NT downtown"]


@pytest.mark.parametrize(
    ("text", "name", "trump", "direction"),
    [
        ("4 downtown", "4 downtown", None, "downtown"),
        ("four downtown", "4 downtown", None, "downtown"),
        ("Four Down", "4 downtown", None, "downtown"),
        ("4-low", "4 downtown", None, "downtown"),
        ("4 uptown", "4 uptown", None, "uptown"),
        ("four up", "4 uptown", None, "uptown"),
        ("4 high", "4 uptown", None, "uptown"),
        ("four", "4 uptown", None, "uptown"),
        (" 4 ", "4 uptown", None, "uptown"),
        ("4 notrump", "4 notrump", "NT", None),
        ("4nt", "4 notrump", "NT", None),
        ("4 no", "4 notrump", "NT", None),
        ("4 no trump", "4 notrump", "NT", None),
        ("four no-trump", "4 notrump", "NT", None),
        ("4 NT downtown", "4 notrump", "NT", "downtown"),
        ("4 no trump low", "4 notrump", "NT", "downtown"),
        ("four downtown in spades", "4 downtown", "S", "downtown"),
        ("4 uptown S", "4 uptown", "S", "uptown"),
        ("4 down ♠", "4 downtown", "S", "downtown"),
        ("5♥", "5 uptown", "H", "uptown"),
        ("7 clubs downtown", "7 downtown", "C", "downtown"),
    ],
)  # fmt: skip
def test_what_players_say(text, name, trump, direction):
    said = DEFAULT.parse_call(text)
    assert (said.bid.name, said.trump, said.direction) == (name, trump, direction)


@pytest.mark.parametrize(
    ("text", "error", "parts"),
    [
        ("8", RulesError, ('"8"', "bids are 1 to 7")),
        ("0 up", RulesError, ('"0" in "0 up"', "bids are 1 to 7")),
        ("pass", RulesError, ('"pass" is a call, but not a bid', '"4 downtown"')),
        ("", NotationError, ("starts with its number", '"4 downtown"')),
        ("downtown", NotationError, ('"downtown"', "starts with its number")),
        ("-4", NotationError, ('"-4"', "starts with its number")),
        ("4.5 down", NotationError, ('"." in "4.5 down"', '"4 downtown"')),
        ("4 sideways", NotationError, ('"sideways" in "4 sideways"', '"4 downtown"')),
        ("4 up down", NotationError, ('"down" in "4 up down"', "direction is there already")),
        ("4 spades hearts", NotationError, ('"hearts"', "trump is there already")),
        ("4 notrump in spades", NotationError, ('"spades"', "trump is there already")),
        ("4 5", NotationError, ('"5" in "4 5"',)),
    ],
)
def test_what_cannot_be_bid(text, error, parts):
    with pytest.raises(error) as caught:
        DEFAULT.parse_call(text)
    assert all(part in str(caught.value) for part in parts)


def test_below_the_minimum():
    game = BidWhist(min_bid=3)
    assert game.parse_call("3").bid.name == "3 uptown"
    with pytest.raises(RulesError, match='"two" in "two up": the lowest bid is 3'):
        game.parse_call("two up")
    with pytest.raises(RulesError, match='"2 uptown": bids here are 3 uptown to 7 notrump'):
        game.contract(DEFAULT.bid("2 uptown"), trump="S")


# The auction


def bids_of(calls):
    return [str(c) for c in calls]


def test_the_first_to_call_is_dealers_left():
    assert DEFAULT.legal_calls([]) == (PASS, *DEFAULT.bids)
    for dealer in range(4):
        result = DEFAULT.auction_result(["3 up", PASS, PASS, PASS], dealer)
        assert result == (True, (dealer + 1) % 4, DEFAULT.bid("3 up"), False)


def test_each_bid_beats_the_last():
    assert bids_of(DEFAULT.legal_calls(["6 downtown", PASS])) == [
        PASS,
        "6 notrump",
        "7 uptown",
        "7 downtown",
        "7 notrump",
    ]
    assert bids_of(DEFAULT.legal_calls(["7 nt"])) == [PASS]
    with pytest.raises(RulesError, match='call 2, "4 up": seat 1 may call 4 notrump or higher or pass'):
        DEFAULT.legal_calls(["4 downtown", "4 up"])
    with pytest.raises(RulesError, match="in the auction it is 4 downtown"):
        DEFAULT.legal_calls(["4 downtown in spades"])
    with pytest.raises(RulesError, match="in the auction it is 4 notrump"):
        DEFAULT.legal_calls(["4 nt downtown"])


def test_equal_bids_option():
    equal = BidWhist(downtown_over_uptown=False)
    assert bids_of(DEFAULT.legal_calls(["4 uptown"]))[1] == "4 downtown"
    assert bids_of(equal.legal_calls(["4 uptown"]))[:3] == [PASS, "4 notrump", "5 uptown"]
    assert bids_of(equal.legal_calls(["4 downtown"]))[:3] == [PASS, "4 notrump", "5 uptown"]
    assert bids_of(equal.legal_calls(["4 nt"]))[:3] == [PASS, "5 uptown", "5 downtown"]
    assert equal.bids == DEFAULT.bids
    with pytest.raises(RulesError, match="seat 1 may call 4 notrump or higher or pass"):
        equal.legal_calls(["4 up", "4 down"])


def test_once_around_or_open():
    calls = ["2 up", PASS, "3 up", "4 up"]
    assert DEFAULT.auction_result(calls) == (True, 3, DEFAULT.bid("4 up"), False)
    assert DEFAULT.legal_calls(calls) == ()
    assert not A.auction_result(calls).over
    assert bids_of(A.legal_calls(calls))[:2] == [PASS, "4 downtown"]  # seat 0 again


def test_open_without_re_entry():
    calls = ["2 up", PASS, "3 up", "4 up", PASS]  # seat 1 has passed: seat 2 speaks next
    with pytest.raises(RulesError, match='"3 nt": seat 2 may call 4 downtown or higher or pass'):
        A.legal_calls([*calls, "3 nt"])
    assert A.auction_result([*calls, PASS]) == (True, 3, A.bid("4 up"), False)
    assert A.auction_result([*calls, "5 up", PASS]) == (True, 2, A.bid("5 up"), False)
    assert A.auction_result(["1 up", PASS, PASS, PASS]).declarer == 0
    assert not A.auction_result(["1 up", PASS, PASS]).over


@pytest.mark.parametrize("auction", ["one_round", "open"])
def test_three_passes(auction):
    forced, redeal = BidWhist(auction=auction, min_bid=3), BidWhist(auction=auction, all_pass="redeal")
    three = [PASS, "Pass", " pass "]
    assert forced.legal_calls(three) == forced.bids
    with pytest.raises(RulesError, match='call 4, "pass": seat 2 may call 3 uptown or higher'):
        forced.legal_calls([*three, PASS], dealer=2)
    assert forced.auction_result([*three, "3 down"], dealer=2) == (True, 2, forced.bid("3 down"), False)
    assert PASS in redeal.legal_calls(three)
    assert redeal.auction_result([*three, PASS]) == (True, None, None, True)
    assert redeal.auction_result([*three, "1"]) == (True, 3, redeal.bid("1 up"), False)
    assert PASS in DEFAULT.legal_calls([PASS, "1", PASS])
    with pytest.raises(RulesError, match='call 5, "2": the auction was over before it'):
        DEFAULT.auction_result([PASS, "1", PASS, PASS, "2"])


@pytest.mark.parametrize("auction", ["one_round", "open"])
def test_every_short_auction_is_judged_alike_by_a_plain_reader(auction):
    """All auctions of three bids and passes, against the rule in its shortest words."""
    game = BidWhist(auction=auction, all_pass="redeal")
    said = [PASS, "7 uptown", "7 downtown", "7 notrump"]
    finished = 0
    stack: list[list[str]] = [[]]
    while stack:
        calls = stack.pop()
        legal = [str(c) for c in game.legal_calls(calls) if str(c) in said]
        passed = calls.count(PASS)
        bids = [c for c in calls if c != PASS]
        done = len(calls) == 4 if auction == "one_round" else passed == (3 if bids else 4)
        assert game.auction_result(calls).over == done == (not legal)
        if done:
            finished += 1
            won = game.auction_result(calls)
            assert str(won.bid) == (bids[-1] if bids else "None") and won.redeal == (not bids)
        else:
            assert legal == [PASS, *[c for c in said[1:] if not bids or said.index(c) > said.index(bids[-1])]]
            stack += [[*calls, c] for c in legal]
    # 1 + 4*3 + 6*3 + 4*1 ways once around; in an open auction the same bids come at more places
    assert finished == (1 + 4 * 3 + 6 * 3 + 4) if auction == "one_round" else finished > 35


# Contracts


def test_contracts_in_words():
    assert str(DEFAULT.contract("4 downtown", trump="S", declarer=0, dealer=3)) == "4 downtown in spades by seat 0"
    assert str(DEFAULT.contract("4 notrump", direction="downtown", declarer=2)) == "4 notrump downtown by seat 2"
    said = DEFAULT.contract("four downtown in spades")
    assert said == DEFAULT.contract(DEFAULT.bid("4 downtown"), trump="spades", direction="down", dealer=3)
    assert (said.trump, said.direction, said.declarer, said.dealer) == ("S", "downtown", 0, 3)
    assert DEFAULT.contract("4 no", trump="no trump", direction="high").direction == "uptown"


@pytest.mark.parametrize(
    ("bid", "choice", "message"),
    [
        ("4 downtown", {}, '"4 downtown" needs its trump: S, H, D or C'),
        ("4 notrump", {}, '"4 notrump" needs its direction: uptown or downtown'),
        (
            "4 downtown in spades",
            {"trump": "H"},
            "trump 'H' contradicts \"4 downtown in spades\": it can be S",
        ),
        ("4 downtown", {"trump": "NT"}, "trump 'NT' contradicts \"4 downtown\": it can be S, H, D or C"),
        ("4 notrump", {"trump": "S", "direction": "up"}, "trump 'S' contradicts \"4 notrump\": it can be NT"),
        ("4 downtown", {"trump": "S", "direction": "up"}, "direction 'uptown' contradicts \"4 downtown\""),
        (
            "4",
            {"trump": "S", "direction": "downtown"},
            "direction 'downtown' contradicts \"4\": it can be uptown",
        ),
        (
            "4 nt low",
            {"direction": "high"},
            "direction 'uptown' contradicts \"4 nt low\": it can be downtown",
        ),
        ("4", {"trump": "cups"}, 'trump "cups": it can be S, H, D, C or NT'),
        ("4 nt", {"direction": "left"}, 'direction "left": it can be uptown or downtown'),
        ("8", {"trump": "S"}, "bids are 1 to 7"),
        ("4", {"trump": "S", "declarer": 4}, "declarer=4: a seat is a number from 0 to 3"),
    ],
)
def test_contracts_that_cannot_be(bid, choice, message):
    with pytest.raises((RulesError, NotationError, ArgumentError)) as error:
        DEFAULT.contract(bid, **choice)
    assert message in str(error.value)


# Frames


def order(game, contract, suit, **how):
    """The cards of a suit's field from low to high, as the frame has them."""
    frame = game.frame(contract, **how)
    field = how.get("fields", "SHDC").index(suit)
    placed = {int(bit).bit_length() - 1: card for card, bit in zip(game.deck, frame.bits, strict=True)}
    return " ".join(str(placed[p])[-1 if placed[p].suit else -2 :] for p in sorted(placed)
                    if p // 16 == field and p % 16 < 15)  # fmt: skip


UP, DOWN = "2 3 4 5 6 7 8 9 T J Q K A", "K Q J T 9 8 7 6 5 4 3 2 A"


@pytest.mark.parametrize("trump", "SHDC")
def test_card_order_with_trumps(trump):
    for suit, fields in itertools.product("SHDC", ("SHDC", "CSDH")):
        jokers = " LJ BJ" if suit == trump else ""
        uptown, downtown = (DEFAULT.contract(f"4 {d} {trump}") for d in ("uptown", "downtown"))
        assert order(DEFAULT, uptown, suit, fields=fields) == UP + jokers
        assert order(DEFAULT, downtown, suit, fields=fields) == DOWN + jokers


def test_aces_bad():
    bad = BidWhist(downtown_ace="worst")
    downtown = bad.contract("4 downtown", trump="S")
    assert order(bad, downtown, "S") == "A K Q J T 9 8 7 6 5 4 3 2 LJ BJ"
    assert order(bad, downtown, "H") == "A K Q J T 9 8 7 6 5 4 3 2"
    assert order(bad, bad.contract("4 uptown", trump="S"), "H") == UP
    assert order(bad, bad.contract("4 nt", direction="low"), "H") == "A K Q J T 9 8 7 6 5 4 3 2"


def test_single_bits():
    index = DEFAULT.deck.index
    cards = {str(c): c for c in DEFAULT.deck}
    up, down = (DEFAULT.frame(DEFAULT.contract(f"4 {d} hearts")) for d in ("up", "down"))
    assert up.bits[index(cards["S2"])] == 1 and up.bits[index(cards["CA"])] == 1 << 60
    assert up.bits[index(cards["LJ"])] == 1 << 29 and up.bits[index(cards["BJ"])] == 1 << 30
    assert down.bits[index(cards["SK"])] == 1 and down.bits[index(cards["S2"])] == 1 << 11
    assert down.bits[index(cards["HA"])] == 1 << 28 and up.trumps == 0x7FFF << 16


@pytest.mark.parametrize("direction", ["uptown", "downtown"])
def test_notrump(direction):
    contract = DEFAULT.contract("3 notrump", direction=direction)
    frame = DEFAULT.frame(contract)
    jokers = 1 << 15 | 1 << 31
    assert frame.trumps == 0 and frame.worthless == frame.free_lead == jokers and frame.throw_first == 0
    assert all(order(DEFAULT, contract, s) == (UP if direction == "uptown" else DOWN) for s in "SHDC")
    assert [int(b) for b in frame.bits[-2:]] == [1 << 15, 1 << 31]  # LJ, BJ
    assert BidWhist(joker_first_discard=True).frame(contract).throw_first == jokers


def test_jokers_with_trumps():
    contract = DEFAULT.contract("3 uptown D")
    jokers = 1 << 45 | 1 << 46
    assert DEFAULT.frame(contract).free_lead == DEFAULT.frame(contract).worthless == 0
    assert BidWhist(joker_first_discard=True).frame(contract).throw_first == 0
    next_suit = BidWhist(joker_led="next_suit").frame(contract)
    assert next_suit.free_lead == jokers and next_suit.trumps & jokers == jokers


@pytest.mark.parametrize(("declarer", "dealer"), list(itertools.product(range(4), repeat=2)))
def test_who_leads(declarer, dealer):
    for game, leader in ((DEFAULT, declarer), (A, declarer), (B, (dealer + 1) % 4)):
        contract = game.contract("4 up S", declarer=declarer, dealer=dealer)
        assert game.frame(contract).leader == leader
        assert game.frame(contract).declarer == declarer
    other = B.contract("4 up S", declarer=declarer, dealer=0)
    assert B.frame(other, dealer=dealer).leader == (dealer + 1) % 4


def test_the_exchange():
    suit, notrump = DEFAULT.contract("4 up S", declarer=2), DEFAULT.contract("4 nt up", declarer=2)
    for game, count_public in ((DEFAULT, 0), (A, 1)):
        frame = game.frame(suit)
        assert (frame.aside_seat, frame.aside_pile, frame.aside_count) == (2, 4, 6)
        assert (frame.aside_shown, game.frame(notrump).aside_shown) == (1, 0)
        assert frame.aside_count_public == count_public
    dead = B.frame(suit)
    assert (dead.aside_seat, dead.aside_count, dead.aside_shown, dead.aside_count_public) == (-1, 0, 0, 0)


def test_who_sees_the_kitty():
    suit, notrump = DEFAULT.contract("4 up S", declarer=2), DEFAULT.contract("4 nt up", declarer=2)
    shown = {"suit_only": (True, False), "always": (True, True), "never": (False, False)}
    for show_kitty, expected in shown.items():
        game = BidWhist(show_kitty=show_kitty)
        for contract, everybody in zip((suit, notrump), expected, strict=True):
            assert game.kitty_shown(contract) == game.frame(contract).aside_shown == everybody
            assert game.piles_seen(contract, 2) == ("kitty",)
            assert game.piles_seen(contract, 1) == (("kitty",) if everybody else ())
    assert all(B.piles_seen(c, seat) == () for c in (suit, notrump) for seat in range(4))


def test_the_deal_and_when_the_trump_is_named():
    assert not DEFAULT.names_trump_after and BidWhist(name_trump="after_kitty").names_trump_after
    assert (len(DEFAULT.deck), DEFAULT.hand_size, DEFAULT.n_tricks, DEFAULT.n_seats) == (54, 12, 12, 4)
    assert DEFAULT.piles == {"kitty": 6} and DEFAULT.sides == (0, 1, 0, 1)


# Scoring: tricks as the game counts them, the kitty trick included


@pytest.mark.parametrize(
    ("bid", "tricks", "default", "a", "b"),
    [
        ("4 up S", 10, 4, 4, 4),  # just made
        ("4 up S", 12, 6, 6, 6),  # overtricks count
        ("4 up S", 9, -4, -1, -4),  # one short: A loses the shortfall, B the bid (B's own example)
        ("7 down H", 9, -7, -4, -7),  # A's own example
        ("7 down H", 13, 7, 7, 7),
        ("1 up C", 7, 1, 1, 1),
        ("1 up C", 1, -1, -6, -1),  # nothing but the kitty
        ("5 nt low", 11, 5, 5, 5),
        ("5 nt low", 8, -5, -3, -5),
    ],
)
def test_points_by_hand(bid, tricks, default, a, b):
    assert (points(DEFAULT, bid, tricks), points(A, bid, tricks), points(B, bid, tricks)) == (default, a, b)


def test_defenders_score_nothing():
    for game in (DEFAULT, A, B):
        assert (game.score(game.contract("4 up S"), np.arange(13))[:, 1] == 0).all()


def test_the_kitty_trick():
    contract = DEFAULT.contract("4 up S")
    assert DEFAULT.tricks_needed(contract) == DEFAULT.tricks_needed("4 up") == DEFAULT.tricks_needed(contract.bid) == 10
    assert DEFAULT.made(contract, [8, 9, 10]).tolist() == [False, True, True]
    assert DEFAULT.scored_tricks(contract, [0, 9, 12]).tolist() == [1, 10, 13]
    assert B.kitty_tricks == 1  # a dead kitty counts too
    without = BidWhist(kitty_is_trick=False)
    assert without.made(contract, [8, 9, 10]).tolist() == [False, False, True]
    assert without.scored_tricks(contract, 12) == 12 and without.kitty_tricks == 0
    assert not without.made(without.contract("7 up S"), 12)


def test_notrump_doubles():
    game = BidWhist(notrump_doubles=True)
    assert (points(game, "4 nt up", 11), points(game, "4 nt up", 9)) == (10, -8)
    assert (points(game, "4 up S", 11), points(game, "4 up S", 9)) == (5, -4)
    assert points(BidWhist(notrump_doubles=True, failed="shortfall"), "4 nt up", 9) == -2


def test_boston():
    game = BidWhist(boston="double")
    assert (points(game, "4 up S", 13), points(game, "4 up S", 12)) == (14, 6)
    assert points(BidWhist(boston="double", notrump_doubles=True), "4 nt low", 13) == 28


@pytest.mark.parametrize("tricks", [13, -1, [3, 13], np.array([200], np.uint8)])
def test_tricks_out_of_range(tricks):
    with pytest.raises(ArgumentError, match="tricks played: it can be 0 to 12"):
        DEFAULT.score(DEFAULT.contract("4 up S"), tricks)


@pytest.mark.parametrize(
    ("scores", "at_five", "at_seven"),
    [
        ((4, -4), None, None),
        ((5, 0), 0, None),
        ((4, 6), 1, None),
        ((0, -5), 0, None),  # the negative loses: the other side has won
        ((-6, -4), 1, None),
        ((7, 2), 0, 0),
        ((-9, 3), 1, 1),
        ((7, 8), 1, 1),  # both at once cannot happen in play: the higher wins
        ((-7, -7), None, None),
    ],
)
def test_end_of_the_game(scores, at_five, at_seven):
    assert A.winner(scores) == B.winner(scores) == at_five
    assert DEFAULT.winner(scores) == at_seven
    assert BidWhist.one_round(target=7).winner(scores) == at_seven
    with pytest.raises(ArgumentError, match="two sides"):
        DEFAULT.winner([*scores, 0])
