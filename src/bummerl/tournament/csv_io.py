"""Lists in and out as CSV, as spreadsheets like them.

Written with semicolons and a byte order mark, which Austrian Excel expects; read with semicolons,
commas or tabs, in UTF-8 or Windows-1252, with English or German headings.
"""

from __future__ import annotations

import copy
import csv
import io
import itertools
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from bummerl.errors import BummerlError, NotationError, TournamentError
from bummerl.tournament.cash import cash, format_money, parse_money
from bummerl.tournament.draw import LARGEST
from bummerl.tournament.entries import whole_number
from bummerl.tournament.events import AnyEvent, How
from bummerl.tournament.sale import Buyer, Stamp, check_numbers, register, sell
from bummerl.tournament.state import Tournament

Language: TypeAlias = Literal["en", "de"]
Column: TypeAlias = Literal["name", "cards", "numbers", "club", "groups", "display", "paid"]

HEADINGS: Final[Mapping[Column, tuple[str, str]]] = {
    "name": ("Name", "Name"),
    "cards": ("Cards", "Karten"),
    "numbers": ("Numbers", "Nummern"),
    "club": ("Club", "Verein"),
    "groups": ("Groups", "Gruppen"),
    "display": ("Display name", "Anzeigename"),
    "paid": ("Paid", "Bezahlt"),
}
"""Headings of the list of entries, in English and German; both are understood."""
_MATCHES: Final = (
    ("Match", "Partie"),
    ("Card A", "Karte A"),
    ("Name A", "Name A"),
    ("Card B", "Karte B"),
    ("Name B", "Name B"),
    ("Winner", "Sieger"),
    ("Score", "Bummerl"),
    ("How", "Art"),
    ("Reason", "Grund"),
)
_PRIZES: Final = (
    ("List", "Liste"),
    ("Prize", "Preis"),
    ("What", "Was"),
    ("Place", "Platz"),
    ("Card", "Karte"),
    ("Name", "Name"),
)
_CASH: Final = (
    ("Time", "Zeit"),
    ("Name", "Name"),
    ("Cards", "Karten"),
    ("Amount", "Betrag"),
    ("What", "Was"),
)
_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "sale": ("sale", "Verkauf"),
    "again": ("bought again", "nachgekauft"),
    "refund": ("refund", "zurückgezahlt"),
}
_HOWS: Final[Mapping[How, tuple[str, str]]] = {
    "played": ("played", "gespielt"),
    "forfeit": ("forfeit", "kampflos"),
    "penalty": ("penalty", "Strafe"),
    "self": ("against oneself", "gegen sich selbst"),
    "withdrawn": ("withdrawn", "zurückgezogen"),
}
MOST_ROWS: Final = 2 * LARGEST
"""Lines of a list: as many as all cards of the largest tournament, and their persons once more."""
_FORMULA: Final = re.compile(r"'?[=+\-@]")
"""How a cell begins that a spreadsheet would reckon; such cells get an apostrophe before them."""
_AMOUNT: Final = re.compile(r"-[0-9]+[.,][0-9]{2}")
_LONGEST_SHOWN: Final = 80
"""Characters of a line that an error repeats."""
_POTS: Final = {"l": "left", "r": "right"}


class Row(NamedTuple):
    """A line of a list of entries."""

    line: int
    buyer: Buyer
    cards: int
    numbers: tuple[int, ...] | None
    paid: int | None


# ---- out -----------------------------------------------------------------------------------


def entries_csv(t: Tournament, language: Language = "en") -> str:
    """Persons with their cards, in order of sale."""
    sheet = cash(t)
    held = t.entries.by_person(t.entries.cards)
    rows = [
        [
            person.name,
            len(held[person.id]),
            " ".join(map(str, held[person.id])),
            person.club or "",
            ", ".join(person.groups),
            person.display or "",
            _money(sheet.paid_by(person.id), language),
        ]
        for person in (t.entries.persons[id_] for id_ in held)
    ]
    return _write(HEADINGS.values(), rows, language)


