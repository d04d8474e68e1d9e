# expects: escape=C
"""Writes where the kernel lends its ear: to its own entry in /proc, and to the system's settings."""


def writes(name, text="0"):
    def way():
        with open(name, "w") as file:
            file.write(text)
        return name

    return way


tell(*map(writes, ("/proc/self/oom_score_adj", "/proc/self/coredump_filter", "/proc/self/comm",
                   "/proc/self/timerslack_ns", "/proc/self/clear_refs", "/proc/self/setgroups")))
