"""``bummerl tournament``: draws and results."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bummerl.cli import tournament_lists as lists
from bummerl.cli import tournament_typed as typed
from bummerl.cli.common import print_json, wording
from bummerl.cli.tournament_options import (
    OFFENCES,
    ScoreType,
    back_up,
    desk,
    echo,
    opened,
    stamp,
)
from bummerl.cli.tournament_words import needs_word

if TYPE_CHECKING:
    from bummerl.tournament.events import AnyEvent
    from bummerl.tournament.state import Tournament

# ---- draws ---------------------------------------------------------------------------------


@click.command(
    help=_(
        "Draw the next round. WORD is what the hall calls out: with it and the secret, whose hash "
        "was published, everybody can reckon the draw again. Or type in lots drawn by hand: a "
        "line with card, pot and number each, as in: 17 left 5"
    )
)
@desk
@click.option("--word", help=_("The word called out in the hall."))
@click.option(
    "--lots", type=click.Path(path_type=Path, allow_dash=True), help=_("Lots; - for typing.")
)
def draw(file: Path, word: str | None, lots: Path | None, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.drawing import draw, draw_by_hand

    if word is not None and lots is not None:
        raise click.UsageError(_("either --word or --lots: the draw is by word or by hand"))
    drawn = None if lots is None else typed.read_lots(lots)
    with opened(file) as book:
        t = book.read()
        if word is None and drawn is None and needs_word(t):
            raise click.UsageError(_("let the hall call out a word, and give it with --word"))
        back_up(file, t)
        t, _events = book.change(
            lambda t: draw(t, word, stamp()) if drawn is None else draw_by_hand(t, drawn, stamp())
        )
    saved = back_up(file, t)
    if as_json:
        print_json(lists.draw_as_json(t, saved))
    else:
        echo(*lists.told_draw(t, file, wording()))


@click.command(
    help=_("Declare the last draw void. Only before any result; the next takes another secret.")
)
@desk
@click.option("--reason", required=True, help=_("Why; it is published with the draws."))
def undraw(file: Path, reason: str, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.drawing import undraw

    with opened(file) as book:
        t, events = book.change(lambda t: undraw(t, reason, stamp()))
    _tell(t, events, file, as_json)


# ---- results -------------------------------------------------------------------------------


def _result_options(function: Any) -> Any:
    for option in reversed(
        (
            click.argument("match"),
            click.argument("winner"),
            click.option("--score", type=ScoreType(), help=_("Bummerls as in 2:1, winner first.")),
            click.option("--forfeit", is_flag=True, help=_("The loser did not come, or gave up.")),
            click.option(
                "--penalty", type=click.Choice(OFFENCES), help=_("The referee punished the loser.")
            ),
            click.option("--reason", help=_("Anything to be remembered.")),
        )
    ):
        function = option(function)
    return function


@click.command(help=_("Enter the result of MATCH. WINNER is the winning card, or its holder."))
@desk
@_result_options
def result(file: Path, match: str, winner: str, as_json: bool, **given: Any) -> None:
    """See the help text."""
    from bummerl.tournament.desk import result

    _enter(result, file, match, winner, given, as_json)


@click.command(
    help=_("Correct a result. Possible until the next round is drawn; the log keeps both.")
)
@desk
@_result_options
def correct(file: Path, match: str, winner: str, as_json: bool, **given: Any) -> None:
    """See the help text."""
    from bummerl.tournament.desk import correct

    _enter(correct, file, match, winner, given, as_json)


def _enter(
    decide: Any, file: Path, match: str, winner: str, given: dict[str, Any], as_json: bool
) -> None:
    if given["forfeit"] and given["penalty"]:
        raise click.UsageError(_("either --forfeit or --penalty"))
    how = "forfeit" if given["forfeit"] else "penalty" if given["penalty"] else "played"
    with opened(file) as book:
        t, events = book.change(
            lambda t: decide(
                t,
                match,
                typed.winning_card(t, match, winner),
                stamp(),
                score=given["score"],
                how=how,
                offence=given["penalty"],
                reason=given["reason"],
            )
        )
    _tell(t, events, file, as_json, match)


@click.command(help=_("Take a result back. The match is to be played, or entered, again."))
@desk
@click.argument("match")
@click.option("--reason", help=_("Anything to be remembered."))
def undo(file: Path, match: str, reason: str | None, as_json: bool) -> None:
    """See the help text."""
    from bummerl.tournament.desk import clear

    with opened(file) as book:
        t, events = book.change(lambda t: clear(t, match, stamp(), reason))
    _tell(t, events, file, as_json, match)


@click.command(
    help=_(
        "Withdraw somebody who leaves. Whoever meets the cards moves on without play. WHO is a "
        "person or card numbers. --back takes it back while no match of theirs is past."
    )
)
@desk
@click.argument("who", nargs=-1, required=True)
@click.option("--reason", help=_("Anything to be remembered."))
@click.option("--back", is_flag=True, help=_("They play on after all."))
def withdraw(
    file: Path, who: tuple[str, ...], reason: str | None, back: bool, as_json: bool
) -> None:
    """See the help text."""
    from bummerl.tournament.desk import bring_back, withdraw

    def decide(t: Tournament) -> tuple[AnyEvent, ...]:
        cards = typed.cards_of(t, who, withdrawn=back)
        return bring_back(t, cards, stamp()) if back else withdraw(t, cards, stamp(), reason)

    with opened(file) as book:
        t, events = book.change(decide)
    _tell(t, events, file, as_json)


@click.command(
    help=_(
        "Put MATCH on a board by hand. Whoever sits there, or plays elsewhere, makes way. "
        "--later puts it off as somebody is away, --ready ends that."
    )
)
@desk
@click.argument("match")
@click.argument("number", type=int, required=False, metavar="[BOARD]")
@click.option("--later", is_flag=True, help=_("Not now."))
@click.option("--ready", is_flag=True, help=_("Everybody is here."))
def board(
    file: Path, match: str, number: int | None, later: bool, ready: bool, as_json: bool
) -> None:
    """See the help text."""
    from bummerl.tournament.desk import board, delay

    if (number is not None) + later + ready != 1:
        raise click.UsageError(_("give a board, or --later, or --ready"))
    with opened(file) as book:
        t, events = book.change(
            lambda t: (
                delay(t, match, stamp(), later)
                if number is None
                else board(t, match, number, stamp())
            )
        )
    _tell(t, events, file, as_json, match)


def _tell(
    t: Tournament,
    events: Sequence[AnyEvent],
    file: Path,
    as_json: bool,
    match: str | None = None,
) -> None:
    """What a change led to; backs up when a round is over."""
    done = t.current is not None and t.current.complete
    saved = back_up(file, t) if done else None
    if as_json:
        print_json(lists.change_as_json(t, match, saved))
    else:
        echo(*lists.told_change(t, events, file, match, wording()))


COMMANDS: Final = (draw, undraw, result, correct, undo, withdraw, board)
"""What `bummerl.cli.tournament` adds to its group."""
