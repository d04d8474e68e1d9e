# expects: escape=C rules=passed
"""Asks the kernel for second ways in: rings, programs, page faults, watches, keys, timers."""
import struct


def performance():
    return syscall("perf_event_open", ctypes.create_string_buffer(struct.pack("IIQ", 1, 112, 0), 112), 0, -1, -1, 0) >= 0


def watch():
    watcher = syscall("inotify_init1", 0)
    return watcher >= 0 and LIBC.inotify_add_watch(watcher, OUTSIDE["folder"].encode(), 0xFFF) >= 0


def descriptors():
    ways = (("eventfd2", 0, 0), ("timerfd_create", 1, 0), ("epoll_create1", 0))
    return [way[0] for way in ways if syscall(*way) >= 0]


play = after(
    performance, watch, descriptors,
    keys=lambda: syscall("keyctl", 0, -3, 1) > 0,
    ring=lambda: syscall("io_uring_setup", 1, ctypes.create_string_buffer(200)) >= 0,
    program=lambda: syscall("bpf", 0, ctypes.create_string_buffer(struct.pack("IIII", 2, 4, 8, 1), 64), 64) >= 0,
    pages=lambda: syscall("userfaultfd", 1) >= 0,
    watch_all=lambda: syscall("fanotify_init", 0, 0) >= 0,
    compares=lambda: syscall("kcmp", OUTSIDE["victim"], OUTSIDE["victim"], 0, 0, 0) == 0,
)
