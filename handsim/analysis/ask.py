"""Should I bid it? One bid, weighed against passing, with all that the answer rests on."""

from __future__ import annotations

import html
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from handsim.analysis.bids import options
from handsim.analysis.simulate import Progress
from handsim.analysis.situation import situation
from handsim.analysis.study import BOTH, DOUBLE_DUMMY, POLICY, VARIES, BidStudy, how_played, study_bids
from handsim.cards import Hand
from handsim.engine.jit import Ints
from handsim.engine.policy import Policy
from handsim.errors import ArgumentError, RulesError
from handsim.games.base import NOTRUMP, TRUMP_NAMES, Bid, Denomination, Game
from handsim.stats import paired_difference

MOST_POINTS = 1000
BID, PASS, CLOSE = "bid", "pass", "too close to call"
RULE = (
    "bid if the whole 95% interval of the make rate lies above break-even, pass if it lies below, "
    "else it is too close to call"
)


@dataclass(frozen=True)
class Answer:
    """What :func:`ask` found out about one bid.

    Attributes
    ----------
    bid, trump, direction, card
        The bid's name, and the denomination it is played in ("varies": chosen after the kitty, deal by deal), with
        the card that belongs to it, such as the first lead ("": none).
    make_rate, make_low, make_high
        How often it makes, with the 95% Wilson interval.
    needed, count_mean, counts_in
        What the bid needs and what declarer's side counts on average: "tricks" as the game scores them, or "points".
    tricks_mean
        The tricks of declarer's side on average, as the game scores them.
    points_mean, points_se
        Its mean points and their standard error.
    gain, loss
        The mean points won when it makes, and lost when it fails. Where no deal made it, or none failed, the score
        for making it exactly, or for failing by one trick. A bid that needs more tricks than there are has no gain
        (nan), and no break-even.
    pass_value
        What passing is worth, in points.
    break_even
        The make rate at which bidding is worth as much as passing: (pass_value + loss) / (gain + loss). Above 1: no
        make rate is enough; below 0: any is.
    rivals
        Other denominations, as text, that did not do clearly worse than this bid's on the deals of the choice.
    best_bid, best_title
        The bid with the most mean points (chosen on other deals), in its own best denomination, and what a player says.
    best_points
        Its mean points.
    difference, difference_se
        The points of this bid less those of the best one, on the same deals, and its standard error.
    verdict
        "bid", "pass" or "too close to call".
    rule, assumptions
        How the verdict was come by, and what it takes for granted, in words.
    n_deals
        How many completions were played out.
    discarded
        What the policy threw away of a dealer's hand before the bidding ("varies": not in every deal the same; "":
        nothing).
    table
        The whole bid table.
    """

    bid: str
    trump: str
    direction: str
    card: str
    make_rate: float
    make_low: float
    make_high: float
    needed: int
    count_mean: float
    counts_in: str
    tricks_mean: float
    points_mean: float
    points_se: float
    gain: float
    loss: float
    pass_value: float
    break_even: float
    rivals: tuple[str, ...]
    best_bid: str
    best_title: str
    best_points: float
    difference: float
    difference_se: float
    verdict: str
    rule: str
    assumptions: tuple[str, ...]
    n_deals: int
    discarded: str
    table: pd.DataFrame = field(repr=False, compare=False)
    card_is: str = field(default="", repr=False)

    def __str__(self) -> str:
        return "\n".join(self.paragraph())

    def paragraph(self) -> list[str]:
        """Return the answer in words, a sentence or two a line."""
        advice = {BID: "Bid it.", PASS: "Pass.", CLOSE: "Too close to call."}[self.verdict]
        choice = f" (about as good: {', '.join(self.rivals)})" if self.rivals else ""
        return [
            f"{self.title()}: {advice}",
            f"It makes {_percent(self.make_rate)} of the time ({_percent(self.make_low)} to "
            f"{_percent(self.make_high)}, 95% interval); it needs {self.needed} {self.counts_in} and takes "
            f"{self.count_mean:.1f} on average{choice}.",
            self._worth(),
            self._beside_the_best(),
            f"({self.n_deals:,} deal{'s' * (self.n_deals > 1)}; {'; '.join(self.assumptions)}.)",
        ]

    def _worth(self) -> str:
        """Say what the bid is worth beside passing."""
        worth = f"It is worth {self.points_mean:+.2f} points ({_give_or_take(self.points_se)})"
        if np.isnan(self.gain):
            return f"{worth}: it needs more {self.counts_in} than there are. Passing is worth {self.pass_value:+g}."
        won = f"{self.gain:+.2f} {'when made' if self.make_rate else 'if it were just made'}"
        lost = f"{-self.loss:+.2f} {'when it fails' if self.make_rate < 1 else 'if it were one short'}"
        never = "" if 0 < self.make_rate < 1 else f" No deal {'failed' if self.make_rate else 'made it'}."
        parts = f"{worth}: {won}, {lost}.{never}"
        if self.break_even > 1:
            return f"{parts} Even made every time it would be worth less than passing ({self.pass_value:+g})."
        if self.break_even < 0:
            return f"{parts} Even failing every time it would be worth more than passing ({self.pass_value:+g})."
        break_even = _percent(self.break_even)
        return f"{parts} Break-even against passing ({self.pass_value:+g}) is a make rate of {break_even}."

    def _beside_the_best(self) -> str:
        """Say how the bid compares with the best one."""
        if self.best_title == self.title() or self.difference >= 0:
            return "No other bid has a higher mean."
        if abs(self.difference) <= 2 * self.difference_se:
            return f"No other bid is clearly better; {self.best_title} is worth {self.best_points:+.2f}."
        return (
            f"The best bid is {self.best_title}: {self.best_points:+.2f} points, this one {-self.difference:.2f} less "
            f"({_give_or_take(self.difference_se)})."
        )

    def title(self) -> str:
        """Return the bid with its trump and direction, as a player says it."""
        return _title(self.bid, self.trump, self.direction, self.card_is, self.card)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the table as JSON-plain values."""
        plain = {name: value for name, value in vars(self).items() if name not in ("table", "card_is")}
        for name, value in plain.items():
            if isinstance(value, tuple):
                plain[name] = list(value)
            elif isinstance(value, float) and np.isnan(value):
                plain[name] = None
        return plain

    def _repr_html_(self) -> str:
        first, *rest = self.paragraph()
        body = "".join(f"<br>{html.escape(line)}" for line in rest)
        return f"<p><b>{html.escape(first)}</b>{body}</p>"


def ask(
    bid: str | Bid,
    hand: Hand | str,
    game: Game | None = None,
    *,
    method: str = POLICY,
    n_deals: int | None = None,
    seed: int = 0,
    policy: str | Policy = "maxims",
    dealer: int | None = None,
    known: Mapping[str | int, Hand | str] | None = None,
    trump: str | None = None,
    direction: str | None = None,
    pass_value: float | None = None,
    until_halfwidth: float | None = None,
    memory_mib: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Answer:
    """Should I bid this with that hand?

    Parameters
    ----------
    bid
        A bid of the game or what a player says: "4 downtown", "four downtown in spades".
    hand, game, seed, policy, dealer, known, executor, progress
        As in :func:`handsim.playouts`.
    method
        "policy" or "double_dummy", as in :func:`handsim.bid_table`.
    n_deals, until_halfwidth, memory_mib
        As in :func:`handsim.bid_table`.
    trump, direction
        What this bid is to be played in, where its text does not say it; None: the best on average.
    pass_value
        What passing is worth to this side, in points; less where the others are about to win. None: what the game
        says, 0 in most (:attr:`~handsim.games.base.Game.pass_value`).

    Returns
    -------
    Answer

    Raises
    ------
    HandsimError
        A ValueError that names the argument that is wrong.

    Examples
    --------
    >>> answer = ask("four downtown", "BJ LJ SA S2 S3 S4 S7 HA H2 DK D9 C3", n_deals=1000)
    >>> answer.verdict, answer.trump
    ('bid', 'S')
    """
    asked = situation(hand, game, known=known, dealer=dealer, policy=policy, seed=seed)
    if not asked.game.has_auction:
        raise RulesError(f"nobody bids in {asked.game.title}: a table says how often so many tricks are taken")
    this = asked.game.bid(bid)
    named = asked.choices(bid, trump=trump, direction=direction)[1]
    pass_value = asked.game.pass_value if pass_value is None else pass_value
    number = isinstance(pass_value, (int, float, np.number)) and not isinstance(pass_value, bool)
    if not number or not abs(pass_value) <= MOST_POINTS:
        raise ArgumentError(f"pass_value={pass_value!r}: it is a number of points, at most {MOST_POINTS} either way")
    if method == BOTH:
        raise ArgumentError(f"method={method!r}: an answer rests on one, {POLICY} or {DOUBLE_DUMMY}")
    study, *_ = study_bids(
        asked, options(asked), method=method, n_deals=n_deals, until_halfwidth=until_halfwidth, memory_mib=memory_mib,
        executor=executor, progress=progress,
    )  # fmt: skip
    best = _Best.of(study)
    if study.chosen[this] in named:
        study.rivals[this] = tuple(rival for rival in study.rivals.get(this, ()) if rival in named)
    elif named != asked.playable(asked.game.denominations_of(this)):
        own, *_ = study_bids(
            asked, {this: named}, method=method, n_deals=study.n_deals, memory_mib=memory_mib, executor=executor
        )
        study.take(own, this)
    return _answer(study, this, float(pass_value), best)


class _Best(NamedTuple):
    """The best bid of a study, in the denomination that is best for it."""

    bid: Bid
    title: str
    points: Ints

    @classmethod
    def of(cls, study: BidStudy) -> _Best:
        trump, direction, card = study.named(study.best)
        card_is = study.asked.game.card_is
        title = _title(study.best.name, trump, direction, card_is, card if card_is else "")
        return cls(study.best, title, study.points[study.best])


def _answer(study: BidStudy, bid: Bid, pass_value: float, best: _Best) -> Answer:
    table, game = study.table(), study.asked.game
    row = table.loc[bid.name].to_dict()
    gain, loss = _gain_and_loss(study, bid)
    break_even = (pass_value + loss) / (gain + loss)
    verdict = BID if row["make_low"] > break_even else PASS if row["make_high"] < break_even else CLOSE
    if np.isnan(gain):
        verdict = BID if pass_value < -loss else PASS
    difference, difference_se = paired_difference(study.points[bid], best.points)
    return Answer(
        bid=bid.name,
        trump=str(row["trump"]),
        direction=str(row["direction"]),
        card=str(row[game.card_is]) if game.card_is else "",
        make_rate=float(row["make_rate"]),
        make_low=float(row["make_low"]),
        make_high=float(row["make_high"]),
        needed=game.needed(bid),
        count_mean=float(study.counts[bid].mean()),
        counts_in=game.counts_in,
        tricks_mean=float(row["tricks_mean"]),
        points_mean=float(row["points_mean"]),
        points_se=float(row["points_se"]),
        gain=gain,
        loss=loss,
        pass_value=pass_value,
        break_even=break_even,
        rivals=tuple(_short(rival) for rival in study.rivals.get(bid, ())),
        best_bid=best.bid.name,
        best_title=best.title,
        best_points=float(best.points.mean()),
        difference=difference,
        difference_se=difference_se,
        verdict=verdict,
        rule=RULE,
        assumptions=_assumptions(study),
        n_deals=study.n_deals,
        discarded=study.asked.discarded,
        table=table,
        card_is=game.card_is,
    )


def _gain_and_loss(study: BidStudy, bid: Bid) -> tuple[float, float]:
    """Return the mean points won when the bid makes and lost when it fails.

    Where no deal made it, or none failed, its score for making it exactly, or for failing by a trick, stands in.
    """
    game, points, made = study.asked.game, study.points[bid], study.made(bid)
    contract, needed = study.asked.contracts(bid)[0], game.needed(bid)
    if needed > game.most:
        return float("nan"), -float(points.mean())
    gain = float(points[made].mean()) if made.any() else game.net_at(contract, needed)
    loss = -float(points[~made].mean()) if not made.all() else -game.net_at(contract, needed - 1)
    return gain, loss


def _assumptions(study: BidStudy) -> tuple[str, ...]:
    asked = study.asked
    known = asked.describe()["known"]
    cards = "; ".join(f"{'seat ' + place if place.isdecimal() else place} {cards}" for place, cards in known.items())
    away = {"": (), VARIES: ("you put away not always the same card",)}.get(
        asked.discarded, (f"you put {asked.discarded} away before the bidding",)
    )
    return (
        *away,
        f"unseen cards dealt at random{', with ' + cards + ' known' if cards else ''}, whatever the others called",
        how_played(study.method, asked.policy.name),
        "points count alike at any score of the match",
        f"verdict: {RULE}",
    )


def _title(bid: str, trump: str, direction: str, card_is: str = "", card: str = "") -> str:
    if VARIES in (trump, direction):
        return f"{bid}, the {'trump' if trump == VARIES else 'direction'} named after the kitty"
    where = "" if TRUMP_NAMES.get(trump, "") in bid else f" in {TRUMP_NAMES[trump]}"
    way = "" if direction in bid or not direction else f" played {direction}"
    which = f" ({card_is.replace('_', ' ')} {card})" if card else ""
    return f"{bid}{where}{way}{which}"


def _short(denomination: Denomination) -> str:
    """Return a denomination as a player names it beside another."""
    name = denomination.direction if denomination.trump == NOTRUMP else TRUMP_NAMES[denomination.trump]
    return f"{name} ({denomination.card})" if denomination.card else name


def _percent(rate: float) -> str:
    """Return a rate as a percentage; what is not quite all or nothing is not called so."""
    text = f"{100 * rate:.1f}%"
    if text == "100.0%" and rate < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and rate > 0 else text


def _give_or_take(error: float) -> str:
    return "error not known from one deal" if np.isnan(error) else f"give or take {2 * error:.2f}"
