"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["SCRATCH", "write_whole"]

SCRATCH = ".playfunc-scratch-"
"""How the names of half-written files begin; a run that was killed may leave one behind."""


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Replace the file at `path`, and make its folder. A reader, or a run after a crash, finds the old content or
    the new, never a part of it.

    Text is written as UTF-8 with the line ends that it has. The file gets the permissions `mode` from its first
    byte on, less what the process's umask takes away.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(f"{SCRATCH}{os.getpid()}.{path.name}")
    data = content.encode() if isinstance(content, str) else content
    try:
        scratch.unlink(missing_ok=True)
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
