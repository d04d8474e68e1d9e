"""FootSteps' exercises: each asks the student's function and compares with rules, games and an exact solver."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from playfunc.games.footsteps import FootSteps, legal_bids
from playfunc.match import play_games
from playfunc.measure import deal_rng, rotations
from playfunc_checks.bounded import LIMIT
from playfunc_checks.checks.unexploitable import DRAW, DRAWS, repeated_calls, difference, questions, state_of
from playfunc_checks.checks.win_rate import Playing
from playfunc_checks.checks.unexploitable import LIMIT as EXPLOITABLE
from playfunc_opponents import opponent, weakest_at
from playfunc_opponents.footsteps import minmax
from playfunc_opponents.footsteps.mixtures import (
    START,
    Exploitation,
    State,
    board_states,
    exploit,
    read_mixture,
)

from playfunc_workbook.finding import (
    correct,
    incorrect,
    Finding,
    Stumble,
    Unwritten,
    ask,
    ask_isolated,
    exercise,
    has_a_body,
)
from playfunc_workbook.finding import State as Mark
from playfunc_workbook.history import fingerprint
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Function, current_assignment, first_fault, timed_player
from playfunc_workbook.view import late_progress

if TYPE_CHECKING:
    from playfunc_opponents.footsteps.solver import Solution


SOLVING = 5.0
"""Seconds of CPU time for solving a small board, or a matrix many times over: no move of a player waits for that."""

NEAR = 0.02
"""How far a value that was found by repetition may be from the exact one."""


@exercise("Legal bids", "Fill in `legal` in the cell above, then run this check again.")
def legal_finding(legal: Function) -> Finding:
    """Step 1: the legal bids for every number of points."""
    if ask(legal, 50) == []:
        raise Unwritten
    for points in (3, 2, 1, 0, *range(4, 51)):
        expected, answer = list(legal_bids(points)), _call(legal, points)
        if not isinstance(answer, list | tuple | range):
            raise Stumble(f"`legal({points})` should return a list of bids, not {answer!r:.40}.")
        if list(answer) != expected:
            rule = "1 to all of your points" if points else "0 only, once you have no points"
            return incorrect(
                f"With {points} points `legal` gave {list(answer)!r:.60}; the rule allows {rule}: "
                f"{expected!r:.60}."
            )
    return correct("All numbers of points from 0 to 50.")


OUTBID = (
    "You need `3 - position` more cells. If you can pay one more than their bid for each of them, do. If not, "
    "let them pay: bid 1. One cell from losing, you have to win the cell at any price."
)


@exercise("A known bid", "Fill in `outbid` in the cell above, then run this check again.", OUTBID)
def outbid_finding(outbid: Function, yours: Function) -> Finding:
    """Step 3: `outbid` against players whose bids it knows; the last of them is your own."""
    others: dict[str, Function] = {
        "minmax": lambda position, mine, theirs: minmax.play("minmax", position, mine, theirs, None)[0],
        "a player that always bids 8": lambda position, mine, theirs: min(mine, 8),
        "a player that always bids 20": lambda position, mine, theirs: min(mine, 20),
    }
    lines, games = [], []
    for name, bidder in others.items():
        won, text = _duel(outbid, bidder)
        lines.append((Mark.RIGHT if won else Mark.WRONG, f"{'beats' if won else 'does not beat'} {name}"))
        if not won:
            games.append(f"Against {name}:\n{text}")
    if games:
        said = "Knowing every bid beforehand, it still does not win every game. The game to look at:"
        return incorrect(said, tuple(lines), hint=OUTBID, detail=games[0])
    for state, their_bid in UNEVEN:
        _bid_of(outbid, state, their_bid)
    try:
        won, text = _duel(outbid, lambda *state: ask(yours, *state))
    except (Stumble, Unwritten):
        won, text = False, ""
    own = " It also beats your own `thrifty`: you are predictable too. That game:" if won else ""
    said = f"A player that knows the bid wins. Yours beats {len(others)} players with fixed bids.{own}"
    return correct(said, detail=text if won else "")


def _duel(outbid: Function, bidder: Function) -> tuple[bool, str]:
    """A game in which `outbid` sees the other's bid: whether it wins, and the game as text. No limit of time holds for
    `bidder`: ours may have its first position to solve."""
    rules = FootSteps()
    states = [rules.deal(random.Random(0))]
    while rules.to_act(states[-1]):
        state = states[-1]
        position, (mine, theirs) = state.token, state.points
        other = bidder(-position, theirs, mine)
        states.append(rules.play(state, {0: _bid_of(outbid, (position, mine, theirs), other), 1: other}))
    return rules.scores(states[-1])[0] == 1.0, rules.storyteller.transcript(
        rules, ("outbid", "the other"), states
    )


UNEVEN: tuple[tuple[State, int], ...] = (
    ((-2, 9, 11), 11),
    ((-2, 9, 11), 9),
    ((0, 9, 11), 11),
    ((1, 0, 5), 3),
    ((-2, 0, 5), 3),
)
"""States with a bid that cannot be outbid, which the games above may not come to."""


def _bid_of(outbid: Function, state: State, their_bid: int) -> int:
    """Its bid. Raises `Stumble` for an illegal one."""
    bid = _call(outbid, *state, their_bid)
    legal = legal_bids(state[1])
    if type(bid) is not int or bid not in legal:
        allowed = (
            f"are the whole numbers from {legal[0]} to {legal[-1]}"
            if legal[-1]
            else "is only 0, without points"
        )
        said = f"{_at(state)} `outbid` gave {bid!r:.40}. Legal {allowed}."
        raise Stumble(said, hint=OUTBID)
    return bid


MATRICES = (
    (1, -1, -1, 1),
    (2, -1, -1, 1),
    (0, 1, 2, -1),
    (3, 1, 0, 2),
    (1, 2, 0, -1),
    (0, 0, -1, 1),
    (0.5, 0, 1, 2),
    (2, 3, -5, 2),
    (1, 2, 1, 2),
)
"""Small games a, b / c, d: some only to be mixed, some with a best pure choice."""


@exercise("Two by two", "Fill in `two_by_two` in the cell above, then run this check again.")
def two_by_two_finding(two_by_two: Function) -> Finding:
    """Step 4: small games with known values."""
    for a, b, c, d in MATRICES:
        answer = _call(two_by_two, a, b, c, d)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise Stumble(f"`two_by_two` should return a pair (chance, value), not {answer!r:.60}.")
        chance, value = map(float, answer)
        sure, best = _sure(chance, a, b, c, d), _value(a, b, c, d)
        board = f"    left  right\n top     {a:>4g} {b:>6g}\n bottom  {c:>4g} {d:>6g}"
        if not -1e-9 <= chance <= 1 + 1e-9:
            return incorrect(
                f"You give `top` the chance {chance:.3f}: a chance lies between 0 and 1.",
                hint=_SADDLE,
                detail=board,
            )
        if sure < best - 1e-6:
            said = f"`top` with chance {chance:.3f} guarantees only {sure:.3f}; {best:.3f} is possible."
            return incorrect(said, hint=_SADDLE, detail=board)
        if abs(value - best) > 1e-6:
            said = f"The chance {chance:.3f} is right, and guarantees {best:.3f}; your value is {value:.3f}."
            return incorrect(said, detail=board)
    return correct(f"{len(MATRICES)} games, with a saddle and without.")


_SADDLE = "First look for a saddle point (one row is best). If there is none, make both columns pay the same."


def _sure(chance: float, a: float, b: float, c: float, d: float) -> float:
    return min(chance * a + (1 - chance) * c, chance * b + (1 - chance) * d)


def _value(a: float, b: float, c: float, d: float) -> float:
    """The value that the best mixture guarantees: the mixture is at an end, or where both columns pay the same."""
    slope = a - c - b + d
    crossing = (d - c) / slope if slope else 0.0
    return max(_sure(chance, a, b, c, d) for chance in (0.0, 1.0, min(1.0, max(0.0, crossing))))


@exercise("Any matrix", "Fill in `solve_game` in the cell above, then run this check again.")
def game_finding(solve_game: Function) -> Finding:
    """Step 4: larger games with known values."""
    import numpy

    # Rock-paper-scissors is worth 0; with a double prize for rock, and with a useless row, the same by hand.
    games = (
        ("rock, paper, scissors", [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0.0),
        ("two against one", [[2, -1], [-1, 1]], 0.2),
        ("three against nothing", [[3, -1], [-1, 0]], -0.2),
        ("nine against nothing", [[9, -1], [-1, 0]], -1 / 11),
        ("a saddle", [[0, 0.5, 1], [-1, 0.2, -0.5]], 0.0),
        ("a useless row", [[1, -1], [-1, 1], [-1, -1]], 0.0),
    )
    for name, rows, value in games:
        matrix = numpy.array(rows, dtype=float)
        answer = _call(solve_game, matrix)
        if not isinstance(answer, tuple) or len(answer) != 2 or len(answer[0]) != len(rows):
            raise Stumble(
                f"`solve_game` should return (mixture, value), one chance a row, not {answer!r:.80}."
            )
        mixture, said = numpy.asarray(answer[0], dtype=float), float(answer[1])
        sure = float((mixture @ matrix).min())
        if numpy.isnan(said):
            raise Stumble(
                "`solve_game` returns no number (nan) for the value. Do you add up `other_total` too?"
            )
        if abs(mixture.sum() - 1) > 0.01 or sure < value - OFF or abs(said - value) > OFF:
            what = (
                f"{name}: the value is {value:.2f}. Your mixture {numpy.round(mixture, 2).tolist()} guarantees "
                f"{sure:.2f}, and you say {said:.2f}."
            )
            hint = _SLOW if _comes_near(solve_game, matrix, value) else _SIGNS
            return incorrect(what, hint=hint, detail=str(matrix))
    return correct(f"{len(games)} games, each within {OFF} of its value.")


OFF = 0.1
"""How far `solve_game` may be from a game's value in its own 50 rounds."""

