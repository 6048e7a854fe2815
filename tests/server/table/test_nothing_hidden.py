"""Nothing hidden leaves the server (PLAY-8, PLAY-9): not in scenes, not in what is told.

What a viewer may see is worked out here from the position alone, without `View`.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bummerl.cards import CARD_NAMES, Mask, cards_of, mask_of
from bummerl.errors import BummerlError
from bummerl.match.fair_match import FairMatch
from bummerl.rules.moves import CLOSE, EXCHANGE, is_card
from bummerl.rules.position import Position
from bummerl.rules.variants import PRESET_NAMES
from bummerl.server import wire
from bummerl.server.table.events import AnyEvent
from bummerl.server.table.scene import Viewer, scene, told
from bummerl.server.table.state import Table
from bummerl.words.names import DECK_NAMES, Deck, Language
from server.table.dealt import ANNA, BERT, BOT, Driven, dealt, opened

VIEWERS = (
    Viewer(0, "en", "french"),
    Viewer(0, "de", "german"),
    Viewer(1, "de", "french"),
    Viewer(1, "en", "german"),
    Viewer(None, "en", "french"),
    Viewer(None, "de", "german"),
)


def message(driven: Driven, viewer: Viewer, steps: list[Any] | None = None) -> dict[str, Any]:
    """What goes over the wire."""
    table = driven.table
    known = table.steps if steps is None else steps
    sent = wire.encode_message(
        wire.TableMessage(scene=scene(table, viewer, driven.at), told=told(table, known, viewer))
    )
    read: dict[str, Any] = json.loads(sent)
    return read


def strings(value: Any) -> Iterator[str]:
    """All strings in a message, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def may_see(position: Position, seat: int | None) -> Mask:
    """Cards that may be named to `seat` in a running deal, after PLAY-8."""
    seen = mask_of(position.trick) | position.shown[0] | position.shown[1]
    if seat is not None:
        seen |= position.hands[seat]
    if position.talon:
        seen |= 1 << position.talon[-1]
    just_taken = not position.trick and bool(position.finished)
    if just_taken and is_card(position.history[-1].move):
        seen |= mask_of(position.finished[-1].cards)
    option = position.rules.tricks_visible
    if option == "last" and just_taken:
        seen |= mask_of(position.finished[-1].cards)
    if option == "own_and_first":
        for side in (0, 1):
            won = [trick for trick in position.finished if trick.winner == side]
            for trick in won if side == seat else won[:1]:
                seen |= mask_of(trick.cards)
    return seen


def may_be_told(driven: Driven) -> Mask:
    """Cards that words may name at any time: turned up at first, exchanged."""
    match = driven.table.match
    assert match is not None
    start = match.start
    public = 1 << start.talon[-1]
    if any(played.move == EXCHANGE for played in match.position.history):
        public |= 1 << start.lowest_trump
    return public


@functools.cache
def card_names(language: Language, deck: Deck) -> tuple[re.Pattern[str], dict[str, int]]:
    """All that a card can be called in full, as a pattern and with its number."""
    names = DECK_NAMES[language, deck]
    found = {
        str(names.name(kind, card)): card
        for kind in ("card", "card_acc", "card_dat", "short")
        for card in range(24)
    }
    longest_first = sorted(map(re.escape, found), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)"), found


def named(text: str, viewer: Viewer) -> Mask:
    """Cards that a text names."""
    pattern, found = card_names(viewer.language, viewer.deck)
    return mask_of({found[name] for name in pattern.findall(text)})


