"""A match as records, and back: behind `Match.records` and `Match.from_records`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bummerl.cards import CARD_NAMES
from bummerl.errors import MatchError
from bummerl.match.bummerl import Forfeit, Match, MatchDeal
from bummerl.notation.records import DealRecord, record_of
from bummerl.rules.dealing import Pack

_COMMON_TAGS: Final = ("Rules", "Event", "Date", "Match", "Seat0", "Seat1", "Seed")
"""Tags that are the same in all deals of a match."""
FORFEITS: Final = {
    f"{seat}{' match' * match}": Forfeit(seat, match) for seat in (0, 1) for match in (False, True)
}
"""What the tag ``Forfeit`` can be: who gave up the Bummerl, or the match."""
_FORFEIT_TEXTS: Final = {forfeit: text for text, forfeit in FORFEITS.items()}


def records_of(match: Match) -> list[DealRecord]:
    """See `Match.records`."""
    tags = {
        "Event": match.event,
        "Match": "1",
        "Seat0": match.names[0],
        "Seat1": match.names[1],
        "Seed": str(match.seed),
    }
    if match.date is not None:
        tags["Date"] = match.date
    return [
        record_of_deal(deal, {**tags, "Pack": _write_pack(match.pack(deal.deal_number))})
        for deal in match.deals
    ]


def record_of_deal(deal: MatchDeal, tags: Mapping[str, str]) -> DealRecord:
    """The record of one deal, with `tags` beside those that the deal itself tells."""
    told = {
        "Game": str(deal.game),
        "Deal": str(deal.deal_number),
        "Dealer": str(deal.dealer),
    }
    if deal.forfeit is not None:
        told["Forfeit"] = _FORFEIT_TEXTS[deal.forfeit]
    return record_of(deal.start, deal.position, {**tags, **told})


def _write_pack(pack: Pack) -> str:
    return "".join(CARD_NAMES[card] for card in pack)


def resume(records: Iterable[DealRecord]) -> Match:
    """See `Match.from_records`."""
    deals = list(records)
    if not deals:
        raise MatchError("there is no deal to go on from")
    _check_common_tags(deals)
    match = _first_deal(deals[0])
    _replay(match, deals[0])
    for record in deals[1:]:
        if not match.deal_over:
            raise MatchError(
                "deal {number} is unfinished, but other deals follow it", number=match.deal_number
            )
        match.next_deal()
        _replay(match, record)
    if match.over:
        assert match.winner is not None
        raise MatchError(
            "there is nothing to go on with: {name} has won this match",
            name=match.names[match.winner],
        )
    return match


def _check_common_tags(deals: list[DealRecord]) -> None:
    first = deals[0]
    if "Seed" not in first.tags:
        raise MatchError("the match cannot go on: without the tag Seed nobody knows the next packs")
    for record in deals:
        for tag in _COMMON_TAGS:
            here, there = record.tags.get(tag, ""), first.tags.get(tag, "")
            if here != there:
                raise MatchError(
                    "these are not deals of one match: {tag} is {here!r} in deal {deal}, but "
                    "{there!r} in the first",
                    tag=tag,
                    here=here,
                    there=there,
                    deal=record.deal,
                )


def _first_deal(record: DealRecord) -> Match:
    """The match at its beginning, dealt by whoever dealt then."""
    match = Match(
        record.rules,
        record.players,
        seed=record.tags["Seed"],
        event=record.tags.get("Event", "Match"),
        date=record.tags.get("Date"),
    )
    if record.deal == match.deal_number and record.dealer == 1 - match.dealer:
        return Match(
            match.rules,
            match.names,
            seed=match.seed,
            event=match.event,
            date=match.date,
            dealer=record.dealer,
        )
    return match


def _replay(match: Match, record: DealRecord) -> None:
    """Plays a record as the running deal of the match, which has just been dealt."""
    if record.deal != match.deal_number:
        raise MatchError(
            "deal {number} is missing: deal {found} stands in its place",
            number=match.deal_number,
            found=record.deal,
        )
    if (record.start, record.game) != (match.start, match.game):
        raise MatchError(
            "deal {number} is not the one that follows from the seed and the deals before it",
            number=match.deal_number,
        )
    for played in record.moves:
        match.apply(played)
    if "Forfeit" in record.tags:
        forfeit = FORFEITS.get(record.tags["Forfeit"])
        if forfeit is None:
            raise MatchError(
                "the tag Forfeit is {found!r} in deal {number}, but must be one of: {choices}",
                found=record.tags["Forfeit"],
                number=match.deal_number,
                choices=", ".join(FORFEITS),
            )
        match.forfeit(forfeit.seat, match=forfeit.match)
