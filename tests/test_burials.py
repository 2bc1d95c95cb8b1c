"""Given burials: each deal played with each of them, which of them are alike, and what the policy chooses."""

import functools
import itertools
import math
import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
from engine_helpers import Setting, full_deal, signed

from handsim.analysis.burials import Candidates, schedule
from handsim.analysis.situation import situation
from handsim.engine import burying
from handsim.engine import policy as policies
from handsim.engine.burying import set_aside_maxims
from handsim.engine.deal import split, swap_cards
from handsim.engine.playout import play_out
from handsim.errors import ArgumentError
from handsim.games.bid_whist import DENOMINATIONS, BidWhist

KEY = ref.stream(7, ref.PLAY)
HAND = ["BJ", "LJ", "SA", "S2", "S3", "S4", "S7", "HA", "H2", "DK", "D9", "C3"]
SPADES, HEARTS_DOWN, NT_UP = (DENOMINATIONS[i] for i in (0, 6, 4))
GAMES = [BidWhist(), BidWhist.contract_whist(), BidWhist(show_kitty="always"), BidWhist(joker_led="next_suit")]


def physical(setting, cards):
    return setting.row([cards])[0]


def eighteen(places):
    return [*places[0], *places[4]]


# The engine


@pytest.mark.parametrize("denomination", [SPADES, HEARTS_DOWN, NT_UP], ids=str)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_policys_own_burial_given_changes_nothing(game, denomination):
    setting = Setting(game, denomination)
    for name in policies.names():
        for number in range(3):
            places = full_deal(3, number)
            log, taken = setting.engine([places], policies.find(name), key=KEY, start=number)
            given = np.array([physical(setting, setting.in_words(log[0])[0])])
            same, again = setting.engine([places], policies.find(name), key=KEY, start=number, asides=given)
            assert np.array_equal(log, same)
            assert np.array_equal(taken, again)


def test_a_deals_playouts_are_rows_next_to_each_other():
    setting, rng, deals = Setting(), random.Random(1), []
    hand, kitty = full_deal(5, 0)[0], full_deal(5, 0)[4]
    rest = [card for card in setting.pack if card not in (*hand, *kitty)]
    for _ in range(4):
        rng.shuffle(rest)
        deals.append([hand, rest[:12], rest[12:24], rest[24:], kitty])
    burials = [rng.sample([*hand, *kitty], 6) for _ in range(5)]
    asides = np.array([physical(setting, cards) for cards in burials])
    greedy, rows = policies.find("greedy"), setting.deals(deals)
    together = play_out(setting.frame, greedy, rows, asides=asides, key=signed(KEY)).reshape(4, 5, 4)
    for i, deal in enumerate(deals):
        for j in range(5):
            alone = play_out(
                setting.frame, greedy, setting.deals([deal]), asides=asides[j : j + 1], start=i, key=signed(KEY)
            )
            assert np.array_equal(alone[0], together[i, j])


@pytest.mark.nojit
@pytest.mark.parametrize("wrong", ["five cards", "not held"])
def test_what_cannot_be_put_aside_is_refused_by_name(wrong):
    setting, places = Setting(), full_deal(3, 0)
    held = eighteen(places)
    cards = held[:5] if wrong == "five cards" else [*held[:5], places[1][0]]
    asides = np.array([physical(setting, held[:6]), physical(setting, cards)])
    with pytest.raises(ArgumentError, match=r"asides\[1\] cannot be put aside in deal 4"):
        play_out(setting.frame, policies.find("greedy"), setting.deals([places]), asides=asides, start=4)


