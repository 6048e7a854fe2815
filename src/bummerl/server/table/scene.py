"""What a viewer may see of a table, as it goes over the wire.

Cards come from `View.table` of the viewer's own seat, or of no seat for a spectator, and from
nothing else while a deal runs: so nothing hidden can get in.  When a deal has been played to its
end all cards are shown; when it was cut short by a forfeit, those that nobody has seen are not.
"""

from __future__ import annotations

from typing import Final, Literal, TypedDict

from bummerl.cards import CARD_NAMES, SUITS
from bummerl.notation.tokens import MOVE_TOKENS
from bummerl.rules.moves import Seat
from bummerl.rules.score import GAME
from bummerl.rules.trick import Trick
from bummerl.server.table import actions as buttons
from bummerl.server.table.fair import fair_scene, next_fair_scene
from bummerl.server.table.look import Look, look
from bummerl.server.table.memo import Viewer
from bummerl.server.table.sides import empty_side, side
from bummerl.server.table.speech import rules_name, said, tokens, wording
from bummerl.server.table.state import Table
from bummerl.server.table.told import told
from bummerl.server.table.undo import moves_to_keep
from bummerl.server.wire import (
    Action,
    ClockScene,
    FairScene,
    Laid,
    ResultScene,
    Scene,
    SeatScene,
    Slate,
    TrickScene,
)
from bummerl.text import N_
from bummerl.words import moment
from bummerl.words.wording import Wording

__all__ = ["Viewer", "scene", "told"]

_PROMPTS: Final = {
    "waiting": N_("Waiting for a second player."),
    "shuffling": N_("The cards are being shuffled."),
    "deal_over": N_("The deal is over."),
    "over": N_("The match is over."),
    "cancelled": N_("The table was closed before the first deal."),
}
"""What is said where nobody is to move."""


def scene(table: Table, viewer: Viewer, at: int, spectators: int = 0) -> Scene:
    """Everything `viewer` may see of the table at the moment `at`, milliseconds since 1970.

    A moment before the table's last event counts as that event's.
    """
    at, seat = max(at, table.at), viewer.seat
    words = wording(viewer.language, viewer.deck)
    seen = look(table, viewer)
    return Scene(
        table=table.id,
        seq=table.seq,
        version=table.version,
        phase=table.phase,
        seat=seat,
        practice=table.spec.practice,
        rated=table.spec.rated,
        private=table.spec.private,
        rules=table.spec.rules,
        rules_name=rules_name(table.spec.rules, words),
        pack=table.rules.deck,
        clock=_clock(table, at),
        next_fair=next_fair_scene(table, seat),
        claims=() if seat is None else _claims(table, seat, at),
        rematch=tuple(table.rematch),
        rematch_table=table.rematch_table,
        tournament=table.spec.tournament,
        paused=table.paused,
        spectators=spectators,
        **(_before(table, words, at) if seen is None else _deal(seen, at)),
    )


class _Deal(TypedDict):
    """The part of a scene that is about the deal on the table."""

    deal: int
    bummerl: int
    seats: tuple[SeatScene, SeatScene]
    to_move: Seat | None
    trick: tuple[Laid, ...]
    last_trick: TrickScene | None
    trump: str | None
    turn_up: str | None
    talon: int
    closed: Seat | None
    strict: bool
    moves: tuple[str, ...]
    reasons: dict[str, str]
    actions: tuple[Action, ...]
    prompt: str
    phase_text: str
    course: tuple[str, ...]
    slate: Slate
    result: ResultScene | None
    fair: FairScene | None
    may_undo: bool
    may_hint: bool


def _before(table: Table, words: Wording, at: int) -> _Deal:
    """Before the first deal."""
    return _Deal(
        deal=0,
        bummerl=1,
        seats=(empty_side(table, 0, at, words), empty_side(table, 1, at, words)),
        to_move=None,
        trick=(),
        last_trick=None,
        trump=None,
        turn_up=None,
        talon=0,
        closed=None,
        strict=False,
        moves=(),
        reasons={},
        actions=(),
        prompt=said(_PROMPTS[table.phase], words),
        phase_text="",
        course=(),
        slate=Slate(
            needed=(GAME, GAME),
            strokes=((GAME, GAME),),
            bummerls=(0, 0),
            target=table.rules.match,
            carry=0,
        ),
        result=None,
        fair=None,
        may_undo=False,
        may_hint=False,
    )


