"""Verifying fair deals from their records: does everything follow from what was opened?

>>> from bummerl.match.fairness import FairDeal
>>> from bummerl.notation.records import record_of
>>> from bummerl.rules.dealing import deal
>>> fair = FairDeal(20, 2, bytes(32), (bytes(16), bytes(16)))
>>> start = deal(fair.pack, dealer=0)
>>> record = record_of(start, start.resign(1), fair.tags() | {"Deal": "2"})
>>> verify(record).status
'fair'
>>> record.tags["Deal"] = "3"
>>> [str(reason) for reason in verify(record).reasons]  # doctest: +NORMALIZE_WHITESPACE
['Pack is not the pack order that follows from the secret, the contributions and deal number 3',
 'Start is not what that pack order deals if seat 0 is the dealer']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bummerl.errors import BummerlError, NotationError
from bummerl.match.archive import format_of
from bummerl.match.fairness import (
    FairDeal,
    commitment_of,
    parse_contribution,
    parse_hex,
    parse_secret,
)
from bummerl.notation.reading import Entry, read_text
from bummerl.notation.records import DealRecord
from bummerl.notation.spn import write_spn
from bummerl.rules.dealing import deal
from bummerl.text import Text

FAIR_TAGS: Final = ("Commitment", "Secret", "Client0", "Client1")
"""Without all of them there is nothing to verify; the tag ``Pack`` may be missing."""

Status: TypeAlias = Literal["fair", "wrong", "unverifiable"]
"""Everything agrees; something disagrees; or the record does not say enough."""
Check: TypeAlias = Literal["contributions", "commitment", "pack", "start", "dealer"]
"""What is checked, in this order:

the contributions' form; the commitment against the secret; the pack order in ``Pack``; the cards
in ``Start``, dealt from it by ``Dealer``; in the first deal of a match, who was drawn to deal.
"""


class Verdict(NamedTuple):
    """What verifying one deal found."""

    deal: int | None
    """Its number in its match; None if it could not be read."""
    line: int
    """Where it begins in the file."""
    status: Status
    checks: dict[Check, bool]
    """How each check went, those left out that could not be made."""
    reasons: tuple[Text, ...]
    """Why it is not fair, or cannot be verified; empty if it is fair."""

    def as_json(self, say: Callable[[Text], str] = str) -> dict[str, Any]:
        """All of it, worded by `say`."""
        return {**self._asdict(), "reasons": [say(reason) for reason in self.reasons]}


def verify(record: DealRecord) -> Verdict:
    """Whether the pack of a deal is what its secret and contributions give, and was dealt."""
    line = record.place.line
    missing = [name for name in FAIR_TAGS if name not in record.tags]
    if missing:
        template = Text("the tags {names} are missing", names=", ".join(missing))
        if len(missing) == 1:
            template = Text("the tag {name} is missing", name=missing[0])
        return Verdict(record.deal, line, "unverifiable", {}, (template,))
    checks: dict[Check, bool] = {}
    reasons: list[Text] = []
    for check, reason in _checked(record):
        checks[check] = reason is None
        if reason is not None:
            reasons.append(reason)
    return Verdict(record.deal, line, "wrong" if reasons else "fair", checks, tuple(reasons))


def verify_file(path: str | PathLike[str]) -> list[Verdict]:
    """Verifies every deal of a file of records, one after the other.

    A deal that cannot be read is ``wrong``.  That records agree with their moves is not checked:
    `bummerl.match.archive.check_file` does that.

    Raises:
        FileError: the file cannot be read.
    """
    text, damaged = read_text(path)
    verdicts = [_verdict(entry) for entry in format_of(path).entries(text, None)]
    if damaged is not None:
        verdicts.insert(0, Verdict(None, damaged.line, "wrong", {}, (damaged.reason,)))
    return verdicts


def _verdict(entry: Entry) -> Verdict:
    if entry.record is not None:
        return verify(entry.record)
    reasons = tuple(error.reason for error in entry.errors)
    return Verdict(None, entry.errors[0].line, "wrong", {}, reasons)


def _checked(record: DealRecord) -> Iterator[tuple[Check, Text | None]]:
    """Each check that can be made, with the reason if it fails."""
    contributions, reason = _read_contributions(record)
    yield "contributions", reason
    secret, reason = _read_secret(record)
    yield "commitment", reason
    if contributions is None or secret is None:
        return
    number = record.deal or 0
    fair = FairDeal(record.rules.deck, number, secret, contributions)
    if record.pack is not None:
        yield (
            "pack",
            _why_not(
                record.pack == fair.pack,
                "Pack is not the pack order that follows from the secret, the contributions and "
                "deal number {number}",
                number=number,
            ),
        )
    dealer = record.dealer or 0
    dealt = deal(fair.pack, dealer, record.rules, record.start.score)
    yield (
        "start",
        _why_not(
            write_spn(dealt) == write_spn(record.start),
            "Start is not what that pack order deals if seat {seat} is the dealer",
            seat=dealer,
        ),
    )
    if number == 1:
        yield (
            "dealer",
            _why_not(
                dealer == fair.drawn_dealer,
                "seat {seat} dealt the first deal, but the draw for it fell on the other",
                seat=dealer,
            ),
        )


def _why_not(passed: bool, template: str, **values: Any) -> Text | None:
    return None if passed else Text(template, **values)


def _read_contributions(record: DealRecord) -> tuple[tuple[bytes, bytes] | None, Text | None]:
    read: list[bytes] = []
    for name in ("Client0", "Client1"):
        try:
            read.append(parse_contribution(record.tags[name]))
        except NotationError as error:
            return None, _in_tag(name, error)
    return (read[0], read[1]), None


def _read_secret(record: DealRecord) -> tuple[bytes | None, Text | None]:
    """The secret, if it can be read, and what is wrong with it or the commitment."""
    try:
        secret = parse_secret(record.tags["Secret"])
    except NotationError as error:
        return None, _in_tag("Secret", error)
    told = record.tags["Commitment"]
    try:
        parse_hex(told, 32, 32)
    except NotationError as error:
        return secret, _in_tag("Commitment", error)
    right = commitment_of(secret) == told
    return secret, _why_not(right, "Commitment is not the hash of the secret")


def _in_tag(name: str, error: BummerlError) -> Text:
    return Text("{name}: {reason}", name=name, reason=error.text)
