"""Decks, hands and deals."""

import copy
import pickle
import random
import subprocess
import sys
from dataclasses import dataclass

import pytest

from handsim.cards import FULL_DECK, RANKS, SUITS, Card, Deal, Deck, Hand
from handsim.errors import ArgumentError, CardsError, HandsimError, NotationError


@dataclass
class Game:
    deck: Deck
    hand_size: int
    title: str


BID_WHIST = Game(Deck.build(), 12, "Bid Whist")
EUCHRE = Game(Deck.build("9TJQKA", jokers=()), 6, "Bid Euchre")
DOUBLE = Game(Deck.build("9TJQKA", jokers=(), copies=2), 12, "double Bid Euchre")
ONE_CARD = Game(Deck.build("9TJQKA", jokers=("BJ",)), 6, "One Card")
GAMES = [BID_WHIST, EUCHRE, DOUBLE, ONE_CARD, Game(Deck.build(jokers=()), 13, "Whist")]
TWELVE = "BJ LJ SA S7 S4 S3 S2 HA H2 DK D9 C3"
PBN = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"


def some(text: str) -> Hand:
    return Hand.parse(text)


def test_import_needs_the_standard_library_only() -> None:
    heavy = ["numpy", "pandas", "numba", "matplotlib"]
    code = f"import sys, handsim.cards; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The deck


def test_full_deck_order() -> None:
    assert [str(c) for c in FULL_DECK] == [s + r for s in "SHDC" for r in "23456789TJQKA"] + ["LJ", "BJ"]
    assert (len(FULL_DECK), FULL_DECK.name) == (54, "the 54-card pack")
    assert Deck.build() == FULL_DECK
    assert hash(FULL_DECK) == hash(Deck.build())


def test_build_puts_ranks_in_order() -> None:
    assert Deck.build("AK9QJT", jokers=()) == EUCHRE.deck
    assert Deck.build(jokers=("BJ", "LJ")) == FULL_DECK
    assert [str(c) for c in DOUBLE.deck][:4] == ["S9", "S9", "ST", "ST"]
    assert [len(game.deck) for game in GAMES] == [54, 24, 48, 25, 52]


@pytest.mark.parametrize(("options", "named"), [
    ({"ranks": "1A"}, "ranks="), ({"ranks": "AA"}, "ranks="), ({"ranks": ["10"]}, "10"),
    ({"jokers": ("XJ",)}, "XJ"), ({"jokers": ("LJ",)}, "jokers="), ({"copies": 0}, "copies=0"),
])  # fmt: skip
def test_build_refuses(options: dict[str, object], named: str) -> None:
    with pytest.raises(ArgumentError, match=named):
        Deck.build(**options)  # type: ignore[arg-type]


def test_pack_must_have_its_copies_side_by_side() -> None:
    a, k = Card("S", "A"), Card("S", "K")
    assert len(Deck((a, a, k, k), copies=2)) == 4
    for pack in [(a, k, a, k), (a, a, k), (a, a, a, a)]:
        with pytest.raises(CardsError, match="copies=2"):
            Deck(pack, copies=2)
    with pytest.raises(CardsError):
        Deck((a, a))


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.title)
def test_index_mask_and_cards_agree(game: Game) -> None:
    deck, rng = game.deck, random.Random(3)
    assert [deck.index(card) for card in deck] == [i - i % deck.copies for i in range(len(deck))]
    assert deck.mask(deck) == (1 << len(deck)) - 1
    assert deck.mask([]) == 0
    assert deck.cards(0) == ()
    for _ in range(50):
        cards = rng.sample(deck.pack, rng.randint(0, len(deck)))
        mask = deck.mask(cards)
        assert mask.bit_count() == len(cards)
        assert sorted(map(str, deck.cards(mask))) == sorted(map(str, cards))
        assert deck.mask(deck.cards(mask)) == mask


def test_second_copy_takes_the_next_bit() -> None:
    nine = Card("S", "9")
    assert (DOUBLE.deck.mask([nine]), DOUBLE.deck.mask([nine, nine])) == (1, 3)
    with pytest.raises(CardsError, match='"S9" is there 3 times; the pack has 2'):
        DOUBLE.deck.mask([nine] * 3)


