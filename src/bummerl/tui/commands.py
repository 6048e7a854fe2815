"""What a person can do now, each with a word and the key that stands for it.

A label marks its natural letter with ``&`` (``"&Close"``, ``"&Zudrehen"``), so the translator
chooses the key with the word.  A label whose natural letter is taken gets another one, but never
the natural letter of something else: a key means the same in every moment of a match.
"""

from __future__ import annotations

import enum
import string
from collections.abc import Iterable
from dataclasses import dataclass

from bummerl.cards import PAIR_MASKS
from bummerl.rules.moves import CLOSE, DRAW, EXCHANGE, OUT, PAIR, Move, is_pair
from bummerl.rules.scoring import TARGET, pair_points
from bummerl.rules.view import View
from bummerl.words.actions import fixed_labels, meaning, pair_label, plain
from bummerl.words.wording import Wording


class Command(enum.Enum):
    """What a person can ask for at any time; none of it is a move."""

    HELP = "help"
    HINT = "hint"
    TRICKS = "tricks"
    SCORE = "score"
    SORT = "sort"
    RESIGN = "resign"
    QUIT = "quit"


@dataclass(frozen=True)
class Action:
    """Something to do: a move that is no card, or a command."""

    does: Move | Command
    key: str
    """One lower-case character."""
    label: str
    """Short, for a button."""
    spoken: str
    """The same without symbols."""
    meaning: str
    """One sentence."""
    hinted: bool = False
    """Whether this is what the hint says."""


def keyed(labels: Iterable[str], taken: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Key and plain label for labels with ``&`` before the natural letter.

    >>> keyed(["&Announce 20", "&Announce 40", "E&xchange"])
    [('a', 'Announce 20'), ('n', 'Announce 40'), ('x', 'Exchange')]
    """
    labels = list(labels)
    natural = {_natural(label) for label in labels}
    used = set(taken)
    keys = []
    for marked in labels:
        label = plain(marked)
        key = _natural(marked)
        if not key or key in used:
            wanted = label.lower() + string.ascii_lowercase
            key = next(c for c in wanted if c.isalpha() and c not in used | natural)
        used.add(key)
        keys.append((key, label))
    return keys


def _natural(label: str) -> str:
    return label.partition("&")[2][:1].lower()


def actions(view: View, words: Wording, hint: Move | None = None) -> tuple[Action, ...]:
    """The moves beside playing a card that are possible now, in the order of a turn (CLOSE-9)."""
    legal = view.legal_moves()
    moves: list[Move] = [m for m in (DRAW, EXCHANGE, CLOSE) if m in legal]
    moves += sorted((m for m in legal if is_pair(m)), key=lambda m: m - PAIR != view.trump)
    moves += [OUT] if OUT in legal else []
    keys = _keyed_moves(moves, view, words)
    return tuple(
        Action(
            move,
            *keys[move],
            _spoken(move, keys[move][1], view, words),
            meaning(move, view, words),
            move == hint,
        )
        for move in moves
    )


def _keyed_moves(moves: Iterable[Move], view: View, words: Wording) -> dict[Move, tuple[str, str]]:
    """Key and label of each of `moves`, and of those that are not possible now but keep theirs."""
    labels = fixed_labels(words)
    labels |= {m: pair_label(m - PAIR, view.trump, words) for m in moves if is_pair(m)}
    # the key that deals again must not announce anything if it is pressed twice
    taken = {command.key for command in commands(words)} | {_natural(words.say("&Next deal"))}
    return dict(zip(labels, keyed(labels.values(), taken), strict=True))


def move_by_word(word: str, words: Wording) -> Move | None:
    """The move that is no card and has this whole word, in these words or in English."""
    for labels in (fixed_labels(words), fixed_labels(Wording())):
        for move, label in labels.items():
            if plain(label).lower() == word:
                return move
    return None


def _spoken(move: Move, label: str, view: View, words: Wording) -> str:
    if not is_pair(move):
        return label
    suit = move - PAIR
    return words.say(
        "Announce {worth} in {suit:suit}", worth=pair_points(suit, view.trump), suit=suit
    )


def advice(move: Move, view: View, words: Wording) -> str:
    """A hint in one sentence: what it means to close or go out is said at the button."""
    if move == CLOSE:
        what = words.say("Close the talon.")
    elif move == OUT:
        what = words.say("Say that you have 66 card points.")
    else:
        what = meaning(move, view, words)
    return words.say("Hint: {what}", what=what)


def is_rash(move: Move, view: View) -> bool:
    """Whether a move gives the deal away before a person's eyes: "66" with fewer in view."""
    if move != OUT or view.seat is None:
        return False
    points = view.points[view.seat]
    return points is not None and points < TARGET


def move_by_key(key: str, view: View, words: Wording) -> Move | None:
    """The move that is no card and has this key whenever it is possible."""
    labels = fixed_labels(words)
    held = [s for s in range(4) if view.hand & PAIR_MASKS[s] == PAIR_MASKS[s]]
    suit = held[0] if held else view.trump
    labels[PAIR + suit] = pair_label(suit, view.trump, words)
    return next((move for move, label in labels.items() if _natural(label) == key), None)


def rash_question(view: View, words: Wording) -> str:
    """What is said before a rash move."""
    assert view.seat is not None
    return words.say(
        "You have only {points} card points, and 66 are needed.", points=view.points[view.seat]
    )


def commands(words: Wording) -> tuple[Action, ...]:
    """The commands, in the order of the bottom line."""
    say = words.say
    labels = {
        Command.HINT: (say("&Hint"), say("See what a simple player would do.")),
        Command.TRICKS: (say("&Tricks"), say("Look back at tricks, as far as the rules allow.")),
        Command.SCORE: (say("&Score"), say("See the score of the match.")),
        Command.SORT: (say("S&ort"), say("Sort the hand trump first, or by suits only.")),
        Command.RESIGN: (say("&Resign"), say("Give up the deal or the match.")),
        Command.QUIT: (say("&Quit"), say("Save and leave.")),
    }
    keys = keyed(label for label, _ in labels.values())
    found = [
        Action(command, key, label, label, labels[command][1])
        for command, (key, label) in zip(labels, keys, strict=True)
    ]
    name = say("Help")
    return (Action(Command.HELP, "?", name, name, say("Keys and rules.")), *found)
