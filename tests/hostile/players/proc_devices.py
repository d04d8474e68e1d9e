# expects: escape=C rules=passed
"""Opens devices: memory, disks, the terminal, shared memory, randomness."""


def opened(path):
    return LIBC.open(path, os.O_RDONLY | os.O_NONBLOCK) >= 0


def devices():
    names = (b"/dev/mem", b"/dev/kmsg", b"/dev/tty", b"/dev/ptmx", b"/dev/fuse", b"/dev/shm", b"/dev/zero", b"/dev/vda")
    return [name for name in names if opened(name)]


def control():
    names = (b"/sys/kernel/security", b"/sys/fs/cgroup/cgroup.procs", b"/proc/sys/kernel/hostname")
    return [name for name in names if opened(name)]


play = after(devices, control)
