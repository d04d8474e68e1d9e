"""FootSteps as a scene: the strip, the points, the last bids, and the words for a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playfunc.games.footsteps.rules import FootSteps, FootStepsState, FootStepsView
from playfunc.rules import Seat
from playfunc.show.face import Choice, Choices, DrawnFace, Number, Scene
from playfunc.show.markup import asset, escape
from playfunc.show.tricks import belonging, sentences

MOST_CELLS = 15
"""The longest strip that is drawn cell by cell; `assets/face.js` has the same number."""


@dataclass(frozen=True, slots=True)
class StripPosition:
    """The strip as one player sees it: `token` counts cells from the middle towards its `goal`, which is drawn on the
    right; `points`, `names` and the `last` bids are its own first."""

    goal: int
    token: int
    points: tuple[int, int]
    names: tuple[str, str]
    title: str
    last: tuple[int, int] | None = None

    def _repr_html_(self) -> str:
        points = "".join(
            f'<span class="pf-tag"><span class="pf-name">{escape(name)}</span>: {count:,} points left</span>'
            for name, count in zip(self.names, self.points, strict=True)
        )
        return (
            f"<style>{asset('cards.css')}{asset('position.css')}{asset('face.css', __package__)}</style>"
            f'<div class="pf pf-position pf-felt pf-footsteps"><div class="pf-title">{escape(self.title)}</div>'
            f'<div class="pf-key">{points}</div>{self._strip()}'
            f'<div class="pf-message">{escape(self._bids())}</div></div>'
        )

    def _strip(self) -> str:
        told = f'role="img" aria-label="{escape(self._place())}"'
        if 2 * self.goal + 1 > MOST_CELLS:
            return f'<p class="pf-place" {told}>{escape(self._place())}</p>'
        cells = (
            f'<span class="pf-cell{mark}">{token}</span>'
            for mark, token in map(self._cell, range(-self.goal, self.goal + 1))
        )
        return f'<div class="pf-cells" {told}>{"".join(cells)}</div>'

    def _cell(self, place: int) -> tuple[str, str]:
        mark = {self.goal: " pf-own-goal", -self.goal: " pf-their-goal"}.get(place, "")
        return mark, '<span class="pf-token"></span>' if place == self.token else ""

    def _place(self) -> str:
        own, other = self.names
        return (
            f"Token: {_cells(self.goal - self.token)} from the goal of {own} (right end), "
            f"{_cells(self.goal + self.token)} from the goal of {other} (left end)."
        )

    def _bids(self) -> str:
        if self.last is None:
            return "Nobody has bid yet."
        return f"Last bids: {self.names[0]} {self.last[0]}, {self.names[1]} {self.last[1]}."

    def __str__(self) -> str:
        lines: Sequence[str] = (
            self.title,
            "  " + self._place(),
            "  "
            + "; ".join(
                f"{name}: {count} points" for name, count in zip(self.names, self.points, strict=True)
            ),
            "  " + self._bids(),
        )
        return "\n".join(lines)


def _cells(count: int) -> str:
    return f"{count} {'cell' if count == 1 else 'cells'}"


MOST_CHIPS = 50
"""Chips that stand for a player's points at most; with more points a chip is worth several."""


@dataclass(frozen=True, slots=True)
class FootStepsFace(DrawnFace):
    """The face of FootSteps (see `playfunc.show.face.Face`). Between turns nothing is hidden, so every viewer sees
    the same."""

    common = "chips"

    def scene(
        self, rules: FootSteps, state: FootStepsState, viewer: Seat | None, seats: Sequence[str]
    ) -> Scene:
        over = not rules.to_act(state)
        return {
            "goal": rules.goal,
            "token": state.token,
            "points": list(state.points),
            "unit": -(-max(rules.points, *state.points) // MOST_CHIPS),
            "turn": state.turns if over else state.turns + 1,
            "last": None if state.last is None else list(state.last),
            "earlier": state.turns == 0,
            "over": over,
            "winner": _winner(rules, state) if over else None,
            "forfeited": list(state.forfeited),
        }

    def describe_change(
        self,
        rules: FootSteps,
        before: FootStepsState | None,
        state: FootStepsState,
        viewer: Seat | None,
        seats: Sequence[str],
    ) -> str:
        past = _happened(before, state, seats) if before else [f"The token is {_where(state, seats)}."]
        return sentences([*past, *_coming(rules, state, seats)])

    def part(self, rules: FootSteps, state: FootStepsState) -> str:
        return f"Turn {state.turns + 1}"

    def choices(self, rules: FootSteps, view: FootStepsView) -> Choices:
        if not view.my_points:
            return Choices("You have no points left, so you can only bid 0.", (Choice("0", "Bid 0"),))
        share = max(1, view.my_points // rules.cells)
        return Choices(_prompt(rules, view), number=Number("Bid", 1, view.my_points, share))

    def position(
        self, rules: FootSteps, state: FootStepsState, seat: Seat, seats: Sequence[str]
    ) -> StripPosition:
        view = rules.view(state, seat)
        return StripPosition(
            rules.goal,
            view.position,
            (view.my_points, view.their_points),
            (seats[seat], seats[1 - seat]),
            self.part(rules, state),
            view.last,
        )


def _winner(rules: FootSteps, state: FootStepsState) -> Seat | None:
    mine, theirs = rules.scores(state)
    return None if mine == theirs else 0 if mine > theirs else 1


def _happened(before: FootStepsState, state: FootStepsState, seats: Sequence[str]) -> Iterator[str]:
    if state.turns > before.turns and state.last is not None:
        first, second = state.last
        bids = f"{seats[0]} bid {first}, {seats[1]} bid {second}"
        if first == second:
            yield f"{bids}: equal bids, so the token stays {_where(state, seats)}."
        else:
            yield f"{bids}: {seats[first < second]} moved the token."
            yield f"It is now {_where(state, seats)}."
        yield f"Points left: {seats[0]} {state.points[0]}, {seats[1]} {state.points[1]}."


def _coming(rules: FootSteps, state: FootStepsState, seats: Sequence[str]) -> Iterator[str]:
    if state.forfeited:
        yield f"{' and '.join(seats[seat] for seat in state.forfeited)} forfeited the game."
    if rules.to_act(state):
        yield "Both bid in secret."
        return
    winner = _winner(rules, state)
    if winner is not None:
        yield f"{seats[winner]} won the game."
    elif state.forfeited:
        yield "The game is a draw."
    else:
        yield "Nobody has points left, so the game is a draw."


def _where(state: FootStepsState, seats: Sequence[str]) -> str:
    """Where the token is, in cells from the middle."""
    if not state.token:
        return "in the middle"
    cells, side = abs(state.token), belonging(seats[state.token < 0])
    return f"{cells} {'cell' if cells == 1 else 'cells'} from the middle, on {side} side"


def _prompt(rules: FootSteps, view: FootStepsView) -> str:
    """What a bid can do at this place."""
    needed = view.their_points + 1
    words = ["Bid in secret. The higher bid moves the token one cell; both players lose what they bid."]
    if view.position + 1 == rules.goal:
        words.append("The higher bid wins you the game.")
    if view.position - 1 == -rules.goal:
        words.append("If the other player bids more, you lose the game.")
    if needed <= view.my_points:
        words.append(f"A bid of {needed} is certain to be higher.")
    return " ".join(words)


FACE = FootStepsFace()
"""The pictures of the game (see `playfunc.show.face`)."""
