"""Browsers that are signed in."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.security.tokens import new_token, token_hash
from bummerl.server.store.engine import now
from bummerl.server.store.models import Session, User

DAY = 24 * 3600 * 1000
"""In milliseconds."""


class SignedIn(NamedTuple):
    """A person with the session that tells who it is."""

    user: User
    session: Session


async def start(session: AsyncSession, user_id: str, days: int) -> str:
    """Signs somebody in; the token for the cookie."""
    token, at = new_token(), now()
    session.add(
        Session(token_hash=token_hash(token), user_id=user_id, created=at, expires=at + days * DAY)
    )
    await session.flush()
    return token


async def find(session: AsyncSession, token: str, at: int) -> SignedIn | None:
    """Whose token it is; None if it is nobody's, expired, or its owner is banned."""
    query = (
        select(User, Session)
        .join(Session, Session.user_id == User.id)
        .where(Session.token_hash == token_hash(token), Session.expires > at)
        .where(User.banned.is_(None), User.deleted.is_(None))
    )
    row = (await session.execute(query)).first()
    return None if row is None else SignedIn(row[0], row[1])


async def ended(session: AsyncSession, hashes: Collection[bytes], at: int) -> set[bytes]:
    """Those of these sessions that are no more, be it that their owners are banned or deleted."""
    query = (
        select(Session.token_hash)
        .join(User, Session.user_id == User.id)
        .where(Session.token_hash.in_(hashes), Session.expires > at)
        .where(User.banned.is_(None), User.deleted.is_(None))
    )
    return set(hashes) - set((await session.execute(query)).scalars())


async def renew(session: AsyncSession, token: str, expires: int) -> None:
    """Makes a session last until `expires`."""
    where = Session.token_hash == token_hash(token)
    await session.execute(update(Session).where(where).values(expires=expires))


async def end(session: AsyncSession, hashed: bytes) -> None:
    """Signs a browser out, by the hash of its token."""
    await session.execute(delete(Session).where(Session.token_hash == hashed))


async def end_all(session: AsyncSession, user_id: str) -> set[bytes]:
    """Signs somebody out everywhere; the hashes of the tokens that were good."""
    gone = delete(Session).where(Session.user_id == user_id).returning(Session.token_hash)
    return set((await session.execute(gone)).scalars())


async def sweep(session: AsyncSession, at: int) -> None:
    """Drops sessions that have expired."""
    await session.execute(delete(Session).where(Session.expires <= at))
