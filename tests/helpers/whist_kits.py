"""The client kits of SkullWhist, unpacked and run as their READMEs say, and their strategy in other words."""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from playfunc_web.skullwhist.kits import BOTS, kits_zip

QUICK = {"WHIST_STATUS_SECONDS": "0.02", "WHIST_RETRY_SECONDS": "0.05"}


@dataclass(frozen=True)
class Kit:
    """A kit in its own folder."""

    language: str
    folder: Path

    @cached_property
    def command(self) -> list[str]:
        """The last command of its README, without the arguments; those before it are run, once."""
        block = re.search(
            r"```sh\n(.*?)```", (self.folder / "README.md").read_text(encoding="utf-8"), re.DOTALL
        )
        assert block is not None
        *first, last = ([*line.split()] for line in block[1].splitlines())
        for command in first:
            subprocess.run(_there(command), cwd=self.folder, check=True)
        assert last[2:] == ["SERVER", "NAME", "PASSWORD", "[GAMES]"]
        return self._compiled(_there(last[:2]))

    def _compiled(self, command: list[str]) -> list[str]:
        """Java compiles at each start; once is enough here."""
        if self.language != "java":
            return command
        subprocess.run(_there(["javac", "Bot.java"]), cwd=self.folder, check=True)
        return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "Bot"]

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("WHIST_")}
        return subprocess.Popen(
            [*self.command, *arguments],
            cwd=self.folder,
            env={**clean, **QUICK, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        with self.start(*arguments, **environment) as process:
            out, err = process.communicate(timeout=120)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def unpacked(folder: Path) -> Mapping[str, Kit]:
    """All kits, from the zip that the site gives away."""
    with zipfile.ZipFile(io.BytesIO(kits_zip())) as archive:
        archive.extractall(folder)
    return {language: Kit(language, folder / "skullwhist-kits" / language) for language in BOTS}


def _there(command: list[str]) -> list[str]:
    program, *arguments = command
    if program == "python3":
        return [sys.executable, *arguments]
    if shutil.which(program) is None:
        pytest.skip(f"needs {program}; .ci/all.py names the package of Debian")
    return command


def bid_of(hand: Sequence[str]) -> int:
    """The bid of every kit."""
    high = {*(f"S{value:02}" for value in range(6, 14))}
    high |= {f"{suit}{value}" for suit in "CDH" for value in (11, 12, 13)}
    return len(high & set(hand)) or 1


def card_of(hand: Sequence[str], lead: str | None) -> str:
    """The card of every kit: all 52 cards are walked from the lowest, or if it leads from the highest."""
    order = [f"{suit}{value:02}" for value in range(1, 14) for suit in "CDHS"]
    if lead is None:
        return next(card for card in reversed(order) if card in hand)
    suit = lead[0] if any(card.startswith(lead[0]) for card in hand) else "CDHS"
    legal = [card for card in order if card in hand and card[0] in suit]
    beating = [card for card in legal if (card[0] == lead[0] and card > lead) or (card[0] == "S" != lead[0])]
    return (beating or legal)[0]
