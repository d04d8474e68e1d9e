# expects: escape=nothing rules=passed
"""Reads from every descriptor it was born with, looking for one that the judge left open."""
import fcntl
import stat


def files():
    found = []
    for descriptor in range(256):
        try:
            mode = os.fstat(descriptor).st_mode
        except OSError:
            continue
        if not stat.S_ISFIFO(mode) and not stat.S_ISCHR(mode):
            found.append((descriptor, oct(mode)))
    return found


def contents():
    found = []
    for descriptor in range(3, 256):
        try:
            if stat.S_ISREG(os.fstat(descriptor).st_mode):
                found.append(os.pread(descriptor, 99, 0))
        except OSError:
            continue
    return found


def sockets():
    return [d for d in range(256) if LIBC.getsockname(d, ctypes.create_string_buffer(99), ctypes.byref(ctypes.c_int(99))) == 0]


def folders():
    return [d for d in range(256) if LIBC.openat(d, b"..", 0) >= 0]


play = after(files, contents, sockets, folders)
