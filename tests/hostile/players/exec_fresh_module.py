# expects: escape=C rules=passed
"""Imports Python's starter of processes afresh, in case only the first copy of it was made to refuse."""
import importlib
import sys


def fresh_copy():
    sys.modules.pop("_posixsubprocess", None)
    starter = importlib.import_module("_posixsubprocess")
    import subprocess

    subprocess._fork_exec = starter.fork_exec
    import inspect

    wanted = len(inspect.signature(subprocess.Popen._execute_child).parameters)
    ends = (ctypes.c_int * 2)()
    LIBC.pipe(ends)
    read, write = ends
    arguments = ([b"true"], [b"/bin/true"], True, (), None, None, -1, -1, -1, -1, -1, -1, read, write, True, False)
    extra = (-1, None, None, None, -1, None, False) if sys.version_info >= (3, 11) else ()
    return wanted and starter.fork_exec(*arguments, *extra)


play = after(fresh_copy)
