"""Reading cards, suits, numbers and the words of calls."""

import random

import pytest

from handsim.errors import CardsError, HandsimError, NotationError
from handsim.notation import (
    JOKERS,
    RANKS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    parse_card,
    parse_cards,
    parse_number,
    parse_suit,
    quote,
    read_cards,
    split_deal,
    words,
)

ALL = [Card(s, r) for s in SUITS for r in RANKS] + [Card("", j) for j in JOKERS]
SUIT_FORMS = {
    "S": ["S", "s", "♠", "♤", "♠\ufe0f", "♠\ufe0e"],
    "H": ["H", "h", "♥", "♡", "♥\ufe0f"],
    "D": ["D", "d", "♦", "♢", "♦\ufe0f"],
    "C": ["C", "c", "♣", "♧", "♣\ufe0f"],
}
JOKER_FORMS = {
    "BJ": [
        "BJ",
        "bj",
        "Bj",
        "big joker",
        "Big Joker",
        "red joker",
        "big-joker",
        "BIG_JOKER",
        "big",
        "big\njoker",
    ],
    "LJ": ["LJ", "lj", "little joker", "black joker", "Little", "little  joker"],
}


def read(text: str) -> str:
    return " ".join(map(str, parse_cards(text)))


def rank_forms(rank: str) -> list[str]:
    return ["10", "T", "t"] if rank == "T" else [rank, rank.lower()]


# The card


@pytest.mark.parametrize(("card", "text", "symbol"), [
    (Card("S", "A"), "SA", "♠A"),
    (Card("S", "T"), "ST", "♠10"),
    (Card("D", "2"), "D2", "♦2"),
    (Card("", "BJ"), "BJ", "BJ"),
])  # fmt: skip
def test_card_text(card: Card, text: str, symbol: str) -> None:
    assert (str(card), card.symbol) == (text, symbol)
    assert card.is_joker == (card.suit == "")


def test_card_is_a_value() -> None:
    assert Card("S", "A") == Card("S", "A")
    assert len({*ALL, *(Card(c.suit, c.rank) for c in ALL)}) == 54
    with pytest.raises(AttributeError):
        Card("S", "A").rank = "K"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("suit", "rank"),
    [
        ("S", "1"),
        ("S", "10"),
        ("X", "A"),
        ("", "A"),
        ("S", "BJ"),
        ("S", ""),
        ("", ""),
        ("SH", "A"),
        ("S", "AK"),
        ("s", "A"),
    ],
)
def test_card_refuses_nonsense(suit: str, rank: str) -> None:
    with pytest.raises(CardsError, match=f"suit {suit!r} and rank {rank!r}"):
        Card(suit, rank)


# Single cards, every way to write them


@pytest.mark.parametrize("card", ALL, ids=str)
def test_every_form_of_a_card(card: Card) -> None:
    if card.is_joker:
        forms = JOKER_FORMS[card.rank]
    else:
        ranks, suits = rank_forms(card.rank), [*SUIT_FORMS[card.suit], SUIT_NAMES[card.suit] + ": "]
        forms = [s + r for s in suits for r in ranks] + [r + s for s in SUIT_FORMS[card.suit] for r in ranks]
    for form in [*forms, str(card), card.symbol]:
        assert parse_cards(form) == (card,), form
        assert parse_card(form) == card, form


@pytest.mark.parametrize(("text", "cards"), [
    ("JS", "SJ"), ("SJ", "SJ"), ("DJ", "DJ"), ("JD", "DJ"), ("CJ HJ", "CJ HJ"),  # never jokers
    ("BJ LJ", "BJ LJ"),
    ("SAK732", "SA SK S7 S3 S2"),
    ("S:A1092", "SA ST S9 S2"),
    ("S10 9", None),
    ("S:10 9", "ST S9"),
    ("10S10H", "ST HT"),
    ("S10H10", "ST HT"),
    ("S:AK732 H:A2 D:K9 C:3 BJ LJ", "SA SK S7 S3 S2 HA H2 DK D9 C3 BJ LJ"),
    ("♠AK732 ♥A2", "SA SK S7 S3 S2 HA H2"),
    ("♠AK732♥A2♦10", "SA SK S7 S3 S2 HA H2 DT"),
    ("♠️ A K ♥︎ 2", "SA SK H2"),
    ("S: A K 7 3 2 H: A 2", "SA SK S7 S3 S2 HA H2"),
    ("S : A K", "SA SK"),
    ("S:A,K,7;H:2|D:3", "SA SK S7 H2 D3"),
    ("spades AK2 hearts: 3", "SA SK S2 H3"),
    ("Spades: AK Club 2", "SA SK C2"),
    ("SAK 7", "SA SK S7"),
    ("S: A BJ K", "SA BJ SK"),
    ("S: - H: AK", "HA HK"),
    ("S: H: AK D:", "HA HK"),
    ("♠ — ♥ AK", "HA HK"),
    ("SAK7HA2", "SA SK S7 HA H2"),
    ("ASKH10d", "SA HK DT"),
    ("S A H K", "SA HK"),
    ("SA,SK\nS7\t|  S3;S2", "SA SK S7 S3 S2"),
    ("SA\u00a0SK\u200b S2", "SA SK S2"),
    ("big joker, Red Joker; little | black joker", "BJ BJ LJ LJ"),
    ("S: AK big joker 2", "SA SK BJ S2"),
    ("AK73.A10..952", "SA SK S7 S3 HA HT C9 C5 C2"),
    ("AK.-.-.2 BJ", "SA SK C2 BJ"),
    ("SA SA", "SA SA"),  # doubles are for the deck to judge
])  # fmt: skip
def test_forms(text: str, cards: str | None) -> None:
    if cards is None:
        with pytest.raises(NotationError):
            parse_cards(text)
    else:
        assert read(text) == cards


