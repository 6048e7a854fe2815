"""A finished deal move by move, all cards open, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast, get_args

from bummerl.cards import CARD_NAMES, SUITS, Card
from bummerl.match.fair_check import FAIR_TAGS
from bummerl.match.saved import FORFEITS
from bummerl.notation.records import DealRecord
from bummerl.notation.sgn import loads
from bummerl.notation.tokens import write_move
from bummerl.rules.moves import PAIR, Played, Seat, is_pair
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.server.http import game_shapes
from bummerl.server.store.models import DealRow
from bummerl.server.wire import Laid, Pair, TrickScene
from bummerl.words.moment import sorted_hand
from bummerl.words.tell import Cause, tell_end, tell_forfeit, tell_move, tell_result, tell_trick
from bummerl.words.wording import Wording


def replay_of(
    row: DealRow, last: int, names: Sequence[str], wording: Wording
) -> game_shapes.Replay:
    """The replay of a deal; `last` is the number of the match's last finished deal."""
    [record] = loads(row.sgn)
    start = record.start
    return game_shapes.Replay(
        game=row.table_id,
        number=row.number,
        bummerl=record.game or 1,
        dealer=record.dealer or 0,
        pack=record.rules.deck,
        rules=str(record.rules),
        trump=SUITS[start.trump],
        names=list(names),
        result=_result(row, record, names, wording),
        fair=_proof(record),
        sgn=row.sgn,
        previous=row.number - 1 if row.number > 1 else None,
        next=row.number + 1 if row.number < last else None,
        steps=list(steps_of(record, names, wording)),
    )


def steps_of(
    record: DealRecord, names: Sequence[str], wording: Wording
) -> Iterator[game_shapes.Step]:
    """The deal as dealt, then after each move."""
    position, announced = record.start, ([], [])  # type: tuple[Position, tuple[list[int], ...]]
    yield _step(position, None, 0, _opening(record, names, wording), announced)
    for number, played in enumerate(record.moves, 1):
        if is_pair(played.move):
            announced[played.seat].append(played.move - PAIR)
        after = position.apply(played)
        told = _told(position, played, after, names, wording)
        yield _step(after, played, number, told, announced)
        position = after


def _step(
    position: Position,
    played: Played | None,
    number: int,
    text: str,
    announced: Sequence[Sequence[int]],
) -> game_shapes.Step:
    fresh = played is not None and not position.trick and _completes(position, played)
    trick = _laid(position.finished[-1].leader, position.finished[-1].cards) if fresh else None
    return game_shapes.Step(
        number=number,
        move=None if played is None else write_move(played.move),
        seat=None if played is None else played.seat,
        text=text,
        hands=[
            [CARD_NAMES[card] for card in sorted_hand(hand, position.trump, True)]
            for hand in position.hands
        ],
        trick=_laid(position.leader, position.trick) if trick is None else trick,
        taken=[_taken(trick) for trick in position.finished],
        talon=[CARD_NAMES[card] for card in position.talon[:-1]],
        turn_up=None if position.turn_up is None else CARD_NAMES[position.turn_up],
        closed=None if position.close is None else position.close.seat,
        strict=position.is_strict,
        points=list(position.points),
        tricks=list(position.tricks),
        pairs=[
            [
                Pair(SUITS[suit], 40 if suit == position.trump else 20, bool(pending))
                for suit in suits
            ]
            for suits, pending in zip(announced, position.pending, strict=True)
        ],
        to_move=None if position.over else position.to_move,
    )


def _completes(position: Position, played: Played) -> bool:
    """Whether the move was the last card of the last trick."""
    return bool(position.finished) and position.finished[-1].cards[-1] == played.move


def _laid(leader: Seat, cards: Sequence[Card]) -> list[Laid]:
    return [Laid((leader + n) % 2, CARD_NAMES[card]) for n, card in enumerate(cards)]


def _taken(trick: Trick) -> TrickScene:
    return TrickScene(tuple(_laid(trick.leader, trick.cards)), trick.winner)


def _opening(record: DealRecord, names: Sequence[str], wording: Wording) -> str:
    told = wording.say("{name} deals.", name=names[record.dealer or 0])
    if record.start.turn_up is not None:
        card = wording.sentence("{card:card_nom} is turned up", card=record.start.turn_up)
        told = f"{told} {card}"
    return told


def _told(
    before: Position, played: Played, after: Position, names: Sequence[str], wording: Wording
) -> str:
    told = [tell_move(before, played.move, names, wording, seat=played.seat)]
    if len(after.finished) > len(before.finished):
        told.append(tell_trick(after.finished[-1], names, wording))
    if not after.over and before.talon and not after.talon:
        told.append(wording.say("The talon is used up. Follow suit, win if you can."))
    return " ".join(told)


def _result(
    row: DealRow, record: DealRecord, names: Sequence[str], wording: Wording
) -> game_shapes.ReplayResult:
    final, lines = record.final, []
    forfeit = FORFEITS.get(record.tags.get("Forfeit", ""))
    if forfeit is None:
        lines = list(tell_end(final, names, wording)) if final.over else []
    else:
        if final.over:
            lines.append(tell_result(final, names, wording))
        cause = row.facts.get("cause")
        lines.append(
            tell_forfeit(
                forfeit.seat,
                names,
                wording,
                match=forfeit.match,
                cause=cast("Cause", cause) if cause in get_args(Cause) else "given up",
            )
        )
    return game_shapes.ReplayResult(
        winner=row.winner,
        game_points=row.game_points,
        lines=lines,
        points=list(final.points) if final.over else None,
    )


def _proof(record: DealRecord) -> game_shapes.Proof | None:
    if any(tag not in record.tags for tag in FAIR_TAGS):
        return None
    tags = record.tags
    return game_shapes.Proof(
        commitment=tags["Commitment"],
        secret=tags["Secret"],
        client0=tags["Client0"],
        client1=tags["Client1"],
    )