def test_deck_refuses_strange_cards_and_masks() -> None:
    with pytest.raises(CardsError, match=r'"S2" is not in the 24-card pack \(9 T J Q K A in each suit, no joker\)'):
        EUCHRE.deck.index(Card("S", "2"))
    with pytest.raises(CardsError, match=r'"LJ" is not in the 25-card pack .* and BJ'):
        ONE_CARD.deck.mask([Card("", "LJ")])
    for mask in (-1, 1 << 54):
        with pytest.raises(ArgumentError, match="bits 0 to 53"):
            FULL_DECK.cards(mask)


def test_deck_contains() -> None:
    assert Card("S", "9") in EUCHRE.deck
    assert "♠10" in EUCHRE.deck
    assert "joker" in ONE_CARD.deck
    assert "S2" not in EUCHRE.deck
    assert 5 not in EUCHRE.deck


# The hand


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.title)
def test_random_hands_are_read_back(game: Game) -> None:
    rng = random.Random(11)
    for _ in range(50):
        cards = rng.sample(game.deck.pack, game.hand_size)
        hand = Hand(cards, copies=game.deck.copies)
        again = Hand.parse(str(hand), game)
        assert again == hand
        assert hash(again) == hash(hand)
        assert eval(repr(hand)) == hand
        assert pickle.loads(pickle.dumps(hand)) == hand == copy.deepcopy(hand)
        assert game.deck.mask(hand) == game.deck.mask(cards)
        assert len(hand) == game.hand_size == len(list(hand))
        assert all(card in hand and str(card) in hand for card in cards)
        assert [card for s in ("", *SUITS) for card in hand.suit(s)] == list(hand)
        symbols = ", ".join(card.symbol for card in cards)
        assert Hand.parse(symbols, game) == hand


def test_hand_text_is_sorted() -> None:
    scrambled = "C3 H2 S2 LJ D9 S3 BJ HA S4 DK S7 SA"
    assert str(Hand.parse(scrambled, BID_WHIST)) == TWELVE
    assert repr(some("H2 SA")) == "Hand('SA H2')"
    assert repr(Hand(())) == "Hand(())"
    assert repr(Hand("S9 S9", copies=2)) == "Hand('S9 S9', copies=2)"
    assert str(Hand(reversed(FULL_DECK.pack))).startswith("BJ LJ SA SK SQ SJ ST S9")


def test_hand_is_a_value() -> None:
    hand = some("SA SK")
    assert hand == Hand([Card("S", "K"), Card("S", "A")])
    assert hand != some("SA SQ")
    assert hand != "SA SK"
    assert len({hand, some("SK SA")}) == 1
    with pytest.raises(AttributeError):
        hand.cards = ()  # type: ignore[misc]
    assert len(Hand(())) == 0
    assert Hand() == Hand(())


def test_hand_contains() -> None:
    hand = some("SA S10 BJ")
    for card in ("SA", "a♠", "10s", "big joker", Card("", "BJ")):
        assert card in hand
    for other in ("SK", "LJ", Card("H", "A"), 5, None):
        assert other not in hand
    with pytest.raises(NotationError, match='"S1"'):
        assert "S1" in hand


def test_suit() -> None:
    hand = some(TWELVE)
    assert [c.rank for c in hand.suit("S")] == list("A7432")
    assert hand.suit("spades") == hand.suit("♠") == hand.suit("S")
    assert [c.rank for c in hand.suit("")] == ["BJ", "LJ"]
    assert some("SA").suit("H") == ()
    with pytest.raises(ArgumentError, match="'X'"):
        hand.suit("X")


def test_join_and_take_away() -> None:
    a, b = some("SA SK"), some("H2 BJ")
    assert a | b == some("BJ SA SK H2")
    assert (a | b) - b == a
    assert a - a == Hand(())
    assert a | Hand(()) == a
    with pytest.raises(CardsError, match='"SA" is there twice'):
        a | some("SA D2")
    with pytest.raises(CardsError, match='"H3" cannot be taken away from "SA SK"'):
        a - some("SA H3")
    with pytest.raises(TypeError):
        a | "SQ"  # type: ignore[operator]
    with pytest.raises(TypeError):
        a - [Card("S", "A")]  # type: ignore[operator]


def test_join_and_take_away_in_a_double_deck() -> None:
    one = Hand("S9 HA", copies=2)
    both = one | one
    assert str(both) == "S9 S9 HA HA"
    assert both - one == one
    with pytest.raises(CardsError, match='"S9" is there 3 times'):
        both | Hand("S9", copies=2)


