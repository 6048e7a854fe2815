"""An evening at the terminal: what a command printed, and tournaments to begin with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from click.testing import Result

Desk = Callable[..., Result]
"""Runs a command on the file of a tournament: ``cup("sell", "Anna")``."""


def data(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    assert result.stdout.count("\n") == 1, "JSON and nothing else"
    return json.loads(result.stdout)


def fine(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    return result.stderr


def announced(cup: Desk, *options: str) -> dict[str, Any]:
    made = data(cup("new", "--name", "Cup", "--cards", "8", *options, "--json"))
    assert isinstance(made, dict)
    return made


def eight(cup: Desk, *options: str) -> None:
    announced(cup, *options)
    for name in ("Anna Berger", "Bert Huber", "Cara Eder", "Dora Wolf"):
        fine(cup("sell", name, "--cards", "2"))