def _deal(seen: Look, at: int) -> _Deal:
    """The deal on the table."""
    table, match, view, words = seen.table, seen.match, seen.view, seen.words
    mine, closed = seen.my_turn, view.close is not None
    course = seen.memo.entries(table).readable(view, seen.taken)
    return _Deal(
        deal=match.deal_number,
        bummerl=match.game,
        seats=(side(seen, 0, at), side(seen, 1, at)),
        to_move=None if seen.over else view.to_move,
        trick=tuple(
            [Laid((view.leader + n) % 2, CARD_NAMES[card]) for n, card in enumerate(view.trick)]
        ),
        last_trick=_last_trick(seen),
        trump=SUITS[view.trump],
        turn_up=None if closed or view.turn_up is None else CARD_NAMES[view.turn_up],
        talon=len(view.talon),
        closed=None if view.close is None else view.close.seat,
        strict=view.is_strict,
        moves=tuple([MOVE_TOKENS[move] for move in view.legal_moves()]) if mine else (),
        reasons=buttons.reasons(view, words) if mine else {},
        actions=buttons.actions(view, words) if mine else (),
        prompt=said(_PROMPTS[table.phase], words)
        if seen.over
        else moment.prompt(view, seen.names, words),
        phase_text=moment.phase(view, seen.names, words),
        course=tuple([entry.text for entry in course]),
        slate=_slate(seen),
        result=_result(seen) if seen.over else None,
        fair=fair_scene(table, match),
        may_undo=_may_undo(seen),
        may_hint=table.spec.practice and mine,
    )


def _last_trick(seen: Look) -> TrickScene | None:
    """The trick taken last, as long as it lies there or one may look back at it."""
    trick = seen.taken
    if trick is None and seen.view.finished:
        last = seen.match.position.finished[-1]
        trick = last if last == seen.view.finished[-1] else None
    return None if trick is None else _trick(trick)


def _trick(trick: Trick) -> TrickScene:
    first, second = tokens(trick.cards)
    return TrickScene((Laid(trick.leader, first), Laid(1 - trick.leader, second)), trick.winner)


def _slate(seen: Look) -> Slate:
    """The score; a Bummerl that is over ends at zero for who has won it."""
    match, strokes = seen.match, [(GAME, GAME), *seen.table.strokes]
    score = match.score_after
    if seen.over:
        first, second = score.needed
        if match.game_over:
            first, second = match.score.needed
            won = match.game_winner
            first, second = (0 if won == 0 else first), (0 if won == 1 else second)
        strokes.append((first, second))
    return Slate(
        needed=strokes[-1],
        strokes=tuple(strokes),
        bummerls=(score.bummerls[0], score.bummerls[1]),
        target=match.rules.match,
        carry=score.carry,
    )


def _result(seen: Look) -> ResultScene:
    match = seen.match
    last = match.results[-1]
    result, forfeit = last.result, last.forfeit
    points = match.position.points
    winner = result.winner if result is not None else None
    if result is None and forfeit is not None:
        winner = 1 - forfeit.seat
    return ResultScene(
        winner=winner,
        game_points=0 if result is None else result.points,
        lines=seen.memo.end(seen.table, seen.viewer, seen.words),
        points=None if result is None else (points[0], points[1]),
        bummerl_over=match.game_over,
        match_winner=match.winner,
    )


def _clock(table: Table, at: int) -> ClockScene | None:
    clock = table.clock
    if clock is None:
        return None
    return ClockScene(
        control=str(clock.control),
        left=(clock.left(0, at), clock.left(1, at)),
        running=clock.turn if clock.running else None,
    )


def _claims(table: Table, seat: Seat, at: int) -> tuple[Literal["flag", "absence"], ...]:
    found: list[Literal["flag", "absence"]] = []
    if not table.paused:
        if table.may_claim_flag(seat, at):
            found.append("flag")
        if table.may_claim_absence(seat, at):
            found.append("absence")
    return tuple(found)


def _may_undo(seen: Look) -> bool:
    seat = seen.viewer.seat
    if seat is None or not seen.table.spec.practice or seen.over:
        return False
    return isinstance(moves_to_keep(seen.match, seat), int)
