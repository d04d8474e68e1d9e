"""One server: who is logged in, who waits, who plays, the clock that all of them go by, and what happens by time
alone."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playfunc_web.database import Database, now
from playfunc_web.errors import StorageError
from playfunc_web.skullwhist.bot_workers import Minds, Thinker
from playfunc_web.skullwhist.house import House, open_house
from playfunc_web.skullwhist.matchmaking import Lobby, Waits
from playfunc_web.skullwhist.sessions import Passwords, Sessions


@dataclass(frozen=True, slots=True)
class Hall:
    """`clock` gives seconds since 1970; only this process may write the database's games."""

    database: Database
    lobby: Lobby
    sessions: Sessions
    waits: Waits
    house: House
    clock: Callable[[], float]
    open_registration: bool = False
    jsonp: bool = True
    passwords: Passwords = field(default_factory=Passwords)

    @classmethod
    def open(
        cls,
        database: Database,
        *,
        open_registration: bool = False,
        jsonp: bool = True,
        house_after: float = 0.0,
        key: bytes = b"",
        minds: Thinker | None = None,
        clock: Callable[[], float] = now,
        source: random.Random | None = None,
    ) -> Hall:
        """With everything that the database holds: sessions, and live games with their clocks. Cards and pairs are
        drawn from `source`, by default the system's cryptographic one, and the moves of house bots from `key`. House
        bots step in for a bot that has waited `house_after` seconds, and with 0 never."""
        source = source or random.SystemRandom()
        sessions = Sessions(database, clock())
        bots = open_house(database, clock(), begins=house_after > 0)
        lobby = Lobby(database, source, sessions.ends, bots)
        house = House(lobby, minds or Minds(), clock, source, after=house_after, key=key)
        return cls(database, lobby, sessions, Waits(lobby), house, clock, open_registration, jsonp)

    def close(self) -> None:
        self.waits.release()
        self.house.close()
        self.passwords.close()


# What happens by time alone: games and sessions whose time is past end, waiting bots are dealt games, and requests
# that waited long enough are answered.

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
