"""Collects the messages of package and web client into the catalogues and compiles them.

``python -m tools.messages`` adds new messages to every ``.po``, drops those that are gone, and
compiles; it prints what a translator still has to do.  With ``--check`` it only looks and fails
if anything is left to do.
"""

from __future__ import annotations

import io
import string
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from bummerl.text import EnglishNames
from tools.collect import MessageId, collect
from tools.collect_web import collect_web

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "bummerl"
WEB = ROOT / "web" / "src"
_KEPT_HEADERS = ("Language:", "MIME-Version:", "Content-", "Plural-Forms:")
_CARD_KINDS = ("card", "rank", "short", "index")
_SUIT_KINDS = ("suit", "symbol")


def collected() -> dict[MessageId, list[str]]:
    """All messages of the package and the web client, with the files they stand in.

    Raises:
        TemplateError: a message is put together at run time.
    """
    found = collect(PACKAGE)
    for message, files in collect_web(WEB).items():
        found[message] = [*found.get(message, ()), *files]
    return found


def catalogue_files() -> list[Path]:
    """The ``.po`` files of all languages but English."""
    return sorted(PACKAGE.glob("locale/*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    """The catalogue in a ``.po`` file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def updated(catalogue: Catalog, found: Mapping[MessageId, Iterable[str]]) -> Catalog:
    """`catalogue` with exactly the messages found; translations are kept."""
    template = Catalog()
    for message, files in found.items():
        template.add(message, locations=[(file, 0) for file in files])
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_text(catalogue: Catalog) -> str:
    """The catalogue as a ``.po`` file, with no dates or names in its head."""
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=99, include_lineno=False, sort_by_file=True)
    head, blank, body = buffer.getvalue().decode("utf-8").partition("\n\n")
    lines = [
        line
        for line in head.splitlines()
        if not line.startswith(('"', "#")) or line[1:].startswith(_KEPT_HEADERS)
    ]
    return "\n".join(lines) + blank + body.rstrip("\n") + "\n"


def compile_catalogue(path: Path) -> None:
    """Write the ``.mo`` beside a ``.po`` file, as the package build does."""
    with path.with_suffix(".mo").open("wb") as compiled:
        write_mo(compiled, read(path))


def problems(catalogue: Catalog, found: Mapping[MessageId, Iterable[str]]) -> list[str]:
    """What a translator has to do, one sentence each."""
    known = {_key(message) for message in catalogue if message.id}
    lines = [f"not in the catalogue: {key!r}" for key in map(_first, found) if key not in known]
    keys = {_first(message) for message in found}
    lines += [f"not used any more: {key!r}" for key in sorted(known - keys)]
    lines += [f"obsolete: {key!r}" for key in catalogue.obsolete]
    for message in catalogue:
        if message.id:
            lines += [f"{_key(message)!r}: {fault}" for fault in _faults(message)]
    return lines


def _first(message: MessageId) -> str:
    return message if isinstance(message, str) else message[0]


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _faults(message: Message) -> Iterator[str]:
    originals = (message.id,) if isinstance(message.id, str) else message.id
    said = message.string or ""
    translations = (said,) if isinstance(said, str) else said
    if message.fuzzy:
        yield "marked as fuzzy"
    if len(translations) != len(originals) or not all(translations):
        yield "not translated"
        return
    for original, translation in zip(originals, translations, strict=True):
        missing, extra = _places(original), _places(translation)
        if missing != extra:
            yield f"placeholders differ: {sorted(missing)} became {sorted(extra)}"


def _places(template: str) -> set[tuple[str, str, str]]:
    """The placeholders of a template: name, conversion, and what kind of thing is named.

    A translation may name a card in another case or form, but not as a suit.
    """
    return {
        (name, conversion or "", _kind(spec or ""))
        for _, name, spec, conversion in string.Formatter().parse(template)
        if name is not None
    }


def _kind(spec: str) -> str:
    stem = spec.partition("_")[0]
    if EnglishNames().name(spec, 0) is None:
        return spec
    return "a suit" if stem in _SUIT_KINDS else "a card" if stem in _CARD_KINDS else spec


def main(arguments: list[str]) -> int:
    """Update and compile, or with ``--check`` only look; the exit status."""
    found = collected()
    left = 0
    for path in catalogue_files():
        catalogue = read(path)
        if "--check" not in arguments:
            catalogue = updated(catalogue, found)
            path.write_text(as_text(catalogue), encoding="utf-8")
            compile_catalogue(path)
        for problem in problems(catalogue, found):
            left += 1
            print(f"{path.relative_to(ROOT)}: {problem}")
    print(f"{len(found)} messages, {left} to do")
    return 1 if left and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
