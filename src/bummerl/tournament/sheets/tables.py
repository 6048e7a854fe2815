"""Table cards: the number of each board, to be folded and stood up."""

from __future__ import annotations

from bummerl.tournament.sheets.facts import Data, Facts


def table_cards(facts: Facts) -> Data:
    """A card for each board; where there are always enough, as many as the round has matches."""
    t, words, order = facts.tournament, facts.words, facts.order
    matches = len(t.current.matches) if t.current else t.settings.cards // 2
    boards = order.copies or t.settings.boards or matches
    url = order.url
    return facts.data(
        words.say("Table cards"),
        boards=[str(board) for board in order.only or range(1, boards + 1)],
        code="" if url is None else facts.code(url),
        words={"board": words.say("Board"), "follow": words.say("Follow the tournament")},
    )
