"""May this happen? Drawing the rounds: events, or an error.

Nothing here draws but from the tournament's own chain of secrets, and nothing knows the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bummerl.errors import TournamentError
from bummerl.tournament import danish
from bummerl.tournament.draw import (
    SMALLEST,
    Lots,
    check_lots,
    clean_word,
    draw_lots,
    entry_list,
    list_hash,
    lots_of,
    secret_of,
    seed_of,
    shuffled,
    size_for,
)
from bummerl.tournament.events import AnyEvent, Drawn, Paired, Undrawn
from bummerl.tournament.sale import Stamp
from bummerl.tournament.state import Tournament

_SHOWN: Final = 6
"""Matches that an error names."""


def draw(t: Tournament, word: str | None, stamp: Stamp) -> tuple[AnyEvent, ...]:
    """The next round, by lot: of the Danish stage, else of the knock-out.

    `word` is what the hall called out; not needed where no lot decides: in the final, and in the
    Danish stage from its second round on.

    Raises:
        TournamentError: the round before is not finished, too few cards are sold, the word is
            missing, or nothing is left to draw.
    """
    _check_finished(t)
    if _danish_next(t):
        return (_draw_danish(t, word, stamp),)
    size = _next_size(t)
    holders = t.next_holders()
    text = entry_list(len(t.knockout) + 1, holders)
    if word is None and size == 2:
        first, second = (card for holder in holders for card in holder.cards)
        lots, called = Lots((first,), (second,)), None
    else:
        called = clean_word(word or "")
        lots = draw_lots(holders, size, _seed(t, text, called))
    return (_drawn(size, lots, called, text, stamp),)


def draw_by_hand(
    t: Tournament, drawn: Sequence[tuple[int, str, int]], stamp: Stamp
) -> tuple[AnyEvent, ...]:
    """The next round of the knock-out, from lots drawn by hand: card, pot and number.

    Raises:
        TournamentError: as in `draw`, or the lots cannot be.
    """
    _check_finished(t)
    if _danish_next(t):
        raise TournamentError("the Danish stage has no pots; draw it with a word")
    size = _next_size(t)
    lots = lots_of(drawn, size)
    holders = t.next_holders()
    check_lots(lots, holders, size)
    return (_drawn(size, lots, None, entry_list(len(t.knockout) + 1, holders), stamp),)


def _drawn(size: int, lots: Lots, word: str | None, entries: str, stamp: Stamp) -> Drawn:
    return Drawn(
        size=size,
        left=lots.left,
        right=lots.right,
        word=word,
        entries=entries,
        at=stamp.at,
        by=stamp.by,
    )


def undraw(t: Tournament, reason: str, stamp: Stamp) -> tuple[AnyEvent, ...]:
    """The last draw is void.

    Raises:
        TournamentError: nothing is drawn, a match of the round has a result, cards were bought
            again since, or there is no reason.
    """
    if t.current is None:
        raise TournamentError("nothing is drawn yet")
    begun = list(t.current.matches)
    if t.knockout:
        kept = t.due_places(len(t.knockout) - 1)
        begun += [match for match in t.place_matches.values() if match.id not in kept]
    for match in begun:
        if match.outcome is not None and not match.outcome.automatic:
            raise TournamentError(
                "match {match} has a result, so the draw stands; take the result back first",
                match=match.id,
            )
    if t.bought_again():
        raise TournamentError(
            "cards were bought again after the draw: {cards}; undo their sale first",
            cards=", ".join(map(str, t.bought_again())),
        )
    if not reason.strip():
        raise TournamentError("say why the draw is void: everybody can read it with the draws")
    return (Undrawn(reason=reason.strip(), at=stamp.at, by=stamp.by),)


def _danish_next(t: Tournament) -> bool:
    stage = t.settings.danish
    return stage is not None and not t.knockout and len(t.danish) < stage.rounds


def _draw_danish(t: Tournament, word: str | None, stamp: Stamp) -> Paired:
    stage = t.settings.danish
    assert stage is not None
    called = text = None
    if t.danish:
        records = t.ranking()
        order = [record.card for record in records if record.card not in t.withdrawn]
        byes = {record.card: record.byes for record in records}
    else:
        sold = len(t.entries.cards)
        if sold < stage.qualifiers:
            raise TournamentError(
                "cards sold: {sold}, but {qualifiers} shall qualify: sell more, or let fewer "
                "qualify",
                sold=sold,
                qualifiers=stage.qualifiers,
            )
        if sold < danish.FEWEST:
            raise TournamentError(
                "cards sold: {sold}; a tournament needs {least}", sold=sold, least=danish.FEWEST
            )
        called, byes = clean_word(word or ""), {}
        text = entry_list(1, t.danish_holders())
        order = list(shuffled(sorted(t.entries.cards), _seed(t, text, called)))
    pairs, bye = danish.pairing(order, byes, t.entries.same_person)
    return Paired(pairs=pairs, bye=bye, word=called, entries=text, at=stamp.at, by=stamp.by)


def _seed(t: Tournament, text: str, word: str) -> bytes:
    return seed_of(secret_of(t.secret, len(t.draws) + 1), list_hash(text), word)


def _next_size(t: Tournament) -> int:
    """Numbers in both pots at the next draw.

    Raises:
        TournamentError: too few cards are sold (TOUR-4).
    """
    size, cards = t.next_size(), len(t.entering())
    if 2 * cards < size:
        smaller = max(SMALLEST, size_for(cards))
        if smaller == size:
            raise TournamentError(
                "cards sold: {sold}; a tournament needs {least}", sold=cards, least=size // 2
            )
        raise TournamentError(
            "{sold} of {cards} cards are sold, fewer than half: issue {smaller} cards instead",
            sold=cards,
            cards=size,
            smaller=smaller,
        )
    return size


def _check_finished(t: Tournament) -> None:
    if t.knockout and t.knockout[-1].size == 2:
        raise TournamentError(
            "nothing is left to draw: the tournament is over"
            if t.final_played
            else "nothing is left to draw: the final is being played"
        )
    if t.current is not None and not t.current.complete:
        left = [match.id for match in t.current.matches if match.outcome is None]
        shown = ", ".join(left[:_SHOWN]) + (" …" if len(left) > _SHOWN else "")
        raise TournamentError(
            "round {round} is not finished; results are missing for: {matches}",
            round=t.current.number,
            matches=shown,
        )
