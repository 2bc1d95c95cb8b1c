"""Honesty: cards that a seat cannot see may lie anywhere they could, and it does the same.

A playout is stopped at a random decision; the cards hidden from the seat that decides are dealt anew, in keeping
with all that it has seen (voids shown, the kitty shown, its own burial); the same plays are gone through again; and
the seat must do what it did.
"""

import random

import engine_probes as probes
import numpy as np
import pytest
import reference as ref
from engine_helpers import Setting, full_deal, signed, turned_up

from handsim.engine import policy as policies
from handsim.engine.playout import play_out
from handsim.errors import PolicyError
from handsim.games.bid_whist import BidWhist, Denomination
from handsim.games.whist import Whist

KEY = ref.stream(41, ref.PLAY)
POLICIES = {**{name: policies.find(name) for name in policies.names()}, "digest": probes.DIGEST}
ASIDE, KITTY = "aside", "kitty"


class Replay:
    """One finished playout, which can be stopped at any decision."""

    def __init__(self, setting, places, row):
        self.setting, self.rules, self.places = setting, setting.rules, places
        self.buried, self.cards = setting.in_words(row)
        self.exchange, self.kitty = setting.exchange, [card for pile in places[4:] for card in pile]
        self.declarer = self.rules.declarer
        # Who played each card, trick by trick.
        self.tricks, leader = [], self.rules.leader
        for i in range(0, len(self.cards), 4):
            seats = ref.seat_order(self.rules, leader)
            self.tricks.append(list(zip(seats, self.cards[i : i + 4], strict=True)))
            leader = ref.trick_winner(self.rules, self.tricks[-1])
        self.plays = [play for trick in self.tricks for play in trick]

    def redeal(self, ply, rng, swaps=120, known_kitty=None):
        """Deal the cards hidden from the seat that makes play number `ply` anew: a row of places.

        Cards are swapped between hidden places as long as each may lie where it comes to lie.
        """
        observer = self.plays[ply][0]
        done = self.plays[:ply]
        so_far = [self.tricks[i][: max(0, ply - 4 * i)] for i in range(ply // 4 + 1)]
        voids = set().union(*(ref.voids_shown(self.rules, trick) for trick in so_far))
        gone = {card for _, card in done}
        held = {seat: [card for who, card in self.plays[ply:] if who == seat] for seat in range(4)}
        hidden = {seat: cards for seat, cards in held.items() if seat != observer}
        if not self.exchange:
            hidden[KITTY] = list(self.kitty)
        elif observer != self.declarer:
            hidden[ASIDE] = list(self.buried)
        shown, shown_with = self.setting.shown(self.kitty)
        if known_kitty is not None:
            shown, shown_with = (self.kitty, self.declarer) if known_kitty else ((), None)
        all_saw, shown = bool(shown), set(shown) - gone
        count_public = getattr(self.setting.game, "exchange_count_public", False)

        def may_lie(card, place):
            if card in shown and place not in (shown_with, ASIDE):
                return False
            return (place, ref.suit_of(self.rules, card) or "joker") not in voids

        slots = [(place, i) for place, cards in hidden.items() for i in range(len(cards))]
        for _ in range(swaps):
            (p, i), (q, j) = rng.sample(slots, 2)
            a, b = hidden[p][i], hidden[q][j]
            if not (may_lie(a, q) and may_lie(b, p)):
                continue
            if count_public and ASIDE in (p, q) and (a in shown) != (b in shown):
                continue  # everybody knows how many of the shown cards were buried
            hidden[p][i], hidden[q][j] = b, a
        return self._row(observer, hidden, held, done, all_saw, rng)

    def _row(self, observer, hidden, held, done, all_saw, rng):
        """The whole deal again: hands as they were dealt, the kitty; and what was put aside."""
        hands = [[*hidden.get(seat, held[seat]), *(c for who, c in done if who == seat)] for seat in range(4)]
        if not self.exchange:
            return [*hands, *([hidden[KITTY]] if self.kitty else [])], []
        away = hidden.get(ASIDE, self.buried)
        eighteen = [*hands[self.declarer], *away]
        kitty = list(self.places[4])
        if observer != self.declarer and not all_saw:
            # He took six cards that nobody saw; how many he kept of them may be known.
            kept = len(set(self.places[4]) - set(self.buried))
            if not self.setting.game.exchange_count_public:
                kept = rng.randint(0, 6)
            kitty = rng.sample(hands[self.declarer], kept) + rng.sample(away, 6 - kept)
        hands[self.declarer] = [card for card in eighteen if card not in kitty]
        return [*hands, kitty], away


def replays(setting, policy, n, seed=51, deals=None):
    deals = deals or [full_deal(seed, i) for i in range(n)]
    log, _ = setting.engine(deals, policy, key=KEY)
    return [Replay(setting, places, row) for places, row in zip(deals, log, strict=True)], log


def changed_minds(setting, policy, games, log, ply, rng, frame=None, **redeal):
    """The deals in which the seat to play at `ply` does something else once its hidden cards lie otherwise."""
    redealt = [game.redeal(ply, rng, **redeal) for game in games]
    moved = [
        any(set(a) != set(b) for a, b in zip(game.places, new, strict=True))
        for game, (new, _) in zip(games, redealt, strict=True)
    ]
    again = np.zeros_like(log)
    again[:, 0] = [setting.mask(away) for _, away in redealt]
    again[:, 1 : 1 + ply] = log[:, 1 : 1 + ply]
    deals = setting.deals([new for new, _ in redealt])
    play_out(frame or setting.frame, policy, deals, key=signed(KEY), log=again, forced=ply)
    differs = again[:, 1 + ply] != log[:, 1 + ply]
    return [i for i in range(len(games)) if differs[i]], sum(moved)


TABLES = [
    {"show_kitty": "suit_only"}, {"show_kitty": "always"}, {"show_kitty": "never"}, {"exchange": False},
    {"show_kitty": "always", "exchange_count_public": True, "joker_led": "next_suit"},
    {"show_kitty": "never", "exchange_count_public": True, "joker_first_discard": True},
    {"exchange": False, "joker_first_discard": True, "joker_led": "next_suit"},
]  # fmt: skip
NAMED = [pytest.param(options, id="-".join(map(str, options.values()))) for options in TABLES]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("options", NAMED)
def test_what_is_hidden_does_not_matter(options, policy):
    rng = random.Random(61)
    moved_in_all = 0
    for number, denomination in enumerate((Denomination("H", "uptown"), Denomination("NT", "downtown"))):
        lead = ("declarer", "dealer_left")[number]
        setting = Setting(BidWhist(**options, first_lead=lead), denomination, declarer=number, dealer=2)
        games, log = replays(setting, POLICIES[policy], 20)
        for ply in sorted(rng.sample(range(1, 44), 9)):
            changed, moved = changed_minds(setting, POLICIES[policy], games, log, ply, rng)
            assert not changed, (setting, policy, ply, [games[i].places for i in changed[:1]])
            moved_in_all += moved
    assert moved_in_all > 200, "the harness dealt hardly anything anew"


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_hidden_does_not_matter_where_a_card_is_turned_up(policy):
    rng, game, moved_in_all = random.Random(63), Whist(), 0
    for dealer in (0, 2):
        setting = Setting(game, Denomination("H"), declarer=0, dealer=dealer, turn_up="H7")
        deals = [turned_up("H7", dealer, full_deal(52, i, game)) for i in range(20)]
        games, log = replays(setting, POLICIES[policy], 20, deals=deals)
        for ply in sorted(rng.sample(range(1, 48), 7)):
            changed, moved = changed_minds(setting, POLICIES[policy], games, log, ply, rng)
            assert not changed, (setting, policy, ply, [games[i].places for i in changed[:1]])
            moved_in_all += moved
    assert moved_in_all > 200, "the harness dealt hardly anything anew"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("options", NAMED)
def test_the_opening_lead_depends_on_the_leaders_cards(options, policy):
    """The burial is decided anew here, so that a number of kept cards that is public may change: those are left out."""
    rng = random.Random(62)
    for denomination in (Denomination("S", "downtown"), Denomination("NT", "uptown")):
        setting = Setting(BidWhist(**options, first_lead="dealer_left"), denomination, declarer=0, dealer=1)
        games, log = replays(setting, POLICIES[policy], 30)
        redealt = [game.redeal(0, rng)[0] for game in games]
        again, _ = setting.engine(redealt, POLICIES[policy], key=KEY)
        compared = 0
        for game, new, row, old in zip(games, redealt, again, log, strict=True):
            buried, cards = setting.in_words(row)
            kept, before = len(set(new[4]) - set(buried)), len(set(game.places[4]) - set(game.buried))
            if not setting.game.exchange_count_public or kept == before:
                compared += 1
                assert cards[0] == setting.card[int(old[1])]
        assert compared > 3


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("options", [p for p in NAMED if "exchange" not in p.values[0]])
def test_what_is_put_aside_depends_on_his_own_cards(options, policy):
    """The other hands dealt anew: the same burial, and then the same lead."""
    rng = random.Random(63)
    for denomination in (Denomination("C", "uptown"), Denomination("NT", "downtown")):
        setting = Setting(BidWhist(**options), denomination, declarer=2)
        games, log = replays(setting, POLICIES[policy], 60)
        for _ in range(3):
            redealt = []
            for game in games:
                others = [card for seat in (0, 1, 3) for card in game.places[seat]]
                rng.shuffle(others)
                redealt.append([others[:12], others[12:24], game.places[2], others[24:], game.places[4]])
            again, _ = setting.engine(redealt, POLICIES[policy], key=KEY)
            assert (again[:, :2] == log[:, :2]).all()


# The harness can fail: each of these is a way to see what is hidden, or to forget what is known


def caught(setting, policy, frame=None, plies=(3, 10, 17, 24, 31), **redeal):
    rng = random.Random(64)
    games, log = replays(setting, policy, 30)
    if frame is not None:
        deals = [game.places for game in games]
        play_out(frame, policy, setting.deals(deals), key=signed(KEY), log=log)
        games = [Replay(setting, places, row) for places, row in zip(deals, log, strict=True)]
    return sum(len(changed_minds(setting, policy, games, log, ply, rng, frame=frame, **redeal)[0]) for ply in plies)


def test_a_kitty_that_leaks_is_caught():
    """The rules say that nobody sees the kitty; the frame shows it."""
    setting = Setting(BidWhist(show_kitty="never"))
    assert caught(setting, probes.DIGEST) == 0
    assert caught(setting, probes.DIGEST, frame=setting.frame._replace(aside_shown=1)) > 20


def test_a_number_of_kept_cards_that_leaks_is_caught():
    setting = Setting(BidWhist(show_kitty="never"))
    assert caught(setting, probes.DIGEST, frame=setting.frame._replace(aside_count_public=1)) > 20


def test_a_shown_kitty_that_is_forgotten_is_caught():
    """The harness itself deals cards elsewhere that all have seen declarer take."""
    setting = Setting(BidWhist(show_kitty="always"))
    assert caught(setting, probes.DIGEST) == 0
    assert caught(setting, probes.DIGEST, known_kitty=False) > 20


@pytest.mark.parametrize("policy", POLICIES)
def test_a_seat_whose_own_cards_change_is_caught(policy, monkeypatch):
    setting = Setting(BidWhist(show_kitty="never"))
    redeal = Replay.redeal

    def swapped(self, ply, rng, **more):
        """A card of the observer's own with another's that is not yet played."""
        places, away = redeal(self, ply, rng, **more)
        mine, other = self.plays[ply][0], self.plays[min(ply + 1, 47)][0]
        left = {card for _, card in self.plays[ply:]}
        a = next(card for card in places[mine] + places[4] if card in left and card not in away)
        b = next(card for card in places[other] + places[4] if card in left and card not in away and card != a)
        name = {a: b, b: a}
        return [[name.get(card, card) for card in place] for place in places], away

    monkeypatch.setattr(Replay, "redeal", swapped)
    found = 0
    for ply in (1, 9, 17):
        try:
            found += caught(setting, POLICIES[policy], plies=(ply,))
        except PolicyError:
            found += 1  # the change made an earlier play a revoke
    assert found > 0


def test_a_hand_that_breaks_a_void_is_refused(monkeypatch):
    monkeypatch.setattr(ref, "voids_shown", lambda rules, trick: set())
    with pytest.raises(PolicyError):
        for ply in (30, 36, 40):
            caught(Setting(), POLICIES["random"], plies=(ply,))
