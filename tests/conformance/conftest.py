"""The suite runs over every game that is installed; `--games` names the folder of games from elsewhere."""

from pathlib import Path

import pytest
from game_facts import Folders, facts_of
from playfunc.games import GAMES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folders = Folders(named=metafunc.config.getoption("--games"))
    tables = [facts for game in GAMES for facts in facts_of(game, folders)]
    stored = [path.with_suffix("") for game in GAMES for path in sorted(folders.of(game).glob("*.jsonl"))]
    given = {
        "facts": tables,
        "hiding": [facts for facts in tables if facts.hide is not None],
        "golden": stored,
        "replayed": [path for path in stored if path.with_name("golden.py").exists()],
    }
    for name in given.keys() & set(metafunc.fixturenames):
        metafunc.parametrize(name, given[name], ids=_id)


def _id(value: object) -> str:
    return f"{value.parent.name}-{value.name}" if isinstance(value, Path) else str(value)
