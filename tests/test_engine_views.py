"""What policies work out from a view, against what the reference says that a seat can know."""

import random

import engine_probes as probes
import pytest
import reference as ref
from engine_helpers import (
    PLAYERS,
    Setting,
    base_of,
    digest,
    first_leads,
    full_deal,
    random_setting,
    signed,
    turned_up,
    unsigned,
)

from handsim.engine.jit import JIT_DISABLED
from handsim.engine.view import View
from handsim.games.base import Denomination
from handsim.games.whist import Whist

KEY = ref.stream(12, ref.PLAY)


def ask(view, name, seats=0):
    return int(probes.ask_view(view, probes.VIEW.index(name), seats))


class Questioner(PLAYERS["random"]):
    """Plays at random, and asks the engine's helpers about the view of every decision."""

    def play(self, seen):
        self.question(seen, self.view(seen))
        return super().play(seen)

    def question(self, seen, view):
        setting, rules = self.setting, self.rules
        tricks = [*seen.tricks, seen.trick]
        shown = setting.shown(self.kitty)
        known = ref.information(rules, seen.seat, seen.hand, tricks, seen.buried, *shown)
        assert setting.cards(ask(view, "unseen")) == known.unseen
        leads = first_leads(rules, tricks)
        number = dict(zip(rules.fields, range(4), strict=True))
        for seats in range(16):
            some = [seat for seat in range(4) if seats >> seat & 1]
            if seen.seat in some or not set(some) <= set(rules.seats):
                continue
            held = set().union(*(known.could_hold[seat] for seat in some))
            if some:
                told = set(setting.cards(ask(view, "could_hold", seats)))
                # Asked for several seats at once it may only err towards more: a card shown is a card of one of them.
                assert told == held if len(some) == 1 else told >= held, (setting, seen, some)
            if len(some) == 1:
                assert set(setting.cards(ask(view, "seat_could_hold", some[0]))) == held
            armed = [s for s in some if any(ref.suit_of(rules, c) == rules.trump for c in known.could_hold[s])]
            ruffs = {suit for seat, suit in known.voids if seat in armed and suit != "joker"}
            assert ask(view, "ruffed_by", seats) == sum(1 << number[suit] for suit in ruffs)
            led = {leads[seat] for seat in some if seat in leads}
            assert ask(view, "led_by", seats) == sum(1 << number[suit] for suit in led)
        legal = ref.legal_cards(rules, seen.hand, seen.trick)
        wins = [c for c in legal if ref.trick_winner(rules, [*seen.trick, (seen.seat, c)]) == seen.seat]
        if not seen.trick:
            wins = [card for card in legal if ref.suit_of(rules, card)]
        assert setting.cards(ask(view, "winners")) == ref.in_listing_order(rules, wins)
        assert unsigned(ask(view, "draw")) == seen.key == ref.decision_key(self.base, len(seen.tricks), seen.seat)
        assert bool(ask(view, "leading")) is not bool(seen.trick)
        with_us = bool(seen.trick) and rules.sides[ref.trick_winner(rules, seen.trick)] == rules.sides[seen.seat]
        assert bool(ask(view, "partner_winning")) is with_us
        seat = random.Random(view.number).randrange(4)
        voids = {suit for who, suit in known.voids if who == seat}
        number["joker"] = 4
        assert ask(view, "voids", seat) == sum(1 << number[suit] for suit in voids)
        bosses = [c for c in legal if ref.is_boss(rules, c, {*seen.hand, *seen.buried, *seen.played})]
        if not seen.trick:
            top = ask(view, "top_boss")
            best = min(bosses, key=lambda c: (-ref.position(rules, c), rules.rank_in_listing[c]), default=None)
            assert setting.cards(top) == ([best] if best else [])


def run(n, seed, **fixed):
    rng = random.Random(seed)
    for number in range(n):
        setting, places = random_setting(rng, **fixed), full_deal(seed, number)
        Questioner(setting, places[4], base_of(KEY, number)).play_out(places)


@pytest.mark.nojit
def test_some_helpers_of_a_view():
    run(3, seed=1)


def test_helpers_of_a_view():
    run(90, seed=2)


def test_helpers_of_a_view_where_a_card_is_turned_up():
    game = Whist()
    for number in range(20):
        dealer, card = number % 4, "SHDC"[number % 3] + "2TA"[number % 3]
        setting = Setting(game, Denomination(card[0]), dealer=dealer, turn_up=card)
        places = turned_up(card, dealer, full_deal(7, number, game))
        Questioner(setting, [], base_of(KEY, number)).play_out(places)


@pytest.mark.parametrize("seats", [(0, 1, 3), (1, 2, 3)])
def test_helpers_with_a_seat_sitting_out(seats):
    run(8, seed=3, seats=seats, sides=(0, 1, 0, 1), declarer=1, leader=1)


def test_draws_of_all_decisions_of_a_deal_differ():
    blank = View(**dict.fromkeys(View._fields, 0))
    plays = [blank._replace(key=5, number=n, seat=s) for n in range(13) for s in range(4)]
    asides = [blank._replace(key=5, count=6, seat=s) for s in range(4)]
    assert len({ask(view, "draw") for view in plays + asides}) == len(plays + asides)
    assert unsigned(ask(asides[2], "draw")) == ref.at(5, 63 + 2)


@pytest.mark.skipif(JIT_DISABLED, reason="it is about the compiled digest")
def test_the_digest_sees_every_field():
    blank = View(**dict.fromkeys(View._fields, 1))._replace(legal=(1 << 54) - 1)
    played = {blank: int(probes.play_digest(blank))}
    for name in View._fields:
        changed = [blank._replace(**{name: getattr(blank, name) ^ 1 << bit}) for bit in range(40, 45)]
        results = {int(probes.play_digest(view)) for view in changed}
        assert len(results | set(played.values())) > 2, name
        assert len({digest(view) for view in (blank, *changed)}) == 6
    assert signed(digest(blank)) != 0
