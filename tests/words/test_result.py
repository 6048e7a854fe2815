"""Results of deals in words: every reason, and every way game points can come about (SCORE-4)."""

from __future__ import annotations

import random

import pytest

from bummerl.rules.position import Position
from bummerl.rules.scoring import REASONS
from bummerl.words.catalogue import catalogue
from bummerl.words.tell import tell_result
from bummerl.words.wording import Wording
from support import play, position, random_deal, random_rules

NAMES = ("Anna", "Bert")

RESULTS = [
    # out
    ("soft SA/SK H - - 0: 66.5/20.4", "o",
     "Anna went out: 66 to 20. Bert had fewer than 33 – two points.",
     "Anna hat ausgemeldet: 66 zu 20. Bert hat weniger als 33 gehabt – zwei Punkte."),
    ("soft SA/SK H - - 0: 66.9/0.0", "o",
     "Anna went out: 66 to 0. Bert had no trick – three points.",
     "Anna hat ausgemeldet: 66 zu 0. Bert hat keinen Stich gehabt – drei Punkte."),
    ("app SA/SK H - - 0: 60.5/40.4", "SA SK",
     "Anna reached 66: 75 to 40. Bert had at least 33 – one point.",
     "Anna hat 66 erreicht: 75 zu 40. Bert hat mindestens 33 gehabt – ein Punkt."),
    ("soft SA/SK H - - 0: 69.5/71.4", "o",
     "Anna went out: 69 to 71. Bert had 66 but did not say so – one point.",
     "Anna hat ausgemeldet: 69 zu 71. Bert hat 66 gehabt, aber nicht ausgemeldet – ein Punkt."),
    # closed won
    ("soft SAHT/SKDQ H ?3+HJ 0@33.1 0: 66.4/66.2", "o",
     "Anna closed and got 66: 66 to 66. Bert had 66 but did not say so. "
     "Bert already had 33 when the talon was closed – one point.",
     "Anna hat zugedreht und 66 erreicht: 66 zu 66. Bert hat 66 gehabt, aber nicht ausgemeldet. "
     "Bert hat beim Zudrehen schon 33 gehabt – ein Punkt."),
    ("soft SAHT/SKDQ H ?3+HJ 0@0.0 0: 66.4/40.2", "o",
     "Anna closed and got 66: 66 to 40. "
     "Bert had no trick when the talon was closed – three points.",
     "Anna hat zugedreht und 66 erreicht: 66 zu 40. "
     "Bert hat beim Zudrehen keinen Stich gehabt – drei Punkte."),
    ("soft SAHT/SKDQ H ?3+HJ 0@14.1 0: 66.4/40.2", "o",
     "Anna closed and got 66: 66 to 40. "
     "Bert had only 14 when the talon was closed – two points.",
     "Anna hat zugedreht und 66 erreicht: 66 zu 40. "
     "Bert hat beim Zudrehen erst 14 gehabt – zwei Punkte."),
    ("soft SAHT/SKDQ H ?3+HJ 0@33.1 0: 66.4/40.2", "o",
     "Anna closed and got 66: 66 to 40. "
     "Bert already had 33 when the talon was closed – one point.",
     "Anna hat zugedreht und 66 erreicht: 66 zu 40. "
     "Bert hat beim Zudrehen schon 33 gehabt – ein Punkt."),
    ("tavern SAHT/SKDQ H ?3+HJ 0@14.1 0: 66.4/40.2", "o",
     "Anna closed and got 66: 66 to 40. Bert had at least 33 – one point.",
     "Anna hat zugedreht und 66 erreicht: 66 zu 40. Bert hat mindestens 33 gehabt – ein Punkt."),
    # closed lost
    ("soft SK/SA H ?3+HJ 0@14.1 0: 40.4/30.3", "SK SA",
     "Anna closed and did not get 66: 40 to 45. "
     "Bert had a trick when the talon was closed – two points for Bert.",
     "Anna hat zugedreht und 66 nicht erreicht: 40 zu 45. "
     "Bert hat beim Zudrehen einen Stich gehabt – zwei Punkte für Bert."),
    ("soft(failed_close_tricks=at_end) SA/SK H ?3+HJ 0@0.0 0: 40.7/0.0", "SA SK",
     "Anna closed and did not get 66: 55 to 0. Bert had no trick – three points for Bert.",
     "Anna hat zugedreht und 66 nicht erreicht: 55 zu 0. "
     "Bert hat keinen Stich gehabt – drei Punkte für Bert."),
    ("soft SK/SA H ?3+HJ 0@0.0 0: 66.4/30.3", "SK SA",
     "Anna closed and had 66, but did not go out. "
     "Bert had no trick when the talon was closed – three points for Bert.",
     "Anna hat zugedreht und 66 gehabt, aber nicht ausgemeldet. "
     "Bert hat beim Zudrehen keinen Stich gehabt – drei Punkte für Bert."),
    ("soft SK/SA H ?3+HJ 0@14.1 1: 40.4/66.3", "o",
     "Anna closed, but Bert was out first: 66 to 40. "
     "Bert had a trick when the talon was closed – two points for Bert.",
     "Anna hat zugedreht, aber Bert war zuerst aus: 66 zu 40. "
     "Bert hat beim Zudrehen einen Stich gehabt – zwei Punkte für Bert."),
    ("duel-schnapsen SK/SA H ?3+HJ 0@0.0 1: 40.4/66.3", "o",
     "Anna closed, but Bert was out first: 66 to 40. "
     "Anna had at least 33 – one point for Bert.",
     "Anna hat zugedreht, aber Bert war zuerst aus: 66 zu 40. "
     "Anna hat mindestens 33 gehabt – ein Punkt für Bert."),
    ("app SK/SA H ?3+HJ 0@14.1 0: 40.4/60.3", "SK SA",
     "Anna closed, but Bert was out first: 75 to 40. "
     "Bert had a trick when the talon was closed – two points for Bert.",
     "Anna hat zugedreht, aber Bert war zuerst aus: 75 zu 40. "
     "Bert hat beim Zudrehen einen Stich gehabt – zwei Punkte für Bert."),
    # false out
    ("soft SA/SK H - - 0: 58.5/44.4", "o",
     "Anna called 66 with only 58, against 44. "
     "Bert had at least 33: it would have been one point. Bert gets it.",
     "Anna hat falsch ausgemeldet: nur 58 zu 44. "
     "Bert hat mindestens 33 gehabt: Ein Punkt wäre es gewesen, den bekommt jetzt Bert."),
    ("soft SKQHATDJ/SADAKCAT H ?9+HJ - 0: 0.0/0.0", "mS o",
     "Anna called 66 with only 0, against 0. The 20 announced do not count without a trick. "
     "Bert had no trick: it would have been three points. Bert gets them.",
     "Anna hat falsch ausgemeldet: nur 0 zu 0. Die angesagten 20 zählen ohne Stich nicht. "
     "Bert hat keinen Stich gehabt: Drei Punkte wären es gewesen, die bekommt jetzt Bert."),
    ("hoyle-66 SA/SK H - - 0: 58.6/20.5", "o",
     "Anna called 66 with only 58, against 20. Bert had a trick – two points for Bert.",
     "Anna hat falsch ausgemeldet: nur 58 zu 20. "
     "Bert hat einen Stich gehabt – zwei Punkte für Bert."),
    ("soft SA/SK H ?3+HJ 0@14.1 0: 58.4/44.3", "o",
     "Anna closed and called 66 with only 58, against 44. "
     "Bert had a trick when the talon was closed – two points for Bert.",
     "Anna hat zugedreht und falsch ausgemeldet: nur 58 zu 44. "
     "Bert hat beim Zudrehen einen Stich gehabt – zwei Punkte für Bert."),
    ("soft SA/SK H ?3+HJ 1@0.0 0: 58.4/44.3", "o",
     "Anna called 66 with only 58, against 44. Bert had closed. "
     "Anna had no trick when the talon was closed: "
     "it would have been three points. Bert gets them.",
     "Anna hat falsch ausgemeldet: nur 58 zu 44. Bert hatte zugedreht. "
     "Anna hat beim Zudrehen keinen Stich gehabt: "
     "Drei Punkte wären es gewesen, die bekommt jetzt Bert."),
    ("soft SA/SK H ?3+HJ 1@14.1 0: 58.4/44.3", "o",
     "Anna called 66 with only 58, against 44. Bert had closed. "
     "Anna had a trick when the talon was closed: "
     "it would have been two points. Bert gets them.",
     "Anna hat falsch ausgemeldet: nur 58 zu 44. Bert hatte zugedreht. "
     "Anna hat beim Zudrehen einen Stich gehabt: "
     "Zwei Punkte wären es gewesen, die bekommt jetzt Bert."),
    # last trick
    ("soft SA/SK H - - 0: 45.5/60.4", "SA SK",
     "Anna won the last trick: 60 to 60. Bert had at least 33 – one point.",
     "Anna hat den letzten Stich gemacht: 60 zu 60. Bert hat mindestens 33 gehabt – ein Punkt."),
    ("soft SA/SK H - - 0: 40.5/70.4", "SA SK",
     "Anna won the last trick: 55 to 70. Bert had 66 but did not say so – one point.",
     "Anna hat den letzten Stich gemacht: 55 zu 70. "
     "Bert hat 66 gehabt, aber nicht ausgemeldet – ein Punkt."),
    ("66 SA/SK H - - 0: 45.6/60.5", "SA SK",
     "All cards are played, the ten for the last trick counted: Anna has 70 to 60. "
     "Bert had at least 33 – one point.",
     "Alle Karten sind gespielt. Mit den zehn für den letzten Stich hat Anna 70 zu 60. "
     "Bert hat mindestens 33 gehabt – ein Punkt."),
    # drawn
    ("66 SA/SK H - - 0: 40.6/65.5", "SA SK",
     "65 to 65: nobody has 66, the deal is drawn. "
     "The winner of the next deal gets 1 point more.",
     "65 zu 65: Niemand hat 66, das Spiel ist unentschieden. "
     "Wer das nächste Spiel gewinnt, bekommt 1 Punkt mehr."),
    ("66(drawn_deal_carries=false) SA/SK H - - 0: 40.6/65.5", "SA SK",
     "65 to 65: nobody has 66, the deal is drawn.",
     "65 zu 65: Niemand hat 66, das Spiel ist unentschieden."),
    # renonce
    ("soft SAHJ/DQ H - - 1:SK 40.4/40.4", "HJ",
     "Anna played the jack of hearts but had to follow spades and beat the king. "
     "That is a renonce – three points for Bert.",
     "Anna hat den Herz-Buben gespielt, statt Pik zu bedienen und den König zu stechen. "
     "Das ist eine Renonce – drei Punkte für Bert."),
    ("soft SJHA/DQ H - - 1:SK 40.4/40.4", "HA",
     "Anna played the ace of hearts but had to follow spades. "
     "That is a renonce – three points for Bert.",
     "Anna hat das Herz-Ass gespielt, statt Pik zu bedienen. "
     "Das ist eine Renonce – drei Punkte für Bert."),
    ("soft DAHJ/DQ H - - 1:SK 40.4/40.4", "DA",
     "Anna played the ace of diamonds but had to trump with hearts. "
     "That is a renonce – three points for Bert.",
     "Anna hat das Karo-Ass gespielt, statt mit Herz zu stechen. "
     "Das ist eine Renonce – drei Punkte für Bert."),
    ("soft SKQHA/SAJDA H - - 0: 40.4/30.3", "mS HA",
     "Anna announced spades and then led the ace of hearts. "
     "That is a renonce – three points for Bert.",
     "Anna hat Pik angesagt und dann das Herz-Ass ausgespielt. "
     "Das ist eine Renonce – drei Punkte für Bert."),
    ("sharp SKQHA/SAJDA H - - 0: 40.4/30.3", "mS SQ",
     "Anna announced spades and then led the queen instead of the king. "
     "That is a renonce – three points for Bert.",
     "Anna hat Pik angesagt und dann die Dame statt den König ausgespielt. "
     "Das ist eine Renonce – drei Punkte für Bert."),
    # given up
    ("soft SA/SK H - - 0: 20.5/30.4", "r",
     "Anna gave up the deal: 20 to 30. Anna had fewer than 33 – two points for Bert.",
     "Anna hat das Spiel aufgegeben: 20 zu 30. "
     "Anna hat weniger als 33 gehabt – zwei Punkte für Bert."),
    ("duel-schnapsen SA/SK H ?3+HJ 0@14.1 0: 20.6/14.1", "r",
     "Anna gave up the deal: 20 to 14. Anna had closed. "
     "Bert had a trick when the talon was closed – two points for Bert.",
     "Anna hat das Spiel aufgegeben: 20 zu 14. Anna hatte zugedreht. "
     "Bert hat beim Zudrehen einen Stich gehabt – zwei Punkte für Bert."),
    ("soft SA/SK H ?3+HJ 1@0.0 0: 20.4/30.3", "t",
     "Anna ran out of time: 20 to 30. Bert had closed. "
     "Anna had no trick when the talon was closed – three points for Bert.",
     "Anna hat die Zeit überschritten: 20 zu 30. Bert hatte zugedreht. "
     "Anna hat beim Zudrehen keinen Stich gehabt – drei Punkte für Bert."),
]  # fmt: skip


