"""Names on public pages: no last name is shown that should be short, and nobody passes for two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bummerl.errors import TournamentError
from bummerl.tournament.entries import name_key
from bummerl.tournament.names import public_names, shortened
from bummerl.tournament.sale import Buyer, register, sell
from tournament.hall import AT, announced, do, sold

PARTS = ("Anna", "Bert", "Berger", "Bauer", "MSc", "jun.", "(FF Graz)", "(2)", "Dr.", "d. J.", ",")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna Berger", "Anna B."),
        ("Berger, Anna", "Anna B."),
        ("Berger,Anna Maria", "Anna Maria B."),
        ("van der Berg, Anna", "Anna v."),
        ("Anna Berger MSc", "Anna B."),
        ("Anna Berger M.Sc. BA", "Anna B."),
        ("Anna Berger, Dipl.-Ing. (FH)", "Anna B."),
        ("Berger, Anna, MSc", "Anna B."),
        ("Dr. Anna Berger, MSc", "Dr. Anna B."),
        ("Anna Berger (FF Graz)", "Anna B."),
        ("Berger, Anna (FF Graz)", "Anna B."),
        ("Anna Berger (FF Graz", "Anna B."),
        ("Anna Berger – FF Graz", "Anna B."),
        ("Anna (FF Graz)", "Anna"),
        ("Anna Berger jun.", "Anna B. jun."),
        ("Anna Berger, jun.", "Anna B. jun."),
        ("Berger jun., Anna", "Anna B. jun."),
        ("Berger, Anna d. J.", "Anna B. d. J."),
        ("Anna Berger jun., MSc", "Anna B. jun."),
        ("Anna Berger (2)", "Anna B. (2)"),
        ("Anna Ma", "Anna M."),
        ("Ma, Anna", "Anna M."),
        ("Anna", "Anna"),
        ("MSc", "MSc"),
        ("4711 (2)", "4711 (2)"),
    ],
)
def test_short_names(name: str, shown: str) -> None:
    assert shortened(name, 1) == shown


@given(st.lists(st.lists(st.sampled_from(PARTS), min_size=1, max_size=5), max_size=8))
def test_everybody_is_told_apart(names: list[list[str]]) -> None:
    different = {name_key(name): name for name in (" ".join(words) for words in names)}
    shown = public_names(dict(enumerate(different.values())), {}, "short")
    assert len(set(shown.values())) == len(different)
    assert all(shown.values())


def test_nobody_is_called_as_somebody_is_shown() -> None:
    t = sold(8, [("Franz Huber", 1), ("Anna Berger", 1)])
    do(t, register(t, Buyer("Franz Huber", display="Die Anna"), AT))
    refusal = "is what Franz Huber is called in public already"
    for name in ("Die Anna", "die  ANNA", "Ｄie Anna"):
        with pytest.raises(TournamentError, match=refusal):
            sell(t, Buyer(name), AT)
        with pytest.raises(TournamentError, match=refusal):
            register(t, Buyer("Anna Berger"), AT, name)
        with pytest.raises(TournamentError, match=refusal):
            register(t, Buyer("Anna Berger", display=name), AT)
    with pytest.raises(TournamentError, match="is what Anna Berger is called"):
        register(t, Buyer("Franz Huber", display="anna berger"), AT)
    do(t, register(t, Buyer("Franz Huber", display=""), AT))
    do(t, sell(t, Buyer("Die Anna"), AT))
    assert t.public_names == {1: "Franz H.", 2: "Anna B.", 3: "Die A."}


def test_whoever_is_renamed_is_found_by_the_new_name() -> None:
    t = sold(8, [("Franz Huber", 1)])
    do(t, register(t, Buyer("Franz Huber"), AT, "Franz Hubner"))
    assert t.entries.named("franz hubner") is t.entries.persons[1]
    assert t.entries.named("Franz Huber") is None
    do(t, sell(t, Buyer("Franz Huber"), AT))
    assert len(t.entries.persons) == 2


def test_only_names_of_persons_may_be_no_numbers() -> None:
    t = announced(8, name="2026")
    assert t.settings.name == "2026"
    do(t, sell(t, Buyer("Anna", club="1860", groups=["60"], display="007"), AT))
    assert t.public_names == {1: "007"}
    for number in ("4711", "١٢", "²", "1" * 50):
        with pytest.raises(TournamentError, match="a number alone would be taken for a card"):
            sell(t, Buyer(number), AT)
