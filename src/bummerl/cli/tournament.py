"""``bummerl tournament``: Preisschnapsen on one file, from the announcement to the prizes."""

from __future__ import annotations

from gettext import gettext as _

import click

from bummerl.cli import tournament_desk, tournament_lists, tournament_print, tournament_sale
from bummerl.cli.common import lang_option


class InOrder(click.Group):
    """Lists its commands in the order of a tournament."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names."""
        return list(self.commands)


@click.group(
    cls=InOrder,
    help=_(
        "Run a Preisschnapsen on one file: announce it, sell cards, draw, enter results. "
        "'new' begins; 'status' always says what to do next. docs/tournament.md has an example."
    ),
)
@lang_option
def tournament() -> None:
    """All commands of the desk."""


for command in (
    *tournament_sale.COMMANDS,
    *tournament_desk.COMMANDS,
    *tournament_lists.COMMANDS,
    tournament_print.print_,
    *tournament_sale.FILES,
):
    tournament.add_command(command)
