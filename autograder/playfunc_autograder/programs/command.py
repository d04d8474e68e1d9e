"""Parse a command such as `exec:python3 bots/greedy.py`: a program, its arguments, and the folder it lives in."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc_checks.submitted_player import Program, ProgramError

from playfunc_autograder.programs.interpreters import (
    SYSTEM,
    find_program,
    interpreter_at,
    named_runtimes,
    runtimes_of,
    script,
)
from playfunc_autograder.sandbox.packages import within


@dataclass(frozen=True, slots=True)
class ProgramCommand:
    """`argv` with absolute paths; `folder` is all of its own files that the program may read, `runtimes` are the
    folders outside the system's that its interpreter was installed to."""

    argv: tuple[str, ...]
    folder: str
    name: str
    runtimes: tuple[str, ...] = ()


@contextmanager
def put_down(program: Program) -> Iterator[Path]:
    """A folder with the files of the program that was handed in, which is gone afterwards."""
    with TemporaryDirectory(prefix="playfunc-") as folder:
        for name, content, executable in program.files:
            path = Path(folder) / name
            path.write_bytes(content)
            path.chmod(0o755 if executable else 0o644)
        yield Path(folder)


def read_command(text: str, base: Path | None = None) -> ProgramCommand:
    """The command in `text`, split as a shell would. `python` and `python3` are the Python that runs this.

    Paths are read from the current folder; or from `base` where one is given, and then a file outside it
    counts for nothing, because the author of `text` may not be the user who runs it. Raises `ProgramError`.
    """
    try:
        return _read(text, base)
    except OSError as error:  # such as a word that is too long to name a file
        raise ProgramError(f"the command {text[:80]!r} cannot be used: {error.strerror or error}") from error


def _read(text: str, base: Path | None) -> ProgramCommand:
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
    first = (base / words[0]).resolve() if os.sep in words[0] else own
    if inside is not None and not (
        own.is_relative_to(base) and (first.is_relative_to(base) or _is_shown(first))
    ):
        raise ProgramError(f"{text!r} names a file that was not handed in")
    folder = own if own.is_dir() else own.parent
    if folder == Path(folder.anchor) or folder == Path.home():
        raise ProgramError(
            f"{own} lies in {folder}, all of which the program could read: give it its own folder"
        )
    program = _program(words[0], base, interpreter=first != own)
    if sys.platform == "win32":
        return ProgramCommand((program, *arguments), str(folder), own.stem)
    before = script(Path(program)) if program.startswith(f"{folder}{os.sep}") else ()
    argv = (*before, program, *arguments)
    return ProgramCommand(argv, str(folder), own.stem, runtimes_of(argv[0], str(folder)))


def _is_shown(path: Path) -> bool:
    """Whether every program may read it."""
    return str(path).startswith(SYSTEM) or any(within(str(path), place) for place in named_runtimes())


def _program(word: str, base: Path, *, interpreter: bool) -> str:
    if os.sep in word or (os.altsep and os.altsep in word):
        path = (base / word).resolve()
        if not path.is_file():
            raise ProgramError(f"there is no program {word!r}")
        if not os.access(path, os.X_OK):
            raise ProgramError(f"{word!r} may not be executed; try: chmod +x {word}")
        return interpreter_at(os.path.join(base, word)) if interpreter else str(path)
    return find_program(word)


def own_file(words: Sequence[str], base: Path) -> Path | None:
    """The first word that is a path of the player's own: the program itself; or what its interpreter reads, if that is
    one of the system's or lies in another folder."""
    given = [(base / word).resolve() for word in words[1:] if (base / word).exists()]
    if os.sep not in words[0]:
        return next(iter(given), None)
    first = (base / words[0]).resolve()
    if str(first).startswith(SYSTEM):
        return next(iter(given), None)
    return next((path for path in given if not path.is_relative_to(first.parent)), first)
