"""Help: keys and signs, and the rules of the match in words."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from bummerl.rules.variants import Rules
from bummerl.tui.commands import commands
from bummerl.words.rulebook import Clause, describe
from bummerl.words.wording import Wording


class Chapter(NamedTuple):
    """A heading and the sentences below it."""

    heading: str
    sentences: tuple[str, ...]


def key_chapter(rules: Rules, words: Wording) -> Chapter:
    """Every key and sign of the full-screen game."""
    say = words.say
    sentences = [
        say(
            "1 … {n}: play that card of your hand. Arrows, then Enter or Space: choose and play.",
            n=rules.hand_size,
        ),
        say("Letters in brackets: the buttons above your hand. Everything can be clicked, too."),
        say("A card with a dotted edge may not be played; choose it to read why."),
        say("In a card's edge: + just drawn, ★ the hint."),
        say("20 or 40 beside a name: announced; in brackets: counts only with a trick."),
        say("Slate: points still needed; a dot is a Bummerl, which the loser of a game gets."),
    ]
    sentences += [f"{action.key}: {action.meaning}" for action in commands(words)]
    return Chapter(say("Keys"), tuple(sentences))


def rule_chapters(rules: Rules, words: Wording) -> list[Chapter]:
    """The rules in words, in rule-book order, as they are kept at this terminal."""
    return [
        Chapter(heading, tuple(_here(clause, rules, words) for clause in group))
        for heading, group in groupby(describe(rules, words), key=lambda c: c.heading)
    ]


def _here(clause: Clause, rules: Rules, words: Wording) -> str:
    if clause.option == "illegal_card" and rules.illegal_card == "lose_three":
        return words.say(
            "A card that is not allowed is refused here; at the table it would cost three points."
        )
    return clause.sentence
