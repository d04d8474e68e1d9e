"""A player whose games a sheet for an oral exam is about."""

ATTACK = "</pre><script>hostile_marker()</script>"


REMEMBERS = '''
from playfunc import Card, legal_cards


def choose(options):
    """The highest card."""
    return max(options, key=lambda card: (card.rank, card))


def play(player_id, hand, trick, previous) -> tuple[Card, str]:
    """Throws its points away late, and remembers an attack."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    if not trick:
        return choose(options), "ATTACK"
    return choose(options), "ATTACK"
'''.replace("ATTACK", ATTACK)
