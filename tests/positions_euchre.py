"""Named Bid Euchre positions with one right card each, in the manner of `positions.py`, and discards of dealer's.

Seat 0 declares and leads to the first trick unless told otherwise; its partner is seat 2. Cards are written in groups;
with two decks the second copy of a card is marked: "SA'K". SJ and CJ are the bowers where spades or clubs are trumps.
"""

import re
from dataclasses import dataclass
from functools import cached_property

import reference as ref
import reference_euchre as twin
from positions import NOBODY, NOT_KNOWN, Position

from handsim.engine.view import View
from handsim.games.bid_euchre import BidEuchre

SPADES, MOON, ASK = "4 in S", "moon in S", "ask in S"


def cards(text):
    """The cards of a text: "SAJ' BJ" -> ["SA", "SJ'", "BJ"]."""
    found = []
    for word in text.split():
        found += [word] if word in ref.JOKERS else [word[0] + rank for rank in re.findall(".'?", word[1:])]
    return found


@dataclass(frozen=True)
class EuchrePosition(Position):
    """A card to play; of an asker also what he offered and was given."""

    offered: str = ""
    given: str = ""
    options: tuple[str, ...] = ()

    read = staticmethod(cards)

    @cached_property
    def game(self):
        named = {"joker": {"joker": True}, "decks": {"decks": 2}, "low": {"notrump_low": True}}
        return BidEuchre(**{key: value for option in self.options for key, value in named[option].items()})

    @cached_property
    def rules(self):
        made, game = self.contract_made, self.game
        rules = twin.EuchreRules(
            trump=made.trump, direction=made.direction, joker=game.joker, copies=game.decks, declarer=self.declarer,
            leader=self.declarer, ask=game.exchange_cards if made.bid.call == "ask" else 0,
        )  # fmt: skip
        return twin.alone(rules) if made.bid.call else rules

    @cached_property
    def bits(self):
        pack = twin.pack(self.game.joker, self.game.decks)
        return {card: int(bit) for card, bit in zip(pack, self.frame.bits, strict=True)}

    def check(self):
        """Refuse a story that cannot have happened."""
        *done, table = self.history
        n, plays = len(self.rules.seats), [play for trick in self.history for play in trick]
        hand, offered, given = self.read(self.hand), self.read(self.offered), self.read(self.given)
        known = [*hand, *offered, *(card for _, card in plays)]
        assert len(set(known)) == len(known) and set(known) <= set(self.bits), sorted(known)
        assert all(len(trick) == n for trick in done) and len(table) < n
        assert len(hand) + len(done) == self.game.n_tricks
        order = ref.seat_order(self.rules, self.leader)
        assert order[len(table)] == self.seat, f"it is the turn of seat {order[len(table)]}"
        asks = self.rules.ask and self.seat == self.declarer
        assert len(offered) == len(given) == (self.rules.ask if asks else 0)
        out, held = set(), [*hand, *(card for who, card in plays if who == self.seat)]
        assert set(given) <= set(held)
        for trick in self.history:
            for place, (who, card) in enumerate(trick):
                assert (who, ref.suit_of(self.rules, card)) not in out, f"seat {who} was out of that: {card}"
                if who == self.seat:
                    assert card in ref.legal_cards(self.rules, held, trick[:place]), f"a revoke: {card}"
                    held.remove(card)
            out |= ref.voids_shown(self.rules, trick)
        assert self.right in self.legal and len(self.legal) > 1

    def view_with(self, seat, hand, **fields):
        asks = bool(self.given)
        view = super().view_with(seat, hand, **fields)
        roles = view.roles & ~(15 << 12) | (seat if asks else NOBODY) << 12 | (self.game.decks - 1) << 24
        assert roles >> 16 & 255 == NOT_KNOWN
        given, aside = self.mask(self.read(self.given)), self.mask(self.read(self.offered))
        return view._replace(roles=roles, shown=given, aside=aside)