_SLOW = (
    "With more rounds yours comes to the right mixture, so the regrets are right, and only slow. Take turns: let "
    "the other learn first, and answer its new mixture. And let later rounds count more, on both sides."
)
_SIGNS = (
    "Look at the signs and at the matrix products: `A @ B` multiplies in pairs and adds up, `*` does not. Your regret "
    "for a bid grows by what the bid would have paid, less what you got. The other pays: its regret grows by what it "
    "paid, less what the bid would have cost. No regret falls below 0. Add up both mixtures."
)


def _comes_near(solve_game: Function, matrix: Any, value: float) -> bool:
    """Whether this number of further rounds leads to a mixture that guarantees the value."""
    try:
        return float((ask(solve_game, matrix, 3000, seconds=SOLVING)[0] @ matrix).min()) > value - OFF
    except Exception:
        return False


@lru_cache(maxsize=4)
def _exact(goal: int, points: int) -> Solution:
    from playfunc_opponents.footsteps.solver import solve_board  # compiled by numba

    return solve_board(goal, points)


@exercise("Small boards", "Fill in `solve_board` in the cell above, then run this check again.")
def board_finding(solve_board: Function) -> Finding:
    """Step 4: two small boards against an exact solver."""
    for goal, points in ((1, 5), (2, 6)):
        values = _call(solve_board, goal, points, seconds=SOLVING)
        shape = (2 * goal + 1, points + 1, points + 1)
        if getattr(values, "shape", None) != shape:
            raise Stumble(f"`solve_board({goal}, {points})` should return values of shape {shape}.")
        if not ((values[0] == -1).all() and (values[-1] == 1).all()):
            raise Stumble(
                f"`solve_board({goal}, {points})` changed the values at the ends of the strip, which are -1 and 1. The "
                "index of a state is `goal + position`."
            )
        if not values[1:-1].any():
            raise Unwritten
        wrong, exchanged = _first_wrong(values, goal, points)
        if wrong:
            said = f"{2 * goal + 1} cells and {points} points. {wrong}"
            hint = _MIRRORED if exchanged else ""
            stored = any(values[1:-1, mine, mine + 1 :].any() for mine in range(points + 1))
            return incorrect(said, hint=hint if stored else _EXCHANGED)
    return correct(f"Every state of two small boards is within {NEAR} of the exact value.")


