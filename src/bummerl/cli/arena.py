"""``bummerl arena``: two players against each other, many times."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bummerl.cli.common import (
    Interrupted,
    json_option,
    lang_option,
    print_json,
    rules_option,
    seed_option,
    wording,
)
from bummerl.cli.solve import make_ready_for
from bummerl.errors import BummerlError
from bummerl.rules.variants import Rules

if TYPE_CHECKING:
    from bummerl.match.arena import ArenaResult
    from bummerl.match.shuffles import Mode
    from bummerl.words.wording import Wording

_SHOWN: Final = 5
"""Incidents that are told in full."""


@click.command(
    help=_(
        "Play A against B many times. Each shuffle is played twice with seats swapped, "
        "on all cores. Players are written as in greedy or 'random(seed=3)'."
    )
)
@click.argument("a")
@click.argument("b")
@click.option(
    "--deals", type=click.IntRange(1, 10**9), metavar="N", help=_("N shuffles of one deal.")
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("N shuffle sequences of one Bummerl."),
)
@click.option(
    "--matches",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("N shuffle sequences of one match."),
)
@rules_option
@seed_option
@click.option("--processes", type=click.IntRange(min=1), help=_("Processes; else one a core."))
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    help=_("Write all deals as SGN; continues an interrupted run."),
)
@json_option
@lang_option
def arena(
    a: str,
    b: str,
    deals: int | None,
    games: int | None,
    matches: int | None,
    rules: Rules,
    seed: str | None,
    processes: int | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """See the help text."""
    from bummerl.match.arena import run_arena
    from bummerl.match.workers import processors

    modes: dict[Mode, int | None] = {"deals": deals, "games": games, "matches": matches}
    chosen = [(mode, count) for mode, count in modes.items() if count is not None]
    if len(chosen) != 1:
        raise click.UsageError(_("give one of --deals, --games and --matches"))
    mode, shuffles = chosen[0]
    make_ready_for(a, b)
    # what a player prints must not come between the lines of the result
    with (
        _shown_after_errors(as_json) as keep,
        _progress(shuffles, keep) as progress,
        redirect_stdout(sys.stderr),
    ):
        result = run_arena(
            a,
            b,
            shuffles,
            rules=rules,
            seed=_number_or_text(seed or "1"),
            mode=mode,
            processes=processes or processors(),
            progress=progress,
            save=save,
        )
    _show(result, as_json)
    if result.interrupted:
        raise Interrupted(_interrupted(save))


def _show(result: ArenaResult, as_json: bool) -> None:
    if as_json:
        print_json(result.as_dict())
    else:
        click.echo(_told(result, wording()))
    _warn(result, wording())


@contextmanager
def _shown_after_errors(as_json: bool) -> Iterator[Callable[[ArenaResult], None]]:
    """Keeps the result so far, and shows it if an error ends the arena."""
    kept: deque[ArenaResult] = deque(maxlen=1)
    try:
        yield kept.append
    except BummerlError:
        if kept:
            _show(dataclasses.replace(kept[0], interrupted=True), as_json)
        raise


def _warn(result: ArenaResult, words: Wording) -> None:
    """On stderr: what went wrong with a player."""
    for incident in result.incidents[:_SHOWN]:
        click.echo(f"bummerl: {words.say(incident)}", err=True)
    if len(result.incidents) > _SHOWN:
        more = len(result.incidents) - _SHOWN
        click.echo(words.say("… and {count} more; --json has all", count=more), err=True)


def _number_or_text(seed: str) -> int | str:
    return int(seed) if re.fullmatch("0|[1-9][0-9]{,17}", seed) else seed


@contextmanager
def _progress(
    shuffles: int, keep: Callable[[ArenaResult], None]
) -> Iterator[Callable[[ArenaResult], None]]:
    """Keeps the result so far; with a progress line on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield keep
        return
    words = wording()
    with click.progressbar(
        length=shuffles, file=sys.stderr, item_show_func=lambda shown: shown or ""
    ) as bar:

        def show(result: ArenaResult) -> None:
            keep(result)
            told = words.say(
                "{points} a deal, {rate} % won",
                points=words.number(result.points, 3),
                rate=words.number(100 * result.win_rate, 1),
            )
            bar.update(result.shuffles - bar.pos, told)

        yield show


def _interrupted(save: Path | None) -> str:
    if save is None:
        return wording().say("interrupted; with --save the next run could continue")
    return wording().say("interrupted; the same command continues from {path}", path=str(save))


def _told(result: ArenaResult, words: Wording) -> str:
    """The result for people, from A's side."""
    number = words.number
    lines = [
        words.say(
            "{a} – {b}, {rules}, seed {seed}: {shuffles} shuffles, each played on both sides",
            a=result.a,
            b=result.b,
            rules=result.rules,
            seed=result.seed,
            shuffles=result.shuffles,
        ),
        words.say(
            "Deals won: {won} of {deals}, {rate} % (95 % interval {low} to {high} %), "
            "{drawn} drawn",
            won=result.wins[0],
            deals=result.deals,
            rate=number(100 * result.win_rate, 1),
            low=number(100 * result.win_interval[0], 1),
            high=number(100 * result.win_interval[1], 1),
            drawn=result.drawn,
        ),
        words.say(
            "Game points a deal: {points} (95 % interval {low} to {high})",
            points=number(result.points, 3),
            low=number(result.interval[0], 3),
            high=number(result.interval[1], 3),
        ),
    ]
    if result.mode != "deals":
        lines.append(words.say("Bummerls won: {a} to {b}", a=result.games[0], b=result.games[1]))
    if result.mode == "matches":
        lines.append(words.say("Matches won: {a} to {b}", a=result.matches[0], b=result.matches[1]))
    lines.append(
        words.say(
            "{seconds} s, {rate} deals a second, {cpu} s processor time",
            seconds=number(result.seconds, 1),
            rate=number(result.deals_per_second),
            cpu=number(result.cpu_seconds, 1),
        )
    )
    if result.timed:
        lines.append(words.say("A player thinks by the clock: another run may differ."))
    return "\n".join(lines)
