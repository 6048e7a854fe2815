"""Looking back: the end of a deal in words, tricks, and all cards once the deal is over."""

from __future__ import annotations

from typing import NamedTuple

from bummerl.cards import CARD_POINTS, Card
from bummerl.rules.moves import (
    CLOSE,
    DRAW,
    EXCHANGE,
    PAIR,
    RESIGN,
    TIME,
    Move,
    Played,
    Seat,
    is_card,
    is_pair,
)
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.tui.session import Session
from bummerl.words import ending
from bummerl.words.board import REASONS
from bummerl.words.ending import match_won
from bummerl.words.moment import sorted_hand
from bummerl.words.tell import tell_trick
from bummerl.words.wording import Wording


class Seen(NamedTuple):
    """A row of cards with what is said before and behind it."""

    before: str
    cards: tuple[Card, ...]
    behind: str


def end_of_deal(session: Session) -> tuple[str, ...]:
    """How the deal that is over ended, and what it did to the score: a sentence or two each."""
    return ending.end_of_deal(session.match, session.wording, session.seat)


def headline(session: Session) -> str:
    """What the deal that is over brought, in a few words."""
    match, words = session.match, session.wording
    last = match.results[-1]
    if match.over:
        return match_won(match, match.names, words, session.seat).rstrip(".")
    if last.forfeit is not None or last.result is None:
        return words.say("The game is over")
    winner, points, _ = last.result
    if winner is None:
        return words.say("The deal is drawn")
    if winner == session.seat:
        return words.say_n("You win {n} point", "You win {n} points", points)
    return words.say_n(
        "{name} wins {n} point", "{name} wins {n} points", points, name=match.names[winner]
    )


def deals_played(session: Session) -> list[str]:
    """The deals that are over, one a line: winner, game points, reason."""
    match, words = session.match, session.wording
    lines = []
    for deal in match.results:
        if deal.result is None:
            continue
        winner, points, reason = deal.result
        if winner is None:
            lines.append(words.say("Deal {number}: drawn", number=deal.deal_number))
            continue
        lines.append(
            words.say(
                "Deal {number}: {name} +{points} ({reason})",
                number=deal.deal_number,
                name=words.say("You") if winner == session.seat else match.names[winner],
                points=points,
                reason=words.say(REASONS[reason]),
            )
        )
    return lines


def price_of_giving_up(session: Session) -> str:
    """What the other side gets if the person gives up now."""
    words, name = session.wording, session.match.names[session.other]
    result = session.match.position.resign(session.seat).result
    assert result is not None
    return words.say(
        "Give up the deal: {points} for {name}. Give up the match: {name} wins it.",
        points=words.say_n("{n} point", "{n} points", result.points),
        name=name,
    )


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
        Seen(say("Your cards at first:"), hand(session.seat), ""),
        Seen(theirs, hand(session.other), ""),
        Seen(say("Talon, from the top:"), start.talon, ""),
    ]


def counted_tricks(session: Session) -> list[Seen]:
    """A deal that is over trick by trick, with announcements and the count of card points."""
    match, words = session.match, session.wording
    names = [words.say("You") if s == session.seat else match.names[s] for s in (0, 1)]
    before, done, rows = match.start, [], []
    for who, move in match.position.history[len(match.start.history) :]:
        after = before.apply(Played(who, move))
        if not is_card(move):
            done.append(f"{names[who]}: {_in_short(move, before, words)}")
        elif len(after.finished) > len(before.finished):
            rows.append(_counted(before, after, done, names))
            done = []
        before = after
    return [*rows, *([Seen(", ".join(done), (), "")] if done else [])]


def _counted(before: Position, after: Position, done: list[str], names: list[str]) -> Seen:
    trick = after.finished[-1]
    told = f"{', '.join(done)}," if done else f"{names[trick.leader]}:"
    points = sum(CARD_POINTS[card] for card in trick.cards)
    return Seen(
        f"{len(after.finished)}  {told}",
        trick.cards,
        f"→ {names[trick.winner]} {points} ({after.points[trick.winner]})",
    )


def _in_short(move: Move, before: Position, words: Wording) -> str:
    if is_pair(move):
        return "40" if move - PAIR == before.trump else "20"
    if move in (RESIGN, TIME):
        return words.say("given up") if move == RESIGN else words.say("out of time")
    short = {EXCHANGE: words.say("exchange"), CLOSE: words.say("close"), DRAW: words.say("draw")}
    return short.get(move, "66")
