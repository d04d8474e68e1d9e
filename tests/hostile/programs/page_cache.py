# expects: escape=C
"""Leaves word for later processes in what the kernel keeps of files, which outlasts a process, and reads it."""

file = os.open("/usr/bin/env", os.O_RDONLY)


def advised():
    return ok(LIBC.posix_fadvise(file, ctypes.c_long(0), ctypes.c_long(0), 4))


def paged_out():
    own = os.open(__file__, os.O_RDONLY)
    page = LIBC.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, own, 0)
    return ok(LIBC.madvise(page, 4096, 21))


def resident():
    page = LIBC.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, file, 0)
    return ok(LIBC.mincore(ctypes.c_void_p(page), ctypes.c_size_t(4096), ctypes.create_string_buffer(1)))


def at_hand():
    try:
        return os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT) >= 0
    except BlockingIOError:
        return "not in memory"


tell(advised, paged_out, resident, at_hand)
