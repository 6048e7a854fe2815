"""What a typed line means: a card, an action, or a command."""

from __future__ import annotations

from collections.abc import Iterator

from bummerl.cards import Card
from bummerl.errors import TokenError
from bummerl.notation.tokens import parse_move
from bummerl.rules.moves import TIME, Move, is_card, is_pair
from bummerl.tui.commands import Action, Command, commands, move_by_word
from bummerl.tui.scene import Face, Scene
from bummerl.words.wording import Wording


def line_commands(words: Wording) -> tuple[Action, ...]:
    """The commands that make sense without a picture."""
    return tuple(command for command in commands(words) if command.does is not Command.SORT)


def understood(text: str, shown: Scene, words: Wording) -> Move | Command:
    """What `text` asks for, possible or not.

    In this order it may be: the number of a card in the hand; key, name or English word of an
    action that is offered or of a command; the whole word for any other move; a card by its short
    or full name, or by index or rank alone if only one card of the hand fits, or only one that may
    be played; a card or a pair as in records.  A letter that is not offered means nothing.

    Raises:
        TokenError: it is nothing of all that.
    """
    line = " ".join(text.lower().split())
    if line.isdecimal() and 1 <= int(line) <= len(shown.hand):
        return shown.hand[int(line) - 1].card
    for does, spellings in _spelled(shown, words):
        if line in spellings:
            return does
    move = move_by_word(line, words)
    if move is not None:
        return move
    card = _card(line, shown.hand, words)
    return _token(text) if card is None else card


def _spelled(shown: Scene, words: Wording) -> Iterator[tuple[Move | Command, tuple[str, ...]]]:
    for action in (*shown.actions, *line_commands(words)):
        english = action.does.value if isinstance(action.does, Command) else ""
        yield action.does, (action.key, action.spoken.lower(), english)


def _card(line: str, hand: tuple[Face, ...], words: Wording) -> Card | None:
    """A card by its name in these words, or one of the hand by its index or rank."""
    for card in range(24):
        if line in (words.short(card).lower(), words.card(card).lower()):
            return card
    named = [face for face in hand if line in (face.index.lower(), _rank(face.card, words))]
    if len(named) > 1:
        named = [face for face in named if face.legal] or named
    if len(named) > 1:
        raise TokenError(
            "{text!r} could be {one:card_nom} or {other:card_nom}",
            text=line,
            one=named[0].card,
            other=named[1].card,
        )
    return named[0].card if named else None


def _rank(card: Card, words: Wording) -> str:
    return str(words.name("rank_nom", card)).split()[-1].lower()


def _token(text: str) -> Move:
    try:
        move = parse_move(text)
    except TokenError:
        move = TIME
    if not (is_card(move) or is_pair(move)):
        raise TokenError(
            "{text!r} is neither a card nor anything else to do; type a number from your hand, "
            "a card such as HA, a letter that is offered, or ? for help",
            text=text,
        )
    return move
