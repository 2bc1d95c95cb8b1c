"""Named Smear positions with one right card each, told as those of `positions.py` are.

Spades are trumps, seat 0 bid and led; its partner is seat 2. High and Low go to whoever plays the ace and the seven;
what is played for is the jack of trumps, and card points: ace 4, king 3, queen 2, jack 1, ten 10.
"""

from dataclasses import dataclass
from functools import cached_property

import positions
import reference_smear as twin
from positions import cards

from handsim.games.smear import Smear


class SmearSituation(positions.Situation):
    hand_size, n_aside = 6, 3

    @cached_property
    def game(self):
        return Smear()

    @cached_property
    def rules(self):
        return twin.SmearRules(self.contract_made.trump, declarer=self.declarer, leader=self.declarer)


@dataclass(frozen=True)
class Position(SmearSituation, positions.Position):
    """A card to play; `buried` are the bidder's three discards."""


@dataclass(frozen=True)
class Discard(SmearSituation, positions.Burial):
    """Three of nine to discard: those of `bury` must go, those of `keep` must stay."""

    def view(self):
        """The choice is among the plain cards; where they are too few they go, and it is among the trumps."""
        asked = []
        twin.discards(self.rules, cards(self.hand), self.n_aside, lambda some, n: asked.append((some, n)) or [])
        some, n = asked[0]
        forced = [] if n == self.n_aside else [card for card in cards(self.hand) if card not in some]
        return super().view()._replace(legal=self.mask(some), count=n, aside=self.mask(forced))


S = "3 in S"
AWAY = "C97 D7"

# fmt: off
FOURTH_HAND = [
    Position("partner has it won: give him the ten", "His ace takes the trick, and ten points more with it.",
             S, 3, "HTK CJ D9Q", "HT", trick="H8 HA H7", tricks="SA S8 S9 SQ"),
    Position("they have it won: not the ten", "The nine costs nothing, the ten costs ten.",
             S, 3, "HT9 C7 DQK", "H9", trick="HA H8 H7", tricks="SA S8 S9 SQ"),
    Position("last to play: win with the ten", "It will never be safer; the ace is as good later.",
             S, 3, "HTA C7 DQK", "HT", trick="H8 H9 H7", tricks="SA S8 S9 SQ"),
    Position("last to play: the king is enough", "Nobody plays after you, and the ace stays the boss.",
             S, 3, "HKA C7 DQ9", "HK", trick="H8 H9 H7", tricks="SA S8 S9 SQ"),
    Position("bring the jack home with a ruff", "Last to play: nothing can beat it, and it is a point of its own.",
             S, 3, "SJ8 CK8 D9", "SJ", trick="H8 H9 HT", tricks="SA SQ S9 S7"),
    Position("bring the jack home over the ten of trumps", "It takes this trick; later the ace or the king takes it.",
             S, 3, "SJ7 H8 CK8 D9", "SJ", trick="ST S8 S9"),
    Position("trump a rich trick though you could follow", "Fourteen points lie there; a trump may always be played.",
             S, 3, "S9 H7 CK8 D9", "S9", trick="HA H8 HT", tricks="SA S8 SQ S7"),
    Position("overruff with the ten", "Nobody plays after you: it wins, and counts ten beside their ace.",
             S, 3, "ST8 H7 CK D9", "ST", trick="H8 HA S9", tricks="SA SQ SK S7"),
    Position("ruff with the lowest", "The eight wins as well as the king, which will win another.",
             S, 3, "S8K CK8 D9", "S8", trick="HA HJ HT", tricks="SA SQ S9 S7"),
    Position("they win the trumps: keep the ten", "The seven scores Low whenever you play it, under their ace too.",
             S, 3, "ST7 H8 CK8 D9", "S7", trick="SA S8 S9"),
    Position("void, and partner has it won: the ten", "Whatever suit it is of, it counts ten for you with him.",
             S, 3, "DT9 C8 DQ CJ", "DT", trick="H8 HA H7", tricks="SA S8 S9 SQ"),
    Position("void, and they have it won: nothing that counts", "Neither the ten nor the king: the eight.",
             S, 3, "DT C8KJ DQ", "C8", trick="HA H8 H7", tricks="SA S8 S9 SQ"),
    Position("partner has ruffed it: give him the jack", "His queen of trumps beats it and all else: Jack is yours.",
             S, 1, "SJ H7 C9 D87", "SJ", trick="H8 SQ H9", tricks="S9 S8 SA S7"),
]
THIRD_HAND = [
    Position("the jack on partner's ace of trumps", "Nothing beats the ace: the jack is safe here and nowhere else.",
             S, 2, "SJ8 H8 CK8 D9", "SJ", trick="SA S9"),
    Position("beat the king with the ace, not with hope", "The ace takes the king; the ten would go to it.",
             S, 3, "HAT C7 DQ9", "HA", trick="H9 HK", tricks="ST SA S9 SQ"),
    Position("the trumps are gone: the ten on partner's ace", "Nobody can ruff it any more.",
             S, 2, "HT9 C8 D9", "HT", trick="HA H8", tricks="SA S8 S9 SQ / SK ST SJ S7"),
]
SECOND_HAND = [
    Position("under their ace of trumps: keep the jack", "The eight goes; the jack may still be saved.",
             S, 1, "SJ8 H8 CK8 D9", "S8", trick="SA"),
    Position("second hand: not the ten", "Ace, king and queen are out against it.",
             S, 1, "HT7 C7 DQ9", "H7", trick="H9", tricks="SA S8 S9 SQ"),
]
LEADS = [
    Position("lead the ace of trumps", "It wins, draws theirs, and the jack falls to it where it is alone.",
             S, 0, "SA9 H8 C8 D98", "SA", buried=AWAY),
    Position("not the bare jack of trumps", "Ace, king and queen are out: lead the eight.",
             S, 0, "SJ8 HAK DA CA", "S8", buried=AWAY),
    Position("draw with the king, not with the jack", "The ace is gone, the king wins; the jack would go to the queen.",
             S, 0, "SKJ H8 C8 D9", "SK", tricks="SA S8 S9 ST", buried=AWAY),
    Position("cash the ace while you have the lead", "No trump is out. Lead the eight and it may never be led.",
             S, 0, "HA D8", "HA", tricks="SA S8 S9 SQ / SK ST SJ S7 / CA C8 CT CQ / CK HJ DT DJ", buried="C97 D7"),
    Position("do not lead the ten", "Ace, king and queen of its suit are out, and all of them against it.",
             S, 3, "HT C8", "C8", tricks="SA S8 S9 SQ / SK ST SJ S7 / CA C9 CT CQ / CJ C7 DT CK"),
]
POSITIONS = [*FOURTH_HAND, *THIRD_HAND, *SECOND_HAND, *LEADS]

DISCARDS = [
    Discard("discard the tens", "Ten points each that nobody can take; the ace wins a trick.",
            S, "SAKJ9 HTA CT7 D8", "HT CT", keep="SAKJ9 HA"),
    Discard("more than six trumps: keep those that count", "Ace, jack and seven score; two others go, after the ace.",
            S, "SAKQJT987 HA", "", keep="SAJ7"),
    Discard("nothing but losers: those that count go", "A lone king wins nothing, but counts three as a discard.",
            S, "SAKJ98 HK CQ8 D9", "HK CQ", keep="SAKJ98"),
]
# fmt: on
