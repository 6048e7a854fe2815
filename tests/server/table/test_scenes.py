"""What is on the screen: one message holds all there is to see, in the viewer's words."""

from __future__ import annotations

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.rules.moves import EXCHANGE, is_card, is_pair
from bummerl.rules.variants import PRESET_NAMES
from bummerl.server import wire
from bummerl.server.table import commands
from bummerl.server.table.events import Cancelled
from bummerl.server.table.refusal import Refused
from bummerl.server.table.scene import Viewer, told
from bummerl.words.wording import Wording
from server.table.dealt import (
    ANNA,
    BERT,
    BOT,
    Driven,
    dealt,
    look,
    matches,
    on_turn,
    opened,
    refused,
)

LEVEL_NAMES = [("en", "Regular", "Stammgast"), ("de", "Stammgast", "Regular")]


def play(driven: Driven, move: str, version: int | None = None) -> wire.Play:
    return wire.Play(id=1, version=driven.table.version if version is None else version, move=move)


# ---- before the first deal ---------------------------------------------------------------


def test_a_table_that_waits() -> None:
    driven = opened("sharp(match=3)", ANNA, None, private=True, control="6+4")
    shown = look(driven)
    assert (shown.phase, shown.deal, shown.bummerl, shown.trump) == ("waiting", 0, 1, None)
    assert shown.prompt == "Waiting for a second player."
    assert [(side.name, side.here) for side in shown.seats] == [("Anna", True), ("", False)]
    assert (shown.rules_name, shown.pack) == ("Sharp · to 3 Bummerls", 20)
    assert (shown.private, shown.rated, shown.clock, shown.fair) == (True, False, None, None)
    assert shown.slate.strokes == ((7, 7),)


@pytest.mark.parametrize(("lang", "called", "never"), LEVEL_NAMES)
@pytest.mark.parametrize("seat", [0, None])
def test_a_bot_is_called_in_the_language_of_the_reader(
    seat: int | None, lang: str, called: str, never: str
) -> None:
    """Not in that of who opened the table."""
    heard: list[str] = []

    def listen(driven: Driven) -> None:
        shown = look(driven, seat, lang)
        assert shown.seats[1].name in (called, "")  # until it sits there
        heard.extend((*shown.course, shown.prompt, shown.phase_text))
        heard.extend(shown.result.lines if shown.result is not None else ())
        viewer = Viewer(seat, lang, "french")  # type: ignore[arg-type]
        heard.extend(one.text for one in told(driven.table, driven.last[-1:], viewer))

    driven = opened("soft(match=1)", ANNA, BOT, after=listen)
    for _ in matches(driven):
        pass
    assert [text for text in heard if f"{called} " in text]
    assert not [text for text in heard if never in text]


@pytest.mark.rule("PLAY-8")
@pytest.mark.parametrize("rules", ["soft", "sharp"])
def test_who_listens_is_told_hand_lead_count_and_the_end_of_the_talon(rules: str) -> None:
    """What others see at a glance."""
    heard: dict[int | None, list[wire.Told]] = {0: [], 1: [], None: []}

    def listen(driven: Driven) -> None:
        for seat, all_told in heard.items():
            all_told.extend(told(driven.table, driven.last[-1:], Viewer(seat, "en", "french")))

    driven = opened(rules, ANNA, BERT, seed=3, after=listen)
    driven.deal()
    table = driven.table
    assert table.match is not None
    leader = table.match.position.to_move
    for seat, all_told in heard.items():
        beginning = next(one.text for one in all_told if one.kind == "dealt")
        assert ("Your hand: " in beginning) == (seat is not None)
        assert beginning.endswith("You lead.") == (seat == leader)
        if seat is not None:
            cards = look(driven, seat).seats[seat].hand
            names = [Wording().card(CARD_NAMES.index(card)) for card in cards]
            assert f"Your hand: {', '.join(names)}." in beginning
    while table.match.position.talon and not table.match.deal_over:
        driven.play(next(move for move in driven.legal() if is_card(move)))
    assert not table.match.deal_over
    points = table.match.position.points
    for seat, all_told in heard.items():
        counts = [one for one in all_told if one.kind == "trick" and "card point" in one.text]
        assert all(one.seat == seat for one in counts)
        if rules == "soft" and seat is not None and points[seat]:
            assert counts[-1].text.endswith(f"You have {points[seat]} card points.")
        elif rules == "sharp":
            assert counts == []
        ends = [one.text for one in all_told if one.kind == "used_up"]
        assert ends == ["The talon is used up. Follow suit, win if you can."]
    # who comes back is not told a hand or a count of long ago
    again = told(table, table.steps, Viewer(leader, "en", "french"))
    assert not [one for one in again if "Your hand" in one.text]
    assert len([one for one in again if "card point" in one.text]) <= 1


