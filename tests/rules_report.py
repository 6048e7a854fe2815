"""Which tests prove which clause of docs/rules.md: ``python -m tests.rules_report``.

The clauses of tournaments (TOUR) stand in docs/tournament.md.  A clause is defined by an anchor
like ``<a id="CLOSE-4"></a>``; a test names the clauses it proves with
``@pytest.mark.rule("CLOSE-4")``.  The marks are read from the source of the tests, so nothing has
to run.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULE_BOOK = ROOT / "docs" / "rules.md"
TOURNAMENT_BOOK = ROOT / "docs" / "tournament.md"
TESTS = ROOT / "tests"

Marks = dict[str, list[str]]
"""Test ids, like ``tests/rules/test_close.py::test_name``, by clause."""


def clauses(rule_book: str) -> list[str]:
    """Ids of the clauses a rule book defines, in its order."""
    return re.findall(r'<a id="([A-Z]+-[0-9]+)">', rule_book)


def all_clauses() -> list[str]:
    """Ids of the clauses of the game and of tournaments."""
    books = (RULE_BOOK, TOURNAMENT_BOOK)
    return [clause for book in books for clause in clauses(book.read_text(encoding="utf-8"))]


def marks(files: Iterable[Path], root: Path = ROOT) -> Marks:
    """The tests of these files by the clause they are marked with."""
    found: Marks = {}
    for file in files:
        name = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"), name)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for clause in _marked(node.decorator_list, name):
                    found.setdefault(clause, []).append(f"{name}::{node.name}")
    return found


def _marked(decorators: list[ast.expr], name: str) -> Iterator[str]:
    """Clauses of all ``mark.rule(…)`` in the decorators, also on single parameters."""
    for node in (part for decorator in decorators for part in ast.walk(decorator)):
        if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"):
            continue
        for argument in node.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                raise ValueError(f"{name}:{node.lineno}: write the clause ids of the mark out")
            yield argument.value


def untested(book: list[str], found: Marks) -> list[str]:
    """Clauses without a test."""
    return [clause for clause in book if clause not in found]


def unknown(book: list[str], found: Marks) -> list[str]:
    """What marks name although the rule book does not define it, with the tests."""
    return [f"{clause}: {', '.join(found[clause])}" for clause in found if clause not in book]


def main() -> int:
    """Prints every clause with its tests; 1 if a clause has none or a mark is unknown."""
    book = all_clauses()
    found = marks(sorted(TESTS.rglob("test_*.py")))
    for clause in book:
        print(clause)
        for test in found.get(clause, ["no test"]):
            print(f"    {test}")
    missing, strange = untested(book, found), unknown(book, found)
    print(f"\n{len(book)} clauses, {len(missing)} without a test")
    for line in strange:
        print(f"not in the rule book: {line}")
    return 1 if missing or strange else 0


if __name__ == "__main__":
    sys.exit(main())
