import asyncio
import logging

import pytest
from playfunc_web.errors import StorageError
from playfunc_web.skullwhist import server_state
from playfunc_web.skullwhist.server_state import keep_time
from whist_server import Server


# The task that looks at the clock goes on, whatever fails.
def run_clocks(server: Server, turns: int) -> None:
    """Let the task take so many turns."""

    async def run() -> None:
        task = asyncio.create_task(keep_time(server.hall))
        for _ in range(turns * 3):
            await asyncio.sleep(0)
        task.cancel()

    server.loop.run_until_complete(run())


def test_failures_are_logged_and_the_clock_goes_on(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = [StorageError("disk full"), KeyError("odd"), None]
    looked: list[float] = []

    def look(hall: object, now: float) -> None:
        looked.append(now)
        error = failing[min(len(looked), 3) - 1]
        if error is not None:
            raise error

    monkeypatch.setattr(server_state, "look", look)
    monkeypatch.setattr(server_state, "LOOK_SECONDS", 1e-9)
    monkeypatch.setattr(logging.getLogger("playfunc_web"), "propagate", True)
    with caplog.at_level(logging.WARNING, logger="playfunc_web"):
        run_clocks(server, 5)
    assert len(looked) >= 4
    assert [record.getMessage() for record in caplog.records] == ["clocks wait: disk full", "clocks broke"]


def test_due_games_are_settled_at_the_start(server: Server) -> None:
    ada, number = server.bot("ada")
    bob, _ = server.bot("bob")
    (game, _) = server.dealt(ada, bob)
    server.post("bid", session=bob, bid=3)
    server.close_tasks()
    server.now += 3600
    server.restart()
    run_clocks(server, 1)
    assert server.hall.lobby.games == []
    old = server.post("old-game", session=ada, game=game["game"])
    assert old["forfeited_by"] == number
