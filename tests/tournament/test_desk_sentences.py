"""What the desk's commands say when nothing happens, or something cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from bummerl.errors import TournamentError
from bummerl.tournament.cash import cash
from bummerl.tournament.desk import withdraw
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import Danish, PrizeList
from bummerl.tournament.report import advice
from bummerl.tournament.sale import Buyer, change, sell
from bummerl.tournament.sheets import SHEETS, Order
from bummerl.tournament.sheets.facts import Facts
from bummerl.tournament.state import Tournament
from bummerl.tournament.story import story
from bummerl.words.wording import Wording
from command_line import Run
from tournament.evening import Desk, announced, data, eight, fine, refused
from tournament.hall import AT, do, drawn, named, settings, sold, win

LONG = "1" * 5000


def test_lists_and_backups_are_never_written_over_a_tournament(cup: Desk, tmp_path: Path) -> None:
    eight(cup)
    path = tmp_path / "cup.db"
    other = tmp_path / "other.db"
    other.write_bytes(path.read_bytes())
    before = path.read_bytes()
    said = refused(cup("csv-out", "entries", "-o", str(path)))
    assert "is a database, perhaps a tournament: take another name" in said
    assert "take another name" in refused(cup("export", "-o", str(other)))
    assert path.read_bytes() == other.read_bytes() == before
    target = tmp_path / "list.csv"
    for _ in range(2):
        fine(cup("csv-out", "entries", "-o", str(target)))
    fine(cup("export", "-o", str(target)))


@pytest.mark.parametrize(
    "command",
    [
        ("unsell", LONG),
        ("withdraw", LONG),
        ("result", "1-1", LONG),
        ("result", "1-1", "1", "--score", f"{LONG}:1"),
        ("sell", LONG),
        ("sell", "Anna", "--number", LONG),
        ("board", "1-1", LONG),
        ("draw", "--lots", "-"),
    ],
)
def test_numbers_without_end(cup: Desk, command: tuple[str, ...]) -> None:
    eight(cup)
    said = refused(cup(*command, stdin=f"{LONG} left 1\n"))
    assert "Traceback" not in said


def test_cards_and_numbers_must_agree(cup: Desk) -> None:
    announced(cup)
    said = refused(cup("sell", "Anna", "--cards", "3", "--number", "8"))
    assert "cards: 3, but numbers of cards: 1" in said
    assert data(cup("sell", "Anna", "--number", "8", "--number", "7", "--json"))["cards"] == [8, 7]
    told = data(cup("sell", "Anna", "--cards", "1", "--number", "6", "--json"))
    assert told["cards"] == [6]


def test_nothing_was_changed(cup: Desk) -> None:
    eight(cup)
    fine(cup("draw", "--word", "w"))
    match = data(cup("status", "--json"))["matches"][0]["id"]
    assert fine(cup("board", match, "--ready")) == "nothing was changed\n"
    assert fine(cup("board", match, "--later")).startswith(f"Match {match} put off.\n")
    assert fine(cup("board", match, "--later")) == "nothing was changed\n"


def test_lists_and_names_of_prizes_are_taken_away(cup: Desk) -> None:
    announced(cup, "--prize", "Ham", "--prize", "Wine", "--list", "women=3", "--club-prize", "X")
    kept = data(cup("change", "--boards", "3", "--json"))["settings"]
    assert (kept["prize_names"], len(kept["lists"])) == (["Ham", "Wine"], 1)
    bare = data(cup("change", "--prize", "", "--list", "", "--club-prize", "", "--json"))
    assert bare["settings"]["prize_names"] == bare["settings"]["lists"] == []
    assert bare["settings"]["club_prize"] is None
    assert bare["settings"]["prizes"] == 2
    named = data(cup("change", "--prize", "Ham", "--prize", "", "--prize", "Wine", "--json"))
    assert named["settings"]["prize_names"] == ["Ham", "", "Wine"], "the second is not known"


def test_names_that_are_numbers(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "2026.db")
    fine(run("tournament", "new", path, "--name", "2026", "--cards", "8"))
    fine(run("tournament", "sell", path, "Anna", "--club", "1860", "--group", "60"))
    assert "would be taken for a card" in refused(run("tournament", "sell", path, "4711"))


def test_the_final_needs_no_lot(cup: Desk) -> None:
    eight(cup)
    for number in (1, 2, 3):
        drawn = cup("draw", *(() if number == 3 else ("--word", "w")))
        assert "by hand" not in fine(drawn)
        for match in data(cup("status", "--json"))["matches"]:
            if match["state"] != "done":
                fine(cup("result", match["id"], str(match["a"])))
    assert "by hand" not in fine(cup("log"))
    assert "The final: card " in fine(cup("log"))
    assert "draw 3, round 3: no lot was needed" in fine(cup("verify"))
    assert "by hand" not in fine(cup("verify"))


def test_lots_by_hand_are_told_so() -> None:
    from bummerl.tournament.drawing import draw_by_hand

    t = sold(8, named(4, 4))
    lots = [(card, "left", card) for card in range(1, 5)]
    lots += [(card, "right", card - 4) for card in range(5, 9)]
    do(t, draw_by_hand(t, lots, AT))
    assert str([*story(t)][-1].text) == "drawn by hand; matches: 4, byes: 0"
    assert t.draws[0].by_hand


def semi_finals_played() -> tuple[Tournament, int]:
    """The final is drawn; a loser of a semi-final goes home."""
    t = sold(8, named(1, 1, 1, 1, 1, 1, 1, 1))
    for _ in range(2):
        drawn(t)
        for match in t.open_matches():
            win(t, match.id, match.a)
    return t, next(match.b for match in t.current.matches if match.outcome)  # type: ignore[union-attr]


def test_the_final_on_paper_needs_no_lot() -> None:
    t, _ = semi_finals_played()
    do(t, draw(t, None, AT))
    sheet = SHEETS["draw"]
    shown = sheet.facts(Facts(t, Wording(), Order(paper=sheet.paper), sheet.names))
    assert shown["proof"] == [["Lots", "none: two cards are left"]]


def test_whoever_leaves_before_a_match_for_a_place() -> None:
    t, card = semi_finals_played()
    forfeit = "enter that the other card wins by forfeit"
    for _ in range(2):  # before the final's draw and after it
        with pytest.raises(TournamentError, match=rf"card {card} is out already; .*{forfeit}"):
            withdraw(t, [card], AT)
        if not t.all_drawn:
            do(t, draw(t, None, AT))
    win(t, "p3", next(c for c in t.place_matches["p3"].cards if c != card), how="forfeit")
    with pytest.raises(TournamentError, match=f"card {card} is out already$"):
        withdraw(t, [card], AT)


def test_whoever_leaves_by_name_before_a_match_for_a_place(cup: Desk) -> None:
    announced(cup)
    for name in "ABCDEFGH":
        fine(cup("sell", name))
    for _ in range(2):
        fine(cup("draw", "--word", "w"))
        for match in data(cup("status", "--json"))["matches"]:
            fine(cup("result", match["id"], str(match["a"])))
        said = refused(cup("withdraw", match["b_name"]))
        assert f"{match['b_name']} has no card left; in its match for a place" in said


def test_buying_again_is_too_early_in_the_danish_stage() -> None:
    t = drawn(sold(8, named(1, 1, 1, 1, 1), rebuy_until=2, danish=Danish(2, 4)))
    with pytest.raises(TournamentError, match="bought again only once the knock-out has begun"):
        sell(t, Buyer("P1 Q1"), AT)
    t = drawn(sold(8, named(1, 1, 1, 1, 1), danish=Danish(2, 4)))
    with pytest.raises(TournamentError, match="the sale is over"):
        sell(t, Buyer("P1 Q1"), AT)


def test_settings_have_names_for_people() -> None:
    t = drawn(sold(8, named(4, 4)))
    german = Wording("de")
    with pytest.raises(TournamentError) as refusal:
        change(t, settings(8, prizes=4, places_5_8=False), AT)
    assert "number of prizes" in str(refusal.value)
    for word in ("prizes", "places_5_8", "lists"):
        assert f"{word}," not in german.say(refusal.value.text)
    with pytest.raises(TournamentError) as refusal:
        change(t, settings(8, max_per_person=0), AT)
    assert "max_per_person" not in str(refusal.value)


# ---- fewer cards than prizes ---------------------------------------------------------------


def test_fewer_cards_than_prizes_are_said_beforehand() -> None:
    t = sold(8, named(1, 1, 1, 1, 1), prizes=8)
    assert "Prizes that can be won so far: 5 of 8; say so before the draw." in str(advice(t).text)
    assert not any(prize.unawarded for prize in t.prizes()), "cards may be sold yet"
    drawn(t)
    assert [prize.number for prize in t.prizes() if prize.unawarded] == [6, 7, 8]


@pytest.mark.parametrize(
    ("sales", "more", "most"),
    [
        ((4, 4), {}, 8),
        ((4, 4), {"one_prize_each": True}, 2),
        ((4, 2), {"danish": Danish(2, 4)}, 4),
        ((4, 4), {"prizes": 2}, 8),
        ((4, 4), {"lists": (PrizeList("women", 2, apart=True),)}, 8),
    ],
)
def test_prizes_that_can_be_won(sales: tuple[int, ...], more: dict[str, object], most: int) -> None:
    t = sold(8, named(*sales), **more)
    assert t.most_winners() == most
    assert ("can be won so far" in str(advice(t).text)) == (most < t.settings.prizes)


def test_prizes_stay_open_while_cards_can_be_bought_again() -> None:
    t = drawn(sold(8, named(1, 1, 1, 1, 1), rebuy_until=2))
    assert not any(prize.unawarded for prize in t.prizes())
    for match in t.open_matches():
        win(t, match.id, match.a)
        do(t, sell(t, Buyer(t.entries.person_of(match.b).name), AT))
    drawn(t)
    cards = len(cash(t).payments)
    assert [p.number for p in t.prizes() if p.unawarded] == list(range(cards + 1, 9))
