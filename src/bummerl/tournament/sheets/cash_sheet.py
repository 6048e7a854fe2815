"""The cash sheet: who paid what, what should be in the till, and lines to count it."""

from __future__ import annotations

import datetime

from bummerl.tournament.cash import cash
from bummerl.tournament.entries import Payment
from bummerl.tournament.sheets.facts import Data, Facts, page_words
from bummerl.words.wording import Wording


def cash_sheet(facts: Facts) -> Data:
    """By person, then every payment in order."""
    t, words = facts.tournament, facts.words
    book = cash(t)
    people = [
        {
            "name": facts.names[person],
            "cards": ", ".join(map(str, cards)),
            "count": len(cards),
            "paid": facts.money(book.paid_by(person)),
        }
        for person, cards in sorted(
            t.entries.by_person(t.entries.cards).items(),
            key=lambda entry: facts.names[entry[0]].casefold(),
        )
    ]
    again = sum(payment.amount for payment in book.payments if payment.kind == "again")
    refunds = sum(payment.amount for payment in book.payments if payment.kind == "refund")
    return facts.data(
        words.say("Cash sheet"),
        people=people,
        count=len(t.entries.cards),
        payments=[_row(facts, payment) for payment in book.payments],
        total=facts.money(book.total),
        sums=[
            [words.say("Cards sold"), facts.money(book.total - again - refunds)],
            [words.say("Cards bought again"), facts.money(again)],
            [words.say("Refunds"), facts.money(refunds)],
        ],
        words=_list_words(words),
    )


def _list_words(words: Wording) -> Data:
    return {
        **page_words(words),
        "name": words.say("Name"),
        "cards": words.say("Cards"),
        "count": words.say("Number"),
        "paid": words.say("Paid"),
        "payments": words.say("All payments in order"),
        "time": words.say("Time"),
        "what": words.say("What for"),
        "total": words.say("Should be in the till"),
        "float": words.say("Cash at the start"),
        "counted": words.say("Counted"),
        "difference": words.say("Difference"),
        "signed": words.say("Signed"),
        "sum": words.say("Total"),
    }


def _row(facts: Facts, payment: Payment) -> Data:
    words = facts.words
    match payment.kind:
        case "sale":
            what = words.say_n("{n} card", "{n} cards", len(payment.cards))
        case "again":
            what = words.say_n("{n} card again", "{n} cards again", len(payment.cards))
        case "refund":
            what = words.say("refund")
    at = datetime.datetime.fromtimestamp(payment.at / 1000)
    return {
        "time": f"{at:%H:%M}",
        "name": facts.names[payment.person],
        "cards": ", ".join(map(str, payment.cards)),
        "what": what,
        "amount": facts.money(payment.amount),
    }
