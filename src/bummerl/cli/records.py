"""``bummerl replay`` and ``convert``: records of deals."""

from __future__ import annotations

import sys
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bummerl.cli.common import deck_option, json_option, lang_option, print_json, wording
from bummerl.errors import FileError
from bummerl.words.names import Deck
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bummerl.notation.sgn import DealRecord
    from bummerl.words.wording import Wording

FILES = click.Path(path_type=Path)


@click.command(
    help=_(
        "Step through records in words. Enter goes on, q ends. "
        "With --check verify every move, result, reason and points instead; "
        "exit code 1 if anything disagrees."
    )
)
@click.argument("files", type=FILES, nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help=_("Verify the records, print each disagreement."))
@click.option("--deal", "number", type=click.IntRange(min=1), help=_("Only the file's n-th deal."))
@deck_option
@json_option
@lang_option
@click.pass_context
def replay(
    ctx: click.Context,
    files: tuple[Path, ...],
    check: bool,
    number: int | None,
    deck: Deck,
    as_json: bool,
) -> None:
    """See the help text."""
    if check:
        ctx.exit(_check(files, as_json))
    if as_json:
        raise click.UsageError(_("--json goes with --check; 'bummerl convert' writes JSON lines"))
    words = wording(deck)
    stepping = sys.stdin.isatty() and sys.stdout.isatty()
    for path in files:
        for page in _pages(path, number, words):
            click.echo(printable(page, keep="\n"))
            if stepping and _asked_to_end():
                return


def _asked_to_end() -> bool:
    answer = click.prompt(_("Enter goes on, q ends"), "", prompt_suffix=" ", show_default=False)
    return bool(answer.strip().lower().startswith("q"))


def _check(files: tuple[Path, ...], as_json: bool) -> int:
    """Verify all files; 1 if anything disagrees, else 0."""
    from bummerl.match.archive import check_file

    words = wording()
    deals = 0
    errors: list[dict[str, object]] = []
    for path in files:
        report = check_file(path)
        deals += report.deals
        for line, message in report.errors:
            place = {"file": str(path)} if len(files) > 1 else {}
            errors.append({"line": line, "message": words.say(message)} | place)
            if not as_json:
                click.echo(f"{path}:{line}: {words.say(message)}")
    if as_json:
        print_json({"deals": deals, "errors": errors})
    else:
        counted = words.say_n("{n} deal checked", "{n} deals checked", deals)
        wrong = words.say_n("{n} disagreement", "{n} disagreements", len(errors))
        click.echo(f"{counted}, {wrong}")
    return 1 if errors else 0


def _pages(path: Path, number: int | None, words: Wording) -> Iterator[str]:
    """The text of a file's deals, one page for the start and one for each trick."""
    from bummerl.match.archive import format_of

    records = format_of(path).load(path)
    if number is not None and number > len(records):
        raise FileError(
            "{path} has {count} deals, there is no deal number {number}",
            path=str(path),
            count=len(records),
            number=number,
        )
    for index, record in enumerate(records, start=1):
        if number in (None, index):
            yield from _deal_pages(record, words)


def _deal_pages(record: DealRecord, words: Wording) -> Iterator[str]:
    from bummerl.words.board import describe
    from bummerl.words.tell import tell_end, tell_move, tell_trick

    names = [name or words.say("seat {seat}", seat=s) for s, name in enumerate(record.players)]
    position = record.start
    title = words.say("Deal {number}: {a} – {b}", number=record.deal, a=names[0], b=names[1])
    yield f"\n{title}\n{describe(position, words)}\n"
    lines = [f"  {{{text}}}" for text in record.comments.get(0, ())]
    for made, played in enumerate(record.moves, start=1):
        lines.append(tell_move(position, played.move, names, words, seat=played.seat))
        lines += [f"  {{{text}}}" for text in record.comments.get(made, ())]
        after = position.apply(played)
        if len(after.finished) > len(position.finished):
            counts = f"{after.points[0]}:{after.points[1]}"
            lines.append(f"  {tell_trick(after.finished[-1], names, words)} ({counts})")
            yield "\n".join(lines)
            lines = []
        position = after
    if position.over:
        lines += tell_end(position, names, words)
    yield "\n".join(lines)


@click.command(
    help=_(
        "Convert records between SGN and JSON lines. The formats follow from the endings .sgn and "
        ".jsonl; without --output the other format goes to stdout."
    )
)
@click.argument("file", type=FILES)
@click.option("--output", "-o", type=FILES, metavar="FILE", help=_("File to write."))
@lang_option
def convert(file: Path, output: Path | None) -> None:
    """See the help text."""
    from bummerl.match.archive import format_of
    from bummerl.notation.jsonl import JSONL
    from bummerl.notation.sgn import SGN

    source = format_of(file)
    records = source.load(file)
    if output is None:
        click.echo((SGN if source is JSONL else JSONL).dumps(records), nl=False)
    else:
        format_of(output).dump(records, output)
