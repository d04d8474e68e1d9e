# expects: rules=failed:ProtocolError
"""Lifts the limit on memory where it is first checked."""
import json
import playfunc.player

playfunc.player.write_memory = lambda memory, kind: json.dumps(memory)


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    return legal(hand, trick, previous)[0], "x" * 20_000
