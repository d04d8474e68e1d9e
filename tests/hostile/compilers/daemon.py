# expects: built
"""Leaves a process behind that belongs to nobody, with nothing open, and ends well."""

if os.fork() == 0:
    if os.fork() == 0:
        for descriptor in range(3):
            os.close(descriptor)
        try:
            os.setsid()
        except OSError:
            pass
        while True:
            time.sleep(1)
    os._exit(0)
os.wait()
