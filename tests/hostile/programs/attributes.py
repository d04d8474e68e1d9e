# expects: escape=C
"""Changes the mode, owner, times and attributes of a file outside, by every call that Linux has for it."""

victim, here = path("victim_file"), -100
words = (ctypes.c_uint64 * 4)(1, 0, 1, 0)

tell(
    chmod=lambda: ok(LIBC.chmod(victim, 0o777)),
    chown=lambda: ok(LIBC.chown(victim, os.getuid(), os.getgid())),
    lchown=lambda: ok(LIBC.lchown(victim, os.getuid(), os.getgid())),
    fchmodat=lambda: syscall(268, 53, here, victim, 0o777),
    fchmodat2=lambda: syscall(452, 452, here, victim, 0o777, 0),
    fchownat=lambda: syscall(260, 54, here, victim, os.getuid(), os.getgid(), 0),
    utimensat=lambda: syscall(280, 88, here, victim, words, 0),
    utime=lambda: not ARM and syscall(132, 0, victim, words),
    utimes=lambda: not ARM and syscall(235, 0, victim, words),
    futimesat=lambda: not ARM and syscall(261, 0, here, victim, words),
    setxattr=lambda: syscall(188, 5, victim, b"user.playfunc", b"x", 1, 0),
    lsetxattr=lambda: syscall(189, 6, victim, b"user.playfunc", b"x", 1, 0),
    setxattrat=lambda: syscall(463, 463, here, victim, 0, b"user.playfunc", words, 16),
    removexattr=lambda: syscall(197, 14, victim, b"user.playfunc"),
)
