# expects: escape=C rules=passed
"""Tries to undo the lock: new namespaces, mounts, roots, privileges, another personality, looser limits."""
import resource


def namespace():
    return syscall("unshare", 0x10000000) == 0


def joins():
    descriptor = LIBC.open(b"/proc/%d/ns/mnt" % OUTSIDE["victim"], 0)
    return descriptor >= 0 and "a handle of another namespace"


def mounts():
    return syscall("mount", b"none", OUTSIDE["folder"].encode(), b"nothing-of-this-name", 0, None) == 0


def root():
    return syscall("chroot", b"/") == 0


def personality():
    return syscall("personality", 0x0040000) == 0


def dumpable():
    return syscall("prctl", 4, 1, 0, 0, 0) == 0


def seccomp_off():
    return syscall("prctl", 22, 0, 0, 0, 0) == 0


def looser():
    return syscall("prlimit64", 0, resource.RLIMIT_NOFILE, (ctypes.c_uint64 * 2)(64, 64), None) == 0 and "descriptors"


def same_limits():
    resource.setrlimit(resource.RLIMIT_CPU, resource.getrlimit(resource.RLIMIT_CPU))
    return True


def sets_user():
    return LIBC.setuid(0) == 0


def sets_groups():
    return LIBC.setgroups(0, None) == 0


def nicer():
    return LIBC.setpriority(0, 0, 1) == 0


play = after(
    namespace, joins, mounts, root, personality, dumpable, seccomp_off, looser, same_limits, sets_user, sets_groups, nicer
)
