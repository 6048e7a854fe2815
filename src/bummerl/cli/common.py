"""What the commands share: error handling, parameter types, options, output."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from typing import IO, Any, TypeVar

import click

from bummerl.cli.language import spoken
from bummerl.errors import BummerlError
from bummerl.rules.variants import Rules, parse_rules
from bummerl.words.names import DECKS, LANGUAGES, Deck
from bummerl.words.wording import Wording

_F = TypeVar("_F", bound=Callable[..., Any])


class Complaint(click.ClickException):
    """One sentence on stderr, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        click.echo(f"bummerl: {self.format_message()}", file=file, err=file is None)


class Interrupted(Complaint):
    """Stopped by Ctrl-C before the end; exit code 130, as shells have it."""

    exit_code = 130


class UnreadError(Exception):
    """Nobody reads the output any more; not an `OSError`, for which click would exit with 1."""


@contextmanager
def _while_read() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise UnreadError from None


class Commands(click.Group):
    """The command group; every deliberate error of a command becomes a `Complaint`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; this is where ``--help`` is answered."""
        with _while_read():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            with _while_read():
                return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            raise Interrupted(wording().say("interrupted")) from None
        except BummerlError as error:
            raise Complaint(wording().say(error.text)) from None
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            raise Complaint(f"{name}{error.strerror or error}") from None


def wording(deck: Deck = "french") -> Wording:
    """Words in the language of this process."""
    return Wording(spoken(), deck)


class RulesType(click.ParamType[Rules]):
    """A rule set written as in SPN."""

    name = "rules"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """The rules, or a usage error with the reason."""
        if isinstance(value, Rules):
            return value
        try:
            return parse_rules(value)
        except BummerlError as error:
            self.fail(wording().say(error.text), param, ctx)


def rules_option(function: _F) -> _F:
    """``--rules``."""
    return click.option(
        "--rules",
        type=RulesType(),
        default="soft",
        show_default=True,
        metavar="RULES",
        help=_("Rule preset, with changed options in brackets: sharp(pair_lead=either)."),
    )(function)


class SeedType(click.ParamType[str]):
    """Any text; bytes that are no text are refused, because they could not be written down."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text, or a usage error."""
        text = str(value)
        if not text or not text.isprintable():
            self.fail(_("a seed is any printable text or number"), param, ctx)
        return text


def seed_option(function: _F) -> _F:
    """``--seed``."""
    return click.option(
        "--seed",
        type=SeedType(),
        help=_("Any text or number; the same seed gives the same cards."),
    )(function)


def json_option(function: _F) -> _F:
    """``--json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help=_("Print JSON, and nothing else, to stdout.")
    )(function)


def lang_option(function: _F) -> _F:
    """``--lang``; its value is read before the command line is parsed."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=_("Language of messages; else the locale's."),
    )(function)


def deck_option(function: _F) -> _F:
    """``--deck``."""
    return click.option(
        "--deck",
        type=click.Choice(DECKS),
        default="french",
        show_default=True,
        help=_("Names and signs of the cards."),
    )(function)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    click.echo(json.dumps(value, ensure_ascii=False))
