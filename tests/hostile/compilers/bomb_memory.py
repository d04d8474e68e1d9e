# expects: MiB_of_memory
"""Each of its processes stays below what one may have."""

for _ in range(8):
    if os.fork() == 0:
        held = bytearray(os.urandom(1)) * (150 << 20)
        time.sleep(60)
time.sleep(60)