@pytest.mark.rule("SCORE-4", "OUT-3", "OUT-4", "CLOSE-6", "CLOSE-7", "CLOSE-8", "SCORE-5")
@pytest.mark.parametrize(("start", "tokens", "english", "german"), RESULTS)
def test_told_to_nobody_in_particular(start: str, tokens: str, english: str, german: str) -> None:
    end = play(position(start), tokens)
    assert tell_result(end, NAMES, Wording()) == english
    assert tell_result(end, NAMES, Wording("de")) == german


def test_every_reason_is_among_the_examples() -> None:
    ends = [play(position(start), tokens) for start, tokens, *_ in RESULTS]
    assert {end.result.reason for end in ends if end.result} == set(REASONS)


@pytest.mark.parametrize(
    ("you", "english", "german"),
    [
        (0, "You closed and got 66: 66 to 40. "
            "Bert had only 14 when the talon was closed – two points.",
         "Du hast zugedreht und 66 erreicht: 66 zu 40. "
         "Bert hat beim Zudrehen erst 14 gehabt – zwei Punkte."),
        (1, "Anna closed and got 66: 66 to 40. "
            "You had only 14 when the talon was closed – two points.",
         "Anna hat zugedreht und 66 erreicht: 66 zu 40. "
         "Du hast beim Zudrehen erst 14 gehabt – zwei Punkte."),
    ],
)  # fmt: skip
def test_told_to_one_of_the_two(you: int, english: str, german: str) -> None:
    end = play(position("soft SAHT/SKDQ H ?3+HJ 0@14.1 0: 66.4/40.2"), "o")
    assert tell_result(end, NAMES, Wording(), you=you) == english
    assert tell_result(end, NAMES, Wording("de"), you=you) == german


