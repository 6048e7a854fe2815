"""What has happened, for animation and the live region: masked as the scene is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bummerl.cards import CARD_NAMES, KING, Card, make_card
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, PAIR, RESIGN, Seat, is_card, is_pair
from bummerl.server.table.events import (
    Cancelled,
    Claimed,
    GaveUp,
    Left,
    Moved,
    Paused,
    RematchFailed,
    RematchOffered,
    Resumed,
    Returned,
    Said,
    Seated,
    TakenBack,
)
from bummerl.server.table.look import Look, look
from bummerl.server.table.memo import Viewer, cause_of
from bummerl.server.table.speech import about, name_for, names_in, said, wording
from bummerl.server.table.state import Table
from bummerl.server.table.steps import Step
from bummerl.server.wire import Kind, Told
from bummerl.text import N_
from bummerl.words.course import opening
from bummerl.words.moment import prompt, sorted_hand
from bummerl.words.tell import tell_forfeit, tell_move, tell_trick
from bummerl.words.wording import Wording

PHRASE_TEXTS: Final = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "sorry": N_("Sorry!"),
    "moment": N_("One moment, please."),
    "bye": N_("Goodbye!"),
}
"""The preset phrases in words."""


def told(table: Table, steps: Sequence[Step], viewer: Viewer) -> tuple[Told, ...]:
    """What `viewer` is told of `steps` of this table, as far as it may still be seen.

    A card of a trick that one may not look back at any more is None, and so is its sentence: who
    comes back to the table learns no more than who has stayed.
    """
    if not steps:
        return ()
    teller = _Teller(table, viewer)
    return tuple([one for step in steps for one in teller.tell(step)])


class _Teller:
    """Tells the steps of one table to one viewer."""

    def __init__(self, table: Table, viewer: Viewer) -> None:
        self._table = table
        self._you = viewer.seat
        self._words = wording(viewer.language, viewer.deck)
        self._names = names_in(table.sitters, self._words)
        self._look = look(table, viewer)

    def tell(self, step: Step) -> Iterator[Told]:
        """All that is to be told of a step."""
        event = step.event
        if isinstance(event, Moved):
            yield from self._move(step)
        elif step.dealt:
            yield self._one(step, "dealt", None, self._opening(step))
        elif isinstance(event, GaveUp | Claimed):
            yield self._end(step)
        else:
            yield from self._rest(step)
        if step.deal_ended and self._look is not None:
            end = self._look.memo.end(self._table, self._look.viewer, self._words)
            yield self._one(step, "result", None, " ".join(end))

    def _one(
        self, step: Step, kind: Kind, seat: Seat | None, text: str, card: Card | None = None
    ) -> Told:
        shown = None if card is None else CARD_NAMES[card]
        return Told(seq=step.seq, kind=kind, seat=seat, card=shown, text=text)

    # ---- the deal ------------------------------------------------------------------------

    def _opening(self, step: Step) -> str:
        """How the deal begins; who sits there hears the own hand, and whether it is to lead."""
        look, words = self._look, self._words
        if look is None:
            return ""
        lines = [e.text for e in opening(look.match, self._you, words, self._names)]
        if self._you is not None and step.seq == self._table.seq:
            cards = sorted_hand(look.view.hands[self._you], look.view.trump, True)
            hand = ", ".join(map(words.card, cards))
            lines.append(words.say("Your hand: {cards}.", cards=hand))
            if look.my_turn:
                lines.append(prompt(look.view, self._names, words))
        return " ".join(lines)

    def _move(self, step: Step) -> Iterator[Told]:
        before, seat, move, look = step.before, step.seat, step.move, self._look
        assert before is not None
        assert seat is not None
        assert move is not None
        assert look is not None
        text = tell_move(before, move, self._names, self._words, you=self._you, seat=seat)
        if is_card(move):
            open_ = look.view.over or bool(look.seen >> move & 1)
            yield self._one(step, "play", seat, text if open_ else "", move if open_ else None)
        elif move == EXCHANGE:
            yield self._one(step, "exchange", seat, text, before.turn_up)
        elif move == RESIGN:
            yield self._one(step, "given_up", seat, text)
        elif is_pair(move):
            king = make_card(move - PAIR, KING)
            open_ = bool((look.shown[seat] | look.seen) >> king & 1)
            yield self._one(
                step, "announce", seat, text + self._count(step, look), king if open_ else None
            )
        elif move != DRAW:
            yield self._one(step, "close" if move == CLOSE else "out", seat, text)
        if step.trick is not None:
            won = tell_trick(step.trick, self._names, self._words, you=self._you)
            yield self._one(step, "trick", step.trick.winner, won + self._count(step, look))
        yield from self._draws(step, look)

    def _count(self, step: Step, look: Look) -> str:
        """The own card points where they have just grown, if the rules show them."""
        grown = step.seat if step.trick is None else step.trick.winner
        if grown is None or grown != self._you or look.over or step.seq != self._table.seq:
            return ""
        points = look.view.points[grown]
        if not points:  # hidden, or waiting for the first trick
            return ""
        return " " + self._words.say_n(
            "You have {n} card point.", "You have {n} card points.", points
        )

    def _draws(self, step: Step, look: Look) -> Iterator[Told]:
        """Both draw a card, the leader first; only what the viewer may see is named."""
        if not step.drawn:
            return
        # whoever draws first has just won a trick, or has it drawn for the other as well
        first = step.trick.winner if step.trick is not None else step.seat
        assert first is not None
        for seat in (first, 1 - first):
            card = step.drawn[seat]
            assert card is not None
            known = look.shown[seat] | look.seen
            if (seat == self._you or seat == step.drawn_open) and known >> card & 1:
                text = about_card(card, name_for(seat, self._names, self._you), self._words)
                yield self._one(step, "draw", seat, text, card)
            else:
                yield self._one(step, "draw", seat, "")
        if step.used_up:
            text = said("The talon is used up. Follow suit, win if you can.", self._words)
            yield self._one(step, "used_up", None, text)

    def _end(self, step: Step) -> Told:
        """Somebody gave up, or claimed."""
        event, names = step.event, self._names
        assert isinstance(event, GaveUp | Claimed)
        if isinstance(event, Claimed):
            text = tell_forfeit(
                1 - event.seat, names, self._words, match=True, cause=cause_of(event), you=self._you
            )
            return self._one(step, "claimed", event.seat, text)
        if event.scope == "deal":
            text = self._about(event.seat, "{who} gives up the deal.", "You give up the deal.")
        elif event.scope == "bummerl":
            text = self._about(event.seat, "{who} gives up the game.", "You give up the game.")
        else:
            text = self._about(event.seat, "{who} gives up the match.", "You give up the match.")
        return self._one(step, "given_up", event.seat, text)

    # ---- the rest ------------------------------------------------------------------------

    def _about(self, seat: Seat, template: str, template_you: str) -> str:
        return about(template, template_you, name_for(seat, self._names, self._you), self._words)

    def _rest(self, step: Step) -> Iterator[Told]:
        match step.event:
            case Seated(seat=seat):
                text = self._about(seat, "{who} sits down.", "You sit down.")
                yield self._one(step, "seated", seat, text)
            case TakenBack(seat=seat):
                text = self._about(seat, "{who} takes back a move.", "You take back a move.")
                yield self._one(step, "taken_back", seat, text)
            case Left(seat=seat):
                text = self._about(
                    seat, "{who} has lost the connection.", "You have lost the connection."
                )
                yield self._one(step, "left", seat, text)
            case Returned(seat=seat):
                text = self._about(seat, "{who} is back.", "You are back.")
                yield self._one(step, "returned", seat, text)
            case Said(seat=seat, phrase=phrase):
                yield Told(
                    seq=step.seq,
                    kind="said",
                    seat=seat,
                    phrase=phrase,
                    text=said(PHRASE_TEXTS[phrase], self._words),
                )
            case RematchOffered(seat=seat):
                text = self._about(seat, "{who} wants a rematch.", "You want a rematch.")
                yield self._one(step, "rematch", seat, text)
            case RematchFailed(seat=seat):
                yield self._one(step, "no_rematch", seat, self._no_rematch(step.event))
            case Paused():
                text = said("The server is about to stop; clocks stand still.", self._words)
                yield self._one(step, "paused", None, text)
            case Resumed():
                yield self._one(step, "resumed", None, said("Play goes on.", self._words))
            case Cancelled():
                text = said("The table was closed before the first deal.", self._words)
                yield self._one(step, "cancelled", None, text)

    def _no_rematch(self, event: RematchFailed) -> str:
        if event.why == "gone":
            return self._about(
                event.seat,
                "{who} cannot play any more: there is no rematch.",
                "You cannot play any more: there is no rematch.",
            )
        return self._about(
            event.seat,
            "{who} has sat down at too many tables: there is no rematch just now.",
            "You have sat down at too many tables: there is no rematch just now.",
        )


def about_card(card: Card, who: str | None, words: Wording) -> str:
    """That somebody, or the reader, draws this card."""
    if who is None:
        return words.say("You draw {card:card_acc}.", card=card)
    return words.say("{who} draws {card:card_acc}.", who=who, card=card)