_EXCHANGED = (
    "Every state in which you have fewer points than the other is still 0. Store the exchanged state too: "
    "`values[goal - position, theirs, mine] = -value`."
)


_MIRRORED = (
    "In this state you have fewer points than the other. If you store it as the exchanged state of another: the other sees "
    "the token at -position, so it is `values[goal - position, theirs, mine] = -value`."
)


def _first_wrong(values: Any, goal: int, points: int) -> tuple[str, bool]:
    """What is wrong in the state with the fewest points, and whether the other has more points in it."""
    exact = _exact(goal, points)
    for both in range(1, 2 * points + 1):
        for mine in range(max(0, both - points), min(points, both) + 1):
            for position in range(1 - goal, goal):
                state = (position, mine, both - mine)
                value, got = exact.value(*state), float(values[goal + position, mine, both - mine])
                if not abs(got - value) <= NEAR:
                    said = f"{_at(state)} the value is {value + 0.0:.3f}, and yours is {got + 0.0:.3f}. "
                    return f"{said}No state with fewer points is wrong.", 2 * mine < both
    return "", False


UNREADABLE = (
    "The pasted table cannot be read: part of it is missing. Copy all that `table_text(values)` shows, from `TABLE` to "
    "the last quotes."
)


@exercise(
    "The table",
    'Solve the whole board, and paste the table over the line `TABLE = ""` in the cell above. If you have pasted it and that '
    "line still stands below it, delete the line, and run the cell again.",
    copied=False,
)
def table_finding(values: Function) -> Finding:
    """Step 5: the pasted table against the exact values."""
    import numpy

    try:
        read = numpy.asarray(ask_isolated("The table", lambda: ask(values)))
    except Stumble:
        raise Stumble(UNREADABLE) from None
    if read.shape != (7, 51, 51):
        raise Stumble(f"The table holds values of shape {read.shape}, not (7, 51, 51).")
    exact = numpy.asarray(_exact(3, 50).values, dtype=float).reshape(5, 51, 51)
    off = numpy.abs(read[1:-1] - exact)
    off[:, 0, 0] = 0  # the game is over: a draw
    worst = numpy.unravel_index(off.argmax(), off.shape)
    state = (int(worst[0]) - 2, int(worst[1]), int(worst[2]))
    found, right = read[1:-1][worst], exact[worst]
    said = f"{_at(state)} the value is {right:.3f}, and the table says {found:.3f}."
    if off.max() > 0.1:
        return incorrect(said)
    return correct(f"All values are near the exact ones. The one that is furthest off: {said}")


