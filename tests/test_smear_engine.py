"""Smear in the engine, card by card against the slow twin: every option that play depends on, and exact cases."""

import random

import engine_probes as probes
import pytest
import reference as ref
import reference_smear as twin
from engine_helpers import PLAYERS, Setting, base_of, full_deal
from test_smear_rules import row_of

import handsim as hs
from handsim.engine import policy as policies

KEY = ref.stream(12, ref.PLAY)
BY_NAME = {"random": policies.find("random"), "greedy": policies.find("greedy"), "digest": probes.DIGEST}
GAMES = [hs.Smear(undealt_seen=seen, high_low=rule) for seen in (3, 2, 1, 0) for rule in ("fixed", "in_play")]
each_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def any_setting(rng, game):
    seats = {"declarer": rng.randrange(4), "dealer": rng.randrange(4), "fields": "".join(rng.sample("SHDC", 4))}
    return Setting(game, rng.choice(game.denominations), **seats)


@pytest.mark.parametrize("policy", PLAYERS)
@each_game
def test_playouts_are_the_twins(game, policy):
    rng = random.Random(len(policy))
    for number in range(40):
        setting, places = any_setting(rng, game), full_deal(7, number, game)
        log, rows = setting.engine([places], BY_NAME[policy], key=KEY, start=number)
        away, cards, record = setting.reference(places, policy, base_of(KEY, number))
        laid, played = setting.in_words(log[0])
        assert sorted(laid) == sorted(away) and played == cards, (setting, number)
        result = twin.outcome(setting.rules, record)
        assert rows[0].tolist() == row_of(game, setting.rules, result, record.tricks_by_seat)
        points = twin.awarded(setting.rules, result, game.high_low)
        for bid in game.bids:
            contract = game.contract(bid, trump=setting.rules.trump, declarer=setting.rules.declarer)
            assert game.score(contract, rows[0]).tolist() == list(twin.score(bid.level, points))


def test_discards_with_many_trumps_are_the_twins():
    """Hands of five to nine trumps, dealt on purpose: trumps go only after every plain card."""
    rng, game = random.Random(4), hs.Smear()
    for number in range(150):
        setting = any_setting(rng, game)
        trumps = [card for card in twin.PACK if card[0] == setting.rules.trump]
        mine = rng.sample(trumps, rng.randrange(5, 9))
        plain = rng.sample([card for card in twin.PACK if card not in trumps], 9 - len(mine))
        nine = rng.sample([*mine, *plain], 9)
        rest = rng.sample([card for card in twin.PACK if card not in nine], 23)
        hands = [rest[0:6], rest[6:12], rest[12:18]]
        hands.insert(setting.rules.declarer, nine[:6])
        places = [*hands, nine[6:], rest[18:]]
        for policy in PLAYERS:
            log, _ = setting.engine([places], BY_NAME[policy], key=KEY, start=number)
            away, cards, _ = setting.reference(places, policy, base_of(KEY, number))
            laid, played = setting.in_words(log[0])
            assert sorted(laid) == sorted(away) and played == cards
            assert set(plain) <= set(laid) or not set(laid) & set(trumps)


# What any policy's playouts keep to


@pytest.mark.parametrize("policy", policies.names())
@each_game
def test_what_is_exact(game, policy):
    rng = random.Random(1)
    for number in range(4):
        setting = any_setting(rng, game)
        deals = [full_deal(8, 50 * number + i, game) for i in range(50)]
        log, rows = setting.engine(deals, policies.find(policy), key=KEY)
        contract = game.contract("2", trump=setting.rules.trump, declarer=setting.rules.declarer)
        awarded = game.awarded(contract, rows)
        assert (rows[:, :4].sum(axis=1) == 6).all()
        assert ((awarded == 0).sum(axis=1) + (awarded == 1).sum(axis=1) <= 4).all()
        for places, row, result, points in zip(deals, log, rows, awarded, strict=True):
            laid, cards = setting.in_words(row)
            out = places[-1]  # what nobody took; with the discards all that is not played
            undealt = sum(twin.CARD_POINTS[card[1]] for card in out)
            assert result[4:8].sum() == 80 - undealt
            assert sorted([*cards, *laid, *out]) == sorted(twin.PACK)
            can_lead = any(card[0] == setting.rules.trump for card in held_by(places, setting, laid))
            assert (cards[0][0] == setting.rules.trump) == can_lead
            trumps = [card for card in cards if card[0] == setting.rules.trump]
            in_play = game.high_low == "in_play"
            assert (points[0] >= 0) == ((in_play and bool(trumps)) or setting.rules.trump + "A" in trumps)
            assert (points[1] >= 0) == ((in_play and bool(trumps)) or setting.rules.trump + "7" in trumps)
            assert (points[2] >= 0) == (setting.rules.trump + "J" in trumps)


def held_by(places, setting, laid):
    """Declarer's cards when he leads."""
    declarer = setting.rules.declarer
    return {*places[declarer], *(setting.taken(places) if setting.exchange else ())} - set(laid)


@pytest.mark.parametrize("policy", policies.names())
@pytest.mark.parametrize("game", GAMES[::3], ids=repr)
def test_ace_and_seven_of_trumps_score_high_and_low_on_every_deal(game, policy):
    table = hs.bid_table("SA S7 H8 D9 C8 CK", game, n_deals=300, trump="S", policy=policy)
    assert table["high"].tolist() == table["low"].tolist() == [1.0] * 3
    assert table.loc["2", "make_rate"] == 1.0


N = 20_000


def agrees(rate, share):
    """Whether a share of N deals is what is expected, within four standard errors."""
    return abs(share - rate) < 4 * (rate * (1 - rate) / N) ** 0.5


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_six_trumps_from_the_ace_make_four_where_the_seven_is_ours(seen):
    """Ace to nine of trumps: make rate (6 + seen) / 26 for a bid of 4, in closed form.

    Against such a hand only the eight and the seven of trumps are out, and neither can take a trick: the bidder wins
    all six, with them High, Jack and every card point played, so that Game is his too. He makes 4 exactly if his side
    plays the seven: if partner has it (6 of the 26 cards he does not see), or he draws it (as many as he takes) and
    keeps it. With two trumps drawn or one he holds eight or seven, discards every plain card, and the ace, the jack
    and the seven are what he then keeps.
    """
    hand, game = "SA SK SQ SJ ST S9", hs.Smear(undealt_seen=seen)
    table = hs.bid_table(hand, game, n_deals=N, trump="S")
    row = table.loc["4"]
    assert table["make_rate"].tolist()[:2] == [1.0, 1.0]
    assert row["high"] == row["jack"] == row["game"] == 1.0 and row["low"] == row["make_rate"]
    assert agrees((6 + seen) / 26, row["make_rate"])


@pytest.mark.parametrize("policy", policies.names())
@pytest.mark.parametrize("seen", [0, 3])
def test_high_and_low_go_by_where_the_cards_lie(seen, policy):
    """A card that the bidder does not hold scores for his side if partner has it or he draws it: (6 + seen) / 26."""
    table = hs.bid_table("SK S8 HA HK DA CA", hs.Smear(undealt_seen=seen), n_deals=N, trump="S", policy=policy)
    assert agrees((6 + seen) / 26, table.loc["2", "high"]) and agrees((6 + seen) / 26, table.loc["2", "low"])
