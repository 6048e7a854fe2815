"""Finds the messages in Python source: literals given for parameters that take a template.

A parameter takes a template if its name is or begins with ``template``; parameters called
``singular`` and ``plural`` take the two forms of one message.  So functions, methods and classes
(through their constructors, inherited ones too) take part by the names of their parameters, and
no list of them has to be kept.  Names that begin with an underscore count in their own file only,
but for ``_``, which is gettext's.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

MessageId: TypeAlias = str | tuple[str, str]
"""The English template, or singular and plural."""

_FORMS = ("singular", "plural")


class TemplateError(Exception):
    """A template that cannot be collected, as it is put together at run time."""


class _Taker(NamedTuple):
    """Where a callable takes templates: parameter name and position, by position."""

    places: tuple[tuple[str, int], ...]


def collect(folder: Path) -> dict[MessageId, list[str]]:
    """All messages below `folder`, with the files they stand in (relative to its parent).

    Raises:
        TemplateError: an f-string is given for a template.
    """
    trees = {
        path.relative_to(folder.parent).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.py"))
    }
    shared = {"_": _Taker((("template", 0),))}  # gettext's usual short name
    local = {file: _takers(tree) for file, tree in trees.items()}
    for takers in local.values():
        shared |= {name: taker for name, taker in takers.items() if not name.startswith("_")}
    while any(_inherit(tree, shared) for tree in trees.values()):
        pass
    found: dict[MessageId, list[str]] = {}
    for file, tree in trees.items():
        for message in _messages(tree, shared | local[file], file):
            files = found.setdefault(message, [])
            if file not in files:
                files.append(file)
    return found


def _takers(tree: ast.Module) -> dict[str, _Taker]:
    """The callables defined in a file that take templates."""
    takers: dict[str, _Taker] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    name = node.name if method.name == "__init__" else method.name
                    _add(takers, name, method, bound=True)
        elif isinstance(node, ast.Module | ast.FunctionDef):
            for function in node.body:
                if isinstance(function, ast.FunctionDef):
                    _add(takers, function.name, function, bound=False)
    return takers


def _add(takers: dict[str, _Taker], name: str, node: ast.FunctionDef, *, bound: bool) -> None:
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in node.decorator_list)
    positional = [*node.args.posonlyargs, *node.args.args][1 if bound and not static else 0 :]
    places = tuple(
        (a.arg, i)
        for i, a in enumerate(positional)
        if a.arg in _FORMS or a.arg.startswith("template")
    )
    if places:
        takers[name] = _Taker(places)


def _inherit(tree: ast.Module, takers: dict[str, _Taker]) -> bool:
    """Adds the classes whose constructor is that of a base class; whether there were any."""
    before = len(takers)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name not in takers:
            own = any(isinstance(m, ast.FunctionDef) and m.name == "__init__" for m in node.body)
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            for base in bases:
                if not own and base in takers:
                    takers[node.name] = takers[base]
    return len(takers) > before


def _messages(tree: ast.Module, takers: dict[str, _Taker], file: str) -> Iterator[MessageId]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        taker = takers.get(name) if isinstance(name, str) else None
        if taker is None:
            continue
        given = {
            parameter: list(_literals(argument, file))
            for parameter, position in taker.places
            if (argument := _argument(node, parameter, position)) is not None
        }
        yield from zip(*(given.pop(form, ()) for form in _FORMS), strict=True)
        for templates in given.values():
            yield from templates


def _argument(call: ast.Call, parameter: str, position: int) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    return call.args[position] if position < len(call.args) else None


def _literals(argument: ast.expr, file: str) -> Iterator[str]:
    match argument:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _literals(body, file)
            yield from _literals(orelse, file)
        case ast.JoinedStr():
            raise TemplateError(
                f"{file}, line {argument.lineno}: a template must be a plain string; "
                "give values instead of an f-string"
            )
