# expects: escape=C fault=start_a_process
"""Starts a process by fork."""


def forks():
    child = LIBC.fork()
    if child == 0:
        LIBC._exit(0)
    return child > 0


tell(forks)
