"""Passwords of bots: Argon2id's hashes, a few at a time, off the event loop.

Programs log in by the hundred and their passwords are often generated, so the parameters are the least that OWASP's
password storage cheat sheet recommends: 19 MiB, two passes, one lane.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from playfunc_arena.whist.live import RefusedError

from playfunc_web.accounts.passwords import unmatched_hash
from playfunc_web.http.limits import LoginThrottle

__all__ = ["Passwords", "hashed"]

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

AT_ONCE = 2
MOST_WAITING = 1000

UNMATCHED = unmatched_hash(HASHER)
"""Compared with where there is no such bot."""

_PLACES = BoundedSemaphore(AT_ONCE)


def hashed(password: str) -> str:
    with _PLACES:
        return HASHER.hash(password)


def _matches(encoded: str, password: str) -> bool:
    try:
        return HASHER.verify(encoded, password)
    except (Argon2Error, InvalidHashError):
        return False


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
        right = await self._run(_matches, encoded or UNMATCHED, password)
        if encoded is None or not right:
            return False
        self._throttle.right(name, network)
        return True

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _run(self, function: object, *arguments: str) -> object:
        if self._waiting >= MOST_WAITING:
            raise RefusedError("Too many bots log in at once: try again in a minute.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)  # type: ignore[arg-type]
        finally:
            self._waiting -= 1
