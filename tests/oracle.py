"""A slow reference of the two-player game, written clause by clause from rules.md and notation.md.

It is the test oracle: it shares no code with the package and imports nothing from it. Cards are
strings ("SK"), hands are lists, the state is mutable, and every rule carries the id of its clause.
"""

from __future__ import annotations

SUITS = "SHDC"
RANKS = "ATKQJ9"  # CARD-1: high to low
VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}  # CARD-1
GOAL = 66
NO_SCHNEIDER = 33

Options = dict[str, object]

# The table of rules.md section 10, column by column; "pagat" is derived below.
_TABLE = """
option soft sharp tournament duel-schnapsen app tavern sixtysix duel-66 hoyle-66
deck 20 20 20 20 20 20 24 24 24
pair_needs_trick false true false false false false false true false
pair_lead either king either king either either either either either
pair_after_talon true true true true true true true true false
exchange_needs_trick false true false true false false false true true
exchange_min_talon 2 4 2 4 2 2 2 4 2
close_needs_trick false false false false false true false false false
close_min_talon 2 4 2 2 2 2 2 2 2
close_before_draw false false false false false false false false true
closed_counts at_close at_close at_end at_end at_close at_end at_close at_end at_end
failed_close_tricks at_close at_close at_close at_close at_close at_close at_close at_close at_end
closed_defender penalty penalty penalty regular penalty penalty penalty regular penalty
out declared declared declared declared automatic declared declared declared declared
false_out mirror mirror mirror mirror mirror mirror mirror mirror two_or_three
last_trick wins wins wins wins wins wins ten wins ten
illegal_card lose_three lose_three lose_three refuse refuse refuse lose_three refuse refuse
tricks_visible own_and_first none none last last last own_and_first last none
points_visible true false false true true true true true false
schneider_bummerls 2 2 1 1 1 1 2 1 1
match 2 2 2 1 1 1 2 1 1
drawn_deal_carries true true true true true true true true true
"""


