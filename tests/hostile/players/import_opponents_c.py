# expects: escape=C rules=passed
"""Reads the opponents' and the judge's source past Python, and has Python compile it."""
OURS = OUTSIDE["ours"]


def contents(path):
    descriptor = LIBC.open(path.encode(), 0)
    room = ctypes.create_string_buffer(10_000)
    return descriptor >= 0 and LIBC.read(descriptor, room, 9_999) > 0 and room.value.decode()


play = after(
    advanced=lambda: contents(OURS["playfunc_opponents"] + "/hearts/advanced.py"),
    judge=lambda: contents(OURS["playfunc_autograder"] + "/marking.py"),
    compiled=lambda: compile(contents(OURS["playfunc_opponents"] + "/__init__.py"), "x", "exec"),
)
