# expects: escape=C
"""Watches a folder: who is marked when, and how often."""


def inotify():
    watch = LIBC.inotify_init1(0)
    return watch >= 0 and LIBC.inotify_add_watch(watch, path("folder"), 0xFFF) >= 0


def inotify_of_system():
    watch = LIBC.inotify_init()
    return watch >= 0 and LIBC.inotify_add_watch(watch, b"/usr", 0xFFF) >= 0


def fanotify():
    return syscall(300, 262, 0, 0)


def dnotify():
    fcntl.fcntl(os.open("/usr", os.O_RDONLY), fcntl.F_NOTIFY, 0x80000001)
    return True


tell(inotify, inotify_of_system, fanotify, dnotify)
