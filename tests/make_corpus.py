"""Make the files of tests/data: endings with their counts of legal plays, and complete playthroughs.

    python tests/make_corpus.py [perft] [golden]

The counts come from the slow reference. The playthroughs come from the engine; those of `random` and `greedy` are
held against the reference before they are written, those of `maxims` are what it plays today: make them again when
its weights have changed.
"""

import json
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import one_card_corpus  # noqa: E402
import reference as ref  # noqa: E402
import reference_one_card  # noqa: E402
import reference_smear  # noqa: E402
from engine_helpers import Setting, base_of, full_deal  # noqa: E402
from euchre_helpers import EuchreSetting, euchre_deal, every_setting, random_ending  # noqa: E402

from handsim.engine import policy as policies  # noqa: E402
from handsim.games.bid_euchre import BidEuchre  # noqa: E402
from handsim.games.bid_whist import DENOMINATIONS, BidWhist  # noqa: E402
from handsim.games.one_card import OneCard  # noqa: E402
from handsim.games.smear import Smear  # noqa: E402
from handsim.games.whist import Whist  # noqa: E402

DATA = Path(__file__).parent / "data"
GAMES = {"bid_whist": BidWhist, "whist": Whist, "bid_euchre": BidEuchre, "smear": Smear, "one_card": OneCard}
PLAY_OPTIONS = [
    {},
    {"joker_led": "next_suit", "joker_first_discard": True, "downtown_ace": "worst"},
]


def setting_of(entry, game="bid_whist"):
    """The contract of an entry of either file of a game."""
    game = GAMES[game](**entry["options"])
    if isinstance(game, OneCard):
        return one_card_corpus.setting_of(entry, game)
    denomination = next(d for d in game.denominations if str(d) == entry["denomination"])
    seats = {"declarer": entry.get("declarer", 0), "dealer": entry.get("dealer", 3)}
    return make_setting(game, entry.get("bid"), denomination, **seats)


def make_setting(game, bid, denomination, **seats):
    """The contract of a game, for the engine and for its reference."""
    if isinstance(game, BidEuchre):
        return EuchreSetting(game, bid, denomination, **seats)
    return Setting(game, denomination, **seats)


# Endings


