# expects: escape=C rules=passed
"""Shares memory or messages with whoever comes later: to remember, or to talk to another submission."""
import multiprocessing.shared_memory
import mmap


def segment():
    number = syscall("shmget", 0, 8, 0o1600)
    if number >= 0:
        LIBC.shmctl(number, 0, None)
    return number >= 0


def queue():
    number = syscall("msgget", 0, 0o1600)
    if number >= 0:
        LIBC.msgctl(number, 0, None)
    return number >= 0


def mapped():
    room = mmap.mmap(-1, 4096, flags=mmap.MAP_SHARED)
    return room is None  # shared with nobody: allowed


play = after(
    segment, queue, mapped,
    by_name=lambda: multiprocessing.shared_memory.SharedMemory(create=True, size=8, name="hostile"),
    nameless=lambda: syscall("memfd_create", b"hostile", 0) >= 0,
)
