"""``bummerl tournament``: the commands that only show something."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bummerl.cli import tournament_words as told
from bummerl.cli.common import print_json, wording
from bummerl.cli.tournament_options import FILE, desk, echo, read
from bummerl.errors import TournamentError

if TYPE_CHECKING:
    from bummerl.tournament.entries import Person
    from bummerl.tournament.events import AnyEvent
    from bummerl.tournament.state import Tournament
    from bummerl.words.wording import Wording

money = told.money
told_status = told.status
_PUBLIC: Final = click.option(
    "--public", is_flag=True, help=_("Only names that may be shown in public.")
)


@click.command(help=_("Say what to do next. Who plays where, who waits, and who has won."))
@desk
@_PUBLIC
def status(file: Path, public: bool, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import report

    t = read(file)
    if as_json:
        print_json(report.status(t, public=public))
    else:
        echo(*told.status(t, file, wording()))


@click.command(
    "list", help=_("List persons and their cards. Cards that are out stand in brackets.")
)
@desk
def list_(file: Path, as_json: bool) -> None:
    """See the help text."""
    t = read(file)
    if as_json:
        print_json({"persons": persons_as_json(t, t.entries.persons.values())})
    else:
        echo(*told.persons(t, wording()))


def persons_as_json(t: Tournament, persons: Iterable[Person]) -> list[dict[str, Any]]:
    """Persons with their cards and payments."""
    from bummerl.tournament.cash import cash

    sheet, names, playing = cash(t), t.public_names, set(t.alive()) - t.withdrawn
    held = t.entries.by_person(t.entries.cards)
    return [
        {
            "name": person.name,
            "display": names[person.id],
            "club": person.club,
            "groups": list(person.groups),
            "cards": list(held.get(person.id, ())),
            "left": [card for card in held.get(person.id, ()) if card in playing],
            "cents": sheet.paid_by(person.id),
        }
        for person in persons
    ]


@click.command(help=_("Print all results so far."))
@desk
def results(file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import report

    t = read(file)
    if as_json:
        name = report.namer(t)
        rounds = [
            {
                "stage": r.stage,
                "round": r.number,
                "matches": [report.match_as_json(match, name) for match in r.matches],
                "byes": list(r.byes),
            }
            for r in t.rounds
        ]
        places = [report.match_as_json(m, name) for m in t.place_matches.values()]
        print_json({"rounds": rounds, "places": places})
    else:
        echo(*told.results(t, wording()))


@click.command(help=_("Print the ranking of the Danish stage."))
@desk
def ranking(file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import report

    t = read(file)
    if t.settings.danish is None:
        raise TournamentError("there is no Danish stage, so nobody is ranked; see 'status'")
    if as_json:
        print_json({"ranking": report.ranking_as_json(t, report.namer(t))})
    else:
        echo(*told.ranking(t, wording()))


@click.command(help=_("Print the prizes. Who gets them, as far as it is known."))
@desk
def prizes(file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import report

    t = read(file)
    if as_json:
        club = t.club_prize()
        prizes = report.prizes_as_json(t, report.namer(t))
        print_json({"prizes": prizes, "club_prize": club._asdict() if club else None})
    else:
        echo(*told.prizes(t, wording()))


@click.command(help=_("Print the cash sheet. Every payment, and what is in the till."))
@desk
def cash(file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.cash import cash

    t = read(file)
    sheet, words = cash(t), wording()
    names = {person.id: person.name for person in t.entries.persons.values()}
    if as_json:
        payments = [
            {
                "at": payment.at,
                "name": names[payment.person],
                "cards": list(payment.cards),
                "cents": payment.amount,
                "kind": payment.kind,
            }
            for payment in sheet.payments
        ]
        print_json({"cents": sheet.total, "currency": t.settings.currency, "payments": payments})
        return
    rows = [
        (
            _clock(payment.at),
            names[payment.person],
            " ".join(map(str, payment.cards)),
            money(t, payment.amount, words),
        )
        for payment in sheet.payments
    ]
    echo(*(told.table(rows, right=(3,)) if rows else ()))
    echo(words.say("In the till: {money}", money=money(t, sheet.total, words)))


@click.command(help=_("Print the log. Everything that was done, with what corrections replaced."))
@desk
def log(file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.story import story

    t, words = read(file), wording()
    if as_json:
        events = [
            {
                "seq": entry.seq,
                "at": entry.event.at,
                "by": entry.event.by,
                "event": type(entry.event).__name__.lower(),
                "text": words.say(entry.text),
            }
            for entry in story(t)
        ]
        print_json({"events": events})
        return
    for entry in story(t):
        by = f" {entry.event.by}:" if entry.event.by else ""
        echo(f"{entry.seq:>5}  {_clock(entry.event.at)} {by} {words.sentence(entry.text)}")


@click.command(
    help=_(
        "Check that no draw was rigged. Reckons them again from what is published: hash, secrets, "
        "lists and words. Exit code 1 if one does not follow from them."
    )
)
@desk
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.checking import check_draws
    from bummerl.tournament.report import draw_as_json

    t, words = read(file), wording()
    verdicts = check_draws(t)
    wrong = any(verdict.ok is False for verdict in verdicts)
    if as_json:
        draws = [
            draw_as_json(record)
            | {"ok": verdict.ok, "fault": verdict.fault and words.say(verdict.fault)}
            for record, verdict in zip(t.draws, verdicts, strict=True)
        ]
        print_json({"hash": t.commitment, "draws": draws, "ok": not wrong})
    else:
        echo(words.say("Published hash: {hash}", hash=t.commitment))
        for record, verdict in zip(t.draws, verdicts, strict=True):
            echo(*_told_verdict(record, verdict, words))
    ctx.exit(1 if wrong else 0)


def _told_verdict(record: Any, verdict: Any, words: Wording) -> Iterator[str]:
    values = {"draw": record.number, "round": record.round}
    if record.by_hand:
        yield words.say("draw {draw}, round {round}: by hand, nothing to reckon", **values)
    elif verdict.ok is None:
        yield words.say("draw {draw}, round {round}: no lot was needed", **values)
    elif verdict.ok:
        yield words.say("draw {draw}, round {round}: right", **values)
    else:
        yield words.say("draw {draw}, round {round}: WRONG: {fault}", fault=verdict.fault, **values)
    if record.void is not None:
        yield words.say("  void: {reason}", reason=record.void)
    if verdict.ok is None:
        return
    yield words.say("  word: {word}", word=record.word)
    yield words.say("  secret: {secret}", secret=record.secret)
    yield words.say("  hash of the list: {hash}", hash=record.list_hash)
    yield words.say("  seed: {seed}", seed=record.seed)


_CSV: Final = ("entries", "matches", "prizes", "cash")


@click.command("csv-out", help=_("Write a list as CSV. Spreadsheets open it as it is."))
@desk
@click.argument("what", type=click.Choice(_CSV))
@click.option("-o", "--output", type=FILE, required=True, help=_("The file to write."))
def csv_out(file: Path, what: str, output: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import backup, csv_io

    write = {
        "entries": csv_io.entries_csv,
        "matches": csv_io.matches_csv,
        "prizes": csv_io.prizes_csv,
        "cash": csv_io.cash_csv,
    }[what]
    text = write(read(file), wording().language)
    backup.write(output, text.encode())
    if as_json:
        print_json({"file": str(output), "lines": text.count("\r\n") - 1})
    else:
        echo(wording().say("{path} is written.", path=str(output)))


def _clock(at: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(at / 1000))


COMMANDS: Final = (
    status,
    list_,
    results,
    ranking,
    prizes,
    cash,
    log,
    verify,
    csv_out,
)
"""What `bummerl.cli.tournament` adds to its group."""

# ---- what the other commands tell -----------------------------------------------------------


def told_draw(t: Tournament, file: Path, words: Wording) -> Iterator[str]:
    """A draw just made: what is published, and who meets whom."""
    record = t.draws[-1] if t.draws else None
    if record is not None and record.seed is not None and record.event is _last_draw(t):
        yield words.say('Drawn with the word "{word}".', word=record.word)
        yield words.say("Secret, now published: {secret}", secret=record.secret)
        yield words.say("Hash of the list: {hash}", hash=record.list_hash)
    yield from told.status(t, file, words)


def _last_draw(t: Tournament) -> object:
    return t.history[-1]


def draw_as_json(t: Tournament, saved: Path | None) -> dict[str, Any]:
    """A draw just made."""
    from bummerl.tournament import report

    record = t.draws[-1] if t.draws and t.draws[-1].event is _last_draw(t) else None
    return {
        **report.status(t),
        "draw": record and report.draw_as_json(record),
        "backup": saved and str(saved),
    }


def told_change(
    t: Tournament, events: Sequence[AnyEvent], file: Path, match: str | None, words: Wording
) -> Iterator[str]:
    """What a change at the desk led to, in short: these events, and how things stand now."""
    from bummerl.tournament.boards import state_of
    from bummerl.tournament.story import story

    if not events:
        yield words.say("nothing was changed")
        return
    for entry in story(t, t.seq - len(events)):
        yield words.sentence(entry.text)
    called = [
        m
        for m in t.open_matches()
        if m.board is not None and state_of(m, t.busy(), t.person_id) == "playing"
    ]
    if match is not None and t.open_matches():
        rows = [(m.id, str(m.board), told.holder(t, m.a), told.holder(t, m.b)) for m in called[:8]]
        if rows:
            yield words.say("Now at the boards (match, board):")
            yield from told.table(rows, right=(1,))
        yield words.say("Open matches: {n}", n=len(t.open_matches()))
    else:
        yield from told.status(t, file, words)


def change_as_json(t: Tournament, match: str | None, saved: Path | None) -> dict[str, Any]:
    """What a change at the desk led to."""
    from bummerl.tournament import report

    found = t.match(match.strip().lower()) if match else None
    return {
        "seq": t.seq,
        "match": found and report.match_as_json(found, report.namer(t)),
        "open": len(t.open_matches()),
        "round_complete": t.current is not None and t.current.complete,
        "phase": t.phase,
        "next": report.advice(t).kind,
        "backup": saved and str(saved),
    }
