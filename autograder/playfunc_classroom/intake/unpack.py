"""Zip files from strangers, unpacked within bounds: nothing is written outside the folder, nothing that grows
without end, no links, no devices; what is damaged costs that file alone.

Sizes are counted while bytes are read, for a zip's own table may lie.
"""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import IO

__all__ = ["LONGEST", "Bounds", "UnpackError", "unpack"]

LONGEST, DEEPEST = 255, 30
"""Bytes of a name, and folders in folders: deeper ones cannot be listed, copied or deleted any more."""

_CHUNK = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)
"""What Python raises for cut, garbled, encrypted or oddly packed members."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one zip may hold: bytes a file and in all, and files."""

    file: int = 50 * 1024**2
    total: int = 8 * 1024**3
    files: int = 20_000


class UnpackError(ValueError):
    """The zip as a whole cannot be used; the message says why."""


def unpack(
    archive: Path, folder: Path, bounds: Bounds, zone: tzinfo, came: float | None = None
) -> tuple[str, ...]:
    """Unpack into `folder`; a sentence for each file left out. Each file gets the time `came`, in seconds since
    1970, or the one that the zip gives it, which names no zone and is read in `zone`: whoever made the zip chose
    that.

    Raises `UnpackError` when it is no zip, or holds more than it may.
    """
    try:
        opened = zipfile.ZipFile(archive)
    except _DAMAGE as error:
        raise UnpackError(f"{archive.name} is damaged or no zip file ({error})") from error
    problems = []
    with opened:
        members = [member for member in opened.infolist() if not member.is_dir()]
        if len(members) > bounds.files:
            raise UnpackError(f"{archive.name} holds {len(members)} files; at most {bounds.files} are taken")
        left = bounds.total
        for member in members:
            try:
                target = folder.joinpath(*_safe_parts(member))
                left -= _write(opened, member, target, bounds.file, left, zone)
                if came is not None and target.exists():
                    os.utime(target, (came, came))
            except _DAMAGE as error:
                problems.append(f"{member.filename[:200]} was left out: {error}")
            if left < 0:
                raise UnpackError(f"{archive.name} unpacks to more than {bounds.total >> 20} MB")
    return tuple(problems)


def _safe_parts(member: zipfile.ZipInfo) -> tuple[str, ...]:
    """The member's path below the folder. Raises `ValueError` for one that leads out of it, or is no file."""
    mode = member.external_attr >> 16
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise ValueError("it is a link or a device, not a file")
    parts = PurePosixPath(member.filename.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or ":" in parts[0]:
        raise ValueError("its path leads out of the zip")
    if len(parts) > DEEPEST:
        raise ValueError(f"it lies in more than {DEEPEST} folders")
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in parts):
        raise ValueError("its name is too long")
    return parts


def _write(
    opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, most: int, left: int, zone: tzinfo
) -> int:
    """The number of bytes written; beyond `left` it is one more, and the file is gone again."""
    if target.exists():
        raise ValueError("there is a file of this name already")
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    try:
        with opened.open(member) as source, target.open("wb") as file:
            for chunk in _chunks(source):
                written += len(chunk)
                if written > left:
                    target.unlink()
                    return left + 1
                if written > most:
                    raise ValueError(f"it unpacks to more than {most >> 20} MB")
                file.write(chunk)
    except _DAMAGE:
        with suppress(OSError):
            target.unlink()
        raise
    with suppress(OverflowError, ValueError, OSError):
        modified = datetime(*member.date_time, tzinfo=zone).timestamp()
        os.utime(target, (modified, modified))
    return written


def _chunks(source: IO[bytes]) -> Iterator[bytes]:
    while chunk := source.read(_CHUNK):
        yield chunk
