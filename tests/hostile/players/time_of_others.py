# expects: escape=C rules=passed
"""Reads the CPU clock of another process, and waits by it."""


def clock():
    return ~OUTSIDE["victim"] << 3 | 2


play = after(
    reads=lambda: LIBC.clock_gettime(clock(), (ctypes.c_long * 2)()) == 0,
    is_there=lambda: LIBC.clock_getres(clock(), (ctypes.c_long * 2)()) == 0,
)
