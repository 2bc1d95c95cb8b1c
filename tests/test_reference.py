"""The oracle itself, held against examples worked by hand and against outside answers."""

import ast
import csv
import os
import sys
from pathlib import Path

import pytest
import reference as ref
from reference import Rules, View

REFERENCE_DATA = Path(os.environ.get("HANDSIM_REFERENCE") or Path(__file__).parents[2] / "shared" / "reference")


def cards(text):
    return text.split()


def hands(*texts):
    return [cards(text) for text in texts]


def trick(text, seats=(0, 1, 2, 3)):
    return list(zip(seats, text.split(), strict=False))


# ---------------------------------------------------------------------------------------------- the rules


def test_imports_only_the_standard_library():
    tree = ast.parse(Path(ref.__file__).read_text())
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("rules", "suit", "low_to_high"),
    [
        (Rules(trump="S"), "H", "2 3 4 5 6 7 8 9 T J Q K A"),
        (Rules(trump="S", direction="downtown"), "H", "K Q J T 9 8 7 6 5 4 3 2 A"),
        (Rules(trump="S", direction="downtown", downtown_ace="worst"), "H", "A K Q J T 9 8 7 6 5 4 3 2"),
    ],
)
def test_order_of_a_plain_suit_and_of_trumps(rules, suit, low_to_high):
    ranks = low_to_high.split()
    assert rules.order[suit] == [suit + rank for rank in ranks]
    assert rules.order["S"] == ["S" + rank for rank in ranks] + ["LJ", "BJ"]


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "NT"])
def test_listing_holds_every_card_once(trump):
    rules = Rules(trump=trump)
    assert sorted(rules.listing) == sorted(ref.PACK)
    where = rules.rank_in_listing
    if trump == "NT":
        assert where["SA"] + 1 == where["LJ"] == where["H2"] - 1
        assert where["HA"] + 1 == where["BJ"] == where["D2"] - 1
    else:
        assert where[trump + "A"] + 2 == where["LJ"] + 1 == where["BJ"]


def test_jokers_are_trumps_and_belong_to_no_suit_at_notrump():
    assert ref.suit_of(Rules(trump="D"), "LJ") == ref.suit_of(Rules(trump="D"), "BJ") == "D"
    assert ref.suit_of(Rules(trump="NT"), "LJ") is None
    assert ref.suit_of(Rules(trump="NT"), "HT") == "H"


SPADES, NOTRUMP = Rules(trump="S"), Rules(trump="NT")
NEXT_SUIT = Rules(trump="S", joker_led="next_suit")
JOKER_FIRST = Rules(trump="NT", joker_first_discard=True)


@pytest.mark.parametrize(
    ("rules", "so_far", "hand", "legal"),
    [
        (SPADES, "", "S2 H3 BJ", "S2 H3 BJ"),
        (SPADES, "H4", "S2 H3 HA BJ", "H3 HA"),
        (SPADES, "D4", "S2 H3 BJ", "S2 H3 BJ"),  # void: no duty to trump
        (SPADES, "S4", "S2 H3 BJ", "S2 BJ"),  # jokers follow trumps
        (SPADES, "S4", "H3 LJ", "LJ"),
        (SPADES, "LJ", "S2 H3 BJ", "S2 BJ"),  # a joker led asks for trumps
        (NEXT_SUIT, "LJ", "S2 H3 BJ", "S2 H3 BJ"),  # ... or for nothing yet
        (NEXT_SUIT, "LJ BJ", "S2 H3", "S2 H3"),
        (NEXT_SUIT, "LJ H4", "S2 H3 BJ", "H3"),  # ... until a suit card is played
        (NEXT_SUIT, "LJ S4", "S2 H3 BJ", "S2 BJ"),
        (NEXT_SUIT, "LJ BJ H4", "S2 H3", "H3"),
        (NEXT_SUIT, "H4 LJ D4", "S2 H3 D3", "H3"),  # a joker not led changes nothing
        (NOTRUMP, "H4", "S2 H3 BJ", "H3"),
        (NOTRUMP, "D4", "S2 H3 BJ", "S2 H3 BJ"),
        (NOTRUMP, "LJ", "S2 H3 BJ", "S2 H3 BJ"),
        (NOTRUMP, "LJ S4", "S2 H3 BJ", "S2"),
        (NOTRUMP, "LJ BJ H4", "S2 H3", "H3"),
        (JOKER_FIRST, "D4", "S2 H3 BJ", "BJ"),
        (JOKER_FIRST, "D4", "LJ H3 BJ", "LJ BJ"),
        (JOKER_FIRST, "H4", "S2 H3 BJ", "H3"),
        (JOKER_FIRST, "LJ", "S2 H3 BJ", "S2 H3 BJ"),  # nothing asked, so nobody is void
        (Rules(trump="S", joker_first_discard=True), "D4", "S2 H3 BJ", "S2 H3 BJ"),  # here jokers are trumps
    ],
)
def test_legal_cards(rules, so_far, hand, legal):
    assert ref.legal_cards(rules, hand.split(), trick(so_far)) == legal.split()


