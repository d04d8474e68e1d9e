# expects: escape=C rules=passed
"""Wakes whoever waits, in another process, for a word of a library's file that both have mapped."""
import mmap

FUTEX = {"x86_64": 202, "aarch64": 98}.get(platform.machine(), -1)
WAKE, WAKE_BITSET = 1, 10


def called(operation):
    with open(os.__file__, "rb") as file:
        LIBC.mmap.restype = ctypes.c_void_p
        LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        word = LIBC.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file.fileno(), 0)
    return LIBC.syscall(FUTEX, ctypes.c_void_p(word), operation, 1, None, None, -1) >= 0


play = after(
    wakes=lambda: called(WAKE),
    wakes_some=lambda: called(WAKE_BITSET),
)
