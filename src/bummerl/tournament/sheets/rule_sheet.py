"""The rules on a sheet: those of the preset, then how the tournament goes, a page a language."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from bummerl.tournament.events import Settings
from bummerl.tournament.sheets.facts import Data, Facts
from bummerl.words.names import LANGUAGES
from bummerl.words.rulebook import Clause, describe, name_of, summary
from bummerl.words.wording import Wording


def rule_sheet(facts: Facts) -> Data:
    """What everybody should know before the first deal, in one language or in all.

    What differs from the plain game is marked, as that is what people argue about.
    """
    languages = [facts.words.language]
    if facts.order.all_languages:
        languages += [language for language in LANGUAGES if language not in languages]
    versions = [
        _version(replace(facts, words=Wording(language, facts.words.deck)))
        for language in languages
    ]
    return facts.data(versions[0]["title"], versions=versions, words={})


def _version(facts: Facts) -> Data:
    words, rules = facts.words, facts.tournament.rules
    chapters = [
        {"heading": heading, "clauses": [_clause(clause) for clause in clauses]}
        for heading, clauses in groupby(describe(rules, words), lambda clause: clause.heading)
    ]
    return facts.data(
        words.say("Rules: {rules}", rules=name_of(rules, words)),
        summary=summary(rules, words),
        chapters=chapters,
        tournament=_tournament(facts),
        words={
            "tournament": words.say("The tournament"),
            "differs": words.say("differs from the plain game"),
            "judge": words.say("In all doubts the organisers decide."),
        },
    )


def _clause(clause: Clause) -> Data:
    return {"text": clause.sentence, "differs": clause.differs}


def _tournament(facts: Facts) -> list[str]:
    """How the tournament goes, as it was announced (TOUR-1 … 11)."""
    s, say = facts.tournament.settings, facts.words.say
    lines = [
        say(
            "{cards} entry cards are issued. Nobody may hold more than {most}.",
            cards=s.cards,
            most=s.max_per_person,
        )
        if s.max_per_person > 1
        else say("{cards} entry cards are issued, one for each player.", cards=s.cards)
    ]
    if s.price:
        lines.append(say("A card costs {price}.", price=facts.money(s.price)))
    lines += [
        *_qualifying(facts, s),
        say("Numbers are drawn from two pots, left and right. Holders of the same number meet."),
        say("A number left over on the right is a bye: the card moves on without playing."),
        say(
            "Nobody meets himself while that can be helped; else he gives up one card and moves "
            "on with the other."
        ),
        say("Whoever loses hands in the card, and is out when he holds none."),
        say("Bring the result to the desk at once, both of you. Then the next match is called."),
    ]
    if s.rebuy_until:
        price = s.price if s.rebuy_price is None else s.rebuy_price
        lines.append(
            say(
                "Cards can be bought again until the draw of round {round}, for {price} each.",
                round=s.rebuy_until,
                price=facts.money(price),
            )
        )
    return [*lines, *_prizes(facts, s)]


def _qualifying(facts: Facts, s: Settings) -> list[str]:
    if s.danish is None:
        return []
    return [
        facts.words.say(
            "There are {rounds} qualifying rounds: after each, first meets second, third meets "
            "fourth, and so on. The best {best} cards go on.",
            rounds=s.danish.rounds,
            best=s.danish.qualifiers,
        )
    ]


def _prizes(facts: Facts, s: Settings) -> list[str]:
    say = facts.words.say
    lines = [facts.words.say_n("There is {n} prize.", "There are {n} prizes.", s.prizes)]
    if s.third_place and s.prizes > 2:
        lines.append(say("The losers of the semi-finals play for places 3 and 4."))
    if s.places_5_8 and s.prizes > 4:
        lines.append(say("The losers of the quarter-finals play for places 5 to 8."))
    if s.one_prize_each:
        lines.append(say("Everybody keeps the best prize only; those behind move up."))
    return lines