@pytest.mark.parametrize(("text", "game", "size", "message"), [
    ("SA SK SA", None, None, '"SA" is there twice'),
    ("SA SK a♠", None, None, '"a♠" (SA) is there twice'),
    ("S: A K A", None, None, '"A" (SA) is there twice'),
    ("BJ big", None, None, '"big" (BJ) is there twice'),
    ("S9 S9 9s", DOUBLE, None, '"9s" (S9) is there 3 times; the pack has 2 of each card'),
    ("SA 8H", EUCHRE, None, '"8H" (H8) is not in the 24-card pack (9 T J Q K A in each suit, no joker)'),
    ("SA BJ", EUCHRE, None, '"BJ" is not in the 24-card pack'),
    ("SA black joker", ONE_CARD, None, '"black joker" (LJ) is not in the 25-card pack'),
    ("SA joker", BID_WHIST, None, '"joker": there are two'),
    (TWELVE[3:], BID_WHIST, None, f'a Bid Whist hand has 12 cards, not 11: "{TWELVE[3:]}"'),
    (TWELVE + "\n C4", BID_WHIST, None, f'a Bid Whist hand has 12 cards, not 13: "{TWELVE} C4"'),
    ("SA SK", None, 3, 'the number of cards wanted here is 3, not 2: "SA SK"'),
    ("SA SK", BID_WHIST, 6, 'the number of cards wanted here is 6, not 2: "SA SK"'),
    ("", None, None, '"": there are no cards in it'),
    ("  ", BID_WHIST, None, '"": there are no cards in it'),
    ("SA S1", BID_WHIST, None, '"S1": there is no card "1"; ranks are 2-9, T (or 10), J, Q, K, A'),
])  # fmt: skip
def test_parse_refuses(text: str, game: Game | None, size: int | None, message: str) -> None:
    with pytest.raises(HandsimError) as caught:
        Hand.parse(text, game, size=size)
    assert str(caught.value).startswith(message)
    assert isinstance(caught.value, NotationError if message[-1] == "A" or ": there" in message else CardsError)
    assert "\n" not in str(caught.value)


def test_parse_accepts() -> None:
    assert len(Hand.parse("SA SK", BID_WHIST, size=2)) == 2
    assert len(Hand.parse("SA SK", size=2)) == 2
    assert "BJ" in Hand.parse("joker SA SK SQ SJ ST", ONE_CARD)
    assert Hand.parse("S9 S9", DOUBLE, size=2).copies == 2


def test_hand_refuses_what_is_no_card() -> None:
    for cards in (["SA"], [5], [["SA"]]):
        with pytest.raises(CardsError, match=r"Hand\.parse reads texts"):
            Hand(cards)  # type: ignore[arg-type]
    with pytest.raises(CardsError, match='"SA" is there twice'):
        Hand([Card("S", "A")] * 2)


def test_html() -> None:
    html = some("BJ SA S10 HK")._repr_html_()
    assert html == (
        '<span>BJ <span style="color:inherit">♠</span>&nbsp;A&nbsp;10 <span style="color:#d33">♥</span>&nbsp;K</span>'
    )
    assert Hand(())._repr_html_() == "<span></span>"


# The deal


def random_deal(rng: random.Random, game: Game, size: int, kitty: int) -> Deal:
    cards = rng.sample(game.deck.pack, 4 * size + kitty)
    hands = [Hand(cards[i * size : (i + 1) * size], copies=game.deck.copies) for i in range(4)]
    return Deal(hands, {"kitty": Hand(cards[4 * size :], copies=game.deck.copies)})


@pytest.mark.parametrize(("game", "kitty"), [(BID_WHIST, 6), (EUCHRE, 0), (DOUBLE, 0), (ONE_CARD, 1)])
def test_random_deals_are_read_back(game: Game, kitty: int) -> None:
    rng = random.Random(5)
    for size in range(1, game.hand_size + 1):
        deal = random_deal(rng, game, size, kitty)
        again = Deal.parse(str(deal), game)
        assert again == deal
        assert hash(again) == hash(deal)
        assert again.kitty == deal.kitty
        assert pickle.loads(pickle.dumps(deal)) == deal


