"""Who is at the other end of a connection."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from litestar.connection import ASGIConnection

from bummerl.server.refusals import SignedOut
from bummerl.server.security.tokens import token_hash
from bummerl.words.names import Deck, Language
from bummerl.words.wording import Wording


class Person(msgspec.Struct, frozen=True):
    """A person who is signed in, as guest or with an account."""

    id: str
    name: str
    language: Language
    deck: Deck
    guest: bool
    """Without an account."""

    @property
    def wording(self) -> Wording:
        """Words as this person wants them."""
        return Wording(self.language, self.deck)


def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """Who is signed in on this connection; None if nobody is."""
    return cast("Person | None", connection.scope.get("state", {}).get("user"))


def session_of(connection: ASGIConnection[Any, Any, Any, Any]) -> bytes | None:
    """The session that says who is there, by the hash of its token; None if nobody is."""
    token = connection.scope.get("state", {}).get("session")
    return None if token is None else token_hash(token)


def somebody(connection: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """Who is signed in on this connection.

    Raises:
        SignedOut: nobody is.
    """
    person = person_of(connection)
    if person is None:
        raise SignedOut("please choose a name first")
    return person
