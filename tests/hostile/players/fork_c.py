# expects: escape=C rules=passed
"""Starts processes by the C library and by bare system calls. A child that comes to be ends at once."""


def forks():
    child = LIBC.fork()
    if child == 0:
        LIBC._exit(0)
    return child > 0


def clones():
    arguments = (ctypes.c_uint64 * 11)()
    arguments[4] = 17
    child = syscall("clone3", arguments, 88)
    if child == 0:
        LIBC._exit(0)
    return child > 0


def spawns():
    pid = ctypes.c_int()
    words = (ctypes.c_char_p * 2)(b"true", None)
    return LIBC.posix_spawn(ctypes.byref(pid), b"/bin/true", None, None, words, None) == 0


def shell():
    return LIBC.system(b"true") == 0


play = after(forks, clones, spawns, shell)
