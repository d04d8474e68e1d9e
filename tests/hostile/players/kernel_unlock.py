# expects: escape=C rules=passed
"""Tries to undo the lock: new namespaces, mounts, roots, privileges, another personality, looser limits."""
import resource


def joins():
    descriptor = LIBC.open(b"/proc/%d/ns/mnt" % OUTSIDE["victim"], 0)
    return descriptor >= 0 and "a handle of another namespace"


def looser():
    return syscall("prlimit64", 0, resource.RLIMIT_NOFILE, (ctypes.c_uint64 * 2)(64, 64), None) == 0 and "descriptors"


play = after(
    joins, looser,
    namespace=lambda: syscall("unshare", 0x10000000) == 0,
    mounts=lambda: syscall("mount", b"none", OUTSIDE["folder"].encode(), b"nothing-of-this-name", 0, None) == 0,
    personality=lambda: syscall("personality", 0x0040000) == 0,
    same_limits=lambda: resource.setrlimit(resource.RLIMIT_CPU, resource.getrlimit(resource.RLIMIT_CPU)) is None,
    root=lambda: syscall("chroot", b"/") == 0,
    dumpable=lambda: syscall("prctl", 4, 1, 0, 0, 0) == 0,
    seccomp_off=lambda: syscall("prctl", 22, 0, 0, 0, 0) == 0,
    sets_user=lambda: LIBC.setuid(0) == 0,
    sets_groups=lambda: LIBC.setgroups(0, None) == 0,
    nicer=lambda: LIBC.setpriority(0, 0, 1) == 0,
)
