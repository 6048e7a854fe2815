"""``bummerl tournament print``: sheets of paper, as PDF."""

from __future__ import annotations

import os
import re
from gettext import gettext as _
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from bummerl.cli.common import deck_option, print_json, wording
from bummerl.cli.tournament_options import FILE, desk, echo, read
from bummerl.errors import FileError
from bummerl.words.names import Deck

SHEETS: Final = (
    "cards",
    "draw",
    "slips",
    "scores",
    "tables",
    "wall",
    "ranking",
    "prizes",
    "certificates",
    "cash",
    "rules",
)
"""What can be printed, in the order in which an organiser needs it."""
_PDF: Final = b"%PDF-"


class NumbersType(click.ParamType[tuple[int, ...]]):
    """Numbers and ranges, as in 1-8,12."""

    name = "numbers"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers, or a usage error."""
        if isinstance(value, tuple):
            return value
        numbers: list[int] = []
        for part in str(value).split(","):
            found = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
            first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
            if first > last:
                self.fail(_("numbers look like 3 or 1-8,12"), param, ctx)
            numbers.extend(range(first, last + 1))
        return tuple(dict.fromkeys(numbers))


@click.command(
    "print",
    help=_(
        "Print a sheet as PDF. WHAT is one of: cards (entry cards), draw (who meets whom), slips "
        "(for results), scores (to keep score), tables (numbers to stand up), wall (chart A3), "
        "ranking (of a Danish stage), prizes, certificates, cash, rules."
    ),
)
@desk
@click.argument("what", metavar="WHAT", type=click.Choice(SHEETS))
@click.option("-o", "--output", type=FILE, help=_("The PDF; else beside FILE."))
@click.option("--round", "round_", type=click.IntRange(min=1), help=_("Else the running one."))
@click.option("--only", type=NumbersType(), help=_("Only these cards, matches, boards … 1-8,12."))
@click.option("--blank", is_flag=True, help=_("To be filled in by hand."))
@click.option(
    "--copies", type=click.IntRange(1, 1024), help=_("How many table cards or blank forms.")
)
@click.option("--paper", type=click.Choice(("a4", "a3")), help=_("For what hangs on a wall."))
@click.option("--names", type=click.Choice(("full", "public")), help=_("How names are shown."))
@click.option("--url", help=_("Address of the tournament's page, for the QR codes."))
@deck_option
@click.pass_context
def print_(
    ctx: click.Context,
    /,
    file: Path,
    what: str,
    output: Path | None,
    as_json: bool,
    deck: Deck,
    only: tuple[int, ...] | None,
    round_: int | None,
    **given: Any,
) -> None:
    """See the help text."""
    from bummerl.tournament.sheets import Order, sheet_pdf

    t, words = read(file), wording(deck)
    order = Order(round=round_, only=only or (), all_languages=not _language_chosen(ctx), **given)
    made = sheet_pdf(t, what, words, order)
    target = file.with_name(f"{file.stem}-{what}.pdf") if output is None else output
    _write(target, made)
    if as_json:
        print_json({"sheet": what, "file": str(target)})
    else:
        echo(words.say("Printed: {file}", file=str(target)))


def _language_chosen(ctx: click.Context) -> bool:
    """Whether --lang was given, to this command or to one around it."""
    context: click.Context | None = ctx
    while context is not None:
        if context.get_parameter_source("lang") is ParameterSource.COMMANDLINE:
            return True
        context = context.parent
    return False


def _write(target: Path, made: bytes) -> None:
    """Write a PDF, over an older one at most.

    Raises:
        FileError: something else has this name, such as the tournament itself, or there is no
            such folder.
    """
    if not target.parent.is_dir():
        raise FileError("there is no folder {folder}", folder=str(target.parent))
    if target.exists():
        with target.open("rb") as old:
            if old.read(len(_PDF)) != _PDF:
                raise FileError("{file} is there already, and is no PDF", file=str(target))
    part = target.with_name(f".{target.name}.part")
    part.write_bytes(made)
    os.replace(part, target)