STATES = tuple(board_states())
"""All states in which a bid is due."""


def mixtures_of(
    mix: Function, states: Iterable[State] = STATES, update: Callable[[int], None] = lambda done: None
) -> Mapping[State, Mapping[int, float]]:
    """What `mix` answers at the states; `update` is told how many were asked. Raises `Stumble`."""
    mixtures = {}
    for done, state in enumerate(states):
        if done % 100 == 0:
            update(done)
        answer = _call(mix, *state)
        try:
            mixtures[state] = read_mixture(answer, state[1])
        except ValueError as error:
            raise Stumble(
                "`mix(position={}, my_points={}, their_points={})`: ".format(*state) + f"{error}."
            ) from None
    return mixtures


SAMPLE = tuple(state for number, state in enumerate(STATES) if number % 37 == 0 or state == START)
_last: list[tuple[str, Mapping[State, Mapping[int, float]], Exploitation]] = []


def punished(mix: Function) -> Exploitation:
    """The exploitability of `mix`, exactly. A `mix` whose code is the last one's, and which answers as that did in
    every 37th state, is taken to be the same. Raises `Stumble` and `Unwritten`."""
    code = fingerprint([mix])
    sample = isolated_call(lambda update: mixtures_of(mix, SAMPLE))
    if _last and _last[0][:2] == (code, sample):
        return _last[0][2]
    with late_progress(len(STATES), "States of the board asked") as told:
        found = exploit(isolated_call(lambda update: mixtures_of(mix, update=update), told))
        told(len(STATES))
    _last[:] = [(code, sample, found)]
    return found


