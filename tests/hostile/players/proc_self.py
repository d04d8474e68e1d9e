# expects: escape=C rules=passed
"""Looks into its own /proc entries: where it is mounted, how it is limited, what it was started with."""


def started_with():
    return open("/proc/self/cmdline").read()


def mounts():
    return open("/proc/self/mountinfo").read()[:99]


def environment():
    return open("/proc/self/environ").read()


def writes_memory():
    return LIBC.open(b"/proc/self/mem", os.O_RDWR) >= 0


def kernel():
    return open("/proc/version").read(), open("/proc/meminfo").read()[:20]


def spared():
    return open("/proc/self/oom_score_adj", "w")


play = after(started_with, mounts, environment, writes_memory, kernel, spared)