@pytest.mark.parametrize(
    ("rules", "played", "winner"),
    [
        (SPADES, "H4 HT HK H9", 2),
        (SPADES, "H4 DA CA H5", 3),
        (SPADES, "H4 HA S2 HK", 2),
        (SPADES, "H4 S3 S2 LJ", 3),
        (SPADES, "SA LJ BJ S2", 2),
        (SPADES, "LJ SA S2 H2", 0),
        (NEXT_SUIT, "LJ HA H2 SA", 0),
        (NEXT_SUIT, "LJ HA BJ H3", 2),
        (NOTRUMP, "H4 SA BJ LJ", 0),
        (NOTRUMP, "LJ H2 SA BJ", 1),
        (NOTRUMP, "LJ BJ C2 C3", 3),
        (Rules(trump="S", direction="downtown"), "H4 H2 HA HK", 2),
        (Rules(trump="S", direction="downtown"), "H4 H3 HK H9", 1),
        (Rules(trump="S", direction="downtown", downtown_ace="worst"), "H4 HK HA H9", 0),
        (Rules(trump="S", direction="downtown"), "H4 SK S3 LJ", 3),
    ],
)
def test_trick_winner(rules, played, winner):
    assert ref.trick_winner(rules, trick(played)) == winner


def test_a_trick_of_jokers_only_is_its_leaders():
    assert ref.trick_winner(NOTRUMP, trick("LJ BJ", seats=(2, 3))) == 2


@pytest.mark.parametrize(
    ("rules", "played", "shown"),
    [
        (SPADES, "H4 H5 H6 H7", set()),
        (SPADES, "H4 S5 H6 D7", {(1, "H"), (3, "H")}),
        (SPADES, "S4 LJ H6 S7", {(2, "S")}),
        (SPADES, "LJ S2 D2 BJ", {(2, "S")}),
        (NEXT_SUIT, "LJ D2 H6 S7", {(2, "D"), (3, "D")}),
        (NEXT_SUIT, "LJ BJ H6 S7", {(3, "H")}),
        (NOTRUMP, "LJ BJ H6 S7", {(3, "H")}),
        (NOTRUMP, "H4 BJ H6 S7", {(1, "H"), (3, "H")}),
        (JOKER_FIRST, "H4 BJ H6 S7", {(1, "H"), (3, "H"), (3, "joker")}),
        (JOKER_FIRST, "LJ C2 H6 BJ", {(2, "C"), (2, "joker"), (3, "C")}),
        (Rules(trump="S", joker_first_discard=True), "H4 D3 H6 H7", {(1, "H")}),
    ],
)
def test_voids_shown(rules, played, shown):
    assert ref.voids_shown(rules, trick(played)) == shown


def test_information_of_a_seat():
    tricks = [trick("H4 S7 H6 H7"), trick("C2", seats=(3,))]
    known = ref.information(JOKER_FIRST, 0, cards("HA C9"), tricks, buried=["D2"])
    assert len(known.unseen) == 54 - 2 - 5 - 1
    assert known.voids == {(1, "H"), (1, "joker")}
    assert known.could_hold[1] == {card for card in known.unseen if card[0] not in "HBL"}
    assert known.could_hold[2] == known.could_hold[3] == set(known.unseen)
    assert known.cards_left == {1: 2, 2: 2, 3: 1}


