"""Reads PDFs back."""

from __future__ import annotations

import io

from pypdf import PdfReader
from pypdf.generic import DictionaryObject


def reader(pdf: bytes) -> PdfReader:
    """A PDF to look into."""
    return PdfReader(io.BytesIO(pdf), strict=True)


def texts(pdf: bytes) -> list[str]:
    """What is written on each page."""
    return [page.extract_text() for page in reader(pdf).pages]


def text(pdf: bytes) -> str:
    """What is written on all pages."""
    return "\n".join(texts(pdf))


def packed(said: str) -> str:
    """Text without blanks, line ends and places to break a word: names may wrap anywhere."""
    return "".join(said.replace("\u200b", "").split())


def fonts(pdf: bytes) -> set[str]:
    """Fonts used, by name."""
    found: set[str] = set()
    for page in reader(pdf).pages:
        resources = page["/Resources"]
        assert isinstance(resources, DictionaryObject)
        for name in resources.get("/Font", {}):
            font = resources["/Font"][name]  # type: ignore[index]
            found.add(str(font["/BaseFont"]).partition("+")[2])
    return found
