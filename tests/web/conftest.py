import socket
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from playfunc_web.accounts import sessions
from playfunc_web.ladders import ladders as built_in
from playfunc_web.pages import game
from playfunc_web.pages.game import Reviews
from playfunc_web.site import Site
from web_site import open_test_site


@pytest.fixture(scope="session", autouse=True)
def built_in_players_are_timed() -> Iterator[None]:
    """Each built-in player has a cost of its own, as if it had been timed: timing them takes five seconds of CPU."""
    found: Future[built_in.Costs] = Future()
    players = enumerate(built_in.built_in_players(), 1)
    found.set_result({built_in._key(*player): number / 10_000 for number, player in players})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(built_in._TIMING, "_found", found)
        yield


@pytest.fixture(scope="session", autouse=True)
def passwords_are_hashed_quickly() -> Iterator[None]:
    """A real hash takes a third of a second of CPU; those of accounts look at real ones."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="module", autouse=True)
def admission_asks_few_questions(few_questions: None) -> None:
    """In every check of an upload."""


@pytest.fixture(autouse=True)
def no_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is priced yet, as in a new process: games of several tests are the same."""
    monkeypatch.setattr(game, "REVIEWS", Reviews())


@pytest.fixture
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """An empty site that needs logins."""
    opened = open_test_site(tmp_path / "site", ladders="ladders" in request.fixturenames)
    yield opened
    opened.database.close()


@pytest.fixture
def free_port() -> int:
    """A port on which nothing listens at present."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture
def ladders(site: Site) -> Site:
    """The site with a ladder for every contest."""
    return site
