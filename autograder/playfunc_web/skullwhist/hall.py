"""One server: who is logged in, who waits, who plays, and the clock that all of them go by."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playfunc_web.database import Database, now
from playfunc_web.skullwhist.house import House, open_house
from playfunc_web.skullwhist.lobby import Lobby
from playfunc_web.skullwhist.minds import Minds, Thinker
from playfunc_web.skullwhist.passwords import Passwords
from playfunc_web.skullwhist.sessions import Sessions
from playfunc_web.skullwhist.waits import Waits

__all__ = ["Hall"]


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