@pytest.mark.rule("CLOSE-8")
@pytest.mark.parametrize(
    ("you", "english", "german"),
    [
        (0, "You closed, but Bert was out first: 66 to 40.",
         "Du hast zugedreht, aber Bert war zuerst aus: 66 zu 40."),
        (1, "Anna closed, but you were out first: 66 to 40.",
         "Anna hat zugedreht, aber du warst zuerst aus: 66 zu 40."),
    ],
)  # fmt: skip
def test_out_before_the_closer(you: int, english: str, german: str) -> None:
    end = play(position("soft SK/SA H ?3+HJ 0@14.1 1: 40.4/66.3"), "o")
    assert tell_result(end, NAMES, Wording(), you=you).startswith(english)
    assert tell_result(end, NAMES, Wording("de"), you=you).startswith(german)


def test_for_you() -> None:
    end = play(position("soft SA/SK H - - 0: 58.5/44.4"), "o")
    assert tell_result(end, NAMES, Wording(), you=1).endswith("been one point. You get it.")
    assert tell_result(end, NAMES, Wording("de"), you=1).endswith(
        "Ein Punkt wäre es gewesen, den bekommst jetzt du."
    )
    end = position("soft SA/SK H ?3+HJ 0@14.1 0: 20.6/14.1").resign(0)
    assert " You had closed. " in tell_result(end, NAMES, Wording(), you=0)
    assert " Du hattest zugedreht. " in tell_result(end, NAMES, Wording("de"), you=0)
    end = play(position("soft SA/SK H - - 0: 20.5/30.4"), "r")
    assert tell_result(end, NAMES, Wording(), you=1).endswith("two points for you.")


