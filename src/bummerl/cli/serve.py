"""``bummerl serve``: play in the browser."""

from __future__ import annotations

import sys
from gettext import gettext as _

import click

from bummerl.cli.common import lang_option, wording


@click.command(
    help=_(
        "Play in the browser: against bots, or with others who can reach this machine. Without "
        "options everything stays on this machine, in an SQLite file. Whoever lets others in needs "
        "a secret key in BUMMERL_SECRET_KEY. Every option can also be set by an environment "
        "variable: --database-url by BUMMERL_DATABASE_URL; docs/operations.md has them all."
    )
)
@click.option("--host", metavar="ADDRESS", help=_("Address to listen on; 0.0.0.0: all."))
@click.option("--port", type=click.IntRange(0, 65535), help=_("Port to listen on; 0: any."))
@click.option("--public-url", metavar="URL", help=_("Where browsers reach it, if elsewhere."))
@click.option("--database-url", metavar="URL", help=_("postgresql://… instead of SQLite."))
@click.option("--redis-url", metavar="URL", help=_("redis://… for several processes."))
@click.option("--open/--no-open", "browser", default=None, help=_("Open a browser."))
@click.option(
    "--log-level",
    type=click.Choice(("debug", "info", "warning", "error")),
    help=_("What is logged."),
)
@lang_option
def serve(
    host: str | None,
    port: int | None,
    public_url: str | None,
    database_url: str | None,
    redis_url: str | None,
    browser: bool | None,
    log_level: str | None,
) -> None:
    """See the help text."""
    from bummerl.server.serve import run
    from bummerl.server.settings import load

    settings = load(
        host=host,
        port=port,
        public_url=public_url,
        database_url=database_url,
        redis_url=redis_url,
        log_level=log_level,
    )
    say = wording().say

    def told(address: str) -> None:
        click.echo(say("Bummerl is at {address} – Ctrl-C ends it.", address=address))

    if browser is None:  # a server for others has nobody in front of it
        browser = not settings.exposed and sys.stdout.isatty()
    run(settings, told, browser=browser)
