"""Rated Bummerls of two people are counted."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make them easy to find."""
    op.create_index("rated_bummerls_pair", "rated_bummerls", ["winner", "loser", "at"])
