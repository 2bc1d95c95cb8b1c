"""How cards are written: the alphabet, and the reading of texts.

The lowest module of the house. It knows which cards there can be, not which deck is played: that a card is
there twice, or not in the deck, is for :mod:`handsim.cards` to say. :func:`parse_cards` lists the forms read.
"""

import re
from dataclasses import dataclass
from typing import Final

from handsim.errors import CardsError, NotationError

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
JOKERS: Final = ("LJ", "BJ")
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
SUIT_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
NUMBER_WORDS: Final = {word: number for number, word in enumerate(_NUMBERS.split(), start=1)}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: what is printed on it, whatever the game.

    Parameters
    ----------
    suit
        "S", "H", "D" or "C"; "" for a joker.
    rank
        "2" to "9", "T", "J", "Q", "K", "A"; "BJ" or "LJ" for a joker.
    """

    suit: str
    rank: str

    def __post_init__(self) -> None:
        # Tuples, because a string also contains "" and "SH".
        fits = self.rank in JOKERS if self.suit == "" else self.suit in tuple(SUITS) and self.rank in tuple(RANKS)
        if not fits:
            raise CardsError(
                f"there is no card of suit {self.suit!r} and rank {self.rank!r}; suits are S, H, D, C, ranks "
                "2-9, T, J, Q, K, A; a joker has suit '' and rank BJ or LJ"
            )

    def __str__(self) -> str:
        return self.suit + self.rank

    @property
    def symbol(self) -> str:
        """The card for display: "♠A", "♠10", "BJ"."""
        return self.rank if self.is_joker else SUIT_SYMBOLS[self.suit] + self.face

    @property
    def face(self) -> str:
        """The rank for display: "10" where the notation has "T"."""
        return "10" if self.rank == "T" else self.rank

    @property
    def is_joker(self) -> bool:
        """Whether the card is a joker."""
        return self.suit == ""


# What a piece of a text means. Dictionaries, not upper(): that would make an "S" of other letters ("ſ").
_SUIT_OF = {c: kind[0] for kind in ("Ss♠♤", "Hh♥♡", "Dd♦♢", "Cc♣♧") for c in kind}
_RANK_OF = {c: rank for rank in RANKS for c in (rank, rank.lower())} | {"10": "T"}
_SUIT_WORDS = _SUIT_OF | {w: s for s, name in SUIT_NAMES.items() for w in (name, name[:-1])}
_JOKER_WORDS = {"bj": "BJ", "big": "BJ", "big joker": "BJ", "red joker": "BJ"}
_JOKER_WORDS |= {"lj": "LJ", "little": "LJ", "little joker": "LJ", "black joker": "LJ"}
_VOIDS = ("-", "–", "—")

_INVISIBLE = re.compile("[\ufe0e\ufe0f\u200b\ufeff]")  # emoji or text variants of ♠, zero-width spaces
_TOKEN = re.compile(
    r"(?:big|little|red|black)[\s_-]+joker(?![^\s,;|:])"  # the one card that may be two words
    r"|[^\s,;|:]+(?:\s*:)?"  # a colon belongs to the suit before it
    r"|:",
    re.IGNORECASE,
)
_PIECE = re.compile("10|.", re.DOTALL)
_RANKS_ARE = "ranks are 2-9, T (or 10), J, Q, K, A"


def parse_cards(text: str, *, jokers: tuple[str, ...] = JOKERS) -> tuple[Card, ...]:
    """Read cards, in the order written.

    Capitals and small letters are alike; so are ``T`` and ``10``; ``S``, ``♠``, ``♤`` and ``spades``; and
    spaces, commas, semicolons, pipes and new lines between cards. The forms may be mixed:

    ========================  =================================================================
    ``SA 10H ♠7 BJ``          one card at a time, either way round
    ``SAK73 ♥A10``            a suit and its ranks
    ``S: A K 7 3 H: A 10``    a group: bare ranks belong to it until the next suit
    ``spades AK73``           the same; a void is ``S: -`` or ``S:``
    ``AK73.A10..952``         spades, hearts, diamonds and clubs, with three dots, as in PBN
    ``BJ``, ``LJ``            the jokers; also big or red joker, little or black joker
    ========================  =================================================================

    Parameters
    ----------
    text
        The cards.
    jokers
        The jokers of the deck. With fewer than two, the word ``joker`` alone means the big joker.

    Returns
    -------
    tuple of Card
        At least one card; a card written twice is there twice.

    Raises
    ------
    NotationError
        If a part of the text cannot be read (the message names it), or there is no card in it.
    """
    return tuple(card for card, _ in read_cards(text, jokers))


def parse_card(text: str, *, jokers: tuple[str, ...] = JOKERS) -> Card:
    """Read exactly one card, written in any way that :func:`parse_cards` reads."""
    cards = parse_cards(text, jokers=jokers)
    if len(cards) != 1:
        raise NotationError(f"{quote(text)} is {len(cards)} cards; one card is wanted here")
    return cards[0]


def read_cards(text: str, jokers: tuple[str, ...] = JOKERS) -> list[tuple[Card, str]]:
    """Read cards as :func:`parse_cards` does, each with the token it was read from, for error messages."""
    found: list[tuple[Card, str]] = []
    group: str | None = None  # the suit that bare ranks belong to
    waiting = ""  # a suit as typed, without a colon, that has no cards yet
    for typed in _TOKEN.findall(_visible(text)):
        cards, after = _read_token(typed, group, jokers)
        if waiting and typed not in _VOIDS and not (cards and all(c.suit == group for c in cards)):
            raise _empty_suit(waiting)
        found += [(card, typed) for card in cards]
        waiting = typed if not cards and parse_suit(typed) else ""
        group = after
    if waiting:
        raise _empty_suit(waiting)
    if not found:
        example = '"SA S10 H9 BJ" or "S:AK73 H:A2"'
        raise NotationError(f"{quote(text)}: there are no cards in it; write them as in {example}")
    return found


def _read_token(typed: str, group: str | None, jokers: tuple[str, ...]) -> tuple[list[Card], str | None]:
    """The cards of one token, and the suit that is open after it."""
    joker = _joker(typed, jokers)
    if joker:
        return [Card("", joker)], group
    suit = parse_suit(typed.removesuffix(":"))
    if suit:
        return [], suit
    if typed.endswith(":"):
        raise NotationError(f'{quote(typed)}: a colon goes after a suit alone, as in "S: AK7"')
    if typed in _VOIDS and group:
        return [], group
    if typed.count(".") == 3:
        holdings = [(s, r) for s, r in zip(SUITS, typed.split("."), strict=True) if r not in _VOIDS]
        return [card for s, ranks in holdings for card in _ranks_of(ranks, s, typed)], None
    return _read_pieces(typed, group)


def _read_pieces(typed: str, group: str | None) -> tuple[list[Card], str | None]:
    """A token letter by letter: "SA", "AS", "SAK7", "SAK7HA2", or "AK7" where a group is open."""
    pieces = _PIECE.findall(typed)
    shape = "".join("s" if p in _SUIT_OF else "r" if p in _RANK_OF else "?" for p in pieces)
    if "?" in shape:
        raise _unknown(typed, pieces, shape, group)
    if "s" not in shape:
        if group is None:
            raise NotationError(f"{quote(typed)} has no suit; write it as in {quote('S' + typed)}")
        return _ranks_of(typed, group, typed), group
    if re.fullmatch("(rs)+", shape):
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        return [Card(_SUIT_OF[s], _RANK_OF[r]) for r, s in pairs], None
    if not re.fullmatch("(sr+)+", shape):
        raise NotationError(f'{quote(typed)}: which suit has which rank? Write it as in "SA KH" or "SAK7"')
    cards: list[Card] = []
    suit = ""
    for piece in pieces:
        if piece in _SUIT_OF:
            suit = _SUIT_OF[piece]
        else:
            cards.append(Card(suit, _RANK_OF[piece]))
    # One card, "SA", opens no group: in "SA K HQ" the king's suit was more likely forgotten.
    return cards, suit if shape.endswith("rr") else None


def _ranks_of(ranks: str, suit: str, typed: str) -> list[Card]:
    pieces = _PIECE.findall(ranks)
    for piece in pieces:
        if piece not in _RANK_OF:
            raise NotationError(f"{quote(typed)}: there is no card {quote(piece)}; {_RANKS_ARE}")
    return [Card(suit, _RANK_OF[piece]) for piece in pieces]


def _joker(typed: str, jokers: tuple[str, ...]) -> str | None:
    word = " ".join(re.split(r"[\s_-]+", typed.lower()))
    if word != "joker":
        return _JOKER_WORDS.get(word)
    if len(jokers) > 1:
        raise NotationError(f"{quote(typed)}: there are two; write BJ (big, red) or LJ (little, black)")
    return "BJ"


def _unknown(typed: str, pieces: list[str], shape: str, group: str | None) -> NotationError:
    """What to say of a token with a strange piece, by what it was meant to be."""
    bad = pieces[shape.index("?")]
    strange = [p for p, kind in zip(pieces, shape, strict=True) if kind == "?"]
    likely = len(strange) == 1 or all(p.isdigit() for p in strange)
    if likely and re.fullmatch(r"s[r?]+|[r?]+s|[r?]+" if group else r"s[r?]+|[r?]+s", shape):
        return NotationError(f"{quote(typed)}: there is no card {quote(bad)}; {_RANKS_ARE}")
    if shape in ("?r", "r?") and not bad.isdigit():
        return NotationError(f"{quote(typed)}: there is no suit {quote(bad)}; suits are S, H, D, C")
    return NotationError(f"{quote(typed)} is not a card; cards are written SA, S10, 9H, BJ, LJ")


def _empty_suit(typed: str) -> NotationError:
    return NotationError(f'{quote(typed)}: no cards follow this suit; write a void as "{typed}: -"')


def split_deal(text: str) -> tuple[list[str], dict[str, str]]:
    """The texts of a deal's hands, seat 0 first, and of its piles; for :meth:`handsim.cards.Deal.parse`."""
    text = _visible(text)
    pbn = re.match(r"\s*([NESW])\s*:\s*(?=\S*\.)", text, re.IGNORECASE)
    if pbn:
        hands = text[pbn.end() :].split()
        first = "NESW".index(pbn[1].upper())
        return hands[-first:] + hands[:-first] if first else hands, {}
    hands, piles = [], {}
    for part in text.strip().removesuffix(";").split(";"):
        name = re.match(r"\s*([a-z_]+)\s*:", part, re.IGNORECASE)
        if name is None or parse_suit(name[1]):
            hands.append(part)
        elif name[1].lower() in piles:
            raise NotationError(f"{quote(name[0])} is there twice: {quote(text)}")
        else:
            piles[name[1].lower()] = part[name.end() :]
    return hands, {name: pile for name, pile in piles.items() if pile.strip()}


