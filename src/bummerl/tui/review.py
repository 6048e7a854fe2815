"""Looking back: the end of a deal in words, tricks, and all cards once the deal is over."""

from __future__ import annotations

from typing import NamedTuple

from bummerl.cards import Card
from bummerl.rules.moves import Seat
from bummerl.rules.trick import Trick
from bummerl.tui.scene import sorted_hand
from bummerl.tui.session import Session
from bummerl.words.tell import tell_end, tell_forfeit, tell_match, tell_trick


class Seen(NamedTuple):
    """A row of cards with what is said before and behind it."""

    before: str
    cards: tuple[Card, ...]
    behind: str


def end_of_deal(session: Session) -> tuple[str, ...]:
    """How the deal that is over ended, and what it did to the score: a sentence or two each."""
    match, words, seat = session.match, session.wording, session.seat
    last = match.results[-1]
    if last.forfeit is None:
        return tell_end(match.position, match.names, words, you=seat)
    told = tell_forfeit(last.forfeit.seat, match.names, words, match=last.forfeit.match, you=seat)
    if match.winner is None:
        return (told,)
    return told, tell_match(match.winner, last.score_after, match.names, words, you=seat)


def tricks_to_see(session: Session) -> list[Seen]:
    """The tricks one may look back at now (PLAY-8); all of them once the deal is over."""
    match = session.match
    played = match.position.finished
    shown = played if match.deal_over else session.view.finished
    return [_trick(session, played.index(trick) + 1, trick) for trick in shown]


def _trick(session: Session, number: int, trick: Trick) -> Seen:
    words, names = session.wording, session.match.names
    if trick.leader == session.seat:
        before = words.say("Trick {number}, you lead:", number=number)
    else:
        before = words.say("Trick {number}, {name} leads:", number=number, name=names[trick.leader])
    return Seen(before, trick.cards, tell_trick(trick, names, words, you=session.seat))


def all_cards(session: Session) -> list[Seen]:
    """Both hands and the talon as they were dealt, of a deal that is over."""
    match, say = session.match, session.wording.say
    start = match.start

    def hand(seat: Seat) -> tuple[Card, ...]:
        return sorted_hand(start.hands[seat], start.trump, True)

    theirs = say("Hand of {name}:", name=match.names[session.other])
    return [
        Seen(say("Your hand:"), hand(session.seat), ""),
        Seen(theirs, hand(session.other), ""),
        Seen(say("Talon, from the top:"), start.talon, ""),
    ]
