"""Decks, hands and deals: what is dealt, as values that cannot change.

:class:`Card` and the alphabet live in :mod:`handsim.notation`, which reads them, and are offered here too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, Self

from handsim.errors import ArgumentError, CardsError, HandsimError
from handsim.notation import (
    JOKERS,
    RANKS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    parse_card,
    parse_cards,
    parse_suit,
    quote,
    read_cards,
    split_deal,
)

__all__ = ["FULL_DECK", "Card", "Deal", "Deck", "GameLike", "Hand"]
__all__ += ["JOKERS", "RANKS", "SUITS", "SUIT_NAMES", "SUIT_SYMBOLS"]


@dataclass(frozen=True)
class Deck:
    """An ordered pack of cards. A card's place in it is its index in every array and mask of the engine.

    Parameters
    ----------
    pack
        The cards: suit by suit as in ``SUITS``, low to high, then LJ and BJ, copies side by side.
    copies
        How many there are of each card.
    """

    pack: tuple[Card, ...]
    copies: int = 1

    def __post_init__(self) -> None:
        if self.copies < 1:
            raise ArgumentError(f"copies={self.copies!r} should be 1 or more")
        kinds = self.pack[:: self.copies]
        if len(set(kinds)) < len(kinds) or self.pack != tuple(c for c in kinds for _ in range(self.copies)):
            raise CardsError(f"a pack has each card copies={self.copies} times, side by side")

    @classmethod
    def build(cls, ranks: Iterable[str] = RANKS, jokers: Iterable[str] = JOKERS, copies: int = 1) -> Self:
        """The pack of these ranks in four suits, and these jokers; the only joker of a pack is "BJ"."""
        ranks, jokers = tuple(ranks), tuple(jokers)
        for name, some, known in (("ranks", ranks, tuple(RANKS)), ("jokers", jokers, JOKERS)):
            if not set(some) <= set(known) or len(set(some)) < len(some):
                raise ArgumentError(f"{name}={some!r}: {name} are of {', '.join(known)}, each once")
        if jokers == ("LJ",):
            raise ArgumentError("jokers=('LJ',): a pack with one joker has 'BJ'")
        kinds = [Card(suit, rank) for suit in SUITS for rank in RANKS if rank in ranks]
        kinds += [Card("", joker) for joker in JOKERS if joker in jokers]
        return cls(tuple(card for card in kinds for _ in range(copies)), copies)

    def __len__(self) -> int:
        return len(self.pack)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.pack)

    def __contains__(self, card: object) -> bool:
        return (parse_card(card, jokers=self.jokers) if isinstance(card, str) else card) in self._first

    @cached_property
    def _first(self) -> dict[Card, int]:
        return {card: i * self.copies for i, card in enumerate(self.pack[:: self.copies])}

    @cached_property
    def jokers(self) -> tuple[str, ...]:
        """The ranks of its jokers."""
        return tuple(card.rank for card in self._first if card.is_joker)

    @property
    def name(self) -> str:
        """The pack in an error message: "the 54-card pack"."""
        return f"the {len(self)}-card pack"

    def index(self, card: Card) -> int:
        """The place of a card in the pack, of its first copy where there are several."""
        try:
            return self._first[card]
        except KeyError:
            raise self._not_here(quote(str(card))) from None

    def mask(self, cards: Iterable[Card], taken: int = 0) -> int:
        """The cards as a set of indices: bit i stands for card i.

        A second copy takes the next bit, and so does a copy whose bit is in the mask `taken`.
        """
        mask = 0
        for card, count in Counter(cards).items():
            first = self.index(card)
            free = [first + i for i in range(self.copies) if not taken >> first + i & 1]
            if count > len(free):
                raise _too_often(quote(str(card)), count + self.copies - len(free), self.copies)
            mask |= sum(1 << i for i in free[:count])
        return mask

    def cards(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in the order of the pack."""
        if not 0 <= mask < 1 << len(self):
            raise ArgumentError(f"mask={mask}: a mask of {self.name} has bits 0 to {len(self) - 1}")
        return tuple(card for i, card in enumerate(self.pack) if mask >> i & 1)

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards of a text, all in the deck and none too often; errors name them as typed."""
        counts: Counter[Card] = Counter()
        for card, typed in read_cards(text, self.jokers):
            counts[card] += 1
            named = quote(typed) if typed == str(card) else f"{quote(typed)} ({card})"
            if card not in self._first:
                raise self._not_here(named)
            if counts[card] > self.copies:
                raise _too_often(named, counts[card], self.copies)
        return tuple(counts.elements())

    def _not_here(self, named: str) -> CardsError:
        ranks = " ".join(dict.fromkeys(card.rank for card in self.pack if not card.is_joker))
        jokers = "".join(f" and {joker}" for joker in self.jokers) or ", no joker"
        return CardsError(f"{named} is not in {self.name} ({ranks} in each suit{jokers})")


FULL_DECK = Deck.build()
# How a hand is shown: jokers, then the suits, each from high to low (the sort is stable).
_ORDER = {c: i for i, c in enumerate(sorted(reversed(FULL_DECK.pack), key=lambda c: ("", *SUITS).index(c.suit)))}


class GameLike(Protocol):
    """What reading a hand needs to know of a game; every game object has it."""

    @property
    def deck(self) -> Deck: ...
    @property
    def hand_size(self) -> int: ...
    @property
    def title(self) -> str: ...


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand:
    """Some cards, kept sorted: jokers, then spades, hearts, diamonds and clubs, each from high to low.

    Hands with the same cards are equal. ``a | b`` joins hands with no card in common; ``a - b`` takes away
    cards that are there; ``card in hand`` takes a :class:`Card` or a text.

    Parameters
    ----------
    cards
        The cards, or a text of cards. Any number.
    copies
        How often a card may be there: ``deck.copies``.
    """

    cards: tuple[Card, ...]
    copies: int = field(compare=False)

    def __init__(self, cards: Iterable[Card] | str = (), *, copies: int = 1) -> None:
        some = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
        for card in some:
            if not isinstance(card, Card):
                raise CardsError(f"a hand is made of Card objects, not {card!r}; Hand.parse reads texts")
        for card, count in Counter(some).items():
            if count > copies:
                raise _too_often(quote(str(card)), count, copies)
        object.__setattr__(self, "cards", tuple(sorted(some, key=_ORDER.__getitem__)))
        object.__setattr__(self, "copies", copies)

    @classmethod
    def parse(cls, text: str, game: GameLike | None = None, *, size: int | None = None) -> Self:
        """Read a hand; :func:`handsim.notation.parse_cards` lists the forms.

        Parameters
        ----------
        text
            The cards.
        game
            The cards must be of its deck, and as many as its hand has. None: the 54-card pack, any number.
        size
            The number of cards that are wanted instead.
        """
        deck = FULL_DECK if game is None else game.deck
        hand = cls(deck.read(text), copies=deck.copies)
        if size is not None and len(hand) != size:
            raise CardsError(f"the number of cards wanted here is {size}, not {len(hand)}: {quote(text)}")
        if size is None and game is not None and len(hand) != game.hand_size:
            wanted = f"a {game.title} hand has {game.hand_size} cards"
            raise CardsError(f"{wanted}, not {len(hand)}: {quote(text)}")
        return hand

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return (parse_card(card) if isinstance(card, str) else card) in self.cards

    def __or__(self, other: "Hand") -> "Hand":
        if not isinstance(other, Hand):
            return NotImplemented
        return Hand(self.cards + other.cards, copies=max(self.copies, other.copies))

    def __sub__(self, other: "Hand") -> "Hand":
        if not isinstance(other, Hand):
            return NotImplemented
        counts = Counter(self.cards)
        counts.subtract(other.cards)
        for card, count in counts.items():
            if count < 0:
                raise CardsError(f"{quote(str(card))} cannot be taken away from {quote(str(self))}: it is not there")
        return Hand(counts.elements(), copies=self.copies)

    def suit(self, suit: str) -> tuple[Card, ...]:
        """The cards of a suit ("S", "spades", "♠"), high to low; of suit "" the jokers."""
        wanted = "" if suit == "" else parse_suit(suit)
        if wanted is None:
            raise ArgumentError(f"suit={suit!r} should be S, H, D or C, or '' for the jokers")
        return tuple(card for card in self.cards if card.suit == wanted)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Hand({str(self) or ()!r}{f', copies={self.copies}' if self.copies != 1 else ''})"

    def _repr_html_(self) -> str:
        # Nothing to escape: a Card admits only its alphabet. Black suits take the page's ink, light or dark.
        parts = [card.rank for card in self.suit("")]
        for suit in filter(self.suit, SUITS):
            colour = "#d33" if suit in "HD" else "inherit"
            ranks = "&nbsp;".join(card.face for card in self.suit(suit))
            parts.append(f'<span style="color:{colour}">{SUIT_SYMBOLS[suit]}</span>&nbsp;{ranks}')
        return f"<span>{' '.join(parts)}</span>"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal:
    """Where the cards lie: a hand a seat, and named piles. No card can be in two places.

    Parameters
    ----------
    hands
        The hands, seat 0 first; two to four.
    piles
        Further cards by name, such as ``{"kitty": Hand("SA S2")}``. An empty pile is no pile.
    """

    hands: tuple[Hand, ...]
    _piles: tuple[tuple[str, Hand], ...]

    def __init__(self, hands: Iterable[Hand], piles: Mapping[str, Hand] | None = None) -> None:
        hands = tuple(hands)
        if any(not isinstance(hand, Hand) for hand in hands):
            raise ArgumentError("a deal is made of Hand objects; Deal.parse reads a text")
        named = tuple((name, pile) for name, pile in sorted((piles or {}).items()) if len(pile))
        if not 2 <= len(hands) <= 4:
            raise CardsError(f"a deal has 2 to 4 hands, not {len(hands)}")
        places = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
        where: dict[Card, list[str]] = {}
        places += [(f"the {name}", pile) for name, pile in named]
        copies = max(hand.copies for _, hand in places)
        for place, hand in places:
            for card in hand:
                where.setdefault(card, []).append(place)
                if len(where[card]) > copies:
                    raise CardsError(f"{quote(str(card))} is in two places: {', '.join(where[card])}")
        object.__setattr__(self, "hands", hands)
        object.__setattr__(self, "_piles", named)

    @classmethod
    def parse(cls, text: str, game: GameLike | None = None, *, seats: int = 4) -> Self:
        """Read a deal: ``"hand; hand; hand; hand"``, seat 0 first, perhaps with ``"; kitty: cards"``; or PBN.

        In PBN, ``"N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"``, the letter says
        whose hand comes first (N is seat 0, E 1, S 2, W 3), and the others follow clockwise. The hands must
        be equally long, of 1 to 13 cards (at most a game's hand): the ending of a deal is a deal too.
        """
        if game is not None and not hasattr(game, "deck"):
            raise ArgumentError(f"game={game!r}: it is a game object, such as handsim.Whist()")
        deck, most = (FULL_DECK, len(RANKS)) if game is None else (game.deck, game.hand_size)
        parts, piles = split_deal(text)
        if len(parts) != seats:
            raise CardsError(f"the number of hands wanted here is {seats}, not {len(parts)}: {quote(text)}")
        hands = [_hand_of(seat, part, deck) for seat, part in enumerate(parts)]
        sizes = [len(hand) for hand in hands]
        if len(set(sizes)) > 1 or sizes[0] > most:
            wanted = f"the hands of a deal are equally long, at most {most} cards"
            raise CardsError(f"{wanted}, not {', '.join(map(str, sizes))}: {quote(text)}")
        return cls(hands, {name: Hand(deck.read(pile), copies=deck.copies) for name, pile in piles.items()})

    @property
    def piles(self) -> dict[str, Hand]:
        """The piles by name."""
        return dict(self._piles)

    @property
    def kitty(self) -> Hand:
        """The pile "kitty"; an empty hand where there is none."""
        return self.piles.get("kitty", Hand())

    def __str__(self) -> str:
        return "; ".join([*map(str, self.hands), *(f"{name}: {pile}" for name, pile in self._piles)])

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"


def _hand_of(seat: int, text: str, deck: Deck) -> Hand:
    """Read one hand of a deal; what is wrong with it is said with its seat."""
    try:
        return Hand(deck.read(text), copies=deck.copies)
    except HandsimError as error:
        raise type(error)(f"seat {seat}: {error}") from error


def _too_often(named: str, count: int, copies: int) -> CardsError:
    times = "twice" if count == 2 else f"{count} times"
    reason = f"; the pack has {copies} of each card" if copies > 1 else ""
    return CardsError(f"{named} is there {times}{reason}")
