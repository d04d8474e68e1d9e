# expects: escape=nothing rules=passed loads@C=failed:PlayerCrash
"""Becomes another program by the C library. Without a lock that succeeds, and the worker is gone."""


def becomes():
    words = (ctypes.c_char_p * 2)(b"true", None)
    for program in (b"/bin/true", b"/usr/bin/true"):
        LIBC.execv(program, words)


play = after(becomes)
