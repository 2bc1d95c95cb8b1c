"""Named Bid Whist positions with one right card each, as a player would explain them to a learner.

A position is what its seat has seen: its hand, every finished trick card by card, the trick on the table, and, where
there is one, the kitty that was shown or its own burial. All that the engine's view holds follows from these by plain
Python (`reference.py`), and `check` refuses a story that cannot have happened.

Cards are written in groups, "SAK7 HT BJ": ace, king, seven of spades, ten of hearts, big joker. Seat 0 declares unless
told otherwise, and leads to the first trick; its partner is seat 2. Where cards are equal, the right one is the
cheapest to follow with and the highest to lead.
"""

from dataclasses import dataclass
from functools import cached_property

import reference as ref

from handsim.engine.view import View
from handsim.games.bid_whist import KITTY, BidWhist

UP, DOWN, NT_UP, NT_DOWN = "4 uptown in S", "4 downtown in S", "4 notrump uptown", "4 notrump downtown"
NOBODY, NOT_KNOWN = 15, 255


def cards(text):
    """The cards of a text: "SAK7 BJ" -> ["SA", "SK", "S7", "BJ"]."""
    found = []
    for word in text.split():
        found += [word] if word in ref.JOKERS else [word[0] + rank for rank in word[1:]]
    assert set(found) <= set(ref.PACK), f"no such card in {text!r}"
    return found


class Situation:
    """What a position and a burial share: the game, its frame, and its cards as bits of the frame."""

    hand_size, n_aside = 12, KITTY

    @cached_property
    def game(self):
        return BidWhist(show_kitty="suit_only" if self.kitty else "never")

    @cached_property
    def contract_made(self):
        return self.game.contract(self.contract, declarer=self.declarer)

    @cached_property
    def frame(self):
        return self.game.frame(self.contract_made)

    @cached_property
    def rules(self):
        made = self.contract_made
        return ref.Rules(made.trump, made.direction, declarer=self.declarer, leader=self.frame.leader)

    @cached_property
    def bits(self):
        return {str(card): int(bit) for card, bit in zip(self.game.deck, self.frame.bits, strict=True)}

    def mask(self, found):
        return sum(self.bits[card] for card in found)

    def named(self, mask):
        """The cards of a mask, as text."""
        return " ".join(card for card in self.rules.listing if self.bits[card] & mask)

    def field(self, suit):
        return ref.SUITS.index(suit)

    def seats(self, seats):
        return sum(1 << seat for seat in seats)

    def view_with(self, seat, hand, **fields):
        """A view of which the fields that are not given say: nothing yet."""
        nothing = dict.fromkeys(View._fields, 0)
        others = [other for other in self.rules.seats if other != seat]
        side = self.rules.sides
        partners = self.seats(s for s in others if side[s] == side[seat])
        opponents = self.seats(s for s in others if side[s] != side[seat])
        shown_with = self.declarer if self.kitty else NOBODY
        return View(**nothing | {
            "seat": seat,
            "hand": self.mask(hand),
            "winner": self.rules.leader,
            "shown": self.mask(cards(self.kitty)),
            "roles": partners + (opponents << 4) + (self.declarer << 8) + (shown_with << 12) + (NOT_KNOWN << 16)
            + (self.frame.copies << 24) + (self.frame.marks << 25),
            "pack": sum(self.bits.values()),
            "trumps": self.frame.trumps,
            "worthless": self.frame.worthless,
            "free_lead": self.frame.free_lead,
            "values": self.frame.values,
            **fields,
        })  # fmt: skip


