"""Dealing: random completions of the cards whose places are not known.

A deal is a row of masks of *physical* cards (bit i: card i of the deck), a column a place: the seats, then the piles.
It depends on (key, index) alone, so that the same deals serve every contract, policy and burial.
"""

from __future__ import annotations

import numpy as np

from handsim.engine.jit import Ints, inline, int64, int64_array, kernel
from handsim.engine.rng import at, bounded


@inline
def draws_needed(need: Ints, n_cards: int) -> int:
    """Return how many cards must be drawn: all that are needed, but for a last place that takes all that is left."""
    total, last = int64(0), int64(0)
    for count in need:
        total += count
        if count > 0:
            last = count
    return total - last if total == n_cards else total


@inline
def shuffle(deck: Ints, draws: int, key: int) -> None:
    """Shuffle the first cards of a deck in place (Fisher and Yates), two draws from each random word."""
    n_cards = deck.shape[0]
    for j in range(0, draws, 2):
        word = at(key, int64(j) >> int64(1))
        k = j + bounded(word, int64(0), n_cards - j)
        deck[j], deck[k] = deck[k], deck[j]
        if j + 1 < draws:
            k = j + 1 + bounded(word, int64(1), n_cards - j - 1)
            deck[j + 1], deck[k] = deck[k], deck[j + 1]


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
    draws = draws_needed(need, n_cards)
    for i in range(stop - start):
        for place in range(n_cards):  # deck[:] = unseen would compile how to say that shapes differ, for two seconds
            deck[place] = unseen[place]
        shuffle(deck, draws, at(key, start + i))
        j = int64(0)
        for place in range(n_places):
            cards = known[place]
            for card in deck[j : j + need[place]]:
                cards |= card
            deals[i, place] = cards
            j += need[place]
    return deals


@kernel(int64[:, :, ::1](int64[:, ::1], int64[::1], int64[::1], int64, int64))
def swap_cards(deals: Ints, cards: Ints, others: Ints, key: int, start: int) -> Ints:
    """Exchange, in every deal, each of some cards for one and the same other card, drawn at random.

    Parameters
    ----------
    deals
        The deals, shape (n, n_places).
    cards, others
        The cards that are exchanged, each in deals of its own, and those that the other card is drawn from; each as
        a single bit. A card that is drawn against itself stays where it is.
    key, start
        The key of the stream of draws, and the index of the first deal.

    Returns
    -------
    int64 array, shape (n_cards, n, n_places)
    """
    swapped = np.empty((cards.shape[0], deals.shape[0], deals.shape[1]), np.int64)
    for i in range(deals.shape[0]):
        other = others[bounded(at(key, start + i), int64(0), others.shape[0])]
        for j in range(cards.shape[0]):
            both = cards[j] | other
            for place in range(deals.shape[1]):
                mask = deals[i, place]
                if mask & both and mask & both != both:
                    mask ^= both
                swapped[j, i, place] = mask
    return swapped


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
