# expects: escape=C
"""Signals the process that marks, by every way; the signals do nothing where they arrive."""

judge = OUTSIDE["judge"]
SIGCONT = 18


def by_input():
    fcntl.fcntl(0, fcntl.F_SETOWN, judge)
    return True


def by_session():
    os.setsid()
    return True


tell(
    by_input, by_session,
    kill=lambda: ok(LIBC.kill(judge, SIGCONT)),
    kill_all=lambda: ok(LIBC.kill(-1, 0)),
    tgkill=lambda: syscall(234, 131, judge, judge, SIGCONT),
    tkill=lambda: syscall(200, 130, judge, SIGCONT),
    queue=lambda: ok(LIBC.sigqueue(judge, SIGCONT, 0)),
    by_descriptor=lambda: syscall(434, 434, judge, 0),
)