@dataclass(frozen=True)
class Position(Situation):
    """A card to play. `tricks`: those before, "/" between them, each from its leader on; `trick`: that on the table."""

    name: str
    why: str
    contract: str
    seat: int
    hand: str
    right: str
    trick: str = ""
    tricks: str = ""
    kitty: str = ""
    buried: str = ""
    declarer: int = 0

    read = staticmethod(cards)

    @cached_property
    def history(self):
        """The finished tricks and the one on the table, as (seat, card) in the order played."""
        leader, history = self.rules.leader, []
        for text in [*filter(None, self.tricks.split("/")), self.trick]:
            order = ref.seat_order(self.rules, leader)
            history.append(list(zip(order, self.read(text), strict=False)))
            if len(history[-1]) == len(self.rules.seats):
                leader = ref.trick_winner(self.rules, history[-1])
        return history

    @cached_property
    def leader(self):
        """Who leads to the trick on the table."""
        done = self.history[:-1]
        return ref.trick_winner(self.rules, done[-1]) if done else self.rules.leader

    @property
    def legal(self):
        hand = self.read(self.hand)
        first = len(self.history) == 1 and not self.history[0]
        return ref.opening_leads(self.rules, hand) if first else ref.legal_cards(self.rules, hand, self.history[-1])

    def check(self):
        """Refuse a story that cannot have happened."""
        *done, table = self.history
        plays = [play for trick in self.history for play in trick]
        mine = [card for who, card in plays if who == self.seat]
        hand, kitty, buried = cards(self.hand), cards(self.kitty), cards(self.buried)
        known = [*hand, *buried, *(card for _, card in plays)]
        assert len(set(known)) == len(known), f"twice: {sorted(c for c in set(known) if known.count(c) > 1)}"
        assert all(len(trick) == 4 for trick in done) and len(table) < 4
        assert len(hand) + len(done) == self.hand_size, f"{len(hand)} cards in hand after {len(done)} tricks"
        order = ref.seat_order(self.rules, self.leader)
        assert order[len(table)] == self.seat, f"it is the turn of seat {order[len(table)]}"
        assert len(kitty) == (KITTY if kitty else 0)
        assert len(buried) == (self.n_aside if self.seat == self.declarer else 0), "declarer knows what he buried"
        taken = set(kitty) - {card for who, card in plays if who == self.declarer}
        assert not taken & {card for _, card in plays}, "another seat played a card of the kitty"
        assert taken <= {*hand, *buried} if self.seat == self.declarer else not taken & set(hand)
        out, held = set(), [*hand, *mine]
        for trick in self.history:
            for who, card in trick:
                assert (who, ref.suit_of(self.rules, card)) not in out, f"seat {who} was out of that: {card}"
            out |= ref.voids_shown(self.rules, trick)
            for place, (who, card) in enumerate(trick):
                if who == self.seat:
                    assert card in ref.legal_cards(self.rules, held, trick[:place]), f"a revoke: {card}"
                    held.remove(card)
        assert self.right in self.legal and len(self.legal) > 1

    def view(self):
        """What the seat knows, as the engine would tell it."""
        *done, table = self.history
        order = ref.seat_order(self.rules, self.leader)
        asked = ref.suit_asked(self.rules, table)
        voids = {void for trick in self.history for void in ref.voids_shown(self.rules, trick)}
        led = {}
        for trick in self.history:
            if trick and ref.suit_of(self.rules, trick[0][1]):
                led.setdefault(trick[0][0], ref.suit_of(self.rules, trick[0][1]))
        winner = ref.trick_winner(self.rules, table) if table else self.leader
        best = dict(table).get(winner)
        played = [card for trick in self.history for _, card in trick]
        takers = [ref.trick_winner(self.rules, trick) for trick in done]
        return self.view_with(
            self.seat,
            self.read(self.hand),
            legal=self.mask(self.legal),
            led=0x7FFF << 16 * self.field(asked) if asked else 0,
            best=self.bits[best] if best and ref.suit_of(self.rules, best) else 0,
            winner=winner,
            trick=sum(self.bits[card].bit_length() << 8 * who for who, card in table),
            to_come=self.seats(order[len(table) + 1 :]),
            number=len(done),
            played=self.mask(played),
            aside=self.mask(cards(self.buried)),
            history=sum(1 << self.field(suit) << 8 * who for who, suit in voids)
            + sum(self.field(suit) + 1 << 32 + 3 * who for who, suit in led.items())
            + sum(1 << 44 + 4 * who for who in takers),
        )


