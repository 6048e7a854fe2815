"""``bummerl equity``: the chance to win the Bummerl, or the match, from every score."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from gettext import gettext as _
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import click

from bummerl.cli.common import json_option, lang_option, print_json, rules_option, wording
from bummerl.rules.score import GAME
from bummerl.rules.variants import Rules
from bummerl.text import N_

if TYPE_CHECKING:
    from bummerl.words.wording import Wording

Side: TypeAlias = Literal["forehand", "dealer", "mean"]
Chance: TypeAlias = Callable[[int, int, Side], float]
"""The chance of a seat by its own number, the other's, and its part in the coming deal."""

_DEALS: Final[dict[Side, bool | None]] = {"forehand": False, "dealer": True, "mean": None}
_HEADINGS: Final[dict[Side, str]] = {
    "forehand": N_("Forehand in the coming deal:"),
    "dealer": N_("Dealer of the coming deal:"),
    "mean": N_("Mean of forehand and dealer:"),
}
_NEEDED: Final = tuple(range(GAME, 0, -1))
_MOST_ROWS: Final = 7
"""Of a long match only the last Bummerls are shown."""


class _NeededType(click.ParamType[tuple[int, int]]):
    """Game points that both sides need, as in 7:4."""

    name = "needed"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Both numbers, or a usage error."""
        if isinstance(value, tuple):
            return value
        found = re.fullmatch("([1-7]):([1-7])", str(value).strip())
        if not found:
            self.fail(_("points needed look like 7:4, each from 7 to 1"), param, ctx)
        return int(found[1]), int(found[2])


@click.command(
    help=_(
        "Print the chance to win the Bummerl from every score, in per cent: what playing for the "
        "score is reckoned from. It comes from whole Bummerls that a player of ours played "
        "against itself."
    )
)
@rules_option
@click.option("--forehand", is_flag=True, help=_("Only for forehand of the coming deal."))
@click.option("--dealer", is_flag=True, help=_("Only for the dealer of the coming deal."))
@click.option("--mean", is_flag=True, help=_("Only the mean of both."))
@click.option(
    "--partie", is_flag=True, help=_("The chance to win the match, by Bummerls hung so far.")
)
@click.option(
    "--needed",
    type=_NeededType(),
    metavar="OWN:OTHER",
    help=_("With --partie: the points both still need in this Bummerl; else 7:7."),
)
@json_option
@lang_option
def equity(
    rules: Rules,
    partie: bool,
    needed: tuple[int, int] | None,
    as_json: bool,
    **only: bool,
) -> None:
    """See the help text."""
    if needed is not None and not partie:
        raise click.UsageError(_("--needed goes with --partie; the other table has every score"))
    asked: list[Side] = [side for side in _DEALS if only[side]]
    if len(asked) > 1:
        raise click.UsageError(_("only one of --forehand, --dealer and --mean can be given"))
    sides: Sequence[Side] = asked or ["forehand", "dealer"]
    if as_json:
        print_json(_as_json(rules, needed or (GAME, GAME)))
    elif partie:
        click.echo("\n".join(_match_table(rules, sides, needed or (GAME, GAME), wording())))
    else:
        click.echo("\n".join(_bummerl_table(rules, sides, wording())))


def _bummerl(rules: Rules) -> Chance:
    from bummerl.players.equity import bummerl_chance

    return lambda own, other, side: bummerl_chance(rules, (own, other), _DEALS[side])


def _match(rules: Rules, needed: tuple[int, int]) -> Chance:
    from bummerl.players.equity import match_chance

    return lambda own, other, side: match_chance(rules, needed, (own, other), _DEALS[side])


def _hung(rules: Rules) -> range:
    """The numbers of Bummerls so far that are shown."""
    return range(max(0, rules.match - _MOST_ROWS), rules.match)


# ---- for people ----------------------------------------------------------------------------


def _bummerl_table(rules: Rules, sides: Sequence[Side], words: Wording) -> Iterator[str]:
    yield words.say("{rules}: chance to win the Bummerl, in per cent.", rules=str(rules))
    yield words.say("Rows: points you still need; columns: points the other one needs.")
    yield from _tables(_bummerl(rules), _NEEDED, sides, words)
    yield from ("", _source(rules, words))


def _match_table(
    rules: Rules, sides: Sequence[Side], needed: tuple[int, int], words: Wording
) -> Iterator[str]:
    yield words.say_n(
        "{rules}: chance to win the match (first to hang {n} Bummerl), in per cent.",
        "{rules}: chance to win the match (first to hang {n} Bummerls), in per cent.",
        rules.match,
        rules=str(rules),
    )
    yield words.say(
        "Rows: Bummerls you have hung so far; columns: the other one. In this Bummerl you need "
        "{own}, the other one {other}.",
        own=needed[0],
        other=needed[1],
    )
    yield from _tables(_match(rules, needed), _hung(rules), sides, words)
    yield from ("", _source(rules, words))


def _tables(
    chance: Chance, numbers: Sequence[int], sides: Sequence[Side], words: Wording
) -> Iterator[str]:
    first = max(len(str(number)) for number in numbers)
    width = max(5, first)
    for side in sides:
        yield from ("", words.say(_HEADINGS[side]))
        yield " " * first + "".join(f"  {number:>{width}}" for number in numbers)
        for own in numbers:
            cells = (
                words.number(100 * chance(own, other, side), 1).rjust(width) for other in numbers
            )
            yield f"{own:>{first}}  " + "  ".join(cells)


def _source(rules: Rules, words: Wording) -> str:
    from bummerl.players.deal_odds import deals

    counted = deals(rules.deck)
    made = counted.made
    return words.say(
        "From {games} Bummerls ({deals} deals) of {player} against itself: {rules}, "
        "seed {seed}, version {version}.",
        deals=counted.total,
        **{key: made[key] for key in ("games", "player", "rules", "seed", "version")},
    )


# ---- as JSON -------------------------------------------------------------------------------


def _as_json(rules: Rules, needed: tuple[int, int]) -> dict[str, Any]:
    from bummerl.players.deal_odds import NEEDS, POINTS, deals
    from bummerl.players.equity import family

    counted = deals(rules.deck)
    draws = family(rules).draws
    odds = counted.odds(draws=draws)
    return {
        "rules": str(rules),
        "bummerl": {"needed": list(_NEEDED), **_rows(_bummerl(rules), _NEEDED)},
        "partie": {
            "match": rules.match,
            "schneider_bummerls": rules.schneider_bummerls,
            "needed": list(needed),
            "bummerls": list(_hung(rules)),
            **_rows(_match(rules, needed), _hung(rules)),
        },
        "deals": {
            "points": list(POINTS),
            "odds": {"{}:{}".format(*at): [round(p, 6) for p in odds[at]] for at in NEEDS},
            "counts": {"{}:{}".format(*at): list(counted.counts[at]) for at in NEEDS},
            "prior": counted.prior(draws=draws),
        },
        "made": dict(counted.made),
    }


def _rows(chance: Chance, numbers: Sequence[int]) -> dict[str, list[list[float]]]:
    return {
        side: [[round(chance(own, other, side), 6) for other in numbers] for own in numbers]
        for side in _DEALS
    }
