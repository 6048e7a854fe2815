"""The terminal game line by line, for screen readers and pipes: ``run`` is the door.

Everything is told in sentences; a line of input is a card, an action or a command.  There is no
colour, no cursor movement and no waiting: what happens is printed once, in order.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TextIO

from bummerl.cards import ACE, CLUBS, SPADES, TEN, Mask, make_card
from bummerl.errors import BummerlError, TokenError
from bummerl.rules.moves import Move
from bummerl.tui.answers import line_commands, understood
from bummerl.tui.commands import Command, advice, is_rash, keyed, rash_question
from bummerl.tui.help import rule_chapters
from bummerl.tui.review import (
    all_cards,
    counted_tricks,
    end_of_deal,
    price_of_giving_up,
    tricks_to_see,
)
from bummerl.tui.scene import Face, Scene, Side, scene
from bummerl.tui.session import Session
from bummerl.words.printable import printable
from bummerl.words.tell import tell_score
from bummerl.words.wording import Wording


class _LeftError(Exception):
    """The person leaves."""


def run(session: Session, source: TextIO | None = None, target: TextIO | None = None) -> int:
    """Plays the match until it is over, the person leaves, or the input ends; the exit code.

    Ctrl-C and the end of the input leave like `quit`: the match is saved.

    Args:
        session: the match.
        source: where lines come from; standard input if None.
        target: where sentences go; standard output if None.
    """
    game = PlainGame(session, source or sys.stdin, target or sys.stdout)
    code = 0
    try:
        game.play()
    except (_LeftError, EOFError):
        pass
    except KeyboardInterrupt:
        game.tell("")
    except BummerlError as error:
        game.tell(session.wording.sentence(error.text))
        code = 1
    if farewell := session.farewell():
        game.tell(farewell)
    return code


class PlainGame:
    """A match in lines."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session = session
        self._source = source
        self._target = target
        self._told = 0
        """How many entries of the course have been printed."""
        self._hand: Mask | None = None
        """The own hand at the last look."""

    def tell(self, *lines: str) -> None:
        """Prints lines; nothing in them can steer a terminal."""
        for line in lines:
            clean = printable(line)
            encoding = self._target.encoding or "utf-8"
            print(clean.encode(encoding, "replace").decode(encoding), file=self._target)
        self._target.flush()

    def _read(self) -> str:
        if self._source.isatty():
            print("> ", end="", file=self._target, flush=True)
        line = self._source.readline()
        if not line:
            raise EOFError
        return line.strip()

    def play(self) -> None:
        """Deal after deal until the match is over.

        Raises:
            EOFError: there is no more input.
            BummerlError: the computer player failed.
        """
        self.tell(self._heading())
        while True:
            self._play_deal()
            self.tell("", *end_of_deal(self.session))
            self._after_deal()
            if self.session.match.over:
                return
            self.session.next_deal()
            self._told, self._hand = 0, None
            self.tell("", self._heading())

    def _heading(self) -> str:
        match, words = self.session.match, self.session.wording
        return words.say(
            "Bummerl, rules {rules}. Game {game}, deal {deal}. {score}",
            rules=str(match.rules),
            game=match.game,
            deal=match.deal_number,
            score=tell_score(match.score, match.names, words, you=self.session.seat),
        )

    def _play_deal(self) -> None:
        self._tell_beginning()
        while not self.session.match.deal_over:
            if self.session.my_turn:
                self._ask()
            else:
                self.session.play(self.session.choose())
            self._tell_course()
            self.tell(*self.session.incidents())
            if self.session.unsaved is not None:
                self.tell(self.session.wording.sentence(self.session.unsaved.text))

    def _tell_beginning(self) -> None:
        """The course so far; of a deal taken up again only what may be looked back at (PLAY-8)."""
        course = self.session.course
        self.tell(*(entry.text for entry in course.readable(self.session.view)))
        self._told = len(course.entries)

    def _tell_course(self) -> None:
        entries = self.session.course.entries
        self.tell(*(entry.text for entry in entries[self._told :]))
        self._told = len(entries)

    # --- the person's turn ---

    def _ask(self) -> None:
        """Tells the moment and reads lines until the person has moved."""
        match = self.session.match
        view = self.session.view
        shown = scene(view, match.names, match.dealer, self.session.wording, before=self._hand)
        self._hand = view.hand
        self.tell("", *moment(shown, self.session.wording))
        position = match.position
        while match.position is position and not match.deal_over:
            line = self._read()
            try:
                does = understood(line, shown, self.session.wording) if line else None
            except TokenError as error:
                self.tell(self.session.wording.sentence(error.text))
                continue
            if does is None:
                self.tell(*moment(shown, self.session.wording))
            elif isinstance(does, Command):
                self._command(does)
            else:
                self._move(does)

    def _move(self, move: Move) -> None:
        reason = self.session.why_illegal(move)
        words, view = self.session.wording, self.session.view
        if reason is not None:
            self.tell(words.sentence(reason))
        elif (
            not is_rash(move, view)
            or self._choose(
                rash_question(view, words), [words.say("&Play on"), words.say("&Yes, go out")]
            )[1]
        ):
            self.session.play(move)

    def _command(self, command: Command) -> None:
        words, session = self.session.wording, self.session
        match command:
            case Command.HELP:
                self.tell(*help_lines(session))
            case Command.HINT:
                hint = session.hint()
                self.tell(advice(hint, session.view, words))
            case Command.TRICKS:
                self._tell_tricks()
            case Command.SCORE:
                self.tell(
                    tell_score(session.match.score, session.match.names, words, you=session.seat)
                )
            case Command.RESIGN:
                self._resign()
            case Command.QUIT:
                raise _LeftError

    def _tell_tricks(self) -> None:
        words, seen = self.session.wording, tricks_to_see(self.session)
        if not seen:
            self.tell(words.say("There is no trick that you may look back at."))
        self._tell_rows(seen)

    def _tell_rows(self, rows: Iterable[tuple[str, tuple[int, ...], str]]) -> None:
        words = self.session.wording
        for before, cards, behind in rows:
            named = ", ".join(words.card(card) for card in cards)
            self.tell(" ".join(filter(None, (before, named and f"{named}.", behind))))

    def _resign(self) -> None:
        words = self.session.wording
        deal, match, back = self._choose(
            price_of_giving_up(self.session),
            [
                words.say("The &deal"),
                words.say("The &match"),
                words.say("&Play on"),
            ],
        )
        if deal:
            self.session.resign()
        elif match:
            self.session.give_up()
        else:
            assert back

    def _after_deal(self) -> None:
        """Waits for the word to go on; shows all cards on request."""
        say = self.session.wording.say
        while not self.session.match.over:
            go_on, cards, leave = self._choose(
                "", [say("&Next deal"), say("A&ll cards"), say("&Quit")]
            )
            if leave:
                raise _LeftError
            if go_on:
                return
            assert cards
            self._tell_rows([*all_cards(self.session), *counted_tricks(self.session)])

    def _choose(self, question: str, labels: list[str]) -> list[bool]:
        """Which of some ways is taken; an empty line takes the first."""
        ways = keyed(labels)
        offer = ", ".join(f"{key} {label}" for key, label in ways)
        while True:
            self.tell(f"{question} {offer}.".strip())
            line = self._read().lower() or ways[0][0]
            taken = [line in (key, label.lower()) for key, label in ways]
            if any(taken):
                return taken


