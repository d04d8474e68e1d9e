# expects: took_over_3_s_of_CPU_time
"""Many processes compute, each for less than the limit, and are waited for."""

for _ in range(60):
    if os.fork() == 0:
        end = time.process_time() + 0.2
        while time.process_time() < end:
            pass
        os._exit(0)
    os.wait()
