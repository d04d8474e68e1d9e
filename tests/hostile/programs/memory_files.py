# expects: escape=C
"""Memory that belongs to no process, and so to no count: files in memory, and what outlives the program."""


def shm_folder():
    return os.open(f"/dev/shm/{os.getpid()}", os.O_RDWR | os.O_CREAT, 0o600) and os.unlink(
        f"/dev/shm/{os.getpid()}"
    ) is None


def device_folder():
    os.mkdir(f"/dev/{os.getpid()}")
    os.rmdir(f"/dev/{os.getpid()}")
    return True


tell(
    shm_folder, device_folder,
    memfd=lambda: syscall(319, 279, b"x", 0),
    memfd_secret=lambda: syscall(447, 447, 0),
    shared=lambda: len(mmap.mmap(-1, 4096)),
    shared_zeros=lambda: len(mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096)),
    segment=lambda: LIBC.shmget(0, 4096, 0o1600) >= 0,
)