def endings():
    """Forty endings: every denomination twice with the default rules and twice with others, jokers in nearly all."""
    rng = random.Random(2024)
    for number in range(40):
        denomination = DENOMINATIONS[number % 10]
        options = PLAY_OPTIONS[number // 10 % 2]
        size = 4 if number < 20 else 3
        # Three suits or two, the trump suit among them, so that there is much to follow, to ruff and to throw.
        suits = rng.sample("SHDC", 3 if number % 3 else 2)
        if denomination.trump not in ("NT", *suits):
            suits[0] = denomination.trump
        pack = [card for card in ref.PACK if card[0] in suits and card not in ref.JOKERS]
        jokers = list(ref.JOKERS)[: rng.choice((0, 1, 2, 2, 2))]
        cards = [*jokers, *rng.sample(pack, 4 * size - len(jokers))]
        rng.shuffle(cards)
        hands = [sorted(cards[i::4], key=ref.PACK.index) for i in range(4)]
        joker_at = [seat for seat in range(4) if set(hands[seat]) & set(jokers)]
        leader = rng.choice(joker_at or [0, 1, 2, 3])
        yield {"denomination": str(denomination), "options": options, "hands": hands, "leader": leader}


def whist_endings():
    """Twenty endings of Whist, four in each denomination."""
    rng = random.Random(2025)
    for number in range(20):
        trump = Whist().denominations[number % 5].trump
        size = 4 if number < 10 else 3
        suits = rng.sample("SHDC", 3 if number % 3 else 2)
        if trump not in ("NT", *suits):
            suits[0] = trump
        cards = rng.sample([card for card in ref.PACK[:52] if card[0] in suits], 4 * size)
        hands = [sorted(cards[i::4], key=ref.PACK.index) for i in range(4)]
        yield {"denomination": trump, "options": {}, "hands": hands, "leader": rng.randrange(4)}


def smear_endings():
    """Twenty endings of Smear, five in each trump suit, all of three suits or two with trumps in most hands."""
    rng = random.Random(2026)
    for number in range(20):
        trump = "SHDC"[number % 4]
        size = 4 if number < 10 else 3
        others = rng.sample([suit for suit in "SHDC" if suit != trump], 2 if number % 3 else 1)
        trumps = [card for card in reference_smear.PACK if card[0] == trump]
        plain = [card for card in reference_smear.PACK if card[0] in others]
        mine = rng.sample(trumps, min(rng.choice((4, 5, 6)), 4 * size))
        if len(mine) + len(plain) < 4 * size:
            mine = trumps
        cards = [*mine, *rng.sample(plain, 4 * size - len(mine))]
        rng.shuffle(cards)
        hands = [sorted(cards[i::4], key=ref.PACK.index) for i in range(4)]
        yield {"denomination": trump, "options": {}, "hands": hands, "leader": rng.randrange(4)}


def euchre_endings():
    """Endings of Bid Euchre: every way to play it in every denomination, alone and not, in suits and ranks that tie."""
    rng = random.Random(2026)
    for number, setting in enumerate(every_setting(rng, bids=("3", "moon"), fields=False)):
        size = 4 if number % 3 else 3
        hands, leader = random_ending(rng, setting, size)
        contract = setting.contract
        yield {
            "bid": contract.bid.name, "denomination": str(contract.denomination), "declarer": contract.declarer,
            "options": setting.game.changed_options(),
            "hands": [sorted(hand, key=setting.pack.index) for hand in hands], "leader": leader,
        }  # fmt: skip


ENDINGS = {
    "bid_whist": endings,
    "whist": whist_endings,
    "bid_euchre": euchre_endings,
    "smear": smear_endings,
    "one_card": one_card_corpus.endings,
}


def make_perft(game="bid_whist"):
    entries = []
    divide = reference_one_card.perft_divide if game == "one_card" else ref.perft_divide
    for entry in ENDINGS[game]():
        rules = setting_of(entry, game).rules
        entry["divide"] = divide(rules, entry["hands"], entry["leader"])
        entry["count"] = sum(entry["divide"].values())
        entry["hands"] = [" ".join(hand) for hand in entry["hands"]]
        entries.append(entry)
    return entries


# Playthroughs

GOLDEN = {}
GOLDEN["bid_whist"] = [
    # policy, bid, trump, direction, declarer, dealer, options, seed
    ("random", "4 uptown", "S", None, 0, 3, {}, 1),
    ("random", "3 downtown", "D", None, 1, 0, {"joker_led": "next_suit", "first_lead": "dealer_left"}, 2),
    ("random", "5 notrump", None, "uptown", 2, 1, {"joker_first_discard": True}, 3),
    ("random", "2 notrump", None, "downtown", 3, 2, {"exchange": False, "downtown_ace": "worst"}, 4),
    ("greedy", "4 downtown", "H", None, 0, 3, {}, 5),
    ("greedy", "1 uptown", "C", None, 1, 3,
     {"exchange": False, "first_lead": "dealer_left", "joker_led": "next_suit"}, 6),
    ("greedy", "6 downtown", "S", None, 2, 0, {"downtown_ace": "worst", "failed": "shortfall"}, 7),
    ("greedy", "3 notrump", None, "uptown", 3, 0, {"notrump_doubles": True}, 8),
    ("greedy", "4 notrump", None, "downtown", 0, 1, {"joker_first_discard": True, "show_kitty": "always"}, 9),
    ("maxims", "4 uptown", "D", None, 0, 3, {}, 10),
    ("maxims", "4 downtown", "C", None, 1, 3, {"exchange_count_public": True}, 11),
    ("maxims", "3 notrump", None, "uptown", 2, 3, {"show_kitty": "always"}, 12),
    ("maxims", "2 notrump", None, "downtown", 3, 3, {}, 13),
]  # fmt: skip
GOLDEN["whist"] = [
    ("random", "1", "S", None, 0, 0, {}, 1),
    ("random", "2", "NT", None, 1, 3, {}, 2),
    ("greedy", "3", "H", None, 2, 2, {}, 3),
    ("greedy", "1", "NT", None, 3, 1, {}, 4),
    ("greedy", "7", "D", None, 0, 3, {}, 5),
    ("maxims", "1", "C", None, 0, 0, {}, 6),
    ("maxims", "4", "S", None, 1, 0, {}, 7),
    ("maxims", "2", "NT", None, 2, 1, {}, 8),
]
GOLDEN["smear"] = [
    ("random", "2", "S", None, 0, 3, {}, 1),
    ("random", "3", "H", None, 1, 3, {"undealt_seen": 2, "high_low": "in_play"}, 2),
    ("random", "4", "D", None, 2, 0, {"undealt_seen": 0}, 3),
    ("greedy", "2", "C", None, 3, 3, {}, 4),
    ("greedy", "3", "S", None, 0, 1, {"undealt_seen": 1}, 5),
    ("greedy", "4", "H", None, 1, 2, {"high_low": "in_play"}, 6),
    ("greedy", "2", "D", None, 2, 3, {"undealt_seen": 0, "high_low": "in_play"}, 7),
    ("maxims", "2", "C", None, 0, 3, {}, 8),
    ("maxims", "3", "S", None, 1, 3, {"undealt_seen": 2}, 9),
    ("maxims", "4", "H", None, 2, 3, {"high_low": "in_play"}, 10),
    ("maxims", "2", "D", None, 3, 0, {"undealt_seen": 0}, 11),
]
GOLDEN["one_card"] = one_card_corpus.GOLDEN
GOLDEN["bid_euchre"] = [
    ("random", "3", "S", None, 0, 3, {}, 1),
    ("random", "ask", "H", None, 1, 3, {}, 2),
    ("random", "moon", "D", None, 2, 0, {"decks": 2}, 3),
    ("random", "4", "NT", "low", 3, 1, {"notrump_low": True}, 4),
    ("greedy", "5", "C", None, 0, 3, {"joker": True}, 5),
    ("greedy", "ask", "S", None, 3, 0, {"decks": 2, "exchange_cards": 2}, 6),
    ("greedy", "moon", "H", None, 1, 2, {"alone_failed": "value"}, 7),
    ("greedy", "ask", "NT", "high", 2, 2, {"notrump_high": True}, 8),
    ("greedy", "7", "D", None, 0, 1, {"decks": 2}, 9),
    ("maxims", "4", "S", None, 0, 3, {}, 10),
    ("maxims", "ask", "D", None, 1, 0, {}, 11),
    ("maxims", "moon", "C", None, 2, 1, {}, 12),
    ("maxims", "6", "H", None, 3, 3, {"decks": 2}, 13),
]


def dealt(game, seed):
    """Deal 0 of a seed: the hands, then the piles."""
    return euchre_deal(seed, 0, game) if isinstance(game, BidEuchre) else full_deal(seed, 0, game)


def play(name, policy, bid, trump, direction, declarer, dealer, options, seed):
    """Deal 0 of the seed, played out: as it is kept in the file."""
    game = GAMES[name](**options)
    if isinstance(game, OneCard):
        return one_card_corpus.play(game, policy, bid, trump, direction, declarer, dealer, options, seed)
    contract = game.contract(bid, trump=trump, direction=direction, declarer=declarer, dealer=dealer)
    setting = make_setting(game, bid, contract.denomination, declarer=declarer, dealer=dealer)
    places, key = dealt(game, seed), ref.stream(seed, ref.PLAY)
    log, outcome = setting.engine([places], policies.find(policy), key=key)
    taken = outcome[0, :4].tolist()
    buried, cards = setting.in_words(log[0])
    n_playing = setting.frame.n_playing
    if policy != "maxims":
        away, same, record = setting.reference(places, policy, base_of(key, 0))
        assert (sorted(away), same, record.tricks_by_seat) == (sorted(buried), cards, taken)
    result = game.result(contract, outcome[0])
    counted = {"tricks_scored": int(game.counted(contract, result))}
    if game.scores_from == "cards":
        counted = {"outcome": outcome[0].tolist(), "counted": int(game.counted(contract, result))}
    return {
        "policy": policy, "seed": seed, "bid": bid, "denomination": str(contract.denomination), "declarer": declarer,
        "dealer": dealer, "options": options,
        "hands": [" ".join(sorted(hand, key=setting.pack.index)) for hand in places[:4]],
        **{name: " ".join(sorted(p, key=setting.pack.index)) for name, p in zip(game.piles, places[4:], strict=True)},
        "buried": " ".join(buried),
        "tricks": [" ".join(cards[i : i + n_playing]) for i in range(0, len(cards), n_playing)],
        "tricks_by_seat": taken, **counted, "points": game.score(contract, result).tolist(),
    }  # fmt: skip


def make_golden(game="bid_whist"):
    return [play(game, *golden) for golden in GOLDEN[game]]


def main(kinds):
    makers = {"perft": make_perft, "golden": make_golden}
    for kind in kinds or makers:
        for game in GAMES:
            entries = makers[kind](game)
            path = DATA / kind / f"{game}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")
            print(f"{path}: {len(entries)} entries")


if __name__ == "__main__":
    main(sys.argv[1:])
