"""Kuhn poker as somebody else ships it: two distributions that pip installs beside playfunc."""

from __future__ import annotations

from pathlib import Path

import pytest
from environments import Environment

PLUGINS = Path(__file__).parent


@pytest.fixture(scope="session")
def kuhn_environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """playfunc with both packages."""
    made = Environment.make(tmp_path_factory.mktemp("kuhn") / "environment")
    made.install(PLUGINS / "kuhn-game", PLUGINS / "kuhn-opponents")
    return made


@pytest.fixture
def kuhn(kuhn_environment: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both packages can be imported here too."""
    monkeypatch.syspath_prepend(kuhn_environment.packages)