class Euchre(Rules):
    """Another game as a subclass: bowers, no jokers."""

    def make_order(self):
        order = {suit: [suit + rank for rank in "9TJQKA"] for suit in "SHDC"}
        left = {"S": "C", "C": "S", "H": "D", "D": "H"}[self.trump]
        order[self.trump].remove(self.trump + "J")
        order[left].remove(left + "J")
        order[self.trump] += [left + "J", self.trump + "J"]
        return order

    def worthless(self):
        return ()


def test_another_games_order():
    rules = Euchre(trump="S")
    assert rules.order["S"] == cards("S9 ST SQ SK SA CJ SJ")
    assert len(rules.listing) == 24
    assert ref.legal_cards(rules, cards("CJ C9"), trick("CA")) == ["C9"]
    assert ref.legal_cards(rules, cards("CJ C9"), trick("S9")) == ["CJ"]
    assert ref.trick_winner(rules, trick("SA CJ SJ S9")) == 2


def test_three_seats():
    rules = Rules(trump="NT", seats=(0, 1, 3), sides=(0, 1, 2, 3))
    assert ref.seat_order(rules, 3) == [3, 0, 1]
    deal = hands("HA S2", "H3 H4", "", "D2 D3")
    assert ref.perft(rules, deal, 0) == 2 * 2 * 2
    assert ref.minimax(rules, deal, 0) == 2


# ----------------------------------------------------------------------------------------- random numbers


def test_the_published_sequence_of_splitmix64():
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [ref.at(1234567, n) for n in range(4)] == expected


def test_streams_and_bounded_draws():
    assert ref.stream(7, ref.PLAY) == ref.mix(ref.at(7, 0) + 2 * ref.GAMMA)
    assert ref.decision_key(99, 5, 3) == ref.at(99, 23)
    assert len({ref.stream(7, purpose) for purpose in (ref.DEAL, ref.PLAY, ref.SELECT)}) == 3
    key = ref.stream(7, ref.DEAL)
    high, low = divmod(ref.at(key, 1), 2**32)
    assert ref.below(key, 2, 42) == high * 42 // 2**32
    assert ref.below(key, 3, 42) == low * 42 // 2**32
    counts = [0] * 5
    for j in range(5000):
        counts[ref.below(key, j, 5)] += 1
    assert all(880 < count < 1120 for count in counts)


@pytest.mark.parametrize(
    ("need", "draws", "places"),
    [
        ([2, 3, 0, 1, 0], [2, 0, 3, 1, 0], ["cb", "fed", "", "a", ""]),  # the last place takes what is left
        ([2, 1], [2, 0, 3], ["cb", "f"]),  # cards are left over: every card is drawn
        ([0, 6], [], ["", "abcdef"]),
    ],
)
def test_dealing_by_hand(monkeypatch, need, draws, places):
    left = list(draws)
    monkeypatch.setattr(ref, "below", lambda key, j, n: left.pop(0))
    assert ["".join(place) for place in ref.deal(0, ref.DEAL, 0, "abcdef", need)] == places
    assert not left


def test_deals_are_keyed():
    unseen, need = ref.PACK[12:], [0, 12, 12, 12, 6]
    first = ref.deal(5, ref.DEAL, 3, unseen, need)
    assert [len(place) for place in first] == need
    assert sorted(card for place in first for card in place) == sorted(unseen)
    assert first == ref.deal(5, ref.DEAL, 3, unseen, need)
    others = [(5, ref.DEAL, 4), (5, ref.SELECT, 3), (6, ref.DEAL, 3)]
    assert all(first != ref.deal(*other, unseen, need) for other in others)


# ----------------------------------------------------------------------------------------------- policies


