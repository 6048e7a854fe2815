"""``bummerl tournament``: announcing, selling, and whole files in and out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bummerl.cli import tournament_lists as lists
from bummerl.cli import tournament_typed as typed
from bummerl.cli.common import print_json, wording
from bummerl.cli.tournament_options import (
    FILE,
    MoneyType,
    desk,
    echo,
    opened,
    read,
    settings_of,
    settings_options,
    stamp,
)
from bummerl.errors import FileError

if TYPE_CHECKING:
    from bummerl.tournament.events import AnyEvent, Sold
    from bummerl.tournament.state import Tournament


@click.command(
    help=_(
        "Announce a tournament in a new FILE. It prints the hash of a secret: publish that before "
        "cards are sold, so that nobody can rig the draw."
    )
)
@desk
@click.option("--name", required=True, help=_("What the tournament is called."))
@settings_options
def new(file: Path, as_json: bool, **given: Any) -> None:
    """See the help text."""
    from bummerl.tournament.draw import new_secret
    from bummerl.tournament.sale import announce
    from bummerl.tournament.store import TournamentFile

    events = announce(settings_of(given), new_secret(), stamp())
    with TournamentFile.create(file, events) as made:
        t = made.read()
    if as_json:
        print_json({"file": str(file), "hash": t.commitment, **_settings(t)})
        return
    echo(*lists.told_status(t, file, wording()))


@click.command(
    help=_(
        "Change the announcement. After the draw only boards, names of prizes and the like can "
        "change; the rules are fixed."
    )
)
@desk
@click.option("--name", help=_("What the tournament is called."))
@settings_options
def change(file: Path, as_json: bool, **given: Any) -> None:
    """See the help text."""
    from bummerl.tournament.sale import change

    with opened(file) as book:
        before = book.read().settings
        t, events = book.change(lambda t: change(t, settings_of(given, t.settings), stamp()))
    if as_json:
        print_json({"changed": bool(events), **_settings(t)})
    elif t.settings == before:
        echo(wording().say("nothing was changed"))
    else:
        echo(*lists.told_status(t, file, wording()))


def _settings(t: Tournament) -> dict[str, Any]:
    from bummerl.tournament.report import settings_as_json

    return {"settings": settings_as_json(t)}


@click.command(
    help=_(
        "Sell cards to a person. NAME alone tells who it is, so the same name buys more cards. "
        "After the draw it sells cards again to somebody who has lost some, where that is allowed."
    )
)
@desk
@click.argument("name")
@click.option("--cards", type=click.IntRange(min=1), help=_("How many; else 1."))
@click.option("--number", "numbers", type=int, multiple=True, help=_("Number of a card to sell."))
@click.option("--group", "groups", multiple=True, help=_("Such as women or youth."))
@click.option("--club", help=_("For the club prize."))
@click.option("--display", help=_("Name on public pages; else made from the name."))
@click.option("--price", type=MoneyType(), help=_("Of each card; else as announced."))
def sell(
    file: Path,
    name: str,
    cards: int | None,
    numbers: tuple[int, ...],
    groups: tuple[str, ...],
    club: str | None,
    display: str | None,
    price: int | None,
    as_json: bool,
) -> None:
    """See the help text."""
    from bummerl.tournament.events import Sold
    from bummerl.tournament.sale import Buyer, check_numbers, sell

    if cards is not None:
        check_numbers(cards, numbers or None)

    def decide(t: Tournament) -> tuple[AnyEvent, ...]:
        known = t.entries.named(name)
        more = tuple(dict.fromkeys([*(known.groups if known else ()), *groups]))
        buyer = Buyer(name, club, more if groups else None, display)
        return sell(t, buyer, stamp(), cards=cards or 1, numbers=numbers or None, price=price)

    with opened(file) as book:
        t, events = book.change(decide)
    sold = events[-1]
    assert isinstance(sold, Sold)
    _tell_sale(t, sold, as_json)


def _tell_sale(t: Tournament, sold: Sold, as_json: bool) -> None:
    person, amount = t.entries.persons[sold.person], sold.price * len(sold.cards)
    held = t.entries.cards_of(person.id)
    if as_json:
        print_json(
            {
                "name": person.name,
                "cards": list(sold.cards),
                "all_cards": list(held),
                "cents": amount,
                "sold": len(t.entries.cards),
            }
        )
        return
    echo(
        wording().say(
            "{name} gets {cards} and pays {money}; cards sold: {sold}.",
            name=person.name,
            cards=", ".join(map(str, sold.cards)),
            money=lists.money(t, amount, wording()),
            sold=len(t.entries.cards),
        )
    )


@click.command(
    help=_("Undo a sale before the draw. WHO is a person (the cards bought last) or card numbers.")
)
@desk
@click.argument("who", nargs=-1, required=True)
@click.option("--cards", type=click.IntRange(min=1), default=1, help=_("How many; else 1."))
@click.option("--no-refund", is_flag=True, help=_("The money is not given back."))
def unsell(file: Path, who: tuple[str, ...], cards: int, no_refund: bool, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.events import Unsold
    from bummerl.tournament.sale import unsell

    def decide(t: Tournament) -> tuple[AnyEvent, ...]:
        return unsell(t, typed.given_back(t, who, cards), stamp(), refund=not no_refund)

    with opened(file) as book:
        t, [event] = book.change(decide)
    assert isinstance(event, Unsold)
    if as_json:
        sold = len(t.entries.cards)
        print_json({"cards": list(event.cards), "refund": event.refund, "sold": sold})
    else:
        echo(
            wording().say(
                "Not sold any more: {cards}; cards sold: {sold}.",
                cards=", ".join(map(str, event.cards)),
                sold=len(t.entries.cards),
            )
        )


@click.command(
    help=_("Change what is known of a person. Name, club, groups, and the name in public.")
)
@desk
@click.argument("name")
@click.option("--rename", help=_("The right name."))
@click.option("--group", "groups", multiple=True, help=_("All groups; '' for none."))
@click.option("--club", help=_("The club; '' for none."))
@click.option("--display", help=_("Name on public pages; '' makes it from the name."))
def person(
    file: Path,
    name: str,
    rename: str | None,
    groups: tuple[str, ...],
    club: str | None,
    display: str | None,
    as_json: bool,
) -> None:
    """See the help text."""
    from bummerl.tournament.sale import Buyer, register

    def decide(t: Tournament) -> tuple[AnyEvent, ...]:
        known = t.entries.find(name)
        chosen = [group for group in groups if group] if groups else None
        return register(t, Buyer(known.name, club, chosen, display), stamp(), rename)

    with opened(file) as book:
        t, _events = book.change(decide)
    known = t.entries.find(rename or name)
    [told] = lists.persons_as_json(t, [known])
    if as_json:
        print_json(told)
    else:
        parts = [known.name, *filter(None, (known.club, *known.groups)), told["display"]]
        echo(", ".join(parts))


# ---- whole files ---------------------------------------------------------------------------


@click.command("export", help=_("Write a backup. It is the whole log as text, for any machine."))
@desk
@click.option("-o", "--output", type=FILE, required=True, help=_("The backup."))
def export(file: Path, output: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament import backup

    t = read(file)
    if output.exists() and output.resolve() == file.resolve():
        raise FileError("{path} is the tournament itself; give the backup a name", path=str(file))
    backup.write(output, backup.dumps(t.history))
    if as_json:
        print_json({"file": str(output), "events": t.seq})
    else:
        echo(wording().say("{path} holds all {n} events.", path=str(output), n=t.seq))


@click.command(
    "import", help=_("Restore BACKUP into a new FILE. It goes on on this or any machine.")
)
@desk
@click.argument("backup", type=FILE, required=False)
@click.option("-o", "--output", type=FILE, help=_("The new file, if only BACKUP is given."))
def import_(file: Path, backup: Path | None, output: Path | None, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.backup import read as read_backup
    from bummerl.tournament.store import TournamentFile

    if (backup is None) == (output is None):
        raise click.UsageError(_("give the new file and the backup"))
    if output is not None:
        file, backup = output, file
    assert backup is not None
    if file.exists() and not backup.exists():
        file, backup = backup, file  # either order: one of the two is there, the other is new
    events: Sequence[AnyEvent] = read_backup(backup)
    with TournamentFile.create(file, events) as made:
        t = made.read()
    if as_json:
        print_json({"file": str(file), "events": t.seq, "name": t.settings.name})
    else:
        echo(*lists.told_status(t, file, wording()))


@click.command(
    "csv-in",
    help=_(
        "Sell all cards of a list. CSV with headings, of which Name is needed; Cards, Numbers, "
        "Club, Groups, Display name and Paid may follow. - reads what is typed."
    ),
)
@desk
@click.argument("table", type=click.Path(path_type=Path, allow_dash=True))
def csv_in(file: Path, table: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.csv_io import decoded, read_entries, sell_rows

    data = sys.stdin.buffer.read() if str(table) == "-" else table.read_bytes()
    rows = read_entries(decoded(data))
    with opened(file) as book:
        before = len(book.read().entries.cards)
        t, _events = book.change(lambda t: sell_rows(t, rows, stamp()))
    sold = len(t.entries.cards)
    if as_json:
        print_json({"lines": len(rows), "cards": sold - before, "sold": sold})
    else:
        echo(
            wording().say(
                "Lines: {lines}; cards sold now: {cards}, altogether: {sold}.",
                lines=len(rows),
                cards=sold - before,
                sold=sold,
            )
        )


COMMANDS: Final = (new, change, sell, unsell, person, csv_in)
FILES: Final = (export, import_)
"""What `bummerl.cli.tournament` adds to its group."""
