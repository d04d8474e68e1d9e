# expects: escape=nothing rules=passed
"""Maps memory past Python's own allocator; bounded to four gigabytes in case that nobody else bounds it."""
import mmap


def maps():
    rooms = [mmap.mmap(-1, 2**28) for _ in range(16)]
    return len(rooms)


def allocates():
    LIBC.malloc.restype = ctypes.c_void_p
    rooms = [LIBC.malloc(ctypes.c_size_t(2**28)) for _ in range(16)]
    given = [room for room in rooms if room]
    for room in given:
        LIBC.free(ctypes.c_void_p(room))
    return len(given) == 16


def raises_limit():
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (2**34, 2**34))
    LIBC.malloc.restype = ctypes.c_void_p
    return LIBC.malloc(ctypes.c_size_t(2**32)) if os.getuid() else None  # root may, where only limits hold


play = after(maps, allocates, raises_limit)
