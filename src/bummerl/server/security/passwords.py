"""Passwords: argon2id, in worker threads, because a hash takes a good part of a second."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bummerl.server.refusals import BadRequest

if TYPE_CHECKING:
    from argon2 import PasswordHasher

    from bummerl.server.settings import Settings

SHORTEST: Final = 8
LONGEST: Final = 200
_AT_ONCE: Final = 2
"""Hashes at the same time: each takes much memory."""


def check_password(password: str) -> str:
    """`password`, if it may be one.

    Raises:
        BadRequest: it is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadRequest(
            "a password must have {least} to {most} characters", least=SHORTEST, most=LONGEST
        )
    return password


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, settings: Settings) -> None:
        self._time, self._memory = settings.argon2_time, settings.argon2_memory
        self._gate = asyncio.Semaphore(_AT_ONCE)
        self._hasher: PasswordHasher | None = None
        self._dummy: str | None = None

    async def hash(self, password: str) -> str:
        """The hash of a password, with a salt of its own."""
        async with self._gate:
            return await asyncio.to_thread(self._hash, password)

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether `kept` is the hash of `password`.

        It takes as long where there is none, so that nobody learns which names have accounts.
        """
        async with self._gate:
            return await asyncio.to_thread(self._fits, password, kept)

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than are set now."""
        return self._ready().check_needs_rehash(kept)

    def _ready(self) -> PasswordHasher:
        if self._hasher is None:
            from argon2 import PasswordHasher

            self._hasher = PasswordHasher(
                time_cost=self._time, memory_cost=self._memory, parallelism=1
            )
        return self._hasher

    def _hash(self, password: str) -> str:
        return self._ready().hash(password)

    def _fits(self, password: str, kept: str | None) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        if kept is None and self._dummy is None:
            self._dummy = self._hash("no account has this one")
        try:
            return self._ready().verify(kept or self._dummy or "", password) and kept is not None
        except (VerificationError, InvalidHashError):
            return False
