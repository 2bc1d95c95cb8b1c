"""Every way to put cards aside, played on common deals: what the table of exchanges is made from.

The candidates are halved, or rather divided by :data:`KEEP_ONE_IN`, again and again: each time those left are played
on more of the same deals. Then nothing of that counts any more, and the last of them are measured on other deals.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from handsim.analysis.simulate import (
    BLOCK,
    Block,
    Bytes,
    deal_block,
    frame_of,
    play_block,
    run_blocks,
    warm,
)
from handsim.analysis.situation import Situation
from handsim.engine.frame import FIELD_STRIDE, SPARE_BITS, Frame
from handsim.engine.jit import Ints
from handsim.engine.playout import SEATS, play_out, set_aside_deals
from handsim.engine.rng import BURY, DEAL, PLAY, stream_key
from handsim.games.base import Contract

KEEP_ONE_IN = 3
FINALISTS = 24
"""Burials that are left for the last round, at least."""
LEAST_ROUND, DEALS_PER_FIRST = 8, 150
"""Deals of the first round, at least; and how many deals of the last stand against one of the first."""


@dataclass(frozen=True)
class BurialBlock(Block):
    """Deals to play out in one contract with each of some given burials, masks of physical cards."""

    asides: tuple[int, ...] = ()

    def play(self) -> Bytes:
        """Deal and play the block out: the tricks that declarer's side takes in play, shape (n_deals, n_asides)."""
        situation, (contract,) = self.situation, self.contracts
        taken_by = play_out(
            frame_of(situation.game, contract),
            situation.policy,
            deal_block(situation, self.purpose, self.start, self.stop),
            start=self.start,
            key=stream_key(situation.seed, PLAY),
            asides=np.array(self.asides, dtype=np.int64),
        )
        rows = taken_by.reshape(self.stop - self.start, len(self.asides), SEATS)
        return situation.game.side_tricks(contract, rows).astype(np.int8)


@dataclass(frozen=True)
class Candidates:
    """Burials that differ, as masks of physical cards.

    Attributes
    ----------
    asides
        The burials: of those alike, the one that puts the lowest cards aside.
    alike
        How many burials each stands for, itself included.
    """

    asides: Ints
    alike: Ints

    @classmethod
    def of(cls, frame: Frame, held: Sequence[int], pile: Sequence[int]) -> Candidates:
        """Return every way to put cards aside, those alike taken together.

        Two cards are alike if they touch: no card that is not held lies between them, or both are of no suit. What
        the others can tell apart is not alike: a card of a pile that they saw, or of which they learn how many cards
        were kept, and one that was there before.

        Parameters
        ----------
        frame
            The contract.
        held, pile
            The cards of declarer's hand and of the pile, as indices in the deck.
        """
        groups = _alike(frame, held, pile)
        cards = np.array([card for group in groups for card in group])  # the cards of a group next to each other
        rows = np.array(list(itertools.combinations(range(len(cards)), frame.aside_count)), dtype=np.int64)
        away = np.zeros((len(rows), len(cards)), dtype=bool)
        away[np.arange(len(rows))[:, None], rows] = True
        lowest, ways, first = np.ones(len(rows), dtype=bool), np.ones(len(rows), dtype=np.int64), 0
        for group in groups:
            part = away[:, first : first + len(group)]
            lowest &= (part[:, :-1] | ~part[:, 1:]).all(axis=1)
            ways *= np.array([math.comb(len(group), n) for n in range(len(group) + 1)])[part.sum(axis=1)]
            first += len(group)
        masks = (away * (1 << cards)).sum(axis=1)
        return cls(masks[lowest], ways[lowest])

    def with_own(self, own: int, frame: Frame, held: Sequence[int], pile: Sequence[int]) -> tuple[Candidates, int]:
        """Return the candidates with one of them put in the place of that which it is like, and that place."""
        lowest = 0
        for group in _alike(frame, held, pile):
            lowest |= sum(1 << card for card in group[: sum(own >> card & 1 for card in group)])
        place = int(np.flatnonzero(self.asides == lowest)[0])
        asides = self.asides.copy()
        asides[place] = own
        return Candidates(asides, self.alike), place


def _alike(frame: Frame, held: Sequence[int], pile: Sequence[int]) -> list[list[int]]:
    """Return the cards of declarer's hand and the pile in groups of cards that are alike, each from the lowest up."""
    told_apart = bool(frame.aside_shown or frame.aside_count_public)
    at = {int(bit).bit_length() - 1: card for card, bit in enumerate(frame.bits)}
    ours = {*held, *pile}
    groups: dict[tuple[int, bool], list[int]] = {}
    run, last = 0, -2
    for place, card in sorted(at.items(), key=lambda item: (item[0] in SPARE_BITS, item[0])):
        if place in SPARE_BITS:
            run = -1  # cards of no suit touch one another, and no other
        elif card not in ours or place // FIELD_STRIDE != last // FIELD_STRIDE:
            run += 1
        last = place
        if card in ours:
            groups.setdefault((run, told_apart and card in pile), []).append(card)
    return list(groups.values())


