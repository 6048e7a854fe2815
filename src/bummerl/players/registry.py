"""Players by name: from text such as ``greedy`` or ``random(seed=3, illegal=0.1)`` to a player.

A name is looked up among the players registered by the program (`register`), the built-in ones,
and those that installed packages offer in the entry-point group ``bummerl.players``.  Nothing is
imported before it is needed.

The text is a name, and options in brackets.  A value is a whole number, a decimal number,
``true`` or ``false``; everything else is text.  Text stands in quotes (``"`` or ``'``, a
backslash before a quote or a backslash) when it has commas, brackets, quotes or blanks at its
ends, or looks like one of the others:

>>> str(parse_spec("Random( seed = 3, illegal=.5 )"))
'random(illegal=0.5,seed=3)'
>>> parse_spec("external(cmd='python bot.py, fast')").options
{'cmd': 'python bot.py, fast'}
"""

from __future__ import annotations

import functools
import importlib
import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

from bummerl.errors import BummerlError, PlayerError, hint
from bummerl.players.base import Player
from bummerl.text import Text

Value = bool | int | float | str
"""What an option can be."""
Factory = Callable[..., Player]
"""Makes a player from options given by keyword."""

ENTRY_POINTS: Final = "bummerl.players"
"""The entry-point group in which packages offer players: name = factory."""

_BUILT_IN: Final = {
    "random": "bummerl.players.random_player:RandomPlayer",
    "greedy": "bummerl.players.greedy:GreedyPlayer",
    "human": "bummerl.players.human:HumanPlayer",
    "external": "bummerl.players.external:ExternalPlayer",
    "master": "bummerl.players.master:MasterPlayer",
    "network": "bummerl.players.network:NetworkPlayer",
    "pimc": "bummerl.players.pimc:PimcPlayer",
    "rollout": "bummerl.players.rollout:RolloutPlayer",
    "beginner": "bummerl.players.levels:beginner",
    "regular": "bummerl.players.levels:regular",
    "expert": "bummerl.players.levels:expert",
}

_SEARCHING: Final = frozenset(
    ("beginner", "expert", "master", "network", "pimc", "regular", "rollout")
)

_registered: dict[str, Factory] = {}

_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_PLAIN: Final = r"""[^,()"'\s](?:[^,()"']*[^,()"'\s])?"""
_OPTION: Final = re.compile(
    rf"""\s*(?P<option>[A-Za-z_][A-Za-z0-9_]*)\s*=\s*
    (?: "(?P<double>(?:[^"\\]|\\.)*)" | '(?P<single>(?:[^'\\]|\\.)*)' | (?P<plain>{_PLAIN}) )
    \s*(?P<end>,|\Z)""",
    re.VERBOSE | re.DOTALL,
)
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,300}")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True)
class PlayerSpec:
    """A player as text says it; ``str`` gives the canonical text, options by name."""

    name: str
    """Lower case."""
    options: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        if not self.options:
            return self.name
        options = sorted(self.options.items())
        return f"{self.name}({','.join(f'{o}={_written(v)}' for o, v in options)})"


def parse_spec(text: str) -> PlayerSpec:
    """The player described by `text`; the module tells the grammar.

    Raises:
        PlayerError: `text` is malformed, or names an option twice.  Whether name and options
            exist is found out by `make_player`.
    """
    name, bracket, rest = text.strip().partition("(")
    name = name.strip()
    if not _NAME.fullmatch(name) or (bracket and not rest.endswith(")")):
        _malformed(text)
    options: dict[str, Value] = {}
    inside, at = rest[:-1].rstrip(), 0
    while at < len(inside):
        found = _OPTION.match(inside, at)
        if not found or (found["end"] and found.end() == len(inside)):
            _malformed(text)
        option = found["option"]
        if option in options:
            raise PlayerError(
                "player {text!r} gives the option {option} twice; give it once",
                text=text,
                option=option,
            )
        options[option] = _value(found)
        at = found.end()
    return PlayerSpec(name.lower(), options)


def _malformed(text: str) -> NoReturn:
    raise PlayerError(
        "{text!r} describes no player; players look like greedy or random(seed=3)", text=text
    )


def _value(found: re.Match[str]) -> Value:
    plain = found["plain"]
    if plain is not None:
        return _plain_value(plain)
    quoted = found["double"] if found["double"] is not None else found["single"]
    return re.sub(r"""\\(["'\\])""", r"\1", quoted)


def _plain_value(text: str) -> Value:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    # a decimal too great for a float stays text, which is no number an option would take
    if _DECIMAL.fullmatch(text) and abs(float(text)) != float("inf"):
        return float(text)
    return text


