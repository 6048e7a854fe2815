"""What holds in every deal under every mix of rules."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bummerl.cards import PACK_MASKS, cards_of, mask_of, mask_points
from bummerl.notation.spn import parse_spn, write_spn
from bummerl.rules.dealing import deal
from bummerl.rules.moves import OUT, PAIR, is_card, is_pair
from bummerl.rules.position import Position
from bummerl.rules.scoring import REASONS
from bummerl.rules.situation import Situation
from bummerl.rules.variants import CHOICES, PRESET_NAMES, PRESETS, Rules

OPTIONS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in CHOICES.items() if values}
)


@st.composite
def deals(draw: st.DrawFn) -> list[Position]:
    """All positions of a deal, the finished one last."""
    preset = PRESETS[draw(st.sampled_from(PRESET_NAMES))]
    rules = preset.with_(**draw(OPTIONS)) if draw(st.booleans()) else preset
    pack = draw(st.permutations(cards_of(PACK_MASKS[rules.deck])))
    positions = [deal(tuple(pack), draw(st.integers(0, 1)), rules)]
    choices = draw(st.lists(st.integers(0, 999), min_size=40, max_size=40))
    while not positions[-1].over:
        choice = choices[(len(positions) - 1) % len(choices)]
        positions.append(positions[-1].play(chosen_move(positions[-1], choice)))
    return positions


def chosen_move(current: Position, choice: int) -> int:
    """A move by number; false calls and illegal cards are rare, so that deals get long."""
    if choice >= 990 and (current.trick or current.announced is not None):
        held = cards_of(current.hands[current.to_move])
        if current.rules.illegal_card == "lose_three":
            return held[choice % len(held)]
    moves = current.legal_moves()
    if choice < 980 and current.points[current.to_move] < 66:
        moves = tuple(move for move in moves if move != OUT)
    return moves[choice % len(moves)]


EXAMPLES = settings(max_examples=150)


@EXAMPLES
@given(deals())
def test_every_card_is_in_exactly_one_place(positions: list[Position]) -> None:
    for current in positions:
        places = [
            *cards_of(current.hands[0]),
            *cards_of(current.hands[1]),
            *current.talon,
            *current.trick,
            *cards_of(current.gone),
        ]
        assert sorted(places) == list(cards_of(current.rules.pack_mask))
        assert current.gone == mask_of(c for trick in current.finished for c in trick.cards)
        assert 2 * sum(current.tricks) == current.gone.bit_count()


@EXAMPLES
@given(deals())
def test_points_are_those_of_tricks_pairs_and_the_ten(positions: list[Position]) -> None:
    for current in positions:
        announced = sum(
            40 if played.move - PAIR == current.trump else 20
            for played in current.history
            if is_pair(played.move)
        )
        played_out = not any(current.hands) and not current.trick
        ten = (
            10 if played_out and current.close is None and current.rules.last_trick == "ten" else 0
        )
        counted = sum(current.points) + sum(current.pending)
        assert counted == mask_points(current.gone) + announced + ten
        for seat in (0, 1):
            assert not current.pending[seat] or not current.tricks[seat]
            assert current.tricks[seat] or not current.points[seat]


@EXAMPLES
@given(deals())
def test_turns_go_round(positions: list[Position]) -> None:
    for before, after in pairwise(positions):
        entry = after.history[-1]
        assert after.history[:-1] == before.history
        assert entry.seat == before.to_move
        if after.over:
            continue
        if not is_card(entry.move):
            assert after.to_move == before.to_move
        elif after.trick:
            assert after.to_move == 1 - before.to_move
        else:
            assert after.to_move == after.leader == after.finished[-1].winner


@EXAMPLES
@given(deals())
def test_hands_are_even_and_full_while_cards_are_drawn(positions: list[Position]) -> None:
    for current in positions[:-1]:
        sizes = list(current.hand_sizes)
        if current.trick:
            sizes[current.leader] += 1
        assert sizes[0] == sizes[1]
        if not current.is_strict:
            assert sizes[0] == current.rules.hand_size - int(current.is_draw_due)
        assert len(current.talon) % 2 == 0
        assert all(card // 6 == current.trump for card in current.talon[-1:])


@EXAMPLES
@given(deals())
def test_there_is_a_move_until_the_end_and_a_result_only_then(positions: list[Position]) -> None:
    *running, over = positions
    for current in running:
        moves = current.legal_moves()
        assert moves
        assert list(moves) == sorted(set(moves))
        assert current.result is None
    assert over.legal_moves() == ()
    result = over.result
    assert result is not None
    assert result.reason in REASONS
    assert (result.winner is None) == (result.points == 0) == (result.reason == "drawn")
    assert 0 <= result.points <= 3


@EXAMPLES
@given(deals())
def test_replaying_the_history_gives_the_same_positions(positions: list[Position]) -> None:
    current = positions[0]
    for played, expected in zip(positions[-1].history, positions[1:], strict=True):
        untouched = repr(current)
        following = current.apply(played)
        assert repr(current) == untouched
        assert following == expected
        current = following


@EXAMPLES
@given(deals())
def test_view_and_position_agree_on_the_moves(positions: list[Position]) -> None:
    for current in positions:
        for seat in (0, 1):
            expected = current.legal_moves() if seat == current.to_move else ()
            assert current.view(seat).legal_moves() == expected
            assert current.view(seat).table().legal_moves() == expected


@EXAMPLES
@given(deals())
def test_texts_of_positions_and_views_read_back(positions: list[Position]) -> None:
    for current in positions[:-1]:
        read = parse_spn(write_spn(current), strict=True)
        assert isinstance(read, Position)
        assert read.legal_moves() == current.legal_moves()
        assert facts(read) == facts(current)
        for seat in (0, 1, None):
            for view in (current.view(seat), current.view(seat).table()):
                text = write_spn(view)
                assert write_spn(parse_spn(text, strict=True)) == text


def facts(s: Situation) -> tuple[object, ...]:
    """What a position text says."""
    return (
        s.rules,
        s.hands,
        s.trump,
        s.talon,
        s.leader,
        s.close,
        s.trick,
        s.announced,
        s.points,
        s.tricks,
        s.pending,
        s.gone,
        s.needed,
    )


@given(OPTIONS, st.sampled_from(PRESET_NAMES))
def test_every_mix_of_options_is_allowed(changes: dict[str, str], preset: str) -> None:
    rules: Rules = PRESETS[preset].with_(**changes)
    assert rules.options() == PRESETS[preset].options() | changes
