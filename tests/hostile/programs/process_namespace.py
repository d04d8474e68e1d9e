# expects: escape=nothing fault=start_a_process
"""Asks for a thread with namespaces of its own."""

sys.stdin.readline()
LIBC.syscall(220 if ARM else 56, 0x10000 | 0x900 | 0x20000, 0, 0, 0, 0) if OUTSIDE["tier"] != "C" else os.abort()
print("C2\tgot it", flush=True)
