"""What `make_corpus.py` keeps of One Card: endings with their counts of legal plays, and complete playthroughs."""

import random

import reference as ref
import reference_one_card as twin
from one_card_helpers import Table, full_deal

from handsim.engine import policy as policies

GOLDEN = [
    # policy, bid (None: nobody bid), trump, first lead, declarer, dealer, options, seed
    ("random", "6", "S", None, 0, 3, {}, 1),
    ("random", None, None, None, 0, 2, {}, 2),
    ("random", "8", "D", None, 1, 0, {"players": 2}, 3),
    ("random", "7", "H", None, 2, 1, {"players": 3}, 4),
    ("greedy", "9", "C", None, 3, 1, {}, 5),
    ("greedy", None, None, None, 0, 1, {"players": 3}, 6),
    ("greedy", "10", "H", None, 0, 1, {"players": 2}, 7),
    ("greedy", "12", "S", "SJ", 0, 3, {}, 8),
    ("greedy", None, None, None, 0, 0, {"players": 2}, 9),
    ("maxims", "6", "H", None, 0, 3, {}, 10),
    ("maxims", "11", "D", None, 2, 0, {"players": 3}, 11),
    ("maxims", "8", "C", None, 1, 1, {"players": 2}, 12),
    ("maxims", None, None, None, 0, 3, {}, 13),
]


def setting_of(entry, game):
    """The table of an entry of either file."""
    bid = entry["denomination"] != "no bid"
    trump = entry["denomination"] if bid else None
    return Table.of(game.players, trump, declarer=entry.get("declarer", 0), dealer=entry.get("dealer"))


def endings():
    """Thirty endings: with every trump and without a bid, two to four players, the joker still out in most."""
    rng = random.Random(2027)
    for number in range(30):
        players, denomination = (4, 3, 2)[number % 3], ("S", "H", "D", "C", "no bid")[number % 5]
        size = {4: 3, 3: 4, 2: 5}[players] - (number >= 15)
        suits = rng.sample("SHDC", 3 if number % 2 else 2)
        if denomination not in ("no bid", *suits):
            suits[0] = denomination
        jokers = [twin.JOKER] * (number % 6 > 0)
        pack = [card for card in twin.PACK if card[0] in suits and card != twin.JOKER]
        cards = [*jokers, *rng.sample(pack, min(len(pack), players * size) - len(jokers))]
        size = len(cards) // players
        cards = cards[: size * players]
        rng.shuffle(cards)
        hands = [sorted(cards[i::players], key=twin.PACK.index) for i in range(players)]
        options = {} if players == 4 else {"players": players}
        yield {"denomination": denomination, "options": options, "hands": hands, "leader": rng.randrange(players)}


def play(game, policy, bid, trump, card, declarer, dealer, options, seed):
    """Deal 0 of the seed, played out: as it is kept in the file; `random` and `greedy` are held against the twin."""
    table = Table.of(game.players, trump, bid=bid, declarer=declarer, dealer=dealer, card=card or "")
    places, key = full_deal(seed, 0, game.players), ref.stream(seed, ref.PLAY)
    log, outcome = table.engine([places], policies.find(policy), key=key)
    cards = table.in_words(log[0])
    if policy != "maxims":
        record = table.reference(places, policy, ref.at(key, 0))
        assert [card for trick in record.tricks for _, card in trick] == cards
        assert record.tricks_by_seat + record.points == outcome[0, :8].tolist()
    n = game.players
    return {
        "policy": policy, "seed": seed, "bid": bid, "denomination": str(table.contract.denomination),
        "declarer": declarer, "dealer": dealer, "options": options,
        "hands": [" ".join(sorted(hand, key=twin.PACK.index)) for hand in places[:n]], "one_card": places[n][0],
        "tricks": [" ".join(cards[i : i + n]) for i in range(0, len(cards), n)],
        "turned_after": outcome[0, 8:].tolist(), "tricks_by_seat": outcome[0, :n].tolist(),
        "captured": outcome[0, 4 : 4 + n].tolist(),
        "points": game.score(table.contract, outcome[0]).tolist(),
    }  # fmt: skip
