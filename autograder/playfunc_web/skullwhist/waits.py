"""Requests that wait for an opponent: a future for each, and no thread."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass

from playfunc_arena.whist.live import LiveGame, RefusedError

from playfunc_web.skullwhist.lobby import Lobby

__all__ = ["WAIT_SECONDS", "Waits"]

WAIT_SECONDS = 29.0
"""A request is answered within 30 seconds; the clock looks every half second."""


@dataclass(slots=True)
class _Wait:
    until: float
    dealt: asyncio.Future[LiveGame | None]


class Waits:
    """The requests of one server. A bot may wait on several connections: all of them get its game."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._waits: dict[int, list[_Wait]] = {}

    def __len__(self) -> int:
        return len(self._waits)

    async def wait(self, bot: int, now: float, gone: Awaitable[None]) -> LiveGame | None:
        """The bot's new game, or `None` if there was no opponent in time or the client has `gone`. Raises
        `RefusedError` where the bot's session ends meanwhile."""
        wait = _Wait(now + WAIT_SECONDS, asyncio.get_running_loop().create_future())
        self._waits.setdefault(bot, []).append(wait)
        left = asyncio.ensure_future(gone)
        try:
            await asyncio.wait((wait.dealt, left), return_when=asyncio.FIRST_COMPLETED)
            return wait.dealt.result() if wait.dealt.done() else None
        finally:
            left.cancel()
            self._remove(bot, wait)

    def dealt(self, game: LiveGame) -> None:
        """Answer the requests of both bots."""
        for bot in game.bots:
            self._answer(bot, game)

    def look(self, now: float) -> None:
        """Answer the requests that have waited long enough."""
        for wait in [wait for waits in self._waits.values() for wait in waits if now >= wait.until]:
            _set(wait.dealt, None)

    def refuse(self, bot: int) -> None:
        """The session of the requests has ended."""
        for wait in self._waits.get(bot, ()):
            if not wait.dealt.done():
                wait.dealt.set_exception(
                    RefusedError("This session has ended: its bot logged in again, or was removed.")
                )

    def release(self) -> None:
        """Answer all requests: the server stops."""
        for bot in tuple(self._waits):
            self._answer(bot, None)

    def _answer(self, bot: int, game: LiveGame | None) -> None:
        for wait in self._waits.get(bot, ()):
            _set(wait.dealt, game)

    def _remove(self, bot: int, wait: _Wait) -> None:
        waits = self._waits[bot]
        waits.remove(wait)
        if not waits:
            del self._waits[bot]
            self._lobby.withdraw(bot)


def _set(dealt: asyncio.Future[LiveGame | None], game: LiveGame | None) -> None:
    if not dealt.done():
        dealt.set_result(game)
