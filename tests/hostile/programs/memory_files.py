# expects: escape=C
"""Memory that belongs to no process, and so to no count: files in memory, and what outlives the program."""


def memfd():
    return syscall(319, 279, b"x", 0)


def memfd_secret():
    return syscall(447, 447, 0)


def shm_folder():
    return os.open(f"/dev/shm/{os.getpid()}", os.O_RDWR | os.O_CREAT, 0o600) and os.unlink(
        f"/dev/shm/{os.getpid()}"
    ) is None


def device_folder():
    os.mkdir(f"/dev/{os.getpid()}")
    os.rmdir(f"/dev/{os.getpid()}")
    return True


def shared():
    return len(mmap.mmap(-1, 4096))


def shared_zeros():
    return len(mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096))


def segment():
    return LIBC.shmget(0, 4096, 0o1600) >= 0


tell(memfd, memfd_secret, shm_folder, device_folder, shared, shared_zeros, segment)
