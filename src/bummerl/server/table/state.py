"""`Table`: what follows from a table's events, and from nothing else.

The course of a deal: the server thinks up a secret (`Shuffling`), each seat commits itself to a
contribution (`Committed`), and when both have, each opens it (`Revealed`); the second one deals.
The next deal is shuffled as soon as one is over.

Two things are counted down beside the clock of a Bummerl: the *grace* of whoever has lost the
connection, and the *patience* with whoever is connected but keeps the others waiting before a deal:
he owes a commitment, or its contribution.  Either past its 90 seconds lets the other claim
(`events.Claimed`, for absence).  Whoever has the shuffle begun anew gets no new patience for it.  A
move that is owed costs time on the clock where there is one, and nothing where both have agreed to
play without.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Final, Literal

from bummerl.match.clock import GRACE, Clock, Grace, TimeControl, claim_flag, parse_control
from bummerl.match.fair_match import FairMatch
from bummerl.match.fairness import FairShuffle, parse_contribution, parse_secret
from bummerl.notation.tokens import parse_move
from bummerl.rules.moves import Seat, is_card
from bummerl.rules.variants import Rules, parse_rules
from bummerl.server.table.events import (
    AnyEvent,
    Cancelled,
    Claimed,
    Committed,
    GaveUp,
    Left,
    Moved,
    Opened,
    Paused,
    RematchFailed,
    RematchOffered,
    RematchOpened,
    Resumed,
    Returned,
    Revealed,
    Seated,
    Shuffling,
    Sitter,
    TableSpec,
    TakenBack,
)
from bummerl.server.table.steps import Moment, Step, step_of_move
from bummerl.server.wire import Phase

MOST_STEPS: Final = 200
"""Steps that are kept; no deal has so many moves, but people may talk for ever."""


class Table:
    """A table as its events have made it.  `apply` is the only way to change it."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.seq = 0
        """Number of the last event."""
        self.version = 0
        """Grows whenever cards or turns change."""
        self.at = 0
        """Moment of the last event."""
        self.spec = TableSpec("soft")
        self.rules: Rules = parse_rules("soft")
        self.control: TimeControl | None = None
        self.sitters: list[Sitter | None] = [None, None]
        self.here = [False, False]
        """By seat: taken and not gone."""
        self.match: FairMatch | None = None
        """From the first deal on; it holds no deals before the one on the table."""
        self.shuffle: FairShuffle | None = None
        """The next deal, while it is being shuffled."""
        self.anew = 0
        """How often that shuffle was begun anew, as a contribution was lost."""
        self.clock: Clock | None = None
        self.grace = Grace()
        """Of those who are not connected; while a seat is free nobody is waited for."""
        self.patience = Grace()
        """With those who owe a commitment or a contribution."""
        self.spare = [GRACE, GRACE]
        """By seat: the patience with the contribution, as both have committed themselves."""
        self._kept = [GRACE, GRACE]
        """The same for whoever has the shuffle begun anew, as the next commitment tells."""
        self.paused = False
        self.cancelled = False
        self.given_up: Seat | None = None
        """Who gave up before the first deal."""
        self.strokes: list[tuple[int, int]] = []
        """Points still needed after each deal of this Bummerl before the one on the table."""
        self.claimed: Claimed | None = None
        """What ended the deal on the table, if a claim did."""
        self.rematch: list[Seat] = []
        """Who wants one."""
        self.rematch_table: str | None = None
        self.steps: list[Step] = []
        """Of the deal on the table, and what happened since; before the first deal, all.  Of talk
        and the like only the last are kept."""
        self.memos: dict[Any, Any] = {}
        """What `scene` remembers of the deal on the table, by viewer; follows from the rest."""

    @classmethod
    def replay(cls, table_id: str, events: Iterable[AnyEvent]) -> Table:
        """The table that `events` make, in order, from the first."""
        table = cls(table_id)
        for event in events:
            table.apply(event)
        return table

    def seat_of(self, user: str) -> Seat | None:
        """Where this person sits; None if at neither seat."""
        for seat, sitter in enumerate(self.sitters):
            if sitter is not None and sitter.user == user:
                return seat
        return None

    @property
    def names(self) -> tuple[str, str]:
        """By seat; empty where nobody sits."""
        first, second = ("" if sitter is None else sitter.name for sitter in self.sitters)
        return first, second

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot sits at the seat."""
        sitter = self.sitters[seat]
        return sitter is not None and sitter.bot is not None

    @property
    def full(self) -> bool:
        """Whether both seats are taken."""
        return None not in self.sitters

    @property
    def phase(self) -> Phase:
        """What the table is about now."""
        if self.cancelled:
            return "cancelled"
        if self.match is None:
            return "shuffling" if self.full else "waiting"
        if not self.match.deal_over:
            return "playing"
        return "over" if self.match.over else "deal_over"

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is in a running deal."""
        match = self.match
        return None if match is None or match.deal_over else match.position.to_move

    @property
    def next_deal(self) -> int:
        """Number of the deal that is shuffled next."""
        return 1 if self.match is None else self.match.deal_number + 1

    def owes(self, seat: Seat) -> Literal["commitment", "contribution"] | None:
        """What the next deal is waiting for from `seat`."""
        shuffle = self.shuffle
        if shuffle is None:
            return None
        if shuffle.commitments[seat] is None:
            return "commitment"
        if None not in shuffle.commitments and shuffle.contributions[seat] is None:
            return "contribution"
        return None

    def may_claim_flag(self, claimant: Seat, at: int) -> bool:
        """Whether the other has used up the time for a Bummerl that is not over."""
        match, clock = self.match, self.clock
        if match is None or clock is None or match.over or match.game_over:
            return False
        return clock.may_claim(claimant, at)

    def may_claim_absence(self, claimant: Seat, at: int) -> bool:
        """Whether the other is gone, or keeps the deal waiting, for longer than the grace."""
        if not self.full or self.phase in ("over", "cancelled"):
            return False
        if self.match is None and self.spec.tournament is not None:
            return False  # how late somebody may come is announced there
        if self.grace.left(claimant, at) is not None:
            return False
        return self.grace.may_claim(claimant, at) or self.patience.may_claim(claimant, at)

    def apply(self, event: AnyEvent) -> Step:
        """Takes in the next event of the log.

        Raises:
            BummerlError: the event cannot follow those before it, which a log that `commands`
                has made never shows.
        """
        self.seq += 1
        self.at = event.at
        step = self._applied(event)
        self.steps.append(step)
        if len(self.steps) > MOST_STEPS:
            self._drop_talk()
        return step

    def _drop_talk(self) -> None:
        """Drops the oldest step that is neither a move nor the deal."""
        for index, step in enumerate(self.steps):
            if step.before is None and not step.dealt:
                del self.steps[index]
                break

    def _applied(self, event: AnyEvent) -> Step:  # one arm an event
        match event:
            case Moved() | TakenBack() | GaveUp() | Claimed():
                return self._play(event)
            case Shuffling() | Committed() | Revealed():
                return self._prepare(event)
            case Opened(spec=spec):
                self.spec, self.rules = spec, parse_rules(spec.rules)
                self.control = parse_control(spec.control)
            case Seated(seat=seat, sitter=sitter):
                self.sitters[seat] = sitter
                self.here[seat] = True
                if self.full and not self.here[1 - seat]:  # nobody was kept waiting before
                    self.grace = self.grace.away(1 - seat, event.at)
            case Left() | Returned() | Paused() | Resumed():
                self._presence(event)
            case RematchOffered(seat=seat):
                self.rematch.append(seat)
            case RematchFailed():
                self.rematch.clear()
            case RematchOpened(table=table):
                self.rematch_table = table
            case Cancelled(seat=seat):
                self.cancelled, self.given_up = True, seat
                self.shuffle = None
                self.version += 1
            case _:
                pass  # what is said changes nothing
        return Step(self.seq, event)

    # ---- preparing a deal ----------------------------------------------------------------

    def _prepare(self, event: Shuffling | Committed | Revealed) -> Step:
        at = event.at
        if isinstance(event, Shuffling):
            self._shuffle(event)
            return Step(self.seq, event)
        assert self.shuffle is not None
        if isinstance(event, Committed):
            if self.shuffle.commitments == (None, None):  # it is who had the shuffle begun anew
                self.spare[event.seat] = self._kept[event.seat]
            self.shuffle = self.shuffle.committed(event.seat, event.commitment)
            self.patience = self.patience.back(event.seat, at)
            if None not in self.shuffle.commitments:
                first, second = self.spare
                self.patience = self.patience.away(0, at, first).away(1, at, second)
            return Step(self.seq, event)
        contribution = parse_contribution(event.contribution)
        self.shuffle = self.shuffle.revealed(event.seat, contribution)
        self.patience = self.patience.back(event.seat, at)
        if None in self.shuffle.contributions:
            return Step(self.seq, event)
        self._deal(at)
        return Step(self.seq, event, dealt=True)

    def _shuffle(self, event: Shuffling) -> None:
        if self.shuffle is None:
            self.anew, self.spare = 0, [GRACE, GRACE]
        else:
            self.anew += 1
        for seat in (0, 1):
            left = self.patience.left(seat, event.at)
            self._kept[seat] = self.spare[seat] if left is None else left
        self.shuffle = FairShuffle(self.rules.deck, event.deal, parse_secret(event.secret))
        self.patience = Grace().away(0, event.at).away(1, event.at)

    def _deal(self, at: int) -> None:
        assert self.shuffle is not None
        fair, self.shuffle, self.patience = self.shuffle.deal, None, Grace()
        begins = self.match is None or self.match.game_over
        if self.match is None:
            self.match = FairMatch(
                self.rules, self.names, fair, event=f"Table {self.id}", date=self.spec.date
            )
        else:
            first, second = self.match.score_after.needed
            self.strokes.append((first, second))
            self.match.prepare(fair)
            self.match.next_deal()
            self.match.forget()
        if begins:
            self.strokes.clear()
            self.clock = None if self.control is None else Clock.new(self.control)
        if self.clock is not None:
            self.clock = self.clock.run(self.match.position.to_move, at)
        self.claimed = None
        self.version += 1
        self.steps.clear()
        self.memos.clear()

    # ---- playing -------------------------------------------------------------------------

    def _play(self, event: Moved | TakenBack | GaveUp | Claimed) -> Step:
        assert self.match is not None
        match, at = self.match, event.at
        self.version += 1
        if isinstance(event, Moved):
            before = match.position
            after = match.play(parse_move(event.move))
            self._clocked(at, played_card=is_card(after.history[-1].move))
            return self._ended(step_of_move(self.seq, event, before, after))
        if isinstance(event, TakenBack):
            match.take_back(event.moves)
            self._keep_moves(event.moves)
            if self.clock is not None:
                self.clock = self.clock.run(match.position.to_move, at)
            return Step(self.seq, event)
        running, was_over = not match.deal_over, match.game_over
        before, step = match.position, Step(self.seq, event, seat=event.seat)
        if isinstance(event, Claimed):
            self._claim(event)
            loser = 1 - event.seat
        else:
            loser = event.seat
            if event.scope == "deal":
                match.resign(loser)
            else:
                match.forfeit(loser, match=event.scope == "match")
        if running:
            self._clocked(at, played_card=False)
            if match.position is not before:
                move = match.position.history[-1].move
                step = Step(self.seq, event, Moment.of(before), loser, move)
        return self._ended(step, was_over=was_over)

    def _claim(self, event: Claimed) -> None:
        assert self.match is not None
        self.claimed = event
        if event.reason == "flag":
            assert self.clock is not None
            claim_flag(self.match, self.clock, event.seat, event.at)
        else:
            # who stays away between two Bummerls does not come back to the match
            self.match.forfeit(1 - event.seat, match=self.match.game_over)

    def _clocked(self, at: int, *, played_card: bool) -> None:
        if self.clock is not None:
            self.clock = self.clock.moved(at, to_move=self.to_move, played_card=played_card)

    def _ended(self, step: Step, *, was_over: bool = False) -> Step:
        """The step with what ended by it; `was_over`: the Bummerl had ended before."""
        match = self.match
        assert match is not None
        if not match.deal_over:
            return step
        if match.over:  # what was shuffled already is dealt no more
            self.shuffle, self.patience = None, Grace()
        return dataclasses.replace(
            step,
            deal_ended=True,
            bummerl_ended=match.game_over and not was_over,
            match_ended=match.over,
        )

    def _keep_moves(self, moves: int) -> None:
        """Drops the steps of all moves of the deal but the first `moves`."""
        kept: list[Step] = []
        for step in self.steps:
            moves -= isinstance(step.event, Moved)
            if moves >= 0 or not isinstance(step.event, Moved):
                kept.append(step)
        self.steps[:] = kept
        self.memos.clear()

    # ---- presence ------------------------------------------------------------------------

    def _presence(self, event: Left | Returned | Paused | Resumed) -> None:
        at = event.at
        match event:
            case Left(seat=seat):
                self.here[seat] = False
                if self.full:
                    self.grace = self.grace.away(seat, at)
            case Returned(seat=seat):
                self.here[seat] = True
                self.grace = self.grace.back(seat, at)
            case Paused():
                self.paused = True
                self.grace, self.patience = self.grace.pause(at), self.patience.pause(at)
                self.clock = self.clock and self.clock.pause(at)
            case Resumed():
                # after a crash nothing was paused, and what passed since then is not charged
                self.paused = False
                self.grace = self.grace.recovered().resume(at)
                self.patience = self.patience.recovered().resume(at)
                self.clock = self.clock and self.clock.recovered().resume(at)
