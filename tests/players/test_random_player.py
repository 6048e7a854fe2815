from __future__ import annotations

import collections
import itertools

import pytest

from bummerl.errors import PlayerError
from bummerl.players.random_player import RandomPlayer
from bummerl.rules.dealing import deal, shuffled
from bummerl.rules.moves import OUT
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from players.duels import finished
from support import TOKENS, legal, position


def chosen(player: RandomPlayer, view: View, times: int = 4000) -> dict[str, float]:
    """How often the player chooses each move, as a share."""
    counts = collections.Counter(TOKENS[player.choose(view)] for _ in range(times))
    return {token: count / times for token, count in counts.items()}


def assert_even(shares: dict[str, float], tokens: set[str]) -> None:
    assert set(shares) == tokens
    for share in shares.values():
        assert share == pytest.approx(1 / len(tokens), abs=0.04)


@pytest.mark.parametrize(
    "text",
    [
        "soft SKSQHAHTDA/?5 S ?+SJ - 0: 0.0/0.0",  # pair and close
        "soft SKSQHAHTDA/?5 S ?+SJ - 0: 20.1/0.0",  # and a false call
        "soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 40.1/0.0",
        "soft SKSQHAHTDA/?4 S - - 1:HJ 20.2/24.3",  # strict reply
        "soft SKSQHAHTDA/?4 S ?+SJ - 1:HJ 20.1/24.1",
        "hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 20.1/0.0",  # close, false call or draw
    ],
)
def test_every_legal_move_has_the_same_chance(text: str) -> None:
    view = position(text).view(0)
    assert_even(chosen(RandomPlayer(seed=1), view), legal(view) - {"o"})


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(
    ("text", "goes_out"),
    [
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0: 66.2/4.1", True),
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0: 65.2/4.1", False),
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 66.2/4.1", True),
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 0.0+40/66.1", False),
        ("soft SKSQHAHTDA/?4 S ?+SJ - 1:HJ 70.2/4.1", False),  # not in reply
        ("hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 66.1/0.0", True),
    ],
)
def test_goes_out_exactly_with_66(text: str, goes_out: bool) -> None:
    answers = {RandomPlayer(seed).choose(position(text).view(0)) for seed in range(200)}
    assert (answers == {OUT}) if goes_out else (OUT not in answers)


@pytest.mark.rule("OUT-4")
def test_false_calls_come_as_often_as_asked_for() -> None:
    view = position("soft SKSQHAHTDA/?5 S ?+SJ - 0: 20.1/0.0").view(0)
    shares = chosen(RandomPlayer(seed=1, false_outs=0.25), view)
    assert shares.pop("o") == pytest.approx(0.25, abs=0.03)
    assert set(shares) == legal(view) - {"o"}
    assert chosen(RandomPlayer(seed=1, false_outs=1), view) == {"o": 1}
    reply = position("soft SKSQHAHTDA/?4 S ?+SJ - 1:HJ 20.1/4.1").view(0)
    assert "o" not in chosen(RandomPlayer(seed=1, false_outs=1), reply)


@pytest.mark.rule("PLAY-7")
@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("soft SKSQHAHTDA/?4 S - - 1:HJ 20.2/24.3", {"SK", "SQ", "DA"}),
        ("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 0.0+40/0.0", {"HA", "HT", "DA"}),
    ],
)
def test_illegal_cards_come_as_often_as_asked_for(text: str, forbidden: set[str]) -> None:
    view = position(text).view(0)
    shares = chosen(RandomPlayer(seed=1, illegal=0.3), view)
    assert set(shares) == forbidden | (legal(view) - {"o"})
    assert sum(shares[card] for card in forbidden) == pytest.approx(0.3, abs=0.03)
    assert_even(chosen(RandomPlayer(seed=1, illegal=1.0), view), forbidden)
    allowed = position(text.replace("soft", "soft(illegal_card=refuse)")).view(0)
    assert set(chosen(RandomPlayer(seed=1, illegal=1.0), allowed)) <= legal(allowed) - {"o"}


@pytest.mark.rule("PLAY-7")
def test_no_illegal_card_where_every_card_is_legal() -> None:
    for text in ("SKSQHAHTDA/?5 S ?+SJ - 0: 20.1/0.0", "SKSQHAHTDA/?4 S ?+SJ - 1:HJ 20.1/4.1"):
        view = position(f"soft {text}").view(0)
        assert set(chosen(RandomPlayer(seed=1, illegal=1), view)) <= legal(view)


def test_the_true_call_goes_before_illegal_cards() -> None:
    view = position("soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 66.2/4.1").view(0)
    assert RandomPlayer(seed=1, illegal=1).choose(view) == OUT


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_deals_end_as_the_options_want(preset: str) -> None:
    rules = PRESETS[preset]
    reasons: dict[str, set[str]] = collections.defaultdict(set)
    options = {"plain": {}, "false": {"false_outs": 0.2}, "illegal": {"illegal": 0.2}}
    for (kind, option), number in itertools.product(options.items(), range(60)):
        start = deal(shuffled(rules.deck, number), number % 2, rules)
        players = (RandomPlayer(number, **option), RandomPlayer(f"{number}/1", **option))
        end = finished(start, players)
        assert end.result is not None
        reasons[kind].add(end.result.reason)
    assert not reasons["plain"] & {"false out", "renonce"}
    assert ("false out" in reasons["false"]) == (rules.out == "declared")
    assert ("renonce" in reasons["illegal"]) == (rules.illegal_card == "lose_three")


def test_a_sequence_is_the_same_on_every_machine() -> None:
    player = RandomPlayer(seed=1)
    view = position("soft SKSQHAHTDA/?5 S ?+SJ - 0: 0.0/0.0").view(0)
    assert [TOKENS[player.choose(view)] for _ in range(8)] == [
        "SQ",
        "mS",
        "mS",
        "SK",
        "HA",
        "HA",
        "DA",
        "mS",
    ]


def test_without_seed_play_differs() -> None:
    view = position("soft SKSQHAHTDA/?5 S ?+SJ - 0: 0.0/0.0").view(0)
    one, other = RandomPlayer(), RandomPlayer()
    assert [one.choose(view) for _ in range(60)] != [other.choose(view) for _ in range(60)]


@pytest.mark.parametrize("option", ["false_outs", "illegal"])
@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "often", None])
def test_a_chance_is_a_number_from_0_to_1(option: str, value: object) -> None:
    with pytest.raises(PlayerError, match=f"{option} is .* but must be a number from 0 to 1"):
        RandomPlayer(**{option: value})  # type: ignore[arg-type]