@dataclass(frozen=True)
class Burial(Situation):
    """Six of eighteen to put aside: those of `bury` must go, those of `keep` must stay."""

    name: str
    why: str
    contract: str
    hand: str
    bury: str
    keep: str = ""
    kitty: str = ""
    declarer: int = 0

    def check(self):
        hand, bury, keep = cards(self.hand), cards(self.bury), cards(self.keep)
        assert len(set(hand)) == len(hand) == self.hand_size + self.n_aside, f"{len(hand)} cards in hand"
        assert set(bury) | set(keep) <= set(hand) and not set(bury) & set(keep)
        assert len(bury) <= self.n_aside and len(keep) <= self.hand_size

    def view(self):
        hand = cards(self.hand)
        return self.view_with(self.declarer, hand, legal=self.mask(hand), count=KITTY)


# fmt: off
FOURTH_HAND = [
    Position("partner has it won: play low",
             "Partner's ace takes the trick; a king on top of it is a king thrown away.",
             UP, 3, "S842 HK93 DQJ4 CT85", "H3", trick="H5 HA H6"),
    Position("last to play: win with the cheapest", "Nobody plays after you, so the queen is as sure as the ace.",
             UP, 0, "S85 HT74 DAQ3 CJ962", "DQ", trick="D5 D7 DJ", declarer=1),
    Position("last to play and beaten: the lowest", "The king cannot win this trick. It may win another.",
             UP, 3, "SQ76 HJ83 DT94 CK83", "C3", trick="C5 C7 CA"),
    Position("last to play and void: ruff with the smallest", "Any trump beats their king, and nobody can overruff.",
             "4 uptown in D", 3, "DJ63 SKT84 CQ9752", "D3", trick="HK H4 H7"),
    Position("overruff cheaply", "The eight is enough over the five; the jack is for another day.",
             UP, 3, "SJ83 DKT84 CQ9752", "S8", trick="H4 HA S5"),
    Position("do not ruff partner's winner", "His ace has won; throw the least of your worthless suit.",
             UP, 3, "SJ83 DAKQJ C98642", "C2", trick="H4 HA H6"),
    Position("partner has ruffed it: keep the ace", "Partner's trump takes the trick; the ace would be wasted on it.",
             UP, 3, "S97 HA86 DQJ84 CT93", "H6", trick="HK S4 H7"),
    Position("they ruffed too high for you: waste no trump",
             "You cannot beat the queen. A trump thrown here is a ruff lost.",
             UP, 3, "SJ9 DAKQJT C98632", "C2", trick="H4 HA SQ"),
    Position("trumps led: win with the lowest that will do",
             "The queen beats the jack; the big joker is always good later.",
             UP, 3, "BJ SQ4 HK82 DT65 CJ93", "SQ", trick="S9 ST SJ"),
    Position("the little joker is enough", "Over the ace of trumps either joker wins; spend the lower.",
             UP, 0, "BJ LJ SJ84 HAKQ DQJ CK", "LJ", trick="S5 S7 SA", tricks="D3 DA D4 D5", buried="D87 C9654"),
    Position("downtown: the three beats the four, the two is not needed",
             "Low cards are high: the three is over the four.",
             DOWN, 3, "S95 HA327 DQJ8 CT94", "H3", trick="HK H9 H4"),
    Position("downtown: the king is the smallest card", "Partner's ace has won (it stays on top), so the king goes.",
             "4 downtown in D", 3, "D74 HKJ5 SQT3 C9762", "HK", trick="H6 HA H8"),
    Position("notrump: throw the worthless joker first", "It can never win a trick. Every other card might.",
             NT_UP, 3, "LJ SKJ84 DQ952 CT73", "LJ", trick="HA H4 H9"),
    Position("a joker led at notrump asks for nothing",
             "The five set the suit; the nine is winning, and the queen beats it.",
             NT_UP, 3, "SJ84 HKQ3 DT72 C986", "HQ", trick="BJ H5 H9"),
    Position("save the ace when partner's king holds", "His king has won the trick; your ace wins another.",
             UP, 0, "BJ SAKJ843 DA6 CAK", "D6", trick="DT DK D9", tricks="H7 HA H4 H5", buried="H32 D75 C54"),
    Position("downtown: the ace stays on top", "Their two is the next best card; only the ace beats it.",
             DOWN, 3, "S95 HA3J DQJ8 CT947", "HA", trick="HK H9 H2"),
    Position("downtown: the king is the smallest ruff", "Any trump wins, and the king of trumps is the least of them.",
             DOWN, 3, "S3K9 DKT84 CQ9752", "SK", trick="H2 H4 H7"),
]