def _visible(text: str) -> str:
    if not isinstance(text, str):
        raise NotationError(f'cards and calls are read from text, as in "SA SK H2", not from {type(text).__name__}')
    return _INVISIBLE.sub("", text)


def quote(text: str, limit: int = 100) -> str:
    """A text for an error message: in double quotes, on one line, not endless."""
    line = " ".join(text.split())
    return f'"{line}"' if len(line) <= limit else f'"{line[:limit]}..."'


def parse_suit(token: str) -> str | None:
    """The suit, as "S", "H", "D" or "C", of a letter, name or symbol ("s", "Spades", "♠"); None otherwise."""
    return _SUIT_WORDS.get(_visible(token).strip().lower())


def parse_number(token: str) -> int | None:
    """The number written in digits (up to three) or as a word from "one" to "fifteen"; None for all else."""
    word = _visible(token).strip().lower()
    return int(word) if re.fullmatch("[0-9]{1,3}", word) else NUMBER_WORDS.get(word)


def words(text: str) -> list[str]:
    """The words of a call, in lower case: ``"4-NT, please"`` gives 4, nt and please; ``"5♠"`` gives 5 and ♠.

    Hyphens, commas and underscores are spaces; figures and suit symbols stand for themselves.
    """
    return re.findall("[0-9]+|[♠♤♥♡♦♢♣♧]|[^\\s,_\\-–—0-9♠♤♥♡♦♢♣♧]+", _visible(text).lower())
