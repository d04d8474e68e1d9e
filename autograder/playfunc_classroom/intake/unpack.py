"""Archives from strangers (zip, tar, tar.gz), unpacked within bounds: nothing is written outside the folder, nothing
that grows without end, no links, no devices; what is damaged costs that file alone, or in a tar what follows it.

Sizes are counted while bytes are read, for an archive's own table may lie.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path, PurePosixPath
from typing import IO

ZIP, TARS = ".zip", (".tar", ".tar.gz", ".tgz")
"""How the names of archives end that are unpacked."""

LONGEST, DEEPEST = 255, 30
"""Bytes of a name, and folders in folders: deeper ones cannot be listed, copied or deleted any more."""

_CHUNK = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
)
"""What Python raises for cut, garbled, encrypted or oddly packed members."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one archive may hold: bytes a file and in all, and files."""

    file: int = 50 * 1024**2
    total: int = 8 * 1024**3
    files: int = 20_000


class UnpackError(ValueError):
    """The archive as a whole cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class _Member:
    """What an archive holds, other than folders."""

    name: str
    is_file: bool
    """Whether it is an ordinary file: no link, no device."""
    modified: Callable[[], float]
    """Seconds since 1970. Raises `ValueError`."""
    open: Callable[[], IO[bytes]]


def is_archive(path: Path) -> bool:
    """Whether it is called like an archive that `unpack` opens."""
    return path.name.lower().endswith((ZIP, *TARS))


def unpack(
    archive: Path, folder: Path, bounds: Bounds, zone: tzinfo, came: float | None = None
) -> tuple[str, ...]:
    """Unpack into `folder`; a sentence for each file left out. Each file gets the time `came`, in seconds since
    1970, or the one that the archive gives it, which names no zone in a zip and is read in `zone`: whoever made
    the archive chose that. Raises `UnpackError` when it is no archive, or holds more than it may."""
    is_zip = archive.name.lower().endswith(ZIP)
    problems = []
    left = bounds.total
    members = _zip_members(archive, bounds, zone) if is_zip else _tar_members(archive, bounds)
    try:
        for member in members:
            try:
                target = folder.joinpath(*_safe_parts(member))
                left -= _write(member, target, bounds.file, left)
                if came is not None and target.exists():
                    os.utime(target, (came, came))
            except UnpackError:
                raise
            except _DAMAGE as error:
                problems.append(f"{member.name[:200]} was left out: {error}")
            if left < 0:
                raise UnpackError(f"{archive.name} unpacks to more than {bounds.total >> 20} MB")
    except UnpackError:
        raise
    except _DAMAGE as error:
        kind = "zip" if is_zip else "tar"
        raise UnpackError(f"{archive.name} is damaged or no {kind} file ({error})") from error
    return tuple(problems)


def _zip_members(archive: Path, bounds: Bounds, zone: tzinfo) -> Iterator[_Member]:
    with zipfile.ZipFile(archive) as opened:
        members = [member for member in opened.infolist() if not member.is_dir()]
        if len(members) > bounds.files:
            raise UnpackError(f"{archive.name} holds {len(members)} files; at most {bounds.files} are taken")
        for each in members:
            mode = each.external_attr >> 16
            yield _Member(
                each.filename,
                not mode or stat.S_IFMT(mode) in (0, stat.S_IFREG),
                lambda each=each: datetime(*each.date_time, tzinfo=zone).timestamp(),  # type: ignore[misc]
                lambda each=each: opened.open(each),  # type: ignore[misc]
            )


def _tar_members(archive: Path, bounds: Bounds) -> Iterator[_Member]:
    """In the archive's order, each to be read before the next one: there is no way back in a stream."""
    with archive.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with gzip.open(archive) if packed else archive.open("rb") as plain:
        counted = _Counted(plain, archive.name, bounds)
        with tarfile.open(fileobj=counted, mode="r|") as opened:
            for number, each in enumerate(each for each in opened if not each.isdir()):
                if number == bounds.files:
                    raise UnpackError(f"{archive.name} holds over {number} files; at most {number} are taken")
                yield _Member(
                    each.name,
                    each.isreg(),
                    lambda each=each: float(each.mtime),  # type: ignore[misc]
                    lambda each=each: opened.extractfile(each) or io.BytesIO(),  # type: ignore[misc]
                )


class _Counted(io.RawIOBase):
    """A stream that ends in `UnpackError` when it gives more than an archive of these bounds can need: what is left out
    is unpacked too, on the way to the next member."""

    def __init__(self, stream: io.BufferedIOBase, name: str, bounds: Bounds) -> None:
        self._stream, self._name = stream, name
        self._left = self._most = bounds.total + bounds.files * 4 * tarfile.BLOCKSIZE

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise UnpackError(f"{self._name} unpacks to more than {self._most >> 20} MB")
        return data


def _safe_parts(member: _Member) -> tuple[str, ...]:
    """The member's path below the folder. Raises `ValueError` for one that leads out of it, or is no file."""
    if not member.is_file:
        raise ValueError("it is a link or a device, not a file")
    parts = PurePosixPath(member.name.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or ":" in parts[0]:
        raise ValueError("its path leads out of the archive")
    if len(parts) > DEEPEST:
        raise ValueError(f"it lies in more than {DEEPEST} folders")
    if any(len(part.encode("utf-8", "replace")) > LONGEST for part in parts):
        raise ValueError("its name is too long")
    return parts


def _write(member: _Member, target: Path, most: int, left: int) -> int:
    """The number of bytes written; beyond `left` it is one more, and the file is gone again."""
    if target.exists():
        raise ValueError("there is a file of this name already")
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    try:
        with member.open() as source, target.open("wb") as file:
            while chunk := source.read(_CHUNK):
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
        modified = member.modified()
        os.utime(target, (modified, modified))
    return written
