# expects: nothing
"""Looks at what was left open for it, and at its own variables."""


def descriptors():
    return [name for name in os.listdir("/proc/self/fd") if int(name) > 2 and os.path.exists(f"/proc/self/fd/{name}")]


def variables():
    return [name for name in os.environ if name.startswith(("PLAYFUNC", "PYTEST", "VIRTUAL"))]


def others():
    mine = os.getpgid(0)
    return [p for p in os.listdir("/proc") if p.isdigit() and os.getpgid(int(p)) != mine] if os.getpid() == 1 else 0


tell(descriptors, variables, others)
