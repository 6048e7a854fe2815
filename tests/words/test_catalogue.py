"""The catalogues are complete, compiled and sound; the right language is picked."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import io
import re
from pathlib import Path

import click
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from click.testing import CliRunner
from tools.collect import TemplateError, collect
from tools.messages import as_text, catalogue_files, collected, problems, read, updated

from bummerl.errors import LanguageError
from bummerl.words.catalogue import catalogue, pick_language, speak
from bummerl.words.click_messages import CLICK_MESSAGES
from bummerl.words.wording import Wording

RENEW = "run: python -m tools.messages"
FILES = pytest.mark.parametrize("path", catalogue_files(), ids=lambda path: path.parts[-3])


def messages_of(tmp_path: Path, source: str) -> set[object]:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "module.py").write_text(source, encoding="utf-8")
    return set(collect(folder))


@FILES
def test_nothing_is_left_for_translators(path: Path) -> None:
    assert problems(read(path), collected()) == []


@FILES
def test_the_file_is_as_the_tool_writes_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert as_text(updated(read(path), collected())) == text, RENEW
    assert not re.search("Date:|Translator:|Generated-By", text)


@FILES
def test_the_compiled_catalogue_is_up_to_date(path: Path) -> None:
    file = io.BytesIO()
    write_mo(file, read(path))
    file.seek(0)
    fresh = gettext.GNUTranslations(file)
    compiled = catalogue(read(path).locale.language)  # type: ignore[union-attr]
    for message in read(path):
        if isinstance(message.id, tuple | list):
            one, many = message.id
            assert compiled.ngettext(one, many, 2) == fresh.ngettext(one, many, 2), RENEW
        elif message.id:
            assert compiled.gettext(message.id) == fresh.gettext(message.id), RENEW


def test_no_article_stands_before_trump_in_german() -> None:
    # with German cards Trumpf (der) becomes Atout (das)
    [path] = [path for path in catalogue_files() if "de" in path.parts]
    article = re.compile(r"\b(der|den|dem|des|die|das|(k|m|d|s)?ein\w*|\w+e[nrsm]) Trumpf\b")
    assert article.search("den Trumpf")
    found = [m.string for m in read(path) if m.id and article.search(str(m.string))]
    assert found == []


# ---- collecting --------------------------------------------------------------------------


def test_collects_what_is_given_for_a_template(tmp_path: Path) -> None:
    source = """
class Root(Exception):
    def __init__(self, template, /, **values): ...
class Leaf(Root): ...
class Field(Root):
    def __init__(self, field, template, /, **values): ...
class Place:
    def error(self, template, **values): ...
    @staticmethod
    def note(template): ...
