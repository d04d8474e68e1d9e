"""What Alembic runs for each migration: on the connection that `playfunc_web.database` hands over."""

from __future__ import annotations

from alembic import context
from playfunc_web.database.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by making it anew
)
with context.begin_transaction():
    context.run_migrations()
