"""Live games of SkullWhist in a test, and rules of their own: written from the contract's words, on text alone."""

import random

from playfunc.cards import WhistCard
from playfunc_arena.whist import LiveGame, bid, play

NOTHING = dict.fromkeys(
    (
        "game",
        "round",
        "your-turn",
        "opponent",
        "opponent-bid",
        "opponent-previous-card",
        "opponent-current-card",
        "you-won-previous-round",
    )
)
"""What status answers outside a game, beside `result`."""

OLD_GAME = {
    *("result", "bot1", "bot2", "bid1", "bid2", "score1", "score2", "hand1", "hand2", "started", "finished"),
    *("round", "tricks1", "tricks2", "forfeited_by", "rounds"),
}
"""The members of an answer of old-game."""


def followers(hand: list[str], led: str | None) -> list[str]:
    """The cards of a hand that may be played."""
    same = [card for card in hand if led is not None and card[0] == led[0]]
    return same or list(hand)


def winner_by_hand(first: tuple[str, int], second: tuple[str, int]) -> int:
    (led, leader), (followed, other) = first, second
    if led[0] == followed[0]:
        return leader if int(led[1:]) > int(followed[1:]) else other
    return other if followed[0] == "S" else leader


def score_by_hand(own: int, won: int) -> int:
    if won < own:
        return -10 * own
    return 10 * own + (won - own)


def any_card(game: LiveGame, seat: int, source: random.Random | None = None) -> WhistCard:
    """A card that the seat may play."""
    led = game.state.trick[0][0].text if game.state.trick else None
    texts = followers([card.text for card in game.state.hands[seat]], led)
    return WhistCard(source.choice(texts) if source else texts[0])


def played_to_the_end(game: LiveGame, source: random.Random, now: float = 0.0) -> LiveGame:
    """Bids where they are missing, and all cards, at random."""
    for seat in (0, 1):
        if game.state.bids[seat] is None:
            game = bid(game, seat, source.randint(1, 13), now)
    while game.finished is None:
        seat = game.state.turn
        game = play(game, seat, any_card(game, seat, source), now)
    return game