def test_pbn() -> None:
    deal = Deal.parse(PBN)
    assert str(deal.hands[0]) == "SQ SJ S6 HK H6 H5 H2 DJ D8 D5 CT C9 C8"
    assert str(deal.hands[3]) == "SA ST S9 S4 S2 HA HQ H4 D3 D2 CK CJ C3"
    assert (deal.kitty, deal.piles) == (Hand(()), {})
    assert Deal.parse(str(deal)) == deal
    turned = Deal.parse(PBN.replace("N:", "e: "))
    assert turned.hands == deal.hands[-1:] + deal.hands[:-1]
    assert Deal.parse(PBN.removeprefix("N:").replace(" ", ";")) == deal
    assert Deal.parse("N:A..-. .A.. -.-.A.- ...A").hands[3] == some("CA")


@pytest.mark.parametrize("seed", range(10))
def test_random_pbn(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng, GAMES[-1], rng.randint(1, 13), 0)
    first = rng.randrange(4)
    order = [deal.hands[(first + i) % 4] for i in range(4)]
    text = " ".join(".".join("".join(c.rank for c in hand.suit(s)) for s in "SHDC") for hand in order)
    assert Deal.parse(f"{'NESW'[first]}:{text}") == deal


def test_deal_with_a_kitty() -> None:
    deal = Deal.parse("SA; SK; SQ; SJ; kitty: S2 S3", BID_WHIST)
    assert deal.kitty == some("S3 S2")
    assert str(deal) == "SA; SK; SQ; SJ; kitty: S3 S2"
    assert repr(deal) == "Deal.parse('SA; SK; SQ; SJ; kitty: S3 S2')"
    assert deal == Deal(map(some, ["SA", "SK", "SQ", "SJ"]), {"kitty": some("S2 S3"), "stock": Hand(())})
    assert deal != Deal(deal.hands)
    with pytest.raises(AttributeError):
        deal.hands = ()  # type: ignore[misc]


def test_other_numbers_of_seats() -> None:
    assert len(Deal.parse("SA; SK; joker", ONE_CARD, seats=3).hands) == 3
    with pytest.raises(CardsError, match="2 to 4 hands, not 1"):
        Deal([some("SA")])


@pytest.mark.parametrize(("text", "message"), [
    ("SA; SK; SQ", 'the number of hands wanted here is 4, not 3: "SA; SK; SQ"'),
    ("N:A... K... Q...", "the number of hands wanted here is 4, not 3"),
    ("SA SK; SQ; SJ; S2", "the hands of a deal are equally long, at most 13 cards, not 2, 1, 1, 1"),
    ("SA; SK; SQ; SA", '"SA" is in two places: seat 0, seat 3'),
    ("SA; SK; SQ; SJ; kitty: SQ", '"SQ" is in two places: seat 2, the kitty'),
    ("SA; SK; SQ; SJ; kitty: S2 s2", '"s2" (S2) is there twice'),
    ("SA; SK; SQ; X9", 'seat 3: "X9": there is no suit "X"'),
    ("N:A... K... Q... X...", 'seat 3: "X...": there is no card "X"'),
    ("SA; ; SQ; SJ", 'seat 1: "": there are no cards in it'),
    ("", 'seat 0: "": there are no cards in it'),
])  # fmt: skip
def test_deal_refuses(text: str, message: str) -> None:
    with pytest.raises(HandsimError) as caught:
        Deal.parse(text, seats=1 if not text else 4)
    assert str(caught.value).startswith(message)


def test_deal_keeps_to_its_game() -> None:
    with pytest.raises(CardsError, match='"S2" is not in the 24-card pack'):
        Deal.parse("SA; SK; SQ; S2", EUCHRE)
    long = "; ".join(s + "".join(RANKS) for s in SUITS)
    assert len(Deal.parse(long).hands[0]) == 13
    with pytest.raises(CardsError, match="at most 12 cards, not 13, 13, 13, 13"):
        Deal.parse(long, BID_WHIST)


def test_double_deck_deal_has_a_card_twice_not_thrice() -> None:
    assert Deal.parse("S9; S9; HA; HA", DOUBLE).hands[0] == Hand("S9")
    with pytest.raises(CardsError, match='"S9" is in two places: seat 0, seat 1, seat 2'):
        Deal.parse("S9; S9; S9; HA", DOUBLE)
