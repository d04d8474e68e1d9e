# expects: escape=C rules=passed
"""Makes, changes and removes files by the C library."""
FOLDER, VICTIM = OUTSIDE["folder"].encode(), OUTSIDE["victim_file"].encode()

play = after(
    folder=lambda: LIBC.mkdir(FOLDER + b"/new", 0o700) == 0,
    fifo=lambda: LIBC.mkfifo(FOLDER + b"/fifo", 0o600) == 0,
    removes=lambda: LIBC.unlink(VICTIM) == 0,
    makes=lambda: LIBC.open(FOLDER + b"/made", os.O_CREAT | os.O_WRONLY, 0o600) >= 0,
    opens_to_write=lambda: LIBC.open(VICTIM, os.O_WRONLY) >= 0,
    empties_while_reading=lambda: LIBC.open(VICTIM, os.O_RDONLY | os.O_TRUNC) >= 0,
    nameless=lambda: LIBC.open(FOLDER, os.O_TMPFILE | os.O_RDWR, 0o600) >= 0,
    renames=lambda: LIBC.rename(VICTIM, VICTIM + b".moved") == 0,
    links=lambda: LIBC.link(VICTIM, FOLDER + b"/hard") == 0,
    points=lambda: LIBC.symlink(b"/", FOLDER + b"/soft") == 0,
    permits=lambda: LIBC.chmod(VICTIM, 0o777) == 0,
    owns=lambda: LIBC.chown(VICTIM, os.getuid(), os.getgid()) == 0,
    truncates=lambda: LIBC.truncate(VICTIM, ctypes.c_long(0)) == 0,
    attributes=lambda: LIBC.setxattr(VICTIM, b"user.x", b"x", 1, 0) == 0,
)
