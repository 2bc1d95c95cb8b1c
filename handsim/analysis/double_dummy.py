"""With all hands open, and nobody erring: what is a deal worth, in which denomination, and what did each play cost?

Everything here counts tricks *played*: a trick that a kitty counts for is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from handsim.analysis.simulate import Progress, frame_of, progress_bar
from handsim.analysis.situation import asked_game
from handsim.analysis.solving import hands_in_play, memory_setting, of_declarer, slowest, solve_given
from handsim.cards import Card, Deal, Hand
from handsim.engine.double_dummy import Position, solve_frame_hands, workspace
from handsim.engine.frame import NOBODY, Frame
from handsim.engine.jit import Ints, int64_array
from handsim.errors import ArgumentError, CardsError, HandsimError, RulesError
from handsim.games.base import Contract, Game
from handsim.notation import parse_card, read_cards


def double_dummy(
    deal: Deal | str, contract: Contract, *, leader: int | None = None, memory_mib: int | None = None
) -> int:
    """Return the tricks that declarer's side takes in play when all hands are known and nobody errs.

    Parameters
    ----------
    deal
        The hands as play begins, equally long, of 1 to 13 cards: a Deal, or its text. Where a kitty was taken they are
        those after the burial, and where a partner was asked for cards those after the exchange; a pile of the deal is
        not looked at.
    contract
        What is played: ``game.contract(...)``.
    leader
        The seat that leads; None: as the rules of the contract's game say.
    memory_mib
        The memory that the solver may use; None: what the environment variable HANDSIM_MEMORY_MIB says, else 42.

    Raises
    ------
    HandsimError
        A ValueError that names what is wrong with the deal, the contract or the leader.

    Examples
    --------
    >>> import handsim as hs
    >>> deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    >>> double_dummy(deal, hs.Whist().contract(trump="S"))
    5
    """
    game = _game_of(contract)
    dealt = _deal_of(deal, game)
    frame, lead = _frame_and_leader(game, contract, leader)
    hands = hands_in_play(frame, int64_array([_masks(dealt, game)]))  # type: ignore[list-item]
    values, _ = solve_frame_hands(hands, frame, (lead,), space=workspace(memory_setting(memory_mib)))
    return int(of_declarer(frame, lead, values[:, lead], hands)[0])


def double_dummy_table(
    deal: Deal | str, game: Game | str | None = None, *, dealer: int | None = None, memory_mib: int | None = None
) -> pd.DataFrame:
    """Return the tricks that every declarer's side takes in play in every denomination.

    Parameters
    ----------
    deal, memory_mib
        As in :func:`double_dummy`.
    game
        The game or its name; None: Bid Whist with its default rules. Who leads follows from its rules;
        ``attrs["leads"]`` says who that is.
    dealer
        The seat that deals, where that decides who leads; None: as :meth:`~handsim.games.base.Game.contract` has it.

    Returns
    -------
    DataFrame
        A row a declarer (the index: his seat), a column a denomination ("S", ... or "S uptown", ...), int64; where
        some bids are played in another way, columns for it ("S moon": with declarer's partner sitting out).

    See Also
    --------
    double_dummy_tables : The same for many deals, over all processors.

    Examples
    --------
    >>> import handsim as hs
    >>> deal = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
    >>> double_dummy_table(deal, hs.Whist()).loc[3].tolist()
    [8, 6, 7, 5, 6]
    """
    game = _counting_tricks(game)
    dealt = _deal_of(deal, game)
    table = double_dummy_tables([dealt], game, dealer=dealer, memory_mib=memory_mib, executor=_Here()).droplevel("deal")
    table.attrs["deal"] = str(dealt)
    return table


def double_dummy_tables(
    deals: Iterable[Deal | str],
    game: Game | str | None = None,
    *,
    dealer: int | None = None,
    memory_mib: int | None = None,
    executor: Executor | Any = None,
    progress: Progress = None,
) -> pd.DataFrame:
    """Return the double-dummy tables of many deals.

    Parameters
    ----------
    deals
        The deals, each as in :func:`double_dummy`.
    game, dealer
        As in :func:`double_dummy_table`.
    memory_mib
        The memory that each worker's solver may use, as in :func:`double_dummy`.
    executor
        Anything with the ``map`` of ``concurrent.futures.Executor``; None: threads, one a processor.
    progress
        True: a bar on stderr; or a function that is called with (done, total).

    Returns
    -------
    DataFrame
        A row a deal (from 0) and declarer, the levels `deal` and `declarer` of the index; a column a denomination,
        int64. ``attrs["slowest"]`` says which deal took most positions to search, in which denomination.

    Examples
    --------
    >>> import handsim as hs
    >>> table = double_dummy_tables(["SA; SK; SQ; SJ", "SA; DK; HQ; CJ"], hs.Whist())
    >>> table["S"].unstack().values.tolist()
    [[1, 0, 1, 0], [1, 0, 1, 0]]
    """
    game = _counting_tricks(game)
    memory = memory_setting(memory_mib)
    if isinstance(deals, str | Deal) or not isinstance(deals, Iterable):
        raise ArgumentError(f"deals: deals in a list, not {type(deals).__name__} (double_dummy_table takes one deal)")
    dealt = [_masks(_numbered(number, deal, game), game) for number, deal in enumerate(deals)]
    groups = _alike(game, dealer)
    leaders = [tuple(sorted({frame.leader for frame in frames.values()})) for frames in groups.values()]
    with progress_bar(progress, len(dealt), "deals") as advance:
        values, nodes = solve_given(
            game, list(groups), leaders, dealt, memory_mib=memory, executor=executor, advance=advance
        )
    sizes = int64_array([deal[0].bit_count() for deal in dealt])
    lines = dict.fromkeys(_line(game, contract) for contract in game.contracts())
    columns: dict[str, Ints] = {line: np.zeros((len(dealt), game.n_seats), np.int64) for line in lines}
    for frames, of in zip(groups.values(), values, strict=True):
        for (line, declarer), frame in frames.items():
            theirs = frame.sides[frame.leader] != frame.sides[declarer]
            found = of[:, frame.leader]
            columns[line][:, declarer] = sizes - found if theirs else found
    index = pd.MultiIndex.from_product([range(len(dealt)), range(game.n_seats)], names=["deal", "declarer"])
    table = pd.DataFrame({name: column.ravel() for name, column in columns.items()}, index=index)
    table.attrs.update(game.describe(), n_deals=len(dealt), leads=_leads(groups))
    if dealt:
        table.attrs["slowest"] = slowest(list(groups), nodes)
    return table


def play_trace(
    deal: Deal | str,
    contract: Contract,
    plays: str | Sequence[Card | str],
    *,
    leader: int | None = None,
    memory_mib: int | None = None,
) -> pd.DataFrame:
    """Say, card by card, what a hand that was played was still worth, and what each play cost.

    Parameters
    ----------
    deal, contract, leader, memory_mib
        As in :func:`double_dummy`.
    plays
        The cards in the order played, all or the first of them: a text ("S5 SA S10 ...") or a list.

    Returns
    -------
    DataFrame
        One row a card: `trick` (int64, from 1), `seat` (int64), `card` (str), `tricks` (int64: those that declarer's
        side has and still takes in play when nobody errs after it), `cost` (int64: the tricks that it cost the side
        of who played it), `best` (str: where it cost anything the cards that cost nothing, else ""). In ``attrs``:
        the deal, the contract, who leads, and `tricks_before`, the value before the first lead.

    Raises
    ------
    RulesError
        If a card could not be played; the message names the card, its seat and what he may play.

    Examples
    --------
    >>> import handsim as hs
    >>> trace = play_trace("SA S2; SK H2; S3 S4; HA H3", hs.Whist().contract(trump="NT"), "H2 S3 HA S2", leader=1)
    >>> trace[["seat", "card", "tricks", "cost", "best"]].values.tolist()[:2]
    [[1, 'H2', 0, 0, ''], [2, 'S3', 0, 0, '']]
    """
    game = _game_of(contract)
    dealt = _deal_of(deal, game)
    frame, lead = _frame_and_leader(game, contract, leader)
    hands = hands_in_play(frame, int64_array([_masks(dealt, game)]))[0].tolist()  # type: ignore[list-item]
    position = Position(hands, frame, lead, space=workspace(memory_setting(memory_mib)))
    traced = _Tracer(game, frame, position)
    before = traced.tricks
    rows = [traced.play(number, card) for number, card in enumerate(_cards_played(plays, game), start=1)]
    columns = {
        name: pd.Series([row[i] for row in rows], dtype="str" if name in ("card", "best") else "int64")
        for i, name in enumerate(_Row._fields)
    }
    table = pd.DataFrame(columns)
    table.attrs.update(
        game.describe(), deal=str(Deal(dealt.hands)), contract=str(contract), bid=contract.bid.name,
        trump=contract.trump, direction=contract.direction, declarer=contract.declarer, dealer=contract.dealer,
        leader=lead, tricks_before=before,
    )  # fmt: skip
    return table


# A trace


class _Row(NamedTuple):
    trick: int
    seat: int
    card: str
    tricks: int
    cost: int
    best: str


class _Tracer:
    """A deal in play, what it is worth to declarer's side, and the words for it."""

    def __init__(self, game: Game, frame: Frame, position: Position) -> None:
        self.game, self.frame, self.position = game, frame, position
        self.side = int(frame.sides[frame.declarer])
        self.tricks = position.tricks_of(self.side)
        self.n_cards = sum(
            hand.bit_count() for hand, on in zip(position.hands, frame.next_seat, strict=True) if on >= 0
        )

    def play(self, number: int, card: Card) -> _Row:
        """Play a card, the number it is from 1 on, and return its row."""
        position, seat, before = self.position, self.position.seat, self.tricks
        bit = self._checked(number, card)
        as_it_was = list(position.hands), list(position.trick), list(position.taken), position.leader
        position.play(bit)
        self.tricks = position.tricks_of(self.side)
        cost = (before - self.tricks) * (1 if self.frame.sides[seat] == self.side else -1)
        best = ""
        if cost:
            position.hands, position.trick, position.taken, position.leader = as_it_was
            values = position.values()
            best = self._named(card for card, value in values.items() if value == max(values.values()))
            position.play(bit)
        return _Row((number - 1) // self.frame.n_playing + 1, seat, str(card), self.tricks, cost, best)

    def _checked(self, number: int, card: Card) -> int:
        """Return the bit of a card that may be played."""
        seat, deck = self.position.seat, self.game.deck
        copies = [int(bit) for bit in self.frame.bits[deck.index(card) :][: deck.copies]]
        bit = next((bit for bit in copies if bit & self.position.hands[seat]), copies[0])
        if number > self.n_cards:
            raise RulesError(f'card {number}, "{card}": all {self.n_cards} cards were played before it')
        legal = self.position.legal()
        if bit in legal:
            return bit
        why = "cannot play it now" if bit & self.position.hands[seat] else "does not hold it"
        raise RulesError(f'card {number}, "{card}": seat {seat} {why}; he may play {self._named(legal)}')

    def _named(self, bits: Iterable[int]) -> str:
        deck = self.game.deck
        return str(Hand(dict.fromkeys(deck.cards(sum(1 << self.frame.card(bit) for bit in bits)))))


# What is asked, checked


class _Here:
    """An executor that works in the thread that asks."""

    map = staticmethod(map)


def _game_of(contract: Contract) -> Game:
    if not isinstance(contract, Contract) or contract.game is None:
        raise ArgumentError(f"contract={contract!r}: make it with the contract method of a game")
    return _counting_tricks(contract.game)


def _counting_tricks(game: Game | str | None) -> Game:
    """Return a game, refused where the cards in the tricks count: the solver counts tricks."""
    game = asked_game(game)
    if game.scores_from != "tricks":
        raise RulesError(f"double dummy counts tricks, and in {game.title} the cards in them count")
    return game


def _numbered(number: int, deal: Deal | str, game: Game) -> Deal:
    """Return one of many deals, checked; what is wrong with it is said with its number."""
    try:
        return _deal_of(deal, game)
    except HandsimError as error:
        raise type(error)(f"deal {number}: {error}") from error


def _deal_of(deal: Deal | str, game: Game) -> Deal:
    """Return a deal of a game, checked: as many hands as seats, of one length."""
    if isinstance(deal, str):
        return Deal.parse(deal, game, seats=game.n_seats)
    if not isinstance(deal, Deal):
        raise ArgumentError(f"deal: a Deal or a text, not {type(deal).__name__}")
    sizes = [len(hand) for hand in deal.hands]
    if len(sizes) != game.n_seats:
        raise CardsError(f"the number of hands wanted here is {game.n_seats}, not {len(sizes)}")
    if len(set(sizes)) > 1 or not 1 <= sizes[0] <= game.hand_size:
        wanted = f"the hands of a deal are equally long, of 1 to {game.hand_size} cards"
        raise CardsError(f"{wanted}, not {', '.join(map(str, sizes))}")
    return deal


def _masks(deal: Deal, game: Game) -> list[int]:
    masks: list[int] = []
    for hand in deal.hands:
        masks.append(game.deck.mask(hand, taken=sum(masks)))
    return masks


def _frame_and_leader(game: Game, contract: Contract, leader: int | None) -> tuple[Frame, int]:
    frame = frame_of(game, contract)
    lead = frame.leader if leader is None else game.seat(leader, "leader")
    if frame.next_seat[lead] == NOBODY:
        raise ArgumentError(f"leader={leader}: that seat sits out")
    return frame, lead


def _cards_played(plays: str | Sequence[Card | str], game: Game) -> list[Card]:
    if isinstance(plays, str):
        return [card for card, _ in read_cards(plays, game.deck.jokers)] if plays.strip() else []
    if not isinstance(plays, Iterable):
        raise ArgumentError(f"plays: the cards played, in a text or a list, not {type(plays).__name__}")
    return [card if isinstance(card, Card) else parse_card(card, jokers=game.deck.jokers) for card in plays]


def _line(game: Game, contract: Contract) -> str:
    """Return what a contract's column is called: its denomination, and how it is played where not as most are."""
    return " ".join(filter(None, (str(contract.denomination), game.played_as(contract.bid))))


def _leads(groups: Mapping[Contract, Mapping[tuple[str, int], Frame]]) -> str:
    """Say who leads, from the frames of every line and declarer."""
    leads = {(declarer, frame.leader) for frames in groups.values() for (_, declarer), frame in frames.items()}
    n = 1 + max(declarer for declarer, _ in leads)
    if all(leader == declarer for declarer, leader in leads):
        return "declarer leads"
    if len({leader for _, leader in leads}) == 1:
        return f"seat {next(iter(leads))[1]} leads"
    if all(leader == (declarer + 1) % n for declarer, leader in leads):
        return "declarer's left leads"
    return ", ".join(f"seat {leader} leads against seat {declarer}" for declarer, leader in sorted(leads))


def _alike(game: Game, dealer: int | None) -> dict[Contract, dict[tuple[str, int], Frame]]:
    """Return contracts, one for all columns and declarers whose frames differ in nothing but who declares and leads."""
    groups: dict[tuple[Any, ...], Contract] = {}
    found: dict[Contract, dict[tuple[str, int], Frame]] = {}
    for declarer in range(game.n_seats):
        for contract in game.contracts(declarer=declarer, dealer=dealer):
            frame = frame_of(game, contract)
            arrays = (frame.bits, frame.next_seat, frame.sides)
            masks = frame.trumps, frame.worthless, frame.free_lead, frame.throw_first
            first = groups.setdefault((*(array.tobytes() for array in arrays), *masks), contract)
            found.setdefault(first, {})[_line(game, contract), declarer] = frame
    return found
