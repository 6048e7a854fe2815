"""Tournaments."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create their tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(12), nullable=False),
        sa.Column("owner", sa.String(16), nullable=False),
        sa.Column("invite", sa.String(16), nullable=True),
        sa.Column("control", sa.String(8), nullable=True),
        sa.Column("grace", sa.BigInteger(), nullable=False),
        sa.Column("tended", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_table(
        "tournament_events",
        _refers("tournament_id", "tournaments.id", primary_key=True),
        sa.Column("seq", sa.BigInteger(), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "tournament_helpers",
        _refers("tournament_id", "tournaments.id", primary_key=True),
        _refers("user_id", "users.id", primary_key=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "tournament_players",
        _refers("tournament_id", "tournaments.id", primary_key=True),
        sa.Column("person", sa.BigInteger(), primary_key=True),
        _refers("user_id", "users.id", nullable=False),
    )
    op.create_index("ix_tournament_players_user_id", "tournament_players", ["user_id"])
    op.create_table(
        "tournament_tables",
        _refers("table_id", "tables.id", primary_key=True),
        _refers("tournament_id", "tournaments.id", nullable=False),
        sa.Column("match", sa.String(12), nullable=False),
        sa.Column("card0", sa.BigInteger(), nullable=False),
        sa.Column("card1", sa.BigInteger(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_tournament_tables_tournament_id", "tournament_tables", ["tournament_id"])


def _refers(name: str, target: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.String(16), sa.ForeignKey(target, ondelete="CASCADE"), **options)