def _private(number, template, template_you="x"): ...
raise Leaf("one")
raise Field("not this", "two {n}", n=3)
Place().error(template="three")
Place.note("four")
_private(1, "five", "six")
_("seven")
Root("eight" if x else "nine")
Root(Leaf("ten"))
print("not this either")
Root(variable)
"""
    words = "one, two {n}, three, four, five, six, seven, eight, nine, ten"
    assert messages_of(tmp_path, source) == set(words.split(", "))


def test_collects_plurals(tmp_path: Path) -> None:
    source = 'def say_n(singular, plural, n): ...\nsay_n("a card", "cards", 2)\n'
    assert messages_of(tmp_path, source) == {("a card", "cards")}


def test_a_private_name_counts_in_its_own_file_only(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "a.py").write_text("def _say(template): ...\n", encoding="utf-8")
    (folder / "b.py").write_text('_say("no")\n', encoding="utf-8")
    assert collect(folder) == {}


def test_an_f_string_is_no_template(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match=r"module\.py, line 2: a template must be a plain"):
        messages_of(tmp_path, 'def say(template): ...\nsay(f"no {n}")\n')


# ---- checking ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "translation", "problem"),
    [
        ("hello", "", "'hello': not translated"),
        ("{n} of {who}", "{n}", "placeholders differ"),
        ("{card:card}", "{card:suit}", "placeholders differ"),
        ("{card:card}", "{card:cart}", "placeholders differ"),
        ("{x!r}", "{x}", "placeholders differ"),
        (("{n} card", "{n} cards"), ("{n} Karte", "Karten"), "placeholders differ"),
        (("{n} card", "{n} cards"), ("{n} Karte", ""), "not translated"),
    ],
)
def test_problems_of_a_translation(
    message: str | tuple[str, str], translation: str | tuple[str, str], problem: str
) -> None:
    german = Catalog(locale="de")
    german.add(message, translation)
    [found] = problems(german, {message: ["x.py"]})
    assert problem in found


def test_a_translation_may_choose_the_case() -> None:
    german = Catalog(locale="de")
    german.add("the {card:card}", "{card:card_acc}")
    assert problems(german, {"the {card:card}": ["x.py"]}) == []


def test_missing_superfluous_fuzzy_and_obsolete() -> None:
    german = Catalog(locale="de")
    german.add("old", "alt")
    german.add("doubtful", "zweifelhaft", flags=["fuzzy"])
    assert problems(german, {"new": ["x.py"], "doubtful": ["x.py"]}) == [
        "not in the catalogue: 'new'",
        "not used any more: 'old'",
        "'doubtful': marked as fuzzy",
    ]
    german.update(Catalog())
    assert "obsolete: 'old'" in problems(german, {})


def test_updating_keeps_translations_and_drops_what_is_gone() -> None:
    german = Catalog(locale="de")
    german.add("kept", "bleibt")
    german.add("gone", "weg")
    after = updated(german, {"kept": ["x.py"], "new": ["y.py"]})
    assert {message.id: message.string or "" for message in after if message.id} == {
        "kept": "bleibt",
        "new": "",
    }
    assert not after.obsolete


# ---- languages ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "environ", "language"),
    [
        ("de", {}, "de"),
        ("EN", {"LANG": "de_AT.UTF-8"}, "en"),
        (None, {}, "en"),
        (None, {"LANG": "de_AT.UTF-8"}, "de"),
        (None, {"LANG": "de_AT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        (None, {"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        (None, {"LANGUAGE": "fr:de:en", "LANG": "en_US"}, "de"),
        (None, {"LANGUAGE": "", "LANG": "de"}, "de"),
        (None, {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "de-AT"}, "de"),
        (None, {"LANG": "den"}, "en"),
    ],
)
def test_pick_language(option: str | None, environ: dict[str, str], language: str) -> None:
    assert pick_language(option, environ) == language


def test_a_language_nobody_speaks() -> None:
    with pytest.raises(LanguageError) as caught:
        pick_language("fr", {})
    assert str(caught.value) == "the language is 'fr', but can only be one of: en, de"


def test_english_is_what_stands_in_the_source() -> None:
    assert catalogue("en").gettext("the talon is closed") == "the talon is closed"
    assert catalogue("de").gettext("the talon is closed") == "es ist zugedreht"


# ---- Click -------------------------------------------------------------------------------


def click_sources() -> list[Path]:
    spec = importlib.util.find_spec("click")
    assert spec is not None
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.glob("*.py"))


def test_the_messages_listed_are_those_of_click() -> None:
    found: set[object] = {"required"}  # looked up by a variable
    for path in click_sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = tuple(a.value for a in node.args if isinstance(a, ast.Constant))
                if node.func.id == "_" and texts:
                    found.add(texts[0])
                elif node.func.id == "ngettext":
                    found.add(texts[:2])
    assert set(CLICK_MESSAGES) - found == set()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--help"], ["Aufruf: ", "Optionen:", "Diese Hilfe zeigen.", "[Vorgabe: 3]"]),
        (["--bogus"], ["Fehler: Eine Option '--bogus' gibt es nicht."]),
        (["--numer"], ["Meinst du '--number'?", "Hilfe gibt es mit"]),
        (["--number"], ["Die Option '--number' braucht einen Wert."]),
        (["--number", "x"], ["Ungültiger Wert für '--number': 'x' passt nicht"]),
        (["x"], ["Ein Argument zu viel: x"]),
    ],
)
def test_click_speaks_german(
    arguments: list[str], said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @click.command()
    @click.option("--number", type=int, default=3, show_default=True)
    def command(number: int) -> None:
        """Nothing."""

    before = gettext.textdomain()
    monkeypatch.setenv("LANGUAGE", "en")  # remembered, to be restored
    try:
        speak("de")
        output = CliRunner().invoke(command, arguments).output
    finally:
        gettext.textdomain(before)
    assert [part for part in said if part not in output] == []


def test_wording_names_its_language() -> None:
    assert repr(Wording("de", "german")) == "Wording('de', 'german')"
