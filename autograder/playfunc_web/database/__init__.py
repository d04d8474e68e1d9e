"""The database: SQLite in WAL mode unless another is named by URL, always at the newest migration."""

from __future__ import annotations

from playfunc_web.database.connection import Database, now

__all__ = ["Database", "now"]
