# student: nils
# about: the file was cut off while it was being uploaded
# expects: loads=failed, rules=skipped, purity=skipped, memory=skipped
# expects: beats-basic=skipped, beats-minmax=skipped, beats-advanced=skipped
# defect: broken-json

# %% player
from playfunc import Card, Suit, legal_cards

ORDER = "SHDC"  # suits in which I throw cards away


def play(player_id, hand, trick, previous) -> tuple[Card, list[str]]:
    history = [] if previous is None else previous[1] + [c.text for c, _ in previous[0] if c.suit is Suit.HEARTS]
    cards = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=history != [])
    if trick and cards[0].suit is not trick[0][0].suit:
        return min(cards, key=lambda c: (ORDER.index(c.suit.value), -c.rank)), history
    return min(cards, key=lambda c: c.rank), history
