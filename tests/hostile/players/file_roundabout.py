# expects: escape=C rules=passed
"""Reads the secret by ways around its name: from its folder, by a handle, by a descriptor's and a process's root."""


def from_folder():
    os.chdir(OUTSIDE["folder"])
    return LIBC.open(b"secret", os.O_RDONLY) >= 0


def from_descriptor():
    folder = LIBC.open(OUTSIDE["folder"].encode(), 0o10000000)
    return folder >= 0 and LIBC.openat(folder, b"secret", os.O_RDONLY) >= 0


def from_root():
    return LIBC.open(b"/proc/self/root" + OUTSIDE["secret"].encode(), os.O_RDONLY) >= 0


def from_dots():
    start = os.path.dirname(os.__file__)
    return LIBC.open(os.path.relpath(OUTSIDE["secret"], start).join((start + "/", "")).encode(), os.O_RDONLY) >= 0


def by_handle():
    handle = ctypes.create_string_buffer(b"\x80\0\0\0" + bytes(136), 140)
    mount = ctypes.c_int()
    return syscall("name_to_handle_at", -100, OUTSIDE["secret"].encode(), handle, ctypes.byref(mount), 0) == 0


play = after(from_folder, from_descriptor, from_root, from_dots, by_handle)
