"""The leak test can fail: leaks that are planted into a real server are found, each of them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from bummerl.cards import CARD_NAMES
from bummerl.words.names import DECK_NAMES
from server.attack import facts
from server.attack.checking import LeakError
from server.attack.test_leaks import evening

PLANTS = {
    "the other hand": """
        from bummerl.server.table import scene, sides
        old = sides.side
        def side(look, seat, at):
            made = old(look, seat, at)
            hand = sides.hand_tokens(look.match.position.hands[seat], look.view.trump)
            return msgspec.structs.replace(made, hand=hand)
        scene.side = side
    """,
    "one card in a sentence": """
        from bummerl.server.table import scene
        old = scene._deal
        def deal(seen, at):
            made = old(seen, at)
            talon = seen.match.position.talon
            if len(talon) > 1:
                name = seen.words.say("{card:card_nom} is turned up", card=talon[0])
                made["phase_text"] += " " + name
            return made
        scene._deal = deal
    """,
    "tricks that were turned down": """
        from bummerl.server.table import look
        def taken(position):
            return position.finished[-1] if position.finished else None
        look._taken = taken
    """,
    "what the other draws": """
        from bummerl.server.table import told
        def draws(self, step, look):
            for seat, card in enumerate(step.drawn):
                yield self._one(step, "draw", seat, "", card)
        told._Teller._draws = draws
    """,
    "the secret of the deal": """
        from bummerl.server.table import fair, scene
        old = fair.fair_scene
        def fair_scene(table, match):
            return msgspec.structs.replace(old(table, match), secret=match.fair[-1].secret.hex())
        scene.fair_scene = fair_scene
    """,
    "the secret of the next deal": """
        from bummerl.server.table import fair, scene
        old = fair.next_fair_scene
        def next_fair_scene(table, seat):
            made = old(table, seat)
            secret = table.shuffle and table.shuffle.secret.hex()
            return made and msgspec.structs.replace(made, secret=secret)
        scene.next_fair_scene = next_fair_scene
    """,
    "a commitment too soon": """
        from bummerl.server.table import fair, scene
        old = fair.next_fair_scene
        def next_fair_scene(table, seat):
            made = old(table, seat)
            return made and msgspec.structs.replace(made, commitments=table.shuffle.commitments)
        scene.next_fair_scene = next_fair_scene
    """,
    "points of the other": """
        from bummerl.server.table import scene, sides
        old = sides.side
        def side(look, seat, at):
            made = old(look, seat, at)
            return msgspec.structs.replace(made, points=look.match.position.points[seat])
        scene.side = side
    """,
    "moves of the other": """
        from bummerl.server.table import look
        look.Look.my_turn = property(lambda self: not self.over)
    """,
    "the turned-up card of the next deal in the lobby": """
        from bummerl.server.http import table_infos, hub
        old = table_infos.name_of
        table_infos.name_of = lambda rules, wording: old(rules, wording) + " HT"
    """,
    "a running deal over http": """
        from bummerl.server.http import games
        old = games._deal
        def deal(row, deals, number):
            try:
                return old(row, deals, number)
            except games.Conflict:
                text = f'[Event "Table {row.id}"]\\n[Deal "{number}"]\\n'
                deals.append(type("Deal", (), {"number": number, "sgn": text}))
                return deals[-1]
        games._deal = deal
        games.replay_of = lambda deal, last, names, wording: games.records_answer(deal.sgn, "")
    """,
    "the secret in the log": """
        from bummerl.server.live import keeper
        old = keeper.commands.due
        def due(table, at, secrets):
            if table.shuffle is not None:
                keeper._log.warning("shuffled", secret=table.shuffle.secret.hex())
            return old(table, at, secrets)
        keeper.commands.due = due
    """,
}
"""What is done to a server before it starts."""


def test_the_judge_knows_all_names_of_all_cards() -> None:
    for names in DECK_NAMES.values():
        for card, token in enumerate(CARD_NAMES):
            for kind in ("card", "card_nom", "card_acc", "card_dat"):
                assert facts.words_in(f"x {names.name(kind, card)}.") == {token}
            assert facts.tokens_in(f"({token})") == facts.tokens_in(f"{token}{token}") == {token}


@pytest.mark.parametrize(
    "plant",
    [
        plant if n < 2 else pytest.param(plant, marks=pytest.mark.proof)
        for n, plant in enumerate(PLANTS)
    ],
)
async def test_a_planted_leak_is_found(
    plant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    garden = tmp_path / "garden"
    garden.mkdir()
    (garden / "sitecustomize.py").write_text("import msgspec\n" + textwrap.dedent(PLANTS[plant]))
    monkeypatch.setenv("PYTHONPATH", str(garden))
    with pytest.raises((LeakError, AssertionError, ExceptionGroup)) as caught:
        await evening(garden, 24, plant)  # it ends at the first leak
    assert "LeakError" in repr(caught.value) or "a secret in the log" in str(caught.value)
