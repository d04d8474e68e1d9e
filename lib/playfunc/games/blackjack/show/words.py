"""Hands of BlackJack in words: totals, results with their reasons, moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playfunc.games.blackjack.cards import BEST, HIDDEN, VALUES, hand_score, settled, total
from playfunc.games.blackjack.state import BlackJackState, Finished

__all__ = ["card_text", "moved", "reason", "result", "total_text"]


def card_text(face: str) -> str:
    """A card as it is printed: "10" for T, which is one letter only so that a hand can be a string."""
    return "10" if face == "T" else face


def total_text(cards: str) -> str:
    """What the cards show: "17", "soft 17" where an ace counts 11, "bust with 25"."""
    seen = cards.replace(HIDDEN, "")
    points = total(seen)
    if points > BEST:
        return f"bust with {points}"
    soft = points != sum(VALUES[face] for face in seen)
    return f"soft {points}" if soft else str(points)


def result(hand: Finished, seat: int) -> int:
    """The chips that the hand brought a player, its stake taken off."""
    return settled(hand.stakes[seat], hand.hands[seat], hand.dealer) - hand.stakes[seat]


def reason(cards: str, dealer: str) -> str:
    """Why a hand won or lost against the dealer's."""
    own, other = hand_score(cards), hand_score(dealer)
    if not own:
        return f"bust with {total(cards)}"
    if not other:
        return f"{own}, the dealer is bust"
    if own == other:
        return f"{own} each, and a tie loses"
    return f"{own} {'beats' if own > other else 'loses to'} the dealer's {other}"


def moved(before: BlackJackState, after: BlackJackState, names: Sequence[str]) -> Iterator[str]:
    """The move that led from one state to the next, and the end of the hand if it was the last."""
    seat = before.queue[0]
    ended = after.history[len(before.history) :]
    hands, stakes = (ended[0].hands, ended[0].stakes) if ended else (after.hands, after.stakes)
    drawn, raised = hands[seat][len(before.hands[seat]) :], stakes[seat] - before.stakes[seat]
    name, now = names[seat], total_text(hands[seat])
    if drawn:
        verb = f"doubled the stake to {stakes[seat]} and" if raised else "hit and"
        yield f"{name} {verb} drew {card_text(drawn)}: {now}."
    elif raised:
        yield f"{name} bet {raised} more: stake {stakes[seat]}."
    else:
        yield f"{name} stood on {now}."
    for hand in ended:
        yield f"The hand is over. The dealer has {' '.join(map(card_text, hand.dealer))}: {total_text(hand.dealer)}."
        for place, cards in enumerate(hand.hands):
            if cards:
                gain = result(hand, place)
                verb = "won" if gain > 0 else "lost"
                yield f"{names[place]} {verb} {abs(gain)}: {reason(cards, hand.dealer)}."
