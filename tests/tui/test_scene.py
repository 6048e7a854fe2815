"""What a person sees of a moment, made from a table view alone."""

from __future__ import annotations

from bummerl.cards import CARD_NAMES
from bummerl.rules.moves import CLOSE, EXCHANGE, OUT, PAIR
from bummerl.rules.position import Position
from bummerl.rules.trick import Trick
from bummerl.tui.scene import Scene, scene
from bummerl.words.moment import sorted_hand
from bummerl.words.wording import Wording
from support import play, position
from tui.at_table import forward, make_session

NAMES = ("Anna", "Franz")
ENGLISH = Wording()


def look(at: Position, words: Wording = ENGLISH, **options: object) -> Scene:
    return scene(at.view(0).table(), NAMES, 1, words, **options)  # type: ignore[arg-type]


def shorts(shown: Scene) -> list[str]:
    return [face.short for face in shown.hand]


def test_hand_lies_trump_first_or_by_suits() -> None:
    at = position("soft SJHAHTDKCQ/?5 C ?+CA - 0: 0.0/0.0")
    assert shorts(look(at)) == ["♣Q", "♠J", "♥A", "♥10", "♦K"]
    assert shorts(look(at, trump_first=False)) == ["♠J", "♥A", "♥10", "♦K", "♣Q"]
    assert [CARD_NAMES[c] for c in sorted_hand(at.hands[0], 1, True)][:2] == ["HA", "HT"]


def test_only_legal_cards_are_lit_and_the_others_say_why() -> None:
    at = position("soft HAHJSACA/?3 S - - 1:HT 20.3/20.3")
    lit = {face.short: face.legal for face in look(at).hand}
    assert lit == {"♠A": False, "♥A": True, "♥J": False, "♣A": False}
    reasons = {face.short: face.reason for face in look(at).hand}
    assert reasons["♥J"] == "You must follow hearts and can beat the ten."
    assert reasons["♥A"] == ""


def test_nothing_is_dimmed_while_the_other_side_is_to_move() -> None:
    at = position("soft HAHJSACA/SKSQDAHT S - - 1: 20.3/20.3")
    shown = look(at)
    assert not shown.my_turn
    assert all(face.legal for face in shown.hand)
    assert shown.actions == ()
    assert shown.prompt == "Franz is to move."


def test_actions_stand_in_the_order_of_a_turn() -> None:
    at = position("soft SJHKHQSKSQ/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1")
    shown = look(at)
    assert [a.does for a in shown.actions] == [EXCHANGE, CLOSE, PAIR + 0, PAIR + 1, OUT]
    assert [a.label for a in shown.actions] == [
        "Exchange", "Close", "Announce 40 ♠", "Announce 20 ♥", "Go out",
    ]  # fmt: skip
    assert len({a.key for a in shown.actions}) == 5


def test_draw_is_offered_first_where_it_is_a_move() -> None:
    session = forward(
        make_session("hoyle-66"), lambda s: s.my_turn and s.match.position.is_draw_due
    )
    shown = scene(session.view, NAMES, 1, ENGLISH)
    assert [a.label for a in shown.actions] == ["Draw", "Close", "Go out"]
    assert shown.prompt == "Your trick. Draw, or close the talon?"
    assert all(face.reason == "First draw, or close the talon." for face in shown.hand)


def test_after_announcing_only_the_pair_is_lit() -> None:
    at = play(position("soft SJHKHQSKSQ/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1"), "mH")
    shown = look(at)
    assert [face.short for face in shown.hand if face.legal] == ["♥K", "♥Q"]
    assert shown.prompt == "Announced hearts. Which card do you lead?"


def test_known_cards_and_announcements_of_the_other_side_are_shown() -> None:
    at = play(position("soft CACTCKCQCJ/SJHKHQSKSQ S ?3+SA - 1: 10.1/20.2"), "mH HK")
    other = look(at).other
    assert [face.short for face in other.known] == ["♥Q"]
    assert (other.cards, other.tricks, other.calls, other.pending) == (4, 2, (20,), 0)
    assert other.points is None


def test_announced_points_wait_for_a_trick() -> None:
    at = play(position("soft CACTCKCQCJ/SJHKHQSKSQ S ?9+SA - 1: 0.0/0.0"), "mS SK")
    assert (look(at).other.calls, look(at).other.pending) == ((40,), 40)


def test_own_points_follow_the_rules() -> None:
    text = "{rules} HAHJSACA/SKSQDAHT S - - 0: 25.3/20.3"
    assert look(position(text.format(rules="soft"))).me.points == 25
    assert look(position(text.format(rules="sharp"))).me.points is None
    assert "25" not in " ".join(look(position(text.format(rules="sharp"))).me.facts)


def test_talon_open_closed_and_used_up() -> None:
    at = position("soft SJHKHQSKSQ/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1")
    shown = look(at)
    assert (shown.talon, shown.turn_up and shown.turn_up.short) == (4, "♠A")
    assert (shown.strict, shown.phase) == (False, "No need to follow suit")
    closed = look(play(at, "c"))
    assert (closed.closed, closed.turn_up, closed.strict) == (True, None, True)
    assert closed.phase == "You have closed: follow suit, win if you can"
    assert closed.trump.symbol == "♠"
    used_up = look(position("soft HAHJSACA/SKSQDAHT S - - 0: 20.3/20.3"))
    assert (used_up.talon, used_up.turn_up, used_up.strict) == (0, None, True)
    assert used_up.trump.suit_name == "spades"


def test_taken_trick_lies_until_a_card_is_led() -> None:
    at = position("soft HAHJSACA/SKSQDAHT S - - 0: 20.3/20.3")
    taken = Trick(1, (0 * 6 + 1, 5), 0)
    lying = look(at, taken=taken).table
    assert [(laid.face.short, laid.mine, laid.takes) for laid in lying] == [
        ("♠J", False, False),
        ("♠A", True, True),
    ]
    assert [laid.face.short for laid in look(play(at, "HA"), taken=taken).table] == ["♥A"]


def test_new_card_and_hint_are_marked() -> None:
    at = position("soft SJHKHQSKSQ/CACTCKCQCJ S ?3+SA - 0: 20.2/10.1")
    before = at.hands[0] & ~1 << 1
    shown = look(at, before=before, hint=PAIR + 1)
    assert [face.short for face in shown.hand if face.fresh] == ["♠J"]
    assert [action.label for action in shown.actions if action.hinted] == ["Announce 20 ♥"]
    assert [f.short for f in look(at, hint=9).hand if f.hinted] == ["♥K"]


def test_words_follow_language_and_deck() -> None:
    at = position("soft HAHJSACA/SKSQDAHT S - - 0: 20.3/20.3")
    shown = look(at, Wording("de", "german"))
    assert [face.short for face in shown.hand] == ["LA", "♥A", "♥U", "EA"]
    assert [face.index for face in shown.hand] == ["A", "A", "U", "A"]
    assert shown.hand[0].name == "Laub-Sau"
