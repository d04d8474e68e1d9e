# expects: escape=C rules=passed
"""Reads environment, memory and command line of another process of the same user, as if it were the judge."""
PID = OUTSIDE["victim"]


def environment():
    return OUTSIDE["word"] in open(f"/proc/{PID}/environ").read() and "it"


def command():
    return open(f"/proc/{PID}/cmdline").read()


def maps():
    return open(f"/proc/{PID}/maps").read()[:50]


def memory():
    descriptor = LIBC.open(b"/proc/%d/mem" % PID, 0)
    return descriptor >= 0


def descriptors():
    return os.listdir(f"/proc/{PID}/fd")


def parent():
    return open(f"/proc/{os.getppid()}/status").read()[:50]


def process_list():
    return [name for name in os.listdir("/proc") if name.isdigit()]


def folder_of_work():
    return os.readlink(f"/proc/{PID}/cwd")


play = after(environment, command, maps, memory, descriptors, parent, process_list, folder_of_work)
