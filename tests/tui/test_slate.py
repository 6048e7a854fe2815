"""The slate: counting down from seven, Bummerls at their loser."""

from __future__ import annotations

from bummerl.rules.moves import Seat
from bummerl.rules.score import Score
from bummerl.tui.session import Session
from bummerl.tui.slate import Slate, slate
from bummerl.tui.widgets.slate import dots, slate_picture
from bummerl.words.wording import Wording
from tui.at_table import forward, make_session


def seen(session: Session, seat: Seat = 0) -> Slate:
    return slate(session.match, seat)


def test_begins_at_seven() -> None:
    assert seen(make_session()).standings == ((7,), (7,))
    assert seen(make_session()).bummerls == (0, 0)


def test_deals_are_counted_down_in_the_game_they_belong_to() -> None:
    session = forward(make_session(), lambda s: s.match.deal_number == 3)
    standing = seen(session)
    assert standing.needed == session.match.score.needed
    assert sum(len(column) for column in standing.standings) == 4
    assert all(list(c) == sorted(c, reverse=True) for c in standing.standings)


def test_game_won_shows_zero_until_the_next_begins() -> None:
    session = forward(make_session(), lambda s: s.match.game_over and not s.match.over)
    winner = session.match.game_winner
    assert winner is not None
    standing = seen(session)
    assert standing.needed[winner] == 0
    assert standing.bummerls[1 - winner] >= 1
    assert standing.bummerls[winner] == 0
    session.next_deal()
    assert seen(session).standings == ((7,), (7,))


def test_own_side_stands_first() -> None:
    session = forward(make_session(), lambda s: s.match.deal_number == 4)
    mine, theirs = seen(session).standings
    assert seen(session, seat=1).standings == (theirs, mine)


def test_carry_is_told() -> None:
    session = make_session("sixtysix")
    session.match.score = Score((7, 7), carry=1)
    assert seen(session).carry == 1
    assert "next: +1" in slate_picture(seen(session), Wording()).plain


def test_picture_has_struck_out_numbers_and_dots() -> None:
    picture = slate_picture(Slate(("", "Maximilian"), ((7, 5), (7,)), (1, 0), 2, 0), Wording())
    lines = picture.plain.split("\n")
    assert lines[0].split() == ["You", "Maxim…"]
    assert lines[1].split() == ["7", "7"]
    assert lines[2].split() == ["5"]
    assert lines[-1].split() == ["●○", "○○"]
    struck = [span for span in picture.spans if "strike" in str(span.style)]
    assert len(struck) == 1


def test_many_bummerls_are_a_number() -> None:
    assert (dots(1, 3), dots(3, 2), dots(4, 9)) == ("●○○", "●●●", "4●")
