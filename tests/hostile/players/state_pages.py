# expects: escape=C rules=passed
"""Takes a library's pages out of memory, or marks them, for its next process to find by the time they take."""
import mmap

MADVISE = {"x86_64": 28, "aarch64": 233}.get(platform.machine(), -1)


def advised(advice):
    with open(os.__file__, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        LIBC.mmap.restype = ctypes.c_void_p
        LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        start = LIBC.mmap(None, size, mmap.PROT_READ, mmap.MAP_PRIVATE, file.fileno(), 0)
    return LIBC.syscall(MADVISE, ctypes.c_void_p(start), ctypes.c_size_t(size), advice) == 0


play = after(
    paged_out=lambda: advised(21),
    cold=lambda: advised(20),
    at_random=lambda: advised(1),
)
