"""People in the database."""

from __future__ import annotations

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.server.people import Person
from bummerl.server.store.engine import new_id, now
from bummerl.server.store.models import Session, TableRow, User


def as_person(user: User) -> Person:
    """What requests know about a person."""
    return Person(
        id=user.id,
        name=user.name,
        language="de" if user.language == "de" else "en",
        deck="german" if user.deck == "german" else "french",
        guest=user.password is None,
    )


async def add_guest(session: AsyncSession, name: str, language: str, deck: str) -> User:
    """A new person without an account."""
    at = now()
    user = User(
        id=new_id(),
        name=name,
        name_key=None,
        password=None,
        language=language,
        deck=deck,
        settings={},
        created=at,
        seen=at,
        banned=None,
        deleted=None,
    )
    session.add(user)
    await session.flush()
    return user


async def by_id(session: AsyncSession, user_id: str) -> User | None:
    """The person with that id."""
    return await session.get(User, user_id)


async def by_key(session: AsyncSession, key: str) -> User | None:
    """The account whose name compares like `key`; texts that no name can be are nobody's."""
    if not key.isprintable():  # PostgreSQL refuses some of them
        return None
    return (await session.execute(select(User).where(User.name_key == key))).scalar_one_or_none()


async def is_taken(session: AsyncSession, key: str, besides: str | None = None) -> bool:
    """Whether another account has a name that compares like `key`."""
    user = await by_key(session, key)
    return user is not None and user.id != besides


async def set_account(
    session: AsyncSession, user: User, name: str, key: str, password: str | None = None
) -> bool:
    """Gives an account its name, and its password if there is one; False if the name is taken."""
    user.name, user.name_key = name, key
    if password is not None:
        user.password = password
    try:
        await session.flush()
    except IntegrityError:
        await session.rollback()
        return False
    return True


async def sweep(session: AsyncSession, before: int) -> None:
    """Drops guests last seen `before` who are signed in nowhere and sat at no table."""
    signed_in = select(Session.user_id).where(Session.user_id == User.id).exists()
    sat = (
        select(TableRow.id)
        .where(or_(TableRow.seat0 == User.id, TableRow.seat1 == User.id))
        .exists()
    )
    gone = (User.password.is_(None), User.deleted.is_(None), User.seen < before)
    await session.execute(delete(User).where(*gone, ~signed_in, ~sat, User.banned.is_(None)))


async def seen(session: AsyncSession, user_id: str, at: int) -> None:
    """Notes when somebody was last there."""
    await session.execute(update(User).where(User.id == user_id).values(seen=at))


async def count_seen(session: AsyncSession, since: int) -> int:
    """How many people have been there since."""
    found = await session.execute(
        select(func.count()).select_from(User).where(User.seen >= since, User.deleted.is_(None))
    )
    return found.scalar_one()
