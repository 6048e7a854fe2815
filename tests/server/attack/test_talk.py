"""Talk is kept for ever, so there is only so much of it."""

from __future__ import annotations

import pytest

from bummerl.server import wire
from bummerl.server.table.commands import MOST_SAID, SAID_IN, Refused
from server.table.dealt import dealt

HELLO = wire.Say(id=1, phrase="hello")


def test_who_talks_too_much_must_wait_and_the_other_may_talk() -> None:
    driven = dealt("soft", seed=1)
    for _ in range(MOST_SAID):
        driven.do(0, HELLO)
    with pytest.raises(Refused) as refused:
        driven.do(0, HELLO)
    assert refused.value.code == "not_now"
    driven.do(1, HELLO)
    driven.wait(SAID_IN)
    driven.do(0, HELLO)
