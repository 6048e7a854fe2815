"""Names on public pages: in full, shortened, or card numbers only.

>>> shown = public_names({1: "Anna Berger", 2: "Anna Bauer", 3: "Hans"}, {}, "short")
>>> shown[1], shown[2], shown[3]
('Anna Be.', 'Anna Ba.', 'Hans')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bummerl.tournament.events import PublicNames

_ADDED: Final = frozenset(
    {"jun", "jr", "junior", "jg", "sen", "sr", "senior", "ii", "iii", "iv", "d", "j", "ä"}
)
"""Words behind a last name that are none, in small letters: "Anna Berger d. J."."""


def public_names(
    names: Mapping[int, str], chosen: Mapping[int, str], kind: PublicNames
) -> dict[int, str]:
    """What each person is called in public: what was `chosen` by hand, else by `kind`.

    ``short`` gives the first name and as many letters of the last as tell people apart;
    ``number`` the person's number.
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
    """First name and so many letters of the last; the whole name where that is no longer.

    What tells namesakes apart ("jun.") is no last name and stays; degrees after a comma go.

    >>> shortened("Anna Maria Berger", 1), shortened("Anna", 1), shortened("Anna Xu", 2)
    ('Anna Maria B.', 'Anna', 'Anna Xu')
    >>> shortened("Anna Berger jun.", 1), shortened("Anna Berger (2)", 1)
    ('Anna B. jun.', 'Anna B. (2)')
    >>> shortened("Dr. Anna Berger, MSc", 2)
    'Dr. Anna Be.'
    """
    words = name.partition(",")[0].split()
    added: list[str] = []
    while words and (words[-1].strip("().").isdigit() or words[-1].strip("().").lower() in _ADDED):
        added.insert(0, words.pop())
    if len(words) < 2 or letters + 1 > len(words[-1]):
        return name
    return " ".join([*words[:-1], f"{words[-1][:letters]}.", *added])
