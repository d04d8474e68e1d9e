# expects: did_not_end_within_2_s wall=2
"""Stops itself and all others of its group."""

import signal

os.kill(0, signal.SIGSTOP)
time.sleep(600)