@pytest.mark.parametrize("seed", range(40))
def test_random_cards_in_random_forms(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.sample(ALL, rng.randint(1, 20))
    text = ""
    for card in cards:
        if card.is_joker:
            form = rng.choice(JOKER_FORMS[card.rank])
        else:
            pair = [rng.choice(SUIT_FORMS[card.suit]), rng.choice(rank_forms(card.rank))]
            form = "".join(pair if rng.random() < 0.5 else pair[::-1])
        text += form + rng.choice([" ", ",", ", ", ";", "|", " | ", "\n"])
    assert parse_cards(text) == tuple(cards)


@pytest.mark.parametrize("seed", range(40))
def test_random_cards_in_random_groups(seed: int) -> None:
    rng = random.Random(seed)
    suits = rng.sample(SUITS, rng.randint(1, 4))
    text, expected = "", []
    for suit in suits:
        ranks = rng.sample(RANKS, rng.randint(2, 13))
        expected += [Card(suit, rank) for rank in ranks]
        # "SA K" is no group; "SAK", "S: A K", "S A K" and "S:A K" are.
        names = [suit, SUIT_NAMES[suit], SUIT_SYMBOLS[suit]]
        head = rng.choice(names) + rng.choice([":", ": ", " : ", " "])
        between = rng.choice(["", " ", ", "])
        if rng.random() < 0.3:
            head, between = rng.choice(SUIT_FORMS[suit]), ""
        text += head + between.join(rng.choice(rank_forms(rank)) for rank in ranks) + rng.choice(" ,\n")
    assert parse_cards(text) == tuple(expected)


# What cannot be read


@pytest.mark.parametrize(("text", "token", "advice"), [
    ("SA S1", "S1", 'no card "1"; ranks are 2-9, T (or 10), J, Q, K, A'),
    ("1S", "1S", 'no card "1"'),
    ("S11", "S11", 'no card "1"'),
    ("H0", "H0", 'no card "0"'),
    ("SA sx", "sx", 'no card "x"'),
    ("S:AKX", "AKX", 'no card "X"'),
    ("S: A 1 K", "1", 'no card "1"'),
    ("SABJ", "SABJ", 'no card "B"'),
    ("AX.K..", "AX.K..", 'no card "X"'),
    ("SK.A.2.3", "SK.A.2.3", 'no card "S"'),
    ("XA SK", "XA", 'no suit "X"; suits are S, H, D, C'),
    ("ſA", "ſA", 'no suit "ſ"'),
    ("A SK", "A", 'has no suit; write it as in "SA"'),
    ("SA k", "k", "has no suit"),
    ("AS K", "K", "has no suit"),
    ("10", "10", "has no suit"),
    ("SA SKH", "SKH", "which suit has which rank"),
    ("AHK", "AHK", "which suit has which rank"),
    ("AKS", "AKS", "which suit has which rank"),
    ("SH", "SH", "which suit has which rank"),
    ("S10H", "S10H", "which suit has which rank"),
    ("kitty", "kitty", "is not a card; cards are written"),
    ("SA jokers", "jokers", "is not a card"),
    ("A.K", "A.K", "is not a card"),
    ("S: A foo", "foo", "is not a card"),
    ("-", "-", "is not a card"),
    ("SA -", "-", "is not a card"),
    ("আ", "আ", "is not a card"),
    ("A: SK", "A:", "a colon goes after a suit"),
    ("BJ: SK", "BJ:", "a colon goes after a suit"),
    (": SK", ":", "a colon goes after a suit"),
    ("S H: A", "S", 'a void as "S: -"'),
    ("♠ ♥AK", "♠", 'a void as "♠: -"'),
    ("S BJ", "S", "no cards follow"),
    ("SA, KH D", "D", "no cards follow"),
    ("SA joker", "joker", "write BJ (big, red) or LJ"),
    ("Joker", "Joker", "write BJ"),
    ("", "", "there are no cards in it"),
    (" \n ", "", "there are no cards in it"),
    (",;|", ",;|", "there are no cards in it"),
    ("S: - H: -", "S: - H: -", "there are no cards in it"),
])  # fmt: skip
def test_errors_name_the_token_as_typed(text: str, token: str, advice: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    message = str(caught.value)
    assert message.startswith(f'"{token}"')
    assert advice in message
    assert "\n" not in message


@pytest.mark.parametrize("value", [None, 5, b"SA", ["SA"], Card("S", "A")])
@pytest.mark.parametrize("function", [parse_cards, parse_card, parse_suit, parse_number, words, split_deal])
def test_other_types_are_refused_by_name(function, value) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NotationError, match=type(value).__name__):
        function(value)


def test_random_rubbish_never_raises_anything_else() -> None:
    rng = random.Random(7)
    alphabet = "SHDCshdc23456789TJQKA10 ,;|:.-\n♠♥♦♣\ufe0fBLJjoker xyzß§০"
    for _ in range(4000):
        text = "".join(rng.choices(alphabet, k=rng.randint(0, 12)))
        try:
            cards = parse_cards(text)
        except HandsimError as error:
            assert "\n" not in str(error)
        else:
            assert cards
            assert all(isinstance(card, Card) for card in cards)


def test_one_joker_is_called_joker() -> None:
    for jokers in (("BJ",), ()):
        assert parse_cards("joker SA", jokers=jokers) == (Card("", "BJ"), Card("S", "A"))
    assert parse_card("red joker", jokers=("BJ",)) == Card("", "BJ")


def test_parse_card_wants_one() -> None:
    with pytest.raises(NotationError, match='"SA SK" is 2 cards; one card'):
        parse_card("SA SK")


def test_read_cards_keeps_the_tokens() -> None:
    assert read_cards("as ♥K S: 10 2") == [
        (Card("S", "A"), "as"),
        (Card("H", "K"), "♥K"),
        (Card("S", "T"), "10"),
        (Card("S", "2"), "2"),
    ]


def test_quote() -> None:
    assert quote(" a\n b ") == '"a b"'
    assert quote("x" * 200) == '"' + "x" * 100 + '..."'


# Suits, numbers, words


@pytest.mark.parametrize("suit", SUITS)
def test_parse_suit(suit: str) -> None:
    name = SUIT_NAMES[suit]
    for form in [*SUIT_FORMS[suit], name, name[:-1], name.upper(), name.title(), f" {name} "]:
        assert parse_suit(form) == suit


@pytest.mark.parametrize("token", ["", "x", "SA", "NT", "spadess", "sp", "♠♠", "hearts diamonds", "ſ"])
def test_parse_suit_of_other_words(token: str) -> None:
    assert parse_suit(token) is None


@pytest.mark.parametrize(
    ("token", "number"),
    [
        ("four", 4),
        ("One", 1),
        ("fifteen", 15),
        ("4", 4),
        ("0", 0),
        ("007", 7),
        ("24", 24),
        ("999", 999),
        (" 7 ", 7),
    ]
    + [
        (token, None)
        for token in ("", "zero", "sixteen", "-1", "4.0", "4nt", "1000", "9" * 5000, "৪", "²", "four five")
    ],
)
def test_parse_number(token: str, number: int | None) -> None:
    assert parse_number(token) == number


@pytest.mark.parametrize(("text", "expected"), [
    ("4 downtown", ["4", "downtown"]),
    ("4NT", ["4", "nt"]),
    ("Four-No-Trump", ["four", "no", "trump"]),
    ("4, uptown", ["4", "uptown"]),
    ("5♠", ["5", "♠"]),
    ("♥️6", ["♥", "6"]),
    ("ask_one", ["ask", "one"]),
    ("4–nt", ["4", "nt"]),
    ("10s", ["10", "s"]),
    ("what?!", ["what?!"]),
    (" \n", []),
])  # fmt: skip
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


# The parts of a deal


@pytest.mark.parametrize(("text", "hands", "piles"), [
    ("N:A... K... Q... J...", ["A...", "K...", "Q...", "J..."], {}),
    ("e: A... K... Q... J...", ["J...", "A...", "K...", "Q..."], {}),
    ("W:A... K... Q... J...", ["K...", "Q...", "J...", "A..."], {}),
    ("S:A... K... Q... J...", ["Q...", "J...", "A...", "K..."], {}),
    ("S: A; SK; SQ; SJ;", ["S: A", " SK", " SQ", " SJ"], {}),  # the suit, not the seat
    ("SA; SK; SQ; SJ; Kitty: S2 S3", ["SA", " SK", " SQ", " SJ"], {"kitty": " S2 S3"}),
    ("SA; SK; kitty: ", ["SA", " SK"], {}),
])  # fmt: skip
def test_split_deal(text: str, hands: list[str], piles: dict[str, str]) -> None:
    assert split_deal(text) == (hands, piles)


def test_split_deal_names_a_pile_once() -> None:
    with pytest.raises(NotationError, match='"kitty:" is there twice'):
        split_deal("SA; SK; kitty: S2; kitty: S3")