@pytest.mark.parametrize(
    ("rules", "hand", "so_far", "seen", "card"),
    [
        (SPADES, "H3 H9 HK", "HA H4", "", "H3"),  # partner is winning
        (SPADES, "S3 D9 CK", "HA H4", "", "D9"),  # ... and the lowest is a plain card
        (SPADES, "H3 HJ HK HA", "H2 HT", "", "HJ"),  # cheapest winner
        (SPADES, "H3 H4", "H2 HT", "", "H3"),
        (SPADES, "S2 S5 D3", "H2 HT", "", "S2"),  # ruffs low
        (SPADES, "S2 S5 D3", "H2 S9", "", "D3"),  # cannot overruff
        (SPADES, "S2 ST LJ D3", "H2 S9", "", "ST"),
        (NOTRUMP, "S2 BJ LJ D3", "H2 H9", "", "LJ"),  # worthless jokers go first
        (NOTRUMP, "S9 BJ D3", "LJ", "", "D3"),  # any suit card beats the led joker
        (NOTRUMP, "S9 BJ D3", "LJ C2", "", "BJ"),
        (NOTRUMP, "SA SK HA", "", "", "SA"),  # bosses: the top, then the first suit
        (NOTRUMP, "SK HA", "", "", "HA"),
        (NOTRUMP, "SQ HK C2", "", "SA SK", "SQ"),  # a boss since the ace and king are gone
        (SPADES, "BJ SA HA", "", "", "BJ"),
        (SPADES, "SA HA", "", "", "HA"),  # somebody may hold a joker
        (SPADES, "SA HA", "", "LJ BJ", "SA"),
        (SPADES, "HK D2 C2", "", "", "D2"),
        (Rules(trump="D"), "HK D2 C2", "", "", "C2"),
        (NOTRUMP, "LJ C9", "", "", "C9"),
        (NOTRUMP, "LJ BJ", "", "", "LJ"),
        (Rules(trump="S", direction="downtown"), "H2 HK D3", "", "", "HK"),
        (Rules(trump="S", direction="downtown"), "H2 HK D3", "", "HA", "H2"),
    ],
)
def test_greedy(rules, hand, so_far, seen, card):
    seat = len(so_far.split())
    assert ref.play_greedy(rules, seat, hand.split(), trick(so_far), seen.split()) == card


