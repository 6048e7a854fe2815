"""What stands on the sheets: every card and match where it belongs, and all of them."""

from __future__ import annotations

import io
from typing import Any

import pytest
import segno

from bummerl.errors import TournamentError
from bummerl.tournament import desk, drawing
from bummerl.tournament.events import Drawn
from bummerl.tournament.sale import Stamp
from bummerl.tournament.sheets import SHEETS, Order, sheet_pdf
from bummerl.tournament.sheets.facts import Facts, qr_code
from bummerl.tournament.state import Tournament
from bummerl.words.rulebook import describe
from bummerl.words.wording import Wording
from tournament.sheets.reading import packed, reader, text, texts
from tournament.sheets.sheet_samples import announced, danish, draw, finish, play, real, sell, small

EN = Wording("en")
DE = Wording("de")


def data(t: Tournament, what: str, words: Wording = EN, **order: Any) -> dict[str, Any]:
    """What a template is given."""
    sheet = SHEETS[what]
    return sheet.facts(Facts(t, words, Order(paper=sheet.paper, **order), sheet.names))


# ---- entry cards ---------------------------------------------------------------------------


def test_all_cards_that_are_issued_sold_or_not() -> None:
    cards = data(small(), "cards")["cards"]
    assert [card["card"] for card in cards] == list(range(1, 9))
    assert [card["name"] for card in cards][:3] == ["Anna Berger", "Anna Berger", "Hans Gruber"]
    assert [card["name"] for card in cards][6:] == ["", ""]
    assert len(reader(sheet_pdf(small(), "cards", EN)).pages) == 1


def test_some_cards_and_blank_ones() -> None:
    assert [c["card"] for c in data(small(), "cards", only=(3, 1))["cards"]] == [3, 1]
    assert not any(card["name"] for card in data(small(), "cards", blank=True)["cards"])
    with pytest.raises(TournamentError, match="no card 9; the cards are 1 to 8"):
        data(small(), "cards", only=(9,))


def test_boxes_for_the_rounds() -> None:
    assert data(small(), "cards")["rounds"] == ["Quarter-finals", "Semi-finals", "Final"]
    assert data(real(), "cards")["rounds"][:3] == ["Round 1", "Round 2", "Round 3"]
    assert data(announced(cards=1024), "cards")["rounds"] == [str(n) for n in range(1, 11)]
    assert len(data(danish(), "cards")["rounds"]) == 3 + 3


def test_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    coded: list[str] = []

    def noted(content: str, masks: dict[int, int]) -> str:
        coded.append(content)
        return qr_code(content, masks)

    monkeypatch.setattr("bummerl.tournament.sheets.facts.qr_code", noted)
    data(small(), "cards", only=(7,))
    data(small(), "cards", only=(7,), url="https://hall.example/t/abc/")
    data(small(), "tables", url="https://hall.example/t/abc")
    assert coded == [
        "Gasthaus Zum Weißen Rössl, card 7",
        "https://hall.example/t/abc?card=7",
        "https://hall.example/t/abc",
    ]


def test_a_code_with_a_kept_mask_is_a_code() -> None:
    masks: dict[int, int] = {}
    first, second = qr_code("card 1", masks), qr_code("card 2", masks)
    assert first != second
    made = segno.make("card 2", error="m", micro=False, mask=masks[6])
    expected = io.StringIO()
    expected.write(made.svg_inline(border=0, omitsize=True))
    assert second == expected.getvalue()


# ---- draw list -----------------------------------------------------------------------------


def test_draw_list_has_every_card_once() -> None:
    t = real(1)
    rows = data(t, "draw")["rows"]
    assert [row["lot"] for row in rows] == list(range(1, 33))
    cards = [row[side]["card"] for row in rows for side in ("left", "right")]
    assert sorted(cards) == list(range(1, 65))
    event = t.draws[0].event
    assert isinstance(event, Drawn)
    assert tuple(row["left"]["card"] for row in rows) == event.left


def test_draw_list_tells_everybody_whom_to_meet() -> None:
    t = real(1)
    people = data(t, "draw", names="full")["people"]
    assert [p["name"] for p in people] == sorted(p.name for p in t.entries.persons.values())
    matches = {frozenset(match.cards) for match in t.knockout[0].matches}
    for person in people:
        assert [c["card"] for c in person["cards"]] == list(t.entries.cards_of(
            t.entries.find(person["name"]).id))  # fmt: skip
        for line in person["cards"]:
            match = next(m for m in matches if line["card"] in m)
            (other,) = match - {line["card"]}
            assert line["name"] == t.entries.person_of(other).name


