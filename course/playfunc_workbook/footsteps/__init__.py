"""What the FootSteps workbook's cells call, on the student's own functions; nothing here computes a mark."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

from playfunc.show.markup import escape
from playfunc_opponents.footsteps import minmax
from playfunc_opponents.footsteps.equilibrium import GOAL

from playfunc_checks.bounded import bounded
from playfunc_workbook.apart import apart
from playfunc_workbook.footsteps import exercises as exercises
from playfunc_workbook import costs
from playfunc_workbook import marking
from playfunc_workbook import playing
from playfunc_workbook import retry as trying
from playfunc_workbook import submitting
from playfunc_workbook import unit
from playfunc_workbook.here import here
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.finding import Stumble, Unwritten
from playfunc_workbook.footsteps.own_mixture import MIXTURES, against_mixture
from playfunc_workbook.footsteps.shown import bars, value_map
from playfunc_workbook.validation import SKIPPED, validating
from playfunc_workbook.seats import Who
from playfunc_workbook.view import (
    Points,
    Shown,
    finding_shown,
    kept_quiet,
    late_progress,
    note,
    printed_shown,
    stacked,
    table,
)

__all__ = [
    "check_board",
    "check_drawing",
    "check_game",
    "check_legal",
    "check_mix",
    "check_outbid",
    "check_rules",
    "check_table",
    "check_two_by_two",
    "checkpoint",
    "cost_plot",
    "gate",
    "keep",
    "performance",
    "play_a_game",
    "play_a_hand",
    "retry",
    "self_check",
    "show_bids",
    "show_marked_source",
    "show_mixture",
    "show_values",
    "submit",
    "table_text",
    "unexploitable",
    "watch",
    "whole_board",
]

PlayFunc = Callable[..., Any]

WHOLE_BOARD = 120.0
"""Seconds of CPU time to solve the whole board in; it takes a few."""


def watch(*players: Who, seed: int = 1) -> Shown:
    """A game between two players, to step through: names of opponents, functions, files, notebooks."""
    return playing.watch(here("footsteps"), players, seed)


def play_a_game(*players: Who | int, seat: int = 0, seed: int = 1) -> Any:
    """A game for you to play in this seat, with a player as in `watch` in the other."""
    return playing.play_by_hand(here("footsteps"), players, seat, seed)


play_a_hand = play_a_game


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


def check_legal(legal: PlayFunc) -> Shown:
    """Step 1: the legal bids for every number of points."""
    return _checked(lambda: exercises.legal_finding(legal))


def check_outbid(outbid: PlayFunc, thrifty: PlayFunc) -> Shown:
    """Step 3: `outbid` against players whose bids it knows; the last of them is your own."""
    return _checked(lambda: exercises.outbid_finding(outbid, thrifty))


def check_two_by_two(two_by_two: PlayFunc) -> Shown:
    """Step 4: small games with known values."""
    return _checked(lambda: exercises.two_by_two_finding(two_by_two))


def check_game(solve_game: PlayFunc) -> Shown:
    """Step 4: larger games with known values."""
    return _checked(lambda: exercises.game_finding(solve_game))


def check_board(solve_board: PlayFunc) -> Shown:
    """Step 4: two small boards against an exact solver."""
    return _checked(lambda: exercises.board_finding(solve_board))


def check_table(read_values: PlayFunc) -> Shown:
    """Step 5: the pasted table against the exact values."""
    return _checked(lambda: exercises.table_finding(read_values))


def check_mix(mix: PlayFunc) -> Shown:
    """Step 5: the exploitability of `mix`, exactly: every state is asked, which takes some seconds."""
    if validating():
        return note(SKIPPED)
    return _checked(lambda: exercises.mix_finding(mix))


def check_drawing(play: PlayFunc, mix: PlayFunc) -> Shown:
    """Step 5: whether `play` draws its bids from `mix`, in public positions."""
    if validating():
        return note(SKIPPED)
    return _checked(lambda: exercises.drawing_finding(play, mix))


def check_rules(play: PlayFunc) -> Shown:
    """Games by the rules; a fault is shown."""
    return unit.checked_rules(here("footsteps"), {"play": play})


def checkpoint(play: PlayFunc, tier: str, deals: int = 10) -> Shown:
    """Your player against an opponent: the rate of winning with its interval, and the worst game."""
    return unit.checkpoint(here("footsteps"), {"play": play}, tier, deals)


def cost_plot(play: PlayFunc, tier: str, games: int = 4, show: int = 3) -> Shown:
    """What every bid of a few games cost against the equilibrium, for you and your opponent; and what yours cost
    against the mixture that the opponent plays, where that is known."""
    assignment, functions = here("footsteps"), {"play": play}
    shown = costs.cost_plot(assignment, functions, tier, games, show)
    found = None if validating() else costs.reviewed(assignment, functions, tier, games)
    if tier not in MIXTURES or found is None or isinstance(found, Shown):
        return shown
    return stacked(shown, note(against_mixture(found, MIXTURES[tier])), note(PREDICTABLE))


PREDICTABLE = (
    "These costs do not show whether your player can be predicted: a bid that the equilibrium sometimes makes costs nothing, even "
    "if your player always makes it. Exploitability measures that (`check_mix`)."
)


def retry(play: PlayFunc, tier: str, games: int = 4, show: int = 3) -> Any:
    """Your costliest positions of a few games, to play again from there."""
    return trying.retry(here("footsteps"), {"play": play}, tier, games, show)


def keep(*functions: PlayFunc, **position: Any) -> Shown | None:
    """A position of yours, as a test that runs again whenever your player changes."""
    return playing.keep(here("footsteps"), functions, **position)


def table_text(values: Any) -> Shown:
    """The values of a solved board as text to paste: in hundredths, as steps from each to the next, packed.

    `values` is the array that `solve_board(3, 50)` returns; `read_values` of the workbook is the inverse.
    """
    if values is None:
        return note("Write `solve_board` first; then this shows the table.", State.UNWRITTEN)
    import numpy

    hundredths = numpy.rint(numpy.asarray(values)[1:-1] * 100).astype(numpy.int16)
    steps = numpy.diff(hundredths, axis=2, prepend=0)
    packed = base64.b85encode(zlib.compress(_bytes(steps), 9)).decode()
    text = (
        'TABLE = """\n'
        + "\n".join(packed[start : start + 88] for start in range(0, len(packed), 88))
        + '\n"""'
    )
    looks = "font-size:11px;max-height:220px;overflow:auto"
    html = f"<pre tabindex='0' aria-label='The table' style='{looks}'>{escape(text)}</pre>"
    return Shown(html, text)


