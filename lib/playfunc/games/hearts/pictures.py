"""Hearts as a scene: the hands, the trick, the points, and the words for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playfunc.cards import Suit, following
from playfunc.games.hearts.rules import (
    MOON,
    OPENING,
    Hearts,
    HeartsState,
    HeartsView,
    trick_points,
    trick_winner,
)
from playfunc.rules import Seat
from playfunc.show.face import Choices, DrawnFace, Scene
from playfunc.show.position import Position
from playfunc.show.tricks import Trick, hands_scene, happened, legal_count, sentences, trick_scene


@dataclass(frozen=True, slots=True)
class HeartsFace(DrawnFace):
    """The face of Hearts for two and four (see `playfunc.show.face.Face`)."""

    common = "felt"

    def scene(self, rules: Hearts, state: HeartsState, viewer: Seat | None, seats: Sequence[str]) -> Scene:
        over = not rules.to_act(state)
        taken = rules.points_taken(state)
        winners = [trick_winner(trick) for trick in state.history]
        return {
            **hands_scene(state.hands, state.history, state.trick, viewer),
            **trick_scene(state, trick_winner),
            "points": rules.scores(state) if over else taken,
            "tricks": [winners.count(seat) for seat in range(rules.seats)],
            "count": len(state.history) + (sum(map(len, state.hands)) + len(state.trick)) // rules.seats,
            "broken": state.broken,
            "moon": taken.index(MOON) if _moon(rules, state) else None,
            "forfeited": list(state.forfeited),
            "over": over,
            "result": _points(state.history[-1]) if state.history and not state.trick else "",
        }

    def describe_change(
        self,
        rules: Hearts,
        before: HeartsState | None,
        state: HeartsState,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        past = happened(before, state, seats, trick_winner, _worth) if before else ["The cards are dealt."]
        return sentences([*past, *_coming(rules, state, viewer, seats)])

    def part(self, rules: Hearts, state: HeartsState) -> str:
        return f"Trick {len(state.history) + 1}"

    def choices(self, rules: Hearts, view: HeartsView) -> Choices:
        legal = rules.legal(view)
        return Choices(_prompt(view, len(legal)), drawn=tuple(card.text for card in legal))

    def position(self, rules: Hearts, state: HeartsState, seat: Seat, seats: Sequence[str]) -> Position:
        """The hand and the trick that `seat` sees, with the trick before in words."""
        before = state.history[-1] if state.history else ()
        told = ", ".join(f"{card} by {seats[owner]}" for card, owner in before)
        return Position(
            state.hands[seat],
            tuple((card, seats[owner]) for card, owner in state.trick),
            rules.legal(rules.view(state, seat)),
            title=self.part(rules, state),
            message=f"The trick before: {told}." if told else "This is the first trick.",
        )


def _moon(rules: Hearts, state: HeartsState) -> bool:
    return not state.forfeited and MOON in rules.points_taken(state)


def _worth(trick: Trick) -> str:
    points = _points(trick)
    return points and f": {points}"


def _points(trick: Trick) -> str:
    count = trick_points(trick)
    return "" if not count else "1 point" if count == 1 else f"{count} points"


def _coming(rules: Hearts, state: HeartsState, viewer: Seat | None, names: Sequence[str]) -> Iterator[str]:
    if state.forfeited:
        yield f"{' and '.join(names[seat] for seat in state.forfeited)} forfeited the hand."
    if rules.to_act(state):
        verb = "play" if state.trick else "lead"
        yield f"{names[state.turn]} to {verb}{legal_count(rules, state, viewer)}."
        return
    if _moon(rules, state):
        yield f"{names[rules.points_taken(state).index(MOON)]} shot the moon."
    scores = zip(names, rules.scores(state), strict=True)
    yield "Final points: " + ", ".join(f"{name} {score}" for name, score in scores) + "."


def _prompt(view: HeartsView, legal: int) -> str:
    """What may be played, by the rule that decides it."""
    if view.trick:
        lead = view.trick[0][0]
        suit = lead.suit.name.lower()
        if following(view.hand, lead):
            return f"Follow suit: play one of your {suit}."
        bleeding = view.first_trick and legal < len(view.hand)
        return f"You have no {suit}: play any card{' that scores no points' if bleeding else ''}."
    if view.first_trick and OPENING in view.hand:
        return f"Lead {OPENING}: the 2 of clubs opens the first trick."
    hearts = any(card.suit is Suit.HEARTS for card in view.hand)
    closed = hearts and legal < len(view.hand) and not view.broken
    return "Lead any card except a heart: no heart has been played yet." if closed else "Lead any card."


FACE = HeartsFace()
"""The pictures of the game (see `playfunc.show.face`)."""