THIRD_HAND = [
    Position("third hand high", "Partner's four will not hold: play the king, and let them spend the ace on it.",
             UP, 1, "S72 HJ95 DKT3 CQ864", "DK", trick="D4 D6", declarer=3),
    Position("but only as high as need be: touching cards", "King, queen and jack are equals; the jack does the work.",
             UP, 2, "S72 HJ95 DKQJ3 CQ84", "DJ", trick="D4 D6"),
    Position("third hand low under partner's boss", "Nobody beats an ace; keep the king.",
             UP, 2, "S72 HJ95 DK85 CQ864", "D5", trick="DA D6"),
    Position("partner's king is as good as your ace", "Only the ace beats his king, and you hold it: play low.",
             UP, 2, "S72 HJ95 DA943 C864", "D3", trick="DK D6"),
    Position("take the king that covered partner's queen",
             "The ace is the only card that wins, and they have spent the king.",
             UP, 2, "S72 HJ95 DA72 C8642", "DA", trick="DQ DK"),
    Position("partner's ten may be beaten: win with the cheapest sure card",
             "The queen and the jack are out against you; the king is sure, for you hold the ace.",
             UP, 2, "S72 HJ95 DAK3 CQ864", "DK", trick="DT D6"),
    Position("third hand high at notrump", "Partner leads low from something: the king must go up.",
             NT_UP, 3, "SQ83 HT9 DJ64 CKT2", "CK", trick="C5 C7", tricks="H4 HK H3 H6"),
    Position("third hand high, defending with trumps", "The queen makes declarer spend an honour.",
             "4 uptown in C", 3, "S83 HJ9 DQT7 CKJ64", "DQ", trick="D3 D5", tricks="H4 HA H3 H6"),
    Position("downtown, third hand: the three is as good as the two", "The two and the three touch: play the three.",
             "4 downtown in C", 2, "CQ8 H23J DKT64 SJ97", "H3", trick="H9 H7"),
    Position("downtown, third hand high: the two", "Only the ace beats the two; the seven would never hold.",
             NT_DOWN, 3, "S3JQ H89 D4TQ C27K", "C2", trick="C9 CJ", tricks="HJ H3 HQ HT"),
    Position("ruff low when the last player should follow",
             "They have the ace on it; any trump wins, the three is enough.",
             UP, 2, "SQ93 DJT84 C98762", "S3", trick="H5 HA"),
    Position("ruff high enough when the last player is out too",
             "Seat 1 has no heart either. He holds no trump over your ten, but several over your three.",
             UP, 0, "BJ LJ SAKQJT43 DA CA", "ST", trick="H6 HK", tricks="H4 C3 HA H7", buried="D8752 C62"),
    Position("third hand, overruff cheaply", "They ruffed your side's ace with the four: the five beats it.",
             UP, 2, "S952 DJT84 C97632", "S5", trick="HA S4"),
    Position("partner leads the top trump: give him your lowest",
             "The big joker wins; the king may be a trick of its own.",
             UP, 2, "SK93 HJ95 DQ84 C864", "S3", trick="BJ S4"),
    Position("throw a loser on partner's winner", "His king of diamonds is good: throw the losing club, ruff nothing.",
             UP, 0, "BJ SAKQ9843 HAK C6", "C6", trick="DK D5", tricks="D7 D4 DA D9", buried="D632 C543"),
    Position("the kitty that was shown: the queen and the ace are not behind you",
             "Everybody saw them go to declarer, your partner. So the jack cannot be beaten: keep the king.",
             UP, 2, "S72 HJ95 DKJ3 CQ864", "DJ", trick="D5 D7", kitty="DAQ H72 C93"),
    Position("the kitty that was shown: partner's jack is the boss",
             "Ace and queen were in the kitty and the king is yours: nobody beats his jack.",
             UP, 2, "S72 H985 DK43 CQ864", "D3", trick="DJ D6", kitty="DAQ H72 C93"),
    Position("a card I buried myself can't beat me",
             "You buried the jack, so the queen and the ten touch: play the ten.",
             UP, 0, "BJ SAKQ9843 DQT CA", "DT", trick="D5 D7", tricks="H4 H5 HA H6", buried="DJ H32 C432"),
    Position("third hand, void: do not ruff partner's boss",
             "Nobody beats an ace of hearts but with a trump; yours would be wasted.",
             UP, 3, "S83 DAQJT C98542", "C2", trick="HA H5", tricks="D4 DK D3 D6"),
]