def matches_csv(t: Tournament, language: Language = "en") -> str:
    """All matches of all rounds, with results."""
    rows = []
    for match in (*(m for r in t.rounds for m in r.matches), *t.place_matches.values()):
        outcome = match.outcome
        score = outcome.score if outcome else None
        rows.append(
            [
                match.id,
                match.a,
                t.entries.person_of(match.a).name,
                match.b,
                t.entries.person_of(match.b).name,
                outcome.winner if outcome else "",
                f"{score[0]}:{score[1]}" if score else "",
                _HOWS[outcome.how][language == "de"] if outcome else "",
                (outcome.reason if outcome else None) or "",
            ]
        )
    return _write(_MATCHES, rows, language)


def prizes_csv(t: Tournament, language: Language = "en") -> str:
    """All prizes with their winners."""
    rows = [
        [
            prize.list or "",
            prize.number,
            prize.name or "",
            prize.place or "",
            prize.card or "",
            "" if prize.card is None else t.entries.person_of(prize.card).name,
        ]
        for prize in t.prizes()
    ]
    return _write(_PRIZES, rows, language)


def cash_csv(t: Tournament, language: Language = "en") -> str:
    """All payments in order, with local times."""
    rows = [
        [
            time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(payment.at / 1000)),
            t.entries.persons[payment.person].name,
            " ".join(map(str, payment.cards)),
            _money(payment.amount, language),
            _KINDS[payment.kind][language == "de"],
        ]
        for payment in cash(t).payments
    ]
    return _write(_CASH, rows, language)


def _money(amount: int, language: Language) -> str:
    return format_money(amount, "," if language == "de" else ".")


def _write(
    headings: Iterable[tuple[str, str]], rows: Iterable[Sequence[object]], language: Language
) -> str:
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";", lineterminator="\r\n")
    writer.writerow(heading[language == "de"] for heading in headings)
    for row in rows:
        writer.writerow(_guarded(cell) for cell in row)
    return "\ufeff" + file.getvalue()


def _guarded(cell: object) -> object:
    # numbers stay numbers, negative ones too
    if isinstance(cell, str) and _FORMULA.match(cell) and not _AMOUNT.fullmatch(cell):
        return "'" + cell
    return cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


# ---- in ------------------------------------------------------------------------------------


