# expects: nothing
"""A process that is no longer counted would be one that no one ends."""


def session():
    os.setsid()
    return True


def group():
    os.setpgid(0, 0)
    return True


def child_of_another():
    """CLONE_PARENT: a process beside it"""
    child = LIBC.syscall(220 if ARM else 56, 0x8000 | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return child > 0


def by_clone3():
    return LIBC.syscall(435, 0, 0) >= 0


def namespace():
    child = LIBC.syscall(220 if ARM else 56, 0x10000000 | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return child > 0


tell(session, group, child_of_another, namespace)
