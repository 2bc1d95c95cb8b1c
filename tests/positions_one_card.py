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
LAST_TO_PLAY = [
    Position("last to play: take the points", "Two points lie there, and the ace takes them.",
             3, "HA9 DT9 CT9", "HA", trick="HT HQ HK", trump="NT", dealer=2),
    Position("last to play: win with a card that brings its own point",
             "The ten is winning. The jack beats it, and nobody can take its point any more; the ace can wait.",
             3, "HAJ9 DT C9", "HJ", trick="HT D9 DJ", tricks="SA ST SK SQ"),
    Position("last to play: no more than is needed", "King and ace would both win: the ace is good for another trick.",
             3, "HAK DT9 C9", "HK", trick="HT HJ HQ", tricks="SA ST SK SQ"),
    Position("last to play: ruff with the joker",
             "Nobody plays after you: the joker takes the trick, and its own three points home.",
             3, "BJ S9 DT9 C9", "BJ", trick="HT HQ HK", tricks="SA ST SK SQ"),
    Position("last to play: a trick that cannot be won gets no point", "The ace has won it: the nine, not the king.",
             3, "HK9 DT9 CT9", "H9", trick="HA HT HJ", trump="NT", dealer=2),
    Position("last to play: throw a worthless card",
             "You have neither hearts nor trumps. Keep the points: the ten wins nothing anyhow.",
             3, "DKQT CKQ", "DT", trick="HA HT HJ", tricks="SA ST SK SQ"),
    Position("two players: the second to play is the last", "The jack beats the ten and takes its own point home.",
             1, "HAJ9 DKT9 CKT9 SQ9", "HJ", trick="HT", tricks="SA ST", players=2),
]

OTHERS_TO_COME = [
    Position("the king is as good as the ace here",
             "You have the ace yourself, so that only a ruff can beat the king; and it brings a point.",
             2, "HAK D9 CT9", "HK", trick="HT HQ", tricks="SA ST SK SJ"),
    Position("no joker under the ace of trumps", "Three points for the leader? The nine follows as well.",
             1, "BJ S9 HT9 DT C9", "S9", trick="SA"),
    Position("the queen of trumps rather than the joker",
             "The ace takes either. The joker is three points, and whoever captures it may turn the order round.",
             2, "BJ SQ HT9 DT C9", "SQ", trick="SA CT"),
    Position("no point under the ace", "The queen would be a present; the ten is worth nothing.",
             1, "HQT DT9 CT", "HT", trick="HA", tricks="SA ST SK SJ"),
    Position("three players: throw no point to a boss of trumps", "Clubs are worth nothing, the king of hearts is.",
             1, "HKQT9 DK CT9", "C9", trick="SK", tricks="SA HJ S9", players=3),
]

THE_LAST_TRICK = [
    Position("two cards left: a trump for the last trick",
             "The king of trumps takes a trick whenever it is played. At the end it takes the one card too.",
             0, "SK D9", "D9", tricks="SA ST S9 BJ / SQ SJ H9 HT / HA HJ HQ HK / CA CT C9 CJ"),
    Position("two cards left: do not ruff what is worth nothing",
             "Not a point lies there. The king of trumps takes the last trick, and the one card.",
             3, "SK D9", "D9", trick="CT C9 H9", tricks="SA ST SQ SJ / HA HT HJ HQ / DA DT DJ DQ / CA CJ CQ CK"),
    Position("two cards left: cash the boss of a plain suit",
             "The king of hearts is the highest now. Later nobody will lead hearts for you.",
             0, "HK D9", "HK", tricks="SA ST SQ SK / SJ S9 H9 BJ / HA HT HJ HQ / CA CT C9 CJ"),
    Position("no bid: the joker for the last trick",
             "It wins when you like: a trick without a point now, or the last with the one card.",
             3, "BJ D9", "D9", trick="CT C9 H9", tricks="HA HT HJ HQ / DA DT DJ DQ / CA CJ CQ CK / SA ST SJ SQ",
             trump="NT", dealer=2),
    Position("no bid: a rich trick for the joker", "Three points lie there, and three are its own: no trick is better.",
             3, "BJ DT9 CT9 S9", "BJ", trick="HK HQ HJ", trump="NT", dealer=2),
]

LEADS = [
    Position("fetch the joker", "Nine and joker are out: the king of trumps may catch three points; hearts can wait.",
             0, "SK HA DT9 C9", "SK", tricks="SA ST SJ SQ"),
    Position("after turning: cash the nine", "All trumps are gone, and the nine is the highest heart.",
             0, "H9A DA", "H9", tricks="SA BJ ST SK / S9 SJ SQ HT / C9 CT CJ CQ", turned=1),
]

AFTER_TURNING = [
    Position("the nine beats the ten now", "The order is turned: nine of hearts, with a point on the table.",
             3, "H9Q D9T C9", "H9", trick="HA HK HT", tricks="SA BJ ST SK", turned=1),
    Position("the ace is the card to throw now", "It wins nothing any more and is worth nothing: keep the king.",
             3, "HAK D9T C9", "HA", trick="H9 HT HJ", tricks="SA BJ ST SK", turned=1),
]

TO_TURN = [
    Position("aces and kings: stay", "Four high cards and the boss of trumps: what would you turn for?",
             0, "SK HAK DA CA", STAY, tricks="SA BJ ST SJ"),
    Position("nines and tens: turn", "As it is you win nothing more; turned, nearly everything.",
             0, "S9 HT9 D9 C9", TURN, tricks="SA BJ ST SJ"),
    Position("the joker's own player: stay", "You ruffed with it. King and queen of trumps are yours, and two aces.",
             3, "SKQ HA DA", STAY, tricks="SA ST S9 SJ / CK CA CT BJ"),
    Position("an enemy's suit: turn", "Your trumps are the lowest and your diamonds too. He who bid has the high ones.",
             2, "S9T D9T CT", TURN, tricks="SJ BJ SA SQ"),
]
# fmt: on

POSITIONS = [*LAST_TO_PLAY, *OTHERS_TO_COME, *THE_LAST_TRICK, *LEADS, *AFTER_TURNING, *TO_TURN]
