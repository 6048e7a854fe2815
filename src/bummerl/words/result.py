"""The result of a deal in words: what happened, with the count, and why it was worth so much.

The first sentence follows from the reason (SCORE-4), the last from what the game points
depended on: the tricks and card points of one side, at the end or when the talon was closed.
"""

from __future__ import annotations

from collections.abc import Sequence

from bummerl.cards import KING, QUEEN, Card, Suit, make_card
from bummerl.rules.moves import Seat
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET, Result, card_points, is_failed_close
from bummerl.rules.trick import Duty, strict_reply
from bummerl.rules.view import View
from bummerl.text import N_
from bummerl.words.voice import Voice
from bummerl.words.wording import Wording
from bummerl.words.worth import tell_worth


def tell_result(
    end: Position | View, names: Sequence[str], wording: Wording, *, you: Seat | None = None
) -> str:
    """Who won how many game points in a finished deal, and why.

    `names` are the players' by seat; `you` is the seat of the reader, who is spoken to.

    Raises:
        ValueError: the deal is not over.
    """
    if end.result is None:
        raise ValueError("the deal is not over")
    return _Teller(end, end.result, Voice(names, wording, you)).told()


class _Teller:
    """Tells one finished deal."""

    def __init__(self, end: Position | View, result: Result, voice: Voice) -> None:
        self._end = end
        self._result = result
        self._voice = voice
        self._words = voice.wording

    def told(self) -> str:
        """All sentences."""
        winner = self._result.winner
        if winner is None:
            return self._drawn()
        subject, happened = self._happened(winner, 1 - winner)
        sentences = [happened]
        if self._hides_close(subject):
            assert self._end.close is not None
            sentences.append(
                self._voice.about(self._end.close.seat, "{who} had closed.", "You had closed.")
            )
        sentences.append(tell_worth(self._end, self._result, self._voice, known=subject))
        carry = self._end.score.carry
        if carry:
            sentences.append(
                self._words.say_n(
                    "With {n} point from drawn deals that makes {total}.",
                    "With {n} points from drawn deals that makes {total}.",
                    carry,
                    total=self._result.points + carry,
                )
            )
        return " ".join(sentences)

    def _hides_close(self, subject: Seat) -> bool:
        """Whether the talon was closed and the sentence about `subject` does not say so."""
        close, reason = self._end.close, self._result.reason
        if close is None:
            return False
        return reason in ("resigned", "time") or (reason == "false out" and close.seat != subject)

    # ---- what happened -------------------------------------------------------------------

    def _happened(self, winner: Seat, loser: Seat) -> tuple[Seat, str]:
        """Whom the first sentence is about, and the sentence."""
        match self._result.reason:
            case "out":
                return winner, self._out(winner)
            case "closed won":
                return winner, self._about(
                    winner,
                    "{who} closed and got 66: {own} to {other}.",
                    "You closed and got 66: {own} to {other}.",
                )
            case "closed lost":
                return loser, self._closed_lost(loser)
            case "false out":
                return loser, self._false_out(loser)
            case "last trick":
                return winner, self._last_trick(winner)
            case "renonce":
                return loser, self._renonce(loser)
            case "resigned":
                return loser, self._about(
                    loser,
                    "{who} gave up the deal: {own} to {other}.",
                    "You gave up the deal: {own} to {other}.",
                )
        return loser, self._about(
            loser,
            "{who} ran out of time: {own} to {other}.",
            "You ran out of time: {own} to {other}.",
        )

    def _about(self, seat: Seat, template: str, template_you: str, **values: object) -> str:
        """A sentence about `seat` that may name the card points: ``own``, ``other``."""
        counts = {"own": card_points(self._end, seat), "other": card_points(self._end, 1 - seat)}
        return self._voice.about(seat, template, template_you, **counts, **values)

    def _out(self, winner: Seat) -> str:
        if self._end.rules.out == "automatic":
            return self._about(
                winner,
                "{who} reached 66: {own} to {other}.",
                "You reached 66: {own} to {other}.",
            )
        return self._about(
            winner, "{who} went out: {own} to {other}.", "You went out: {own} to {other}."
        )

    def _closed_lost(self, closer: Seat) -> str:
        if not is_failed_close(self._end):
            return self._overtaken(closer)
        if card_points(self._end, closer) >= TARGET:
            return self._about(
                closer,
                "{who} closed and had {own}, but did not go out.",
                "You closed and had {own}, but did not go out.",
            )
        return self._about(
            closer,
            "{who} closed and did not get 66: {own} to {other}.",
            "You closed and did not get 66: {own} to {other}.",
        )

    def _overtaken(self, closer: Seat) -> str:
        """CLOSE-8."""
        first = 1 - closer
        by_name = N_("{who} closed, but {first} was out first: {other} to {own}.")
        to_reader = N_("{who} closed, but you were out first: {other} to {own}.")
        return self._about(
            closer,
            to_reader if first == self._voice.you else by_name,
            "You closed, but {first} was out first: {other} to {own}.",
            first=self._voice.names[first],
        )

    def _false_out(self, caller: Seat) -> str:
        close, pending = self._end.close, self._end.pending[caller]
        if close is not None and close.seat == caller:
            called = self._about(
                caller,
                "{who} closed and called 66 with only {own}, against {other}.",
                "You closed and called 66 with only {own}, against {other}.",
            )
        else:
            called = self._about(
                caller,
                "{who} called 66 with only {own}, against {other}.",
                "You called 66 with only {own}, against {other}.",
            )
        if not pending:
            return called
        lost = self._words.say(
            "The {pending} announced do not count without a trick.", pending=pending
        )
        return f"{called} {lost}"

    def _last_trick(self, winner: Seat) -> str:
        if self._end.rules.last_trick == "ten":
            return self._about(
                winner,
                "All cards are played, the ten for the last trick counted: "
                "{who} has {own} to {other}.",
                "All cards are played, the ten for the last trick counted: "
                "you have {own} to {other}.",
            )
        return self._about(
            winner,
            "{who} won the last trick: {own} to {other}.",
            "You won the last trick: {own} to {other}.",
        )

    def _renonce(self, seat: Seat) -> str:
        end = self._end
        card = end.trick[-1]
        if end.announced is not None:
            return self._renonce_after_pair(seat, card, end.announced)
        led = end.trick[0]
        held = end.hands[seat] | 1 << card
        known = held.bit_count() == end.hand_sizes[seat] + 1
        duty = strict_reply(held, led, end.trump)[0] if known else None
        facts = {"card": card, "suit": led // 6, "led": led, "trump": end.trump}
        if duty is Duty.HEAD:
            return self._about(
                seat,
                "{who} played {card:card_acc} but had to follow {suit:suit} and beat {led:rank}.",
                "You played {card:card_acc} but had to follow {suit:suit} and beat {led:rank}.",
                **facts,
            )
        if duty is Duty.FOLLOW:
            return self._about(
                seat,
                "{who} played {card:card_acc} but had to follow {suit:suit}.",
                "You played {card:card_acc} but had to follow {suit:suit}.",
                **facts,
            )
        if duty is Duty.TRUMP:
            return self._about(
                seat,
                "{who} played {card:card_acc} but had to trump with {trump:suit}.",
                "You played {card:card_acc} but had to trump with {trump:suit}.",
                **facts,
            )
        return self._about(
            seat,
            "{who} played {card:card_acc}, which was not allowed.",
            "You played {card:card_acc}, which was not allowed.",
            **facts,
        )

    def _renonce_after_pair(self, seat: Seat, card: Card, suit: Suit) -> str:
        """PAIR-2: another card was led, or the queen where it has to be the king."""
        if card == make_card(suit, QUEEN):
            return self._about(
                seat,
                "{who} announced {suit:suit} and then led {card:rank} instead of {king:rank}.",
                "You announced {suit:suit} and then led {card:rank} instead of {king:rank}.",
                suit=suit,
                card=card,
                king=make_card(suit, KING),
            )
        return self._about(
            seat,
            "{who} announced {suit:suit} and then led {card:card_acc}.",
            "You announced {suit:suit} and then led {card:card_acc}.",
            suit=suit,
            card=card,
        )

    def _drawn(self) -> str:
        end = self._end
        drawn = self._words.say(
            "{a} to {b}: nobody has 66, the deal is drawn.",
            a=card_points(end, 0),
            b=card_points(end, 1),
        )
        if not end.rules.drawn_deal_carries:
            return drawn
        carried = self._words.say_n(
            "The winner of the next deal gets {n} point more.",
            "The winner of the next deal gets {n} points more.",
            end.score.carry + 1,
        )
        return f"{drawn} {carried}"