@pytest.mark.rule("LAST-3")
def test_carried_points() -> None:
    end = play(position("soft SA/SK H - - 0: 66.5/20.4", carry=1), "o")
    assert tell_result(end, NAMES, Wording()).endswith(
        "two points. With 1 point from drawn deals that makes 3."
    )
    assert tell_result(end, NAMES, Wording("de")).endswith(
        "zwei Punkte. Mit 1 Punkt vom unentschiedenen Spiel sind es 3."
    )
    drawn = play(position("66 SA/SK H - - 0: 40.6/65.5", carry=1), "SA SK")
    assert tell_result(drawn, NAMES, Wording("de")).endswith("bekommt 2 Punkte mehr.")


def test_a_renonce_seen_by_one_who_does_not_know_the_hand() -> None:
    end = play(position("soft DAHJ/DQDJ H ?3+CJ 1@0.0 1: 40.4/40.2"), "DQ HJ")
    told = tell_result(end.view(1), NAMES, Wording("de"))
    assert told.startswith("Anna hat den Herz-Buben gespielt, und das war nicht erlaubt.")


def test_a_running_deal_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        tell_result(position("soft SA/SK H - - 0: 66.5/20.4"), NAMES, Wording())


def random_ends(count: int) -> list[Position]:
    """Deals under random rules, some of them given up."""
    rng = random.Random(66)
    ends = []
    for _ in range(count):
        positions = list(random_deal(rng, random_rules(rng)))
        end = positions[-1]
        if rng.random() < 0.2:
            middle = rng.choice(positions[:-1])
            end = middle.resign(rng.randrange(2))
        ends.append(end)
    return ends


class Listening(Wording):
    """Remembers all templates it has worded."""

    def __init__(self) -> None:
        super().__init__("de", "german")
        self.heard: set[str] = set()

    def translated(self, template: str) -> str:
        self.heard.add(template)
        return super().translated(template)


def test_every_sentence_told_has_a_german_one() -> None:
    wording = Listening()
    for you, end in enumerate(random_ends(1000)):
        assert tell_result(end, NAMES, wording, you=(0, 1, None)[you % 3])
    assert len(wording.heard) > 50
    german = catalogue("de")
    assert [t for t in wording.heard if german.gettext(t) == t] == []
