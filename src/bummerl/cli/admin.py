"""``bummerl admin``: looking after a server, straight in its database."""

from __future__ import annotations

from datetime import UTC, datetime
from gettext import gettext as _
from typing import TYPE_CHECKING, TypeVar

import click

from bummerl.cli.common import Commands, json_option, lang_option, print_json, wording
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from bummerl.server.store.administration import Work
    from bummerl.server.store.reports import Filed

_T = TypeVar("_T")


@click.group(
    cls=Commands,
    help=_(
        "Look after a server: passwords, bans, reports. Works on its database, while it runs or "
        "not; --database-url or BUMMERL_DATABASE_URL says which."
    ),
)
@click.option("--database-url", metavar="URL", help=_("The server's database."))
@lang_option
@click.pass_context
def admin(ctx: click.Context, database_url: str | None) -> None:
    """See the help text."""
    ctx.obj = database_url


def _do(work: Work[_T]) -> _T:
    """Does something in one transaction."""
    import asyncio  # would be a sixth of the time that --help takes

    from bummerl.server.settings import load_database
    from bummerl.server.store.administration import in_database

    url = load_database(click.get_current_context().find_object(str))
    return asyncio.run(in_database(url, work))


@admin.command("reset-password", help=_("Give an account a new password, and tell it."))
@click.argument("name")
@lang_option
def reset_password(name: str) -> None:
    """See the help text."""
    import secrets

    from bummerl.server.store import administration

    password = secrets.token_urlsafe(12)
    name = _do(lambda session: administration.reset_password(session, name, password))
    click.echo(
        wording().say(
            "The new password of {name} is {password}; all browsers are signed out.",
            name=printable(name),
            password=password,
        )
    )


@admin.command(
    help=_(
        "Shut somebody out, guest or not: by the name of an account, or by an id that the list of "
        "reports shows. Who it is, is signed out and told the reason."
    )
)
@click.argument("name")
@click.option("--reason", required=True, help=_("What its owner is told."))
@lang_option
def ban(name: str, reason: str) -> None:
    """See the help text."""
    from bummerl.server.store import administration

    name = _do(lambda session: administration.ban(session, name, reason))
    click.echo(wording().say("{name} is banned.", name=printable(name)))


@admin.command(help=_("Let somebody in again, by name or id."))
@click.argument("name")
@lang_option
def unban(name: str) -> None:
    """See the help text."""
    from bummerl.server.store import administration

    name = _do(lambda session: administration.unban(session, name))
    click.echo(wording().say("{name} may play again.", name=printable(name)))


@admin.group(cls=Commands, help=_("What people have reported."))
def reports() -> None:
    """See the help text."""


@reports.command("list", help=_("List reports that are open, with the ids of all people."))
@click.option("--all", "closed", is_flag=True, help=_("Also those that are closed."))
@json_option
@lang_option
def list_reports(closed: bool, as_json: bool) -> None:
    """See the help text."""
    from bummerl.server.store import reports as store

    found = _do(lambda session: store.listed(session, closed=closed))
    if as_json:
        print_json([_as_json(filed) for filed in found])
        return
    if not found:
        click.echo(wording().say("There are no reports."))
    for filed in found:
        click.echo(_told(filed))


def _told(filed: Filed) -> str:
    report, say = filed.report, wording().say
    moment = datetime.fromtimestamp(report.created / 1000, UTC)
    match report.kind:
        case "move":
            about = say("move {move} of deal {deal}", move=report.move, deal=report.deal)
        case "deal":
            about = say("deal {deal}", deal=report.deal)
        case _:
            about = say("a person")
    names = " – ".join(
        _person(filed.table.names.get(str(seat)), user) for seat, user in enumerate(filed.people)
    )
    reporter = _person(filed.reporter.name, filed.reporter.id)
    lines = [
        f"{report.id}  {moment:%Y-%m-%d %H:%M}  {reporter}: {about}",
        f"  /game/{report.table_id}{f'/{report.deal}' if report.deal else ''}  {names}",
    ]
    lines += [f"  {line}" for line in report.text.splitlines()]
    if report.closed is not None:
        lines.append(say("  closed: {answer}", answer=report.answer or ""))
    return printable("\n".join(lines), keep="\n")


def _person(name: str | None, user_id: str | None) -> str:
    return (name or "?") + (f" ({user_id})" if user_id else "")


def _as_json(filed: Filed) -> dict[str, object]:
    report = filed.report
    fields = ("id", "table_id", "deal", "move", "kind", "text", "created", "closed", "answer")
    return {name: getattr(report, name) for name in fields} | {
        "reporter": filed.reporter.name,
        "reporter_id": filed.reporter.id,
        "names": filed.table.names,
        "people": filed.people,
    }


@reports.command("close", help=_("Close a report."))
@click.argument("report")
@click.option("--answer", default="", help=_("What was done about it."))
@lang_option
def close_report(report: str, answer: str) -> None:
    """See the help text."""
    from bummerl.server.store import administration

    _do(lambda session: administration.close_report(session, report, answer))
    click.echo(wording().say("The report is closed."))


@admin.command(help=_("Show how many people, tables, deals and reports there are."))
@json_option
@lang_option
def counts(as_json: bool) -> None:
    """See the help text."""
    from bummerl.server.store import administration

    found = _do(administration.counts)
    if as_json:
        print_json(found)
        return
    say = wording().say
    titles = {
        "accounts": say("accounts"),
        "guests": say("guests"),
        "tables": say("tables"),
        "running": say("tables in play"),
        "deals": say("finished deals"),
        "reports": say("open reports"),
    }
    width = max(map(len, titles.values()))
    for name, title in titles.items():
        click.echo(f"{title:{width}}  {found[name]}")
