"""Reading SGN: tags, then the moves, each played to check it, then the result line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from bummerl.errors import IllegalMoveError, SgnError, TokenError
from bummerl.notation.reading import Entry, in_order
from bummerl.notation.records import DealRecord, write_result
from bummerl.notation.sgn_check import disagreements
from bummerl.notation.sgn_scan import Scanner, Token
from bummerl.notation.tags import Place, start_position
from bummerl.notation.tokens import parse_played
from bummerl.rules.moves import is_card
from bummerl.rules.position import Position
from bummerl.text import Text

_RESULT: Final = re.compile(r"[0-9]+\+[0-9]+|=|\*")
_LABEL: Final = re.compile(r"0*([0-9]+\.[0-9]+)")

_Comments = dict[int, list[str]]


def entries(text: str, file: str | None = None) -> Iterator[Entry]:
    """Every deal of an SGN text in turn, with its errors.

    After an error in tags or moves reading goes on with the next ``[SGN``.
    """
    return _Reader(Scanner(text, file)).entries()


class _Reader:
    def __init__(self, scanner: Scanner) -> None:
        self._scanner = scanner
        self._before: list[str] = []
        """Comments already passed that belong to the deal to come."""

    def entries(self) -> Iterator[Entry]:
        scanner = self._scanner
        while True:
            while scanner.token.kind == "comment":
                self._before.append(scanner.take().text)
            begin = scanner.token
            if begin.kind == "end":
                return
            try:
                entry = self._deal(begin)
            except SgnError as error:
                entry = Entry(None, (error,))
                scanner.skip_deal(begin)
            yield entry

    def _deal(self, begin: Token) -> Entry:
        comments: _Comments = {0: self._before}
        self._before = []
        place = self._scanner.place(begin)
        tags, tag_places = self._tags(comments)
        start = start_position(tags, tag_places, place)
        final, result = self._moves(start, comments)
        errors = self._after(result, final, comments)
        kept = {made: tuple(filter(None, texts)) for made, texts in comments.items()}
        record = DealRecord(
            tags=tags,
            start=start,
            final=final,
            comments={made: texts for made, texts in kept.items() if texts},
            place=place,
            tag_places=tag_places,
        )
        return Entry(record, in_order([*disagreements(record), *errors]))

    def _tags(self, comments: _Comments) -> tuple[dict[str, str], dict[str, Place]]:
        scanner = self._scanner
        tags: dict[str, str] = {}
        places: dict[str, Place] = {}
        while scanner.token.kind in ("tag", "comment"):
            token = scanner.token
            if token.name == "SGN" and "SGN" in tags:
                break  # the next deal
            if scanner.take().kind == "comment":
                comments[0].append(token.text)
                continue
            place = scanner.place(token)
            if token.name in tags:
                raise place.sgn_error("the tag {name} stands twice", name=token.name)
            tags[token.name], places[token.name] = token.text, place
        if not tags or scanner.token.kind == "bad":
            raise self._wrong(Text('a deal begins with its tags, the first of them [SGN "1"]'))
        return tags, places

    def _moves(self, start: Position, comments: _Comments) -> tuple[Position, Token]:
        """The position after the moves, and the result line."""
        position = start
        while True:
            token = self._scanner.token
            if token.kind not in ("word", "comment"):
                raise self._wrong(
                    Text("the deal ends here without its result line, such as 0+2, = or *")
                )
            self._scanner.take()
            if token.kind == "comment":
                comments.setdefault(len(position.history), []).append(token.text)
            elif _RESULT.fullmatch(token.text):
                return position, token
            elif label := _LABEL.fullmatch(token.text):
                self._check_label(label[1], token, position, start)
            else:
                position = self._play(token, position)

    def _check_label(self, label: str, token: Token, position: Position, start: Position) -> None:
        place = self._scanner.place(token)
        if position.over:
            raise place.sgn_error("the deal is over")
        if position is not start and (position.trick or not is_card(position.history[-1].move)):
            raise place.sgn_error(
                "the label {label} stands in the middle of a turn; labels begin a trick",
                label=label,
            )
        expected = f"{sum(position.tricks) + 1}.{position.leader}"
        if label != expected:
            raise place.sgn_error(
                "the label is {label}, but it must be {expected}, as seat {seat} leads to trick "
                "{number}",
                label=label,
                expected=expected,
                seat=position.leader,
                number=sum(position.tricks) + 1,
            )

    def _play(self, token: Token, position: Position) -> Position:
        try:
            return position.apply(parse_played(token.text, position.to_move))
        except TokenError as error:
            raise self._scanner.place(token).sgn_error(error.text) from None
        except IllegalMoveError as error:
            raise self._scanner.place(token).sgn_error(
                "{move} is not possible: {reason}", move=token.text, reason=error.text
            ) from None

    def _after(self, result: Token, final: Position, comments: _Comments) -> list[SgnError]:
        """Takes what follows the result line; what is wrong with that and the line."""
        scanner = self._scanner
        place = scanner.place(result)
        errors: list[SgnError] = []
        found = write_result(final.result)
        if result.text != found:
            errors.append(
                place.sgn_error(
                    "the result line is {said}, but the moves give {found}",
                    said=result.text,
                    found=found,
                )
            )
        own = comments.setdefault(len(final.history), [])
        while scanner.token.kind == "comment":
            same_line = scanner.place(scanner.token).line == place.line
            (own if same_line else self._before).append(scanner.take().text)
        follows = scanner.token
        if follows.kind == "end":
            own += self._before
        elif follows.kind == "word" or (follows.kind == "bad" and follows.text != "["):
            errors.append(
                self._wrong(Text("behind a result line only comments and the next deal can stand"))
            )
            scanner.skip_deal(result)
        return errors

    def _wrong(self, reason: Text) -> SgnError:
        """The error that the next token is wrong; a bad one knows better why."""
        token = self._scanner.token
        return self._scanner.place(token).sgn_error(token.reason or reason)
