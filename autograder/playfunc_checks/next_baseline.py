"""The next baseline: which opponent of a game's ladder to try next, and how often a player wins against it today.

Notebooks, `playfunc check` and feedback say it in the same words. It is derived from nothing but shares of wins that
the reader is shown as well, in feedback in whole per cent. So it tells no more of closed deals than they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playfunc.compiled import has_numba
from playfunc.game import WinRate
from playfunc.games import game as game_named
from playfunc_opponents import ladder
from playfunc_opponents.measured.elo import ROOM, Level, Met, chance, measured_levels, performance

from playfunc_checks.assignment import BEATS, Assignment
from playfunc_checks.results import CheckResult

NATIVE = has_numba()

RATED = 40
"""Deals against an opponent from which on wins tell a rating; by fewer it may be off by hundreds of points."""


def ladder_of(game: str) -> tuple[Level, ...]:
    """The baselines to meet here: without numba, those that need it are left out."""
    slow = {baseline.name for baseline in ladder(game).baselines if baseline.compiled and not NATIVE}
    return tuple(level for level in measured_levels(game) if level.name not in slow)


def next_baseline(game: str, elo: float, baselines: Sequence[Level], bound: str = "") -> str:
    """A sentence on the weakest baseline that is stronger by whole points, and how often a player of this rating wins
    against it: this share, or `bound` ("at least", "at most") this share."""
    above = _above(elo, baselines)
    if above is None:
        return f"No baseline is above: `{baselines[-1].name}` has {baselines[-1].elo:.0f}.{_needs_numba(game, elo)}"
    return (
        f"The next baseline is `{above.name}` with {above.elo:.0f}: expect to win "
        f"{bound}{' ' * bool(bound)}{chance(elo - above.elo):.0%} of "
        f"{game_named(game).win.won} against it."
    )


def _above(elo: float, baselines: Sequence[Level]) -> Level | None:
    return next((level for level in baselines if round(level.elo) > round(elo)), None)


def _needs_numba(game: str, elo: float) -> str:
    """Which stronger baseline is not met here."""
    left = [level for level in measured_levels(game) if round(level.elo) > round(elo)]
    if NATIVE or not left:
        return ""
    return f" `{left[0].name}` with {left[0].elo:.0f} needs numba: pip install 'playfunc[fast]'."


def next_baseline_of(assignment: Assignment, results: Sequence[CheckResult]) -> str:
    """The same for a player with these results of all its win checks, from their shares in whole per cent. Empty where
    no win check was played to its end."""
    return next_baseline_after(assignment, _won(results))


def next_baseline_name(assignment: Assignment, results: Sequence[CheckResult]) -> str:
    """The name of that baseline alone; empty where it is not known, and where none is above."""
    baselines = _measured(assignment)
    met = _met(assignment, baselines, _shares(_won(results)))
    above = _above(performance(met).mean, baselines) if met else None
    return above.name if above else ""


def _won(results: Sequence[CheckResult]) -> dict[str, float]:
    """Opponent → the share of wins, in whole per cent, where all games were played."""
    return {
        result.check.removeprefix(BEATS): result.told.percent / 100
        for result in results
        if result.check.startswith(BEATS)
        and result.told is not None
        and result.told.outcome == "played"
        and result.told.percent is not None
    }


def _shares(won: Mapping[str, float]) -> dict[str, WinRate]:
    """The shares without their errors, which closed deals do not tell."""
    return {name: WinRate(share, 0.0, 1) for name, share in won.items()}


def _met(assignment: Assignment, baselines: Sequence[Level], won: Mapping[str, WinRate]) -> list[Met]:
    return [
        Met(baseline.elo, won[baseline.name])
        for baseline in baselines
        if baseline.name in won and not assignment.opponent(baseline.name).source
    ]


def next_baseline_after(assignment: Assignment, won: Mapping[str, float]) -> str:
    """Sentences on where a player stands that won these shares against these opponents, and on the next baseline.

    Every opponent counts the same. Empty where none of them is on the measured scale, or where the assignment's game
    is not the one that was measured.
    """
    return _placed(assignment, _shares(won))


def next_baseline_measured(assignment: Assignment, tier: str, won: WinRate) -> str:
    """The same after open deals against one opponent, with the interval of the rating; empty for fewer than `RATED`."""
    return _placed(assignment, {tier: won}, interval=True) if won.deals >= RATED else ""


def _placed(assignment: Assignment, won: Mapping[str, WinRate], *, interval: bool = False) -> str:
    baselines = _measured(assignment)
    met = _met(assignment, baselines, won)
    if not met:
        return ""
    found = performance(met)
    elo = round(found.mean)
    least, most = min(each.elo for each in met) - ROOM, max(each.elo for each in met) + ROOM
    weaker = [f"`{baseline.name}` ({baseline.elo:.0f})" for baseline in baselines if baseline.elo <= least]
    if elo < least + 1 and weaker:
        return (
            f"So few wins say only that your player has at most {least:.0f} Elo points. Baselines up to there: "
            f"{', '.join(weaker)}."
        )
    bound = "at least" if elo > most - 1 else "at most" if elo < least + 1 else "about"
    told = next_baseline(assignment.game, elo, baselines, "" if bound == "about" else bound)
    reach = f" (95% interval {found.low:.0f} to {found.high:.0f})" if interval and bound == "about" else ""
    *others, last = (f"`{baseline.name}`" for baseline in baselines if baseline.name in won)
    against = f"{', '.join(others)} and {last}" if others else last
    return f"By the wins against {against} your player has {bound} {elo} Elo points{reach}. {told}"


def _measured(assignment: Assignment) -> tuple[Level, ...]:
    """The baselines, if the assignment plays the game as they were measured."""
    known = ladder(assignment.game)
    try:
        return ladder_of(assignment.game) if assignment.rules() == known.rules(2) else ()
    except ValueError:  # of another package: never measured, or not for two
        return ()
