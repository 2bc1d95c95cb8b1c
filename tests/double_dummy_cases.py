"""Cases for the double-dummy solver: frames, random small deals, and the rows of the reference files.

Shared by the everyday tests and by ``tests/exhaustive/prove_double_dummy.py``.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from handsim.engine import double_dummy as dd
from handsim.engine.frame import Frame, build_frame

Ints = npt.NDArray[np.int64]
REFERENCE = Path(os.environ.get("HANDSIM_REFERENCE") or Path(__file__).parents[2] / "shared" / "reference")
SUITS = "SHDC"
UPTOWN, DOWNTOWN = "23456789TJQKA", "KQJT98765432A"
JOKER_BITS = {"LJ": 15, "BJ": 31}
KINDS = ("bridge", "whist", "next_suit", "euchre")


def bit_of(card: str, trump: str, direction: str = "uptown") -> int:
    """The bit position of a card in a default Bid Whist (or plain bridge) frame."""
    if card in JOKER_BITS:
        if trump == "NT":
            return JOKER_BITS[card]
        return 16 * SUITS.index(trump) + 13 + (card == "BJ")
    ranks = UPTOWN if direction == "uptown" else DOWNTOWN
    return 16 * SUITS.index(card[0]) + ranks.index(card[1])


def frame_of(trump: str, direction: str = "uptown", jokers: bool = True, leader: int = 0) -> Frame:
    cards = [suit + rank for suit in SUITS for rank in UPTOWN] + (["LJ", "BJ"] if jokers else [])
    none = sum(1 << b for b in JOKER_BITS.values()) if trump == "NT" and jokers else 0
    return build_frame(
        [bit_of(card, trump, direction) for card in cards],
        n_tricks=13, declarer=0, leader=leader, trump_field=None if trump == "NT" else SUITS.index(trump),
        worthless=none, free_lead=none,
    )  # fmt: skip


def hand_of(cards: list[str], trump: str, direction: str = "uptown") -> int:
    return sum(1 << bit_of(card, trump, direction) for card in cards)


def pbn_cards(hand: str) -> list[str]:
    return [suit + rank for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks]


def _rows(name: str) -> list[list[str]]:
    with open(REFERENCE / name, newline="") as file:
        return list(csv.reader(file))


def bridge_differences(name: str, rows: slice = slice(None)) -> tuple[int, int]:
    """How many of the values of a bridge file were compared, and how many differ."""
    table = _rows(name)[1:][rows]
    compared = wrong = 0
    for d, trump in enumerate([*SUITS, "NT"]):
        deals = np.array([[hand_of(pbn_cards(h), trump) for h in row[0][2:].split()] for row in table], np.int64)
        values, _ = dd.solve_frame_hands(deals, frame_of(trump, jokers=False))
        cards = int(deals[0, 0]).bit_count()
        expected = np.array([[int(x) for x in row[1 + 4 * d : 5 + 4 * d]] for row in table])
        got = cards - np.roll(values, -1, axis=1)
        compared += got.size
        wrong += int((got != expected).sum())
    return compared, wrong


def bid_whist_differences(name: str, rows: slice = slice(None)) -> tuple[int, int]:
    header, *table = _rows(name)
    compared = wrong = 0
    for column in range(4, len(header), 4):
        label = header[column].split("_")[0]
        trump, direction = label[:-1], "uptown" if label[-1] == "u" else "downtown"
        there = [row for row in table[rows] if row[column]]
        if not there:
            continue
        deals = np.array([[hand_of(h.split(), trump, direction) for h in row[:4]] for row in there], np.int64)
        values, _ = dd.solve_frame_hands(deals, frame_of(trump, direction))
        expected = np.array([[int(x) for x in row[column : column + 4]] for row in there])
        compared += values.size
        wrong += int((values != expected).sum())
    return compared, wrong


def ending_differences(rows: slice = slice(None)) -> tuple[int, int]:
    table = _rows("dd_bid_whist_endings.csv")[1:][rows]
    wrong = 0
    for *hands, trump, direction, leader, tricks in table:
        frame = frame_of(trump, direction)
        held = [hand_of(hand.split(), trump, direction) for hand in hands]
        wrong += dd.solve(held, frame, int(leader)) != int(tricks)
    return len(table), wrong


def trace_differences(rows: slice = slice(None)) -> tuple[int, int]:
    compared = wrong = 0
    for deal, _, trump_no, leader, _, _, play, expected in _rows("dd_play_traces.csv")[1:][rows]:
        trump = [*SUITS, "NT"][int(trump_no)]
        frame = frame_of(trump, jokers=False)
        hands = [hand_of(pbn_cards(hand), trump) for hand in deal.split()]
        plays = [1 << bit_of(card, trump) for card in play.split()]
        known = [int(x) for x in expected.split()]
        got = dd.trace(hands, frame, int(leader), plays, side=(int(leader) + 3) % 2)
        compared += len(known)
        wrong += sum(a != b for a, b in zip(got, known, strict=False))
    return compared, wrong


def _bits(kind: str, trump: int | None) -> tuple[list[int], int, int]:
    """The bit positions of a kind of pack, its worthless cards and its free leads."""
    bits = [16 * suit + rank for suit in range(4) for rank in range(13)]
    if kind == "euchre":
        counts = [6] * 4 if trump is None else [7 if s == trump else 5 if s == 3 - trump else 6 for s in range(4)]
        return [16 * suit + rank for suit in range(4) for rank in range(counts[suit])], 0, 0
    if kind == "bridge":
        return bits, 0, 0
    if trump is None:
        none = 1 << 15 | 1 << 31
        return [*bits, 15, 31], none, none
    jokers = [16 * trump + 13, 16 * trump + 14]
    return bits + jokers, 0, sum(1 << b for b in jokers) if kind == "next_suit" else 0


def small_deals(
    seed: int, count: int, sizes: tuple[int, ...], kinds: tuple[str, ...] = KINDS
) -> Iterator[tuple[str, list[int], Frame]]:
    """Random small deals: every denomination, jokers in and out, long suits, bowers, three seats, odd rules."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        size = int(rng.choice(sizes))
        trump = [None, 0, 1, 2, 3][rng.integers(5)]
        bits, none, free = _bits(kind, trump)
        pool = list(bits)
        if kind != "euchre" and rng.random() < 0.5:  # few ranks: dense suits
            ranks = {*rng.permutation(13)[: size + 1].tolist(), 13, 14, 15}
            pool = [b for b in bits if b & 15 in ranks]
        elif kind != "euchre" and rng.random() < 0.3:  # long trumps: suits of 14 and 15 cards
            long = 0 if trump is None else trump
            pool = [b for b in bits if b >> 4 == long or b & 15 in (3, 7, 11, 15)]
        seats = (0, 1, 2, 3)
        if rng.random() < 0.25:
            out = int(rng.integers(4))
            seats = tuple(seat for seat in seats if seat != out)
        sides = (0, 1, 0, 1)
        if len(seats) == 3 and rng.random() < 0.5:
            lone = seats[int(rng.integers(3))]
            sides = tuple(0 if seat == lone else 1 for seat in range(4))
        if len(pool) < len(seats) * size:
            pool = list(bits)
        cards = rng.permutation(pool).tolist()
        if kind in ("whist", "next_suit") and rng.random() < 0.6:  # both jokers in
            cards = [*bits[-2:], *(c for c in cards if c not in bits[-2:])]
        cards = rng.permutation(cards[: len(seats) * size]).tolist()
        hands = [0] * 4
        for i, card in enumerate(cards):
            hands[seats[i // size]] |= 1 << card
        frame = build_frame(
            bits, n_tricks=size, declarer=seats[0], leader=seats[0], seats=seats, sides=sides, trump_field=trump,
            worthless=none, free_lead=free, throw_first=none if rng.random() < 0.3 else 0,
        )  # fmt: skip
        yield f"{kind} {size} cards trump {trump} seats {seats} sides {sides}", hands, frame
