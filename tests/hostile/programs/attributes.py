# expects: escape=C
"""Changes the mode, owner, times and attributes of a file outside, by every call that Linux has for it."""

victim, here = path("victim_file"), -100
words = (ctypes.c_uint64 * 4)(1, 0, 1, 0)


def chmod():
    return ok(LIBC.chmod(victim, 0o777))


def fchmodat():
    return syscall(268, 53, here, victim, 0o777)


def fchmodat2():
    return syscall(452, 452, here, victim, 0o777, 0)


def chown():
    return ok(LIBC.chown(victim, os.getuid(), os.getgid()))


def lchown():
    return ok(LIBC.lchown(victim, os.getuid(), os.getgid()))


def fchownat():
    return syscall(260, 54, here, victim, os.getuid(), os.getgid(), 0)


def utimensat():
    return syscall(280, 88, here, victim, words, 0)


def utime():
    return not ARM and syscall(132, 0, victim, words)


def utimes():
    return not ARM and syscall(235, 0, victim, words)


def futimesat():
    return not ARM and syscall(261, 0, here, victim, words)


def setxattr():
    return syscall(188, 5, victim, b"user.playfunc", b"x", 1, 0)


def lsetxattr():
    return syscall(189, 6, victim, b"user.playfunc", b"x", 1, 0)


def setxattrat():
    return syscall(463, 463, here, victim, 0, b"user.playfunc", words, 16)


def removexattr():
    return syscall(197, 14, victim, b"user.playfunc")


tell(chmod, fchmodat, fchmodat2, chown, lchown, fchownat, utimensat, utime, utimes, futimesat, setxattr,
     lsetxattr, setxattrat, removexattr)
