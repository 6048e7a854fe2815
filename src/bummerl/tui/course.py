"""The course of a deal in words, and which of it may still be read (PLAY-8)."""

from __future__ import annotations

from dataclasses import dataclass

from bummerl.cards import Card, Mask
from bummerl.match.bummerl import Match
from bummerl.rules.moves import Move, Seat, is_card
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.rules.view import View
from bummerl.words.tell import tell_move, tell_trick
from bummerl.words.wording import Wording


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    text: str
    trick: int = 0
    """Number of the trick it belongs to, from 1; 0 before the first."""
    card: Card | None = None
    """The card played, if one was: such an entry may be read while the card may be seen."""


class Course:
    """What has happened in a deal, told to `seat`."""

    def __init__(self, match: Match, seat: Seat, words: Wording) -> None:
        self._names = match.names
        self._seat = seat
        self._words = words
        self.entries: list[Entry] = self._opening(match)
        """From the first to the last."""
        position = match.start
        for played in match.position.history[len(match.start.history) :]:
            after = position.apply(played)
            self.note(position, *played, after)
            position = after

    def note(self, before: Position, who: Seat, move: Move, after: Position) -> None:
        """Takes down a move of `who`."""
        tell = tell_move(before, move, self._names, self._words, you=self._seat, seat=who)
        number = sum(before.tricks) + 1
        self.entries.append(Entry(tell, number, move if is_card(move) else None))
        if len(after.finished) > len(before.finished):
            won = tell_trick(after.finished[-1], self._names, self._words, you=self._seat)
            self.entries.append(Entry(won, number))
        if not after.over and before.talon and not after.talon:
            self.entries.append(
                Entry(self._words.say("The talon is used up. Follow suit, win if you can."), number)
            )

    def readable(self, view: View, taken: Trick | None = None) -> list[Entry]:
        """The entries that the rules let `view`'s owner read now.

        A card counts as seen while `view`, a table view, shows it, or while it lies on the table
        in the trick just `taken`.
        """
        if view.over:
            return self.entries
        seen = seen_cards(view, taken)
        return [e for e in self.entries if e.card is None or seen >> e.card & 1]

    def _opening(self, match: Match) -> list[Entry]:
        say, other = self._words.say, 1 - self._seat
        told = []
        if match.deal_number == 1:
            for drawn in match.draw_rounds:
                told.append(
                    say(
                        "You cut {mine:card_acc}, {name} cuts {theirs:card_acc}.",
                        mine=drawn[self._seat],
                        name=self._names[other],
                        theirs=drawn[other],
                    )
                )
        if match.dealer == self._seat:
            told.append(say("You deal."))
        else:
            told.append(say("{name} deals.", name=self._names[other]))
        if match.start.turn_up is not None:
            told.append(
                self._words.sentence("{card:card_nom} is turned up", card=match.start.turn_up)
            )
        return [Entry(text) for text in told]


def seen_cards(view: View, taken: Trick | None) -> Mask:
    """Cards of tricks that a table view shows, with those of a trick still lying there."""
    seen = view.gone
    for card in (*view.trick, *(taken.cards if taken else ())):
        seen |= 1 << card
    return seen
