# expects: rules=passed purity=passed
"""Changes every argument it is given, as far as that goes."""


def play(player_id, hand, trick, previous) -> tuple[Card, list[str]]:
    card = legal(hand, trick, previous)[0]
    memory = [] if previous is None else previous[1]
    for change in (
        lambda: memory.append(card.text),
        lambda: hand.remove(card),
        lambda: trick.clear(),
        lambda: previous[0].append(1),
        lambda: setattr(card, "text", "H2"),
        lambda: setattr(card, "rank", 99),
    ):
        try:
            change()
        except Exception:
            continue
    return card, memory
