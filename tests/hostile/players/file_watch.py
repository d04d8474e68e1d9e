# expects: escape=C rules=passed
"""Watches the folder of the course, to learn when and by what names others are marked."""
import fcntl


def inotify():
    watch = LIBC.inotify_init()
    return watch >= 0 and LIBC.inotify_add_watch(watch, OUTSIDE["folder"].encode(), 0xFFF) >= 0


def dnotify():
    folder = LIBC.open(OUTSIDE["folder"].encode(), os.O_RDONLY)
    return folder >= 0 and fcntl.fcntl(folder, 1026, 7) == 0


play = after(
    inotify, dnotify,
    fanotify=lambda: syscall("fanotify_init", 0, 0) >= 0,
    access_time=lambda: LIBC.utimensat(-100, OUTSIDE["victim_file"].encode(), None, 0) == 0,
)