SECOND_HAND = [
    Position("second hand low", "Partner is still to play: do not spend the king on a four.",
             "4 uptown in H", 3, "H83 SJ96 DK83 CQT62", "D3", trick="D4", declarer=2),
    Position("second hand low, even with the boss at notrump",
             "The ace will keep; let partner win it cheaply if he can.",
             NT_UP, 1, "S83 HJ96 DA964 CQT2", "D4", trick="D5"),
    Position("second hand low for declarer too", "A low lead through your queen: play the two.",
             UP, 0, "LJ SAKQ84 HAK CQ62", "C2", trick="C4", tricks="D7 D4 D9 DK", buried="D532 H54 C3"),
    Position("second hand low for declarer's partner",
             "The queen behind a low lead may win later; now the five will do.",
             UP, 2, "S72 HQ85 DJT8 CQ84", "H5", trick="H6", tricks="D7 DA D4 D9"),
    Position("second hand low downtown: the king", "The king is your least heart; keep the two.",
             "4 downtown in H", 1, "H95 S2TK DQJ74 C986", "SK", trick="S8"),
    Position("second hand: ruff their boss", "The ace of hearts wins unless you ruff it, and the two is enough.",
             UP, 1, "S962 DKT84 CQ9752", "S2", trick="HA"),
    Position("declarer ruffs a boss with his smallest", "The three of trumps is worth a trick here.",
             UP, 0, "LJ SAKQ8543 CAK6", "S3", trick="HA", tricks="D7 D4 D9 DK", buried="D532 H54 C3"),
    Position("second hand with ace and king: take it", "With both bosses in a side suit win now, before it is ruffed.",
             UP, 1, "S83 HJ96 DAK3 CQT62", "DK", trick="D4"),
    Position("trumps led from the top: your lowest", "Nothing beats the big joker: the ace of trumps stays.",
             UP, 1, "SA74 HJ96 DK83 CQT2", "S4", trick="BJ"),
    Position("the jokers are trumps and must follow", "Only the jokers can follow: the little one beats the ace.",
             UP, 1, "BJ LJ HJ964 DK83 CQT2", "LJ", trick="SA"),
]

DISCARDS = [
    Position("discard a loser, not a boss", "Aces, kings and queens against little clubs: the least of those goes.",
             NT_UP, 1, "HAKQ DAK C9876543", "C3", trick="SA"),
    Position("keep the guard with the king", "The king needs the two beside it while the ace is out.",
             NT_UP, 1, "HAKQJ DK2 CT97543", "C3", trick="SA"),
    Position("keep both guards with the queen",
             "Queen and two small win behind ace and king; a small club wins nothing.",
             NT_UP, 1, "HAKQJ DQ72 CT9853", "C3", trick="SA"),
    Position("keep the suit that is set up", "The ace of clubs is gone: all your clubs are tricks, even the two.",
             NT_UP, 1, "CKQJT2 D986543", "D3", trick="SA", tricks="CA C3 C5 C9"),
    Position("downtown: keep the jack beside the two",
             "The two needs a guard while the ace is out; the king of clubs is dust.",
             NT_DOWN, 1, "HA234 D2J CKQT987", "CK", trick="SA"),
    Position("downtown at notrump too: the joker goes first", "It never wins, uptown or downtown.",
             NT_DOWN, 1, "BJ HA2Q D3569 C47TK", "BJ", trick="SA"),
    Position("make a void while you have trumps",
             "Partner has won it. Without the seven of diamonds you ruff that suit next.",
             UP, 3, "S85 D7 CJ98643", "D7", trick="H4 HA H6",
             tricks="BJ S4 S6 S2 / LJ SQ S7 S3 / HK H2 H8 H5"),
]