# fmt: off
POSITIONS = [
    EuchrePosition("lead the right bower to draw", "It takes a trump from each of them, and nothing beats it.",
                   SPADES, 0, "SJAK9 HA DT", "SJ"),
    EuchrePosition("both bowers: the higher first, or its equal", "They are as good as each other: the top one is led.",
                   SPADES, 0, "SJK CJ HA DT9", "SJ"),
    EuchrePosition("the right is gone: the left is the boss", "Nothing is left above it; draw another round.",
                   SPADES, 0, "SAK CJ HA D9", "CJ", tricks="SJ S9 HT ST"),
    EuchrePosition("their trumps are out: cash the ace",
                   "Both have shown that they have no trump. Keep yours for later.",
                   SPADES, 0, "SK9 HA DQT", "HA", tricks="SJ DK CT C9"),
    EuchrePosition("last to play: win with the cheapest", "The king is enough over the queen.",
                   SPADES, 3, "S9 HAK DJ9 CT", "HK", trick="HT H9 HQ"),
    EuchrePosition("partner has it won: play low", "His ace takes the trick; your king may take another.",
                   SPADES, 3, "S9 HKT DJ9 CT", "HT", trick="H9 HA HQ"),
    EuchrePosition("last to play and void: ruff with the smallest", "Any trump wins, and nobody plays after you.",
                   SPADES, 3, "SK9 DAJ9 CT", "S9", trick="HA HT HQ"),
    EuchrePosition("do not ruff partner's winner", "His ace has won the trick: throw the least card.",
                   SPADES, 3, "SK9 DQJ9 CA", "D9", trick="HT HA HQ"),
    EuchrePosition("overruff cheaply", "The queen beats the ten that declarer's partner ruffed with.",
                   SPADES, 3, "SQA DQJ9 CA", "SQ", trick="HA HT ST"),
    EuchrePosition("they ruffed too high for you: keep the trump",
                   "The left bower has won it: a trump of yours is wasted.",
                   SPADES, 3, "SQA DKQJ9", "D9", trick="HA HT CJ"),
    EuchrePosition("a trump led is followed with the left",
                   "It is a trump, and the only one: but over the ace it wins, "
                   "and the nine does not.",
                   SPADES, 3, "S9 HAQ CJAT", "CJ", trick="SA SQ SK"),
    EuchrePosition("the left bower does not follow to clubs", "Clubs are asked for: the ten follows, the bower stays.",
                   SPADES, 3, "S9 CJTQ DQ H9", "CT", trick="C9 CA CK"),
    EuchrePosition("do not throw the left under the right",
                   "The right bower takes this one; the left is the next boss.",
                   SPADES, 1, "S9 CJA DQ9 HT", "S9", trick="SJ"),
    EuchrePosition("partner's right holds: keep the ace", "Your partner has won the trick with the best card there is.",
                   SPADES, 0, "SA9 HA DK CA", "S9", trick="SQ SJ ST", tricks="D9 DA DT DQ"),
    EuchrePosition("defending, lead an ace and not a trump",
                   "Draw no trumps for declarer; an ace may walk before he is out.",
                   SPADES, 1, "SK9 HA DJ C9", "HA", tricks="D9 DA DT DK"),
    EuchrePosition("third hand high", "Partner's nine will not hold: spend the king to drive the ace out.",
                   SPADES, 1, "S9 HKT DJ CQT", "HK", trick="H9 HQ", declarer=3),
    EuchrePosition("keep a small trump, throw the loser",
                   "The nine of trumps still ruffs; the nine of diamonds does nothing.",
                   SPADES, 1, "S9 D9 CA", "D9", trick="HA H9", tricks="DQ DJ DT DA/CK C9 CQ CT/HK HT HJ HQ"),
    EuchrePosition("alone: the right first", "Nobody helps: draw while nothing can beat you.",
                   MOON, 0, "SJAK CJ HA D9", "SJ"),
    EuchrePosition("alone with all trumps in: the ace, and the nine last",
                   "The ace is sure; what they throw on it helps the nine.",
                   MOON, 0, "HA D9", "HA", tricks="SJ S9 ST/CJ HT SQ/SA HQ CA/SK DA CK"),
    EuchrePosition("against moon: keep the ace that stops him",
                   "One trick beats a moon: the ace may take it, the queen cannot.",
                   MOON, 1, "HA DQ", "DQ", trick="CA", tricks="SJ S9 ST/CJ H9 SQ/SA C9 CT/SK CK CQ"),
    EuchrePosition("against moon: his last card is met by an ace",
                   "Over the queen the ace wins and the moon is broken.",
                   MOON, 3, "HA9 DK", "HA", trick="HQ HT", tricks="SJ S9 ST/CJ SQ D9/SA CT DT"),
    EuchrePosition("asked and given: the left is yours, draw with it",
                   "Partner gave the left bower: with the right gone it is the boss.",
                   ASK, 0, "SAK CJ HA D9", "CJ", tricks="SJ S9 ST", offered="HT", given="CJ"),
    EuchrePosition("two decks: the same card does not beat it",
                   "Declarer's ace was played first: your ace loses to it.",
                   SPADES, 3, "SKJ HA'T9Q DK'AQJ CQT", "H9", trick="HA HT' HQ'", options=("decks",)),
    EuchrePosition("two decks: lead your right before theirs", "Led first, it wins over the other right bower.",
                   SPADES, 0, "SJAK9T HAK DAK C9T9'", "SJ", options=("decks",)),
    EuchrePosition("with a joker the right is not the boss: the joker is", "Draw with the card that nothing beats.",
                   SPADES, 0, "BJ SJAK HA DT", "BJ", options=("joker",)),
    EuchrePosition("low notrump: the nine is the ace", "Everything is turned round: the nine beats the ten.",
                   "4 low", 3, "D9A SAK HK CA", "D9", trick="DT DK DQ", options=("low",)),
    EuchrePosition("low notrump: an ace is the least card to throw", "It never wins a trick here.",
                   "4 low", 3, "SAT9 CT9Q", "SA", trick="H9 HT HJ", options=("low",)),
]
# fmt: on


