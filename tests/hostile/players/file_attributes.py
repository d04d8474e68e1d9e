# expects: escape=C rules=passed
"""Changes times, owners and attributes of a file outside."""
VICTIM = OUTSIDE["victim_file"].encode()
TIMES = (ctypes.c_uint64 * 4)(1, 0, 1, 0)

play = after(
    times=lambda: LIBC.utimensat(-100, VICTIM, TIMES, 0) == 0,
    owner=lambda: LIBC.lchown(VICTIM, os.getuid(), os.getgid()) == 0,
    attribute=lambda: LIBC.setxattr(VICTIM, b"user.playfunc", b"x", 1, 0) == 0,
)
