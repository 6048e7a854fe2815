"""Help: every key, and the rules of the match in words."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from bummerl.rules.variants import Rules
from bummerl.tui.commands import commands
from bummerl.words.rulebook import describe
from bummerl.words.wording import Wording


class Chapter(NamedTuple):
    """A heading and the sentences below it."""

    heading: str
    sentences: tuple[str, ...]


def key_chapter(words: Wording) -> Chapter:
    """Every key of the full-screen game."""
    say = words.say
    sentences = [
        say("1 … 6: play that card of your hand. Arrows and Enter: choose and play."),
        say("Letters in brackets: the buttons above your hand. Everything can be clicked, too."),
        say("A card with a dotted edge may not be played; choose it to read why."),
        say("Slate: points still needed; a dot is a Bummerl, which the loser of a game gets."),
    ]
    sentences += [f"{action.key}: {action.meaning}" for action in commands(words)]
    return Chapter(say("Keys"), tuple(sentences))


def rule_chapters(rules: Rules, words: Wording) -> list[Chapter]:
    """The rules in words, in rule-book order."""
    return [
        Chapter(heading, tuple(clause.sentence for clause in clauses))
        for heading, clauses in groupby(describe(rules, words), key=lambda c: c.heading)
    ]
