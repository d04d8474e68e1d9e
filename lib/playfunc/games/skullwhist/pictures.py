"""SkullWhist as a scene: the hands, both bids and how far they are, the trick, and the words for a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playfunc.cards import following
from playfunc.games.skullwhist.rules import HAND, SkullWhist, SkullWhistState, SkullWhistView, trick_winner
from playfunc.rules import Seat
from playfunc.show.face import Choice, Choices, DrawnFace, Scene
from playfunc.show.position import Position
from playfunc.show.tricks import hands_scene, happened, legal_count, sentences, trick_scene


@dataclass(frozen=True, slots=True)
class SkullWhistFace(DrawnFace):
    """The face of SkullWhist (see `playfunc.show.face.Face`)."""

    common = "felt"

    def scene(
        self, rules: SkullWhist, state: SkullWhistState, viewer: Seat | None, seats: Sequence[str]
    ) -> Scene:
        over = not rules.to_act(state)
        return {
            **hands_scene(state.hands, state.history, state.trick, viewer),
            **trick_scene(state, trick_winner),
            "bidding": None in state.bids,
            "bids": state.bids if viewer is None else rules.view(state, viewer).bids,
            "won": state.tricks(),
            "left": _tricks(state) - len(state.history),
            "count": _tricks(state),
            "scores": rules.scores(state) if over else None,
            "forfeited": list(state.forfeited),
        }

    def describe_change(
        self,
        rules: SkullWhist,
        before: SkullWhistState | None,
        state: SkullWhistState,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        return sentences([*_past(before, state, viewer, seats), *_coming(rules, state, viewer, seats)])

    def part(self, rules: SkullWhist, state: SkullWhistState) -> str:
        return "Bids" if None in state.bids else f"Trick {len(state.history) + 1}"

    def choices(self, rules: SkullWhist, view: SkullWhistView) -> Choices:
        legal = [rules.projection.move_text(move) for move in rules.legal(view)]
        if not view.bidding:
            return Choices(_prompt(view), drawn=tuple(legal))
        prompt = f"Bid how many of the {HAND} tricks you will win."
        return Choices(prompt, tuple(Choice(bid, bid) for bid in legal))

    def position(
        self, rules: SkullWhist, state: SkullWhistState, seat: Seat, seats: Sequence[str]
    ) -> Position:
        """The hand and the trick that `seat` sees, with the bids in words."""
        view = rules.view(state, seat)
        return Position(
            view.hand,
            tuple((card, seats[owner]) for card, owner in view.trick),
            () if view.bidding else [card for card in view.hand if card in rules.legal(view)],
            title=self.part(rules, state),
            message=_bids(view, state, seats),
        )


def _tricks(state: SkullWhistState) -> int:
    """How many tricks the game has: 13, or fewer in an ending."""
    return len(state.history) + (sum(map(len, state.hands)) + len(state.trick)) // 2


def _bids(view: SkullWhistView, state: SkullWhistState, names: Sequence[str]) -> str:
    if view.bidding:
        return f"To bid: {names[view.seat]}. Both bids stay hidden until both are made."
    bids = ", ".join(f"{name} {bid}" for name, bid in zip(names, state.bids, strict=True))
    won = ", ".join(f"{name} {count}" for name, count in zip(names, state.tricks(), strict=True))
    return f"Bids: {bids}. Tricks won: {won}."


def _past(
    before: SkullWhistState | None, state: SkullWhistState, viewer: Seat | None, names: Sequence[str]
) -> Iterator[str]:
    if before is None:
        yield "The cards are dealt."
        return
    if None in before.bids:
        yield from _bidding(before, state, viewer, names)
    yield from happened(before, state, names, trick_winner, lambda trick: "")


def _bidding(
    before: SkullWhistState, state: SkullWhistState, viewer: Seat | None, names: Sequence[str]
) -> Iterator[str]:
    """Both bids once both are made; until then those that `viewer` may know."""
    if None not in state.bids:
        yield (
            "The bids are made: "
            + ", ".join(f"{n} {b}" for n, b in zip(names, state.bids, strict=True))
            + "."
        )
        return
    for seat, (old, bid) in enumerate(zip(before.bids, state.bids, strict=True)):
        if old is None and bid is not None:
            yield f"{names[seat]} bid {bid}." if viewer in (None, seat) else f"{names[seat]} has bid."


def _coming(
    rules: SkullWhist, state: SkullWhistState, viewer: Seat | None, names: Sequence[str]
) -> Iterator[str]:
    if state.forfeited:
        yield f"{' and '.join(names[seat] for seat in state.forfeited)} forfeited the game."
    acting = rules.to_act(state)
    if not acting:
        yield "Final points: " + ", ".join(_final(rules, state, names)) + "."
        return
    if None in state.bids:
        yield f"{names[acting[0]]} to bid."
    else:
        verb = "play" if state.trick else "lead"
        yield f"{names[state.turn]} to {verb}{legal_count(rules, state, viewer)}."


def _final(rules: SkullWhist, state: SkullWhistState, names: Sequence[str]) -> Iterator[str]:
    for name, points, bid, won in zip(names, rules.scores(state), state.bids, state.tricks(), strict=True):
        why = "" if state.forfeited else f" (bid {bid}, won {won})"
        yield f"{name} {points}{why}"


def _prompt(view: SkullWhistView) -> str:
    """What may be played, by the rule that decides it."""
    if not view.trick:
        return "Lead any card."
    lead = view.trick[0][0]
    suit = lead.suit.name.lower()
    if following(view.hand, lead):
        return f"Follow suit: play one of your {suit}."
    trump = "" if suit == "spades" else " Only a spade wins."
    return f"You have no {suit}: play any card.{trump}"


FACE = SkullWhistFace()
"""The pictures of the game (see `playfunc.show.face`)."""
