# expects: escape=C rules=passed
"""Reads the CPU clock of another process, and waits by it."""


def clock():
    return ~OUTSIDE["victim"] << 3 | 2


def reads():
    return LIBC.clock_gettime(clock(), (ctypes.c_long * 2)()) == 0


def is_there():
    return LIBC.clock_getres(clock(), (ctypes.c_long * 2)()) == 0


play = after(reads, is_there)
