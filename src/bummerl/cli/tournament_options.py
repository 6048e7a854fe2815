"""Options and parameter types of ``bummerl tournament``, and what all its commands share."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from bummerl.cli.common import RulesType, json_option, lang_option, wording
from bummerl.errors import BummerlError, FileError
from bummerl.rules.variants import Rules
from bummerl.words.printable import printable

if TYPE_CHECKING:
    from bummerl.tournament.events import Danish, PrizeList, Settings
    from bummerl.tournament.sale import Stamp
    from bummerl.tournament.state import Tournament
    from bummerl.tournament.store import TournamentFile

_F = TypeVar("_F", bound=Callable[..., Any])

FILE: Final = click.Path(path_type=Path)
PUBLIC_NAMES: Final = ("full", "short", "number")
KEYS: Final = ("wins", "difference", "bummerls", "opponents")
OFFENCES: Final = ("renonce", "tricks", "false_out", "misdeal", "late", "other")
_DEFAULT_RULES: Final = "tournament"
_SIMPLE: Final = (
    "name",
    "cards",
    "max_per_person",
    "price",
    "rebuy_until",
    "rebuy_price",
    "currency",
    "boards",
    "prizes",
    "one_prize_each",
    "third_place",
    "places_5_8",
    "club_prize",
    "public_names",
    "date",
    "place",
)
"""Options that are settings as they are."""


class MoneyType(click.ParamType[int]):
    """An amount of money, in hundredths."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The amount, or a usage error."""
        from bummerl.tournament.cash import parse_money

        if isinstance(value, int):
            return value
        try:
            return parse_money(str(value))
        except BummerlError as error:
            self.fail(wording().say(error.text), param, ctx)


class ScoreType(click.ParamType[tuple[int, int]]):
    """Bummerls of winner and loser, as in 2:1."""

    name = "score"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Both numbers, or a usage error."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"([0-9]{1,9}):([0-9]{1,9})", str(value).strip())
        if not found:
            self.fail(_("a score looks like 2:1, the winner first"), param, ctx)
        return int(found[1]), int(found[2])


class ListType(click.ParamType["PrizeList | None"]):
    """A list of its own: group=prizes, and :apart; nothing for an empty text."""

    name = "list"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> PrizeList | None:
        """The list, or a usage error."""
        from bummerl.tournament.events import PrizeList

        if value == "":
            return None
        found = re.fullmatch(r"(.+?)\s*=\s*([0-9]{1,4})(:apart)?", str(value).strip())
        if not found:
            self.fail(_("a list looks like women=3 or guests=2:apart"), param, ctx)
        return PrizeList(found[1], int(found[2]), found[3] is not None)


def desk(function: _F) -> _F:
    """The argument FILE, ``--json`` and ``--lang``."""
    return click.argument("file", type=FILE)(json_option(lang_option(function)))


_WHOLE: Final = click.IntRange(min=0)
_PLAY: Final = (
    click.option("--cards", type=_WHOLE, help=_("Entry cards issued: 8 … 1024; else 64.")),
    click.option("--max-per-person", type=_WHOLE, help=_("Cards a person may hold; else 4.")),
    click.option(
        "--rules",
        type=RulesType(),
        metavar="RULES",
        help=_("Rules, with changed options in brackets; else tournament."),
    ),
    click.option(
        "--bummerls", type=_WHOLE, help=_("Bummerls that win a match; else as the rules.")
    ),
    click.option("--boards", type=_WHOLE, help=_("Boards to play at; 0: always enough.")),
)
"""Options of what is played, in the order of the help."""
_MONEY: Final = (
    click.option("--price", type=MoneyType(), help=_("Of a card, as in 5 or 2.50.")),
    click.option("--currency", help=_("Sign of the currency; else €.")),
    click.option(
        "--rebuy-until",
        type=_WHOLE,
        help=_("Last round whose draw takes cards bought again; else there are none."),
    ),
    click.option("--rebuy-price", type=MoneyType(), help=_("Of a card bought again; else as any.")),
)
_PRIZES: Final = (
    click.option("--prizes", type=_WHOLE, help=_("Number of prizes; else 8.")),
    click.option(
        "--prize",
        "prize_names",
        multiple=True,
        help=_("What a prize is, best first; '' alone takes all away."),
    ),
    click.option(
        "--one-prize-each/--many-prizes-each",
        "one_prize_each",
        default=None,
        help=_("A person keeps only the best prize."),
    ),
    click.option(
        "--third-place/--no-third-place",
        "third_place",
        default=None,
        help=_("Play for places 3 and 4; else they do."),
    ),
    click.option(
        "--places-5-8/--no-places-5-8",
        "places_5_8",
        default=None,
        help=_("Play for places 5 to 8; else they do."),
    ),
    click.option(
        "--list",
        "lists",
        type=ListType(),
        multiple=True,
        help=_("Prizes of a group: women=3; with :apart only there; '' alone: no lists."),
    ),
    click.option("--club-prize", help=_("Prize for the club with the most players; '' for none.")),
)
_STAGE: Final = (
    click.option(
        "--danish-rounds", type=_WHOLE, help=_("Qualifying rounds in the Danish system; 0: none.")
    ),
    click.option("--qualifiers", type=_WHOLE, help=_("Cards that qualify: 2, 4, 8 …")),
    click.option(
        "--danish-key",
        "danish_keys",
        type=click.Choice(KEYS),
        multiple=True,
        help=_("Ranking keys, the most important first; else all."),
    ),
)
_SHOWN: Final = (
    click.option(
        "--public-names",
        type=click.Choice(PUBLIC_NAMES),
        help=_("Names on public pages; else short."),
    ),
    click.option("--date", help=_("When it is, for the sheets.")),
    click.option("--place", help=_("Where it is, for the sheets.")),
)


