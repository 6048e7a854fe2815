"""A tournament as JSON: for everybody, and for those who work on it.

What everybody sees is made here of public facts one by one; the end of the chain of secrets, names
that are not to be shown, and what the desk has written about people are not among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bummerl.errors import BummerlError
from bummerl.server.http.tournament_shapes import (
    Desk,
    LogLine,
    MatchInfo,
    PaymentInfo,
    PersonInfo,
    RoundInfo,
    Show,
)
from bummerl.server.tournaments.log import Facts
from bummerl.server.tournaments.roles import Role
from bummerl.tournament import report
from bummerl.tournament.boards import state_of
from bummerl.tournament.cash import cash
from bummerl.tournament.drawing import draw
from bummerl.tournament.rounds import Match
from bummerl.tournament.sale import Stamp
from bummerl.tournament.state import Tournament
from bummerl.tournament.story import story
from bummerl.words.wording import Wording

_LOGGED = 500
"""Lines of the log that are shown."""


def show(
    t: Tournament, facts: Facts, version: str, tables: Mapping[str, str], *, full: bool = False
) -> Show:
    """The tournament for everybody; `full`: with real names and what the desk knows of people."""
    busy, name = t.busy(), report.namer(t, public=not full)
    club = t.club_prize()

    def info(match: Match) -> MatchInfo:
        return _match(t, match, busy, tables.get(match.id), full=full)

    return Show(
        id=facts.id,
        version=version,
        name=t.settings.name,
        date=t.settings.date,
        place=t.settings.place,
        phase=t.phase,
        next=report.advice(t).kind,
        rules=t.settings.rules,
        bummerls=t.rules.match,
        most_bummerls=t.rules.match + t.rules.schneider_bummerls - 1,
        issued=t.settings.cards,
        sold=len(t.entries.cards),
        alive=len(t.alive()),
        max_per_person=t.settings.max_per_person,
        price=t.settings.price,
        currency=t.settings.currency,
        boards=t.settings.boards,
        may_rebuy=t.may_rebuy,
        control=facts.control,
        hash=t.commitment,
        next_list_hash=t.next_list_hash,
        people=_people(t, full=full),
        rounds=[
            RoundInfo(
                stage=round_.stage,
                number=round_.number,
                size=round_.size,
                matches=[info(match) for match in round_.matches],
                byes=list(round_.byes),
            )
            for round_ in t.rounds
        ],
        place_matches=[info(match) for _, match in sorted(t.place_matches.items())],
        withdrawn=sorted(t.withdrawn),
        bought_again=list(t.bought_again()),
        prizes=report.prizes_as_json(t, name),
        club_prize=dict(club._asdict()) if club else None,
        ranking=report.ranking_as_json(t, name) if t.danish else None,
        draws=[report.draw_as_json(record) for record in t.draws],
    )


def _match(
    t: Tournament, match: Match, busy: set[int], table: str | None, *, full: bool
) -> MatchInfo:
    found: dict[str, Any] = {}
    if (outcome := match.outcome) is not None:
        score = None if outcome.score is None else "{}:{}".format(*outcome.score)
        found = {
            "winner": outcome.winner,
            "score": score,
            "how": outcome.how,
            "offence": outcome.offence,
        }
        if full:
            found |= {"reason": outcome.reason, "outcome": outcome_key(match)}
    return MatchInfo(
        id=match.id,
        a=match.a,
        b=match.b,
        state=state_of(match, busy, t.person_id),
        board=match.board,
        table=table,
        delayed=match.delayed,
        **found,
    )


def outcome_key(match: Match) -> str | None:
    """A result as one short text; another result gives another text."""
    outcome = match.outcome
    if outcome is None:
        return None
    score = "" if outcome.score is None else "{}:{}".format(*outcome.score)
    return f"{outcome.winner} {score} {outcome.how} {outcome.offence or ''} {outcome.reason or ''}"


def _people(t: Tournament, *, full: bool) -> list[PersonInfo]:
    held: dict[int, list[int]] = {}
    for number in sorted(t.entries.cards):
        held.setdefault(t.entries.cards[number].person, []).append(number)
    names = t.public_names
    if not full:
        return [PersonInfo(id=i, name=names[i], cards=cards) for i, cards in held.items()]
    paid = cash(t)
    return [
        PersonInfo(
            id=person.id,
            name=person.name,
            cards=held.get(person.id, []),
            club=person.club,
            groups=list(person.groups),
            display=names[person.id],
            paid=paid.paid_by(person.id),
        )
        for person in t.entries.persons.values()
    ]


def desk(
    t: Tournament,
    facts: Facts,
    version: str,
    tables: Mapping[str, str],
    role: Role,
    wording: Wording,
) -> Desk:
    """The tournament for those who work on it."""
    fault, size, needs_word = _next_draw(t, wording)
    till = cash(t)
    people = t.entries.persons.values()
    groups = {group for person in people for group in person.groups}
    return Desk(
        show=show(t, facts, version, tables, full=True),
        role=role,
        settings=report.settings_as_json(t),
        advice=wording.sentence(report.advice(t).text),
        draw_fault=fault,
        next_size=size,
        needs_word=needs_word,
        total=till.total,
        payments=[
            PaymentInfo(
                at=payment.at,
                person=payment.person,
                cards=list(payment.cards),
                amount=payment.amount,
                kind=payment.kind,
            )
            for payment in till.payments
        ],
        groups=sorted({*groups, *(entry.group for entry in t.settings.lists)}),
        clubs=sorted({person.club for person in people if person.club}),
    )


def _next_draw(t: Tournament, wording: Wording) -> tuple[str | None, int, bool]:
    """Why the next round cannot be drawn, its size, and whether a word is wanted for it."""
    stage = t.settings.danish
    danish = stage is not None and not t.knockout and len(t.danish) < stage.rounds
    size = 0 if danish else t.next_size()
    needs_word = not t.danish if danish else size != 2
    try:
        draw(t, "?" if needs_word else None, Stamp(at=0))
    except BummerlError as error:
        return wording.sentence(error.text), size, needs_word
    return None, size, needs_word


def log(t: Tournament, wording: Wording) -> list[LogLine]:
    """The newest part of the log in sentences, the newest first."""
    lines = [
        LogLine(seq=e.seq, at=e.event.at, by=e.event.by, text=wording.sentence(e.text))
        for e in list(story(t))[-_LOGGED:]
    ]
    return lines[::-1]
