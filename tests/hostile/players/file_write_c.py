# expects: escape=C rules=passed
"""Makes, changes and removes files by the C library."""
FOLDER, VICTIM = OUTSIDE["folder"].encode(), OUTSIDE["victim_file"].encode()


def makes():
    return LIBC.open(FOLDER + b"/made", os.O_CREAT | os.O_WRONLY, 0o600) >= 0


def opens_to_write():
    return LIBC.open(VICTIM, os.O_WRONLY) >= 0


def empties_while_reading():
    return LIBC.open(VICTIM, os.O_RDONLY | os.O_TRUNC) >= 0


def nameless():
    return LIBC.open(FOLDER, os.O_TMPFILE | os.O_RDWR, 0o600) >= 0


def renames():
    return LIBC.rename(VICTIM, VICTIM + b".moved") == 0


def links():
    return LIBC.link(VICTIM, FOLDER + b"/hard") == 0


def points():
    return LIBC.symlink(b"/", FOLDER + b"/soft") == 0


def folder():
    return LIBC.mkdir(FOLDER + b"/new", 0o700) == 0


def fifo():
    return LIBC.mkfifo(FOLDER + b"/fifo", 0o600) == 0


def permits():
    return LIBC.chmod(VICTIM, 0o777) == 0


def owns():
    return LIBC.chown(VICTIM, os.getuid(), os.getgid()) == 0


def truncates():
    return LIBC.truncate(VICTIM, ctypes.c_long(0)) == 0


def attributes():
    return LIBC.setxattr(VICTIM, b"user.x", b"x", 1, 0) == 0


def removes():
    return LIBC.unlink(VICTIM) == 0


play = after(
    makes, opens_to_write, empties_while_reading, nameless, renames, links, points, folder, fifo, permits, owns,
    truncates, attributes, removes
)
