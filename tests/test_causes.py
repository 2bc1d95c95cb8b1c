"""Why a contract failed: each thing that a cause says is true of a trick, by the reference's rules."""

import re

import pytest
import reference as ref
from engine_helpers import Setting

import handsim as hs
from handsim.analysis.causes import Play, Trick, cause, loss
from handsim.analysis.replay import failures, replay
from handsim.games.base import Denomination

POOR = "ST S8 S6 H9 H7 H4 D9 D6 D5 CJ C8 C6"
GAMES = [
    hs.BidWhist(),
    hs.BidWhist.one_round(),
    hs.BidWhist(name_trump="after_kitty", joker_first_discard=True, downtown_ace="worst", joker_led="next_suit"),
]


def in_words(shown):
    """The tricks as the reference has them: a list of (seat, card), and who won it."""
    return [([(play.seat, str(play.card)) for play in trick.plays], trick.winner) for trick in shown.record]


def a_trick(words, winner, at=None, leader=0, game=None):
    """What a trick was lost by: the cards in the order played, from the leader on."""
    there = Setting(game or hs.BidWhist(), at or Denomination("S", "uptown"))
    plays = [Play((leader + i) % 4, hs.Hand(w).cards[0], there.bit[w]) for i, w in enumerate(words.split())]
    assert ref.trick_winner(there.rules, [(p.seat, str(p.card)) for p in plays]) == winner
    return there.frame, Trick(tuple(plays), winner)


NT = {"at": Denomination("NT", "uptown")}
DOWN = {"at": Denomination("S", "downtown")}
NEXT = {"game": hs.BidWhist(joker_led="next_suit")}


@pytest.mark.parametrize(
    ("words", "leader", "winner", "kind", "detail", "more"),
    [
        ("SA BJ S2 S3", 0, 1, "trump", "BJ behind SA", {}),
        ("S4 S2 SK BJ", 0, 3, "trump", "BJ behind SK", {}),
        ("BJ S2 SK S3", 1, 1, "trump", "BJ ahead of S3", {}),
        ("SA S9 S2 DA", 3, 3, "trump", "SA ahead of S9", {}),
        ("H5 C2 SJ S9", 3, 1, "trump", "SJ ahead of S9", {}),  # a ruff under theirs
        ("H7 HK H2 H3", 0, 1, "suit", "H7", {}),
        ("H7 H3 HQ HK", 0, 3, "suit", "H7", {}),  # declarer's own card, not partner's
        ("HK H3 H4 C2", 1, 1, "suit", "H3", {}),
        ("H7 HK H3 S4", 0, 3, "suit", "H7", {}),  # ruffed, but lost anyway
        ("H9 H8 HK HQ", 0, 1, "suit", "H9", DOWN),
        ("LJ H5 HK H3", 1, 3, "suit", "H3", NT),
        ("HA S2 H3 H4", 0, 1, "ruffed", "HA by seat 1", {}),
        ("H7 S2 HQ H4", 0, 1, "ruffed", "HQ by seat 1", {}),
        ("H7 HK S9 SJ", 0, 3, "overruffed", "S9 by SJ", {}),
        ("HK S2 SJ H5", 3, 1, "overruffed", "S2 by SJ", {}),
        ("HK C2 H9 D3", 1, 1, "no answer", "HK", {}),
        ("HK D9 H2 C4", 1, 1, "no answer", "HK", NT),
        ("S9 DK S2 C3", 1, 1, "no answer", "S9", {}),
        ("LJ HQ H2 H3", 1, 1, "no answer", "LJ", NEXT),
        ("LJ S5 H2 D3", 1, 1, "trump", "LJ ahead of S5", NEXT),
        ("LJ BJ H2 H3", 0, 1, "trump", "BJ behind LJ", NEXT),
    ],
)
def test_what_beat_us(words, leader, winner, kind, detail, more):
    assert loss(*a_trick(words, winner, leader=leader, **more)) == (kind, detail)