def _written(value: Value) -> str:
    """A value as canonical text."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str):
        return repr(value)
    if re.fullmatch(_PLAIN, value) and _plain_value(value) == value:
        return value
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def make_player(player: str | PlayerSpec, seed: int | str | None = None) -> Player:
    """A new player from its text.

    `seed` goes to players that take one.  If the text has a seed too, the player gets the text
    ``own/given``: so an arena can give every shuffle its own stream, and the same text still
    gives the same play.

    >>> from bummerl.rules.dealing import deal, shuffled
    >>> view = deal(shuffled(20, seed=1), dealer=0).view(1)
    >>> make_player("random(seed=3)").choose(view) == make_player("random", seed=3).choose(view)
    True

    Raises:
        PlayerError: malformed text, no such player or option, an option with a bad value, or a
            player that cannot be loaded.
    """
    spec = player if isinstance(player, PlayerSpec) else parse_spec(player)
    factory = _factory(spec.name)
    try:
        parameters = inspect.signature(factory).parameters
    except Exception as error:
        raise _cannot_be_made(spec, error) from error
    options: dict[str, Any] = dict(spec.options)
    if seed is not None and "seed" in parameters:
        options["seed"] = f"{options['seed']}/{seed}" if "seed" in options else seed
    _check_options(spec.name, options, parameters)
    try:
        made = factory(**options)
    except (Exception, SystemExit) as error:  # a factory is anybody's code
        raise _cannot_be_made(spec, error) from error
    if not callable(getattr(made, "choose", None)):
        raise PlayerError(
            "player {name} has no method choose(view), so it cannot play", name=spec.name
        )
    return made


def searches(player: str | PlayerSpec) -> bool:
    """Whether a player of ours needs the compiled search, which may have to be compiled first.

    >>> searches("master(worlds=50)"), searches("greedy")
    (True, False)

    Raises:
        PlayerError: malformed text.
    """
    spec = player if isinstance(player, PlayerSpec) else parse_spec(player)
    return spec.name in _SEARCHING and spec.name not in _registered


def takes(player: PlayerSpec, option: str) -> bool:
    """Whether a player has that option.

    >>> takes(parse_spec("random"), "seed"), takes(parse_spec("random"), "time")
    (True, False)

    Raises:
        PlayerError: no such player, or one that cannot be loaded.
    """
    try:
        return option in inspect.signature(_factory(player.name)).parameters
    except (TypeError, ValueError) as error:
        raise _cannot_be_made(player, error) from error


def _cannot_be_made(spec: PlayerSpec, error: BaseException) -> PlayerError:
    return PlayerError(
        "player {player} cannot be made: {reason}", player=str(spec), reason=said_by(error)
    )


def said_by(error: BaseException) -> Text | str:
    """What an exception of foreign code says, in one line: its own text, or kind and message."""
    if isinstance(error, BummerlError):
        return error.text
    return " ".join(f"{type(error).__name__}: {error}".rstrip(": ").split())


def register(name: str, factory: Factory) -> None:
    """Makes ``make_player(name)`` call `factory`, in this process, in place of any other.

    An arena of several processes knows such a player only if the main module registers it when
    it is imported; else use one process, or an entry point.

    The keywords that `factory` takes are the player's options.

    Raises:
        PlayerError: `name` is no name for a player.
    """
    if not _NAME.fullmatch(name):
        raise PlayerError(
            "{name!r} cannot be a player's name; use letters, digits, '_', '-' and '.'", name=name
        )
    _registered[name.lower()] = factory


def player_names() -> tuple[str, ...]:
    """Names of all players that can be made here, sorted."""
    return tuple(sorted({*_registered, *_BUILT_IN, *_entry_points()}))


def _factory(name: str) -> Factory:
    if name in _registered:
        return _registered[name]
    path = _BUILT_IN.get(name) or _entry_points().get(name)
    if path is None:
        names = player_names()
        raise PlayerError(
            "there is no player {name!r}; {hint}",
            name=name,
            hint=hint(name, names),
        )
    module, _, attributes = path.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for attribute in filter(None, attributes.split(".")):
            found = getattr(found, attribute)
    except (Exception, SystemExit) as error:  # a module is anybody's code
        raise PlayerError(
            "player {name} cannot be loaded from {path}: {reason}",
            name=name,
            path=path,
            reason=said_by(error),
        ) from error
    return found  # type: ignore[no-any-return]


@functools.cache
def _entry_points() -> Mapping[str, str]:
    """Paths of the players that installed packages offer, by name in lower case."""
    from importlib.metadata import entry_points  # slow to import, and mostly not needed

    return {point.name.lower(): point.value for point in entry_points(group=ENTRY_POINTS)}


def _check_options(
    name: str, options: Collection[str], parameters: Mapping[str, inspect.Parameter]
) -> None:
    """Compares the options given with what the factory takes."""
    by_keyword = {
        parameter.name: parameter.default is parameter.empty
        for parameter in parameters.values()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }
    takes_any = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for option in options:
        if option not in by_keyword and not takes_any:
            raise PlayerError(
                "player {name} has no option {option}; its options: {options}",
                name=name,
                option=option,
                options=", ".join(by_keyword) or Text("none"),
            )
    for option, is_needed in by_keyword.items():
        if is_needed and option not in options:
            raise PlayerError(
                "player {name} needs the option {option}: {name}({option}=...)",
                name=name,
                option=option,
            )
