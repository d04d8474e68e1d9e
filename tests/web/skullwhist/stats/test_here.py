from __future__ import annotations

import pytest
from playfunc_web.errors import ProblemError
from playfunc_web.skullwhist.journal import LARGEST
from playfunc_web.skullwhist.stats.here import bot_at
from whist_world import World


def test_bots_are_found_by_name_or_number(world: World) -> None:
    with world.server.site.database.reading() as session:
        assert bot_at(session, "cyd").id == world.ids["cyd"]
        assert bot_at(session, world.ids["cyd"]).name == "cyd"
        for key in ("CYD", "", 0, -1, 99, LARGEST + 1):
            with pytest.raises(ProblemError):
                bot_at(session, key)
