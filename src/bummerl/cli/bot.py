"""``bummerl bot`` and ``bot-check``: both sides of the line protocol (docs/bots.md)."""

from __future__ import annotations

import io
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from gettext import gettext as _
from typing import IO, TYPE_CHECKING, Final

import click

from bummerl.cli.common import json_option, lang_option, print_json, seed_option, wording
from bummerl.errors import BummerlError
from bummerl.text import N_

if TYPE_CHECKING:
    from bummerl.players.bot import Bot
    from bummerl.players.bot_check import Report
    from bummerl.text import Text
    from bummerl.words.wording import Wording

_SHOWN: Final = 3
"""Violations of a kind that are told in full."""


@click.command(
    help=_(
        "Play for another program: read a request a line from stdin, and answer each with a line "
        "of JSON. NAME is a player as in greedy or 'random(seed=3)'. docs/bots.md tells the "
        "protocol."
    )
)
@click.argument("name")
@lang_option
def bot(name: str) -> None:
    """See the help text."""
    from bummerl.players.bot import Bot

    with _stdout_for_answers() as out:
        answering = Bot(name, hear=_warn)
        for line in sys.stdin.buffer:
            out.write(_answer(answering, line.decode("utf-8", errors="replace")) + "\n")
            out.flush()


def _warn(incident: Text) -> None:
    click.echo(f"bummerl: {wording().say(incident)}", err=True)


def _answer(bot: Bot, line: str) -> str:
    from bummerl.players.protocol import write_answer

    try:
        return write_answer(bot.answer(line))
    except BummerlError as error:
        return json.dumps({"error": wording().say(error.text)}, ensure_ascii=False)


@contextmanager
def _stdout_for_answers() -> Iterator[IO[str]]:
    """Stdout, while all else that would be written to it goes to stderr, even by compiled code."""
    out: IO[str] = sys.stdout
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            number, elsewhere = out.fileno(), sys.stderr.fileno()
        except (OSError, io.UnsupportedOperation):  # no file, as in a test
            yield out
            return
        out.flush()
        own = stack.enter_context(os.fdopen(os.dup(number), "w", encoding="utf-8", newline="\n"))
        stack.callback(os.dup2, own.fileno(), number)
        os.dup2(elsewhere, number)
        yield own


@click.command(
    help=_(
        "Check a program that plays: deals over all presets against the random player. Every "
        "answer that is late, malformed or illegal is named; then the exit code is 1. CMD is a "
        "command in quotes: 'python bot.py'."
    )
)
@click.argument("cmd")
@click.option(
    "--deals",
    type=click.IntRange(1, 10**6),
    default=200,
    show_default=True,
    metavar="N",
    help=_("Number of deals."),
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, 3600, min_open=True),
    default=1.0,
    show_default=True,
    metavar="S",
    help=_("Seconds an answer may take."),
)
@seed_option
@json_option
@lang_option
@click.pass_context
def bot_check(
    ctx: click.Context, cmd: str, deals: int, seconds: float, seed: str | None, as_json: bool
) -> None:
    """See the help text."""
    from bummerl.players.bot_check import check_program

    with _progress(deals) as progress:
        report = check_program(
            cmd,
            deals,
            seed=seed or "1",
            seconds=seconds,
            hear=lambda line: click.echo(line, err=True),
            progress=progress,
        )
    if as_json:
        print_json(report.as_dict())
    else:
        click.echo("\n".join(_told(report, wording())))
    ctx.exit(1 if report.violations else 0)


@contextmanager
def _progress(deals: int) -> Iterator[Callable[[int], None]]:
    """A progress line on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    with click.progressbar(length=deals, file=sys.stderr) as bar:
        yield lambda played: bar.update(played - bar.pos)


_KINDS: Final = {
    "late": N_("Late answers: {count}"),
    "died": N_("Deaths: {count}"),
    "not_json": N_("Answers that are no JSON object: {count}"),
    "no_move": N_("Answers without a move: {count}"),
    "unknown_move": N_("Answers whose move does not exist: {count}"),
    "illegal": N_("Illegal moves: {count}"),
    "unasked": N_("Lines that answer nothing: {count}"),
}


def _told(report: Report, words: Wording) -> Iterator[str]:
    """The report for people."""
    yield words.say(
        "{program}: {deals} deals under {presets} presets, {asked} requests, {unusual} of them "
        "unusual",
        program=report.program,
        deals=report.deals,
        presets=report.presets,
        asked=report.asked,
        unusual=report.unusual,
    )
    yield words.say(
        "An answer took {mean} ms on average, {slowest} ms at most.",
        mean=words.number(report.mean_ms, 1),
        slowest=words.number(report.slowest_ms, 1),
    )
    for kind, count in Counter(violation.kind for violation in report.violations).items():
        yield words.say(_KINDS[kind], count=count)
        for violation in [v for v in report.violations if v.kind == kind][:_SHOWN]:
            yield "  " + words.say(
                "deal {deal} ({preset}): {reason}",
                deal=violation.deal,
                preset=violation.preset,
                reason=violation.reason,
            )
            yield f"    {violation.line}"
        if count > _SHOWN:
            yield "  " + words.say("… and {count} more; --json has all", count=count - _SHOWN)
    if report.stopped:
        yield words.say("The check stopped there: the program is late or dies again and again.")
    if not report.violations:
        yield words.say("No violations.")