def test_byes_and_own_cards_are_said() -> None:
    t = small()
    draw(t)
    rows = data(t, "draw")["rows"]
    assert [row["right"] for row in rows].count(None) == 2
    assert "bye – moves on" in text(sheet_pdf(t, "draw", EN))
    t = announced(cards=8)
    for name in ("Anna", "Hans"):
        sell(t, name, 4)
    notes = 0
    for _ in range(2):
        draw(t, "Wort11")  # for which there are some
        notes += sum("moves on" in row["note"] for row in data(t, "draw")["rows"])
        play(t)
    own = [m for r in t.knockout for m in r.matches if m.outcome and m.outcome.how == "self"]
    assert notes == len(own) > 0


def test_proof_of_the_draw() -> None:
    t = real(1)
    proof = dict(data(t, "draw")["proof"])
    record = t.draws[0]
    assert list(proof.values()) == [
        "Kaiserschmarrn", t.commitment, record.secret, record.list_hash, record.seed,
    ]  # fmt: skip
    said = packed(text(sheet_pdf(t, "draw", EN)))
    assert all(packed(value) in said for value in proof.values())
    assert t.secret.hex() not in said


def test_lots_drawn_by_hand() -> None:
    t = announced(cards=8)
    for name in "ABCD":
        sell(t, name, 2)
    blank = data(t, "draw", blank=True)
    assert [row["lot"] for row in blank["rows"]] == [1, 2, 3, 4]
    assert blank["people"] == []
    assert "Left pot" in text(sheet_pdf(t, "draw", EN, Order(blank=True)))
    lots = [(1, "left", 1), (2, "left", 2), (3, "left", 3), (4, "left", 4)]
    lots += [(5, "right", 1), (6, "right", 2), (7, "right", 3), (8, "right", 4)]
    for event in drawing.draw_by_hand(t, lots, Stamp(0)):
        t.apply(event)
    assert data(t, "draw")["proof"] == [["Lots", "drawn by hand"]]


# ---- slips and score sheets ----------------------------------------------------------------