def _bytes(steps: Any) -> bytes:
    """Steps between hundredths, which lie within a turn of the byte's circle, as single bytes."""
    return bytes((steps % 256).astype("uint8").tobytes())


def whole_board(solve_board: PlayFunc) -> Any:
    """Step 5: the values of the standard board by `solve_board`; `None` while that is not written."""
    with kept_quiet(), late_progress(GAMES_OF_A_BOARD, "Games solved, without mirror images") as told:
        try:
            values = apart(lambda update: bounded(lambda: _counted(solve_board, update), WHOLE_BOARD), told)
        except NotImplementedError:
            return None
        told(GAMES_OF_A_BOARD)
    return values if values is not None and values[1:-1].any() else None


GAMES_OF_A_BOARD = 5 * (51 * 52 // 2 - 1)
"""Matrix games to solve: five positions, all pairs of points in which the player has no fewer than the opponent, without the pair 0, 0."""


def _counted(solve_board: PlayFunc, update: Callable[[int], None]) -> Any:
    """The whole board by `solve_board`; `update` is told how often it called the notebook's `solve_game`."""
    names = getattr(solve_board, "__globals__", {})
    solve = names.get("solve_game")
    if solve is None:
        return solve_board(3, 50)
    done = 0

    def solve_game(*arguments: Any, **options: Any) -> Any:
        nonlocal done
        done += 1
        if done % 50 == 0:
            update(min(done, GAMES_OF_A_BOARD))
        return solve(*arguments, **options)

    names["solve_game"] = solve_game
    try:
        return solve_board(3, 50)
    finally:
        names["solve_game"] = solve


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


def show_mixture(mix: PlayFunc, position: int = 0, my_points: int = 50, their_points: int = 50) -> Shown:
    """The chances of the bids in one state, as bars."""
    state = (position, my_points, their_points)
    try:
        with kept_quiet():
            chances = apart(lambda update: exercises.mixtures_of(mix, [state])[state])
    except Unwritten:
        return note("Write `mix` first; then this shows its bids.", State.UNWRITTEN)
    except Stumble as stumble:
        return note(stumble.said, State.WRONG)
    made = {bid: chance for bid, chance in chances.items() if chance >= 0.001}
    return bars(
        made, f"Your bids with the token at {position:+d}, you at {my_points}, they at {their_points} points"
    )


def gate(play: PlayFunc) -> Points:
    """The graded cell `rules`."""
    return unit.gate(here("footsteps"), {"play": play})


def performance(play: PlayFunc, tier: str) -> Points:
    """The graded cells `beats-basic` and `beats-minmax`: a quick look."""
    return unit.performance(here("footsteps"), {"play": play}, tier)


def unexploitable(mix: PlayFunc, play: PlayFunc | None = None) -> Points:
    """The graded cell `unexploitable`: the exact number, as the graders compute it, and whether `play` draws from `mix`.

    A notebook of an older release hands over `mix` alone; the graders look at `play` all the same.
    """
    with kept_quiet():
        findings = [exercises.mix_finding(mix)]
        if play is not None and findings[0].state is State.RIGHT:
            findings.append(exercises.drawing_finding(play, mix))
    right = all(finding.state is State.RIGHT for finding in findings)
    shown = stacked(*map(finding_shown, findings))
    return Points.of(here("footsteps").points.get("unexploitable", 0.0) * right, shown)


def self_check(deals: int = 2) -> Shown:
    """The graders' checks on the saved notebook."""
    return marking.self_check(deals, here("footsteps"))


def submit(*functions: Callable[..., Any], to: str, ladder: str | None = None) -> Shown:
    """Send the saved player to the ladder at this address, as in `submit(play, to="https://…")`; shows receipt and
    status."""
    return submitting.submit(here("footsteps"), functions, to, ladder)


def show_marked_source() -> Shown:
    """The text that would be marked."""
    return marking.show_marked_source(here("footsteps"))


def _checked(check: Callable[[], Finding]) -> Shown:
    with kept_quiet() as printed:
        finding = check()
    return stacked(finding_shown(finding), printed_shown(printed))