def settings_options(function: _F) -> _F:
    """How a tournament is announced; what is not given is None."""
    for option in reversed((*_PLAY, *_MONEY, *_PRIZES, *_STAGE, *_SHOWN)):
        function = option(function)
    return function


def settings_of(given: dict[str, Any], before: Settings | None = None) -> Settings:
    """Settings from options; what is not given stays as `before`, or at its default."""
    from bummerl.tournament.announcing import altered
    from bummerl.tournament.events import Settings

    changes = {name: given[name] for name in _SIMPLE if given.get(name) is not None}
    base = before or Settings(name=changes["name"], rules=_DEFAULT_RULES)
    changes["rules"] = str(_rules(given, base))
    if names := given["prize_names"]:
        changes["prize_names"] = names if any(names) else ()
        if before is None and any(names):
            changes.setdefault("prizes", len(names))
    if given["lists"]:
        changes["lists"] = tuple(filter(None, given["lists"]))
    changes["danish"] = _danish(given, base.danish)
    if changes.get("club_prize") == "":
        changes["club_prize"] = None
    return altered(base, **changes)


def _rules(given: dict[str, Any], base: Settings) -> Rules:
    from bummerl.rules.variants import parse_rules

    rules = given["rules"] or parse_rules(base.rules)
    assert isinstance(rules, Rules)
    return rules if given["bummerls"] is None else rules.with_(match=given["bummerls"])


def _danish(given: dict[str, Any], base: Danish | None) -> Danish | None:
    from bummerl.tournament.events import Danish

    rounds, qualifiers, keys = given["danish_rounds"], given["qualifiers"], given["danish_keys"]
    if rounds == 0:
        return None
    if rounds is None and qualifiers is None and not keys:
        return base
    rounds = rounds or (base and base.rounds)
    qualifiers = qualifiers or (base and base.qualifiers)
    if not rounds or not qualifiers:
        raise click.UsageError(_("a Danish stage needs --danish-rounds and --qualifiers"))
    return Danish(rounds, qualifiers, keys or (base.keys if base else Danish(1, 2).keys))


# ---- the file ------------------------------------------------------------------------------


def stamp() -> Stamp:
    """Now."""
    from bummerl.tournament.sale import Stamp

    return Stamp(time.time_ns() // 1_000_000)


@contextmanager
def opened(path: Path) -> Iterator[TournamentFile]:
    """The file of a tournament."""
    from bummerl.tournament.store import TournamentFile

    with TournamentFile(path) as file:
        yield file


def read(path: Path) -> Tournament:
    """A tournament, to look at."""
    with opened(path) as file:
        return file.read()


def back_up(path: Path, t: Tournament) -> Path | None:
    """The backup after a round, beside the file; a failure is told, but is none of the command."""
    from bummerl.tournament import backup

    target = backup.after_round(path, t)
    try:
        backup.write(target, backup.dumps(t.history))
    except FileError as error:
        said = wording().say("the backup failed: {reason}", reason=error.text)
        click.echo(f"bummerl: {said}", err=True)
        return None
    return target


def echo(*lines: str) -> None:
    """Print lines that may hold what people typed."""
    for line in lines:
        click.echo(printable(line))