@dataclass(frozen=True)
class Discard:
    """Seven cards of dealer's, joker among the pack: one of `right` is the one to put away before the bidding.

    With any of them gone the best bid is worth at least half a point more than with any other, over 1,500 deals.
    """

    name: str
    why: str
    hand: str
    right: str

    def view(self):
        """What dealer sees."""
        game = BidEuchre(joker=True)
        frame = game.opening_frame(0)
        bits = dict(zip(twin.pack(joker=True), frame.bits.tolist(), strict=True))
        hand = sum(bits[card] for card in cards(self.hand))
        roles = 0b0100 + (0b1010 << 4) + (15 << 8) + (15 << 12) + (255 << 16) + (frame.marks << 25)
        return View(0, hand, hand, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, roles, sum(bits.values()), frame.trumps, 0, 0, 0, 0)

    def named(self, card):
        """The card of a bit of the view."""
        return twin.pack(joker=True)[BidEuchre(joker=True).opening_frame(0).card(card)]


# fmt: off
DISCARDS = [
    Discard("a fourth trump stays", "Joker, bowers and king take four tricks; a small heart takes none.",
            "BJ SJ CJ SK HAT9", "HT H9"),
    Discard("the nine of the bowers' suit is a trump too", "The nine of clubs ruffs where clubs are named.",
            "BJ SJ CJ SA HA D9 C9", "D9"),
    Discard("no bower of the trumps to come", "Spades or clubs are trumps, and a red jack is less than a queen there.",
            "BJ SJ CJ HJ DJ SA C9", "HJ DJ"),
    Discard("of four jacks two are bowers", "With the ace of spades spades are trumps: a red jack goes, or the left.",
            "BJ SJ CJ HJ DJ SA HA", "DJ CJ"),
    Discard("keep the aces, throw a nine", "Three tricks in hearts, the ace of diamonds the fourth.",
            "BJ HJ HAK DA S9 C9", "S9 C9"),
    Discard("five trumps and the ace beside", "Without the nine of spades there is no loser.",
            "BJ HJ DJ HKQ SA S9", "S9"),
    Discard("a lone nine beside two suits from the top", "Ace and king of both black suits win; nothing else loses.",
            "BJ CJ CAK SAK D9", "D9"),
    Discard("one of two losers", "Joker, right, ace and nine of diamonds are trumps; a card of the broken clubs goes.",
            "BJ DJ DA9 SA CKQ", "CK CQ"),
    Discard("a loser of a suit that is not held", "Right, ace and king of spades; a lone nine or ten takes nothing.",
            "SJAK DJA H9 CT", "H9 CT"),
    Discard("the queen beside the ace", "Five trumps and the ace: the queen is the one loser.",
            "BJ SAKT9 HQA", "HQ"),
    Discard("the loser beside ace and king", "Four trumps from the top and the two best diamonds.",
            "BJ SJ SAQ DAK H9", "H9"),
    Discard("five trumps, small ones too", "The nine and the ten of clubs win once joker and bowers have drawn.",
            "BJ CJ SJ C9T HA DQ", "DQ"),
    Discard("one suit less", "Two bowers and two hearts; of two small spades one goes.",
            "HJ DJ S9T HQK CA", "S9 ST"),
]
# fmt: on
