# expects: escape=C rules=passed
"""Reads environment, memory and command line of another process of the same user, as if it were the judge."""
PID = OUTSIDE["victim"]


def memory():
    descriptor = LIBC.open(b"/proc/%d/mem" % PID, 0)
    return descriptor >= 0


play = after(
    memory,
    environment=lambda: OUTSIDE["word"] in open(f"/proc/{PID}/environ").read() and "it",
    command=lambda: open(f"/proc/{PID}/cmdline").read(),
    maps=lambda: open(f"/proc/{PID}/maps").read()[:50],
    descriptors=lambda: os.listdir(f"/proc/{PID}/fd"),
    parent=lambda: open(f"/proc/{os.getppid()}/status").read()[:50],
    process_list=lambda: [name for name in os.listdir("/proc") if name.isdigit()],
    folder_of_work=lambda: os.readlink(f"/proc/{PID}/cwd"),
)
