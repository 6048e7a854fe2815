"""The course of a deal in words, and which of it may still be read (PLAY-8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bummerl.cards import Card, Mask
from bummerl.match.bummerl import Match
from bummerl.rules.moves import Move, Seat, is_card
from bummerl.rules.trick import Trick
from bummerl.rules.view import View
from bummerl.words.tell import Before, tell_move, tell_trick
from bummerl.words.wording import Wording


class Entry(NamedTuple):
    """One thing that happened."""

    text: str
    trick: int = 0
    """Number of the trick it belongs to, from 1; 0 before the first."""
    card: Card | None = None
    """The card played, if one was: such an entry may be read while the card may be seen."""


class Course:
    """What has happened in a deal, told to `seat`; None: to a spectator.

    Args:
        match: whose current deal it is.
        seat: of the reader.
        words: language and deck.
        names: what the reader calls the seats, if not by their names in the match.
    """

    def __init__(
        self,
        match: Match,
        seat: Seat | None,
        words: Wording,
        names: Sequence[str] | None = None,
    ) -> None:
        self._names = match.names if names is None else names
        self._seat = seat
        self._words = words
        self.entries: list[Entry] = list(opening(match, seat, words, self._names))
        """From the first to the last."""
        self._trick = 1

    def note(
        self,
        before: Before,
        who: Seat,
        move: Move,
        trick: Trick | None,
        *,
        used_up: bool,
    ) -> None:
        """Takes down a move of `who`.

        Args:
            before: what lay on the table.
            who: made the move.
            move: any move.
            trick: the trick that it finished.
            used_up: whether the last talon card was drawn then, and the deal goes on.
        """
        tell = tell_move(before, move, self._names, self._words, you=self._seat, seat=who)
        self.entries.append(Entry(tell, self._trick, move if is_card(move) else None))
        if trick is not None:
            won = tell_trick(trick, self._names, self._words, you=self._seat)
            self.entries.append(Entry(won, self._trick))
        if used_up:
            told = self._words.say("The talon is used up. Follow suit, win if you can.")
            self.entries.append(Entry(told, self._trick))
        self._trick += trick is not None

    def readable(self, view: View, taken: Trick | None = None) -> list[Entry]:
        """The entries that the rules let `view`'s owner read now.

        A card counts as seen while `view`, a table view, shows it, or while it lies on the table
        in the trick just `taken`.
        """
        if view.over:
            return self.entries
        seen = seen_cards(view, taken)
        return [e for e in self.entries if e.card is None or seen >> e.card & 1]


def opening(
    match: Match, seat: Seat | None, words: Wording, names: Sequence[str]
) -> Iterator[Entry]:
    """The cut, who deals, and the card turned up."""
    if match.deal_number == 1:
        for drawn in match.draw_rounds:
            yield Entry(_cut(drawn, names, seat, words))
    if match.dealer == seat:
        yield Entry(words.say("You deal."))
    else:
        yield Entry(words.say("{name} deals.", name=names[match.dealer]))
    if match.start.turn_up is not None:
        yield Entry(words.sentence("{card:card_nom} is turned up", card=match.start.turn_up))


def _cut(drawn: Sequence[Card], names: Sequence[str], seat: Seat | None, words: Wording) -> str:
    if seat is None:
        return words.say(
            "{name} cuts {card:card_acc}, {other} cuts {theirs:card_acc}.",
            name=names[0],
            card=drawn[0],
            other=names[1],
            theirs=drawn[1],
        )
    return words.say(
        "You cut {mine:card_acc}, {name} cuts {theirs:card_acc}.",
        mine=drawn[seat],
        name=names[1 - seat],
        theirs=drawn[1 - seat],
    )


def seen_cards(view: View, taken: Trick | None) -> Mask:
    """Cards of tricks that a table view shows, with those of a trick still lying there."""
    seen = view.gone
    for card in (*view.trick, *(taken.cards if taken else ())):
        seen |= 1 << card
    return seen
