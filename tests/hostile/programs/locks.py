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


def flock_shared():
    return each(lambda file: fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB))


def flock_alone():
    return each(lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB))


def record_lock():
    return each(lambda file: fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB))


def asks_for_locks():
    held = struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0)
    return each(lambda file: fcntl.fcntl(file, fcntl.F_GETLK, held))


def open_file_lock():
    held = struct.pack("hhqqi4x", fcntl.F_RDLCK, 0, 0, 0, 0)
    return each(lambda file: fcntl.fcntl(file, 37, held))


def lease():
    return each(lambda file: fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_RDLCK))


tell(flock_shared, flock_alone, record_lock, asks_for_locks, open_file_lock, lease)
