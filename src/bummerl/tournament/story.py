"""The log in sentences: who did what and when, with what a correction replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bummerl.text import N_, Text
from bummerl.tournament import events as ev
from bummerl.tournament.cash import money
from bummerl.tournament.draw import commitment_of
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


def story(t: Tournament, since: int = 0) -> Iterator[Entry]:
    """The log in sentences, or the part of it behind event number `since`.

    Each event is told as things were then: names, holders and the currency may be others now.
    """
    then = _Then()
    for seq, event in enumerate(t.history, start=1):
        if seq > since:
            yield Entry(seq, event, _told(event, then))
        then.follow(event)


class _Then:
    """What is known before an event, and needed to tell it."""

    def __init__(self) -> None:
        self.results: dict[str, ev.Resulted] = {}
        self.names: dict[int, str] = {}
        self._holders: dict[int, int] = {}
        self.currency = ""

    def follow(self, event: ev.AnyEvent) -> None:
        """An event happens."""
        match event:
            case ev.Announced(settings=settings) | ev.Changed(settings=settings):
                self.currency = settings.currency
            case ev.Registered(person=person, name=name):
                self.names[person] = name
            case ev.Sold(person=person, cards=cards):
                self._holders |= dict.fromkeys(cards, person)
            case ev.Resulted(match=match):
                self.results[match] = event
            case ev.Cleared(match=match):
                self.results.pop(match, None)

    def name_of(self, card: int) -> str:
        """The holder of a card."""
        return self.names[self._holders[card]]


def _told(event: ev.AnyEvent, then: _Then) -> Text:
    match event:
        case ev.Announced() | ev.Changed() | ev.Registered() | ev.Sold() | ev.Unsold():
            return _sale(event, then)
        case ev.Drawn() | ev.Paired() | ev.Undrawn():
            return _draw(event)
        case ev.Resulted():
            before = then.results.get(event.match)
            if before is None:
                return outcome_text(event, then.name_of)
            return Text(
                "corrected: {now}; before: {before}",
                now=outcome_text(event, then.name_of),
                before=outcome_text(before, then.name_of),
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
    event: ev.Announced | ev.Changed | ev.Registered | ev.Sold | ev.Unsold, then: _Then
) -> Text:
    match event:
        case ev.Announced(settings=settings, secret=secret):
            return Text(
                "announced: {name}, {cards} cards, rules {rules}; hash {hash}",
                name=settings.name,
                cards=settings.cards,
                rules=settings.rules,
                hash=commitment_of(bytes.fromhex(secret)).hex(),
            )
        case ev.Changed(settings=settings):
            return Text(
                "announcement changed: {name}, {cards} cards, rules {rules}",
                name=settings.name,
                cards=settings.cards,
                rules=settings.rules,
            )
        case ev.Registered(person=person, name=name):
            new = person not in then.names
            return Text("new person: {name}" if new else "details changed: {name}", name=name)
        case ev.Sold(person=person, cards=cards, price=price):
            return Text(
                "sold to {name}: {cards}, {money}",
                name=then.names[person],
                cards=_cards(cards),
                money=money(price * len(cards), then.currency),
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
            return Text("Danish round paired; matches: {matches}", matches=len(pairs))
        case ev.Paired(pairs=pairs, word=word):
            return Text(
                'Danish stage drawn with the word "{word}"; matches: {matches}',
                word=word,
                matches=len(pairs),
            )
        case ev.Drawn(left=left, right=right, word=word):
            byes = right.count(None)
            values = {"matches": len(left) - byes, "byes": byes}
            if event.by_hand:
                return Text("drawn by hand; matches: {matches}, byes: {byes}", **values)
            if word is None:
                return Text("the final: card {a} meets card {b}", a=left[0], b=right[0])
            return Text(
                'drawn with the word "{word}"; matches: {matches}, byes: {byes}',
                word=word,
                **values,
            )


def outcome_text(event: ev.Resulted, name_of: Callable[[int], str]) -> Text:
    """A result in words, with the names of the cards' holders."""
    values = {
        "match": event.match,
        "winner": event.winner,
        "name": name_of(event.winner),
        "loser": event.loser,
        "other": name_of(event.loser),
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
