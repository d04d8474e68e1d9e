# expects: escape=C rules=passed
"""Locks a file that every player may read, which would be a channel between two of them, and watches folders."""


def locks_a_part():
    import fcntl

    fcntl.lockf(os.open(os.__file__, os.O_RDONLY), fcntl.LOCK_SH | fcntl.LOCK_NB)
    return True


def leases():
    import fcntl

    fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
    return True


play = after(
    locks_a_part, leases,
    locks=lambda: LIBC.flock(os.open(os.__file__, os.O_RDONLY), 1 | 4) == 0,
    watches=lambda: LIBC.inotify_add_watch(LIBC.inotify_init(), OUTSIDE["folder"].encode(), 0xFFF) >= 0,
)
