"""Reading backups from strangers: they must hold what the desk itself could have written.

A file on one's own machine is taken as it is; here somebody else pays for what is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bummerl.errors import BummerlError, FileError
from bummerl.server.tournaments import views
from bummerl.server.tournaments.log import Facts, replayed
from bummerl.text import Text
from bummerl.tournament import backup
from bummerl.tournament.announcing import HIGHEST_PRICE, MOST_BOARDS, checked
from bummerl.tournament.draw import LARGEST
from bummerl.tournament.entries import LONGEST_NAME, clean_name
from bummerl.tournament.events import (
    Announced,
    AnyEvent,
    Boarded,
    Changed,
    Drawn,
    Paired,
    Registered,
    Sold,
)
from bummerl.words.wording import Wording

LARGEST_BACKUP: Final = 4 * 1024 * 1024
"""Bytes; the log of 1,024 cards is less than one million."""
MOST_EVENTS: Final = 10_000
"""That of 1,024 cards has about three thousand."""
_LONGEST_EVENT: Final = 300_000
"""Bytes; the draw of 1,024 cards with the list of entries."""
_FILE: Final = Text("this file")
"""What the page calls what it has sent."""


def restored(data: bytes) -> list[AnyEvent]:
    """The log in a backup.

    Raises:
        FileError: it is no backup, incomplete, changed, or not what a desk writes.
    """
    lines = data.splitlines()
    if len(data) > LARGEST_BACKUP or len(lines) > MOST_EVENTS:
        raise FileError("this backup is too large for a tournament")
    if any(len(line) > _LONGEST_EVENT for line in lines):
        raise _strange()
    events = backup.loads(data, _FILE)
    try:
        for event in events:
            _check(event)
        _look(events)
    except (ArithmeticError, AssertionError, AttributeError, BummerlError, LookupError):
        raise _strange() from None
    except (StopIteration, TypeError, ValueError):
        raise _strange() from None
    return events


def _check(event: AnyEvent) -> None:
    match event:
        case Announced(settings=settings, secret=secret):
            _that(checked(settings) == settings and len(bytes.fromhex(secret)) == 32)
        case Changed(settings=settings):
            _that(checked(settings) == settings)
        case Registered():
            _that(clean_name(event.name) == event.name)
            others = [event.club, event.display, *event.groups]
            _that(all(len(text) <= LONGEST_NAME for text in others if text))
        case Sold(cards=cards, price=price):
            _that(0 <= price <= HIGHEST_PRICE and all(0 < card <= 4 * LARGEST for card in cards))
        case Drawn(size=size, left=left, right=right):
            _that(2 <= size <= LARGEST and len(left) == len(right) == size // 2)
        case Paired(pairs=pairs):
            _that(len(pairs) <= LARGEST)
        case Boarded(board=board):
            _that(1 <= board <= MOST_BOARDS)
        case _:
            pass


def _look(events: Sequence[AnyEvent]) -> None:
    """Whatever is shown of it can be shown."""
    t, facts = replayed(events), Facts("", "", None, None, 0)
    views.desk(t, facts, "", {}, "organiser", Wording())
    views.log(t, Wording())


def _that(ok: bool) -> None:
    if not ok:
        raise ValueError


def _strange() -> FileError:
    return FileError("this backup holds what no desk has written; take another one")
