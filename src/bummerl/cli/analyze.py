"""``bummerl analyze``: what every plan of a view is worth."""

from __future__ import annotations

from gettext import gettext as _
from typing import TYPE_CHECKING

import click

from bummerl.cli.common import deck_option, json_option, lang_option, print_json, wording
from bummerl.cli.solve import warm_up
from bummerl.words.names import Deck

if TYPE_CHECKING:
    from bummerl.analysis.evaluate import Analysis, Hands

SECONDS = click.FloatRange(min=0, min_open=True, max=3600)


@click.command(
    help=_(
        "Analyze what a seat knows (a view, in SPN): every plan of the seat to move with its "
        "expected game points, the chance to win the deal and the Bummerl, and how sure that is. "
        "Where the SPN shows all cards, they count as known to both sides."
    )
)
@click.argument("spn")
@click.option(
    "--time",
    "seconds",
    type=SECONDS,
    help=_("Seconds to think; else a fixed amount of work, about a second."),
)
@click.option(
    "--dealer",
    type=click.IntRange(0, 1),
    metavar="SEAT",
    help=_("Who dealt this deal, for the chance to win the Bummerl; else the mean of both."),
)
@deck_option
@json_option
@lang_option
def analyze(spn: str, seconds: float | None, dealer: int | None, deck: Deck, as_json: bool) -> None:
    """See the help text."""
    from bummerl.analysis.report import analysis_json
    from bummerl.words.verdict import tell_analysis

    analysis, hands = _analyzed(spn, seconds, dealer)
    if as_json:
        print_json(analysis_json(analysis, hands))
    else:
        click.echo(tell_analysis(analysis, wording(deck), hands))


def _analyzed(spn: str, seconds: float | None, dealer: int | None) -> tuple[Analysis, Hands | None]:
    """The analysis, and the hands that its best plan can beat."""
    from bummerl.analysis import evaluate
    from bummerl.notation.spn import parse_spn
    from bummerl.rules.view import View

    situation = parse_spn(spn)
    make_ready()
    analysis = evaluate.analyze(situation, seconds=seconds, dealer=dealer)
    if not isinstance(situation, View):
        return analysis, None
    return analysis, evaluate.hands_beaten(situation, analysis.best.plan)


def make_ready() -> None:
    """Loads the kernels of the judge; on a terminal it says so if they have to be compiled."""
    import bummerl.search.judge  # noqa: F401 - its kernels are made ready

    warm_up()
