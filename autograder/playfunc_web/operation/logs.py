"""Logs for machines: one JSON object a line on standard error. Addresses appear as templates of routes, because paths
may hold one-time secrets and query strings anything; people appear as account ids."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

__all__ = ["LOGGER", "JsonLines", "configure_logs"]

LOGGER = "playfunc_web"
FIELDS = "fields"
"""The attribute of a log record that holds further members of its object."""


class JsonLines(logging.Formatter):
    """time, level, logger and message; members of `extra={"fields": …}`; a traceback as `error`."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_logs(stream: TextIO | None = None) -> None:
    """Send what the site and its server say to `stream`, by default standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in ((LOGGER, logging.INFO), ("uvicorn", logging.WARNING), ("alembic", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
