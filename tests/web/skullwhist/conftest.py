from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc_web.skullwhist import sessions
from whist_pages import Reader
from whist_server import CHEAP, Server, opened
from whist_world import World, played


@pytest.fixture(autouse=True)
def _cheap_hashes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost nothing, where they are not what is tested."""
    if request.module.__name__.rpartition(".")[2] != "test_passwords":
        monkeypatch.setattr(sessions, "HASHER", CHEAP)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """SkullWhist's server with open registration, on a clock of the test's own."""
    with opened(tmp_path / "site") as made:
        yield made


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A server on which games were played; tests only read it."""
    with opened(tmp_path_factory.mktemp("world") / "site") as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "HASHER", CHEAP)
        yield played(made)


@pytest.fixture
def reader(world: World) -> Reader:
    return Reader(world.server)