def assert_hides(driven: Driven, viewer: Viewer) -> None:
    """Nothing in a message names a card that the viewer may not see."""
    match = driven.table.match
    assert match is not None
    position, sent = match.position, message(driven, viewer)
    visible, tellable = may_see(position, viewer.seat), may_be_told(driven)
    assert sent["scene"]["fair"]["secret"] is sent["scene"]["fair"]["pack"] is None or (
        match.deal_over
    )
    sent["scene"]["fair"] = None
    exchanges = [one for one in sent["told"] if one["kind"] == "exchange"]
    for one in exchanges:
        assert one["card"] == CARD_NAMES[match.start.talon[-1]]
        one["card"] = None
    tokens = [text for text in strings(sent) if text in CARD_NAMES]
    for token in tokens:
        assert visible >> CARD_NAMES.index(token) & 1, (viewer, token, str(position))
    # the cut before deal 1 names any cards
    cuts = len(match.draw_rounds) if match.deal_number == 1 else 0
    del sent["scene"]["course"][:cuts]
    sent["told"] = [one for one in sent["told"] if one["kind"] != "dealt"]
    text = "\n".join(one for one in strings(sent) if one not in CARD_NAMES)
    hidden = match.rules.pack_mask & ~visible & ~tellable
    assert not named(text, viewer) & hidden, (viewer, text)
    hidden_points = [
        seat for seat in (0, 1) if seat != viewer.seat or not match.rules.points_visible
    ]
    if not position.over:
        assert all(sent["scene"]["seats"][seat]["points"] is None for seat in hidden_points)
        facts = " ".join(f for s in hidden_points for f in sent["scene"]["seats"][s]["facts"])
        assert not re.search("card point|Aug", facts)


@pytest.mark.rule("PLAY-8", "PLAY-9")
@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("seed", range(2))
def test_no_scene_names_a_hidden_card(preset: str, seed: int) -> None:
    driven = opened(preset, ANNA, BERT if seed else BOT, seed=seed, practice=not seed)
    hidden = 0
    for _ in range(3):
        driven.deal()
        while driven.table.to_move is not None:
            for viewer in VIEWERS:
                assert_hides(driven, viewer)
            match = driven.table.match
            assert match is not None
            hidden += (match.rules.pack_mask & ~may_see(match.position, 0)).bit_count()
            driven.play(driven.random_move())
        if driven.table.phase == "over":
            break
    assert hidden > 50


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("preset", ["soft", "sharp", "hoyle-66"])
def test_a_deal_cut_short_stays_hidden_but_can_be_verified(preset: str) -> None:
    driven = dealt(preset, seed=2)
    for _ in range(9):
        driven.play(driven.random_move())
    driven.do(0, wire.GiveUp(id=1, scope="bummerl"))
    assert driven.table.phase in ("deal_over", "over")
    for viewer in VIEWERS:
        assert_hides(driven, viewer)
        fair = scene(driven.table, viewer, driven.at).fair
        assert fair is not None
        assert fair.pack is not None


@pytest.mark.rule("PLAY-8")
def test_a_finished_deal_is_laid_open() -> None:
    driven = dealt("sharp", seed=4)
    for _ in range(6):
        driven.play(driven.random_move())
    driven.do(1, wire.GiveUp(id=1, scope="deal"))
    match = driven.table.match
    assert match is not None
    for viewer in VIEWERS:
        shown = scene(driven.table, viewer, driven.at)
        for seat in (0, 1):
            assert (
                mask_of(CARD_NAMES.index(c) for c in shown.seats[seat].hand)
                == (match.position.hands[seat])
            )
        looks = sum(len(side.looks) for side in shown.seats)
        assert looks == len(match.position.finished) > 0
        assert shown.seats[0].points == match.position.points[0]


