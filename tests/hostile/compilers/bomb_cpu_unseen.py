# expects: CPU_time|did_not_end_within_4_s wall=4
"""Nobody waits for the processes that compute, so no parent's clock has their time, and each is gone at once."""

import signal

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if os.fork() == 0:
        end = time.process_time() + 0.004
        while time.process_time() < end:
            pass
        os._exit(0)
    time.sleep(0.004)
