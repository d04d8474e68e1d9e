# expects: nothing
"""Ends whoever it runs below."""

import signal


def parent():
    if os.getppid() == 0:
        return False
    os.kill(os.getppid(), signal.SIGKILL)
    return True


def first():
    if os.getpid() == 1:
        return False
    os.kill(1, 0)
    return True


tell(parent, first)
