# expects: escape=nothing fault=MiB_of_memory
"""Fills memory and makes it read-only, so that the limit on what can be written does not count it."""

SIZE = 64 << 20

sys.stdin.readline()
LIBC.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
for _ in range(40):
    place = LIBC.mmap(None, SIZE, 3, 0x22, -1, 0)
    ctypes.memset(place, 1, SIZE)
    LIBC.mprotect(place, SIZE, 1)
print("C2\tgot it", flush=True)
