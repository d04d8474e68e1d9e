import asyncio

import pytest
from playfunc_arena.whist import RefusedError
from playfunc_web.skullwhist import sessions
from playfunc_web.skullwhist.sessions import HASHER, Passwords
from whist_server import CHEAP


def test_only_the_password_matches() -> None:
    async def run() -> list[bool]:
        pool = Passwords()
        try:
            encoded = await pool.hashed("ünïcode 🂡")
            others = [(encoded, "unicode"), (encoded, ""), (None, "nobody's password"), ("no hash", "x")]
            pairs = [(encoded, "ünïcode 🂡"), *others]
            return [await pool.match(*pair, "ada", "") for pair in pairs]
        finally:
            pool.close()

    assert asyncio.run(run()) == [True, False, False, False, False]


def test_hashes_are_argon2id_with_the_least_that_is_recommended() -> None:
    assert HASHER.hash("x").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_too_many_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_WAITING", 2)

    async def run() -> list[object]:
        pool = Passwords()
        try:
            return list(await asyncio.gather(*(pool.hashed("x") for _ in range(3)), return_exceptions=True))
        finally:
            pool.close()

    told = asyncio.run(run())
    assert [type(each) for each in told] == [str, str, RefusedError]
    assert "Too many bots log in at once" in str(told[2])


def test_wrong_passwords_slow_down_and_the_right_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "HASHER", CHEAP)
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds))

    monkeypatch.setattr(sessions.asyncio, "sleep", sleep)

    async def run() -> None:
        pool = Passwords()
        try:
            encoded = await pool.hashed("right")
            for _ in range(20):
                assert not await pool.match(encoded, "wrong", "ada", "10.0.0.1")
            assert waited == [0] * 20
            assert await pool.match(encoded, "right", "ada", "10.0.0.1")
            assert await pool.match(encoded, "right", "ada", "10.0.0.1"), "the right one costs nothing"
            assert waited[20:] == [2, 2]
            for _ in range(25):
                await pool.match(encoded, "wrong", "ada", "10.0.0.1")
            with pytest.raises(
                RefusedError, match="passwords for ada are tried from your network: wait a minute"
            ):
                await pool.match(encoded, "wrong", "ada", "10.0.0.1")
        finally:
            pool.close()

    asyncio.run(run())
