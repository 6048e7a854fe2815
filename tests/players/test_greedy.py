from __future__ import annotations

import dataclasses
import random

import pytest

from bummerl.cards import cards_of
from bummerl.notation.spn import parse_spn
from bummerl.players.base import Player
from bummerl.players.greedy import GreedyPlayer
from bummerl.players.reckoning import possible_hands
from bummerl.players.registry import make_player
from bummerl.rules.moves import OUT
from bummerl.rules.position import Position
from bummerl.rules.scoring import TARGET
from bummerl.rules.variants import PRESET_NAMES, PRESETS
from bummerl.rules.view import View
from players.duels import finished, games_won, mirrored_deals
from support import TOKENS, legal, play, position, random_move, random_position, random_rules


def answer(situation: str | Position, needed: tuple[int, int] = (7, 7)) -> str:
    """The token of greedy's move for the seat to move."""
    current = position(situation, needed=needed) if isinstance(situation, str) else situation
    return TOKENS[GreedyPlayer().choose(current.view(current.to_move))]


# ---- going out, exchanging, announcing ---------------------------------------------------


@pytest.mark.rule("OUT-2")
@pytest.mark.parametrize(
    "text",
    [
        "soft SKSQSJHTDA/?5 S ?+ST - 0: 66.2/4.1",  # before exchanging and announcing
        "soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 70.2/4.1",
        "soft SKSQHA/?3 S - - 0: 66.4/30.3",
        "soft SKSQHAHTDA/?5 S ?+SJ 1@66.2 0: 66.2/4.1",
        "hoyle-66 SKSQHAHTDA/?5 S ?+S9 - 0: 66.1/0.0",  # before drawing
    ],
)
def test_goes_out_with_66(text: str) -> None:
    assert answer(text) == "o"


@pytest.mark.parametrize(
    "text",
    [
        "soft SKSQHAHTDA/?5 S ?+SJ - 0: 65.2/4.1",
        "soft SKSQHAHTDA/?5 S ?+SJ - 0:mS 0.0+40/0.0",
        "soft HJDJ/CASA S - - 0: 20.4/60.4",  # lost anyway
    ],
)
def test_never_calls_falsely(text: str) -> None:
    assert "o" in legal(position(text).view(0))
    assert answer(text) != "o"


@pytest.mark.rule("XCHG-1")
def test_exchanges_first() -> None:
    assert answer("soft SJSKHQHTDA/?5 S ?+SA - 0: 0.0/0.0") == "x"
    assert answer("soft SJSKSQHTDA/?5 S ?+SA - 0: 5.1/0.0") == "x"
    assert answer("sixtysix S9SKHQHTDACA/?6 S ?+SQ - 0: 0.0/0.0") == "x"


@pytest.mark.rule("PAIR-1")
def test_announces_40_before_20() -> None:
    # where forehand may not close yet
    assert answer("tavern SKSQHKHQDJ/?5 S ?+SJ - 0: 0.0/0.0") == "mS"
    assert answer("tavern SASQHKHQDJ/?5 S ?+SJ - 0: 0.0/0.0") == "mH"


@pytest.mark.rule("PAIR-2")
def test_leads_the_cheaper_card_of_the_pair() -> None:
    start = position("soft SKSQHAHTDJ/?5 S ?+SJ - 0: 0.0/0.0")
    assert answer(play(start, "mS")) == "SQ"
    king = position("duel-schnapsen SKSQHAHTDJ/?5 S ?+SJ - 0: 0.0/0.0")
    assert answer(play(king, "mS")) == "SK"


@pytest.mark.rule("PAIR-3")
def test_announces_what_makes_66() -> None:
    assert answer("soft HKHQSASTDA/?5 S ?+SJ - 0: 46.2/10.2") == "mH"
    assert answer("soft(close_before_draw=true) HKHQSASTDA/?5 S ?+SJ - 0: 46.2/10.2") == "mH"
    # the trump pair does, the other does not
    assert answer("soft HKHQSKSQDA/?5 S ?+SJ - 0: 30.2/40.2") == "mS"


# ---- closing -----------------------------------------------------------------------------