@pytest.mark.rule("PAIR-3")
def test_who_listens_is_told_the_count_after_an_announcement() -> None:
    counted = set()
    for seed in range(60):
        driven = dealt("soft", seed=seed)
        table = driven.table
        while table.to_move is not None and not any(map(is_pair, driven.legal())):
            driven.play(driven.random_move())
        seat, pairs = table.to_move, [move for move in driven.legal() if is_pair(move)]
        if seat is None or not pairs:
            continue
        [step] = driven.play(pairs[0])
        points = look(driven, seat).seats[seat].points
        [own] = told(table, [step], Viewer(seat, "en", "french"))
        assert own.text.endswith(f"You have {points} card points.") == bool(points)
        [other] = told(table, [step], Viewer(1 - seat, "en", "french"))
        assert "card point" not in other.text
        counted.add(bool(points))
    assert counted == {True, False}  # with a trick, and before the first


def test_who_sits_where() -> None:
    driven = opened("soft", ANNA, BOT)
    first, second = look(driven).seats
    assert (first.bot, first.rating, first.provisional) == (None, 1612, False)
    assert (second.bot, second.name, second.rating) == ("regular", "Regular", None)
    table = driven.table
    assert (table.seat_of("u-anna"), table.seat_of("u-bert")) == (0, None)
    with pytest.raises(Refused, match="the seat is taken"):
        commands.seated(table, 1, BERT, driven.at)
    alone = opened("soft", ANNA, None)
    with pytest.raises(Refused, match="already"):
        commands.seated(alone.table, 1, ANNA, alone.at)


def test_cancelling_before_the_first_deal() -> None:
    for driven in (opened("soft", ANNA, None), opened()):
        driven.do(0, wire.GiveUp(id=1, scope="match"))
        assert isinstance(driven.log[-1], Cancelled)
        shown = look(driven)
        assert (shown.phase, shown.next_fair) == ("cancelled", None)
        assert refused(driven, 0, wire.GiveUp(id=1, scope="match"))[0] == "not_now"
        assert refused(driven, 0, wire.Say(id=1, phrase="bye"))[0] == "not_now"
        assert commands.cancelled(driven.table, driven.at) == ()
        with pytest.raises(Refused, match="closed"):
            commands.seated(driven.table, 1, BERT, driven.at)
    with pytest.raises(Refused, match="has begun"):
        commands.cancelled(dealt().table, driven.at)
    assert refused(opened(), 0, wire.GiveUp(id=1, scope="deal"))[0] == "not_now"


# ---- playing -----------------------------------------------------------------------------


def test_the_first_moment_of_a_deal() -> None:
    driven = on_turn()
    match = driven.table.match
    assert match is not None
    mine, theirs, public = look(driven, 0), look(driven, 1), look(driven, None)
    assert mine.phase == "playing"
    assert len(mine.seats[0].hand) == len(theirs.seats[1].hand) == 5
    assert mine.seats[1].hand == theirs.seats[0].hand == public.seats[0].hand == ()
    assert [side.cards for side in public.seats] == [5, 5]
    assert mine.turn_up == public.turn_up == CARD_NAMES[match.start.talon[-1]]
    assert (mine.talon, mine.trump) == (10, "SHDC"[match.start.trump])
    assert set(mine.moves) >= set(mine.seats[0].hand)
    assert theirs.moves == public.moves == ()
    assert theirs.actions == public.actions == ()
    assert (mine.prompt, theirs.prompt, public.prompt) == (
        "You lead.",
        "Anna is to move.",
        "Anna is to move.",
    )
    assert mine.phase_text == "No need to follow suit"
    assert [side.dealer for side in mine.seats] == [False, True]
    assert (mine.course[-2], theirs.course[-2]) == ("Bert deals.", "You deal.")
    assert mine.course[-1] == theirs.course[-1] == public.course[-1]
    assert public.course[0].startswith("Anna cuts the ")


