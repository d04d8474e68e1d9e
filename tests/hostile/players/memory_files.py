# expects: escape=C rules=passed
"""Keeps memory where the process's own limit does not count it: in files without a name, and in /dev/shm."""


def nameless():
    return syscall("memfd_create", b"x", 0) >= 0


def shared_folder():
    name = f"/dev/shm/playfunc-{os.getpid()}"
    os.close(os.open(name, os.O_RDWR | os.O_CREAT, 0o600))
    os.unlink(name)
    return True


def segment():
    return syscall("shmget", 0, 4096, 0o1600) >= 0


play = after(nameless, shared_folder, segment)
