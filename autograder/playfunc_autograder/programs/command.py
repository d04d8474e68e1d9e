"""What somebody means by `exec:python3 bots/greedy.py`: a program, its arguments, and the folder it lives in."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ProgramCommand", "ProgramError", "own_file", "read_command"]

_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/lib", "/opt/")
_PYTHONS = ("python", "python3", f"python3.{sys.version_info.minor}")


class ProgramError(ValueError):
    """A command that starts no program; the message says what would."""


@dataclass(frozen=True, slots=True)
class ProgramCommand:
    """`argv` with absolute paths; `folder` is all of its own files that the program may read."""

    argv: tuple[str, ...]
    folder: str
    name: str

    @property
    def runtime(self) -> str | None:
        """The folder that the interpreter or compiler's runtime was installed to, where that is outside
        the system's own folders."""
        program = os.path.realpath(self.argv[0])
        if program.startswith((*_SYSTEM, self.folder + os.sep)):
            return None
        return os.path.dirname(os.path.dirname(program))


def read_command(text: str, base: Path | None = None) -> ProgramCommand:
    """The command in `text`, split as a shell would. `python` and `python3` are the Python that runs this.

    Paths are read from the current folder; or from `base` where one is given, and then a file outside it
    counts for nothing, because whoever wrote `text` may not be who runs it. Raises `ProgramError`.
    """
    inside, base = base, (base or Path.cwd()).resolve()
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ProgramError(f"the command {text!r} cannot be read: {error}") from error
    if not words:
        raise ProgramError("no command stands behind the colon; write for example exec:./bot")
    arguments = [str((base / word).resolve()) if (base / word).exists() else word for word in words[1:]]
    own = own_file(words, base)
    if own is None:
        raise ProgramError(
            f"no word of {text!r} names a file or folder that is here: a program must lie in a folder of its own"
        )
    if inside is not None and not own.is_relative_to(base):
        raise ProgramError(f"{text!r} names a file that was not handed in")
    folder = own if own.is_dir() else own.parent
    if folder == Path(folder.anchor) or folder == Path.home():
        raise ProgramError(
            f"{own} lies in {folder}, all of which the program could read: give it its own folder"
        )
    return ProgramCommand((_program(words[0], base), *arguments), str(folder), own.stem)


def _program(word: str, base: Path) -> str:
    if word in _PYTHONS:
        return os.path.realpath(sys.executable)
    if os.sep in word or (os.altsep and os.altsep in word):
        path = (base / word).resolve()
        if not path.is_file():
            raise ProgramError(f"there is no program {word!r}")
        if not os.access(path, os.X_OK):
            raise ProgramError(f"{word!r} may not be executed; try: chmod +x {word}")
        return str(path)
    found = shutil.which(word)
    if found is None:
        raise ProgramError(
            f"{word!r} is not installed here (nor a file: write ./{word} for one in this folder)"
        )
    return os.path.realpath(found) if sys.platform != "win32" else found


def own_file(words: Sequence[str], base: Path) -> Path | None:
    """The first word that is a path of the player's own: the program itself, or what its interpreter reads."""
    first = (base / words[0]).resolve() if os.sep in words[0] else None
    if first is not None and not str(first).startswith(_SYSTEM):
        return first
    return next(((base / word).resolve() for word in words[1:] if (base / word).exists()), None)
