"""Tricks that need no search: what the leader can cash, and what the other side cannot lose.

Each rule returns the tricks that are certain and the ranks (down to the last card counted) that they rest on; it
stops as soon as there are enough to decide.
"""

from __future__ import annotations

from handsim.engine.bits import popcount
from handsim.engine.dd_cards import above, down_to, suits_in, tops
from handsim.engine.jit import inline, int64

MANY = 99


@inline
def cash_rounds(suit: int, run: int, me: int, lho: int, pard: int, rho: int, ruffs_l: int, ruffs_r: int) -> int:
    """Return how often the leader can win a trick in a suit by leading it, nobody else gaining the lead.

    `run` are his top cards; `ruffs_l` and `ruffs_r` say whether an opponent who is void may ruff.
    """
    in_l, in_r = popcount(lho & suit), popcount(rho & suit)
    rounds = popcount(run & suit)
    if rounds >= in_l and rounds >= in_r and rounds >= popcount(pard & suit):
        rounds = popcount(me & suit)
    if ruffs_l:
        rounds = min(rounds, in_l)
    if ruffs_r:
        rounds = min(rounds, in_r)
    return rounds


@inline
def take(cards: int, rounds: int, used: int) -> int:
    """Add to the ranks used the top cards of one suit, as many as there are rounds (or all)."""
    while rounds > int64(0) and cards:
        card = cards & -cards
        cards ^= card
        rounds -= int64(1)
        if cards == int64(0) or rounds == int64(0):
            used |= down_to(card)
    return used


@inline
def sure_trumps(me: int, lho: int, pard: int, rho: int, trumps: int) -> int:
    """Return how many tricks the top trumps of two partners are worth, whoever leads what.

    They can arrange that one top falls a round, while either has another trump to play.
    """
    crown = (me | pard) & trumps & above(lho | rho)
    return min(popcount(crown), max(popcount(me & trumps), popcount(pard & trumps)))


@inline
def quick_tricks(need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int) -> tuple[int, int]:
    """Return `need` and the ranks used if the leader's side has that many certain tricks; else 0 and nothing.

    The leader cashes his side suits, crosses to his partner once, who does the same; top trumps win at any time.
    """
    theirs = lho | rho
    run = me & above(theirs | pard)
    helped = pard & above(theirs | (me & ~run))
    total, used, drawn = int64(0), int64(0), int64(0)
    ruffs_l, ruffs_r = int64(lho & trumps != int64(0)), int64(rho & trumps != int64(0))
    in_pard = popcount(pard & trumps)
    in_me = popcount(me & trumps)
    if trumps:
        total = sure_trumps(me, lho, pard, rho, trumps)
        if total:
            used = take((me | pard) & trumps, total, int64(0))
        if run & trumps and (ruffs_l or ruffs_r):
            rounds = popcount(run & trumps)
            if rounds >= popcount(lho & trumps) and rounds >= popcount(rho & trumps):
                # Drawing trumps first stops all ruffs; partner's may go with them.
                drawn = max(popcount(lho & trumps), popcount(rho & trumps))
                ruffs_l = ruffs_r = int64(0)
                used |= take(run & trumps, drawn, int64(0))
                in_me -= drawn
                in_pard = max(in_pard - drawn, int64(0))
                total = max(total, drawn)
        if total >= need:
            return need, used
    # Nobody of ours may be forced to ruff: partner has so many plain cards, once trumps are drawn.
    plain = left - drawn - in_pard if in_pard else left
    mine, kept, entry, kept_used = int64(0), int64(0), int64(0), int64(0)
    for number in range(4):
        suit = int64(0x7FFF) << int64(number << 4)
        if suit & trumps:
            # Across in trumps with a small one, so that no two top trumps fall together.
            if helped & suit and drawn == int64(0) and run & suit == int64(0) and me & suit & ~above(theirs):
                entry = int64(1)
                kept_used |= take(helped & suit, int64(1), int64(0))
        elif (run | helped) & suit:
            rounds = cash_rounds(suit, run, me, lho, pard, rho, ruffs_l, ruffs_r)
            rounds = min(rounds, plain - mine)
            if rounds:
                mine += rounds
                used |= take(run & suit, rounds, int64(0))
                if total + mine >= need:
                    return need, used
            won = popcount(helped & suit)
            if won and rounds >= popcount(run & suit):
                in_l, in_r = popcount(lho & suit), popcount(rho & suit)
                after = popcount(pard & suit)
                if won >= in_l and won >= in_r and won >= popcount(me & suit):
                    won = after
                if ruffs_l:
                    after = min(after, in_l)
                if ruffs_r:
                    after = min(after, in_r)
                won = min(won, after - rounds)
                if won > int64(0):
                    kept += won
                    kept_used |= take(helped & suit, won, int64(0))
                    if popcount(me & suit) > rounds:
                        entry = int64(1)
    if entry and total + mine + kept >= need:
        free_of_ruffs = in_me <= int64(0) or left - drawn - mine - in_me >= kept
        if free_of_ruffs and in_pard + kept <= left - drawn - mine:
            return need, used | kept_used
    return int64(0), int64(0)


@inline
def sure_losers(need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int) -> tuple[int, int]:
    """Return a bound below `need` on the leader's side's tricks and the ranks used, or `need` if there is none."""
    if trumps:
        sure = sure_trumps(lho, pard, rho, me, trumps)
        if left - sure < need:
            return need - int64(1), take((lho | rho) & trumps, left - need + int64(1), int64(0))
    return need, int64(0)


@inline
def lost_suits(need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int) -> tuple[int, int]:
    """Return the suits in which a lead fails at once: an opponent wins and can cash enough; and the ranks used."""
    wanted = left - need + int64(1)
    best = tops(me | lho | pard | rho)
    lost, used = int64(0), int64(0)
    # A trump led must be won by the one who then cashes: his partner's top trump could fall under it.
    crown = (lho | rho) & trumps & above(me | pard)
    mine = suits_in(me)
    for number in range(2):  # second hand, fourth hand
        hand, partner = (lho, rho) if number == 0 else (rho, lho)
        after, before = (pard, me) if number == 0 else (me, pard)
        suits = suits_in(best & hand) & mine
        if pard & trumps:
            suits &= suits_in(pard)  # third hand might ruff
        if number == 1 and lho & trumps:
            suits &= suits_in(lho)
        if partner & crown:
            suits &= ~suits_in(trumps)
        if suits & ~lost:
            enough, ranks = quick_tricks(wanted, left, hand, after, partner, before, trumps)
            if enough >= wanted:
                lost |= suits
                used |= ranks
    if lost:
        peak = best & lost
        used |= (peak << int64(1)) - tops(lost)
    return lost, used
