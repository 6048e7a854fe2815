"""The tables of the database.  Moments are milliseconds since 1970, ids are opaque text."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """Root of all models."""

    type_annotation_map = {int: BigInteger, dict[str, Any]: JSON}  # noqa: RUF012


class User(Base):
    """A person: a guest until there is a password."""

    __tablename__ = "users"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(24))
    name_key: Mapped[str | None] = mapped_column(String(48), unique=True)
    """The name as compared, of accounts only; guests may share names."""
    password: Mapped[str | None] = mapped_column(String(200))
    """argon2id hash; None for a guest."""
    language: Mapped[str] = mapped_column(String(2))
    deck: Mapped[str] = mapped_column(String(8))
    settings: Mapped[dict[str, Any]]
    created: Mapped[int]
    seen: Mapped[int]
    banned: Mapped[str | None] = mapped_column(String(200))
    """Why; None if not."""
    deleted: Mapped[int | None]
    """When; name and password are gone then, games stay under a neutral name."""


class Session(Base):
    """A browser that is signed in, as guest or with an account."""

    __tablename__ = "sessions"

    token_hash: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created: Mapped[int]
    expires: Mapped[int]


class TableRow(Base):
    """A table, summed up; its truth are its events."""

    __tablename__ = "tables"
    __table_args__ = (
        Index("tables_seat0", "seat0", "opened"),
        Index("tables_seat1", "seat1", "opened"),
    )

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    opened: Mapped[int]
    changed: Mapped[int]
    phase: Mapped[str] = mapped_column(String(12), index=True)
    """As in ``wire.Phase``."""
    seat0: Mapped[str | None] = mapped_column(String(16))
    """User id; None for a bot or an empty seat."""
    seat1: Mapped[str | None] = mapped_column(String(16))
    names: Mapped[dict[str, Any]]
    """``{"0": "Anna", "1": "Regular", "bot0": null, "bot1": "regular"}``"""
    rules: Mapped[str] = mapped_column(String(400))
    control: Mapped[str] = mapped_column(String(8))
    practice: Mapped[bool]
    rated: Mapped[bool]
    private: Mapped[bool]
    bummerls0: Mapped[int]
    bummerls1: Mapped[int]
    winner: Mapped[int | None]
    deals: Mapped[int]
    last_seq: Mapped[int]
    owner: Mapped[str | None] = mapped_column(String(32))
    """The process that runs the table now (decision 5); None if none does."""
    lease: Mapped[int]
    """Until when it is the owner's."""


class EventRow(Base):
    """One event of a table."""

    __tablename__ = "events"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seq: Mapped[int] = mapped_column(primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    """As ``events.encode`` writes it."""


class DealRow(Base):
    """A finished deal: for history, permanent links and public statistics."""

    __tablename__ = "deals"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True)
    ended: Mapped[int] = mapped_column(index=True)
    pack: Mapped[int]
    """20 or 24."""
    sgn: Mapped[str]
    """The record, with the tags that verify it."""
    winner: Mapped[int | None]
    game_points: Mapped[int]
    reason: Mapped[str] = mapped_column(String(24))
    facts: Mapped[dict[str, Any]]
    """By seat what was dealt: aces, pairs, trumps, ``trump`` the suit; for the statistics.

    For the history also ``bummerl``, its number, and ``needed`` and ``bummerls``, the score after
    the deal.
    """


class RatingRow(Base):
    """A person's rating in a family of rules."""

    __tablename__ = "ratings"

    user_id: Mapped[str] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    family: Mapped[str] = mapped_column(String(12), primary_key=True)
    value: Mapped[float]
    deviation: Mapped[float]
    volatility: Mapped[float]
    bummerls: Mapped[int]
    at: Mapped[float | None]


class RatedBummerl(Base):
    """A Bummerl that has been rated: none is twice."""

    __tablename__ = "rated_bummerls"
    __table_args__ = (Index("rated_bummerls_pair", "winner", "loser", "at"),)

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    bummerl: Mapped[int] = mapped_column(primary_key=True)
    winner: Mapped[str] = mapped_column(String(16))
    loser: Mapped[str] = mapped_column(String(16))
    at: Mapped[int]


class Seek(Base):
    """Somebody looks for an opponent."""

    __tablename__ = "seeks"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    rules: Mapped[str] = mapped_column(String(400))
    control: Mapped[str] = mapped_column(String(8))
    rated: Mapped[bool]
    created: Mapped[int]
    alive: Mapped[int]
    """When its owner was last heard of; old ones are not shown."""
    table_id: Mapped[str | None] = mapped_column(String(16))
    """The table it led to."""


class Report(Base):
    """Something a person complained about: a move, a deal or a person."""

    __tablename__ = "reports"
    __table_args__ = (UniqueConstraint("reporter", "table_id", "deal", "move", "kind"),)

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    reporter: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"))
    deal: Mapped[int]
    move: Mapped[int]
    """Number of the move in the deal from 1; 0: the whole deal or the person."""
    kind: Mapped[str] = mapped_column(String(8))
    """``move``, ``deal`` or ``person``."""
    text: Mapped[str] = mapped_column(String(500))
    created: Mapped[int]
    closed: Mapped[int | None]
    answer: Mapped[str | None] = mapped_column(String(500))


class TournamentRow(Base):
    """A tournament, summed up; its truth are its events."""

    __tablename__ = "tournaments"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(60))
    created: Mapped[int]
    changed: Mapped[int]
    phase: Mapped[str] = mapped_column(String(12))
    owner: Mapped[str] = mapped_column(String(16), index=True)
    """User id of the organiser."""
    invite: Mapped[str | None] = mapped_column(String(16))
    """Who knows it can become a helper; None: nobody can."""
    control: Mapped[str | None] = mapped_column(String(8))
    """Time control of matches at our tables; None: they are played in the hall."""
    grace: Mapped[int]
    """Minutes after which a match at our tables is lost for who never came; 0: never."""
    tended: Mapped[int]
    """Until when a process has its tables for itself, to open them once; 0: none has."""
    last_seq: Mapped[int]


class TournamentEventRow(Base):
    """One event of a tournament."""

    __tablename__ = "tournament_events"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    seq: Mapped[int] = mapped_column(primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    """As ``bummerl.tournament.events.encode`` writes it."""


class TournamentHelper(Base):
    """Somebody who sells cards and enters results for the organiser."""

    __tablename__ = "tournament_helpers"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[str] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    since: Mapped[int]


class TournamentPlayer(Base):
    """Who plays for a person of the tournament at our tables."""

    __tablename__ = "tournament_players"

    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    person: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)


class TournamentTable(Base):
    """A table of ours at which a match of a tournament is played."""

    __tablename__ = "tournament_tables"

    table_id: Mapped[str] = mapped_column(
        ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    tournament_id: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), index=True
    )
    match: Mapped[str] = mapped_column(String(12))
    card0: Mapped[int]
    """The card of seat 0."""
    card1: Mapped[int]
    opened: Mapped[int]
    done: Mapped[bool]
    """Its result was taken, or it does not matter any more."""
