"""All commands together."""

from __future__ import annotations

from gettext import gettext as _

import click

from bummerl import __version__
from bummerl.cli import (
    admin,
    analyze,
    arena,
    bot,
    equity,
    play,
    positions,
    records,
    review,
    rules,
    serve,
    solve,
    tournament,
    verify,
)
from bummerl.cli.common import Commands, lang_option


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=_(
        "Bummerl: play and study Schnapsen and Sechsundsechzig (66).\n\n"
        "'bummerl play' starts a match at once. Positions are written in SPN, records in SGN."
    ),
)
@click.version_option(__version__, message="bummerl %(version)s")
@lang_option
@click.pass_context
def app(ctx: click.Context) -> None:
    """The root command; alone it prints the help."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


for command in (
    play.play,
    serve.serve,
    admin.admin,
    rules.rules,
    positions.show,
    positions.deal,
    positions.perft,
    analyze.analyze,
    review.review,
    solve.solve,
    solve.warmup,
    arena.arena,
    bot.bot,
    bot.bot_check,
    equity.equity,
    records.replay,
    records.convert,
    verify.verify,
    tournament.tournament,
):
    app.add_command(command)