@pytest.mark.parametrize("game", [BidWhist(), BidWhist(show_kitty="never")], ids=str)
def test_a_given_burial_is_seen_by_declarer_and_by_nobody_else(game):
    # Everybody plays by a digest of all that he sees. Declarer's lead is given, so that it is the same.
    setting, differs = Setting(game), 0
    for number in range(40):
        places, rng = full_deal(11, number), random.Random(number)
        held = eighteen(places)
        lead = rng.choice(held)
        others = [card for card in held if card != lead]
        logs = []
        for _ in range(2):
            buried = rng.sample(others, 6)
            log = setting.new_log(1)
            log[0, :2] = setting.mask(buried), setting.bit[lead]
            play_out(setting.frame, probes.DIGEST, setting.deals([places]), log=log, forced=1, key=signed(KEY),
                     asides=np.array([physical(setting, buried)]))  # fmt: skip
            assert log[0, 0] == setting.mask(buried)
            logs.append(log[0])
        first, second = logs
        assert first[2] == second[2]  # the next seat has seen the same
        own = [[int(card) for card in log[2:] if setting.card[int(card)] in held] for log in logs]
        differs += own[0] != own[1]
    assert differs > 30


# Which are alike


def groups(game, denomination, held, kitty):
    """The groups of like cards, from the rules as they are told: touching, and not told apart by what others saw."""
    setting = Setting(game, denomination)
    told = setting.kitty_shown or game.exchange_count_public
    found = {}
    for suit in (*"SHDC", None):
        run, order = 0, [card for card in setting.pack if ref.suit_of(setting.rules, card) == suit]
        for card in sorted(order, key=setting.bit.get):
            if card not in held and suit:
                run += 1
            elif card in held:
                found.setdefault((suit, run, told and card in kitty), []).append(card)
    return setting, list(found.values())


@pytest.mark.parametrize("denomination", [SPADES, HEARTS_DOWN, NT_UP], ids=str)
@pytest.mark.parametrize("game", GAMES[:3], ids=str)
def test_the_candidates_are_all_burials_once(game, denomination):
    for number in range(3):
        places = full_deal(number, 1)
        held, kitty = eighteen(places), set(places[4])
        setting, alike = groups(game, denomination, held, kitty)
        found = Candidates.of(
            setting.frame, *([setting.pack.index(card) for card in part] for part in (places[0], places[4]))
        )
        assert found.alike.sum() == math.comb(18, 6)
        of = {card: (i, place) for i, group in enumerate(alike) for place, card in enumerate(group)}
        kinds = {}
        for away in itertools.combinations(held, 6):
            kind = tuple(sorted(of[card][0] for card in away))
            kinds[kind] = kinds.get(kind, 0) + 1
        in_words = [[setting.pack[i] for i in range(54) if mask >> i & 1] for mask in found.asides.tolist()]
        assert {tuple(sorted(of[c][0] for c in away)): n for away, n in zip(in_words, found.alike.tolist())} == kinds  # noqa: B905
        for away in in_words:  # of those alike the lowest go
            for card in away:
                group, place = of[card]
                assert set(alike[group][:place]) <= set(away)


@pytest.mark.parametrize("game", GAMES[:2], ids=str)
@pytest.mark.parametrize("denomination", [SPADES, NT_UP], ids=str)
def test_burials_that_are_alike_take_the_same_tricks_of_players_who_know_only_the_order(game, denomination):
    compared = 0
    for number in range(6):
        places = full_deal(number, 2)
        setting, alike = groups(game, denomination, eighteen(places), set(places[4]))
        pairs = [group for group in alike if len(group) > 1]
        if not pairs:
            continue
        a, b = pairs[0][:2]
        rest = random.Random(number).sample([card for card in eighteen(places) if card not in (a, b)], 5)
        asides = np.array([physical(setting, [*rest, card]) for card in (a, b)])
        deals = [full_deal_with(places, seed) for seed in range(40)]
        random_player = policies.find("random")
        taken = play_out(setting.frame, random_player, setting.deals(deals), asides=asides, key=signed(KEY))
        assert np.array_equal(taken[::2], taken[1::2])
        compared += 1
    assert compared >= 3


def full_deal_with(places, seed):
    """A deal with the same hand at seat 0 and the same kitty."""
    rest = [card for seat in (1, 2, 3) for card in places[seat]]
    random.Random(seed).shuffle(rest)
    return [places[0], rest[:12], rest[12:24], rest[24:], places[4]]