class Trial:
    """Burials on trial in one contract of a situation.

    Parameters
    ----------
    asked, contract
        What is played; the whole pile must be known.
    values
        What each number of tricks taken in play is worth; of burials worth the same, that with more tricks is better.
    executor, advance
        As in :func:`handsim.analysis.simulate.play_situation`.
    """

    def __init__(
        self,
        asked: Situation,
        contract: Contract,
        values: Ints,
        executor: Executor | None,
        advance: Callable[[int], None] | None,
    ) -> None:
        self.asked, self.contract, self.values = asked, contract, values
        self.executor, self.advance = executor, advance

    def own(self) -> int:
        """Return what the policy itself puts aside (in the first deal, if it draws lots)."""
        frame = frame_of(self.asked.game, self.contract)
        key = stream_key(self.asked.seed, PLAY)
        away = int(set_aside_deals(frame, self.asked.policy, deal_block(self.asked, DEAL, 0, 1), key=key)[0])
        return sum(1 << card for card, bit in enumerate(frame.bits) if away & int(bit))

    def play(self, asides: Ints, purpose: int, start: int, stop: int) -> Bytes:
        """Return the tricks that each burial takes in play in each deal, shape (n_deals, n_asides)."""
        warm(self.asked, (self.contract,))
        size = max(1, BLOCK // len(asides))
        blocks = [
            BurialBlock(self.asked, (self.contract,), purpose, at, min(at + size, stop), asides=tuple(asides.tolist()))
            for at in range(start, stop, size)
        ]
        parts = []
        with closing(run_blocks(play_block, blocks, self.executor)) as played:
            for _, part in played:
                parts.append(part)
                if self.advance is not None:
                    self.advance(part.size)
        return np.concatenate(parts)

    def best_first(self, tricks: Bytes) -> Ints:
        """Return the order of burials by what they were worth, the best first."""
        worth = sum(value * (tricks == n).sum(axis=0) for n, value in enumerate(self.values.tolist()))
        order: Ints = np.lexsort((-tricks.sum(axis=0, dtype=np.int64), -worth))
        return order

    def select(self, asides: Ints, own: int, rounds: Sequence[tuple[int, int]]) -> tuple[Ints, int]:
        """Return the best of the burials, the best first, and the rank of one that is kept to the end in any case.

        Parameters
        ----------
        asides
            The burials.
        own
            The place among them of the one that is kept; what it is beaten by when it would have gone is its rank.
        rounds
            How many deals have been played at the end of each round, and how many burials are then left.
        """
        left, done, rank = np.arange(len(asides)), 0, 0
        tricks = np.zeros((0, len(asides)), dtype=np.int8)
        for n_deals, keep in rounds:
            tricks = np.concatenate([tricks, self.play(asides[left], BURY, done, n_deals)])
            order, done = self.best_first(tricks), n_deals
            stay = order[:keep]
            if n_deals < rounds[-1][0]:
                stay = self._and_by_tricks(stay, tricks, keep // 2)
            place = int(np.flatnonzero(left[order] == own)[0])
            if order[place] not in stay:
                rank = rank or place + 1
                stay = np.append(stay, order[place])
            left, tricks = left[stay], tricks[:, stay]
        return left, rank or int(np.flatnonzero(left == own)[0]) + 1

    def _and_by_tricks(self, stay: Ints, tricks: Bytes, keep: int) -> Ints:
        """Return those that stay and, after them, those best by tricks, which on few deals tell more than points."""
        by_tricks = np.argsort(-tricks.sum(axis=0, dtype=np.int64), kind="stable")[:keep]
        more: Ints = np.concatenate([stay, by_tricks[~np.isin(by_tricks, stay)]])
        return more


def schedule(n_candidates: int, n_deals: int, keep: int) -> list[tuple[int, int]]:
    """Return the rounds of a selection: how many deals have been played at the end of each, and who is left then.

    Each round divides the burials by `KEEP_ONE_IN` and multiplies the deals by it, so that all take as long; the
    last has `n_deals` and leaves `keep`.
    """
    rounds: list[tuple[int, int]] = []
    n, left = max(LEAST_ROUND, n_deals // DEALS_PER_FIRST), n_candidates
    while n < n_deals:
        left = max(-(-left // KEEP_ONE_IN), FINALISTS, keep)
        rounds.append((n, left))
        n *= KEEP_ONE_IN
    return [*rounds, (n_deals, min(keep, n_candidates))]
