"""What the FootSteps notebook imports: `from playfunc_workbook.footsteps import *`."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from playfunc.costs import Review, total_of
from playfunc.show import progress
from playfunc.show.markup import escape
from playfunc.show.plots import bar, svg, text
from playfunc_checks.bounded import bounded
from playfunc_opponents.footsteps import advanced, minmax
from playfunc_opponents.footsteps.equilibrium import GOAL

from playfunc_workbook.costly_moves import Reviewed, after
from playfunc_workbook.finding import State, Stumble, Unwritten
from playfunc_workbook.footsteps import exercises as exercises
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Function, replaced
from playfunc_workbook.view import (
    Points,
    Shown,
    finding_shown,
    captured_output,
    late_progress,
    note,
    skipped_by_validate,
    stacked,
    table,
    validating,
)
from playfunc_workbook.workbook import Own, Workbook

if TYPE_CHECKING:
    from playfunc_opponents.footsteps.worth import Mixture


class FootStepsWorkbook(Workbook):
    """Costs also against the mixture that an opponent plays."""

    self_check_deals = 2
    games_reviewed = 4
    play_a_game = Workbook.play_a_hand

    def cost_plot(self, play: Own, tier: str, games: int | None = None, show: int = 3) -> Shown:
        """What every bid of a few games cost against the equilibrium, for you and your opponent; and what yours cost
        against the mixture that the opponent plays, where that is known."""
        shown = super().cost_plot(play, tier, games, show)
        found = None if validating() else self._reviewed(play, tier, games)
        if tier not in MIXTURES or found is None or isinstance(found, Shown):
            return shown
        return stacked(shown, note(against_mixture(found, MIXTURES[tier])), note(PREDICTABLE))


_book = FootStepsWorkbook("footsteps")
_cells = _book.cells(exercises)
_cells |= {name: skipped_by_validate(_cells[name]) for name in ("check_drawing", "check_mix")}
globals().update(_cells)
__all__ = [
    *_cells, "show_bids", "show_mixture", "show_values", "table_text", "unexploitable", "whole_board",
]  # fmt: skip


PREDICTABLE = (
    "These costs do not show whether your player can be predicted: a bid that the equilibrium sometimes makes costs nothing, even "
    "if your player always makes it. Exploitability measures that (`check_mix`)."
)


MIXTURES: Mapping[str, Mixture] = {"minmax": minmax.mix, "advanced": advanced.mix}
"""The mixtures of the opponents that have one."""


def against_mixture(found: Reviewed, mixture: Mixture) -> str:
    """What the student's bids gave away against the best answers to the opponent's own mixture, in a sentence."""
    from playfunc_opponents.footsteps.reviewer import reviewer_against  # compiled by numba

    reviews: list[tuple[Review, int]] = []
    moves = sum(len(review.costs) for review, _ in found.mine)
    with progress(moves, f"Bids priced against {found.tier}'s own") as update:
        for review, seat in found.mine:
            before = sum(len(done.costs) for done, _ in reviews)
            reviewer = reviewer_against({1 - seat: mixture})
            again = reviewer.review(review.record, on_progress=after(before, update))
            reviews.append((again, seat))
    lost = total_of(cost for review, seat in reviews for cost in review.of_seat(seat)).per(len(reviews))
    return f"Compared with the best answers to the bids that {found.tier} really makes, yours gave away {lost} a game."


def show_bids(tier: str = "minmax", position: int = 0) -> Shown:
    """What `minmax` bids, by its own points and yours, with the token `position` cells on your side of the middle."""
    if tier != "minmax":
        raise ValueError("only minmax always bids the same; ask for show_bids('minmax')")
    if abs(position) >= GOAL:
        raise ValueError(
            f"position is a cell from {1 - GOAL} to {GOAL - 1}, where nobody has won; not {position}"
        )
    points = (50, 40, 30, 20, 10, 5)
    rows = [
        [f"it has {own}", *(str(minmax.play("minmax", -position, own, other, None)[0]) for other in points)]
        for own in points
    ]
    where = f"token at your position {position}" if position else "token in the middle"
    return table(["", *(f"you have {other}" for other in points)], rows, f"minmax's bids, {where}")


WHOLE_BOARD = 120.0
"""Seconds of CPU time to solve the whole board in; it takes a few."""


def table_text(values: Any) -> Shown:
    """The values of a solved board as text to paste: in hundredths, as steps from each to the next, packed.

    `values` is the array that `solve_board(3, 50)` returns; `read_values` of the workbook is the inverse.
    """
    if values is None:
        return note("Write `solve_board` first; then this shows the table.", State.UNWRITTEN)
    import numpy

    hundredths = numpy.rint(numpy.asarray(values)[1:-1] * 100).astype(numpy.int16)
    steps = numpy.diff(hundredths, axis=2, prepend=0)
    circle = (steps % 256).astype(numpy.uint8)  # they lie within a turn of a byte's circle
    packed = base64.b85encode(zlib.compress(circle.tobytes(), 9)).decode()
    text = (
        'TABLE = """\n'
        + "\n".join(packed[start : start + 88] for start in range(0, len(packed), 88))
        + '\n"""'
    )
    looks = "font-size:11px;max-height:220px;overflow:auto"
    html = f"<pre tabindex='0' aria-label='The table' style='{looks}'>{escape(text)}</pre>"
    return Shown(html, text)


