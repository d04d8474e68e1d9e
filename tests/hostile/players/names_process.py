# expects: rules=passed purity=failed
"""Takes the numbers of its process and its thread for a name, which counts the processes before it."""
import threading


def play(player_id, hand, trick, previous) -> tuple[Card, list[int]]:
    return legal(hand, trick, previous)[0], [os.getpid(), threading.get_native_id()]
