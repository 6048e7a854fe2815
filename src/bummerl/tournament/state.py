"""`Tournament`: how things stand; it follows from the events alone.

>>> from bummerl.tournament.events import Announced, Settings
>>> first = Announced(at=0, settings=Settings(name="Cup", rules="sharp"), secret="00" * 32)
>>> Tournament.replay([first]).settings.cards
64
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable

from bummerl.tournament import boards
from bummerl.tournament.draw import Holder, entry_list, list_hash, secret_of, seed_of
from bummerl.tournament.events import (
    Announced,
    AnyEvent,
    Boarded,
    Changed,
    Cleared,
    Delayed,
    Drawn,
    Paired,
    Registered,
    Resulted,
    Returned,
    Sold,
    Undrawn,
    Unsold,
    Withdrawn,
)
from bummerl.tournament.rounds import Match, Outcome, Round, Stage, automatic, match_id
from bummerl.tournament.standing import DrawRecord, Standing


class Tournament(Standing):
    """A tournament after so many events.  Changes only through `apply`."""

    @classmethod
    def replay(cls, events: Iterable[AnyEvent]) -> Tournament:
        """The state after these events, which `sale`, `drawing` and `desk` have decided."""
        log = iter(events)
        first = next(log)
        assert isinstance(first, Announced)
        tournament = cls(first.settings, bytes.fromhex(first.secret), history=[first])
        for event in log:
            tournament.apply(event)
        return tournament

    def apply(self, event: AnyEvent) -> None:
        """Let something happen that `sale`, `drawing` or `desk` has decided."""
        _apply(event, self)
        self.history.append(event)

    def _settle(self, changed: Match | None = None) -> None:
        """What follows by itself: unplayed outcomes, matches for places, who sits at a board.

        `changed` is the only match that is not as it was, if nothing else has happened.
        """
        for match in self.matches() if changed is None else (changed,):
            self._settle_match(match)
        # a match for 5 or 7 may follow from one for 5 to 8 that was decided just now
        for _ in range(2):
            self._open_place_matches()
        boards.fill(self.matches(), self.person_id, self.settings.boards)

    def _settle_match(self, match: Match) -> None:
        if match.outcome is None or match.outcome.automatic:
            own = self.entries.same_person(match.a, match.b)
            match.outcome = automatic(match, own=own, withdrawn=self.withdrawn)

    def _open_place_matches(self) -> None:
        due = {name: cards for name, cards in self.due_places().items() if len(cards) == 2}
        for name in list(self.place_matches):
            if set(self.place_matches[name].cards) != set(due.get(name, ())):
                del self.place_matches[name]
        for name, cards in due.items():
            if name not in self.place_matches:
                self.place_matches[name] = Match(name, *cards)
                self._settle_match(self.place_matches[name])

    def _leave_boards(self) -> None:
        for match in self.current.matches if self.current else ():
            match.board = None

    def _record(self, event: Drawn | Paired, stage: Stage, holders: list[Holder]) -> None:
        number, round_number = len(self.draws) + 1, len(self._stage(stage)) + 1
        text = event.entries or entry_list(round_number, holders)
        hashed = list_hash(text)
        secret = secret_of(self.secret, number) if event.word is not None else None
        seed = None
        if secret is not None and event.word is not None:
            seed = seed_of(secret, hashed, event.word).hex()
        self.draws.append(
            DrawRecord(
                number,
                stage,
                round_number,
                text,
                hashed.hex(),
                event.word,
                None if secret is None else secret.hex(),
                seed,
                event,
            )
        )

    def _stage(self, stage: Stage) -> list[Round]:
        return self.danish if stage == "danish" else self.knockout

    def _open(self, stage: Stage, size: int, matches: list[Match], byes: tuple[int, ...]) -> None:
        self._leave_boards()
        rounds = self._stage(stage)
        rounds.append(Round(stage, len(rounds) + 1, size, matches, byes))
        self._entered.update(rounds[-1].cards)
        self._settle()


@functools.singledispatch
def _apply(event: AnyEvent, t: Tournament) -> None:
    raise TypeError(event)


@_apply.register
def _(event: Changed, t: Tournament) -> None:
    t.settings = event.settings
    t._settle()


@_apply.register
def _(event: Registered, t: Tournament) -> None:
    t.entries.register(event)


@_apply.register
def _(event: Sold, t: Tournament) -> None:
    t.entries.sell(event, again=bool(t.rounds))


@_apply.register
def _(event: Unsold, t: Tournament) -> None:
    t.entries.take_back(event)
    # whoever buys the number next has not withdrawn
    t.withdrawn.difference_update(event.cards)


@_apply.register
def _(event: Drawn, t: Tournament) -> None:
    t._record(event, "knockout", t.next_holders())
    number = len(t.knockout) + 1
    matches: list[Match] = []
    byes: list[int] = []
    for place, (left, right) in enumerate(zip(event.left, event.right, strict=True), start=1):
        if right is None:
            byes.append(left)
        else:
            matches.append(Match(match_id("knockout", number, place), left, right))
    t._open("knockout", event.size, matches, tuple(byes))


@_apply.register
def _(event: Paired, t: Tournament) -> None:
    if event.word is not None:
        t._record(event, "danish", t.danish_holders())
    number = len(t.danish) + 1
    matches = [
        Match(match_id("danish", number, place), *pair)
        for place, pair in enumerate(event.pairs, start=1)
    ]
    byes = () if event.bye is None else (event.bye,)
    t._open("danish", 2 * len(matches) + len(byes), matches, byes)


@_apply.register
def _(event: Undrawn, t: Tournament) -> None:
    gone = t.knockout.pop() if t.knockout else t.danish.pop()
    drawn = Drawn if gone.stage == "knockout" else Paired
    last = t.draws[-1] if t.draws else None
    if last is not None and isinstance(last.event, drawn) and last.round == gone.number:
        t.draws[-1] = dataclasses.replace(last, void=event.reason)
    t._entered = {card for round_ in t.rounds for card in round_.cards}
    t._settle()


@_apply.register
def _(event: Resulted, t: Tournament) -> None:
    match = t.match(event.match)
    assert match is not None
    match.outcome = Outcome(
        event.winner, event.loser, event.how, event.score, event.offence, event.reason
    )
    t._settle(match)


@_apply.register
def _(event: Cleared, t: Tournament) -> None:
    match = t.match(event.match)
    assert match is not None
    match.outcome = None
    t._settle(match)


@_apply.register
def _(event: Withdrawn, t: Tournament) -> None:
    t.withdrawn.update(event.cards)
    t._settle()


@_apply.register
def _(event: Returned, t: Tournament) -> None:
    t.withdrawn.difference_update(event.cards)
    t._settle()


@_apply.register
def _(event: Boarded, t: Tournament) -> None:
    match = t.match(event.match)
    assert match is not None
    boards.put_on(match, event.board, t.matches(), t.person_id)
    t._settle(match)


@_apply.register
def _(event: Delayed, t: Tournament) -> None:
    match = t.match(event.match)
    assert match is not None
    match.delayed = event.delayed
    if event.delayed:
        match.board = None
    t._settle(match)
