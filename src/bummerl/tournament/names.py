"""Names on public pages: in full, shortened, or card numbers only.

>>> shown = public_names({1: "Anna Berger", 2: "Bauer, Anna", 3: "Hans"}, {}, "short")
>>> shown[1], shown[2], shown[3]
('Anna Be.', 'Anna Ba.', 'Hans')
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bummerl.tournament.events import PublicNames

_ADDED: Final = frozenset({"jun", "jr", "junior", "jg", "sen", "sr", "senior", "ii", "iii", "iv"})
"""Words behind a last name that are none but tell namesakes apart, as `_bare` has them."""
_PAIRED: Final = {("d", "j"), ("d", "ä")}
"""The same in two words: "Anna Berger d. J."."""
_DEGREES: Final = re.compile(
    "d?dr|m?mag|dkfm|di|(dipl-)?ing|dipl(-päd)?|(univ-)?prof|univ|fh|akad|bakk|ba|bsc|bed|beng|bba|"
    "ma|msc|med|meng|mba|mpa|mas|mbl|mib|mph|llb|llm|phd"
)
"""Degrees behind a name, as `_bare` has them."""
_NOTE: Final = re.compile(r"\((?!\d+\))[^)]*\)?|\s[-–/]\s.*")
"""A note in brackets, or behind a dash, such as a club; a number in brackets is none."""


def public_names(
    names: Mapping[int, str], chosen: Mapping[int, str], kind: PublicNames
) -> dict[int, str]:
    """What each person is called in public: what was `chosen` by hand, else by `kind`.

    ``short`` gives the first name and as many letters of the last as tell people apart, and the
    name as it was written where they do not; ``number`` the person's number.
    """
    if kind == "full":
        return {**names, **chosen}
    if kind == "number":
        return {**{person: f"#{person}" for person in names}, **chosen}
    shown = dict(chosen)
    length = 1
    left = {person: name for person, name in names.items() if person not in chosen}
    while left:
        short = {person: shortened(name, length) for person, name in left.items()}
        times = Counter([*short.values(), *shown.values()])
        for person, name in short.items():
            if times[name] == 1 or name == left[person]:
                shown[person] = name
        left = {person: name for person, name in left.items() if person not in shown}
        length += 1
    return shown


def shortened(name: str, letters: int) -> str:
    """First name and so many letters of the last; the name as written where those do not suffice.

    What tells namesakes apart ("jun.") is no last name and stays; degrees behind the name and
    notes in brackets go.

    >>> shortened("Anna Maria Berger", 1), shortened("Anna", 1), shortened("Anna Xu", 2)
    ('Anna Maria B.', 'Anna', 'Anna Xu')
    >>> shortened("Berger, Anna", 1), shortened("Dr. Anna Berger, MSc", 2)
    ('Anna B.', 'Dr. Anna Be.')
    >>> shortened("Anna Berger jun.", 1), shortened("Anna Berger (2)", 1)
    ('Anna B. jun.', 'Anna B. (2)')
    >>> shortened("Anna Berger (FF Graz)", 1), shortened("Anna Berger (FF Graz)", 7)
    ('Anna B.', 'Anna Berger (FF Graz)')
    """
    first, last, added = _parts(name)
    if letters > max(1, len(last)):
        return name
    if letters < len(last):
        last = f"{last[:letters].rstrip()}."
    return " ".join(filter(None, (first, last, added))) or name


class _Parts(NamedTuple):
    first: str
    last: str
    """Empty for somebody with one name only."""
    added: str


@functools.lru_cache(maxsize=1 << 12)
def _parts(name: str) -> _Parts:
    """A name taken apart; "Last, First" too, unless degrees stand behind the comma."""
    found: list[list[str]] = []
    added: list[str] = []
    for part in _NOTE.sub(" ", name).split(","):
        words = part.split()
        if found and all(_DEGREES.fullmatch(_bare(word)) for word in words):
            continue
        kept = 0 if found and _additions(words) == len(words) else 1
        added += _cut_back(words, kept)
        if words:
            found.append(words)
    if not found:
        return _Parts("", "", " ".join(added))
    if len(found) > 1:
        last, *first = found
        return _Parts(_joined(first), " ".join(last), " ".join(added))
    *begun, end = found[0]
    first_name, last_name = (" ".join(begun), end) if begun else (end, "")
    return _Parts(first_name, last_name, " ".join(added))


def _cut_back(words: list[str], kept: int) -> list[str]:
    """Takes additions and degrees from the end, but for so many words; the additions."""
    added: list[str] = []
    while len(words) > kept:
        count = min(_additions(words), len(words) - kept)
        if count:
            added[:0] = words[-count:]
            del words[-count:]
        elif len(words) > kept + 1 and _DEGREES.fullmatch(_bare(words[-1])):
            del words[-1]
        else:
            break
    return added


def _additions(words: Sequence[str]) -> int:
    """How many words at the end only tell namesakes apart."""
    bare = [_bare(word) for word in words[-2:]]
    if tuple(bare) in _PAIRED:
        return 2
    return int(bool(bare) and (bare[-1].isdigit() or bare[-1] in _ADDED))


def _bare(word: str) -> str:
    """A word without dots and brackets, in small letters."""
    return re.sub(r"[.()]", "", word).casefold()


def _joined(parts: Iterable[Iterable[str]]) -> str:
    return " ".join(word for part in parts for word in part)