def test_the_rounds_of_a_selection():
    assert schedule(9000, 10_000, 20) == [(66, 3000), (198, 1000), (594, 334), (1782, 112), (5346, 38), (10_000, 20)]
    assert schedule(50, 100, 200) == [(8, 200), (24, 200), (72, 200), (100, 50)]
    assert schedule(9000, 1, 20) == [(1, 20)]


# What the policy buries


REASONS = (
    "GUARDED_SECOND", "LONG_SECOND", "GUARDED_THIRD", "SECOND_TO_BOSS", "MASTER", "ONE_MASTER", "TWO_MASTERS",
    "LONG_LOSERS", "HIDDEN_WITH_BOSS", "HIDDEN_VOID", "VOID", "TRUMP", "LONGEST", "LONG_AND_BOSSES",
)  # fmt: skip


def reasons(row):
    return {name: int(burying.EXTRA[getattr(burying, name), row]) for name in REASONS}


@functools.cache
def long_cards(n_hidden, n):
    """1024 times the mean number of n leads of a suit after which, or with the last of which, the others have none."""
    total = finds_none = 0
    for where in itertools.product(range(n_hidden + 1), repeat=3):
        if sum(where) == n_hidden and max(where) <= 12:
            ways = math.prod(math.comb(12, cards) for cards in where)
            total += ways
            finds_none += ways * sum(max(where) <= led for led in range(n))
    return round(1024 * finds_none / total)


def suit_worth(row, kept, hidden, trumps):
    """What the cards kept of a plain suit are worth: ranks, from the highest down, and the numbers of hidden ones.

    Beside it the long cards in it, and the bosses.
    """
    extra = reasons(row)
    above = [sum(h > card for h in hidden) for card in kept]
    bosses = above.count(0)
    losers = [n for n in above if n]
    worth = int(burying.SUIT_WORTH[row][min(bosses, 3)][min(len(losers), 4)])
    if not kept:
        return worth + extra["VOID"] * (trumps - 8) + extra["HIDDEN_VOID"] * len(hidden), 0, 0
    if not losers:
        return worth, 0, bosses
    long = long_cards(len(hidden), len(kept)) - long_cards(len(hidden), bosses)
    worth += extra["MASTER"] * sum(losers)
    worth += extra["ONE_MASTER"] * losers.count(1) + extra["TWO_MASTERS"] * losers.count(2)
    driven_out = [1024 * (sum(other <= n for other in losers) - n) for n in losers]
    worth += extra["LONG_LOSERS"] * max(long, *driven_out) // 1024
    if bosses:
        worth += extra["HIDDEN_WITH_BOSS"] * len(hidden)
        if losers[0] == 1:
            worth += extra["SECOND_TO_BOSS"]
    elif losers[0] == 1 and len(losers) > 1:
        worth += extra["GUARDED_SECOND" if len(losers) == 2 else "LONG_SECOND"]
    elif losers[0] == 2 and len(losers) > 2:
        worth += extra["GUARDED_THIRD"]
    return worth, long, bosses


def worth_of(setting, held, away):
    """What a hand is worth after a burial; the words of the module, on cards as texts."""
    rules, row = setting.rules, int(setting.rules.trump == "NT")
    extra = reasons(row)
    trumps = sum(ref.suit_of(rules, card) == rules.trump for card in held)
    total = all_long = all_bosses = longest = 0
    for suit in "SHDC":
        cards = sorted((c for c in setting.pack if ref.suit_of(rules, c) == suit), key=setting.bit.get, reverse=True)
        kept = [setting.bit[card] for card in cards if card in held and card not in away]
        hidden = [setting.bit[card] for card in cards if card not in held]
        longest = max(longest, len(kept))
        if suit == rules.trump:
            total += extra["TRUMP"] * len(kept)
        else:
            worth, long, bosses = suit_worth(row, kept, hidden, trumps)
            total, all_long, all_bosses = total + worth, all_long + long, all_bosses + bosses
    return total + extra["LONGEST"] * longest + extra["LONG_AND_BOSSES"] * all_long * all_bosses // 1024


