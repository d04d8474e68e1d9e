# expects: escape=C rules=passed
"""Sends signals to other processes: none is more than a question whether it could."""
PID = OUTSIDE["victim"]


def asks():
    return LIBC.kill(PID, 0) == 0


def asks_parent():
    return LIBC.kill(os.getppid(), 0) == 0


def asks_all():
    return LIBC.kill(-1, 0) == 0


def asks_in_python():
    os.kill(PID, 0)
    return True


def asks_by_descriptor():
    return syscall("pidfd_open", PID, 0) >= 0


play = after(asks, asks_parent, asks_all, asks_in_python, asks_by_descriptor)
