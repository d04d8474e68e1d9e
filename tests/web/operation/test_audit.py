from __future__ import annotations

from playfunc_web.access import Viewer
from playfunc_web.operation.audit import audit, latest
from playfunc_web.site import Site


def test_records_come_back_with_the_latest_first(site: Site) -> None:
    with site.database.writing() as session:
        audit(session, Viewer(7, 8, "root", "admin"), "freeze", "ladder 1")
        audit(session, None, "backup")
    with site.database.reading() as session:
        rows = latest(session)
        assert [(row.account_id, row.action, row.target) for row in rows] == [
            (None, "backup", ""),
            (7, "freeze", "ladder 1"),
        ]
        assert [row.action for row in latest(session, page=2, size=1)] == ["freeze"]
