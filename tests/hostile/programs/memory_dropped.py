# expects: escape=nothing
"""Fills shared memory and drops it from the count of the process, again and again; it stays allocated."""

SIZE = 64 << 20


def drop():
    kept = 0
    for _ in range(40):
        place = LIBC.mmap(None, SIZE, 3, 0x21, -1, 0)
        if place == ctypes.c_void_p(-1).value:
            break
        ctypes.memset(place, 1, SIZE)
        LIBC.madvise(place, SIZE, 4)
        kept += SIZE
    return kept


tell(drop) if OUTSIDE["tier"] != "C" else tell()
