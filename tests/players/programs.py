"""Small programs that play, well and badly, written where a test wants them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final

_START: Final = """
import json, os, sys, time
from bummerl.notation.spn import parse_spn
from bummerl.notation.tokens import write_move

def asked():
    for number, line in enumerate(sys.stdin, 1):
        request = json.loads(line)
        moves = parse_spn(request["view"]).legal_moves()
        yield number, request, write_move(moves[0])

def say(*things, **more):
    print(*things, **{"flush": True, **more})

def answer(move):
    say(json.dumps({"move": move}))

"""

GOOD: Final = """
for number, request, move in asked():
    answer(move)
"""
"""Plays the first legal move."""

SLOW: Final = """
for number, request, move in asked():
    time.sleep(0.4)
    answer(move)
"""

DYING: Final = """
for number, request, move in asked():
    if number == 3:
        print("no aces left", file=sys.stderr)
        sys.exit(3)
    answer(move)
"""
"""Dies when it is asked for the third time."""

DEAD: Final = "sys.exit('never started')"

CHATTY: Final = """
for number, request, move in asked():
    answer(move)
    say("info: that was easy")
"""


def says(*lines: str) -> str:
    """A program that says one of these whatever it is asked, in turn."""
    return f"""
said = {lines!r}
for number, line in enumerate(sys.stdin):
    say(said[number % len(said)])
"""


def command(folder: Path, source: str) -> str:
    """The command that runs a program with this source."""
    path = folder / f"bot_{len(list(folder.iterdir()))}.py"
    path.write_text(_START + source, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])
