# expects: escape=nothing fault=MiB_of_memory
"""Looks at a page in every two megabytes of a huge mapping: the tables of pages grow, and no page does."""

sys.stdin.readline()
LIBC.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
step, size = 2 << 20, 2 << 40
place = LIBC.mmap(None, size, 1, 0x4022, -1, 0)
LIBC.madvise(place, size, 15)
for offset in range(0, size, step):
    ctypes.c_char.from_address(place + offset).value
print("C2\tgot it", flush=True)