LEADS = [
    Position("draw trumps, from the top", "You have seven of the fifteen and the highest: take theirs away first.",
             "4 uptown in H", 1, "BJ HAKJ953 SA8 DK7 C6", "BJ", buried="S32 D5 C432", declarer=1),
    Position("draw trumps while opponents may hold them",
             "Five are still out. The ace is now the highest: another round.",
             UP, 0, "SAQJ953 HA8 DK7 C6", "SA", tricks="BJ S4 S6 LJ", buried="H32 D5 C432"),
    Position("draw the last trump before cashing", "One trump is out, the nine, and it would ruff a winner. Fetch it.",
             UP, 0, "SK53 HAKQ DAK CA", "SK",
             tricks="BJ S4 S6 S7 / LJ S8 SQ S2 / SA ST D2 SJ", buried="H32 D54 C43"),
    Position("stop leading trumps once the opponents are out",
             "Both have shown out: your trumps will ruff. Cash the ace.",
             UP, 0, "SJ953 HA8 D76 C6", "HA",
             tricks="BJ S4 S6 LJ / SA S7 SQ D2 / SK C2 S8 D3", buried="H32 D54 C43"),
    Position("leave the opponents' boss trump out",
             "Only the big joker is out. Two trumps for one is bad trade: cash the ace.",
             UP, 0, "SJ953 DA8 HQ7 C6", "DA",
             tricks="LJ S4 S6 S7 / SA S8 SQ S2 / SK C2 D2 ST", buried="H32 D54 C43"),
    Position("downtown: draw trumps from the top", "The big joker, then the ace, then the two: the low ones are high.",
             "5 downtown in H", 0, "BJ HA24578 SA9 D3K CQ", "BJ", buried="SKQ DQT CKJ"),
    Position("trumps are drawn: cash a boss", "Partner drew them; the ace of diamonds is the one sure trick you have.",
             UP, 2, "HJ96 DA83 CQ2", "DA",
             tricks="BJ S4 S6 S7 / LJ S8 S9 H2 / SA D2 C3 H3 / C5 C8 CA C9"),
    Position("defending: cash the ace from ace and king",
             "Win your tricks in their short suits before they are thrown away.",
             "4 uptown in D", 1, "D83 H92 SAK4 CJT62", "SA", tricks="H4 HK H3 H6"),
    Position("do not lead the suit an opponent is ruffing",
             "Seat 2 ruffs hearts: the ace of hearts dies, the ace of clubs lives.",
             UP, 1, "S84 HA95 D8 CAK64", "CA", tricks="H4 HK S3 H6 / D7 D9 DT DJ"),
    Position("lead partner's void so that he can ruff", "He ruffed the first heart. Give him another.",
             UP, 1, "S82 H9 DT64 CJ863", "H9", tricks="HA H3 H6 S4 / D5 D7 DA D8"),
    Position("downtown: once the ace is gone the two is the boss", "Nothing beats the two of diamonds now: cash it.",
             DOWN, 1, "S84 HQ96 D27 C863", "D2", tricks="DA DK D9 DT / C9 C2 C7 CT"),
    Position("lead from length at notrump", "Four diamonds to the king may grow into tricks. Nothing else will.",
             NT_UP, 1, "SJ6 HT83 DKJ84 C95", "D4", tricks="S9 SA S4 S5"),
    Position("lead the top of a run at notrump", "The queen drives out an honour and the jack, ten, nine still stand.",
             NT_UP, 1, "SJ6 HT83 DQJT96 C9", "DQ", tricks="S9 SA S4 S5"),
    Position("never lead a worthless joker at notrump", "Jokers lose whatever happens: lead the run of diamonds.",
             NT_UP, 1, "BJ LJ SJ6 HT83 DQJT9", "DQ", tricks="S9 SA S4 S5"),
    Position("cash a boss at notrump", "Seven spades from the top, all winners: run them.",
             NT_UP, 0, "SAKQJT98 HA7 DK4 C6", "SA", buried="H32 D53 C32"),
    Position("return partner's suit at notrump", "He led diamonds; lead the higher of your two.",
             NT_UP, 1, "SJ84 HT62 D83 C95", "D8", tricks="HQ HA H3 H5 / D5 D7 DA D9", declarer=2),
    Position("return partner's suit, low from three", "He led diamonds: with three left, the lowest.",
             NT_UP, 3, "SJ8 HT62 DJ83 C95", "D3", tricks="HQ HA H3 H5 / D5 D7 DA D9"),
    Position("downtown notrump: lead the top of a run", "Two, three, four, five: the two drives out the ace.",
             NT_DOWN, 1, "SK5 HJ64 D2345 C86", "D2", tricks="S7 SA SJ ST"),
    Position("downtown notrump: low from length is the king", "From 2 5 8 K the king is the small card.",
             NT_DOWN, 1, "SK5 HJ64 D258K C86", "DK", tricks="S7 SA SJ ST"),
    Position("notrump: the last cards of a suit are winners",
             "All other clubs are gone: the five is as good as an ace.",
             NT_UP, 0, "C52 HK7 DQ94 SJ8", "C5",
             tricks="CA C3 C4 C9 / CK C6 C7 CT / CQ C8 CJ H2", buried="BJ LJ D32 H43"),
    Position("defending: lead the top of a run, not trumps for them",
             "Your big joker takes its trick anyway. Lead the run of diamonds, not away from the king.",
             UP, 1, "BJ S4 H92 DQJT5 CK63", "DQ", tricks="H4 HK H3 H6"),
]