@pytest.mark.nojit
@pytest.mark.parametrize("denomination", [SPADES, HEARTS_DOWN, NT_UP, DENOMINATIONS[9]], ids=str)
def test_the_best_of_all_ways_to_bury_the_lowest_of_each_suit(denomination):
    setting = Setting(BidWhist(), denomination)
    for number in range(8):
        places = full_deal(17, number)
        held = eighteen(places)
        view = view_of_burial(setting, held, places[4])
        buried = [card for card in held if int(set_aside_maxims(view)) & setting.bit[card]]
        of_no_suit = [card for card in held if ref.suit_of(setting.rules, card) is None]
        assert len(buried) == 6
        assert set(of_no_suit) <= set(buried)
        suits = [
            sorted((c for c in held if ref.suit_of(setting.rules, c) == suit), key=setting.bit.get) for suit in "SHDC"
        ]
        left = 6 - len(of_no_suit)
        ways = [ns for ns in itertools.product(range(7), repeat=4) if sum(ns) == left]
        ways = [ns for ns in ways if all(n <= len(suit) for n, suit in zip(ns, suits, strict=True))]
        worths = [
            worth_of(setting, held, {*of_no_suit, *(c for n, s in zip(ns, suits, strict=True) for c in s[:n])})
            for ns in ways
        ]
        assert worth_of(setting, held, set(buried)) == max(worths)


def view_of_burial(setting, held, kitty):
    from handsim.engine.view import View, pack_roles

    mask, frame = setting.mask(held), setting.frame
    shown, shown_with = (setting.mask(kitty), 0) if frame.aside_shown else (0, -1)
    python = getattr(pack_roles, "py_func", pack_roles)
    roles = int(python(0b0100, 0b1010, 0, shown_with, -1, 0, 0))
    pack = int(np.bitwise_or.reduce(frame.bits))
    return View(0, mask, mask, 6, 0, 0, 0, 0, 0, 0, 0, 0, shown, 0, roles, pack, frame.trumps, frame.worthless,
                frame.free_lead, 0, 0)  # fmt: skip


# Cards exchanged


@pytest.mark.nojit
def test_swapping_moves_two_cards_and_nothing_else():
    asked = situation(" ".join(HAND), None)
    setting, hand = Setting(), asked.known[0]
    deals = setting.deals([[HAND, *full_rest()]])
    deals = np.repeat(deals, 50, axis=0)
    unseen, _, _ = asked.layout()
    swapped = swap_cards(deals, split(hand), unseen, 5, 0)
    drawn = set()
    for j, card in enumerate(split(hand).tolist()):
        for i in range(50):
            before, after = deals[i].tolist(), swapped[j, i].tolist()
            assert sum(after) == sum(before) == (1 << 54) - 1
            gone, come = before[0] & ~after[0], after[0] & ~before[0]
            assert gone == card
            assert come.bit_count() == 1
            moved = [place for place in range(1, 5) if before[place] != after[place]]
            assert len(moved) == 1
            assert before[moved[0]] ^ after[moved[0]] == gone | come
            drawn.add((i, come))
    assert len(drawn) == 50  # in one deal every card is exchanged for the same
    assert len({come for _, come in drawn}) > 20


def full_rest():
    rest = [card for card in Setting().pack if card not in HAND]
    return [rest[:12], rest[12:24], rest[24:36], rest[36:]]


@pytest.mark.nojit
def test_a_card_exchanged_for_itself_stays():
    setting = Setting()
    deals = setting.deals([full_deal(1, number) for number in range(5)])
    for card in split(int(deals[0, 0])).tolist():
        one = np.array([card], dtype=np.int64)
        assert np.array_equal(swap_cards(deals, one, one, 9, 0)[0], deals)
