"""Named One Card positions with one right card each, as a player would explain them to a learner.

A position is what its seat has seen: its hand, every finished trick card by card, and the trick on the table. All that
the engine's view holds follows from these by plain Python (`reference_one_card.py`), and `check` refuses a story that
cannot have happened. Where the order may be turned round, `right` is "turn" or "stay".

Cards are written in groups, "SAK HT BJ". Spades are trumps, seat 0 has bid and led first, four play, unless told
otherwise; `turned` is the number of the first trick of the turned order.
"""

from dataclasses import dataclass
from functools import cached_property

import reference as ref
import reference_one_card as twin
from one_card_helpers import Table

from handsim.games.one_card import OneCard

TURN, STAY = "turn", "stay"


def cards(text):
    """The cards of a text: "SAK BJ" -> ["SA", "SK", "BJ"]."""
    found = []
    for word in text.split():
        found += [word] if word == twin.JOKER else [word[0] + rank for rank in word[1:]]
    assert set(found) <= set(twin.PACK), f"no such card in {text!r}"
    return found


@dataclass(frozen=True)
class Position:
    """A card to play, or the decision to turn. `tricks`: those before, "/" between them, each from its leader on."""

    name: str
    why: str
    seat: int
    hand: str
    right: str
    trick: str = ""
    tricks: str = ""
    trump: str = "S"
    players: int = 4
    dealer: int = 3
    turned: int | None = None

    @cached_property
    def table(self):
        """The game with its frame and rules; without a bid `trump` is "NT"."""
        game = OneCard(players=self.players)
        if self.trump == "NT":
            return Table(game, game.no_bid(self.dealer))
        return Table(game, game.contract("8", trump=self.trump))

    @property
    def turning(self):
        return self.right in (TURN, STAY)

    @cached_property
    def story(self):
        """The finished tricks, the one on the table, who won each, and the rules as they are now."""
        rules = self.table.rules
        record, leader = twin.Record(), rules.leader
        texts = [text for text in self.tricks.split("/") if text.strip()]
        for text in texts:
            if len(record.tricks) == self.turned:
                rules = rules.turned()
            record.tricks.append(list(zip(ref.seat_order(rules, leader), cards(text), strict=True)))
            leader = ref.trick_winner(rules, record.tricks[-1])
            record.winners.append(leader)
        if len(record.tricks) == self.turned:
            rules = rules.turned()
        table = list(zip(ref.seat_order(rules, leader), cards(self.trick), strict=False))
        return rules, record, leader, table

    @property
    def seen(self):
        """What the seat is told, as the reference has it."""
        rules, record, _, table = self.story
        return twin.view_of(rules, self.seat, cards(self.hand), table, record, 0)

    def view(self):
        """What the seat is told, as the engine has it."""
        return self.table.view(self.seen)

    def named(self, decision):
        """What was decided, in the position's words."""
        if self.turning:
            return TURN if decision else STAY
        return self.table.named(decision, self.story[0])

    def check(self):
        """Refuse a story that cannot have happened."""
        rules, record, leader, table = self.story
        plays = [play for trick in [*record.tricks, table] for play in trick]
        known = [*cards(self.hand), *(card for _, card in plays)]
        assert len(set(known)) == len(known), f"twice: {sorted(c for c in set(known) if known.count(c) > 1)}"
        size = len(cards(self.hand)) + len(record.tricks)
        assert size == 24 // self.players, f"{len(cards(self.hand))} cards in hand after {len(record.tricks)} tricks"
        order = ref.seat_order(rules, leader)
        assert order[len(table)] == self.seat, f"it is the turn of seat {order[len(table)]}"
        self._check_plays(record.tricks, table)
        if self.turning:
            assert not table and record.winners[-1] == self.seat and rules.has_bid and self.turned is None
            assert twin.JOKER in {card for _, card in record.tricks[-1]}, "the joker was not captured in the last trick"
        else:
            legal = twin.legal_cards(rules, cards(self.hand), table, not record.tricks)
            assert self.right in legal and len(legal) > 1, f"{self.right} is one of {legal}?"

    def _check_plays(self, tricks, table):
        """Each play is legal for a hand that has what it plays later: nobody revoked."""
        rules = self.table.rules
        if rules.has_bid and tricks:
            assert tricks[0][0][1][0] == rules.trump, "the first lead names the trump"
        if self.turned:
            assert twin.JOKER in {card for _, card in tricks[self.turned - 1]}, "only after the joker was captured"
        every = [*tricks, table]
        for number, trick in enumerate(every):
            for seat, suit in ref.voids_shown(rules, trick):
                later = [card for rest in every[number + 1 :] for who, card in rest if who == seat]
                later += cards(self.hand) if seat == self.seat else []
                revoked = [card for card in later if ref.suit_of(rules, card) == suit]
                assert not revoked, f"seat {seat} was out of {suit} in trick {number + 1}, and has {revoked}"


# fmt: off
LAST_HAND = [
    Position("last to play: take the points", "Two points lie there, and the ace takes them.",
             3, "HA9 DT9 CT9", "HA", trick="HT HQ HK", trump="NT", dealer=2),
    Position("last to play: win with a card that brings its own point",
             "The ten is winning. The jack beats it, and nobody can take its point any more; the ace can wait.",
             3, "HAJ9 DT C9", "HJ", trick="HT D9 DJ", tricks="SA ST SK SQ"),
    Position("last to play: no more than is needed", "King and ace would both win: the ace is good for another trick.",
             3, "HAK DT9 C9", "HK", trick="HT HJ HQ", tricks="SA ST SK SQ"),
    Position("last to play: ruff with the joker", "Nobody plays after you: the joker takes the trick and its own three points home.",
             3, "BJ S9 DT9 C9", "BJ", trick="HT HQ HK", tricks="SA ST SK SQ"),
    Position("last to play: a trick that cannot be won gets no point", "The ace has won it. Nine, not king.",
             3, "HK9 DT9 CT", "H9", trick="HA HT HJ", tricks="", trump="NT", dealer=2) ,
    Position("last to play: throw a worthless card", "You have neither hearts nor trumps: keep the points, the ten wins nothing.",
             3, "DKQT CKQ", "DT", trick="HA HT HJ", tricks="SA ST SK SQ"),
]
# fmt: on
POSITIONS = [*LAST_HAND]
