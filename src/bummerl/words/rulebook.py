"""Rules in words: one sentence for each value of each option, grouped as a rule book is.

`describe` puts a whole rule set into sentences and marks what differs from the default,
`summary` says it in one line, and `compare` sets presets side by side.

>>> [clause.sentence for clause in describe(PRESETS["sharp"], Wording()) if clause.differs][1]
'After announcing a pair you lead the king.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bummerl.cards import KING, QUEEN
from bummerl.rules.variants import ALIASES, CHOICES, PRESET_NAMES, PRESETS, Rules, Value
from bummerl.words import primer
from bummerl.words.rule_texts import PRESET_TEXTS, PRESET_TITLES, SECTIONS, VALUES
from bummerl.words.wording import Wording

DEFAULT: Final = PRESETS["soft"]
"""The rules that others are compared with."""
OPTIONS: Final = {name: option for group in SECTIONS.values() for name, option in group.items()}
"""How each option is told."""


class Clause(NamedTuple):
    """A sentence of the rule book: about one option, or in the first chapter about the game."""

    heading: str
    option: str | None
    """None in the first chapter."""
    sentence: str
    differs: bool
    """Whether the default says something else."""
    default: str | None
    """The default's sentence, where it differs."""


def describe(rules: Rules, wording: Wording) -> tuple[Clause, ...]:
    """A rule set in sentences, the game itself first, then all options in rule-book order.

    What differs from the default is marked.  Options without effect under the others are left
    out: where the last trick wins no deal is drawn (LAST-1).
    """
    changed = rules.differences(DEFAULT)
    game = wording.say(primer.HEADING)
    return (
        *(Clause(game, None, said, False, None) for said in primer.the_game(rules, wording)),
        *(
            Clause(
                wording.say(heading),
                option,
                sentence(option, getattr(rules, option), wording),
                option in changed,
                sentence(option, getattr(DEFAULT, option), wording) if option in changed else None,
            )
            for heading, options in SECTIONS.items()
            for option in options
            if option != "drawn_deal_carries" or rules.last_trick == "ten"
        ),
    )


def sentence(option: str, value: Value, wording: Wording) -> str:
    """What an option means at this value.

    >>> sentence("match", 3, Wording())
    'The match goes to whoever hangs 3 Bummerls on the other.'
    """
    if option == "match":
        assert isinstance(value, int)
        return wording.say_n(
            "The match goes to whoever hangs {n} Bummerl on the other.",
            "The match goes to whoever hangs {n} Bummerls on the other.",
            value,
        )
    return wording.say(OPTIONS[option].sentences[value], king=KING, queen=QUEEN)


def label(option: str, wording: Wording) -> str:
    """A few words for an option."""
    return wording.say(OPTIONS[option].label)


def value_in_words(option: str, value: Value, wording: Wording) -> str:
    """An option's value in a word or two."""
    if isinstance(value, bool):
        return wording.say("yes") if value else wording.say("no")
    if isinstance(value, int):
        return str(value)
    return wording.say(VALUES[value], king=KING, queen=QUEEN)


def summary(rules: Rules, wording: Wording) -> str:
    """A rule set in one line: what its preset is, and what was changed.

    >>> summary(PRESETS["app"].with_(match=3), Wording())
    'Schnapsen on a screen: 66 ends the deal by itself. Changed: Bummerls to win: 3'
    """
    gist = wording.say(PRESET_TEXTS[ALIASES.get(rules.name, rules.name)])
    changed = rules.differences(PRESETS[rules.name])
    if not changed:
        return gist
    changes = "; ".join(
        f"{label(option, wording)}: {value_in_words(option, value, wording)}"
        for option, value in changed.items()
    )
    return wording.say("{gist} Changed: {changes}", gist=gist, changes=changes)


def title(rules: Rules, wording: Wording) -> str:
    """What people call a rule set: its preset in a word or two, and whether it was changed.

    >>> title(PRESETS["sharp"].with_(match=3), Wording())
    'Sharp'
    >>> title(PRESETS["66"].with_(last_trick="wins"), Wording())
    'Sixty-six, changed'
    """
    name = wording.say(PRESET_TITLES[ALIASES.get(rules.name, rules.name)])
    if set(rules.differences(PRESETS[rules.name])) <= {"match"}:
        return name
    return wording.say("{rules}, changed", rules=name)


def name_of(rules: Rules, wording: Wording) -> str:
    """What people call a rule set, with the length of the match.

    >>> name_of(PRESETS["sharp"], Wording())
    'Sharp · to 2 Bummerls'
    """
    return wording.say_n(
        "{rules} · to {n} Bummerl",
        "{rules} · to {n} Bummerls",
        rules.match,
        rules=title(rules, wording),
    )


class Table(NamedTuple):
    """Rows of cells under a head; the first cell of each names the row."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """As a Markdown table."""
        lines = [self.head, ("---",) * len(self.head), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"

    def text(self, width: int = 80) -> str:
        """As plain text at most `width` wide (if one column fits): blocks one below the other."""
        sizes = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        blocks, start = [], 1
        while start < len(sizes):
            end, used = start + 1, sizes[0] + 2 + sizes[start]
            while end < len(sizes) and used + 2 + sizes[end] <= width:
                used += 2 + sizes[end]
                end += 1
            columns = (0, *range(start, end))
            blocks.append(
                "\n".join(
                    "  ".join(line[column].ljust(sizes[column]) for column in columns).rstrip()
                    for line in (self.head, *self.rows)
                )
            )
            start = end
        return "\n\n".join(blocks) + "\n"


def compare(wording: Wording, presets: Sequence[str] = PRESET_NAMES) -> Table:
    """Options by presets, all in words."""
    return Table(
        (wording.say("Option"), *presets),
        tuple(
            (
                label(option, wording),
                *(
                    value_in_words(option, getattr(PRESETS[preset], option), wording)
                    for preset in presets
                ),
            )
            for option in CHOICES
        ),
    )
