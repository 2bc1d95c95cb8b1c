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
def cash_rounds(suit: int, run: int, me: int, lho: int, pard: int, rho: int) -> tuple[int, int]:
    """Return how often the leader can win a trick in a suit by leading it, and how many of his ranks that rests on.

    `run` are his top cards. What the others hold falls under them, and may leave him more of the best.
    """
    mine, rounds = me & suit, popcount(run & suit)
    in_l, in_p, in_r = popcount(lho & suit), popcount(pard & suit), popcount(rho & suit)
    ranked = rounds
    for _ in range(2):
        kept = int64(0)
        if in_l > rounds:
            kept = lho & suit
        if in_p > rounds:
            kept |= pard & suit
        if in_r > rounds:
            kept |= rho & suit
        if kept == int64(0):
            return popcount(mine), ranked
        rounds = popcount(mine & above(kept))
        ranked = rounds
    return rounds, ranked


@inline
def partner_rounds(
    suit: int, rounds: int, me: int, lho: int, pard: int, rho: int, ruffs_l: int, ruffs_r: int
) -> tuple[int, int]:
    """Return how many tricks partner can cash in a suit once the leader has led it so often, and his top cards then.

    `ruffs_l` and `ruffs_r` say whether an opponent who is void may ruff.
    """
    in_l, in_r, after = popcount(lho & suit), popcount(rho & suit), popcount(pard & suit)
    others = me & suit
    for _ in range(rounds):
        others &= others - int64(1)  # without its highest
    in_me = popcount(others)
    if in_l > rounds:
        others |= lho & suit
    if in_r > rounds:
        others |= rho & suit
    top = pard & suit & above(others)
    won = popcount(top)
    if won >= in_l - rounds and won >= in_r - rounds and won >= in_me:
        won = after
    if ruffs_l:
        after = min(after, in_l)
    if ruffs_r:
        after = min(after, in_r)
    return min(won, after - rounds), top


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
                total = max(total, drawn + max(in_me, in_pard))
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
            rounds, ranked = cash_rounds(suit, run, me, lho, pard, rho)
            in_l, in_r = popcount(lho & suit), popcount(rho & suit)
            if ruffs_l:
                rounds = min(rounds, in_l)
            if ruffs_r:
                rounds = min(rounds, in_r)
            rounds = min(rounds, plain - mine)
            if rounds:
                mine += rounds
                used |= take(me & suit, min(rounds, ranked), int64(0))
                if total + mine >= need:
                    return need, used
            if rounds >= popcount(run & suit):
                won, top = partner_rounds(suit, rounds, me, lho, pard, rho, ruffs_l, ruffs_r)
                if won > int64(0):
                    kept += won
                    kept_used |= take(top, won, int64(0))
                    if popcount(me & suit) > rounds:
                        entry = int64(1)
    wanted = need - total - mine
    if entry and kept >= wanted:
        free_of_ruffs = in_me <= int64(0) or left - drawn - mine - in_me >= wanted
        if free_of_ruffs and in_pard + wanted <= left - drawn - mine:
            return need, used | kept_used
    return int64(0), int64(0)


@inline
def sure_losers(need: int, left: int, me: int, lho: int, pard: int, rho: int, trumps: int) -> tuple[int, int]:
    """Return a bound below `need` on the leader's side's tricks and the ranks used, or `need` if there is none."""
    wanted = left - need + int64(1)
    sure = int64(0)
    if trumps:
        sure = sure_trumps(lho, pard, rho, me, trumps)
        if sure >= wanted:
            return need - int64(1), take((lho | rho) & trumps, wanted, int64(0))
    # A card that never wins lets the next hand choose the suit, which the rules below do not reckon with.
    if popcount(me) < left or (pard and popcount(pard) < left):
        return need, int64(0)
    if trumps:
        if sure + int64(1) == wanted:
            used = behind(lho, me, pard | rho, trumps) | behind(rho, pard, me | lho, trumps)
            if used:
                return need - int64(1), used
        if trumps & (me | pard):
            return need, int64(0)
    return kept_winners(wanted, need, me, lho, pard, rho)


@inline
def behind(hand: int, before: int, others: int, trumps: int) -> int:
    """Return the trumps of a hand that give one trick more than its tops while the others lead (0: none).

    The best trump after the tops, if all that beats it is with the hand that plays just before, and there are small
    ones to let them go by. A trick won in any other way is the one more.
    """
    mine = hand & trumps
    crown = mine & above(before | others)
    rest = mine ^ crown
    card = rest & -rest
    if card == int64(0):
        return int64(0)
    higher = (card - int64(1)) & trumps & ~crown
    if higher & ~before:
        return int64(0)
    small = popcount(rest) - int64(1)
    many = popcount(higher)
    if small >= many or (crown and small + int64(1) >= many):
        return down_to(card)
    return int64(0)


@inline
def kept_winners(wanted: int, need: int, me: int, lho: int, pard: int, rho: int) -> tuple[int, int]:
    """Return a bound below `need` and the ranks used if the leader's side, without trumps, must let the others in.

    An opponent keeps his winners, and a card to lead to his partner's; he gets in at the latest when one of their
    suits is led.
    """
    run_l = lho & above(me | pard | rho)
    run_r = rho & above(me | pard | lho)
    in_l, in_r = popcount(run_l), popcount(run_r)
    if in_l + in_r < wanted:
        return need, int64(0)
    if (in_l >= wanted or lho & suits_in(run_r)) and (in_r >= wanted or rho & suits_in(run_l)):
        kept = run_l | run_r
    elif in_l >= wanted:
        kept = run_l
    elif in_r >= wanted:
        kept = run_r
    else:
        return need, int64(0)
    most = int64(0)  # the tricks of the leader's side before that
    for number in range(4):
        suit = int64(0x7FFF) << int64(number << 4)
        if kept & suit == int64(0):
            most += max(popcount(me & suit), popcount(pard & suit))
    if most >= need:
        return need, int64(0)
    used = int64(0)
    for number in range(4):
        suit = int64(0x7FFF) << int64(number << 4)
        used |= take(kept & suit, wanted, int64(0))
    return need - int64(1), used


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
