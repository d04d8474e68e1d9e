# expects: escape=C
"""Other doors to the kernel, and other tables of system calls."""


def x32():
    """The numbers of the second table for x86-64: here its chmod."""
    return not ARM and LIBC.syscall(0x40000000 + 90, path("victim_file"), 0o777) >= 0


tell(
    x32,
    io_uring=lambda: syscall(425, 425, 1, (ctypes.c_char * 120)()),
    bpf=lambda: syscall(321, 280, 5, (ctypes.c_char * 120)(), 120),
    userfaultfd=lambda: syscall(323, 282, 1),
    unshares=lambda: ok(LIBC.unshare(0x10000000)),
    traces=lambda: syscall(101, 117, 16, OUTSIDE["victim"], 0, 0) and LIBC.ptrace(17, OUTSIDE["victim"], 0, 0) == 0,
    peeks=lambda: syscall(310, 270, OUTSIDE["judge"], None, 0, None, 0, 0),
    compares=lambda: syscall(312, 272, OUTSIDE["judge"], OUTSIDE["judge"], 1, 0, 0),
    keys=lambda: syscall(250, 219, 0, -3, 1),
    handles=lambda: syscall(303, 264, -100, b"/usr", (ctypes.c_char * 200)(128), ctypes.byref(ctypes.c_int()), 0),
)
