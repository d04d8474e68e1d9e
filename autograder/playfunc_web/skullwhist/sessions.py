"""Which bots are logged in: one session for each bot, in memory. The database knows them too, so that they outlive a
restart; when they were last used it does not know, so that no request for status writes anything."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

from argon2 import PasswordHasher
from playfunc_arena.whist import RefusedError
from sqlalchemy import delete, func, select

from playfunc_web.accounts.sessions import matching
from playfunc_web.database import Database
from playfunc_web.database.tables import BotSession
from playfunc_web.http.limits import LoginThrottle

IDLE_SECONDS = 300.0
"""After so long without a request a session ends."""

FORM = re.compile(r"[0-9a-f]{32}")


@dataclass(slots=True)
class _Login:
    bot: int
    digest: str
    used: float


class Sessions:
    """Of one server. After a restart every session counts as used at the start: nobody could use it before."""

    def __init__(self, database: Database, now: float) -> None:
        self._database = database
        with database.reading() as session:
            rows = session.execute(select(BotSession.id, BotSession.bot_id)).all()
        self._by_digest = {digest: _Login(bot, digest, now) for digest, bot in rows}
        self._by_bot = {login.bot: login for login in self._by_digest.values()}

    @property
    def bots(self) -> tuple[int, ...]:
        """The bots that are logged in."""
        return tuple(self._by_bot)

    def open(self, bot: int, now: float) -> str:
        """The secret of a new session, which ends the bot's session before."""
        secret = secrets.token_hex(16)
        login = _Login(bot, _digest(secret), now)
        with self._database.writing() as session:
            session.execute(delete(BotSession).where(BotSession.bot_id == bot))
            session.add(BotSession(id=login.digest, bot_id=bot, created=now))
        self._drop(bot)
        self._by_digest[login.digest] = self._by_bot[bot] = login
        return secret

    def use(self, secret: str, now: float) -> int:
        """Whose session it is; it lasts on. Raises `RefusedError`."""
        if not FORM.fullmatch(secret):
            raise RefusedError("session must be the 32 hexadecimal digits that login answered.")
        login = self._by_digest.get(_digest(secret))
        if login is None or now > login.used + IDLE_SECONDS:
            raise RefusedError(
                "This session has ended or never was: log in again. A session ends 5 minutes after its last request, "
                "and when its bot logs in anew."
            )
        login.used = now
        return login.bot

    def ends(self, bot: int) -> float | None:
        """When the bot's session ends, or ended, without a further request; `None` for a bot without one."""
        login = self._by_bot.get(bot)
        return None if login is None else login.used + IDLE_SECONDS

    def online(self, bot: int, now: float) -> bool:
        ends = self.ends(bot)
        return ends is not None and now <= ends

    def take_ended(self) -> list[int]:
        """Log out the bots whose sessions ended in the database alone, as when one is removed; these bots."""
        with self._database.reading() as session:
            if session.scalar(select(func.count()).select_from(BotSession)) == len(self._by_digest):
                return []
            stored = set(session.scalars(select(BotSession.id)))
        ended = [login.bot for digest, login in self._by_digest.items() if digest not in stored]
        for bot in ended:
            self._drop(bot)
        return ended

    def remove_ended(self, now: float) -> None:
        """Forget the sessions whose time is past."""
        ended = [login.bot for login in self._by_bot.values() if now > login.used + IDLE_SECONDS]
        if not ended:
            return
        with self._database.writing() as session:
            session.execute(delete(BotSession).where(BotSession.bot_id.in_(ended)))
        for bot in ended:
            self._drop(bot)

    def _drop(self, bot: int) -> None:
        login = self._by_bot.pop(bot, None)
        if login is not None:
            del self._by_digest[login.digest]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


# Passwords of bots: Argon2id's hashes, a few at a time, off the event loop.
#
# Programs log in by the hundred and their passwords are often generated, so the parameters are the least that OWASP's
# password storage cheat sheet recommends: 19 MiB, two passes, one lane.

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

AT_ONCE = 2
MOST_WAITING = 1000

_PLACES = BoundedSemaphore(AT_ONCE)


def hashed(password: str) -> str:
    with _PLACES:
        return HASHER.hash(password)


class Passwords:
    """A pool for one server. Whoever guesses is slowed down. Both methods raise `RefusedError` where too many wait."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0
        self._throttle = LoginThrottle()

    async def hashed(self, password: str) -> str:
        return str(await self._run(hashed, password))

    async def match(self, encoded: str | None, password: str, name: str, network: str) -> bool:
        """Whether the password is the hashed one; always false, after the same time, where there is none."""
        delay = self._throttle.delay(name, network)
        if delay is None:
            raise RefusedError(f"Too many passwords for {name} are tried from your network: wait a minute.")
        await asyncio.sleep(delay)
        if not await self._run(matching, HASHER, encoded, password):
            return False
        self._throttle.right(name, network)
        return True

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._waiting >= MOST_WAITING:
            raise RefusedError("Too many bots log in at once: try again in a minute.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
        finally:
            self._waiting -= 1