POSITIONS = [*FOURTH_HAND, *THIRD_HAND, *SECOND_HAND, *DISCARDS, *LEADS]

BURIALS = [
    Burial("make a void", "Clubs win nothing and the trumps will ruff them: all six go.",
           UP, "BJ SAKJ9752 HA DAKQ CJ97643", "CJ97643"),
    Burial("make two voids", "Both short suits without a boss go: what they lead of them, you ruff.",
           "4 uptown in H", "BJ LJ HAKQ98753 SAK D964 C873", "D964 C873"),
    Burial("keep the singleton ace", "It is a trick and leaves a void behind it.",
           UP, "BJ LJ SAQJ9642 HA D853 CQT764", "D3 C4", keep="HA BJ LJ SAQJ9642"),
    Burial("keep trumps and bosses", "Never a trump, however small, nor an ace, while losers are left.",
           "4 uptown in C", "C98765432 SA9 HAT4 DAK765", "S9 HT4 D765"),
    Burial("bury the jokers at notrump", "They cannot win a trick.",
           NT_UP, "BJ LJ SAKQJT HAKQ5 DAQ94 C763", "BJ LJ C763", keep="SAKQJT HAKQ DA"),
    Burial("keep the king guarded at notrump", "King and four stop diamonds; the clubs stop nothing.",
           NT_UP, "SAKQJT9 HAKQJ DK4 CT98765", "CT98765"),
    Burial("bury the jokers downtown", "Worthless at notrump in either direction.",
           NT_DOWN, "BJ LJ SA2345 HA23K DA279 CTJQ", "BJ LJ CTJQ", keep="SA2345 HA23 DA2"),
    Burial("keep the two guarded downtown", "The two is next to the ace: it needs a card beside it.",
           NT_DOWN, "SA23456 HA234 D2J C89TJQK", "C89TJQK"),
    Burial("downtown: bury the kings and queens", "Low cards are high: from the eight to the king they win nothing.",
           DOWN, "BJ LJ SA245689 HA DA2 C89TJQK", "C89TJQK"),
]
# fmt: on
