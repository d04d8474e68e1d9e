# expects: escape=C
"""Signals the process that marks, by every way; the signals do nothing where they arrive."""

judge = OUTSIDE["judge"]
SIGCONT = 18


def kill():
    return ok(LIBC.kill(judge, SIGCONT))


def kill_all():
    return ok(LIBC.kill(-1, 0))


def tgkill():
    return syscall(234, 131, judge, judge, SIGCONT)


def tkill():
    return syscall(200, 130, judge, SIGCONT)


def queue():
    return ok(LIBC.sigqueue(judge, SIGCONT, 0))


def by_descriptor():
    return syscall(434, 434, judge, 0)


def by_input():
    fcntl.fcntl(0, fcntl.F_SETOWN, judge)
    return True


def by_session():
    os.setsid()
    return True


tell(kill, kill_all, tgkill, tkill, queue, by_descriptor, by_input, by_session)
