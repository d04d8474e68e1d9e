"""A submitted program, as a value. The caller that runs it checks whether its command starts anything."""

from __future__ import annotations

import hashlib
import stat
from dataclasses import dataclass
from pathlib import Path

__all__ = ["COMMAND_FILE", "PREFIXES", "Program", "ProgramError", "read_program"]

COMMAND_FILE = "program.txt"
"""One line beside the program: how it is started, such as `exec-lines:python3 bot.py`."""

_MOST_BYTES = 16 * 2**20
PREFIXES = ("exec:", "exec-lines:", "exec-args:")


class ProgramError(ValueError):
    """A command that starts no program; the message says what would."""


@dataclass(frozen=True, slots=True)
class Program:
    """`name` as people write it on a command line, and the files it was handed in with: (name, content,
    executable). Without files it is the command as it stands, with the rights of the user who runs this."""

    name: str
    files: tuple[tuple[str, bytes, bool], ...]

    @property
    def source(self) -> str:
        """Everything a reader can read of it, and a digest of all the rest: what a mark is a mark of."""
        return "\n".join([f"# {self.name}", *(_readable(name, content) for name, content, _ in self.files)])


def read_program(folder: Path) -> Program:
    """The program in `folder`, all of whose plain files belong to it. Raises `ProgramError`."""
    text = (folder / COMMAND_FILE).read_text(encoding="utf-8", errors="replace").strip()
    if "\n" in text or "\0" in text or not text.startswith(PREFIXES):
        raise ProgramError(
            f"{COMMAND_FILE} holds one line such as exec-lines:python3 bot.py, and this is {text[:80]!r}"
        )
    paths = sorted(p for p in folder.iterdir() if p.is_file() and not p.is_symlink())
    paths = [p for p in paths if p.suffix != ".ipynb" and p.name != COMMAND_FILE]
    if not paths:
        raise ProgramError(f"no program lies beside {COMMAND_FILE}")
    if sum(p.stat().st_size for p in paths) > _MOST_BYTES:
        raise ProgramError(f"the files beside {COMMAND_FILE} are over {_MOST_BYTES >> 20} MiB together")
    files = tuple((p.name, p.read_bytes(), bool(p.stat().st_mode & stat.S_IXUSR)) for p in paths)
    return Program(text, files)


def _readable(name: str, content: bytes) -> str:
    try:
        return f"# {name}\n{content.decode('utf-8')}"
    except UnicodeDecodeError:
        return f"# {name}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"