def test_random_draws_from_the_listing():
    hand = cards("C2 BJ D3 LJ S9")
    keys = [ref.at(1, n) for n in range(40)]
    listed = cards("S9 LJ BJ D3 C2")
    drawn = [ref.play_random(NOTRUMP, hand, [], key) for key in keys]
    assert drawn == [listed[(key // 2**32) * 5 // 2**32] for key in keys]
    assert set(drawn) == set(hand)
    assert ref.play_random(NOTRUMP, hand, trick("D9"), keys[0]) == "D3"


def test_random_burial_draws_without_replacement():
    hand = cards("C2 BJ D3 LJ S9 HA")
    for base in range(20):
        word, rest = ref.at(base, 63 + 2), cards("S9 LJ HA BJ D3 C2")
        away = [rest.pop((ref.at(word, n) // 2**32) * len(rest) // 2**32) for n in range(3)]
        assert ref.bury_random(NOTRUMP, hand, base, 2, 3) == away
    chosen = [tuple(ref.bury_random(NOTRUMP, hand, ref.at(1, n), 0, 1)) for n in range(600)]
    assert all(70 < chosen.count((card,)) < 130 for card in hand)


def test_burying_the_six_lowest():
    hand = cards("BJ LJ SA S2 H2 H3 HA D2 D3 DA C2 C4 CA CK CQ CJ CT C9")
    assert ref.bury_six_lowest(SPADES, hand) == cards("H2 D2 C2 H3 D3 C4")
    assert ref.bury_six_lowest(NOTRUMP, hand) == cards("LJ BJ S2 H2 D2 C2")


# ------------------------------------------------------------------------------------------------ playout


def test_playout_by_hand():
    # Greedy leads the boss HA; seat 2's HK falls. Then D2: seat 3 wins with the DK, and keeps the lead.
    deal = hands("HA D2 D3", "H2 H3 D9", "HK C2 C3", "DK C4 H4")
    record = ref.playout(NOTRUMP, deal, [ref.greedy_policy] * 4)
    assert record.tricks[0] == trick("HA H2 HK H4")
    assert record.tricks[1] == trick("D2 D9 C2 DK")
    assert record.tricks[2] == trick("C4 D3 H3 C3", seats=(3, 0, 1, 2))
    assert record.winners == [0, 3, 3]
    assert record.tricks_by_seat == [1, 0, 0, 2]
    assert record.tricks_of(NOTRUMP, 1) == 2


def test_playout_buries_and_keeps_secrets():
    seen = []

    def spy(view: View):
        seen.append(view)
        return ref.greedy_policy(view)

    deal = hands("SA H5", "H6 H7", "C2 C3", "D2 D3")
    record = ref.playout(SPADES, deal, [spy] * 4, 99, ["H2", "BJ"], lambda rules, held: ["H2", "H5"])
    assert record.buried == ["H2", "H5"]
    assert record.tricks[0][0] == (0, "BJ")
    assert record.winners == [0, 0]
    assert [view.seat for view in seen] == [0, 1, 2, 3]  # the last trick offers no choice
    assert [tuple(view.buried) for view in seen] == [("H2", "H5"), (), (), ()]
    assert [view.key for view in seen] == [ref.at(99, seat) for seat in range(4)]


def test_a_dead_kitty_changes_nothing():
    deal = hands("SA H5", "H6 H7", "C2 C3", "D2 D3")
    with_kitty = ref.playout(SPADES, deal, [ref.greedy_policy] * 4, 0, ["BJ", "LJ"])
    assert with_kitty == ref.playout(SPADES, deal, [ref.greedy_policy] * 4)


@pytest.mark.parametrize("policy", [ref.random_policy, ref.greedy_policy])
@pytest.mark.parametrize("joker_led", ["trump", "next_suit"])
@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "NT"])
def test_full_playouts_are_lawful(trump, joker_led, policy):
    rules = Rules(trump=trump, joker_led=joker_led, declarer=1, leader=1, joker_first_discard=True)
    for i in range(4):
        *deal, kitty = ref.deal(1, ref.DEAL, i, ref.PACK, [12, 12, 12, 12, 6])
        record = ref.playout(rules, deal, [policy] * 4, ref.play_stream(1, i), kitty, ref.bury_six_lowest)
        assert len(record.tricks) == sum(record.tricks_by_seat) == 12
        played = [card for one in record.tricks for _, card in one]
        assert sorted(played + record.buried) == sorted(ref.PACK)
        for number, one in enumerate(record.tricks):
            later = [play for rest in record.tricks[number + 1 :] for play in rest]
            for seat, suit in ref.voids_shown(rules, one):
                assert all((ref.suit_of(rules, c) or "joker") != suit for s, c in later if s == seat)


# ----------------------------------------------------------------------------------- counting and searching


@pytest.mark.parametrize(
    ("rules", "seat0", "seat1", "divide"),
    [
        # Seats 2 and 3 can never follow: 2 x 2 ways; the second trick is forced.
        (NOTRUMP, "S2 HA", "H3 H4", {"S2": 8, "HA": 8}),
        (NOTRUMP, "S2 HA", "H3 S4", {"S2": 4, "HA": 4}),  # seat 1 must follow both
        (NOTRUMP, "LJ HA", "H3 S4", {"LJ": 8, "HA": 4}),  # seat 1 is free on the joker
        (SPADES, "LJ HA", "H3 S4", {"HA": 4, "LJ": 4}),  # the joker asks for spades
        (NEXT_SUIT, "LJ HA", "H3 S4", {"HA": 4, "LJ": 8}),
        (NOTRUMP, "S2 HA", "H3 BJ", {"S2": 8, "HA": 4}),
        (JOKER_FIRST, "S2 HA", "H3 BJ", {"S2": 4, "HA": 4}),  # void in spades, the joker must go
    ],
)
def test_perft_by_hand(rules, seat0, seat1, divide):
    deal = hands(seat0, seat1, "C2 C3", "D2 D3")
    found = ref.perft_divide(rules, deal, 0)
    assert found == divide
    assert list(found) == ref.in_listing_order(rules, seat0.split())
    assert ref.perft(rules, deal, 0) == sum(divide.values())


def test_perft_of_nothing_is_one():
    assert ref.perft(NOTRUMP, [[], [], [], []], 0) == 1


@pytest.mark.parametrize(
    ("rules", "seats", "tricks"),
    [
        # The finesse: HK before the ace-queen is caught, behind it is not.
        (NOTRUMP, ("H2 C2", "HK H3", "HA HQ", "C3 D5"), 2),
        (NOTRUMP, ("H2 C2", "C3 D5", "HA HQ", "HK H3"), 1),
        # BJ draws the LJ and SA is good; under next_suit seat 1 keeps his LJ for the ace.
        (SPADES, ("BJ SA", "LJ H3", "C2 C3", "D2 D3"), 2),
        (NEXT_SUIT, ("BJ SA", "LJ H3", "C2 C3", "D2 D3"), 1),
        # Seat 1 wins the trick that the worthless joker leads, and has to lead to the HA.
        (NOTRUMP, ("BJ HA", "H2 H3", "C2 D2", "C3 D3"), 1),
        # Downtown the two is above the three, and the ace above both (or below everything).
        (Rules(trump="NT", direction="downtown"), ("H3 H2", "HA HK", "C2 C3", "D2 D3"), 1),
        (
            Rules(trump="NT", direction="downtown", downtown_ace="worst"),
            ("H3 H2", "HA HK", "C2 C3", "D2 D3"),
            2,
        ),
    ],
)
def test_minimax_by_hand(rules, seats, tricks):
    assert ref.minimax(rules, hands(*seats), 0) == tricks


def test_minimax_in_mid_trick():
    # The finesse again: seat 1 has played low, seat 2 is to play; the ace would lose a trick, the queen none.
    deal = hands("C2", "HK", "HA HQ", "C3 D5")
    assert ref.minimax(NOTRUMP, deal, 0, trick("H2 H3")) == 2


def test_minimax_agrees_with_outside_answers():
    path = REFERENCE_DATA / "dd_bid_whist_endings.csv"
    if not path.exists():
        pytest.skip("../shared/reference is absent")
    with path.open() as file:
        rows = [row for row in csv.DictReader(file) if len(row["seat0"].split()) == 4]
    for row in rows[::5]:
        rules = Rules(trump=row["trump"], direction=row["direction"])
        deal = [row[f"seat{seat}"].split() for seat in range(4)]
        assert ref.minimax(rules, deal, int(row["leader"])) == int(row["tricks_leader_side"]), row


# ------------------------------------------------------------------------------------------------ scoring

CONTRACT_WHIST = ref.ScoreOptions(failed="shortfall")  # A
ONE_ROUND = ref.ScoreOptions(failed="bid")  # B, and the default


@pytest.mark.parametrize(
    ("options", "level", "call", "played", "points"),
    [
        (CONTRACT_WHIST, 7, "uptown", 8, -4),  # A's example: bid 7, took 9 with the kitty
        (ONE_ROUND, 4, "uptown", 8, -4),  # B's example: bid 4, took 9
        (CONTRACT_WHIST, 4, "uptown", 8, -1),
        (ONE_ROUND, 4, "uptown", 9, 4),  # exactly ten
        (ONE_ROUND, 4, "downtown", 11, 6),  # overtricks count
        (CONTRACT_WHIST, 4, "notrump", 11, 6),
        (ref.ScoreOptions(kitty_is_trick=False), 4, "uptown", 9, -4),
        (ref.ScoreOptions(kitty_is_trick=False), 4, "uptown", 10, 4),
        (ref.ScoreOptions(notrump_doubles=True), 4, "notrump", 10, 10),
        (ref.ScoreOptions(notrump_doubles=True), 4, "notrump", 8, -8),
        (ref.ScoreOptions(notrump_doubles=True), 4, "uptown", 10, 5),
        (ONE_ROUND, 5, "uptown", 12, 7),
        (ref.ScoreOptions(boston="double"), 5, "uptown", 12, 14),
        (ref.ScoreOptions(boston="double"), 5, "uptown", 11, 6),
    ],
)
def test_score(options, level, call, played, points):
    assert ref.score(options, level, call, played) == (points, 0)
