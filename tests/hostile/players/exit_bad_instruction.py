# expects: rules=failed:PlayerCrash
"""Runs bytes that are no code."""
import types


def play(player_id, hand, trick, previous):
    code = play.__code__.replace(co_code=b"\xff\xff" * 40, co_consts=(), co_names=())
    return types.FunctionType(code, {})(player_id, hand, trick, previous)
