"""Sheets of paper for a tournament, as PDF, from the entry cards to the certificates.

`SHEETS` are all there are, `sheet_pdf` makes one.  Python puts the facts into words
(`bummerl.words`) and hands them to a Typst template as data; what people typed is never part of
a template.  Fonts are those in the `typst` package, so nothing is fetched and every machine
prints the same.

This folder is a layer of its own, above `words`: the rest of `bummerl.tournament` is below it.
"""

from bummerl.tournament.sheets.order import NAME_KINDS, PAPERS, NameKind, Order, Paper
from bummerl.tournament.sheets.printing import SHEETS, Sheet, sheet_pdf

__all__ = ["NAME_KINDS", "PAPERS", "SHEETS", "NameKind", "Order", "Paper", "Sheet", "sheet_pdf"]
