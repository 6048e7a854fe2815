"""Ratings in the database: each Bummerl counts once, in one transaction."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.match.ratings import FAMILIES, Family, Rating, after_bummerl
from bummerl.server.store.models import RatedBummerl, RatingRow, User


async def of_person(session: AsyncSession, user_id: str) -> dict[Family, Rating]:
    """A person's ratings, by family; only families in which there was a rated Bummerl."""
    found = await session.execute(select(RatingRow).where(RatingRow.user_id == user_id))
    rows = {row.family: row for row in found.scalars()}
    return {family: _rating(rows[family]) for family in FAMILIES.values() if family in rows}


async def of_people(session: AsyncSession, user_ids: list[str]) -> dict[tuple[str, str], Rating]:
    """Ratings of several people, by person and family."""
    if not user_ids:
        return {}
    found = await session.execute(select(RatingRow).where(RatingRow.user_id.in_(user_ids)))
    return {(row.user_id, row.family): _rating(row) for row in found.scalars()}


async def rate(
    session: AsyncSession,
    table_id: str,
    bummerl: int,
    family: Family,
    winner: str,
    loser: str,
    at: int,
) -> bool:
    """Counts a Bummerl; False if it has been counted before, or is none between two accounts.

    `at` is when it ended, in milliseconds.
    """
    # always in the same order, so that two processes cannot wait for each other
    first, second = sorted((winner, loser))
    people = {}
    for user_id in (first, second):
        query = select(User).where(User.id == user_id).with_for_update()
        people[user_id] = (await session.execute(query)).scalar_one_or_none()
    if await session.get(RatedBummerl, (table_id, bummerl)) is not None:
        return False
    if winner == loser or any(user is None or user.password is None for user in people.values()):
        return False
    rows = {user_id: await _row(session, user_id, family) for user_id in (first, second)}
    best, worst = after_bummerl(_rating(rows[winner]), _rating(rows[loser]), at / 1000)
    for user_id, rating in ((winner, best), (loser, worst)):
        row = rows[user_id]
        row.value, row.deviation, row.volatility = rating.value, rating.deviation, rating.volatility
        row.bummerls, row.at = rating.bummerls, rating.at
    session.add(RatedBummerl(table_id=table_id, bummerl=bummerl, winner=winner, loser=loser, at=at))
    await session.flush()
    return True


async def _row(session: AsyncSession, user_id: str, family: Family) -> RatingRow:
    row = await session.get(RatingRow, (user_id, family))
    if row is None:
        new = Rating()
        row = RatingRow(
            user_id=user_id,
            family=family,
            value=new.value,
            deviation=new.deviation,
            volatility=new.volatility,
            bummerls=0,
            at=None,
        )
        session.add(row)
    return row


def _rating(row: RatingRow) -> Rating:
    return Rating(row.value, row.deviation, row.volatility, row.bummerls, row.at)