def swapped(driven: Driven, seat: int | None, rng: random.Random) -> tuple[int, ...]:
    """The pack of the deal with the cards exchanged that `seat` cannot tell apart."""
    match = driven.table.match
    assert match is not None
    position, pack = match.position, list(match.pack(match.deal_number))
    hidden = mask_of(position.talon[:-1])
    for side in (0, 1):
        if side != seat:
            hidden |= position.hands[side] & ~position.shown[side]
    places = [place for place, card in enumerate(pack) if hidden >> card & 1]
    cards = [pack[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        pack[place] = card
    return tuple(pack)


def with_pack(
    log: list[AnyEvent], pack: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> Table | None:
    """The table of the same log, had the shuffle given another pack; None if it cannot be."""
    with monkeypatch.context() as patch:
        patch.setattr(FairMatch, "pack", lambda self, number: pack)
        try:
            return Table.replay("t1", log)
        except BummerlError:
            return None


@pytest.mark.rule("PLAY-8", "PLAY-9")
@pytest.mark.parametrize("preset", PRESET_NAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_tables_that_look_the_same_give_the_same_bytes(
    preset: str, seat: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"{preset}/{seat}")
    compared = 0
    for seed in range(4):
        driven = dealt(preset, seed=seed, control="3+2")
        while driven.table.to_move is not None:
            table = with_pack(driven.log, swapped(driven, seat, rng), monkeypatch)
            if table is not None and same_facts(driven.table, table, seat):
                compared += 1
                twin = Driven(table, rng, driven.at)
                for language, deck in (("en", "french"), ("de", "german")):
                    viewer = Viewer(seat, language, deck)  # type: ignore[arg-type]
                    assert message(driven, viewer) == message(twin, viewer)
            driven.play(driven.random_move())
    assert compared > 20


def same_facts(one: Table, other: Table, seat: int | None) -> bool:
    """Whether two tables differ in cards, but not in any that `seat` knows."""
    assert one.match is not None
    assert other.match is not None
    left, right = one.match.position, other.match.position
    if (
        left == right
        or right.over
        or left.shown != right.shown
        or left.talon[-1:] != right.talon[-1:]
    ):
        return False
    return seat is None or (
        left.hands[seat],
        left.legal_moves() if left.to_move == seat else 0,
    ) == (
        right.hands[seat],
        right.legal_moves() if right.to_move == seat else 0,
    )


@pytest.mark.rule("PLAY-8")
def test_who_comes_back_is_told_no_more_than_who_stayed() -> None:
    driven = dealt("sharp", seed=6)
    while driven.table.to_move is not None and len(driven.table.steps) < 14:
        driven.play(next(m for m in driven.legal() if m != CLOSE))
    match = driven.table.match
    assert match is not None
    viewer = Viewer(0, "en", "french")
    plays = [one for one in told(driven.table, driven.table.steps, viewer) if one.kind == "play"]
    masked = [one for one in plays if one.card is None]
    assert masked
    assert all(one.text == "" for one in masked)
    assert {one.card for one in plays if one.card} <= {
        CARD_NAMES[card] for card in cards_of(may_see(match.position, 0))
    }


def test_a_drawn_card_is_told_to_its_owner_alone() -> None:
    driven = dealt("soft", seed=3)
    while not any(step.drawn for step in driven.table.steps):
        driven.play(next(m for m in driven.legal() if m != CLOSE))
    step = driven.table.steps[-1]
    for seat in (0, 1, None):
        draws = [
            one
            for one in told(driven.table, [step], Viewer(seat, "en", "french"))
            if one.kind == "draw"
        ]
        assert len(draws) == 2
        assert step.trick is not None
        assert draws[0].seat == step.trick.winner
        for one in draws:
            assert one.seat is not None
            card = step.drawn[one.seat]
            assert card is not None
            assert one.card == (CARD_NAMES[card] if one.seat == seat else None)
            assert one.text.startswith("You draw the ") == (one.seat == seat)


def test_the_last_talon_card_is_drawn_openly() -> None:
    for seed in range(40):
        driven = dealt("soft", seed=seed)
        while driven.table.to_move is not None and driven.table.match.position.talon:  # type: ignore[union-attr]
            driven.play(next(m for m in driven.legal() if m < 24))
        step = driven.table.steps[-1]
        if step.drawn_open is None:
            continue
        card = step.drawn[step.drawn_open]
        assert card is not None
        for seat in (0, 1, None):
            draws = [
                one
                for one in told(driven.table, [step], Viewer(seat, "de", "german"))
                if one.kind == "draw" and one.seat == step.drawn_open
            ]
            assert [one.card for one in draws] == [CARD_NAMES[card]]
        return
    raise AssertionError("no deal used up its talon")