def whole_board(solve_board: Function) -> Any:
    """Step 5: the values of the standard board by `solve_board`; `None` while that is not written."""
    with captured_output(), late_progress(GAMES_OF_A_BOARD, "Games solved, without mirror images") as told:
        try:
            values = isolated_call(
                lambda update: bounded(lambda: _counted(solve_board, update), WHOLE_BOARD), told
            )
        except NotImplementedError:
            return None
        told(GAMES_OF_A_BOARD)
    return values if values is not None and values[1:-1].any() else None


GAMES_OF_A_BOARD = 5 * (51 * 52 // 2 - 1)
"""Matrix games to solve: five positions, all pairs of points in which the player has no fewer than the opponent, without the pair 0, 0."""


def _counted(solve_board: Function, update: Callable[[int], None]) -> Any:
    """The whole board by `solve_board`; `update` is told how often it called the notebook's `solve_game`."""
    solve = getattr(solve_board, "__globals__", {}).get("solve_game")
    if solve is None:
        return solve_board(3, 50)
    done = 0

    def solve_game(*arguments: Any, **options: Any) -> Any:
        nonlocal done
        done += 1
        if done % 50 == 0:
            update(min(done, GAMES_OF_A_BOARD))
        return solve(*arguments, **options)

    with replaced(solve_board, {"solve_game": solve_game}):
        return solve_board(3, 50)


def show_values(values: Any, position: int = 0) -> Shown:
    """A map of the values of a solved board, by both players' points."""
    if values is None:
        return note("Write `solve_board` first; then this shows a map of its values.", State.UNWRITTEN)
    goal, points = len(values) // 2, len(values[0]) - 1
    shown = sorted({round(points * part / 5) for part in range(6)}, reverse=True)
    rows = [
        (f"own {mine}", [float(values[goal + position][mine][theirs]) for theirs in shown]) for mine in shown
    ]
    heads = [f"other {theirs}" for theirs in shown]
    return value_map(rows, heads, f"Values with the token at {position:+d}: 1 is a win, -1 a loss")


def show_mixture(mix: Function, position: int = 0, my_points: int = 50, their_points: int = 50) -> Shown:
    """The chances of the bids in one state, as bars."""
    state = (position, my_points, their_points)
    try:
        with captured_output():
            chances = isolated_call(lambda update: exercises.mixtures_of(mix, [state])[state])
    except Unwritten:
        return note("Write `mix` first; then this shows its bids.", State.UNWRITTEN)
    except Stumble as stumble:
        return note(stumble.said, State.WRONG)
    made = {bid: chance for bid, chance in chances.items() if chance >= 0.001}
    return bars(
        made, f"Your bids with the token at {position:+d}, you at {my_points}, they at {their_points} points"
    )


def bars(chances: Mapping[int, float], title: str) -> Shown:
    """The chance of each bid as a bar."""
    top = max(chances.values())
    wide, high = 22, 150
    shapes = []
    for place, (bid, chance) in enumerate(sorted(chances.items())):
        tall, x = chance / top * (high - 30), 10 + place * wide
        label = partial(text, x + wide // 2 - 2, anchor="middle", colour="currentColor")
        shapes += [
            bar(x, high - 18 - tall, wide - 4, tall, fill="#0b57b7"),
            label(high - 4, str(bid), font_size=11),
            label(high - 22 - tall, f"{chance * 100:.0f}", font_size=9),
        ]
    said = ", ".join(f"{bid}: {chance:.1%}" for bid, chance in sorted(chances.items()))
    width = 20 + wide * len(chances)
    drawn = svg((width, high), f"{title}. {said}", shapes, width=width, height=high, font_family="sans-serif")
    legend = "below each bar the bid, above it its chance in percent"
    html = f"<p style='margin:4px 0'><b>{escape(title)}</b> ({legend})</p>{drawn}"
    return Shown(html, f"{title}\n{said}")


def value_map(rows: Sequence[tuple[str, Sequence[float]]], heads: Sequence[str], title: str) -> Shown:
    """Values from -1 to 1 in a table, the losing ones orange and the winning ones blue."""
    top = "".join(
        f"<th scope='col' style='padding:2px 8px;text-align:right'>{escape(h)}</th>" for h in ("", *heads)
    )
    body = "".join(
        f"<tr><th scope='row' style='text-align:left;padding:2px 8px'>{escape(name)}</th>"
        + "".join(_cell(value) for value in values)
        + "</tr>"
        for name, values in rows
    )
    html = (
        f"<table style='margin:6px 0;font-size:13px'><caption style='text-align:left'><b>{escape(title)}</b></caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    )
    plain = [title, " " * 12 + "".join(f"{h:>9}" for h in heads)]
    plain += [f"{name:<12}" + "".join(f"{value:>+9.2f}" for value in values) for name, values in rows]
    return Shown(html, "\n".join(plain))


def _cell(value: float) -> str:
    hue = "11,87,183" if value > 0 else "214,110,0"
    return (
        f"<td style='text-align:right;padding:2px 8px;background:rgba({hue},{min(abs(value), 1) * 0.45:.2f})'>"
        f"{value:+.2f}</td>"
    )


def unexploitable(mix: Function, play: Function | None = None) -> Points:
    """The graded cell `unexploitable`: the exact number, as the graders compute it, and whether `play` draws from `mix`.

    A notebook of an older release hands over `mix` alone; the graders look at `play` all the same.
    """
    with captured_output():
        findings = [exercises.mix_finding(mix)]
        if play is not None and findings[0].state is State.RIGHT:
            findings.append(exercises.drawing_finding(play, mix))
    right = all(finding.state is State.RIGHT for finding in findings)
    shown = stacked(*map(finding_shown, findings))
    most = _book.assignment.points.get("unexploitable", 0.0)
    return Points.of(most * right, most, shown)
