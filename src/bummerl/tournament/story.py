"""The log in sentences: who did what and when, with what a correction replaced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bummerl.text import N_, Text
from bummerl.tournament import events as ev
from bummerl.tournament.cash import money
from bummerl.tournament.state import Tournament

OFFENCES: Final = {
    "renonce": N_("renonce"),
    "tricks": N_("looked at tricks"),
    "false_out": N_("false call"),
    "misdeal": N_("misdeal"),
    "late": N_("late"),
    "other": N_("other"),
}
"""What a penalty is for."""


class Entry(NamedTuple):
    """An event of the log, told."""

    seq: int
    event: ev.AnyEvent
    text: Text


def story(t: Tournament) -> Iterator[Entry]:
    """The whole log in sentences."""
    results: dict[str, ev.Resulted] = {}
    known: set[int] = set()
    for seq, event in enumerate(t.history, start=1):
        yield Entry(seq, event, _told(t, event, results, known))
        match event:
            case ev.Resulted():
                results[event.match] = event
            case ev.Cleared():
                results.pop(event.match, None)
            case ev.Registered():
                known.add(event.person)


def _told(
    t: Tournament, event: ev.AnyEvent, results: dict[str, ev.Resulted], known: set[int]
) -> Text:
    match event:
        case ev.Announced() | ev.Changed() | ev.Registered() | ev.Sold() | ev.Unsold():
            return _sale(t, event, known)
        case ev.Drawn() | ev.Paired() | ev.Undrawn():
            return _draw(event)
        case ev.Resulted():
            before = results.get(event.match)
            if before is None:
                return outcome_text(t, event)
            return Text(
                "corrected: {now}; before: {before}",
                now=outcome_text(t, event),
                before=outcome_text(t, before),
            )
        case ev.Cleared(match=match, reason=reason):
            return _why(Text("result of match {match} taken back", match=match), reason)
        case ev.Withdrawn(cards=cards, reason=reason):
            return _why(Text("withdrawn: {cards}", cards=_cards(cards)), reason)
        case ev.Returned(cards=cards):
            return Text("withdrawn no more: {cards}", cards=_cards(cards))
        case ev.Boarded(match=match, board=board):
            return Text("match {match} put on board {board}", match=match, board=board)
        case ev.Delayed(match=match, delayed=True):
            return Text("match {match} put off", match=match)
        case ev.Delayed(match=match):
            return Text("match {match} put off no more", match=match)


def _sale(
    t: Tournament,
    event: ev.Announced | ev.Changed | ev.Registered | ev.Sold | ev.Unsold,
    known: set[int],
) -> Text:
    match event:
        case ev.Announced(settings=settings):
            return Text(
                "announced: {name}, {cards} cards, rules {rules}; hash {hash}",
                name=settings.name,
                cards=settings.cards,
                rules=settings.rules,
                hash=t.commitment,
            )
        case ev.Changed(settings=settings):
            return Text(
                "announcement changed: {name}, {cards} cards, rules {rules}",
                name=settings.name,
                cards=settings.cards,
                rules=settings.rules,
            )
        case ev.Registered(person=person, name=name):
            new = person not in known
            return Text("new person: {name}" if new else "details changed: {name}", name=name)
        case ev.Sold(person=person, cards=cards, price=price):
            return Text(
                "sold to {name}: {cards}, {money}",
                name=t.entries.persons[person].name,
                cards=_cards(cards),
                money=money(price * len(cards), t.settings.currency),
            )
        case ev.Unsold(cards=cards, refund=True):
            return Text("sale undone, money given back: {cards}", cards=_cards(cards))
        case ev.Unsold(cards=cards):
            return Text("sale undone, no money given back: {cards}", cards=_cards(cards))


def _draw(event: ev.Drawn | ev.Paired | ev.Undrawn) -> Text:
    match event:
        case ev.Undrawn(reason=reason):
            return Text("draw void: {reason}", reason=reason)
        case ev.Paired(pairs=pairs, word=None):
            return Text("Danish round paired: {matches} matches", matches=len(pairs))
        case ev.Paired(pairs=pairs, word=word):
            return Text(
                'Danish stage drawn with the word "{word}": {matches} matches',
                word=word,
                matches=len(pairs),
            )
        case ev.Drawn(left=left, right=right, word=word):
            byes = right.count(None)
            values = {"matches": len(left) - byes, "byes": byes, "word": word}
            if word is None:
                return Text("drawn by hand: {matches} matches, {byes} byes", **values)
            return Text('drawn with the word "{word}": {matches} matches, {byes} byes', **values)


def outcome_text(t: Tournament, event: ev.Resulted) -> Text:
    """A result in words."""
    values = {
        "match": event.match,
        "winner": event.winner,
        "name": t.entries.person_of(event.winner).name,
        "loser": event.loser,
        "other": t.entries.person_of(event.loser).name,
    }
    if event.how == "forfeit":
        text = Text(
            "match {match}: {winner} {name} beats {loser} {other} by forfeit",
            **values,
        )
    elif event.how == "penalty":
        text = Text(
            "match {match}: {winner} {name} beats {loser} {other} by penalty ({offence})",
            offence=Text(OFFENCES[event.offence or "other"]),
            **values,
        )
    elif event.score is None:
        text = Text("match {match}: {winner} {name} beats {loser} {other}", **values)
    else:
        text = Text(
            "match {match}: {winner} {name} beats {loser} {other} {won}:{lost}",
            won=event.score[0],
            lost=event.score[1],
            **values,
        )
    return _why(text, event.reason)


def _why(text: Text, reason: str | None) -> Text:
    return Text("{text} – {reason}", text=text, reason=reason) if reason else text


def _cards(cards: tuple[int, ...]) -> str:
    return ", ".join(map(str, cards))