@pytest.mark.parametrize(("what", "page"), [("slips", 8), ("scores", 2)])
def test_a_form_for_each_open_match(what: str, page: int) -> None:
    t = real(2, leave=5)
    forms = data(t, what)["forms"]
    assert [form["match"] for form in forms] == [match.id for match in t.open_matches()]
    first = t.open_matches()[0]
    assert [side["card"] for side in forms[0]["sides"]] == [str(card) for card in first.cards]
    assert {form["title"] for form in forms} == {"Round 2"}
    assert len(reader(sheet_pdf(t, what, EN)).pages) == -(-5 // page)


@pytest.mark.parametrize(("what", "page"), [("slips", 8), ("scores", 2)])
def test_blank_forms(what: str, page: int) -> None:
    assert len(data(small(), what)["forms"]) == page, "nothing is drawn"
    forms = data(real(1), what, blank=True, copies=3)["forms"]
    assert len(forms) == 3
    assert not any(side["name"] or side["card"] for form in forms for side in form["sides"])


def test_forms_of_a_round_or_of_some_matches() -> None:
    t = real(2)
    played = [m for m in t.knockout[0].matches if m.outcome and not m.outcome.automatic]
    assert len(data(t, "slips", round=1)["forms"]) == len(played)
    assert [f["match"] for f in data(t, "slips", only=(7, 2))["forms"]] == ["2-7", "2-2"]
    with pytest.raises(TournamentError, match="no match has the number 17 in round 2"):
        data(t, "slips", only=(17,))
    with pytest.raises(TournamentError, match="no match is open"):
        data(t, "slips")


def test_matches_for_places_have_forms() -> None:
    t = real()
    while len(t.alive()) > 4:
        draw(t)
        play(t)
    draw(t)
    titles = {form["title"] for form in data(t, "slips")["forms"]}
    assert titles == {"Semi-finals", "For places 5 to 8"}


@pytest.mark.parametrize(
    ("rules", "bummerls", "dots"),
    [("sharp(match=1)", 1, 2), ("sharp", 3, 3), ("sharp(schneider_bummerls=1)", 3, 2)],
)
def test_score_sheets_fit_the_rules(rules: str, bummerls: int, dots: int) -> None:
    """To n Bummerls at most 2n - 1 are played; a Schneider may bring one more than needed."""
    t = announced(rules=rules)
    made = data(t, "scores")
    assert (made["most"], made["dots"]) == (bummerls, dots)
    said = text(sheet_pdf(t, "scores", EN))
    assert said.split().count("7") == 2 * 2 * bummerls, "two forms, two sides"


def test_a_match_of_any_length_has_a_score_sheet() -> None:
    for length in (4, 9, 40):
        pdf = sheet_pdf(announced(rules=f"sharp(match={length})"), "scores", EN)
        assert len(reader(pdf).pages) == (1 if length == 4 else 2)


# ---- tables --------------------------------------------------------------------------------


def test_table_cards() -> None:
    t = real(1)
    assert data(t, "tables")["boards"] == [str(board) for board in range(1, 17)]
    assert len(data(announced(cards=64), "tables")["boards"]) == 32, "always enough boards"
    assert data(t, "tables", only=(20, 21))["boards"] == ["20", "21"]
    assert len(data(t, "tables", copies=5)["boards"]) == 5
    assert texts(sheet_pdf(t, "tables", EN, Order(only=(7,))))[0].split().count("7") == 2


# ---- wall chart ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [8, 16, 32, 64, 128, 256, 512, 1024])
def test_wall_chart_has_every_number_of_every_round(size: int) -> None:
    pages = data(announced(cards=size), "wall")["pages"]
    assert all(len(page["columns"]) <= 8 for page in pages)
    columns = [column for page in pages for column in page["columns"]]
    assert all(len(column["slots"]) <= 16 for column in columns)
    lots = [slot["lot"] for column in columns for slot in column["slots"]]
    halves = [size >> n for n in range(1, size.bit_length()) if size >> n]
    assert lots == [lot for half in halves for lot in range(1, half + 1)]
    assert "finale" in pages[-1]
    assert [page["first"] for page in pages[:-1]] == [
        1 + first for half in halves if half > 32 for first in range(0, half, 128)
    ]


def test_wall_chart_shows_what_happened() -> None:
    t = finish(real())
    page = data(t, "wall", names="full")["pages"][0]
    slots = [slot for column in page["columns"] for slot in column["slots"]]
    matches = [match for drawn in t.knockout for match in drawn.matches]
    assert len(slots) == len(matches) == 63
    for slot, match in zip(slots, matches, strict=True):
        assert [side["card"] for side in slot["sides"]] == list(match.cards)
        assert match.outcome is not None
        (won,) = (side["card"] for side in slot["sides"] if side["state"] == "won")
        assert won == match.outcome.winner
        if match.outcome.how == "played" and match.outcome.score:
            assert sorted((side["score"] for side in slot["sides"]), reverse=True) == [
                str(n) for n in match.outcome.score
            ]
    champion = t.prizes()[0].card
    assert champion is not None
    assert page["finale"]["winner"] == {
        "card": champion,
        "name": t.entries.person_of(champion).name,
    }
    third = page["finale"]["places"][0]
    assert third["title"] == "For places 3 and 4"
    assert {side["card"] for side in third["sides"]} == set(t.place_matches["p3"].cards)


def test_wall_chart_after_cards_were_bought_again() -> None:
    """The next round is then larger than half; the chart follows what was drawn (TOUR-4)."""
    t = announced(cards=8, rebuy_until=2)
    for name in "ABCDEFGH":
        sell(t, name, 1)
    draw(t)
    play(t)
    out = [name for name in "ABCDEFGH" if not _alive(t, name)]
    sell(t, out[0], 1)
    titles = [(c["title"], len(c["slots"])) for c in data(t, "wall")["pages"][0]["columns"]]
    expected = [("Quarter-finals", 4), ("Quarter-finals", 4), ("Semi-finals", 2), ("Final", 1)]
    assert titles == expected, "five cards are left: three byes"
    draw(t)
    columns = data(t, "wall")["pages"][0]["columns"]
    assert [(c["title"], len(c["slots"])) for c in columns] == expected
    assert sum({"bye": True} in slot["sides"] for slot in columns[1]["slots"]) == 3


def _alive(t: Tournament, name: str) -> bool:
    return any(t.entries.person_of(card).name == name for card in t.alive())


def test_wall_chart_to_fill_in_by_hand() -> None:
    t = finish(real())
    page = data(t, "wall", blank=True)["pages"][0]
    assert page["finale"]["winner"] is None
    sides = [side for c in page["columns"] for slot in c["slots"] for side in slot["sides"]]
    assert sides == [{}] * 126


def test_wall_chart_says_why_a_match_was_not_played() -> None:
    t = real(1, leave=2)
    forfeit, penalty = t.open_matches()
    for event in (
        *desk.result(t, forfeit.id, forfeit.a, Stamp(0), how="forfeit", reason="gone home"),
        *desk.result(t, penalty.id, penalty.b, Stamp(0), how="penalty", offence="renonce"),
    ):
        t.apply(event)
    draw(t)
    card = t.knockout[1].matches[0].a
    for event in desk.withdraw(t, [card], Stamp(0)):
        t.apply(event)
    said = text(sheet_pdf(t, "wall", EN))
    assert {"forfeit", "penalty", "withdrawn"} <= set(said.split())


# ---- ranking, prizes, certificates, cash, rules ---------------------------------------------


def test_ranking() -> None:
    t = danish(2)
    made = data(t, "ranking")
    assert [row["card"] for row in made["rows"]] == [record.card for record in t.ranking()]
    assert "After 2 of 3 qualifying rounds. The first 8" in made["note"]
    assert len(made["rows"][0]["values"]) == len(made["heads"]) == 4


def test_prizes_as_far_as_known() -> None:
    before = data(real(1), "prizes")
    assert [row["number"] for row in before["lists"][0]["prizes"]] == list(range(1, 9))
    assert not any(row["who"] for row in before["lists"][0]["prizes"])
    t = finish(real())
    after = data(t, "prizes", names="full")
    assert [entry["title"] for entry in after["lists"]] == ["", "Damen"]
    rows = [row for entry in after["lists"] for row in entry["prizes"]]
    assert [(row["card"], row["who"]) for row in rows] == [
        (str(prize.card), t.entries.person_of(prize.card).name)
        for prize in t.prizes()
        if prize.card is not None
    ]
    assert after["club"]["name"] == "Ein Fass Bier"


def test_certificates() -> None:
    t = finish(real())
    made = data(t, "certificates")["certificates"]
    assert len(made) == len(t.prizes()) == 10
    winner = t.prizes()[0].card
    assert winner is not None
    assert made[0]["who"] == t.entries.person_of(winner).name
    assert [it["number"] for it in data(t, "certificates", only=(1,))["certificates"]] == [1, 1]
    assert not any(it["who"] for it in data(t, "certificates", blank=True)["certificates"])
    assert len(data(real(1), "certificates")["certificates"]) == 10, "to be filled in"
    with pytest.raises(TournamentError, match="no prize 9"):
        data(t, "certificates", only=(9,))
    page = texts(sheet_pdf(t, "certificates", EN))[0]
    assert made[0]["who"] in page
    assert "Geselchtes, 5 kg" in page


def test_cash() -> None:
    made = data(real(), "cash")
    assert made["total"] == "448 €"
    assert made["count"] == 64
    assert [line[1] for line in made["sums"]] == ["448 €", "0 €", "0 €"]
    assert len(made["people"]) == len(made["payments"]) == 17
    assert data(announced(cards=8), "cash")["people"] == []


def test_money_is_written_as_in_the_language() -> None:
    t = announced(cards=8, price=750)
    sell(t, "Anna", 1)
    assert data(t, "cash", EN)["total"] == "7.50 €"
    assert data(t, "cash", DE)["total"] == "7,50 €"


@pytest.mark.parametrize("preset", ["soft", "sharp", "tournament", "66", "app"])
def test_rules_in_both_languages(preset: str) -> None:
    t = announced(rules=preset, price=500, rebuy_until=1, one_prize_each=True)
    pages = texts(sheet_pdf(t, "rules", DE, Order(all_languages=True)))
    assert len(pages) == 2, "a page a language"
    for words, page in zip((DE, EN), pages, strict=True):
        said = packed(page)
        for clause in describe(t.rules, words):
            assert packed(clause.sentence) in said
        assert packed(words.say("A card costs {price}.", price="5 €")) in said
    assert len(texts(sheet_pdf(t, "rules", EN))) == 1


def test_rules_say_how_the_tournament_goes() -> None:
    lines = data(danish(), "rules")["versions"][0]["tournament"]
    assert any("3 qualifying rounds" in line for line in lines)
    lines = data(announced(max_per_person=1, prizes=1), "rules")["versions"][0]["tournament"]
    assert "64 entry cards are issued, one for each player." in lines
    assert "There is 1 prize." in lines
    assert not any("places" in line for line in lines)


def test_dates_in_words() -> None:
    facts = Facts(small(), DE, Order())
    assert facts.date.startswith("8. ")
    assert facts.date.endswith(" 2026")
    assert Facts(small(), EN, Order()).date == "8 December 2026"
    assert Facts(announced(date="Stefanitag 2026"), DE, Order()).date == "Stefanitag 2026"
    assert Facts(announced(), DE, Order()).date == ""
