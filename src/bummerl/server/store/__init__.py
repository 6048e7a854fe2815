"""The database: ``models`` (tables), ``engine``, migrations, and one module for each noun.

SQLite in WAL mode or PostgreSQL, through SQLAlchemy's asyncio; Alembic brings a database up to
date when the server starts.
"""
