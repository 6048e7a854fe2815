"""Run by Alembic: works on the connection that `bummerl.server.store.engine` opened."""

from __future__ import annotations

from alembic import context

from bummerl.server.store.models import Base


def _run() -> None:
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # else whoever looks for doctests imports it
    _run()
