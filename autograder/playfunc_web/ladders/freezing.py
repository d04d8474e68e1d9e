"""The end of a ladder: frozen, its final run played, final; and open again."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Entrant, Ladder, Version
from playfunc_web.errors import ProblemError

__all__ = ["freeze", "reopen", "uploads_pending"]


def freeze(ladder: Ladder, at: float) -> None:
    """From the time `at` on no upload counts. Raises `ProblemError` where the ladder is not open."""
    if ladder.state != "open":
        raise ProblemError(409, "Not open", f"{ladder.title} is {ladder.state} already.")
    ladder.state, ladder.freezes = "frozen", at


def reopen(ladder: Ladder) -> None:
    """Uploads count again, without an end until another is set. Raises `ProblemError` for an open ladder."""
    if ladder.state == "open":
        raise ProblemError(409, "Open already", f"{ladder.title} takes uploads already.")
    ladder.state, ladder.freezes = "open", None


def uploads_pending(session: Session, ladder: Ladder) -> bool:
    """Whether uploads still wait for their verdict. Those that arrived before the freeze count, however long the queue
    was, so the final run waits for them."""
    pending = (
        select(Version.id)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .where(Entrant.ladder_id == ladder.id, Version.state.in_(("queued", "checking")))
    )
    return session.scalar(pending.limit(1)) is not None
