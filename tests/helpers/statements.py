"""Do something just before one of the statements that a database is sent, so that kills hit every place of a
transaction and not only the slow ones."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event


@dataclass
class Sent:
    """How many statements and commits were sent so far."""

    count: int = 0


@contextmanager
def at_statement(
    engine: Engine, place: int = -1, action: Callable[[], object] = lambda: None
) -> Iterator[Sent]:
    """Call `action` before the statement or commit with this number, from 0, that is sent within the block."""
    sent = Sent()

    def sends(*_arguments: Any) -> None:
        sent.count += 1
        if sent.count == place + 1:
            action()

    for name in ("before_cursor_execute", "commit"):
        event.listen(engine, name, sends)
    try:
        yield sent
    finally:
        for name in ("before_cursor_execute", "commit"):
            event.remove(engine, name, sends)


def kill_me() -> None:
    """As kill -9 does."""
    os.kill(os.getpid(), signal.SIGKILL)
