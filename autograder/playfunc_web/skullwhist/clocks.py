"""What happens by time alone: games and sessions whose time is past end, waiting bots are dealt games, and requests
that waited long enough are answered."""

from __future__ import annotations

import asyncio
import logging

from playfunc_web.errors import StorageError
from playfunc_web.skullwhist.hall import Hall

__all__ = ["LOOK_SECONDS", "PAIRING_SECONDS", "keep_time", "look", "pair"]

LOOK_SECONDS = 0.5
PAIRING_SECONDS = 1.0
"""How long bots gather before those that wait are paired at random."""

log = logging.getLogger("playfunc_web")


def look(hall: Hall, now: float) -> None:
    """End what is past, and answer who waited long enough. Raises `StorageError`, and goes on next time."""
    for bot in hall.sessions.take_ended():
        hall.waits.refuse(bot)
        hall.lobby.leave(bot, now)
    hall.waits.look(now)
    hall.lobby.settle(now)
    hall.sessions.remove_ended(now)


def pair(hall: Hall, now: float) -> None:
    """Deal games to those who wait; house bots play with who is left. Raises `StorageError`."""
    for begin in (hall.lobby.pair, hall.house.step_in):
        for game in begin(now):
            hall.waits.dealt(game)


async def keep_time(hall: Hall) -> None:
    """Do both for ever, and have house bots think, whatever fails meanwhile."""
    turns = round(PAIRING_SECONDS / LOOK_SECONDS)
    turn = 0
    while True:
        turn = (turn + 1) % turns
        try:
            look(hall, hall.clock())
            if turn == 0:
                pair(hall, hall.clock())
            hall.house.look()
        except StorageError as error:
            log.warning("clocks wait: %s", error)
        except Exception:
            log.exception("clocks broke")
        await asyncio.sleep(LOOK_SECONDS)
