# expects: rules=passed purity=failed
"""Keeps the ids of players that it has met, to recognise them later."""
MET = set()


def play(player_id, hand, trick, previous) -> tuple[Card, bool]:
    seats = [*trick, *(previous[0] if previous else ())]
    others = {str(part) for seat in seats for part in seat if not isinstance(part, Card)} - {player_id}
    known = bool(others & MET)
    MET.update(others)
    return legal(hand, trick, previous)[0], known
