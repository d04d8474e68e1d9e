# expects: escape=C
"""Locks on files that every program may read would be a channel between two of them."""


def each(lock):
    got = []
    for name in readable():
        try:
            lock(os.open(name, os.O_RDONLY))
            got.append(name)
        except OSError:
            continue
    return got


def asks_for_locks():
    held = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
    return each(lambda file: fcntl.fcntl(file, fcntl.F_GETLK, held))


def open_file_lock():
    held = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
    return each(lambda file: fcntl.fcntl(file, 37, held))


tell(
    asks_for_locks, open_file_lock,
    flock_shared=lambda: each(lambda file: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)),
    flock_alone=lambda: each(lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)),
    record_lock=lambda: each(lambda file: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)),
    lease=lambda: each(lambda file: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK)),
)
