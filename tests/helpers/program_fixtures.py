"""Programs for tests: shipped ones, compiled where they must be, and small Python ones written on the spot."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from playfunc.games.hearts import Hearts
from playfunc_autograder.programs import ProgramPlayer, program_player
from playfunc_checks.submitted_player import Limits

SHIPPED = Path(__file__).parents[2] / "course" / "programs"

QUICK = Limits(move_seconds=0.5, wall_factor=4.0, load_seconds=2.0, restarts=3)
"""For programs that never answer: two seconds by the wall are waited for them."""


@pytest.fixture(scope="session")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], str]:
    """`shipped("lines/lowest", "c")`: the command of a shipped program; skips where its language is missing."""
    built = tmp_path_factory.mktemp("built")

    def command(name: str, language: str) -> str:
        source = SHIPPED / f"{name}.{language}"
        if language == "py":
            return f"python3 {source}"
        tool = {"js": "node", "c": "cc"}[language]
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed here")
        if language == "js":
            return f"node {source}"
        folder = built / name.replace("/", "-")
        folder.mkdir(exist_ok=True)
        subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", folder / "bot", source], check=True)
        return str(folder / "bot")

    return command


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., ProgramPlayer]]:
    """`program(source)`: a player made of Python source; further words say how it is asked, and in which tier."""
    with ExitStack() as stack:

        def make(
            source: str, *, how: str = "exec-lines", rules: Any = None, limits: Limits = QUICK, **options: Any
        ) -> ProgramPlayer:
            folder = tmp_path / "bot"
            folder.mkdir(exist_ok=True)
            (folder / "bot.py").write_text(dedent(source))
            player = program_player(
                f"{how}:python3 {folder / 'bot.py'}", rules or Hearts(2), limits=limits, **options
            )
            return stack.enter_context(player)

        yield make
