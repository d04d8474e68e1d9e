from __future__ import annotations

import pytest
from playfunc_web.database.tables import Ladder
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.freezing import freeze, reopen, uploads_pending
from playfunc_web.ladders.ladders import ensure_ladders, ladder_named
from playfunc_web.site import Site
from web_runs import admit


def test_a_ladder_is_frozen_once_and_opened_without_an_end() -> None:
    ladder = Ladder(name="hearts", contest="hearts", title="Hearts", state="open", freezes=50.0)
    with pytest.raises(ProblemError, match="takes uploads already"):
        reopen(ladder)
    freeze(ladder, 60.0)
    assert (ladder.state, ladder.freezes) == ("frozen", 60.0)
    with pytest.raises(ProblemError, match="frozen already"):
        freeze(ladder, 70.0)
    reopen(ladder)
    assert (ladder.state, ladder.freezes) == ("open", None)


def test_uploads_without_a_verdict_are_waited_for(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "footsteps", "def play(): pass")
        ladder, other = ladder_named(session, "footsteps"), ladder_named(session, "hearts")
        assert not uploads_pending(session, ladder)
        entrant.versions[0].state = "queued"
        session.flush()
        assert uploads_pending(session, ladder)
        assert not uploads_pending(session, other)
