# expects: escape=C
"""Other doors to the kernel, and other tables of system calls."""


def io_uring():
    return syscall(425, 425, 1, (ctypes.c_char * 120)())


def bpf():
    return syscall(321, 280, 5, (ctypes.c_char * 120)(), 120)


def userfaultfd():
    return syscall(323, 282, 1)


def unshares():
    return ok(LIBC.unshare(0x10000000))


def traces():
    return syscall(101, 117, 16, OUTSIDE["victim"], 0, 0) and LIBC.ptrace(17, OUTSIDE["victim"], 0, 0) == 0


def peeks():
    return syscall(310, 270, OUTSIDE["judge"], None, 0, None, 0, 0)


def compares():
    return syscall(312, 272, OUTSIDE["judge"], OUTSIDE["judge"], 1, 0, 0)


def keys():
    return syscall(250, 219, 0, -3, 1)


def x32():
    """The numbers of the second table for x86-64: here its chmod."""
    return not ARM and LIBC.syscall(0x40000000 + 90, path("victim_file"), 0o777) >= 0


def handles():
    return syscall(303, 264, -100, b"/usr", (ctypes.c_char * 200)(128), ctypes.byref(ctypes.c_int()), 0)


tell(io_uring, bpf, userfaultfd, unshares, traces, peeks, compares, keys, x32, handles)
