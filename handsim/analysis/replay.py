"""What happened? One deal of a bid's row of the table, played again in the open; and the deals that failed."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from handsim.analysis.causes import Play, Trick, cause, is_ours
from handsim.analysis.playouts import N_DEALS
from handsim.analysis.simulate import deal_block, frame_of, warm
from handsim.analysis.situation import HAND_SEAT, Situation, count, situation
from handsim.analysis.study import VARIES, contracts_of, counted, most_counted, results_of
from handsim.cards import SUIT_NAMES, SUIT_SYMBOLS, SUITS, Card, Deal, Hand
from handsim.engine.deal import split
from handsim.engine.frame import Frame
from handsim.engine.jit import Ints
from handsim.engine.outcome import tricks_of, turned_after
from handsim.engine.playout import play_out
from handsim.engine.policy import Policy
from handsim.engine.rng import DEAL, PLAY, stream_key
from handsim.engine.set_aside import hands_after
from handsim.errors import ArgumentError
from handsim.games.base import Bid, Contract, Game
from handsim.stats import checkpoints

LEGEND = "> led, * won; ours: the tricks of declarer's side so far"
JOKERS_COLUMN = ""  # a joker's suit
RED, LEFT = "color:#d33", 'style="text-align:left"'  # a red that can be read on white and on black


@dataclass(frozen=True)
class Replay:
    """One deal, played out: what :func:`replay` returns. Print it, or let Jupyter show it.

    Attributes
    ----------
    deal
        Its index in the table.
    game, contract
        What was played; seat 0 declares.
    dealt
        The hands and the piles as they were dealt.
    buried
        The cards that declarer put aside; empty where none are.
    record
        The tricks, each with its plays and its winner; `plays` is the same as a table.
    tricks
        What declarer's side took, as the table counts it: a kitty trick included.
    made
        Whether that made the contract.
    points
        The points of declarer's side, then of the others.
    turned_after
        After how many tricks the order of the ranks was turned round, by the winner of the last of them; 0: it was not.
    cause
        Why it made or failed, in a line: what beat declarer's side in the tricks that it lost.
    plays
        One row a card, in the order played: `trick` (int64, from 1), `seat` (int64), `card` (str: "SA", "BJ"),
        `won_by` (int64: the seat that won the trick).
    """

    deal: int
    game: Game
    contract: Contract
    dealt: Deal
    buried: Hand
    record: tuple[Trick, ...] = field(repr=False)
    tricks: int
    count: int
    made: bool
    points: tuple[int, ...]
    turned_after: int
    cause: str
    plays: pd.DataFrame = field(repr=False, compare=False)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands as dealt, before anything was exchanged."""
        return self.dealt.hands

    @property
    def kitty(self) -> Hand:
        """The kitty as dealt; empty where there is none."""
        return self.dealt.kitty

    @property
    def needed(self) -> int:
        """What declarer's side must count to make the contract, as the table counts."""
        return self.game.needed(self.contract)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON-plain values, cards as text."""
        contract = self.contract
        return {
            "deal": self.deal, "contract": str(contract), "bid": contract.bid.name, "trump": contract.trump,
            "direction": contract.direction, "declarer": contract.declarer, "dealer": contract.dealer,
            "needed": self.needed, "count": self.count, "counts_in": self.game.counts_in, "tricks": self.tricks,
            "made": self.made,
            "points": list(self.points), "turned_after": self.turned_after, "cause": self.cause,
            "hands": [str(hand) for hand in self.hands],
            "piles": {name: str(pile) for name, pile in self.dealt.piles.items()}, "buried": str(self.buried),
            "plays": self.plays.to_dict("records"),
        }  # fmt: skip

    def __str__(self) -> str:
        hands = [
            [name, *(" ".join(plain for plain, _ in cards) for cards in held)] for name, held in _rows_of_cards(self)
        ]
        suits = [SUIT_NAMES.get(suit, "jokers") for suit in _suits(self.game)]
        tricks = [[name, *(cell.text for cell in cells), ours] for name, cells, ours in _rows_of_tricks(self)]
        heads = ["trick", *(f" {_name(self.game, seat)}" for seat in range(self.game.n_seats)), "ours"]
        blocks = [_summary(self), _aligned([["", *suits], *hands]), [*_aligned([heads, *tricks]), LEGEND]]
        return "\n\n".join("\n".join(block) for block in blocks)

    def _repr_html_(self) -> str:
        first, *rest = map(html.escape, _summary(self))
        hands = [
            [html.escape(name), *("&nbsp;".join(glyphs for _, glyphs in cards) for cards in held)]
            for name, held in _rows_of_cards(self)
        ]
        suits = [_in_colour(suit, SUIT_SYMBOLS.get(suit, "jokers")) for suit in _suits(self.game)]
        tricks = [[name, *(cell.html for cell in cells), ours] for name, cells, ours in _rows_of_tricks(self)]
        heads = ["trick", *(_name(self.game, seat) for seat in range(self.game.n_seats)), "ours"]
        tables = _html_table(["", *suits], hands) + _html_table(heads, tricks)
        about = "".join(f"<br>{line}" for line in rest)
        return f"<div><p><b>{first}</b>{about}</p>{tables}<p>{html.escape(LEGEND)}; who won in bold</p></div>"


def replay(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | None = None,
    *,
    deal: int = 0,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
) -> Replay:
    """Play one deal of a bid's row of the table again, and show all of it.

    Parameters
    ----------
    bid, trump, direction
        As in :func:`handsim.ask`. Where the trump is not given it is the one that the table with these arguments
        chose, or, named after the kitty, the one that declarer named in this deal.
    hand, game, seed, policy, dealer, known, executor
        As in :func:`handsim.playouts`.
    deal
        Which deal: 0 to `n_deals` - 1.
    n_deals
        As many as the table has.

    Returns
    -------
    Replay

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> shown = replay("four downtown in spades", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", deal=17)
    >>> str(shown.contract), len(shown.plays), len(shown.buried)
    ('4 downtown in spades by seat 0', 48, 6)
    >>> shown.made == (shown.tricks >= 10)
    True
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n_deals = count(n_deals)
    index = _index(deal, n_deals)
    row = _row(asked, bid, trump, direction, n_deals, executor)
    return _replay(row, index)


def failures(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | None = None,
    *,
    n: int = 5,
    trump: str | None = None,
    direction: str | None = None,
    n_deals: int = N_DEALS,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Return the first deals of a bid's row of the table that failed, and why each did.

    Parameters
    ----------
    bid, hand, game, trump, direction, n_deals, seed, policy, dealer, known, executor
        As in :func:`handsim.replay`, which shows the whole of any of these deals.
    n
        How many of them, at most.

    Returns
    -------
    DataFrame
        One row a failed deal, indexed by `deal`: `tricks` (int64, of declarer's side, as the table counts them),
        `short` (int64: how many were missing), `cause` (str: what beat declarer's side in the tricks that it lost, as
        "side suit losers: H7, D9; trump trick lost: BJ behind SA"). Empty if none failed.

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> failed = failures("7 notrump", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n=2, n_deals=1000)
    >>> list(failed.columns), (failed["tricks"] + failed["short"]).tolist()
    (['tricks', 'short', 'cause'], [13, 13])
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    n, n_deals = count(n, "n"), count(n_deals)
    row = _row(asked, bid, trump, direction, n_deals, executor)
    found, done = list[int](), 0
    for stop in checkpoints(n_deals):
        short = asked.game.needed(row.bid) - row.counts(done, stop, executor)
        found += (done + np.flatnonzero(short > 0)).tolist()
        done = stop
        if len(found) >= n:
            break
    shown = [_replay(row, deal) for deal in found[:n]]
    table = pd.DataFrame(
        {
            asked.game.counts_in: np.array([r.count for r in shown], dtype=np.int64),
            "short": np.array([r.needed - r.count for r in shown], dtype=np.int64),
            "cause": pd.Series([r.cause for r in shown], index=range(len(shown)), dtype="str"),
        }
    )
    table.index = pd.Index(np.array(found[:n], dtype=np.int64), name="deal")
    table.attrs.update(row.describe())
    return table


# A bid's row of the table


@dataclass(frozen=True)
class _Row:
    """One bid's row: the contracts it is played in, more than one where declarer names his deal by deal."""

    asked: Situation
    bid: Bid
    contracts: tuple[Contract, ...]
    n_deals: int

    def which(self, start: int, stop: int) -> Ints:
        """Return the number of the contract in which each deal is played."""
        if len(self.contracts) == 1:
            return np.zeros(stop - start, dtype=np.int64)
        return most_counted(self.asked, self.contracts, start, stop)

    def counts(self, start: int, stop: int, executor: Executor | None) -> Ints:
        """Return what declarer's side counts in each deal, in the unit of the bids."""
        results = results_of(self.asked, self.contracts, DEAL, start, stop, executor)
        counts = counted(self.asked, self.contracts, results)
        picked: Ints = np.take_along_axis(counts, self.which(start, stop)[None, :], axis=0)[0]
        return picked

    def describe(self) -> dict[str, Any]:
        """Return what was asked as JSON-plain values, for a table's ``attrs``."""
        trumps, directions = ({c.denomination[part] for c in self.contracts} for part in (0, 1))
        return {
            **self.asked.describe(),
            "bid": self.bid.name,
            "trump": VARIES if len(trumps) > 1 else trumps.pop(),
            "direction": VARIES if len(directions) > 1 else directions.pop(),
            "needed": self.asked.game.needed(self.bid),
            "counts_in": self.asked.game.counts_in,
            "n_deals": self.n_deals,
        }


def _row(
    asked: Situation, bid: str | Bid, trump: str | None, direction: str | None, n_deals: int, executor: Executor | None
) -> _Row:
    this, choices = asked.choices(bid, trump=trump, direction=direction)
    return _Row(asked, this, contracts_of(asked, this, choices, n_deals=n_deals, executor=executor), n_deals)


def _index(deal: int, n_deals: int) -> int:
    if isinstance(deal, bool) or not hasattr(deal, "__index__") or not 0 <= int(deal) < n_deals:
        raise ArgumentError(f"deal={deal!r}: the deals of this table are 0 to {n_deals - 1} (n_deals={n_deals})")
    return int(deal)


# One deal


def _replay(row: _Row, deal: int) -> Replay:
    asked, game = row.asked, row.asked.game
    contract = row.contracts[int(row.which(deal, deal + 1)[0])]
    frame = frame_of(game, contract)
    dealt = deal_block(asked, DEAL, deal, deal + 1)
    log = np.zeros((1, 1 + frame.n_tricks * frame.n_playing), dtype=np.int64)
    warm(asked, (contract,))
    outcome = play_out(frame, asked.policy, dealt, start=deal, key=stream_key(asked.seed, PLAY), log=log)
    places, (away, *played) = dealt[0].tolist(), log[0].tolist()
    held = hands_after(frame, dealt, log[:, 0])[0].tolist()
    turned = int(turned_after(outcome)[0]) if frame.turn_card else 0
    record = _record(game, frame, held, played, tricks_of(outcome)[0].tolist(), turned)
    result = game.result(contract, outcome)
    count, needed = int(game.counted(contract, result)[0]), game.needed(contract)
    won = sum(is_ours(frame, trick.winner) for trick in record)
    attrs = {**row.describe(), "trump": contract.trump, "direction": contract.direction, "deal": deal}
    return Replay(
        deal=deal,
        game=game,
        contract=contract,
        dealt=_named(asked, places),
        buried=_hand(game, sum(1 << frame.card(int(bit)) for bit in split(away))),
        record=record,
        tricks=won + game.kitty_tricks,
        count=count,
        made=count >= needed,
        points=tuple(game.score(contract, result)[0].tolist()),
        turned_after=turned,
        cause=_why(game, cause(frame, record), count - needed, len(record) - won),
        plays=_table(record, {**attrs, "tricks": won + game.kitty_tricks, "made": count >= needed}),
    )


def _named(asked: Situation, places: Sequence[int]) -> Deal:
    """Return the cards of each place, masks of physical cards, as a Deal."""
    game, seats = asked.game, asked.game.n_seats
    cards = [_hand(game, mask) for mask in places]
    return Deal(cards[:seats], dict(zip(asked.places[seats:], cards[seats:], strict=True)))


def _hand(game: Game, mask: int) -> Hand:
    return Hand(game.deck.cards(mask), copies=game.deck.copies)


def _record(
    game: Game, frame: Frame, held: Sequence[int], played: Sequence[int], taken: Sequence[int], turned_after: int
) -> tuple[Trick, ...]:
    """Return the tricks. Who held the card that was led next won a trick, so that no rule of play is needed here."""
    holders = {int(bit): seat for seat in range(game.n_seats) for bit in split(held[seat])}
    cards = {int(bit): card for card, bit in zip(game.deck, frame.bits, strict=True)}
    plays = [Play(holders[bit], cards[bit], bit) for bit in played]
    winners = [play.seat for play in plays[frame.n_playing :: frame.n_playing]]
    winners += [seat for seat, tricks in enumerate(taken) if tricks > winners.count(seat)]  # of the last trick
    if turned_after:
        first = turned_after * frame.n_playing
        plays[first:] = [play._replace(bit=frame.turn(play.bit)) for play in plays[first:]]
    starts = range(0, len(plays), frame.n_playing)
    return tuple(Trick(tuple(plays[i : i + frame.n_playing]), w) for i, w in zip(starts, winners, strict=True))


def _table(record: Sequence[Trick], attrs: Mapping[str, Any]) -> pd.DataFrame:
    rows = [(i, play.seat, str(play.card), trick.winner) for i, trick in enumerate(record, 1) for play in trick.plays]
    table = pd.DataFrame(rows, columns=["trick", "seat", "card", "won_by"])
    table.attrs.update(attrs)
    return table


def _why(game: Game, lost: str, over: int, n_lost: int) -> str:
    """Return what the lost tricks say, and for a contract that was made also how many it could lose."""
    if not lost:
        return "no trick lost"
    if over < 0 or game.counts_in != "tricks":
        return lost
    return f"it could lose {n_lost + over} and lost {n_lost}: {lost}"


# For people


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
    turner = shown.record[shown.turned_after - 1].winner
    turned = f"after trick {shown.turned_after} {_name(shown.game, turner)} turned the order of the ranks round"
    return [
        f"deal {shown.deal}: {shown.contract}, seat {shown.contract.dealer} deals",
        f"{how}: it took {shown.count} {unit}{counted}, and needs {shown.needed}; {ours:+d} points{theirs}",
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

    def bit(card: Card) -> int:
        return int(frame.bits[game.deck.index(card)])

    def stands_in(card: Card) -> str:
        return trump if card.suit and bit(card) & frame.trumps else card.suit

    def of(cards: Hand, suit: str) -> list[tuple[str, str]]:
        held = sorted((card for card in cards if stands_in(card) == suit), key=lambda card: -bit(card))
        return [(card.rank, card.face) if card.suit == suit else (str(card), card.symbol) for card in held]

    return [(name, [of(cards, suit) for suit in _suits(game)]) for name, cards in rows]


def _rows_of_tricks(shown: Replay) -> list[tuple[str, list[_Cell], str]]:
    """Return the tricks: the number, a cell a seat, and how many tricks declarer's side then has."""
    game, frame, ours = shown.game, frame_of(shown.game, shown.contract), shown.game.kitty_tricks
    rows = [("kitty", [_Cell()] * game.n_seats, str(ours))] if ours else []
    for number, trick in enumerate(shown.record, start=1):
        cells = [_Cell()] * game.n_seats
        for place, play in enumerate(trick.plays):
            cells[play.seat] = _Cell(play.card, led=place == 0, won=play.seat == trick.winner)
        ours += is_ours(frame, trick.winner)
        rows.append((str(number), cells, str(ours)))
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