def test_trumps_come_first_in_the_hand() -> None:
    shown = look(on_turn(seat=1), 1)
    suits = [card[0] for card in shown.seats[1].hand]
    assert shown.trump is not None
    assert suits == sorted(suits, key=lambda suit: suit != shown.trump)


def test_stale_and_foreign_commands() -> None:
    driven = on_turn()
    card = look(driven).seats[0].hand[0]
    theirs = look(driven, 1).seats[1].hand[0]
    assert refused(driven, 0, play(driven, card, driven.table.version - 1))[0] == "stale"
    assert refused(driven, None, play(driven, card))[0] == "not_yours"
    assert refused(driven, 1, play(driven, theirs)) == ("not_now", "it is not your turn")
    assert refused(driven, 0, play(driven, theirs))[0] == "illegal"
    for token in ("r", "t", "z", "9S"):
        assert refused(driven, 0, play(driven, token)) == ("illegal", f"{token!r} is no move")
    assert refused(opened(), 0, wire.Play(id=1, version=0, move=card))[0] == "not_now"
    driven.play(card, 0)
    assert refused(driven, 0, play(driven, card))[0] == "not_now"
    assert driven.do(None, wire.Ping(id=3)) == []
    assert driven.do(None, wire.Words(id=3, lang="de", deck="french")) == []


def test_a_card_that_would_be_a_renonce_is_refused_with_the_reason() -> None:
    for seed in range(40):
        driven = dealt("sharp", seed=seed)
        while (seat := driven.table.to_move) is not None:
            shown = look(driven, seat)
            if shown.reasons and shown.trick:
                card, reason = next(iter(shown.reasons.items()))
                code, said = refused(driven, seat, play(driven, card))
                assert code == "illegal"
                assert Wording().sentence(said) == reason
                assert reason.startswith("You must follow") or "must trump" in reason
                german = look(driven, seat, "de", "german").reasons
                assert german.keys() == shown.reasons.keys()
                assert german[card] != reason
                return
            driven.play(driven.legal()[-1] if "c" not in shown.moves else "c")
    raise AssertionError("nobody had to follow suit")


def test_actions_come_in_the_order_of_a_turn() -> None:
    order = ["x", "c", "m", "o", "d"]
    seen: set[str] = set()
    for preset in PRESET_NAMES:
        for seed in range(12):
            driven = dealt(preset, seed=seed)
            while (seat := driven.table.to_move) is not None:
                shown = look(driven, seat)
                kinds = [order.index(action.move[0]) for action in shown.actions]
                assert kinds == sorted(kinds)
                assert [a.move for a in shown.actions if a.enabled] == [
                    move for move in (a.move for a in shown.actions) if move in shown.moves
                ]
                calls = {move for move in shown.moves if move not in CARD_NAMES}
                assert calls == {a.move for a in shown.actions if a.enabled}
                for action in shown.actions:
                    assert action.enabled == (action.reason == "")
                    assert action.label
                    assert action.explanation.endswith(".")
                    assert "&" not in action.label
                    assert bool(action.after) == (action.move[0] == "m")
                    seen.add(action.move[0] + "+-"[not action.enabled])
                driven.play(driven.random_move())
    assert seen >= {"x+", "x-", "c+", "c-", "m+", "m-", "o+", "o-", "d+"}


def test_a_beginner_is_told_why_not() -> None:
    driven = on_turn("tavern")
    buttons = {action.move: action for action in look(driven).actions}
    assert (buttons["c"].enabled, buttons["c"].reason) == (
        False,
        "You must have won a trick first.",
    )
    assert buttons["o"].reason == (
        "You can go out only with a trick, or right after announcing a pair."
    )
    german = {action.move: action for action in look(driven, 0, "de").actions}
    assert german["c"].label == "Zudrehen"


