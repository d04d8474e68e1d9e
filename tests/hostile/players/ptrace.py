# expects: escape=C rules=passed
"""Reaches into another process: by ptrace, its memory, its descriptors, its processors and limits."""
PID = OUTSIDE["victim"]


def reads():
    room = ctypes.create_string_buffer(8)
    here = (ctypes.c_size_t * 2)(ctypes.addressof(room), 8)
    there = (ctypes.c_size_t * 2)(0x400000, 8)
    return syscall("process_vm_readv", PID, here, 1, there, 1, 0) >= 0


def takes_descriptor():
    process = syscall("pidfd_open", PID, 0)
    return process >= 0 and syscall("pidfd_getfd", process, 1, 0) >= 0


def traces_parent():
    LIBC.ptrace.restype = ctypes.c_long
    return syscall("ptrace", 0x4206, os.getppid(), 0, 0) == 0 if os.getppid() == PID else False


play = after(
    reads, takes_descriptor, traces_parent,
    seizes=lambda: syscall("ptrace", 0x4206, PID, 0, 0) == 0,
    reads_limits=lambda: syscall("prlimit64", PID, 7, None, (ctypes.c_uint64 * 2)()) == 0,
    moves=lambda: syscall("sched_setaffinity", PID, 8, (ctypes.c_uint64 * 16)(1)) == 0,
    slows=lambda: syscall("setpriority", 0, PID, 19) == 0,
)
