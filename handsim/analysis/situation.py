"""What a question is asked about: the hand, the game, what is known; checked, once, for every question alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handsim.cards import Hand
from handsim.engine.deal import split
from handsim.engine.jit import Ints, int64_array
from handsim.engine.policy import Policy
from handsim.engine.policy import find as find_policy
from handsim.errors import ArgumentError, CardsError
from handsim.games.base import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SEED = 2**63 - 1
MAX_DEALS = 10_000_000
HAND_SEAT = 0


@dataclass(frozen=True)
class Situation:
    """A hand at seat 0 of a game, what else is known, and how the rest is dealt and played.

    Build it with :func:`situation`, which checks its parts.

    Attributes
    ----------
    game
        The game.
    known
        The cards known to lie at each place (seats, then piles): masks of physical cards.
    dealer
        The seat that deals.
    policy
        How every seat plays.
    seed
        The seed of all that is random.
    """

    game: Game
    known: tuple[int, ...]
    dealer: int
    policy: Policy
    seed: int

    @property
    def places(self) -> tuple[str, ...]:
        """The places cards lie in: the seats' numbers, then the piles' names; the columns of a deal."""
        return places(self.game)

    def layout(self) -> tuple[Ints, Ints, Ints]:
        """Return what :func:`~handsim.engine.deal.deal_cards` is given: unseen cards, counts needed, known masks."""
        sizes = [self.game.hand_size] * self.game.n_seats + list(self.game.piles.values())
        need = [size - mask.bit_count() for size, mask in zip(sizes, self.known, strict=True)]
        everything = (1 << len(self.game.deck)) - 1
        return split(everything & ~sum(self.known)), int64_array(need), int64_array(self.known)

    def describe(self) -> dict[str, Any]:
        """Return the situation as JSON-plain values, for a table's ``attrs``."""
        cards = {
            place: str(Hand(self.game.deck.cards(mask)))
            for place, mask in zip(self.places, self.known, strict=True)
            if mask
        }
        hand = cards.pop(str(HAND_SEAT), "")
        return {
            **self.game.describe(), "hand": hand, "known": cards, "dealer": self.dealer,
            "policy": self.policy.name, "seed": self.seed,
        }  # fmt: skip


def places(game: Game) -> tuple[str, ...]:
    """Return the names of the places of a game's deal: its seats' numbers, then its piles."""
    return (*(str(seat) for seat in range(game.n_seats)), *game.piles)


def situation(
    hand: Hand | str | None,
    game: Game | None,
    *,
    known: Mapping[str | int, Hand | str] | None = None,
    dealer: int | None = None,
    policy: str | Policy = "maxims",
    seed: int = 0,
) -> Situation:
    """Check a question's arguments and return them as a :class:`Situation`.

    Parameters
    ----------
    hand
        The whole hand of seat 0, or its text; None: any hand at all.
    game
        The game; None: Bid Whist with its default rules.
    known
        Cards known to lie elsewhere: ``{"kitty": hand, 2: hand}``, each a Hand or a text, a seat's cards or a pile's,
        all of them or some.
    dealer
        The seat that deals; None: the last.
    policy
        The name of a policy, or one.
    seed
        A whole number from 0 to 2**63 - 1.

    Raises
    ------
    CardsError, NotationError
        If cards cannot be read, are not of the deck, are too many, or are in two places.
    ArgumentError
        If a seat, a place, a policy or the seed is none.
    """
    game = default_game() if game is None else game
    if not isinstance(game, Game):
        raise ArgumentError(f"game={game!r}: it is a game object, such as BidWhist() or games.find('bid whist')")
    names = places(game)
    held: dict[str, Hand] = {}
    if hand is not None:
        held[str(HAND_SEAT)] = _cards_of(hand, game, "the hand", game.hand_size)
    for place, cards in (known or {}).items():
        name = str(place)
        if name not in names or (isinstance(place, int) and isinstance(place, bool)):
            raise ArgumentError(f"known={{{place!r}: ...}}: places are {', '.join(_described(names, game))}")
        if name in held:
            raise ArgumentError(f"known={{{place!r}: ...}}: seat {HAND_SEAT} holds the hand that is asked about")
        size = game.piles.get(name, game.hand_size)
        held[name] = _cards_of(cards, game, f"known {name}", None)
        if len(held[name]) > size:
            raise CardsError(f"known {name}: {len(held[name])} cards, but there are only {size} there")
    masks = tuple(game.deck.mask(held.get(name, ())) for name in names)
    _refuse_twice(names, masks, game)
    return Situation(game, masks, game.seat(dealer), find_policy(policy), _seed(seed))


def default_game() -> Game:
    """Return the game that is meant when none is named: Bid Whist."""
    from handsim.games import find

    return find("bid whist")


def count(n: int, what: str = "n_deals") -> int:
    """Return a count of deals, checked: a whole number from 1 to `MAX_DEALS`, which is what fits in memory."""
    if isinstance(n, bool) or not hasattr(n, "__index__") or not 1 <= int(n) <= MAX_DEALS:
        raise ArgumentError(f"{what}={n!r}: it is a whole number from 1 to {MAX_DEALS:,}")
    return int(n)


def _seed(seed: int) -> int:
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed) <= MAX_SEED:
        raise ArgumentError(f"seed={seed!r}: it is a whole number from 0 to 2**63 - 1")
    return int(seed)


def _cards_of(cards: Hand | str, game: Game, what: str, size: int | None) -> Hand:
    if isinstance(cards, str):
        return Hand.parse(cards, game, size=size) if size else Hand(game.deck.read(cards))
    if not isinstance(cards, Hand):
        raise ArgumentError(f"{what}: a Hand or a text, not {type(cards).__name__}")
    return Hand.parse(str(cards), game, size=size) if size else Hand(game.deck.read(str(cards)))


def _refuse_twice(names: Sequence[str], masks: Sequence[int], game: Game) -> None:
    seen: dict[int, str] = {}
    for name, mask in zip(names, masks, strict=True):
        for i in range(mask.bit_length()):
            if mask >> i & 1:
                if i in seen:
                    card = game.deck.cards(1 << i)[0]
                    raise CardsError(f"{card} cannot lie both with {_at(seen[i])} and with {_at(name)}")
                seen[i] = name


def _at(place: str) -> str:
    return f"seat {place}" if place.isdecimal() else f"the {place}"


def _described(names: Sequence[str], game: Game) -> list[str]:
    return [str(seat) for seat in range(1, game.n_seats)] + [repr(name) for name in names[game.n_seats :]]
