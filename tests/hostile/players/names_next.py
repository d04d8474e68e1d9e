# expects: escape=C rules=passed
"""Opens pipes until their numbers, which the system gives in one row, are a word to the next process."""


def pipes():
    return LIBC.pipe((ctypes.c_int * 2)()) == 0


def pipes_by_the_kernel():
    return syscall("pipe2", (ctypes.c_int * 2)(), 0) == 0


play = after(pipes, pipes_by_the_kernel)
