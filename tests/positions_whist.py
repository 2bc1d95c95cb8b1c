"""Named Whist positions with one right card each, in the manner of `positions.py`.

Seat 3 deals, so that seat 0 leads to the first trick; seats 0 and 2 are partners. Thirteen cards each.
"""

from dataclasses import dataclass
from functools import cached_property

import reference as ref
from positions import Position, cards

from handsim.games.whist import Whist

SPADES, DIAMONDS, NOTRUMP = "spades", "diamonds", "notrump"
DEALER = 3


@dataclass(frozen=True)
class WhistPosition(Position):
    """A card to play."""

    @cached_property
    def game(self):
        return Whist()

    @cached_property
    def contract_made(self):
        return self.game.contract(self.contract, declarer=self.declarer, dealer=DEALER)

    @cached_property
    def rules(self):
        return ref.WhistRules(self.contract_made.trump, declarer=self.declarer, leader=self.frame.leader)

    def check(self):
        """Refuse a story that cannot have happened."""
        *done, table = self.history
        plays = [play for trick in self.history for play in trick]
        known = [*cards(self.hand), *(card for _, card in plays)]
        assert len(set(known)) == len(known), f"twice: {sorted(c for c in set(known) if known.count(c) > 1)}"
        assert all(len(trick) == 4 for trick in done) and len(table) < 4
        assert len(cards(self.hand)) + len(done) == 13, f"{len(cards(self.hand))} cards after {len(done)} tricks"
        order = ref.seat_order(self.rules, self.leader)
        assert order[len(table)] == self.seat, f"it is the turn of seat {order[len(table)]}"
        out, held = set(), [*cards(self.hand), *(card for who, card in plays if who == self.seat)]
        for trick in self.history:
            for place, (who, card) in enumerate(trick):
                assert (who, ref.suit_of(self.rules, card)) not in out, f"seat {who} was out of that: {card}"
                if who == self.seat:
                    assert card in ref.legal_cards(self.rules, held, trick[:place]), f"a revoke: {card}"
                    held.remove(card)
            out |= ref.voids_shown(self.rules, trick)
        assert self.right in self.legal and len(self.legal) > 1


# fmt: off
POSITIONS = [
    WhistPosition("last to play: win with the cheapest", "The queen is enough over the jack; the ace stays for later.",
                  SPADES, 3, "S74 HAQ63 DK852 CT93", "HQ", trick="H2 H9 HJ"),
    WhistPosition("partner has it won: play low", "His king is high in the trick and nobody plays after you.",
                  SPADES, 3, "S74 HAQ63 DK852 CT93", "H3", trick="H2 HK HJ"),
    WhistPosition("nothing to win with: play low", "The ace is on the table: keep the king guarded by nobody's trick.",
                  SPADES, 3, "S74 HKQ63 DK852 CT93", "H3", trick="HA H9 HJ"),
    WhistPosition("void and last: ruff with the smallest", "Any trump takes it.",
                  SPADES, 3, "SQ74 DK9852 CT9843", "S4", trick="H2 H9 HJ"),
    WhistPosition("do not ruff partner's trick", "His ace has won it: throw the least card instead.",
                  SPADES, 3, "SQ74 DK9852 CT9843", "C3", trick="H2 HA HJ"),
    WhistPosition("overruff with as little as will do", "The eight over the six; the king stays.",
                  SPADES, 3, "SK84 DK9852 CT9843", "S8", trick="H2 H9 S6"),
    WhistPosition("cannot overruff: throw a low card", "They have ruffed with the jack: no trump of yours beats it.",
                  SPADES, 3, "S984 DK2 CJT986543", "C3", trick="H2 H9 SJ"),
    WhistPosition("second hand low", "Partner is still to play, and may win it cheaper.",
                  SPADES, 1, "S74 HK863 DK852 CT93", "H3", trick="H2"),
    WhistPosition("second hand low from an ace and small", "The ace is for catching a high card, not a two.",
                  SPADES, 1, "S74 HA863 DK852 CT93", "H3", trick="H2"),
    WhistPosition("third hand high", "Partner led low and the seven is winning: the king does most.",
                  SPADES, 2, "S74 HKJ3 DK852 CT983", "HK", trick="H2 H7"),
    WhistPosition("third hand: no higher than need be", "King and queen are equals: the queen does the same work.",
                  SPADES, 2, "S74 HKQ3 DK852 CT983", "HQ", trick="H2 H7"),
    WhistPosition("third hand: partner's ace needs no help", "His ace will win, whoever plays last.",
                  SPADES, 2, "S74 HKQ3 DK852 CT983", "H3", trick="HA H7"),
    WhistPosition("long and strong in trumps: draw them", "With the four highest you leave them none to ruff with.",
                  SPADES, 0, "SAKQJ97 HA3 DT85 C98", "SA"),
    WhistPosition("the enemies are out of trumps: cash side winners",
                  "Both have shown out of trumps: yours are kept, and the ace of hearts cannot be ruffed.",
                  SPADES, 0, "SQJT HAK3 DT852 C9", "HA", tricks="SA S2 S3 S4/SK H2 S5 D3"),
    WhistPosition("return to the suit that is all winners",
                  "Their hearts and trumps are gone: the rest of the hearts are good.",
                  SPADES, 0, "H76 DT52", "H7",
                  tricks="SA S2 S5 S6/SK S3 S7 S8/SQ S4 S9 ST/HA H2 H3 H4/HK H5 HT HJ/HQ D3 C2 C3/"
                         "H9 D4 C4 C5/H8 D6 C6 C7"),
    WhistPosition("discard from the worthless suit", "The king of diamonds keeps its guard; a low club is no loss.",
                  SPADES, 3, "SQ4 DK2 C98643", "C3",
                  tricks="HA H2 H3 H4/HK H5 H6 H7/HQ H8 H9 HT/SA S2 S3 S5", trick="HJ S8 C2"),
    WhistPosition("a bare ace is not thrown away", "Diamonds: the ace stays, a low club goes.",
                  SPADES, 3, "DA C986432", "C2",
                  tricks="HA H2 H3 H4/HK H5 H6 H7/HQ H8 H9 HT/SA S2 S3 S5/SK S4 S6 S7/SQ S8 S9 ST", trick="SJ D2 D3"),
    WhistPosition("ruff a loser in second seat when partner cannot win", "The ace is led: only a trump beats it.",
                  SPADES, 1, "SQ74 DK9852 CT9843", "S4", trick="HA"),
    WhistPosition("no trump left outside but the boss: let it go",
                  "Their last trump is the master: it will take a trick whatever you lead, so cash the ace.",
                  DIAMONDS, 0, "DT HAKQ3 SA75 CK2", "HA", tricks="DA D2 D3 D4/DK D5 D6 S2/DQ D7 S3 S4"),
    WhistPosition("trumps from partner: third hand high", "He wants them drawn: the king does most.",
                  SPADES, 2, "SKJ3 H632 DQT85 CT98", "SK", trick="S2 S5"),
    WhistPosition("at notrump: the top of a sequence in the long suit",
                  "It drives the ace and the king out, and makes three tricks of what is left.",
                  NOTRUMP, 0, "S73 HQJT98 DA52 CK93", "HQ"),
    WhistPosition("at notrump: run the suit that is established", "All higher hearts are gone: five tricks are there.",
                  NOTRUMP, 0, "S73 HJT98 DA5 CK9", "HJ", tricks="HK H2 H3 H4/HQ HA H5 H6/C2 C4 C5 CA"),
]
# fmt: on
