# expects: escape=C
"""Changes attributes by a descriptor of a file that may be read, which no rule on paths sees."""

words = (ctypes.c_uint64 * 4)(1, 0, 1, 0)
file = os.open(os.path.abspath(__file__), os.O_RDONLY)


def flags():
    """FS_IOC_SETFLAGS: what chattr does; here "no dump"."""
    return ok(LIBC.ioctl(file, ctypes.c_ulong(0x40086602), ctypes.byref(ctypes.c_int(0x40))))


tell(
    flags,
    fchmod=lambda: ok(LIBC.fchmod(file, 0o600)),
    fchown=lambda: ok(LIBC.fchown(file, os.getuid(), os.getgid())),
    proc_mode=lambda: os.chmod(f"/proc/self/fd/{file}", 0o600) is None,
    futimens=lambda: syscall(280, 88, file, None, words, 0),
    fsetxattr=lambda: syscall(190, 7, file, b"user.playfunc", b"x", 1, 0),
)
