"""``bummerl verify``: whether deals were rigged."""

from __future__ import annotations

from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bummerl.cli.common import json_option, lang_option, print_json, wording
from bummerl.cli.records import FILES
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from bummerl.match.fair_check import Verdict
    from bummerl.words.wording import Wording


@click.command(
    help=_(
        "Verify that nobody rigged the deals of a file of records: that the secret of each deal "
        "is the one promised by its commitment, and that the pack order and the cards dealt "
        "follow from it and the contributions of both players; docs/fairness.md explains how. "
        "Exit code 0 if every deal is proved fair, else 1: also if one cannot be verified."
    )
)
@click.argument("file", type=FILES)
@json_option
@lang_option
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """See the help text."""
    from bummerl.match.fair_check import verify_file

    words = wording()
    verdicts = verify_file(file)
    counts = {
        status: sum(verdict.status == status for verdict in verdicts)
        for status in ("fair", "wrong", "unverifiable")
    }
    if as_json:
        deals = [verdict.as_json(words.say) for verdict in verdicts]
        print_json({"deals": deals, **counts})
    else:
        for verdict in verdicts:
            click.echo(printable(_told(verdict, words)))
        click.echo(words.say_n("{n} deal proved fair", "{n} deals proved fair", counts["fair"]))
        if counts["wrong"]:
            click.echo(words.say_n("{n} deal is wrong", "{n} deals are wrong", counts["wrong"]))
        if n := counts["unverifiable"]:
            click.echo(
                words.say_n("{n} deal cannot be verified", "{n} deals cannot be verified", n)
            )
    ctx.exit(0 if verdicts and counts["fair"] == len(verdicts) else 1)


def _told(verdict: Verdict, words: Wording) -> str:
    """One line about a deal."""
    reasons = "; ".join(map(words.say, verdict.reasons))
    values = {"line": verdict.line, "deal": verdict.deal, "reasons": reasons}
    match verdict.status:
        case "fair":
            return words.say("line {line}, deal {deal}: fair", **values)
        case "unverifiable":
            return words.say("line {line}, deal {deal}: cannot be verified: {reasons}", **values)
        case "wrong" if verdict.deal is None:
            return words.say("line {line}: WRONG: {reasons}", **values)
        case "wrong":
            return words.say("line {line}, deal {deal}: WRONG: {reasons}", **values)
