"""The default player, `maxims`, at Bid Euchre: named positions, and matches against the plainer players."""

import numpy as np
import pytest
import reference_euchre as twin
from positions_euchre import DISCARDS, POSITIONS, Discard, cards

from handsim.analysis.simulate import deal_block
from handsim.analysis.situation import situation
from handsim.analysis.study import net_points, results_of
from handsim.engine import opening
from handsim.engine.count import playing_count
from handsim.engine.maxims import play_maxims
from handsim.engine.opening import set_aside_unnamed
from handsim.engine.playout import play_out
from handsim.engine.policy import find
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.games.bid_euchre import BidEuchre


@pytest.mark.nojit
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_right_card(position):
    card = position.named(play_maxims(position.view()))
    assert card == position.right, (
        f"{position.name}: {position.why}\n{position.contract}, seat {position.seat} holds {position.hand}; "
        f"tricks before: {position.tricks or 'none'}; on the table: {position.trick or 'nothing, it leads'}\n"
        f"right is {position.right}, and it played {card}"
    )


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_position_can_have_happened(position):
    position.check()


@pytest.mark.nojit
@pytest.mark.parametrize("discard", DISCARDS, ids=lambda discard: discard.name)
def test_the_right_discard(discard):
    away = discard.named(set_aside_unnamed(discard.view()))
    assert len(cards(discard.hand)) == len(set(cards(discard.hand))) == 7 and away in discard.right.split(), (
        f"{discard.name}: {discard.why}\n{discard.hand}: right is {discard.right}, and it put away {away}"
    )


@pytest.mark.nojit
def test_the_discard_leaves_the_highest_count():
    *parts, (second, void) = np.split(opening.COUNT, [opening.TOPS, opening.RUN, opening.LOSERS, opening.SECOND])
    weights = twin.Weights(*(part.tolist() for part in parts), int(second), int(void))
    pack, rng = twin.pack(joker=True), np.random.default_rng(8)
    for _ in range(200):
        hand = [pack[i] for i in rng.permutation(len(pack))[:7]]
        seven = Discard("", "", " ".join(hand), "")
        away = seven.named(set_aside_unnamed(seven.view()))
        counts = {card: twin.best_count([c for c in hand if c != card], weights) for card in hand}
        assert counts[away] == max(counts.values()), (hand, away, counts)


def best_points(asked, n=80):
    """The mean points of the best bid."""
    game, contracts = asked.game, asked.contracts()
    results = results_of(asked, contracts, DEAL, 0, n, None)
    bids = [(bid, c, r) for bid in game.bids for c, r in zip(contracts, results, strict=True)]
    return max(
        net_points(asked, bid, c.denomination, r).mean()
        for bid, c, r in bids
        if game.played_as(bid) == game.played_as(c.bid)
    )


def test_the_discard_gains_over_a_burial_with_trumps_named():
    """Over 2,000 other hands, 400 deals each, it gained 0.63 points (standard error 0.03)."""
    maxims, pack, rng = find("maxims"), twin.pack(joker=True), np.random.default_rng(3)
    before = maxims._replace(name="as with trumps named", set_aside_unnamed=None)
    game, gains = BidEuchre(joker=True), []
    for seed in range(100):
        hand = " ".join(pack[i] for i in rng.permutation(len(pack))[:7])
        both = [situation(hand, game, dealer=0, policy=policy, seed=seed) for policy in (maxims, before)]
        now, then = (best_points(asked) for asked in both)
        gains.append(now - then)
    assert np.mean(gains) > 4 * np.std(gains, ddof=1) / len(gains) ** 0.5 and np.mean(gains) > 0.3


def test_twenty_positions_and_more_of_every_kind():
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 20
    assert {position.contract_made.bid.call for position in POSITIONS} == {"", "ask", "moon"}
    assert {(position.seat - position.declarer) % 4 for position in POSITIONS} == {0, 1, 2, 3}
    assert {len(position.history[-1]) for position in POSITIONS} == {0, 1, 2, 3}


# Matches: the same deals, seats exchanged


def margin(game, bid, one, other, n=4000):
    """The mean and standard error of the tricks that one policy gains on another, declaring and defending in turn.

    Declarer's hand is one of the quarter of all hands that count highest in its best suit.
    """
    deals = deal_block(situation(None, game, seed=9, any_hand=True), DEAL, 0, 4 * n)
    contracts = [c for c in game.contracts(bid) if c.trump != "NT"]
    counts = np.stack([playing_count(game.frame(c), deals[:, 0]) for c in contracts])
    good, best = np.argsort(-counts.max(axis=0), kind="stable")[:n], counts.argmax(axis=0)
    a, b, key = find(one), find(other), stream_key(9, PLAY)
    gains = []
    for i, contract in enumerate(contracts):
        mine = np.ascontiguousarray(deals[good[best[good] == i]])
        tricks = [
            game.side_tricks(contract, play_out(game.frame(contract), x, mine, against=y, set_aside=a, key=key))
            for x, y in ((a, b), (b, a))
        ]
        gains.append(tricks[0] - tricks[1])
    gain = np.concatenate(gains)
    return gain.mean(), gain.std(ddof=1) / n**0.5


@pytest.mark.parametrize(
    ("options", "bid", "over_greedy", "over_random"),
    [
        # Of six tricks, or of twelve.
        ({}, "4", 0.17, 0.9),
        ({}, "ask", 0.10, 0.7),
        ({}, "moon", 0.10, 0.8),
        ({"joker": True}, "4", 0.15, 0.9),
        ({"decks": 2}, "7", 0.35, 3.0),
        ({"decks": 2}, "moon", 0.20, 2.2),
    ],
)
def test_maxims_beats_greedy_and_greedy_beats_random(options, bid, over_greedy, over_random):
    game = BidEuchre(**options)
    for one, other, least in (("maxims", "greedy", over_greedy), ("greedy", "random", over_random)):
        mean, error = margin(game, bid, one, other)
        assert mean > 5 * error and mean > least, f"{one} over {other}: {mean:.3f} +- {error:.3f} tricks"
