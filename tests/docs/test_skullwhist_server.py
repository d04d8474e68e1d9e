"""A reader who has docs/skullwhist-server.md alone: the server it starts, the kit and the player that meet there."""

import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from command import QUICK
from playfunc_web.site import read_settings
from playfunc_web.skullwhist.kits import BOTS, kits_zip
from playfunc_web.skullwhist.methods import METHODS

pytestmark = pytest.mark.broad

CLONE = Path(__file__).parents[2]
TEXT = (CLONE / "docs" / "skullwhist-server.md").read_text(encoding="utf-8")
PORT = "8001"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@dataclass
class Shell:
    """Commands of the page: what is exported holds for those after it, and the port is a free one."""

    folder: Path
    port: str
    environment: dict[str, str]

    def start(self, command: str) -> subprocess.Popen[str]:
        program, *arguments = shlex.split(command.replace(PORT, self.port))
        start = {"playfunc": ["-c", QUICK], "python3": []}[program]
        return subprocess.Popen(
            [sys.executable, *start, *arguments],
            cwd=self.folder,
            env={**os.environ, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def export(self, line: str) -> None:
        name, value = shlex.split(line.removeprefix("export "))[0].split("=")
        self.environment[name] = value


@pytest.fixture
def shell(tmp_path: Path, free_port: int) -> Shell:
    return Shell(tmp_path, str(free_port), {"WHIST_STATUS_SECONDS": "0.02", "WHIST_GAMES": "1"})


@pytest.fixture
def server(shell: Shell) -> Iterator[None]:
    install, serve = blocks("sh")[0].splitlines()
    assert install == "pip install 'playfunc[web]'"
    with shell.start(f"{serve} --port {PORT}") as process:
        try:
            assert process.stdout is not None
            assert f"SkullWhist in whist is at http://127.0.0.1:{shell.port}" in process.stdout.readline()
            yield
        finally:
            process.terminate()
            process.communicate(timeout=60)


def test_the_kit_and_the_player_of_the_page_meet(shell: Shell, server: None) -> None:
    (address,) = re.findall(r"\((http://\S+\.zip)\)", TEXT)
    with urllib.request.urlopen(address.replace(PORT, shell.port)) as answer:
        downloaded = answer.read()
    assert downloaded == kits_zip()
    zipfile.ZipFile(io.BytesIO(downloaded)).extractall(shell.folder)
    (player,) = blocks("python")
    (shell.folder / "player.py").write_text(player, encoding="utf-8")
    commands = [line for block in blocks("sh")[1:] for line in block.splitlines()]
    for line in commands:
        if line.startswith("export"):
            shell.export(line)
    kit, bot = (shell.start(line) for line in commands if not line.startswith("export"))
    told, other = (process.communicate(timeout=240)[0] for process in (bot, kit))
    assert (bot.returncode, kit.returncode) == (0, 0), told + other
    met = re.match(r"game (\d+) against bot \d: (won|tied|lost) \(", told)
    assert met is not None, told
    assert re.search(r"^1 game: \d won, \d tied, \d lost$", told, re.MULTILINE)
    assert f"game {met[1]}: over " in other


def test_the_settings_that_it_shows_are_settings(tmp_path: Path) -> None:
    (block,) = blocks("toml")
    (tmp_path / "site.toml").write_text(block, encoding="utf-8")
    shown, read = tomllib.loads(block), read_settings(tmp_path / "site.toml")
    assert read.open_registration is True
    assert {name: getattr(read.skullwhist, name) for name in shown["skullwhist"]} == shown["skullwhist"]


def test_every_method_is_in_the_order_of_requests() -> None:
    (order,) = blocks("text")
    assert [name for name in METHODS if not re.search(rf"\b{name}\b", order)] == []


def test_every_language_of_the_kits_is_named() -> None:
    named = {"C#": "csharp"}
    listed = re.search(r"in seven languages: (.*?)\.", TEXT)
    assert listed is not None
    words = re.split(r", | and ", listed[1])
    assert {named.get(word, word.lower()) for word in words} == set(BOTS)


def test_every_file_that_it_links_is_there() -> None:
    links = [link for link in re.findall(r"\]\(([\w./-]+)\)", TEXT) if not link.startswith("http")]
    assert links
    assert [link for link in links if not (CLONE / "docs" / link).is_file()] == []
