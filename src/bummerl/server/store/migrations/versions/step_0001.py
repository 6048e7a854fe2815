"""The first tables."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create them."""
    _people()
    _tables()
    _deals()
    _ratings()
    _lobby()
    _reports()


def _people() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("name_key", sa.String(48), nullable=True, unique=True),
        sa.Column("password", sa.String(200), nullable=True),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("deck", sa.String(8), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("banned", sa.String(200), nullable=True),
        sa.Column("deleted", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        _refers("user_id", "users.id", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_sessions_user_id", "sessions", ["user_id"])


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(12), nullable=False),
        sa.Column("seat0", sa.String(16), nullable=True),
        sa.Column("seat1", sa.String(16), nullable=True),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("rules", sa.String(400), nullable=False),
        sa.Column("control", sa.String(8), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("bummerls0", sa.BigInteger(), nullable=False),
        sa.Column("bummerls1", sa.BigInteger(), nullable=False),
        sa.Column("winner", sa.BigInteger(), nullable=True),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=True),
        sa.Column("lease", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_tables_phase", "tables", ["phase"])
    op.create_index("tables_seat0", "tables", ["seat0", "opened"])
    op.create_index("tables_seat1", "tables", ["seat1", "opened"])
    op.create_table(
        "events",
        _refers("table_id", "tables.id", primary_key=True),
        sa.Column("seq", sa.BigInteger(), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )


def _deals() -> None:
    op.create_table(
        "deals",
        _refers("table_id", "tables.id", primary_key=True),
        sa.Column("number", sa.BigInteger(), primary_key=True),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("pack", sa.BigInteger(), nullable=False),
        sa.Column("sgn", sa.String(), nullable=False),
        sa.Column("winner", sa.BigInteger(), nullable=True),
        sa.Column("game_points", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(24), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
    )
    op.create_index("ix_deals_ended", "deals", ["ended"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        _refers("user_id", "users.id", primary_key=True),
        sa.Column("family", sa.String(12), primary_key=True),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("bummerls", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
    )
    op.create_table(
        "rated_bummerls",
        _refers("table_id", "tables.id", primary_key=True),
        sa.Column("bummerl", sa.BigInteger(), primary_key=True),
        sa.Column("winner", sa.String(16), nullable=False),
        sa.Column("loser", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )


def _lobby() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(16), primary_key=True),
        _refers("user_id", "users.id", nullable=False),
        sa.Column("rules", sa.String(400), nullable=False),
        sa.Column("control", sa.String(8), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("alive", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=True),
    )
    op.create_index("ix_seeks_user_id", "seeks", ["user_id"])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        _refers("reporter", "users.id", nullable=False),
        _refers("table_id", "tables.id", nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=False),
        sa.Column("move", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.String(500), nullable=True),
        sa.UniqueConstraint("reporter", "table_id", "deal", "move", "kind"),
    )


def _refers(name: str, target: str, **options: Any) -> sa.Column[Any]:
    return sa.Column(name, sa.String(16), sa.ForeignKey(target, ondelete="CASCADE"), **options)
