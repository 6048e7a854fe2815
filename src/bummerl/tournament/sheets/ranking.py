"""The ranking of the qualifying stage in the Danish system."""

from __future__ import annotations

from bummerl.errors import TournamentError
from bummerl.tournament.sheets.facts import Data, Facts, page_words


def ranking_list(facts: Facts) -> Data:
    """All cards, the best first, with what ranks them.

    Raises:
        TournamentError: this tournament has no qualifying stage.
    """
    t, words = facts.tournament, facts.words
    stage = t.settings.danish
    if stage is None:
        raise TournamentError("this tournament has no qualifying stage, so there is no ranking")
    heads = {
        "wins": words.say("Wins"),
        "difference": words.say("Difference"),
        "bummerls": words.say("Bummerls"),
        "opponents": words.say("Opponents' wins"),
    }
    rows = []
    for record in t.ranking():
        difference = words.number(record.difference)
        values = {
            "wins": str(record.wins),
            "difference": f"+{difference}" if record.difference > 0 else difference,
            "bummerls": f"{record.bummerls}:{record.lost_bummerls}",
            "opponents": str(record.opponents),
        }
        row = facts.side(record.card)
        rows.append({**row, "values": [values[key] for key in stage.keys]})
    return facts.data(
        words.say("Ranking"),
        heads=[heads[key] for key in stage.keys],
        rows=rows,
        qualifiers=stage.qualifiers,
        note=words.say(
            "After {n} of {rounds} qualifying rounds. The first {best} go on to the knock-out.",
            n=sum(1 for played in t.danish if played.complete),
            rounds=stage.rounds,
            best=stage.qualifiers,
        ),
        words={**page_words(words), "card": words.say("Card")},
    )
