"""``bummerl show``, ``deal`` and ``perft``: positions on the command line."""

from __future__ import annotations

import secrets
from gettext import gettext as _
from typing import TYPE_CHECKING

import click

from bummerl.cli.common import (
    deck_option,
    json_option,
    lang_option,
    print_json,
    rules_option,
    seed_option,
    wording,
)
from bummerl.rules.variants import Rules
from bummerl.words.names import Deck

if TYPE_CHECKING:
    from bummerl.rules.position import Position
    from bummerl.rules.view import View


@click.command(
    help=_("Show a position or view. It says what lies where, whose turn it is, and what is legal.")
)
@click.argument("spn")
@click.option("--moves", default="", help=_("Tokens to play first, as in 'SK HA mH HK'."))
@click.option("--view", "seat", type=int, help=_("Print what this seat knows, as SPN."))
@click.option("--table", is_flag=True, help=_("With --view: only what the rules let a human see."))
@deck_option
@json_option
@lang_option
def show(spn: str, moves: str, seat: int | None, table: bool, deck: Deck, as_json: bool) -> None:
    """See the help text."""
    from bummerl.notation.as_json import situation_json
    from bummerl.notation.spn import parse_spn, write_spn
    from bummerl.words.board import describe

    situation = parse_spn(spn)
    if moves.split():
        situation = _play_tokens(situation, moves.split())
    if seat is not None:
        if seat not in range(situation.seats):
            raise click.BadParameter(_("there are seats 0 and 1"), param_hint="--view")
        view = _whole(situation, "--view").view(seat)
        situation = view.table() if table else view
    elif table:
        raise click.UsageError(_("--table goes with --view"))
    if as_json:
        print_json(situation_json(situation))
    elif seat is not None and not situation.over:
        click.echo(write_spn(situation))
    else:
        click.echo(describe(situation, wording(deck)))


def _whole(situation: Position | View, option: str) -> Position:
    from bummerl.errors import ViewError
    from bummerl.rules.position import Position

    if isinstance(situation, Position):
        return situation
    raise ViewError(
        "{option} needs a whole position, but this one has unknown cards (?)", option=option
    )


def _play_tokens(situation: Position | View, tokens: list[str]) -> Position | View:
    from bummerl.errors import BummerlError, IllegalMoveError, ViewError
    from bummerl.notation.tokens import parse_played
    from bummerl.rules.position import Position
    from bummerl.rules.world import play_in_view

    for number, token in enumerate(tokens, start=1):
        try:
            played = parse_played(token, situation.to_move)
            if isinstance(situation, Position):
                situation = situation.apply(played)
            elif played.seat != situation.seat:
                raise ViewError("a view plays only its own seat's moves")
            else:
                situation = play_in_view(situation, played.move)
        except BummerlError as error:
            raise IllegalMoveError(
                "move {number}, {token}: {reason}", number=number, token=token, reason=error.text
            ) from None
    return situation


@click.command(help=_("Print a fresh deal as SPN. Seat 0 deals, seat 1 leads."))
@rules_option
@seed_option
@json_option
@lang_option
def deal(rules: Rules, seed: str | None, as_json: bool) -> None:
    """See the help text."""
    from bummerl.notation.as_json import situation_json
    from bummerl.notation.spn import write_spn
    from bummerl.rules import dealing

    pack = dealing.shuffled(rules.deck, seed or secrets.token_hex(8))
    position = dealing.deal(pack, 0, rules)
    if as_json:
        print_json(situation_json(position))
    else:
        click.echo(write_spn(position))


@click.command(help=_("Count the move sequences of length DEPTH from a position."))
@click.argument("spn")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--split", is_flag=True, help=_("Also print the count below each first move."))
@json_option
@lang_option
def perft(spn: str, depth: int, split: bool, as_json: bool) -> None:
    """See the help text."""
    from bummerl.notation.spn import parse_spn
    from bummerl.notation.tokens import write_move
    from bummerl.rules import perft as counting

    position = _whole(parse_spn(spn), "perft")
    parts: dict[str, int] = {}
    if split and depth:
        counts = counting.perft_split(position, depth)
        parts = {write_move(move): count for move, count in counts.items()}
        nodes = sum(parts.values())
    else:
        nodes = counting.perft(position, depth)
    if as_json:
        print_json({"depth": depth, "nodes": nodes} | ({"split": parts} if split else {}))
        return
    for token, count in parts.items():
        click.echo(f"{token:3}{count}")
    click.echo(nodes)