@exercise(
    "Your mixture",
    "Paste the table, and fill in `mix` in the cell above, then run this check again.",
    copied=False,
)
def mix_finding(mix: Function) -> Finding:
    """Step 5: the exploitability of `mix`, exactly: every state is asked, which takes some seconds."""
    found = punished(mix)
    right = found.exploitability <= EXPLOITABLE
    said = f"Its exploitability is {found.exploitability:.3f}; the limit is {EXPLOITABLE:g}."
    lines = tuple(
        f"{_at(p.state)} they bid {p.bid}, and from there you get {p.left:+.2f} on average"
        for p in found.punishments[:4]
    )
    detail = (
        "\n".join(
            [
                "In the states that come up most, an opponent that knows your mixture answers:",
                *(f"  {line}" for line in lines),
            ]
        )
        if lines
        else ""
    )
    if right:
        return correct(said, detail=detail)
    return incorrect(said, hint=PUNISHED, detail=detail)


PUNISHED = (
    "Where one bid beats most of your mixture, the bids that beat it need a chance too. If `check_game` and `check_table` are "
    "right: does `total` count later rounds more (`turn * mine`)? If it does, give `solve_game` more rounds, such as 100."
)
GAMES = 2
"""Public deals of which turns are asked about, each played from both sides."""


@exercise(
    "Bids from the mixture",
    "`play` does not draw its bids from `mix` yet. Let it do so in the cell above, then run this check again.",
    DRAW,
)
def drawing_finding(play: Function, mix: Function) -> Finding:
    """Step 5: whether `play` draws its bids from `mix`, in public positions."""
    rules = FootSteps()
    you = timed_player({"play": play}, rules, current_assignment("footsteps"))
    states = [rules.deal(deal_rng("public", "rules", number)) for number in range(GAMES)]
    weakest = opponent(rules, weakest_at(rules))
    tables = [table for state in states for table in rotations(rules, state, (you, weakest))]
    records = play_games(rules, tables, "forfeit")
    if fault := first_fault(records):
        error = fault[1].as_error()
        said = f"A fault in a game: {error.rule}: {error.reason}."
        return incorrect(said, hint=error.hint, detail=error.detail)
    asked = questions(START, [Playing(record, (place % 2,)) for place, record in enumerate(records)])
    for call in asked:
        [mixture] = mixtures_of(mix, [state_of(call)]).values()
        if said := difference(state_of(call), you.answer(repeated_calls(call)), mixture):
            if "mix" not in getattr(getattr(play, "__code__", None), "co_names", ("mix",)):
                raise Unwritten
            return incorrect(said, hint=DRAW)
    said = f"In {len(asked)} positions, {DRAWS} bids each: they are as frequent as `mix` says."
    return correct(said)


def _call(function: Function, *arguments: Any, seconds: float = LIMIT) -> Any:
    """As `ask`; a function with only a docstring is still the released stub."""
    name = getattr(function, "__name__", "function")
    asked = ", ".join(f"{value!r:.40}" for value in arguments)
    try:
        answer = ask(function, *arguments, seconds=seconds)
    except Stumble as stumble:
        said = f"{stumble.said} It was asked for `{name}({asked})`."
        raise Stumble(said, detail=stumble.detail, hint=stumble.hint) from None
    if answer is None and not has_a_body(function):
        raise Unwritten
    if answer is None:
        raise Stumble(
            f"`{name}({asked})` returned None. Does every way through it end in `return`? (`append` and `sort` return None.)"
        )
    return answer


def _at(state: State) -> str:
    position, mine, theirs = state
    return f"Token at {f'{position:+d}' if position else 0}, own points {mine}, other's {theirs}:"
