"""The words of an SGN text: tags, comments, move text.

They are found in one pass, so that reading stays linear whatever the text is.
"""

from __future__ import annotations

import bisect
import re
from typing import Final, NamedTuple

from bummerl.notation.records import normal_line_breaks
from bummerl.notation.tags import Place
from bummerl.text import Text

_TOKEN: Final = re.compile(
    r"""\s*+(?:
        (?P<word>[^\x00-\x20\x7f-\U0010ffff"\[\]{};]++)
      | (?P<block>\{)
      | ;(?P<line>[^\n]*+)
      | (?P<bracket>\[)[ \t]*+(?P<name>[A-Za-z][A-Za-z0-9_]*+)[ \t]*+
          "(?P<value>[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+)"[ \t]*+\]
      | (?P<end>\Z)
    )""",
    re.VERBOSE | re.ASCII,
)
_DEAL: Final = re.compile(r'\[[ \t]*SGN[ \t]*"')
_ESCAPED: Final = re.compile(r'\\(["\\])')


class Token(NamedTuple):
    """A word of the text."""

    kind: str
    """``tag``, ``comment``, ``word``, ``end``, or ``bad``."""
    text: str
    """The word, the comment, or the tag's value."""
    offset: int
    """Where it begins."""
    name: str = ""
    """The tag's name."""
    reason: Text | None = None
    """Why it is bad."""


class Scanner:
    """Goes through a text token by token."""

    def __init__(self, text: str, file: str | None = None) -> None:
        self._text = normal_line_breaks(text.removeprefix("\ufeff"))
        self._file = file
        self._offset = 0
        self._line_starts = [0, *(found.end() for found in re.finditer("\n", self._text))]
        self._last_brace = self._text.rfind("}")
        self.token = self._scan()
        """The token that `take` gives next."""

    def take(self) -> Token:
        """The next token, which is passed by that; a bad one never is."""
        token = self.token
        self.token = self._scan()
        return token

    def place(self, token: Token) -> Place:
        """Where a token stands."""
        line = bisect.bisect_right(self._line_starts, token.offset)
        return Place(line, token.offset - self._line_starts[line - 1] + 1, self._file)

    def skip_deal(self, begin: Token) -> None:
        """Goes on to the next SGN tag that is not yet passed, nor the one of this deal itself."""
        found = _DEAL.search(self._text, max(begin.offset + 1, self.token.offset))
        self._offset = found.start() if found else len(self._text)
        self.token = self._scan()

    def _scan(self) -> Token:
        found = _TOKEN.match(self._text, self._offset)
        if found is None:
            return self._bad()
        self._offset = found.end()
        match found.lastgroup:
            case "word":
                return Token("word", found["word"], found.start("word"))
            case "value":
                value = _ESCAPED.sub(r"\1", found["value"])
                return Token("tag", value, found.start("bracket"), found["name"])
            case "block":
                return self._block(found.start("block"))
            case "line":
                return Token("comment", found["line"].strip(), found.start("line") - 1)
        return Token("end", "", found.end())

    def _block(self, begin: int) -> Token:
        if self._last_brace < begin:
            self._offset = begin
            reason = Text("the comment that begins here is never closed with }}")
            return Token("bad", "{", begin, reason=reason)
        end = self._text.index("}", begin)
        self._offset = end + 1
        return Token("comment", self._text[begin + 1 : end].strip(), begin)

    def _bad(self) -> Token:
        """What cannot be a token; it is not passed."""
        offset = self._offset
        while self._text[offset] in " \t\n\f\v":
            offset += 1
        char = self._text[offset]
        if char == "[":
            reason = Text('a tag must look like [Name "value"], on one line')
        elif char.isascii():
            reason = Text("{char!r} is not expected here", char=char)
        else:
            reason = Text("{char!r} can stand only in tag values and comments", char=char)
        return Token("bad", char, offset, reason=reason)
