"""``bummerl play``: a match against a bot in the terminal."""

from __future__ import annotations

import datetime
import secrets
import shlex
import sys
from gettext import gettext as _
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from bummerl.cli.common import deck_option, lang_option, rules_option, seed_option, wording
from bummerl.cli.language import spoken
from bummerl.cli.solve import make_ready_for
from bummerl.errors import BummerlError, FileError, PlayerError
from bummerl.rules.variants import Rules
from bummerl.words.names import Deck

if TYPE_CHECKING:
    from bummerl.match.bummerl import Match
    from bummerl.tui.session import Session

HUMAN = "human"
"""The person's name in records."""
LATEST = "latest"
"""Value of ``--resume`` without a file."""


@click.command(
    help=_(
        "Play a match in the terminal. It starts at once, and is saved after every move, "
        "so leaving loses nothing."
    )
)
@rules_option
@click.option(
    "--opponent", default="greedy", show_default=True, metavar="PLAYER", help=_("Who you play.")
)
@click.option(
    "--match",
    "bummerls",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("Bummerls that win the match; else as the rules say."),
)
@seed_option
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=_("Where the match is kept; else in your own state folder."),
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help=_("Continue a saved match; without FILE the latest unfinished one."),
)
@click.option("--plain", is_flag=True, help=_("Line by line, for screen readers and pipes."))
@deck_option
@lang_option
@click.pass_context
def play(
    ctx: click.Context,
    rules: Rules,
    opponent: str,
    bummerls: int | None,
    seed: str | None,
    save: Path | None,
    resume: str | None,
    plain: bool,
    deck: Deck,
) -> None:
    """See the help text."""
    if resume is not None:
        _refuse_settings(ctx)
        match, path = _resumed(resume)
    else:
        match = _new_match(
            rules if bummerls is None else rules.with_(match=bummerls), opponent, seed
        )
        path = _fresh_path(save)
    session = _session(match, path, deck)
    found = (save is None and resume is None) or resume == LATEST
    session.command = _go_on(ctx, None if found else path)
    session.another = lambda: _another(ctx, session)
    if _run(session, plain or not _is_terminal()):
        ctx.exit(2)  # the screen has said what went wrong


def _new_match(rules: Rules, opponent: str, seed: str | None) -> Match:
    from bummerl.match.bummerl import Match
    from bummerl.players.registry import parse_spec

    spec = parse_spec(opponent)
    if spec.name == HUMAN:
        raise PlayerError("the opponent must be a computer player, such as greedy")
    date = datetime.date.today().strftime("%Y.%m.%d")
    seed = secrets.token_hex(4) if seed is None else seed
    return Match(rules, (HUMAN, str(spec)), seed=seed, date=date)


def _session(match: Match, path: Path, deck: Deck) -> Session:
    from bummerl.players.registry import make_player
    from bummerl.tui.session import Session

    seat = match.names.index(HUMAN)
    make_ready_for(match.names[1 - seat])
    opponent = make_player(match.names[1 - seat], seed=f"{match.seed}/{1 - seat}")
    return Session(match, opponent, wording(deck), seat, path)


def _another(ctx: click.Context, last: Session) -> Session:
    """A new match like the last one, with cards of its own."""
    match = _new_match(last.match.rules, last.match.names[last.other], None)
    session = _session(match, _fresh_path(None), last.wording.deck)
    session.command = _go_on(ctx, None)
    session.another = lambda: _another(ctx, session)
    session.save()
    return session


def _go_on(ctx: click.Context, path: Path | None) -> str:
    """The command that goes on in the same words; `path` None: with the latest match."""
    said = ["bummerl", "play", "--resume", *([] if path is None else [str(path)])]
    for name, value in (("deck", ctx.params["deck"]), ("lang", spoken())):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            said += [f"--{name}", value]
    if ctx.params["plain"]:
        said.append("--plain")
    return shlex.join(said)


def _refuse_settings(ctx: click.Context) -> None:
    """A saved match has its settings; saying others with ``--resume`` is a mistake."""
    for name in ("rules", "opponent", "bummerls", "seed", "save"):
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = "--match" if name == "bummerls" else f"--{name}"
            raise click.UsageError(
                _("{option} cannot be changed with --resume").format(option=option)
            )


def _run(session: Session, plain: bool) -> int:
    """Play; the exit code."""
    session.save()
    if plain:
        from bummerl.tui.plain import run as run_plain

        return run_plain(session)
    from bummerl.tui.app import run

    return run(session)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _fresh_path(save: Path | None) -> Path:
    if save is None:
        return (
            _state_folder()
            / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{secrets.token_hex(2)}.sgn"
        )
    if save.exists():
        raise FileError(
            "{path} exists already; continue it with --resume, or name another file",
            path=str(save),
        )
    return save


def _state_folder() -> Path:
    import platformdirs

    return platformdirs.user_state_path("bummerl") / "matches"


def _resumed(resume: str) -> tuple[Match, Path]:
    return _latest() if resume == LATEST else (_loaded(Path(resume)), Path(resume))


def _loaded(path: Path) -> Match:
    from bummerl.match.bummerl import Match
    from bummerl.notation.sgn import load

    match = Match.from_records(load(path))
    if HUMAN not in match.names:
        raise FileError("{path} is no match of a person at this terminal", path=str(path))
    return match


def _latest() -> tuple[Match, Path]:
    """The newest saved match that can go on; what is over or unreadable is passed over."""
    for path in sorted(_state_folder().glob("*.sgn"), reverse=True):
        try:
            if path.is_file():
                return _loaded(path), path
        except BummerlError:
            continue
    raise FileError("there is no unfinished match to continue")
