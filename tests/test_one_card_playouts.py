"""Full playouts of One Card, card by card, against the slow twin; and what must hold on every deal."""

import random

import engine_probes as probes
import pytest
import reference as ref
import reference_one_card as twin
from one_card_helpers import PLAYERS, Table, full_deal

from handsim.engine import policy as policies

KEY = ref.stream(11, ref.PLAY)
BY_NAME = {"random": policies.find("random"), "greedy": policies.find("greedy"), "digest": probes.DIGEST}
TRUMPS = ["S", "H", "D", "C", None]
each_policy = pytest.mark.parametrize("policy", PLAYERS)
each_trump = pytest.mark.parametrize("trump", TRUMPS, ids=lambda trump: trump or "no bid")
by_players = pytest.mark.parametrize("players", [2, 3, 4])


def check(table, policy, start, n):
    """Play deals of seed 6 out by both: every card, who took the tricks, and the points; how often it was turned."""
    deals = [full_deal(6, start + i, table.n) for i in range(n)]
    log, outcome = table.engine(deals, BY_NAME[policy], key=KEY, start=start)
    turned = 0
    for i, places in enumerate(deals):
        record = table.reference(places, policy, ref.at(KEY, start + i))
        cards, played = [card for trick in record.tricks for _, card in trick], table.in_words(log[i])
        if played != cards:
            ply = next(k for k in range(len(cards)) if played[k] != cards[k])
            pytest.fail(f"{table}, {policy}, deal {start + i}, play {ply}: {played[ply]}, not {cards[ply]}")
        turned_from = [record.turned_from or 0] if table.rules.has_bid else []
        assert outcome[i].tolist() == record.tricks_by_seat + record.points + turned_from
        turned += record.turned_from is not None
    return turned


@by_players
@each_policy
@each_trump
def test_playouts(trump, policy, players):
    turned = 0
    for declarer in range(players):
        table = Table.of(players, trump, declarer=declarer, dealer=(declarer + 1) % players)
        turned += check(table, policy, 20 * declarer, 12)
    assert (turned > 0) == (trump is not None), "the order was never turned"


@each_policy
def test_playouts_with_suits_in_any_field(policy):
    rng = random.Random(3)
    for _ in range(60):
        players, fields = rng.choice((2, 3, 4)), "".join(rng.sample("SHDC", 4))
        table = Table.of(players, rng.choice(TRUMPS), declarer=rng.randrange(players), fields=fields)
        check(table, policy, rng.randrange(500), 2)


@pytest.mark.nojit
@each_policy
def test_some_playouts(policy):
    for trump in ("D", None):
        check(Table.of(4, trump, declarer=2), policy, 5, 3)


@by_players
def test_the_first_lead_that_is_named_is_led(players):
    rng = random.Random(5)
    for number in range(60):
        places = full_deal(8, number, players)
        card = rng.choice([card for card in places[0] if card != twin.JOKER])
        table = Table.of(players, card[0], card=card)
        log, _ = table.engine([places], BY_NAME["random"], key=KEY)
        assert table.in_words(log[0])[0] == card


@by_players
@each_trump
def test_bits_and_masks(trump, players):
    table = Table.of(players, trump, fields="DSCH")
    assert [table.bit[card] for card in table.pack] == table.frame.bits.tolist()
    assert table.frame.trumps == table.mask(c for c in table.pack if ref.suit_of(table.rules, c) == table.rules.trump)
    assert table.frame.declarer == (0 if trump else -1)


@pytest.mark.parametrize(("players", "dealer", "leader"), [(4, 3, 1), (4, 0, 2), (3, 1, 2), (3, 2, 0), (2, 0, 1)])
def test_without_a_bid_the_player_opposite_dealer_leads(players, dealer, leader):
    assert Table.of(players, None, dealer=dealer).frame.leader == leader


@by_players
@pytest.mark.parametrize("policy", policies.names())
def test_the_points_captured_are_fifteen_on_every_deal(players, policy):
    for trump in ("H", None):
        table = Table.of(players, trump)
        deals = [full_deal(9, i, players) for i in range(2000)]
        _, outcome = table.engine(deals, policies.find(policy), key=KEY)
        assert (outcome[:, 4:8].sum(axis=1) == 15).all() and (outcome[:, :4].sum(axis=1) == 24 // players).all()
        points = table.game.score(table.game.no_bid(), outcome)
        assert (points.sum(axis=1) == 15).all()
        assert outcome[:, 4 + players : 8].sum() == 0
