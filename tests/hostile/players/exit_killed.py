# expects: rules=failed:PlayerCrash
"""Kills itself as the system would, hoping that the system is blamed."""
import signal


def play(player_id, hand, trick, previous):
    signal.raise_signal(signal.SIGKILL)
    raise RuntimeError("still here")
