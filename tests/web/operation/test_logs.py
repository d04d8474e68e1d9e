from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from playfunc_web.operation.logs import FIELDS, LOGGER, configure_logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    names = (LOGGER, "uvicorn", "uvicorn.error", "alembic")
    kept = [(log, log.handlers, log.level, log.propagate) for log in map(logging.getLogger, names)]
    # A server in an earlier test sets a level of its own.
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET)
    stream = io.StringIO()
    configure_logs(stream)
    yield stream
    for log, handlers, level, propagate in kept:
        log.handlers, log.propagate = handlers, propagate
        log.setLevel(level)


def test_each_line_is_an_object(stream: io.StringIO) -> None:
    logging.getLogger(LOGGER).info("request", extra={FIELDS: {"status": 200}})
    logging.getLogger(LOGGER).debug("not wanted")
    logging.getLogger("uvicorn.error").warning("two\nlines of %s", "text")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert (first["message"], first["level"], first["status"]) == ("request", "info", 200)
    assert second["message"] == "two\nlines of text"
    assert first["time"].endswith("+00:00")


def test_a_traceback_is_one_member(stream: io.StringIO) -> None:
    try:
        raise KeyError("x")
    except KeyError:
        logging.getLogger(LOGGER).exception("broken")
    (line,) = stream.getvalue().splitlines()
    assert "KeyError: 'x'" in json.loads(line)["error"]
