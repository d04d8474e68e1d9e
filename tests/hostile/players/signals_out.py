# expects: escape=C rules=passed
"""Sends signals to other processes: none is more than a question whether it could."""
PID = OUTSIDE["victim"]

play = after(
    asks_in_python=lambda: os.kill(PID, 0) is None,
    asks=lambda: LIBC.kill(PID, 0) == 0,
    asks_parent=lambda: LIBC.kill(os.getppid(), 0) == 0,
    asks_all=lambda: LIBC.kill(-1, 0) == 0,
    asks_by_descriptor=lambda: syscall("pidfd_open", PID, 0) >= 0,
)
