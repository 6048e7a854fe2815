"""``bummerl solve`` and ``warmup``: what a deal is worth when all cards are known."""

from __future__ import annotations

import sys
from gettext import gettext as _
from typing import TYPE_CHECKING, Any

import click

from bummerl.cli.common import json_option, lang_option, print_json, wording
from bummerl.errors import BummerlError

if TYPE_CHECKING:
    from bummerl.search.solver import Solution


@click.command(
    help=_(
        "Solve a position whose cards are all known: the game points it is worth to the side to "
        "move, the value of every move, and a best line. With - it reads a position a line from "
        "stdin and answers each with a line of JSON."
    )
)
@click.argument("spn")
@json_option
@lang_option
def solve(spn: str, as_json: bool) -> None:
    """See the help text."""
    warm_up()
    if spn == "-":
        for line in sys.stdin.buffer:
            print_json(_answer(line.decode("utf-8", errors="replace").strip()))
            sys.stdout.flush()
        return
    solution = _solve(spn)
    if as_json:
        print_json(_as_json(solution))
    else:
        click.echo("\n".join(_as_text(solution)))


@click.command(help=_("Compile the search ahead, so that the first analysis starts at once."))
@lang_option
def warmup() -> None:
    """See the help text."""
    seconds = warm_up(everything=True)
    click.echo(_("The search is ready ({seconds:.1f} s).").format(seconds=seconds))


def warm_up(*, everything: bool = False) -> float:
    """Make the solver ready, or all of the search; on a terminal say so if it takes long.

    CPU seconds it took.
    """
    from bummerl.search import warmup as search

    def announce() -> None:
        if _on_terminal():
            click.echo(_("Compiling the search; only the first time …"), err=True)

    return search.warm_up(announce, everything=everything)


def make_ready_for(*players: str) -> None:
    """Make the search ready if one of the players needs it."""
    from bummerl.players.registry import searches

    if any(map(searches, players)):
        warm_up(everything=True)


def _on_terminal() -> bool:
    return sys.stderr.isatty()


def _solve(spn: str) -> Solution:
    from bummerl.notation.spn import parse_spn
    from bummerl.search.solver import solve as solved

    return solved(parse_spn(spn))


def _answer(spn: str) -> dict[str, Any]:
    try:
        return _as_json(_solve(spn))
    except BummerlError as error:
        return {"error": wording().say(error.text)}


def _as_json(solution: Solution) -> dict[str, Any]:
    from bummerl.notation.tokens import write_move

    return {
        "value": solution.value,
        "moves": [{"move": write_move(m), "value": value} for m, value in solution.moves],
        "line": [write_move(move) for move in solution.line],
        "nodes": solution.nodes,
        "ms": round(solution.ms, 3),
    }


def _as_text(solution: Solution) -> list[str]:
    from bummerl.notation.tokens import write_move

    width = max(len(write_move(move)) for move, _value in solution.moves)
    return [
        _("Value for the side to move: {value:+d}").format(value=solution.value),
        *(f"  {write_move(move):{width}} {value:+d}" for move, value in solution.moves),
        _("Best line: {line}").format(line=" ".join(map(write_move, solution.line))),
    ]
