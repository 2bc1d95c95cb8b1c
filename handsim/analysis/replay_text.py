"""A replay for people: as text in columns, and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from handsim.analysis.causes import is_ours
from handsim.analysis.simulate import frame_of
from handsim.analysis.situation import HAND_SEAT
from handsim.cards import SUIT_NAMES, SUIT_SYMBOLS, SUITS, Card, Hand
from handsim.engine.frame import FIELD_STRIDE, NOBODY
from handsim.games.base import Game

if TYPE_CHECKING:
    from handsim.analysis.replay import Replay

JOKERS_COLUMN = ""  # a joker's suit
RED, LEFT = "color:#d33", 'style="text-align:left"'  # a red that can be read on white and on black


def as_text(shown: Replay) -> str:
    """Return a replay in columns: what was played and why it made or failed, the hands, the tricks."""
    hands = [[name, *(" ".join(plain for plain, _ in cards) for cards in held)] for name, held in _rows_of_cards(shown)]
    suits = [SUIT_NAMES.get(suit, "jokers") for suit in _suits(shown.game)]
    tricks = [[name, *(cell.text for cell in cells), *counts] for name, cells, counts in _rows_of_tricks(shown)]
    heads = ["trick", *(f" {_name(shown.game, seat)}" for seat in range(shown.game.n_seats)), *_counts(shown.game)]
    blocks = [_summary(shown), _aligned([["", *suits], *hands]), [*_aligned([heads, *tricks]), _legend(shown.game)]]
    return "\n\n".join("\n".join(block) for block in blocks)


def as_html(shown: Replay) -> str:
    """Return the same as HTML, with red suits."""
    first, *rest = map(html.escape, _summary(shown))
    hands = [
        [html.escape(name), *("&nbsp;".join(glyphs for _, glyphs in cards) for cards in held)]
        for name, held in _rows_of_cards(shown)
    ]
    suits = [_in_colour(suit, SUIT_SYMBOLS.get(suit, "jokers")) for suit in _suits(shown.game)]
    tricks = [[name, *(cell.html for cell in cells), *counts] for name, cells, counts in _rows_of_tricks(shown)]
    heads = ["trick", *(_name(shown.game, seat) for seat in range(shown.game.n_seats)), *_counts(shown.game)]
    tables = _html_table(["", *suits], hands) + _html_table(heads, tricks)
    about = "".join(f"<br>{line}" for line in rest)
    return f"<div><p><b>{first}</b>{about}</p>{tables}<p>{html.escape(_legend(shown.game))}; who won in bold</p></div>"


class _Cell(NamedTuple):
    """A card in the table of tricks; None where a seat sits out."""

    card: Card | None = None
    led: bool = False
    won: bool = False

    @property
    def text(self) -> str:
        return f"{' >'[self.led]}{self.card or ''}{'*' * self.won}"

    @property
    def html(self) -> str:
        if self.card is None:
            return ""
        card = _in_colour(self.card.suit, self.card.symbol)
        return f"{'&gt;' * self.led}{f'<b>{card}*</b>' if self.won else card}"


def _summary(shown: Replay) -> list[str]:
    """Return the contract, the result and its cause, a line each."""
    over, kitty, unit = shown.count - shown.needed, shown.game.kitty_tricks, shown.game.counts_in
    how = f"failed, {-over} short" if over < 0 else f"made, {over} over" if over else "made exactly"
    ours, *others = shown.points
    theirs = f" ({', '.join(f'{points:+d}' for points in others)} for the others)" if any(others) else ""
    counted = f", {kitty} of them for the kitty" if kitty else ""
    awarded = [f"{name} {('ours', 'theirs', 'to nobody')[side]}, {how}" for name, side, how in shown.awards]
    turner = shown.record[shown.turned_after - 1].winner
    turned = f"after trick {shown.turned_after} {_name(shown.game, turner)} turned the order of the ranks round"
    return [
        f"deal {shown.deal}: {shown.contract}, seat {shown.contract.dealer} deals",
        f"{how}: it took {shown.count} {unit}{counted}, and needs {shown.needed}; {ours:+d} points{theirs}",
        *([f"awarded: {'; '.join(awarded)}"] if awarded else []),
        *([turned] if shown.turned_after else []),
        f"why: {shown.cause}",
    ]


def _name(game: Game, seat: int) -> str:
    """Return what a seat is to the player who holds the hand, and its number."""
    n, away = game.n_seats, (seat - HAND_SEAT) % game.n_seats
    if away == 0:
        who = "you"
    elif game.sides[seat] == game.sides[HAND_SEAT]:
        who = "partner"
    else:
        who = "opponent" if n == 2 else "left" if away == 1 else "right" if away == n - 1 else "opposite"
    return f"{who} ({seat})"


def _suits(game: Game) -> list[str]:
    """Return the columns of the table of hands: the jokers, if there are any, and the suits."""
    return [JOKERS_COLUMN] * bool(game.deck.jokers) + list(SUITS)


def _rows_of_cards(shown: Replay) -> list[tuple[str, list[list[tuple[str, str]]]]]:
    """Return the hands (ours, partners', the others'), the piles and the burial: a name, and the cards of each suit.

    A card is written as plain text and with glyphs. A trump of another suit's print stands with the trumps, in full.
    """
    game, frame, trump = shown.game, frame_of(shown.game, shown.contract), shown.contract.trump
    seats = sorted(range(game.n_seats), key=lambda s: (s != HAND_SEAT, game.sides[s] != game.sides[HAND_SEAT], s))
    rows = [(_name(game, seat), shown.hands[seat]) for seat in seats] + list(shown.dealt.piles.items())
    if len(shown.buried):
        rows.append((game.aside_is, shown.buried))
    if len(shown.given):
        rows.append(("given", shown.given))

    def bit(card: Card) -> int:
        return int(frame.bits[game.deck.index(card)])

    def stands_in(card: Card) -> str:
        return trump if card.suit and bit(card) & frame.trumps else card.suit

    def of(cards: Hand, suit: str) -> list[tuple[str, str]]:
        held = sorted((card for card in cards if stands_in(card) == suit), key=lambda card: -bit(card))
        return [(card.rank, card.face) if card.suit == suit else (str(card), card.symbol) for card in held]

    return [(name, [of(cards, suit) for suit in _suits(game)]) for name, cards in rows]


def _counts(game: Game) -> list[str]:
    """Return what is counted in the table of tricks: declarer's side's tricks, and its points where cards have some."""
    return ["ours", "points"] if game.scores_from == "cards" else ["ours"]


def _legend(game: Game) -> str:
    points = "; points: its card points" if len(_counts(game)) > 1 else ""
    return f"> led, * won; ours: the tricks of {game.ours} so far{points}"


def _rows_of_tricks(shown: Replay) -> list[tuple[str, list[_Cell], list[str]]]:
    """Return the tricks: the number, a cell a seat, and what declarer's side then has.

    What else brings it tricks or points has a row of its own: a kitty that is a trick, cards put aside that score, a
    pile that goes with the last trick.
    """
    game, frame = shown.game, frame_of(shown.game, shown.contract)
    rows, nothing, counts, tricks, points = [], [_Cell()] * game.n_seats, _counts(game), 0, 0

    def add(name: str, cells: list[_Cell]) -> None:
        rows.append((name, cells, [str(tricks), str(points)][: len(counts)]))

    def worth(cards: Iterable[Card]) -> int:
        places = [int(frame.bits[game.deck.index(card)]).bit_length() - 1 for card in cards]
        return sum(frame.values >> 4 * (place % FIELD_STRIDE) & 15 for place in places)

    if game.kitty_tricks:
        tricks = game.kitty_tricks
        add("kitty", nothing)
    if frame.aside_scores:
        points = worth(shown.buried)
        add(game.aside_is, nothing)
    for number, trick in enumerate(shown.record, start=1):
        cells = list(nothing)
        for place, play in enumerate(trick.plays):
            cells[play.seat] = _Cell(play.card, led=place == 0, won=play.seat == trick.winner)
        if is_ours(frame, trick.winner):
            tricks, points = tricks + 1, points + worth(play.card for play in trick.plays)
        add(str(number), cells)
    if frame.last_pile != NOBODY:
        name, pile = list(shown.dealt.piles.items())[frame.last_pile - game.n_seats]
        last = shown.record[-1].winner
        points += worth(pile) if is_ours(frame, last) else 0
        add(name, [_Cell(pile.cards[0], won=True) if seat == last else _Cell() for seat in range(game.n_seats)])
    return rows


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines, their cells aligned in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def _in_colour(suit: str, text: str) -> str:
    """Return a card or a suit as HTML; what is not red takes the page's ink, light or dark."""
    return f'<span style="{RED}">{html.escape(text)}</span>' if suit in ("H", "D") else html.escape(text)


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are HTML already; the first of a row is its heading."""
    head = "".join(f"<th {LEFT}>{cell}</th>" for cell in heads)
    body = "".join(
        f"<tr><th {LEFT}>{first}</th>{''.join(f'<td {LEFT}>{cell}</td>' for cell in cells)}</tr>"
        for first, *cells in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
