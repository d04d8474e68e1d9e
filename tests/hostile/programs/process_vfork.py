# expects: escape=nothing fault=start_a_process
"""Starts a process by vfork."""


def vforks():
    child = LIBC.vfork()
    if child == 0:
        LIBC._exit(0)
    return child > 0


tell(vforks)
