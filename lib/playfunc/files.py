"""Files that are written whole or not at all, and values that are kept in the user's folder for caches."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

SCRATCH = ".playfunc-scratch-"
"""How the names of half-written files begin; a run that was killed may leave one behind."""


def os_message(error: OSError) -> str:
    """What the system said, and the file where it names one: a full disk names none."""
    said = error.strerror or str(error) or type(error).__name__
    return said if error.filename is None else f"{said}: {error.filename}"


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


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a formula of a spreadsheet begins with; some take the wide forms too."""


def harmless(text: str) -> str:
    """The text for a CSV file, behind an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.startswith(FORMULAS) else text


def cache_root() -> Path:
    """`PLAYFUNC_CACHE`, or the system's folder for caches."""
    named = os.environ.get("PLAYFUNC_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path  # not needed in a worker, which gets its folder

    return user_cache_path("playfunc", appauthor=False)


def remembered(
    name: str, key: object, compute: Callable[[], Any], usable: Callable[[Any], bool] = lambda value: True
) -> Any:
    """The JSON value that `compute` gives for `key`, from the cache folder's file `name` if it was computed for an
    equal key before and is still `usable`. The file holds the newest alone; where it cannot be written, nothing is
    kept."""
    digest = hashlib.sha256(repr(key).encode("utf-8", "surrogateescape")).hexdigest()
    path = cache_root() / f"{name}.json"
    with suppress(OSError, ValueError, TypeError, KeyError):
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["key"] == digest and usable(kept["value"]):
            return kept["value"]
    value = compute()
    with suppress(OSError):
        write_whole(path, json.dumps({"key": digest, "value": value}), mode=0o600)
    return value


def file_stamps(paths: Iterable[Path]) -> tuple[tuple[str, int, int], ...]:
    """What changes when one of these files does: each path with its size and the time of its last change, in
    nanoseconds. A file that cannot be looked at has -1 for both."""
    return tuple(_file_stamp(path) for path in paths)


def _file_stamp(path: Path) -> tuple[str, int, int]:
    try:
        found = path.stat()
    except OSError:
        return str(path), -1, -1
    return str(path), found.st_size, found.st_mtime_ns
