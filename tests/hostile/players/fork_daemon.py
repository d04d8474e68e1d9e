# expects: escape=C rules=passed
"""Leaves a process behind that outlives it, in a session of its own; an alarm ends it after two seconds."""


def stays():
    child = LIBC.fork()
    if child == 0:
        LIBC.setsid()
        LIBC.alarm(2)
        for descriptor in range(64):
            LIBC.close(descriptor)
        LIBC.pause()
        LIBC._exit(0)
    return child > 0


def own_session():
    return os.setsid()


def own_group():
    os.setpgid(0, 0)
    return os.getpgrp()


def outlives_the_judge():
    return syscall("prctl", 1, 0, 0, 0, 0) == 0


play = after(stays, outlives_the_judge)