def moment(shown: Scene, words: Wording) -> list[str]:
    """The moment in sentences: table, both sides, the hand with numbers, what else is possible."""
    say = words.say
    offers = [f"{action.key} {action.spoken}" for action in shown.actions]
    offers.append(f"? {say('Help')}")
    return [
        " ".join([say("Trump: {suit}.", suit=shown.trump.suit_name), *_talon(shown, words)]),
        _side(shown.other, words),
        _side(shown.me, words),
        say("Your hand: {cards}.", cards=", ".join(_numbered(shown.hand, words))),
        say("Also: {offers}.", offers=", ".join(offers)),
        shown.prompt,
    ]


def _talon(shown: Scene, words: Wording) -> Iterator[str]:
    """Talon and phase; of a closed talon the phase tells enough."""
    if not shown.talon:
        yield words.say("The talon is used up.")
    elif shown.turn_up is not None:
        yield words.say(
            "Talon: {cards}, turned up {card:card_nom}.",
            cards=words.say_n("{n} card", "{n} cards", shown.talon),
            card=shown.turn_up.card,
        )
    yield f"{shown.phase}."


def _side(side: Side, words: Wording) -> str:
    facts = list(side.facts)
    facts += [words.say("announced {worth}", worth=worth) for worth in side.calls]
    if side.pending:
        facts.append(words.say("which does not count before a trick"))
    if side.known:
        known = ", ".join(face.name for face in side.known)
        facts.append(words.say("known to both: {cards}", cards=known))
    return f"{side.name}: {', '.join(facts)}."


def _numbered(hand: Iterable[Face], words: Wording) -> Iterable[str]:
    for number, card in enumerate(hand, 1):
        mark = "" if card.legal else " " + words.say("(not now)")
        new = " " + words.say("(new)") if card.fresh else ""
        yield f"{number} {card.name}{new}{mark}"


def _how_to_name(words: Wording) -> str:
    if words.deck == "german":
        return words.say(
            "Type the number of a card in your hand, its name, or the letters on it "
            "({one:short}, {other:short}).",
            one=make_card(SPADES, ACE),
            other=make_card(CLUBS, TEN),
        )
    return words.say(
        "Type the number of a card in your hand, or its name, or two letters as in records."
    )


def help_lines(session: Session) -> list[str]:
    """How to answer, and the rules of the match."""
    words = session.wording
    say = words.say
    lines = [
        _how_to_name(words),
        say("Everything else has a letter; an empty line repeats where you are."),
    ]
    lines += [f"{a.key} {a.label}: {a.meaning}" for a in line_commands(words)]
    for chapter in rule_chapters(session.match.rules, words):
        lines += ["", chapter.heading, *chapter.sentences]
    return lines