@pytest.mark.rule("CLOSE-1", "CLOSE-5")
@pytest.mark.parametrize(
    "text",
    [
        "soft SASTSKHADA/?5 S ?+SJ - 0: 24.1/0.0",  # 24 + 46 and five tricks
        "soft SASTSKSQHA/?5 S ?+SJ - 0: 0.0/0.0",  # 40 and 39
        "hoyle-66 SASTSKHADA/?5 S ?+S9 - 0: 30.1/0.0",  # before drawing
        "sixtysix SASTSKSQHADA/?6 S ?+S9 - 0: 0.0/0.0",
        "sharp SASTSKHADA/?5 S ?+SJ - 0: 24.1/0.0",
    ],
)
def test_closes_what_is_won(text: str) -> None:
    start = position(text)
    assert answer(start) == "c"
    unseen = start.view(0).unseen
    for other in possible_hands(start.view(0), 40):
        talon = (*cards_of(unseen & ~other), start.talon[-1])
        world = dataclasses.replace(start, hands=(start.hands[0], other), talon=talon)
        end = finished(world, (GreedyPlayer(), GreedyPlayer()))
        assert end.result is not None
        assert (end.result.winner, end.result.reason) == (0, "closed won")


@pytest.mark.parametrize(
    "text",
    [
        "soft SQHJHQDJCK/?5 S ?+SJ - 0: 0.0/0.0",
        "soft SQHJHQDJCK/?5 S ?+SJ - 0: 40.2/10.2",
        "soft HAHTDADTCA/?5 S ?+SJ - 0: 0.0/0.0",  # many points, no trump
        "hoyle-66 SQHJHQDJCK/?5 S ?+S9 - 0: 20.1/0.0",
    ],
)
def test_does_not_close_a_hopeless_hand(text: str) -> None:
    assert "c" in legal(position(text).view(0))
    assert answer(text) != "c"


@pytest.mark.rule("SCORE-1")
def test_closing_looks_at_the_score() -> None:
    # about five hands in six let it win three; it loses three to the others
    text = "soft SASQHJCKCQ/?5 C ?+CA - 0: 0.0/0.0"
    assert answer(text) == "c"
    assert answer(text, needed=(1, 7)) == "mC"  # three are worth no more than one
    assert answer(text, needed=(7, 1)) == "c"  # and three lost cost no more


# ---- the open talon ----------------------------------------------------------------------


@pytest.mark.rule("PLAY-3")
@pytest.mark.parametrize(
    ("reply", "card"),
    [
        ("soft HTSKDJCQDA/?4 S ?+SJ - 1:HQ 0.0/0.0", "HT"),  # the ten wins, and saves itself
        ("soft HTHASKDJCQ/?4 S ?+SJ - 1:HK 0.0/0.0", "HA"),  # the ten is as good afterwards
        ("soft SKSQDQCTCJ/?4 S ?+SJ - 1:HQ 0.0/0.0", "CJ"),  # no trump for three points
        ("soft SJSKDQCQCK/?4 S ?+ST - 1:HA 0.0/0.0", "SJ"),  # but for eleven, the cheapest
        ("soft STSADQCQCK/?4 S ?+SJ - 1:HA 0.0/0.0", "ST"),
        ("soft HJSKDACADJ/?4 S ?+SJ - 1:HQ 0.0/0.0", "HJ"),  # cheap, and keeps aces
        ("soft DKDQCTHASA/?4 S ?+SJ - 1:CJ 0.0/0.0", "CT"),  # keeps the pair, and gets on lead
        ("soft DKDQCJHASA/?4 S ?+SJ - 1:CQ 0.0/0.0", "CJ"),
    ],
)
def test_follows_cheaply(reply: str, card: str) -> None:
    assert answer(reply) == card


@pytest.mark.parametrize(
    ("reply", "card"),
    [
        # 48 and the eleven and ten make 66 with the trump ace only
        ("soft SASQDJCQDA/?4 S ?+SJ - 1:HQ 52.1/0.0", "SA"),
        ("soft SKSQDJCQHA/?4 S ?+SJ - 1:HT 43.1/0.0", "HA"),
        # the opponent has 60: nothing may be given away
        ("soft SKSQDJCQDA/?4 S ?+SJ - 1:HQ 0.0/61.2", "SQ"),
        # pending points count with the trick
        ("soft SKDJCQDAHK/?4 S ?+SJ - 1:HQ 0.0+40/40.2", "HK"),
    ],
)
def test_takes_what_decides(reply: str, card: str) -> None:
    assert answer(reply) == card


