"""A hall in which tournaments are played at random: the vocabulary of these tests."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from bummerl.tournament.desk import result
from bummerl.tournament.drawing import draw
from bummerl.tournament.events import AnyEvent, Settings
from bummerl.tournament.sale import Buyer, Stamp, announce, sell
from bummerl.tournament.state import Tournament

SECRET = bytes(range(32))
AT = Stamp(1_700_000_000_000)


def settings(cards: int = 8, **more: object) -> Settings:
    """An announcement without limits a test does not ask for."""
    values = {"name": "Cup", "rules": "tournament", "max_per_person": 1024, **more}
    return Settings(cards=cards, **values)  # type: ignore[arg-type]


def announced(cards: int = 8, **more: object) -> Tournament:
    """A tournament before the sale."""
    return Tournament.replay(announce(settings(cards, **more), SECRET, AT))


def do(t: Tournament, events: Iterable[AnyEvent]) -> None:
    """Let it happen."""
    for event in events:
        t.apply(event)


def sold(cards: int, sales: Sequence[tuple[str, int]], **more: object) -> Tournament:
    """A tournament after these sales: who bought how many."""
    t = announced(cards, **more)
    for name, count in sales:
        do(t, sell(t, Buyer(name), AT, cards=count))
    return t


def drawn(t: Tournament, word: str = "Bummerl") -> Tournament:
    """The next round drawn."""
    do(t, draw(t, word, AT))
    return t


def win(t: Tournament, match: str, winner: int, **more: object) -> Tournament:
    """A result entered."""
    do(t, result(t, match, winner, AT, **more))  # type: ignore[arg-type]
    return t


def play_round(t: Tournament, rng: random.Random) -> Tournament:
    """All open matches played, in the order in which they get a board."""
    while left := t.open_matches():
        match = next((m for m in left if m.board is not None), left[0])
        lost = rng.randrange(t.rules.match)
        win(t, match.id, rng.choice(match.cards), score=(t.rules.match, lost))
    return t


def played(t: Tournament, seed: int = 1) -> Tournament:
    """Drawn and played to the end."""
    rng = random.Random(seed)
    while not t.over:
        if not t.open_matches():
            drawn(t, f"word {t.seq}")
        play_round(t, rng)
    return t


def pairs(t: Tournament) -> set[frozenset[int]]:
    """Who meets whom in the running round."""
    assert t.current is not None
    return {frozenset(match.cards) for match in t.current.matches}


def named(*counts: int) -> list[tuple[str, int]]:
    """Sales to persons A1, A2 …, so many cards each."""
    return [(f"P{place} Q{place}", count) for place, count in enumerate(counts, start=1)]
