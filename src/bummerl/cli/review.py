"""``bummerl review``: every decision of a record, and what luck made of it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bummerl.cli.analyze import SECONDS, make_ready
from bummerl.cli.common import deck_option, json_option, lang_option, print_json, wording
from bummerl.cli.records import FILES
from bummerl.words.names import Deck
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from bummerl.analysis.review import Review
    from bummerl.notation.sgn import DealRecord


@click.command(
    help=_(
        "Review a file of records: every decision of each player, judged from what the seat knew; "
        "what its errors cost, and what was luck. It tells the decisions that were not good, and "
        "sums for each player; docs/analysis.md explains the numbers."
    )
)
@click.argument("file", type=FILES)
@click.option(
    "--output",
    "-o",
    type=FILES,
    metavar="FILE",
    help=_("Write the records with the value of each decision as a comment (%ev)."),
)
@click.option(
    "--plot",
    type=FILES,
    metavar="FILE",
    help=_("Draw the first player's chance to win the Bummerl, as .svg or .png."),
)
@click.option(
    "--time",
    "seconds",
    type=SECONDS,
    help=_("Seconds for each decision; else a fixed amount of work, about a fifth of a second."),
)
@click.option(
    "--seat",
    type=click.IntRange(0, 1),
    help=_("List the errors of this seat only; both are judged, since luck is what is left."),
)
@deck_option
@json_option
@lang_option
def review(
    file: Path,
    output: Path | None,
    plot: Path | None,
    seconds: float | None,
    seat: int | None,
    deck: Deck,
    as_json: bool,
) -> None:
    """See the help text."""
    from bummerl.analysis.canvas import check_picture
    from bummerl.analysis.report import annotated, review_json
    from bummerl.match.archive import format_of
    from bummerl.notation.reading import check_writable
    from bummerl.words.assessment import labels, remark, tell_review, without_remark

    if output is not None:  # now, not after minutes of work
        check_writable(output)
    if plot is not None:
        check_picture(plot)
    records = format_of(file).load(file)
    found = _reviewed(records, seconds)
    words = wording(deck)
    if output is not None:
        remarks = annotated(
            records, found, lambda decision: remark(decision, words), without_remark
        )
        format_of(output).dump(remarks, output)
    if plot is not None:
        from bummerl.analysis.plot import plot as draw

        draw(found, plot, labels(found, words))
    if as_json:
        print_json(review_json(found))
    else:
        click.echo(printable(tell_review(found, words, seat), keep="\n"))


def _reviewed(records: list[DealRecord], seconds: float | None) -> Review:
    from bummerl.analysis.review import review as reviewed
    from bummerl.analysis.turns import turns_of

    make_ready()
    with _progress(sum(len(list(turns_of(record))) for record in records)) as progress:
        return reviewed(records, seconds=seconds, progress=progress)


@contextmanager
def _progress(turns: int) -> Iterator[Callable[[int], None]]:
    """A progress line on stderr, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    with click.progressbar(length=turns, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
