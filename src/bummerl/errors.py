"""Everything that can go wrong on purpose has one root.

::

    BummerlError
    ├── RulesError           an option or preset that does not exist or has no such value
    ├── NotationError        text that cannot be read
    │   ├── TokenError       a card or move
    │   ├── SpnError         a position; knows the `field`
    │   └── SgnError         a record; knows `line` and `column`
    ├── IllegalMoveError     a move the rules do not allow here; carries the reason
    ├── ViewError            asking a view for what only the whole position knows
    ├── PlayerError          a player that is unknown, cannot be made, or broke the protocol
    ├── MatchError           something a match does not allow in its present state
    ├── TournamentError      something a tournament does not allow in its present state
    ├── FileError            a file that cannot be read, written or continued
    ├── LanguageError        a language that Bummerl does not speak
    └── ServerError          something the server refuses; `bummerl.server.refusals` has the kinds

Each carries a `bummerl.text.Text`: ``str(error)`` is one clear English sentence, and
`bummerl.words` says the same in German.  Programming mistakes stay Python's own exceptions.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from bummerl.text import Text


class BummerlError(Exception):
    """Root of all errors raised on purpose; `text` is the sentence for the user."""

    def __init__(self, template: str | Text, /, **values: Any) -> None:
        self.text = template if isinstance(template, Text) else Text(template, **values)
        super().__init__(self.text)

    def __str__(self) -> str:
        return str(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        # exceptions travel between arena processes; keep the text as data
        return _rebuild, (type(self), self.text.template, dict(self.text.values), self.__dict__)


def _rebuild(
    kind: type[BummerlError], template: str, values: dict[str, Any], state: dict[str, Any]
) -> BummerlError:
    error = kind.__new__(kind)
    BummerlError.__init__(error, Text(template, **values))
    error.__dict__.update(state)
    return error


class RulesError(BummerlError):
    """A rule option or preset that does not exist, or a value it cannot take."""


class NotationError(BummerlError):
    """Text that cannot be read as what it should be."""


class TokenError(NotationError):
    """Text that is no card or no move."""


class SpnError(NotationError):
    """A position text that is malformed or impossible; `field` is the name of the SPN field."""

    def __init__(self, field: str, template: str | Text, /, **values: Any) -> None:
        self.field = field
        reason = template if isinstance(template, Text) else Text(template, **values)
        super().__init__("SPN, {field}: {reason}", field=field, reason=reason)


class SgnError(NotationError):
    """A record that is malformed or disagrees with itself, with `line` and `column` from 1."""

    def __init__(
        self,
        template: str | Text,
        /,
        *,
        line: int,
        column: int = 1,
        file: str | None = None,
        **values: Any,
    ) -> None:
        self.line, self.column, self.file = line, column, file
        self.reason = template if isinstance(template, Text) else Text(template, **values)
        place: dict[str, Any] = {"line": line, "column": column, "reason": self.reason}
        if file is None:
            super().__init__("line {line}, column {column}: {reason}", **place)
        else:
            super().__init__("{file}, line {line}, column {column}: {reason}", file=file, **place)


class IllegalMoveError(BummerlError):
    """A move the rules do not allow in this position; the text is the reason."""


class ViewError(BummerlError):
    """A view was asked for something that only the whole position knows."""


class PlayerError(BummerlError):
    """A player is unknown, cannot be made from its text, or did not keep the protocol."""


class MatchError(BummerlError):
    """A match was asked for something its present state does not allow."""


class TournamentError(BummerlError):
    """A tournament was asked for something its present state does not allow."""


class FileError(BummerlError):
    """A file cannot be read, written, or continued."""


class LanguageError(BummerlError):
    """A language was asked for that Bummerl does not speak."""


class ServerError(BummerlError):
    """Something that the server refuses; `code` names it for programs."""

    code = "refused"
    status = 400
    """Of the HTTP answer."""


def hint(name: str, known: Iterable[str]) -> Text:
    """What to do about an unknown name: the one that was probably meant, or all there are.

    >>> str(hint("shrap", ["soft", "sharp"])), str(hint("x", ["soft", "sharp"]))
    ('did you mean sharp?', 'choose one of: soft, sharp')
    """
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return Text("did you mean {name}?", name=close[0])
    return Text("choose one of: {names}", names=", ".join(names))
