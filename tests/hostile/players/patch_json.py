# expects: rules=failed:ProtocolError
"""Has the worker's own JSON write what the judge would never accept."""
import json
import playfunc.codec

for name in ("json_text", "encode", "write_memory"):
    setattr(playfunc.codec, name, lambda *arguments: '{"a": NaN, "b": 1e999, ')
json.dumps = lambda *arguments, **options: "NaN"

import playfunc.player

playfunc.player.write_memory = lambda *arguments: '{"a": NaN'


def play(player_id, hand, trick, previous):
    return legal(hand, trick, previous)[0], None
