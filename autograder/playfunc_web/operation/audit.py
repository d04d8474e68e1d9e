"""What administrators and commands did, without names."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.access import Viewer
from playfunc_web.database import now
from playfunc_web.database.tables import Audit

__all__ = ["audit", "latest"]


def audit(session: Session, viewer: Viewer | None, action: str, target: str = "") -> None:
    """Record it in the session's transaction, so that what was done and its record stand or fall together. `viewer` is
    `None` for a command; `target` is an opaque id such as "party 12", never a name."""
    account = viewer.account_id if viewer is not None else None
    session.add(Audit(time=now(), account_id=account, action=action, target=target))


def latest(session: Session, page: int = 1, size: int = 50) -> list[Audit]:
    """The records of a page, the latest first, and one more where there are more."""
    rows = select(Audit).order_by(Audit.time.desc(), Audit.id.desc())
    return list(session.scalars(rows.offset((page - 1) * size).limit(size + 1)))
