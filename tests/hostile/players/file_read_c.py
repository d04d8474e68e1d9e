# expects: escape=C rules=passed
"""Reads a file by the C library, by openat2, and through a descriptor of the root folder."""
import struct

PATH = OUTSIDE["secret"].encode()


def contents(descriptor):
    room = ctypes.create_string_buffer(99)
    return LIBC.read(descriptor, room, 99) > 0 and room.value


def by_stdio():
    LIBC.fopen.restype = ctypes.c_void_p
    stream = LIBC.fopen(PATH, b"r")
    room = ctypes.create_string_buffer(99)
    return stream and LIBC.fread(room, 1, 99, ctypes.c_void_p(stream)) and room.value


def by_openat2():
    how = struct.pack("QQQ", 0, 0, 0)
    return contents(syscall("openat2", -100, PATH, how, len(how)))


def by_root():
    root = LIBC.open(b"/", os.O_PATH | os.O_DIRECTORY)
    return contents(LIBC.openat(root, PATH.lstrip(b"/"), 0))


def by_own_descriptor():
    path = LIBC.open(PATH, os.O_PATH)
    return contents(LIBC.open(b"/proc/self/fd/%d" % path, 0))


play = after(
    by_stdio, by_openat2, by_root, by_own_descriptor,
    by_libc=lambda: contents(LIBC.open(PATH, 0)),
    by_own_root=lambda: contents(LIBC.open(b"/proc/self/root" + PATH, 0)),
)
