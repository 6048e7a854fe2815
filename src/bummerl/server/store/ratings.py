"""Ratings in the database: each Bummerl counts once, in one transaction.

Two who let each other win for a whole evening would push a rating as high as they like: of the
Bummerls of a pair only `MOST_A_DAY` count within 24 hours.  Whatever they play beyond that is
played as ever, and changes no rating.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from bummerl.match.ratings import FAMILIES, Family, Rating, after_bummerl
from bummerl.server.store.models import RatedBummerl, RatingRow, User

MOST_A_DAY: Final = 10
"""Bummerls of the same two people that count within 24 hours."""
_DAY: Final = 24 * 3600 * 1000
"""In milliseconds."""


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
    """Counts a Bummerl; False if it does not count.

    It has been counted before, is none between two accounts, or the two have had `MOST_A_DAY`.
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
    if winner == loser or not all(_has_account(user) for user in people.values()):
        return False
    if await _counted(session, first, second, at) >= MOST_A_DAY:
        return False
    rows = {user_id: await _row(session, user_id, family) for user_id in (first, second)}
    best, worst = after_bummerl(_rating(rows[winner]), _rating(rows[loser]), at / 1000)
    for user_id, rating in ((winner, best), (loser, worst)):
        row, user = rows[user_id], people[user_id]
        if user is not None and user.deleted is None:  # nothing is kept of who has left
            session.add(row)
        row.value, row.deviation, row.volatility = rating.value, rating.deviation, rating.volatility
        row.bummerls, row.at = rating.bummerls, rating.at
    session.add(RatedBummerl(table_id=table_id, bummerl=bummerl, winner=winner, loser=loser, at=at))
    await session.flush()
    return True


def _has_account(user: User | None) -> bool:
    # Only accounts play for ratings; who deletes one after a defeat has lost nevertheless.
    return user is not None and (user.password is not None or user.deleted is not None)


async def _counted(session: AsyncSession, one: str, other: str, at: int) -> int:
    """Bummerls between two people that count and ended in the 24 hours until `at`."""
    query = (
        select(func.count())
        .select_from(RatedBummerl)
        .where(
            or_(
                and_(RatedBummerl.winner == one, RatedBummerl.loser == other),
                and_(RatedBummerl.winner == other, RatedBummerl.loser == one),
            ),
            RatedBummerl.at > at - _DAY,
            RatedBummerl.at <= at,
        )
    )
    return (await session.execute(query)).scalar_one()


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
    return row


def _rating(row: RatingRow) -> Rating:
    return Rating(row.value, row.deviation, row.volatility, row.bummerls, row.at)
