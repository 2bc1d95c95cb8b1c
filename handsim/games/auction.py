"""The auction: reading the calls made so far, and saying which may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from handsim.errors import RulesError
from handsim.games.terms import PASS, Bid, Call
from handsim.notation import quote

if TYPE_CHECKING:
    from handsim.games.base import Game


def read_auction(
    game: Game, auction: Sequence[Bid | str], dealer: int | None
) -> tuple[tuple[Call, ...], Bid | None, int | None]:
    """Return what may be called now, the highest bid, and who bid it."""
    if not game.has_auction:
        if auction:
            raise RulesError(f"call 1, {quote(str(auction[0]))}: there is no auction in {game.title}")
        return (), None, None
    n, dealer = game.n_seats, game.seat(dealer)
    seat, passed = (dealer + 1) % n, set[int]()
    bid: Bid | None = None
    bidder: int | None = None
    legal = _may_call(game, bid, seat == dealer)
    for count, said in enumerate(auction, start=1):
        call = _as_call(game, said)
        if call not in legal:
            may = [f"{c} or higher" for c in legal if c != PASS][:1] + [PASS] * (PASS in legal)
            why = f"seat {seat} may call {' or '.join(may)}" if may else "the auction was over before it"
            raise RulesError(f"call {count}, {quote(str(said))}: {why}")
        if isinstance(call, Bid):
            bid, bidder = call, seat
        else:
            passed.add(seat)
        over = count == n if game.calls_once else len(passed) >= n - (bid is not None)
        over = over or (bid is not None and game.ends_auction(bid))
        seat = next((s % n for s in range(seat + 1, seat + n) if s % n not in passed), seat)
        legal = () if over else _may_call(game, bid, seat == dealer)
    return legal, bid, bidder


def _may_call(game: Game, over: Bid | None, is_dealer: bool) -> tuple[Call, ...]:
    bids = tuple(bid for bid in game.bids if over is None or game.beats(bid, over))
    return bids if is_dealer and over is None and game.dealer_must_bid else (PASS, *bids)


def _as_call(game: Game, said: Bid | str) -> Call:
    if not isinstance(said, str):
        return game.bid(said)
    if said.strip().lower() == PASS:
        return PASS
    parsed = game.parse_call(said)
    if parsed != game.parse_call(parsed.bid.name):
        raise RulesError(f"{quote(said)} says more than a bid: in the auction it is {parsed.bid}")
    return parsed.bid
