# expects: escape=nothing rules=passed
"""Becomes another program by Python's own functions."""


def becomes():
    os.execv("/bin/true", ["true"])


def becomes_by_name():
    os.execlp("true", "true")


def becomes_by_descriptor():
    os.execve(os.open("/bin/true", os.O_RDONLY), ["true"], {})


play = after(becomes, becomes_by_name, becomes_by_descriptor)
