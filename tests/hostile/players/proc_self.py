# expects: escape=C rules=passed
"""Looks into its own /proc entries: where it is mounted, how it is limited, what it was started with."""

play = after(
    started_with=lambda: open("/proc/self/cmdline").read(),
    mounts=lambda: open("/proc/self/mountinfo").read()[:99],
    environment=lambda: open("/proc/self/environ").read(),
    writes_memory=lambda: LIBC.open(b"/proc/self/mem", os.O_RDWR) >= 0,
    kernel=lambda: (open("/proc/version").read(), open("/proc/meminfo").read()[:20]),
    spared=lambda: open("/proc/self/oom_score_adj", "w"),
)
