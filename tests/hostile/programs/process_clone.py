# expects: escape=C fault=start_a_process
"""Starts a process by the bare call, after the newer one has been refused; with memory of its own or not."""


def clone3():
    arguments = (ctypes.c_uint64 * 11)()
    arguments[4] = 17
    child = LIBC.syscall(435, arguments, 88)
    if child == 0:
        LIBC._exit(0)
    return child > 0


def clone():
    child = LIBC.syscall(220 if ARM else 56, 17, 0, 0, 0, 0)
    if child == 0:
        LIBC._exit(0)
    return child > 0


tell(clone3, clone)