def _value(text: str) -> object:
    """Return the option value a table cell stands for."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def _presets() -> dict[str, Options]:
    """Read the table above, and add the preset `pagat` of section 10."""
    header, *rows = [line.split() for line in _TABLE.strip().splitlines()]
    presets: dict[str, Options] = {name: {} for name in header[1:]}
    for option, *cells in rows:
        for name, cell in zip(header[1:], cells, strict=True):
            presets[name][option] = _value(cell)
    changes: Options = {"out": "automatic", "illegal_card": "refuse", "schneider_bummerls": 1}
    presets["pagat"] = {**presets["soft"], **changes}
    return presets


PRESETS: dict[str, dict[str, object]] = _presets()


def _write_cards(cards: list[str], unknown: int = 0) -> str:
    """Write cards as SPN does: suits in order, ranks high to low, then the unknown ones."""
    text = ""
    for suit in SUITS:
        ranks = [rank for rank in RANKS if suit + rank in cards]
        if ranks:
            text += suit + "".join(ranks)
    if unknown:
        text += f"?{unknown}"
    return text or "-"


def _read_cards(text: str) -> list[str]:
    """Read cards in the same form; the order is kept, which matters for the talon."""
    cards: list[str] = []
    suit = ""
    for letter in text.replace("-", ""):
        if letter in SUITS:
            suit = letter
        else:
            cards.append(suit + letter)
    return cards


def _beats(reply: str, lead: str, trump: str) -> bool:
    """Tell whether the second card of a trick wins it (PLAY-2)."""
    if reply[0] == lead[0]:
        return RANKS.index(reply[1]) < RANKS.index(lead[1])
    return reply[0] == trump


class OracleDeal:
    """One deal, played by tokens. `talon` is in draw order with the turned-up card last."""

    def __init__(
        self,
        options: dict[str, object],
        hands: list[list[str]],
        trump: str,
        talon: list[str],
        forehand: int,
        needed: tuple[int, int] = (7, 7),
        name: str = "soft",
    ) -> None:
        self.options = dict(options)
        self.hands = [list(hand) for hand in hands]
        self.trump = trump
        self.lowest = trump + ("J" if options["deck"] == 20 else "9")  # XCHG-1
        self.talon = list(talon)
        self.needed = needed
        self.name = name
        self.leader = forehand  # PLAY-1; the seat to lead, or that led
        self.table: list[str] = []
        self.announced = ""  # the suit announced for this lead, while no card of it is led
        self.draw_due = False  # CLOSE-4
        self.closer: int | None = None
        self.at_close = (0, 0)  # card points and tricks of the closer's opponent at the close
        self.points = [0, 0]
        self.tricks = [0, 0]
        self.pending = [0, 0]  # PAIR-3
        self.gone: list[str] = []
        # Finished tricks played here: winner, both cards, whether it was the winner's first.
        self.history: list[tuple[int, list[str], bool]] = []
        self.shown: list[list[str]] = [[], []]  # PAIR-6, XCHG-1: what everybody saw of a hand
        self.over = False
        self.result: tuple[int | None, int, str] | None = None

    @classmethod
    def from_pack(
        cls, options: dict[str, object], pack: list[str], dealer: int, name: str
    ) -> OracleDeal:
        """Deal a pack, top card first (DEAL-2, DEAL-3)."""
        if options["deck"] == 20:  # DEAL-2: 3, 3, the turned-up card, 2, 2
            forehand_cards, dealer_cards = pack[0:3] + pack[7:9], pack[3:6] + pack[9:11]
            turned, rest = pack[6], pack[11:]
        else:  # DEAL-3: 3, 3, 3, 3, the turned-up card
            forehand_cards, dealer_cards = pack[0:3] + pack[6:9], pack[3:6] + pack[9:12]
            turned, rest = pack[12], pack[13:]
        hands = [dealer_cards, forehand_cards] if dealer == 0 else [forehand_cards, dealer_cards]
        # DEAL-4: the turned-up card makes trump and is drawn last.
        return cls(options, hands, turned[0], [*rest, turned], 1 - dealer, name=name)

    @classmethod
    def from_spn(cls, options: dict[str, object], spn: str) -> OracleDeal:
        """Read a full canonical SPN; history, and so every seen card, is unknown."""
        name, hands, trump, talon, closed, trick, points, gone, needed = spn.split(" ")
        lead, on_table = trick.split(":")
        need = [int(number) for number in needed.split(":")]
        cards = [_read_cards(hand) for hand in hands.split("/")]
        down = _read_cards(talon.replace("+", ""))
        deal = cls(options, cards, trump, down, int(lead), (need[0], need[1]), name)
        if closed != "-":
            closer, standing = closed.split("@")
            deal.closer = int(closer)
            deal.at_close = (int(standing.split(".")[0]), int(standing.split(".")[1]))
        if on_table.startswith("m"):
            deal.announced = on_table[1]
            deal.shown[deal.leader] = [on_table[1] + "K", on_table[1] + "Q"]  # lie on show now
        elif on_table:
            deal.table = [on_table]
        for seat, text in enumerate(points.split("/")):
            count, _, pending = text.partition("+")
            deal.points[seat], deal.tricks[seat] = (int(part) for part in count.split("."))
            deal.pending[seat] = int(pending or 0)
        deal.gone = _read_cards(gone)
        # Draw still due: hands one card short, open talon, nothing on the table.
        short = len(deal.hands[deal.leader]) < (5 if options["deck"] == 20 else 6)
        deal.draw_due = short and deal._is_open() and not deal.table
        return deal

    @property
    def to_move(self) -> int:
        """The seat whose move is due."""
        return 1 - self.leader if len(self.table) == 1 else self.leader

    # ---- what is legal -------------------------------------------------------------------

    def _number(self, option: str) -> int:
        value = self.options[option]
        assert isinstance(value, int)
        return value

    def _is_open(self) -> bool:
        """Talon open: not closed, not used up."""
        return self.closer is None and bool(self.talon)

    def _trick_if(self, option: str, seat: int) -> bool:
        """Apply a `..._needs_trick` option: PAIR-4, XCHG-2, CLOSE-3."""
        return not self.options[option] or self.tricks[seat] > 0

    def _may_exchange(self, seat: int) -> bool:
        return (
            self._is_open()  # XCHG-1
            and self.lowest in self.hands[seat]  # XCHG-1
            and len(self.talon) >= self._number("exchange_min_talon")  # XCHG-3
            and self._trick_if("exchange_needs_trick", seat)  # XCHG-2
        )

    def _may_close(self, seat: int) -> bool:
        return (
            self._is_open()  # CLOSE-1: once a deal
            and len(self.talon) >= self._number("close_min_talon")  # CLOSE-2
            and self._trick_if("close_needs_trick", seat)  # CLOSE-3
        )

    def _pairs(self, seat: int) -> list[str]:
        """Suits the seat on lead may announce."""
        if not self._trick_if("pair_needs_trick", seat):  # PAIR-4
            return []
        if not self.options["pair_after_talon"] and not self._is_open():  # PAIR-5
            return []
        hand = self.hands[seat]
        return [suit for suit in SUITS if suit + "K" in hand and suit + "Q" in hand]  # PAIR-1

    def _cards(self, seat: int) -> list[str]:
        """Cards the seat may lay down now."""
        hand = self.hands[seat]
        if self.announced:  # PAIR-2
            ranks = "K" if self.options["pair_lead"] == "king" else "KQ"
            return [card for card in hand if card[0] == self.announced and card[1] in ranks]
        if not self.table or self._is_open():  # on lead any card; PLAY-3
            return list(hand)
        lead = self.table[0]  # PLAY-5, first case that applies
        same = [card for card in hand if card[0] == lead[0]]
        higher = [card for card in same if _beats(card, lead, self.trump)]
        trumps = [card for card in hand if card[0] == self.trump]
        return higher or same or trumps or list(hand)

    def legal(self) -> list[str]:
        """Legal tokens of the seat to move, in alphabetical order; none when it is over."""
        if self.over:
            return []
        seat = self.to_move
        if self.table:  # XCHG-4, OUT-2: in reply there are only cards
            return sorted(self._cards(seat))
        declared = self.options["out"] == "declared"  # OUT-1
        out = ["o"] if declared and (self.tricks[seat] > 0 or self.announced) else []  # OUT-2
        if self.draw_due:  # CLOSE-4
            return sorted(["c", "d", *out])
        if self.announced:  # CLOSE-9: after the announcement only its cards or out
            return sorted(self._cards(seat) + out)
        # CLOSE-9: exchange, close, announce, lead. What came before in this turn is in the
        # state: the exchanged card is no longer held, and a closed talon ends `x` and `c`.
        calls = ["m" + suit for suit in self._pairs(seat)]
        if self._may_exchange(seat):
            calls.append("x")
        if self._may_close(seat):
            calls.append("c")
        return sorted(self._cards(seat) + calls + out)

    def renonces(self) -> list[str]:
        """Held cards whose play would be a Renonce now (PLAY-7), in alphabetical order."""
        if self.over or self.draw_due or self.options["illegal_card"] != "lose_three":
            return []
        seat = self.to_move
        allowed = self._cards(seat)
        return sorted(card for card in self.hands[seat] if card not in allowed)

    # ---- what follows --------------------------------------------------------------------

    def play(self, token: str) -> None:
        """Play a legal token, a Renonce, or `r`, `t` with or without a seat."""
        if self.over:
            raise ValueError(f"{token!r}: the deal is over")
        seat = self.to_move
        if token in ("r", "t", "r0", "r1", "t0", "t1"):
            self._give_up(int(token[1:] or seat), "resigned" if token[0] == "r" else "time")
        elif token in self.renonces():  # PLAY-7: the card lies on the table, points unchanged
            self.hands[seat].remove(token)
            self.table.append(token)
            self._end(1 - seat, 3, "renonce")
        elif token not in self.legal():
            raise ValueError(f"{token!r} is not one of {' '.join(self.legal())}")
        elif token == "x":  # XCHG-1
            turned = self.talon.pop()
            self.hands[seat].remove(self.lowest)
            self.hands[seat].append(turned)
            self.shown[seat].append(turned)
            self.talon.append(self.lowest)
        elif token == "c":  # CLOSE-1
            self.closer = seat
            self.at_close = (self.points[1 - seat], self.tricks[1 - seat])
            self.draw_due = False
        elif token == "d":  # CLOSE-4
            self._draw()
        elif token == "o":
            self._call_out(seat)
        elif token[0] == "m":
            self._announce(seat, token[1])
        else:
            self._lay(seat, token)

    def _announce(self, seat: int, suit: str) -> None:
        self.announced = suit
        self.shown[seat] += [suit + "K", suit + "Q"]  # PAIR-6
        worth = 40 if suit == self.trump else 20  # PAIR-1
        if self.tricks[seat] == 0:  # PAIR-3
            self.pending[seat] = worth
            return
        self.points[seat] += worth
        if self.options["out"] == "automatic" and self.points[seat] >= GOAL:  # OUT-1
            self._go_out(seat)

    def _lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.table.append(card)
        self.announced = ""
        if len(self.table) == 2:
            self._finish_trick()

    def _finish_trick(self) -> None:
        lead, reply = self.table
        winner = 1 - self.leader if _beats(reply, lead, self.trump) else self.leader  # PLAY-2
        self.table = []
        self.leader = winner  # PLAY-1
        self.tricks[winner] += 1
        self.points[winner] += VALUES[lead[1]] + VALUES[reply[1]]  # PLAY-6
        self.points[winner] += self.pending[winner]  # PAIR-3
        self.pending[winner] = 0
        self.gone += [lead, reply]
        self.history.append((winner, [lead, reply], self.tricks[winner] == 1))
        last = not self.hands[0] and not self.hands[1]
        if last and self.closer is None and self.options["last_trick"] == "ten":  # LAST-2
            self.points[winner] += 10
        if self.options["out"] == "automatic" and self.points[winner] >= GOAL:  # OUT-1
            self._go_out(winner)
        elif last:
            self._all_played(winner)
        elif self.options["close_before_draw"] and self._may_close(winner):  # CLOSE-4
            self.draw_due = True
        elif self._is_open():
            self._draw()

    def _draw(self) -> None:
        self.draw_due = False
        if len(self.talon) == 2:  # PLAY-4: everybody sees the turned-up card go to the loser
            self.shown[1 - self.leader].append(self.talon[1])
        self.hands[self.leader].append(self.talon.pop(0))  # PLAY-4: the winner first
        self.hands[1 - self.leader].append(self.talon.pop(0))

    # ---- who scores what -----------------------------------------------------------------

    def _end(self, winner: int | None, game_points: int, reason: str) -> None:
        self.over = True
        self.result = (winner, game_points, reason)

    def _standing(self, loser: int) -> int:
        """3/2/1 by what the loser has now (OUT-3)."""
        return self._three_two_one(self.points[loser], self.tricks[loser])

    def _three_two_one(self, points: int, tricks: int) -> int:
        if tricks == 0:
            return 3
        return 2 if points < NO_SCHNEIDER else 1

    def _close_6(self, closer: int) -> int:
        """Return what the successful closer wins."""
        if self.options["closed_counts"] == "at_close":
            return self._three_two_one(*self.at_close)
        return self._standing(1 - closer)

    def _close_7(self, closer: int) -> int:
        """Return what a failed closer costs."""
        at_end = self.options["failed_close_tricks"] == "at_end"
        tricks = self.tricks[1 - closer] if at_end else self.at_close[1]
        return 3 if tricks == 0 else 2

    def _close_8(self, closer: int) -> int:
        """Return what the closer's opponent wins by going out first."""
        if self.options["closed_defender"] == "penalty":
            return self._close_7(closer)
        return self._standing(closer)

    def _go_out(self, winner: int) -> None:
        """End the deal for a winner who has 66 and says so, or need not say so."""
        if self.closer is None:
            self._end(winner, self._standing(1 - winner), "out")  # OUT-3
        elif self.closer == winner:
            self._end(winner, self._close_6(winner), "closed won")  # CLOSE-6
        else:
            self._end(winner, self._close_8(self.closer), "closed lost")  # CLOSE-8

    def _call_out(self, caller: int) -> None:
        other = 1 - caller
        if self.points[caller] >= GOAL:  # OUT-3, OUT-5: what he really has
            self._go_out(caller)
        elif self.closer == caller:  # OUT-4, CLOSE-7
            self._end(other, self._close_7(caller), "false out")
        elif self.closer == other:  # OUT-4: what CLOSE-8 would have brought the caller
            self._end(other, self._close_8(other), "false out")
        elif self.options["false_out"] == "mirror":  # OUT-4: what the caller would have won
            self._end(other, self._standing(other), "false out")
        else:  # OUT-4: two_or_three
            self._end(other, 3 if self.tricks[other] == 0 else 2, "false out")

    def _all_played(self, winner: int) -> None:
        """After the last trick, if outs are declared or its winner has not reached 66."""
        loser = 1 - winner
        if self.closer is not None:  # CLOSE-5: who takes the last trick is irrelevant, but OUT-6
            if self.points[winner] >= GOAL:
                self._go_out(winner)
            else:
                self._end(1 - self.closer, self._close_7(self.closer), "closed lost")  # CLOSE-7
        elif self.options["last_trick"] == "wins" or self.points[winner] >= GOAL:  # LAST-1, LAST-2
            self._end(winner, self._standing(loser), "last trick")
        elif self.points[loser] >= GOAL:  # LAST-2
            self._end(loser, self._standing(winner), "last trick")
        else:  # LAST-2, LAST-3
            self._end(None, 0, "drawn")

    def _give_up(self, loser: int, reason: str) -> None:
        """SCORE-5: resigned, or lost on time."""
        if self.closer is None:
            game_points = self._standing(loser)
        elif self.closer == loser:
            game_points = max(self._close_7(loser), self._close_8(loser))
        else:
            game_points = self._close_6(self.closer)
        self._end(1 - loser, game_points, reason)

    # ---- notation ------------------------------------------------------------------------

    def spn(self) -> str:
        """Write the whole running deal."""
        down = "".join(self.talon[:-1])
        return self._write(self.hands, down, ["", ""], "", _write_cards(self.gone))

    def view_spn(self, seat: int | None) -> str:
        """Write what a perfect memory knows at that seat; None is a spectator."""
        known = self._seen_hands(seat)
        down = self.talon[:-1]
        down_text = f"?{len(down)}"
        if seat is not None:  # counting
            other = 1 - seat
            if not down:
                known[other] = self.hands[other]
            elif len(down) == 1 and len(known[other]) == len(self.hands[other]):
                down_text = down[0]
        return self._write(known, down_text, ["", ""], "", _write_cards(self.gone))

    def table_spn(self, seat: int | None) -> str:
        """Write what that seat's client may show (PLAY-8, PLAY-9); None is a spectator."""
        masks = ["?", "?"]
        if seat is not None and self.options["points_visible"]:  # PLAY-9
            masks[seat] = ""
        at_close_mask = "" if self.closer is None else masks[1 - self.closer]
        seen = self._look_back(seat)
        gone = _write_cards(seen, len(self.gone) - len(seen))
        down_text = f"?{len(self.talon) - 1}"
        return self._write(self._seen_hands(seat), down_text, masks, at_close_mask, gone)

    def _seen_hands(self, viewer: int | None) -> list[list[str]]:
        """Return the viewer's own cards, and the shown cards that are still held."""
        return [
            [card for card in hand if seat == viewer or card in self.shown[seat]]
            for seat, hand in enumerate(self.hands)
        ]

    def _look_back(self, viewer: int | None) -> list[str]:
        """Cards of finished tricks the viewer may look at (PLAY-8)."""
        cards: list[str] = []
        if self.options["tricks_visible"] == "last":  # until the next card is led
            if self.history and not self.table:
                cards = self.history[-1][1]
        elif self.options["tricks_visible"] == "own_and_first":
            for winner, trick, first in self.history:
                if winner == viewer or first:
                    cards += trick
        return cards

    def _write(
        self,
        hands: list[list[str]],
        down: str,
        point_masks: list[str],
        at_close_mask: str,
        gone: str,
    ) -> str:
        """Put the nine fields together; a mask stands in place of the card points."""
        if self.over:
            raise ValueError("a finished deal has no SPN")
        held = [_write_cards(hands[s], len(self.hands[s]) - len(hands[s])) for s in (0, 1)]
        closed = "-"
        if self.closer is not None:
            closed = f"{self.closer}@{at_close_mask or self.at_close[0]}.{self.at_close[1]}"
        points = [f"{point_masks[s] or self.points[s]}.{self.tricks[s]}" for s in (0, 1)]
        points = [points[s] + (f"+{self.pending[s]}" if self.pending[s] else "") for s in (0, 1)]
        fields = [
            self.name,
            "/".join(held),
            self.trump,
            f"{down}+{self.talon[-1]}" if self.talon else "-",
            closed,
            f"{self.leader}:" + (f"m{self.announced}" if self.announced else "".join(self.table)),
            "/".join(points),
            gone,
            f"{self.needed[0]}:{self.needed[1]}",
        ]
        return " ".join(fields)