def decoded(data: bytes) -> str:
    """The text of a file from a spreadsheet."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_entries(text: str) -> list[Row]:
    """Persons and cards from a list with headings; only the name is needed.

    Raises:
        NotationError: there is no heading for the name, a line cannot be read, or the list is
            longer than any tournament.
    """
    filled = ((number, cells) for number, cells in _cells(text) if any(map(str.strip, cells)))
    lines = list(itertools.islice(filled, MOST_ROWS + 2))
    if not lines:
        raise NotationError("the list is empty")
    if len(lines) > MOST_ROWS + 1:
        raise NotationError("the list is too long; up to {most} lines will do", most=MOST_ROWS)
    columns = _columns(lines[0][1])
    if "name" not in columns:
        raise NotationError(
            "the first line of the list must name its columns, as in: {headings}",
            headings="; ".join(english for english, _ in HEADINGS.values()),
        )
    return [_row(number, cells, columns) for number, cells in lines[1:]]


def _cells(text: str) -> Iterator[tuple[int, list[str]]]:
    first = text.lstrip("\ufeff\r\n").partition("\n")[0]
    delimiter = max(";,\t", key=first.count)
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter)
    try:
        for cells in reader:
            yield reader.line_num, [_unguarded(cell.strip()) for cell in cells]
    except csv.Error:
        raise NotationError("line {line}: this is no CSV", line=reader.line_num) from None


def _columns(headings: Sequence[str]) -> dict[Column, int]:
    known = {word.casefold(): column for column, words in HEADINGS.items() for word in words}
    known |= {"group": "groups", "gruppe": "groups", "card": "cards", "karte": "cards"}
    found: dict[Column, int] = {}
    for place, heading in enumerate(headings):
        column = known.get(heading.strip().casefold())
        if column is not None:
            found.setdefault(column, place)
    return found


def _row(line: int, cells: Sequence[str], columns: Mapping[Column, int]) -> Row:
    def cell(column: Column) -> str | None:
        place = columns.get(column)
        return cells[place] if place is not None and place < len(cells) else None

    numbers = None
    if found := cell("numbers"):
        numbers = tuple(_whole(line, word) for word in re.split(r"[\s,]+", found))
    cards = _whole(line, cell("cards") or "") if cell("cards") else len(numbers or (1,))
    groups = cell("groups")
    split = None if groups is None else [g.strip() for g in groups.split(",") if g.strip()]
    buyer = Buyer(cell("name") or "", cell("club"), split, cell("display"))
    paid = cell("paid")
    try:
        check_numbers(cards, numbers)
        return Row(line, buyer, cards, numbers, parse_money(paid) if paid else None)
    except TournamentError as error:
        raise NotationError("line {line}: {reason}", line=line, reason=error.text) from None


def _whole(line: int, word: str) -> int:
    number = whole_number(word)
    if number is None:
        raise NotationError(
            "line {line}: {word!r} is no number", line=line, word=word[:_LONGEST_SHOWN]
        )
    return number


def sell_rows(t: Tournament, rows: Iterable[Row], stamp: Stamp) -> tuple[AnyEvent, ...]:
    """All sales of a list, or none.

    Raises:
        TournamentError: a line cannot be; the sentence says which.
    """
    trial = copy.deepcopy(t)
    found: list[AnyEvent] = []
    for row in itertools.chain.from_iterable(map(_parts, rows)):
        try:
            events = _sold(trial, row, stamp)
        except BummerlError as error:
            raise TournamentError(
                "line {line}: {reason}; nothing was sold", line=row.line, reason=error.text
            ) from None
        for event in events:
            trial.apply(event)
        found += events
    return tuple(found)


def _parts(row: Row) -> list[Row]:
    """A row, in two where its cards had not all one price."""
    rest = row.paid % row.cards if row.paid and row.cards else 0
    if not rest:
        return [row]
    assert row.paid is not None
    each, numbers = row.paid // row.cards, row.numbers
    return [
        row._replace(cards=1, numbers=numbers and numbers[:1], paid=each + rest),
        row._replace(
            cards=row.cards - 1, numbers=numbers and numbers[1:], paid=row.paid - each - rest
        ),
    ]


def _sold(t: Tournament, row: Row, stamp: Stamp) -> tuple[AnyEvent, ...]:
    if not row.cards:
        return register(t, row.buyer, stamp)
    price = None if row.paid is None else row.paid // row.cards
    return sell(t, row.buyer, stamp, cards=row.cards, numbers=row.numbers, price=price)


def read_lots(text: str) -> list[tuple[int, str, int]]:
    r"""Lots drawn by hand: a line with card, pot (left or right) and number each.

    >>> read_lots("17 left 5\n18;R;5")
    [(17, 'left', 5), (18, 'right', 5)]

    Raises:
        NotationError: a line cannot be read.
    """
    found: list[tuple[int, str, int]] = []
    for line, words in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        parts = [part for part in re.split(r"[\s;,]+", words.strip()) if part]
        if not parts or (line == 1 and not parts[0].isdigit()):
            continue  # a heading
        lot = _lot(parts)
        if lot is None:
            raise NotationError(
                "line {line}: {words!r} is no lot; write card, pot and number, as in: 17 left 5",
                line=line,
                words=words.strip()[:_LONGEST_SHOWN],
            )
        found.append(lot)
    return found


def _lot(parts: Sequence[str]) -> tuple[int, str, int] | None:
    if len(parts) != 3:
        return None
    card, number = whole_number(parts[0]), whole_number(parts[2])
    # English and German: left, links, right, rechts
    pot = _POTS.get(parts[1][0].lower())
    return None if card is None or number is None or pot is None else (card, pot, number)
