# expects: escape=C rules=passed
"""Keeps memory where the process's own limit does not count it: in files without a name, and in /dev/shm."""


def shared_folder():
    name = f"/dev/shm/playfunc-{os.getpid()}"
    os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    os.unlink(name)
    return True


play = after(
    shared_folder,
    nameless=lambda: syscall("memfd_create", b"x", 0) >= 0,
    segment=lambda: syscall("shmget", 0, 4096, 0o1600) >= 0,
)