@pytest.mark.parametrize(
    ("lead", "card"),
    [
        ("soft SASKHADTCJ/?5 S ?+SJ - 0: 0.0/0.0", "CJ"),
        ("soft SASKHKHJDT/?5 S ?+SJ - 0: 0.0/0.0", "HJ"),
        ("sixtysix SASKHKDTC9HA/?6 S ?+S9 - 0: 0.0/0.0", "C9"),
    ],
)
def test_leads_low_plain_cards(lead: str, card: str) -> None:
    assert answer(lead) == card


@pytest.mark.rule("CLOSE-4")
def test_draws_where_drawing_is_a_move() -> None:
    assert answer("hoyle-66 SQHJHQDJCK/?5 S ?+S9 - 0: 20.1/0.0") == "d"


# ---- strict play -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "card"),
    [
        # closed: draws the trump, so that the ten makes 66
        ("soft SAHT/SKCJ S ?+SJ 0@10.2 0: 45.3/10.2", "SA"),
        # leads the loser first, and keeps the winner for the last trick
        ("pagat SAHJ/HQDJ S - - 0: 30.4/60.4", "HJ"),
        # announces what makes 66, rather than cashing
        ("soft HKHQSA/SKSQDJ S - - 0: 46.4/20.3", "mH"),
        # follows with the card that strict play leaves
        ("soft HJHTSA/?2 S - - 1:HQ 30.3/40.4", "HT"),
        # throws the cheap card under the winner
        ("soft CQCT/?1 S - - 1:SA 30.4/40.4", "CQ"),
    ],
)
def test_counts_strict_play_through(text: str, card: str) -> None:
    assert answer(text) == card


@pytest.mark.rule("PLAY-4")
@pytest.mark.parametrize(
    ("text", "card"),
    [
        # the opponent has 47: trumps the jack, so as to be on lead
        ("soft ?4/STKHATQ H ?1+HJ - 0:DJ 47.3/32.1 SJDAKQCTKQJ 7:7", "HQ"),
        # the king wins nothing afterwards, and the trump ace comes with a lost trick
        ("soft ?4/HTQDTQCK H ?1+HA - 0:SK 23.3/25.1 SQJHJDKJCTQJ 7:7", "CK"),
    ],
)
def test_counts_the_last_open_trick_through(text: str, card: str) -> None:
    view = parse_spn(text)
    assert isinstance(view, View)
    assert TOKENS[GreedyPlayer().choose(view)] == card


# ---- every rule set ----------------------------------------------------------------------


def test_is_legal_and_honest_under_every_option() -> None:
    rng = random.Random(6)
    player = GreedyPlayer()
    asked = 0
    for _ in range(150):
        current = random_position(rng, random_rules(rng))
        seat = rng.randrange(2)
        while not current.over:
            if current.to_move != seat:
                current = current.play(random_move(rng, current))
                continue
            move = player.choose(current.view(seat))
            assert move in current.legal_moves()
            assert move != OUT or current.points[seat] >= TARGET
            current = current.play(move)
            asked += 1
    assert asked > 1000


def test_answers_follow_from_the_view_alone() -> None:
    rng = random.Random(7)
    one = GreedyPlayer()
    for _ in range(20):
        current = random_position(rng, random_rules(rng))
        while not current.over:
            view = current.view(current.to_move)
            assert one.choose(view) == GreedyPlayer().choose(view)
            current = current.play(random_move(rng, current))


def greedy(seed: str) -> GreedyPlayer:
    return GreedyPlayer()


def by_chance(seed: str) -> Player:
    return make_player("random", seed=seed)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_is_far_stronger_than_chance(preset: str) -> None:
    # over 1,000 deals: 86 to 93 %, 1.7 to 1.9 game points a deal
    tally = mirrored_deals(greedy, by_chance, PRESETS[preset], deals=100, seed="strength")
    assert tally.share >= 0.76
    assert tally.game_points >= 1.2 * tally.deals


def test_wins_nearly_every_game_against_chance() -> None:
    # over 300 Bummerls: 99 %
    assert games_won(greedy, by_chance, PRESETS["soft"], games=20, seed="strength") >= 18
