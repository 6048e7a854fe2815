"""``bummerl rules``: presets and options in words."""

from __future__ import annotations

import shutil
from gettext import gettext as _

import click
from click.core import ParameterSource

from bummerl.cli.common import RulesType, json_option, lang_option, print_json, wording
from bummerl.rules.variants import ALIASES, PRESET_NAMES, PRESETS, Rules
from bummerl.words.names import LANGUAGES
from bummerl.words.wording import Wording


@click.command(
    help=_(
        "List the rule presets, or explain one. NAME is a preset, or a rule set such as "
        "'sharp(pair_lead=either)'. Without --lang it is explained in both languages."
    )
)
@click.argument("name", type=RulesType(), required=False)
@click.option("--compare", is_flag=True, help=_("Print the table of all presets."))
@json_option
@lang_option
@click.pass_context
def rules(ctx: click.Context, name: Rules | None, compare: bool, as_json: bool) -> None:
    """See the help text."""
    if as_json:
        chosen = PRESETS if name is None else {str(name): name}
        print_json({"presets": {key: preset.options() for key, preset in chosen.items()}})
    elif compare:
        _compare(name)
    elif name is None:
        _list()
    else:
        click.echo("\n\n".join(_explained(name, words) for words in _languages(ctx)))


def _list() -> None:
    from bummerl.words.rulebook import summary

    words = wording()
    width = max(map(len, PRESET_NAMES))
    for name in PRESET_NAMES:
        aliases = [alias for alias, preset in ALIASES.items() if preset == name]
        also = words.say(" (also: {names})", names=", ".join(aliases)) if aliases else ""
        click.echo(f"{name:{width}}  {summary(PRESETS[name], words)}{also}")


def _compare(name: Rules | None) -> None:
    from bummerl.words.rulebook import compare

    if name is not None:
        raise click.UsageError(_("--compare is about all presets; leave out NAME"))
    click.echo(compare(wording()).text(shutil.get_terminal_size().columns), nl=False)


def _languages(ctx: click.Context) -> list[Wording]:
    """The language asked for; else all, that of this process first."""
    words = wording()
    if any(
        context is not None and context.get_parameter_source("lang") is ParameterSource.COMMANDLINE
        for context in (ctx, ctx.parent)
    ):
        return [words]
    return [words, *(Wording(language) for language in LANGUAGES if language != words.language)]


def _explained(rules: Rules, words: Wording) -> str:
    """A rule set as a sheet of sentences; ``*`` marks what differs from the default."""
    from bummerl.words.rulebook import DEFAULT, describe, summary

    lines = [f"{rules}: {summary(rules, words)}"]
    if rules != DEFAULT:
        lines.append(words.say("* differs from {default}", default=str(DEFAULT)))
    heading = ""
    for clause in describe(rules, words):
        if clause.heading != heading:
            heading = clause.heading
            lines += ["", heading]
        lines.append(f"{'*' if clause.differs else ' '} {clause.sentence}")
        if clause.default is not None:
            lines.append(f"    {DEFAULT}: {clause.default}")
    return "\n".join(lines)