def test_a_cause_is_a_line_with_the_most_frequent_first():
    words = [("SA BJ S2 S3", 1), ("H7 HK H2 H3", 1), ("HA S2 H3 H4", 1), ("C5 CQ C3 C2", 1), ("DA D3 D4 D5", 0)]
    frame = a_trick(*words[0])[0]
    tricks = [a_trick(*trick)[1] for trick in words]
    assert cause(frame, tricks) == "side suit losers: H7, C5; ruffed: HA by seat 1; trump trick lost: BJ behind SA"
    assert cause(frame, tricks[4:]) == ""
    frame, trick = a_trick("H7 HK H2 H3", 1, **NT)
    assert cause(frame, [trick]) == "suit loser: H7"
    assert cause(frame, [trick, a_trick("HK D9 H2 C4", 1, leader=1, **NT)[1]]) == "suit loser: H7; no answer to: HK"


HEADINGS = {
    ("ruffed", "ruffed", "ruffed"), ("overruffed", "overruffed", "overruffed"), ("no answer", *2 * ["no answer to"]),
    ("suit", "side suit loser", "side suit losers"), ("suit", "suit loser", "suit losers"),
    ("trump", "trump trick lost", "trump tricks lost"),
}  # fmt: skip
"""Each kind's headings, of one and of more."""


def is_true(rules, kind, detail, plays, won_by):
    """Whether what a cause says is true of a trick, by the reference's rules."""
    trick = [card for _, card in plays]
    ours = {card for seat, card in plays if seat in (0, 2)}
    suits = {card: ref.suit_of(rules, card) for card in trick}
    won, asked = dict(plays)[won_by], ref.suit_asked(rules, plays)
    said = re.findall(r"\b(?:[SHDC][2-9TJQKA]|[BL]J)\b", detail)
    if kind == "ruffed":
        led = [card for card in trick if suits[card] == asked]
        best = max(led, key=lambda card: ref.position(rules, card), default=None)
        return detail == f"{best} by seat {won_by}" and best in ours and suits[won] == rules.trump != asked
    if kind == "overruffed":
        mine = said[0] in ours and suits[said[0]] == rules.trump != asked
        return mine and said[1] == won and trick.index(said[0]) < trick.index(won)
    if kind == "trump":
        word = "behind" if said[-1] in trick and trick.index(won) > trick.index(said[-1]) else "ahead of"
        return detail == f"{won} {word} {said[1]}" and said[1] in ours and suits[said[1]] == suits[won] == rules.trump
    if kind == "suit":
        higher = [c for c in trick if suits[c] == asked and said[0] in ours and suits[said[0]] == asked]
        return any(c not in ours and ref.position(rules, c) > ref.position(rules, said[0]) for c in higher)
    return said == [won] and not any(suits[card] in (rules.trump, suits[won]) for card in ours)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("call", ["4 uptown", "4 downtown", "3 notrump"])
@pytest.mark.parametrize("policy", ["maxims", "random"])
def test_causes_are_true_of_the_deal(game, call, policy):
    options = {"n_deals": 60, "policy": policy}
    for deal, why in failures(call, POOR, game, n=15, **options)["cause"].items():
        one = replay(call, POOR, game, deal=deal, **options)
        rules = Setting(game, one.contract.denomination).rules
        lost = [(plays, won_by) for plays, won_by in in_words(one) if won_by in (1, 3)]
        counts = []
        for part in why.split("; "):
            heading, details = part.split(": ")
            details = details.split(", ")
            (kind,) = (kind for kind, *headings in HEADINGS if headings[len(details) > 1] == heading)
            assert ("side" in heading) == (kind == "suit" and one.contract.trump != "NT")
            counts.append(len(details))
            for detail in details:
                (told_of,) = (trick for trick in lost if is_true(rules, kind, detail, *trick))
                lost.remove(told_of)
        assert not lost and counts == sorted(counts, reverse=True)
