"""The cash sheet: every payment in order, and what is in the till."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from bummerl.errors import TournamentError
from bummerl.text import Text
from bummerl.tournament.entries import Payment
from bummerl.tournament.state import Tournament


@dataclass(frozen=True)
class Cash:
    """All payments, and their sum."""

    payments: tuple[Payment, ...]

    @property
    def total(self) -> int:
        """What is in the till, in hundredths."""
        return sum(payment.amount for payment in self.payments)

    def paid_by(self, person: int) -> int:
        """What a person has paid, less refunds, in hundredths."""
        return self._by_person.get(person, 0)

    @functools.cached_property
    def _by_person(self) -> dict[int, int]:
        paid: dict[int, int] = {}
        for payment in self.payments:
            paid[payment.person] = paid.get(payment.person, 0) + payment.amount
        return paid


def cash(t: Tournament) -> Cash:
    """The cash sheet."""
    return Cash(tuple(t.entries.payments))


def parse_money(text: str) -> int:
    """An amount in hundredths, as people write it.

    >>> parse_money("5"), parse_money("2,50"), parse_money("7.5 €")
    (500, 250, 750)

    Raises:
        TournamentError: it is no amount.
    """
    found = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?\s*\D{0,3}", text.strip(), re.ASCII)
    if not found:
        raise TournamentError("{text!r} is no amount of money: write 5 or 2.50", text=text)
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def format_money(amount: int, point: str = ".") -> str:
    """An amount in hundredths, as people read it.

    >>> format_money(500), format_money(-250, ",")
    ('5.00', '-2,50')
    """
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}{point}{abs(amount) % 100:02}"


def money(amount: int, currency: str) -> Text:
    """An amount in hundredths with its currency, for sentences.

    >>> str(money(250, "€"))
    '2.50 €'
    """
    return Text(
        "{sign}{whole}.{hundredths:02} {currency}",
        sign="-" if amount < 0 else "",
        whole=abs(amount) // 100,
        hundredths=abs(amount) % 100,
        currency=currency,
    )
