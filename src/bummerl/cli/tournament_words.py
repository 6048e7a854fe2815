"""A tournament told for the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bummerl.text import N_

if TYPE_CHECKING:
    from bummerl.tournament.prizes import Prize
    from bummerl.tournament.state import Tournament
    from bummerl.words.wording import Wording

_STATES: Final = {
    "waiting": N_("waiting"),
    "ready": N_("ready"),
    "playing": N_("playing"),
    "done": N_("done"),
}
_NEXT: Final = {
    "sell": 'sell {file} "Anna Berger" --cards 2',
    "draw": "draw {file} --word WORD",
    "again": "draw {file}",
    "results": "result {file} {match} {card} --score {score}",
    "over": "prizes {file}",
}
"""What to type next; no texts, so not for translators."""


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> Iterator[str]:
    """Rows in columns; those numbered in `right` stand to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def holder(t: Tournament, card: int) -> str:
    """A card with its holder."""
    return f"{card} {t.entries.person_of(card).name}"


def heading(t: Tournament, words: Wording) -> str:
    """What it is, and where it stands."""
    current = t.current
    values = {"name": t.settings.name, "rules": t.settings.rules, "n": t.rules.match}
    if current is None:
        return words.say(
            "{name}: {sold} of {cards} cards sold; rules {rules}",
            sold=len(t.entries.cards),
            cards=t.settings.cards,
            **values,
        )
    number = {"round": current.number, "cards": len(t.alive()), **values}
    if current.stage == "danish":
        return words.say("{name}: Danish stage, round {round}; rules {rules}", **number)
    if current.size == 2:
        return words.say("{name}: final; rules {rules}", **number)
    return words.say("{name}: round {round}, {cards} cards left; rules {rules}", **number)


def status(t: Tournament, path: Path, words: Wording) -> Iterator[str]:
    """How things stand, and what to do next."""
    from bummerl.tournament.report import advice

    yield heading(t, words)
    if t.current is None:
        yield words.say("Hash of the secret, to be published: {hash}", hash=t.commitment)
    if (listed := t.next_list_hash) is not None:
        yield words.say(
            "Hash of the list, to be read out before the word is called: {hash}", hash=listed
        )
    yield from _matches(t, words)
    if t.current and t.current.byes:
        byes = ", ".join(holder(t, card) for card in t.current.byes)
        yield words.say("Byes: {cards}", cards=byes)
    if t.final_played:
        yield from ("", *prizes(t, words))
    found = advice(t)
    yield from ("", words.say("Next: {advice}", advice=found.text))
    yield f"  bummerl tournament {_command(t, path, found.kind)}"


def _command(t: Tournament, path: Path, kind: str) -> str:
    """What could be typed next."""
    left = t.open_matches()
    playing = next((match for match in left if match.board), left[0] if left else None)
    if kind == "draw" and not needs_word(t):
        kind = "again"
    return _NEXT[kind].format(
        file=shlex.quote(str(path)),
        match=playing.id if playing else "",
        card=playing.a if playing else "",
        score=f"{t.rules.match}:0",
    )


def needs_word(t: Tournament) -> bool:
    """Whether there is a draw next, and it needs a word from the hall."""
    if t.current is not None and (t.final_played or not t.current.complete):
        return False
    stage = t.settings.danish
    if stage is not None and t.danish and len(t.danish) < stage.rounds:
        return False
    return not (t.knockout and t.next_size() == 2)


def _matches(t: Tournament, words: Wording) -> Iterator[str]:
    left = t.open_matches()
    if not left:
        return
    busy = t.busy()
    from bummerl.tournament.boards import state_of

    rows = [(words.say("Match"), words.say("Board"), "", "", words.say("State"))]
    order = {"playing": 0, "ready": 1, "waiting": 2}
    states = {match.id: state_of(match, busy, t.person_id) for match in left}
    for match in sorted(left, key=lambda m: (order[states[m.id]], m.board or 0)):
        state = words.say(_STATES[states[match.id]])
        board = str(match.board or "")
        rows.append((match.id, board, holder(t, match.a), holder(t, match.b), state))
    yield ""
    yield from table(rows, right=(1,))
    done = len(t.matches()) - len(left)
    yield words.say("Done: {done} of {all}", done=done, all=len(t.matches()))


def results(t: Tournament, words: Wording) -> Iterator[str]:
    """All matches that are decided, round by round."""
    from bummerl.tournament.events import Resulted
    from bummerl.tournament.story import outcome_text

    for match in (*(m for r in t.rounds for m in r.matches), *t.place_matches.values()):
        o = match.outcome
        if o is None:
            continue
        if o.automatic:
            yield words.say(
                "match {match}: {winner} {name} moves on without play",
                match=match.id,
                winner=o.winner,
                name=t.entries.person_of(o.winner).name,
            )
            continue
        event = Resulted(
            at=0,
            match=match.id,
            winner=o.winner,
            loser=o.loser,
            score=o.score,
            how=o.how,
            offence=o.offence,
            reason=o.reason,
        )
        yield words.say(outcome_text(event, lambda card: t.entries.person_of(card).name))


def prizes(t: Tournament, words: Wording) -> Iterator[str]:
    """The list of prizes."""
    group: str | None = ""
    for prize in t.prizes():
        if prize.list != group:
            group = prize.list
            if group is None:
                yield words.say("Prizes:")
            else:
                yield words.say("Prizes, {group}:", group=group)
        yield _prize(t, prize, words)
    club = t.club_prize()
    if club is not None and club.clubs:
        yield words.say(
            "Club prize ({prize}): {clubs}; players: {players}",
            prize=club.name,
            clubs=", ".join(club.clubs),
            players=club.players,
        )


def _prize(t: Tournament, prize: Prize, words: Wording) -> str:
    what = f" ({prize.name})" if prize.name else ""
    if prize.card is not None:
        who = holder(t, prize.card)
    else:
        who = words.say("not awarded") if prize.unawarded else words.say("still open")
    return f"{prize.number:>4}. {who}{what}"


def ranking(t: Tournament, words: Wording) -> Iterator[str]:
    """The ranking of the Danish stage."""
    assert t.settings.danish is not None
    rows = [
        (
            "",
            words.say("Card"),
            words.say("Wins"),
            words.say("Bummerls"),
            words.say("Opponents"),
        )
    ]
    for rank, record in enumerate(t.ranking(), start=1):
        mark = "*" if rank <= t.settings.danish.qualifiers else ""
        bummerls = f"{record.bummerls}:{record.lost_bummerls}"
        rows.append(
            (
                f"{rank}{mark}",
                holder(t, record.card),
                str(record.wins),
                bummerls,
                str(record.opponents),
            )
        )
    yield from table(rows, right=(2, 3, 4))
    yield words.say("* qualifies as things stand")


def persons(t: Tournament, words: Wording) -> Iterator[str]:
    """Who holds what; cards that are out stand in brackets."""
    from bummerl.tournament.cash import cash

    alive, sheet = set(t.alive()), cash(t)
    rows = []
    for person, cards in t.entries.by_person(t.entries.cards).items():
        known = t.entries.persons[person]
        shown = " ".join(str(card) if card in alive else f"({card})" for card in cards)
        more = ", ".join(filter(None, (known.club, *known.groups)))
        rows.append((known.name, shown, money(t, sheet.paid_by(person), words), more))
    yield from table(rows, right=(2,)) if rows else [words.say("No card is sold yet.")]


def money(t: Tournament, amount: int, words: Wording) -> str:
    """An amount with its currency."""
    from bummerl.tournament.cash import money

    return words.say(money(amount, t.settings.currency))
