"""Dealing: random completions of the cards whose places are not known.

A deal is a row of masks of *physical* cards (bit i: card i of the deck), a column a place: the seats, then the piles.
It depends on (key, index) alone, so that the same deals serve every contract, policy and burial.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.jit import Ints, inline, int64, int64_array, kernel
from handsim.engine.rng import at, bounded


@kernel(int64[:, ::1](int64[::1], int64[::1], int64[::1], int64, int64, int64))
def deal_cards(unseen: Ints, need: Ints, known: Ints, key: int, start: int, stop: int) -> Ints:
    """Deal the unseen cards to their places.

    Parameters
    ----------
    unseen
        The cards to deal, each as a single bit, in the order of the deck.
    need
        How many of them each place gets; at most as many as there are.
    known
        The masks of the cards already known to lie at each place.
    key, start, stop
        The key of the stream of deals, and the range of their indices.

    Returns
    -------
    int64 array, shape (stop - start, n_places)
        The first cards of a Fisher-Yates shuffle go to the first place, the next to the second, and so on.
    """
    n_places, n_cards = need.shape[0], unseen.shape[0]
    deals = np.empty((stop - start, n_places), np.int64)
    deck = np.empty(n_cards, np.int64)
    for i in range(stop - start):
        deck[:] = unseen
        row = at(key, start + i)
        j = int64(0)
        word = int64(0)
        for place in range(n_places):
            cards = known[place]
            if need[place] == n_cards - j:  # nothing is left to chance
                while j < n_cards:
                    cards |= deck[j]
                    j += 1
            else:
                for _ in range(need[place]):
                    if j & 1 == 0:
                        word = at(row, j >> int64(1))
                    k = j + bounded(word, j & int64(1), n_cards - j)
                    card = deck[k]
                    deck[k] = deck[j]
                    cards |= card
                    j += 1
            deals[i, place] = cards
    return deals


@inline
def to_frame(cards: int, table: Ints) -> int:
    """Turn a set of physical cards into a set of a frame's bits, by the frame's byte table."""
    bits = int64(0)
    row = int64(0)
    while cards:
        bits |= table[row + (cards & int64(255))]
        cards >>= int64(8)
        row += int64(256)
    return bits


def split(mask: int) -> Ints:
    """Return the single bits of a mask, lowest first."""
    return int64_array([1 << i for i in range(mask.bit_length()) if mask >> i & 1])
