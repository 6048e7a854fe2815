"""The state of a tournament as JSON, and what to do next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from bummerl.text import Text
from bummerl.tournament.boards import state_of
from bummerl.tournament.danish import FEWEST as FEWEST_DANISH
from bummerl.tournament.draw import SMALLEST, size_for
from bummerl.tournament.rounds import Match
from bummerl.tournament.standing import DrawRecord
from bummerl.tournament.state import Tournament

NameOf: TypeAlias = Callable[[int], str]
"""What the holder of a card is called."""


class Advice(NamedTuple):
    """What to do next."""

    kind: Literal["sell", "draw", "results", "over"]
    text: Text


def advice(t: Tournament) -> Advice:
    """What the desk should do next."""
    if t.over:
        return Advice("over", Text("The tournament is over: hand out the prizes."))
    left = t.open_matches()
    if t.current is None:
        return _before_the_draw(t)
    if t.final_played:
        return Advice(
            "results", Text("There is a winner; matches for places are open: {n}.", n=len(left))
        )
    if not t.current.complete:
        return Advice("results", Text("Enter results as they come in; open: {n}.", n=len(left)))
    if t.may_rebuy:
        return Advice(
            "draw", Text("The round is finished: sell cards again, then draw the next round.")
        )
    return Advice("draw", Text("The round is finished: draw the next one."))


def _before_the_draw(t: Tournament) -> Advice:
    sold = len(t.entries.cards)
    if not sold:
        return Advice("sell", Text("Publish the hash, then sell cards."))
    stage = t.settings.danish
    if stage is not None and sold < max(FEWEST_DANISH, stage.qualifiers):
        few = Text("the Danish stage needs {least}", least=max(FEWEST_DANISH, stage.qualifiers))
        return Advice("sell", Text("Sell more cards: {reason}.", reason=few))
    size = _advice_on_size(t)
    if size is not None:
        return Advice("sell", Text("Sell more cards: {reason}.", reason=size))
    if sold < t.settings.cards:
        draw = Text(
            "Sell more cards, or let the hall call out a word and draw: {byes} byes so far.",
            byes=0 if t.settings.danish else t.settings.cards - sold,
        )
    else:
        draw = Text("All cards are sold: let the hall call out a word and draw.")
    most = t.most_winners()
    if most >= t.settings.prizes:
        return Advice("draw", draw)
    fewer = Text(
        "Prizes that can be won so far: {most} of {prizes}; say so before the draw.",
        most=most,
        prizes=t.settings.prizes,
    )
    return Advice("draw", Text("{draw} {fewer}", draw=draw, fewer=fewer))


def _advice_on_size(t: Tournament) -> Text | None:
    """What to do about the number of cards before the first draw, if anything."""
    sold, cards = len(t.entries.cards), t.settings.cards
    if t.settings.danish is not None or t.rounds or sold > cards // 2 or cards == SMALLEST:
        return None
    if sold < cards // 2:
        return Text(
            "{sold} of {cards} cards are sold, fewer than half: issue {half} cards",
            sold=sold,
            cards=cards,
            half=max(SMALLEST, size_for(sold)),  # as the draw would say
        )
    return Text(
        "only half of the {cards} cards are sold, so that all would have a bye: issue {half} cards",
        cards=cards,
        half=cards // 2,
    )


# ---- JSON ----------------------------------------------------------------------------------


def namer(t: Tournament, *, public: bool = False) -> NameOf:
    """Names of holders by card: the full ones, or those on public pages."""
    if public:
        names = t.public_names
        return lambda card: names[t.person_id(card)]
    return lambda card: t.entries.person_of(card).name


def status(t: Tournament, *, public: bool = False) -> dict[str, Any]:
    """How things stand, as JSON; `public`: with public names only."""
    current, name = t.current, namer(t, public=public)
    club = t.club_prize()
    return {
        "name": t.settings.name,
        "phase": t.phase,
        "stage": current.stage if current else None,
        "round": current.number if current else 0,
        "cards": len(t.alive()),
        "sold": len(t.entries.cards),
        "issued": t.settings.cards,
        "persons": len({card.person for card in t.entries.cards.values()}),
        "rules": t.settings.rules,
        "bummerls": t.rules.match,
        "hash": t.commitment,
        "next_list": t.next_list,
        "next_list_hash": t.next_list_hash,
        "matches": matches_as_json(t, name, public=public),
        "byes": list(current.byes) if current else [],
        "bought_again": list(t.bought_again()),
        "withdrawn": sorted(t.withdrawn),
        "ranking": ranking_as_json(t, name) if t.danish else None,
        "prizes": prizes_as_json(t, name),
        "club_prize": club._asdict() if club else None,
        "draws": [draw_as_json(record) for record in t.draws],
        "next": advice(t).kind,
    }


def matches_as_json(t: Tournament, name: NameOf, *, public: bool) -> list[dict[str, Any]]:
    """The matches of the running round, and those for places."""
    busy = t.busy()
    return [
        match_as_json(m, name, public=public) | {"state": state_of(m, busy, t.person_id)}
        for m in t.matches()
    ]


def match_as_json(match: Match, name: NameOf, *, public: bool = False) -> dict[str, Any]:
    """One match; `public`: without the reason, which is free text about people."""
    told: dict[str, Any] = {
        "id": match.id,
        "a": match.a,
        "b": match.b,
        "a_name": name(match.a),
        "b_name": name(match.b),
        "board": match.board,
    }
    if match.outcome is not None:
        told |= {"winner": match.outcome.winner, "how": match.outcome.how}
        if match.outcome.score is not None:
            told["score"] = "{}:{}".format(*match.outcome.score)
        if match.outcome.offence is not None:
            told["offence"] = match.outcome.offence
        if match.outcome.reason is not None and not public:
            told["reason"] = match.outcome.reason
    return told


def prizes_as_json(t: Tournament, name: NameOf) -> list[dict[str, Any]]:
    """All prizes: the main list, then those apart."""
    return [
        {
            "list": prize.list,
            "prize": prize.number,
            "name": prize.name,
            "place": prize.place,
            "card": prize.card,
            "winner": None if prize.card is None else name(prize.card),
            "unawarded": prize.unawarded,
        }
        for prize in t.prizes()
    ]


def ranking_as_json(t: Tournament, name: NameOf) -> list[dict[str, Any]]:
    """The ranking of the Danish stage."""
    assert t.settings.danish is not None
    return [
        {
            "rank": rank,
            "card": record.card,
            "name": name(record.card),
            "wins": record.wins,
            "bummerls": record.bummerls,
            "lost_bummerls": record.lost_bummerls,
            "opponents": record.opponents,
            "qualifies": rank <= t.settings.danish.qualifiers,
        }
        for rank, record in enumerate(t.ranking(), start=1)
    ]


def draw_as_json(record: DrawRecord) -> dict[str, Any]:
    """What is published of a draw."""
    return {
        "draw": record.number,
        "stage": record.stage,
        "round": record.round,
        "word": record.word,
        "secret": record.secret,
        "list": record.entries,
        "list_hash": record.list_hash,
        "seed": record.seed,
        "void": record.void,
    }


def settings_as_json(t: Tournament) -> dict[str, Any]:
    """How it was announced."""
    told = msgspec.to_builtins(t.settings)
    assert isinstance(told, dict)
    every = msgspec.structs.asdict(t.settings)
    return {name: told.get(name, msgspec.to_builtins(value)) for name, value in every.items()}
