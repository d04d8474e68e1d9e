"""A disk that is full after a few megabytes."""

import ctypes
import os
from pathlib import Path

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_REC_PRIVATE = 0x44000


def small_disk(folder: Path, megabytes: int = 4) -> None:
    """Let `folder` be a disk that this process and those that it starts see alone. Raises `OSError`."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()

    def done(result: int) -> None:
        if result:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    done(libc.unshare(CLONE_NEWNS | (CLONE_NEWUSER if user else 0)))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {user} 1")
        Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    done(libc.mount(b"none", b"/", None, MS_REC_PRIVATE, None))
    done(libc.mount(b"none", os.fsencode(folder), b"tmpfs", 0, b"size=%dm" % megabytes))


def fill(path: Path) -> None:
    """Write to a file until the disk takes nothing."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
