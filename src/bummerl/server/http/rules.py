"""Rules in words: presets to choose from, and each as a rule book."""

from __future__ import annotations

import itertools

from litestar import Response, get
from litestar.params import FromPath

from bummerl.match.ratings import family_of
from bummerl.rules.variants import ALIASES, PRESET_NAMES, PRESETS, Rules
from bummerl.server.http import shapes
from bummerl.server.http.asking import wording_of
from bummerl.server.http.oneself import Asking
from bummerl.server.refusals import Unknown
from bummerl.words import rulebook
from bummerl.words.wording import Wording


def preset_info(name: str, wording: Wording) -> shapes.Preset:
    """A preset in words."""
    rules = PRESETS[name]
    options = [_option(option, rules, wording) for option in rulebook.OPTIONS]
    changed = rules.differences(rulebook.DEFAULT)
    return shapes.Preset(
        name=name,
        title=rulebook.title(rules, wording),
        summary=rulebook.summary(rules, wording),
        pack=rules.deck,
        family=family_of(rules),
        match=rules.match,
        differences=[option for option in options if option.option in changed],
        options=options,
    )


def _option(option: str, rules: Rules, wording: Wording) -> shapes.OptionInfo:
    value = getattr(rules, option)
    return shapes.OptionInfo(
        option=option,
        label=rulebook.label(option, wording),
        value=value,
        text=rulebook.sentence(option, value, wording),
    )


@get("/api/presets", tags=["rules"])
async def presets(request: Asking) -> list[shapes.Preset]:
    """The presets in rule-book order."""
    wording = wording_of(request)
    return [preset_info(name, wording) for name in PRESET_NAMES]


@get("/api/rules/{preset:str}", tags=["rules"])
async def rule_book(request: Asking, preset: FromPath[str]) -> Response[shapes.RuleBook]:
    """A preset as a rule book."""
    name = ALIASES.get(preset, preset)
    if name not in PRESETS:
        raise Unknown("there are no rules called {name}", name=preset)
    rules, wording = PRESETS[name], wording_of(request)
    clauses = rulebook.describe(rules, wording)
    chapters = [
        shapes.Chapter(
            heading=heading,
            clauses=[
                shapes.ClauseInfo(
                    option=clause.option,
                    text=clause.sentence,
                    differs=clause.differs,
                    default=clause.default,
                )
                for clause in group
            ],
        )
        for heading, group in itertools.groupby(clauses, lambda clause: clause.heading)
    ]
    book = shapes.RuleBook(
        name=name,
        title=rulebook.title(rules, wording),
        summary=rulebook.summary(rules, wording),
        pack=rules.deck,
        family=family_of(rules),
        match=rules.match,
        chapters=chapters,
    )
    return Response(book)
