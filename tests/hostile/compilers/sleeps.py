# expects: did_not_end_within_2_s wall=2
"""Does nothing, for ever."""

time.sleep(600)