def test_after_announcing_only_what_is_left_is_offered() -> None:
    for seed in range(200):
        driven = dealt("soft", seed=seed)
        pairs = [move for move in driven.legal() if is_pair(move)]
        if not pairs:
            continue
        seat = driven.table.to_move
        assert seat is not None
        steps = driven.play(pairs[0])
        [one] = told(driven.table, steps, Viewer(None, "en", "french"))
        assert (one.kind, one.card) == ("announce", CARD_NAMES[6 * (pairs[0] - 24) + 3])
        shown = look(driven, seat)
        assert [action.move for action in shown.actions] == ["o"]
        [pair] = shown.seats[seat].pairs
        assert pair.pending
        assert pair.worth == (40 if pair.suit == shown.trump else 20)
        assert len(look(driven, 1 - seat).seats[seat].hand) == 2
        assert len(shown.moves) == 3
        assert shown.prompt.startswith("Announced ")
        return
    raise AssertionError("nobody held a pair")


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_an_announcement_says_what_may_follow_it(preset: str) -> None:
    """Both cards or under some rules only the king, or going out (PAIR-2, OUT-2)."""
    announced = 0
    for seed in range(60):
        driven = dealt(preset, seed=seed)
        while (seat := driven.table.to_move) is not None:
            pairs = [a for a in look(driven, seat).actions if a.move[0] == "m" and a.enabled]
            if not pairs:
                driven.play(driven.random_move())
                continue
            driven.play(pairs[0].move)
            if driven.table.to_move is None:  # it was enough: the deal is over by itself
                continue
            shown = look(driven, seat)
            points = shown.seats[seat].points
            calls = {"o"} & set(shown.moves)
            if not shown.seats[seat].tricks or (points is not None and points < 66):
                calls = set()
            cards = {move for move in shown.moves if move in CARD_NAMES}
            assert set(pairs[0].after) == cards | calls
            announced += 1
    assert announced > 5


def test_exchanging_is_seen_by_all() -> None:
    for seed in range(400):
        driven = dealt("soft", seed=seed)
        if EXCHANGE not in driven.legal():
            continue
        seat, before = driven.table.to_move, look(driven, None)
        [step] = driven.play("x")
        shown = look(driven, None)
        assert before.turn_up is not None
        assert shown.turn_up == (before.trump or "") + "J"
        assert seat is not None
        assert shown.seats[seat].hand == (before.turn_up,)
        [one] = told(driven.table, [step], Viewer(None, "en", "french"))
        assert (one.kind, one.card, one.seat) == ("exchange", before.turn_up, seat)
        return
    raise AssertionError("nobody could exchange")


def test_the_trick_just_taken_lies_there_until_something_is_done() -> None:
    driven = on_turn("sharp")
    first = next(m for m in driven.legal() if is_card(m))
    driven.play(first)
    shown = look(driven, None)
    assert shown.trick == (wire.Laid(0, CARD_NAMES[first]),)
    assert shown.last_trick is None
    second = next(m for m in driven.legal() if is_card(m))
    steps = driven.play(second)
    shown = look(driven, None)
    assert shown.trick == ()
    assert shown.last_trick is not None
    assert shown.last_trick.cards == (
        wire.Laid(0, CARD_NAMES[first]),
        wire.Laid(1, CARD_NAMES[second]),
    )
    match = driven.table.match
    assert match is not None
    assert shown.last_trick.winner == match.position.finished[0].winner == shown.to_move
    kinds = [one.kind for one in told(driven.table, steps, Viewer(0, "en", "french"))]
    assert kinds == ["play", "trick", "draw", "draw"]
    driven.play("c")
    assert look(driven, None).last_trick is None  # sharp: nobody looks back
    assert look(driven, None).turn_up is None
    assert look(driven, None).closed == shown.to_move


@pytest.mark.rule("PLAY-8")
def test_own_tricks_and_the_others_first_can_be_looked_at() -> None:
    driven = dealt("soft", seed=11)
    while driven.table.to_move is not None and len(driven.table.steps) < 18:
        driven.play(next(m for m in driven.legal() if is_card(m)))
    match = driven.table.match
    assert match is not None
    for seat in (0, 1):
        shown = look(driven, seat)
        won = [t for t in match.position.finished if t.winner == seat]
        lost = [t for t in match.position.finished if t.winner != seat]
        assert len(won) >= 1
        assert len(shown.seats[seat].looks) == len(won) == shown.seats[seat].tricks
        assert len(shown.seats[1 - seat].looks) == min(1, len(lost))


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_has_a_name(preset: str) -> None:
    names = {look(dealt(preset), 0, lang).rules_name for lang in ("en", "de")}
    assert all(name and "·" in name for name in names)


def test_changed_rules_say_so() -> None:
    shown = look(dealt("sharp(match=1,points_visible=true)"), 0, "en")
    assert shown.rules_name == "Sharp, changed · to 1 Bummerl"
