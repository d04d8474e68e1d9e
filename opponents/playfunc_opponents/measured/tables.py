"""The tables of measured strength, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from statistics import NormalDist

from playfunc.games import game

from playfunc_opponents import Ladder
from playfunc_opponents.measured.calibration import Contest, Pairing
from playfunc_opponents.measured.scale import levels

__all__ = ["Contests", "every_pair", "handout", "neighbours", "rungs", "wins"]

Contests = Mapping[Pairing, Contest]


def neighbours(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Each landmark against the one below, as a table in Markdown."""
    names = ladder.landmarks(seats)
    return _table(
        ("", ladder.unit, "95%", "99%", *([_won(ladder)] if seats == 2 else []), "deals"),
        (
            _row(contest, f"`{better}` over {_others(worse, seats)}")
            for worse, better in pairwise(names)
            for contest in _between(contests, ladder.game, seats, better, worse)
        ),
    )


def wins(contests: Contests, ladder: Ladder) -> str:
    """Every pair of landmarks for two, by the share of games won, which is what a mark is about."""
    return _table(
        ("", _won(ladder), "99%", ladder.unit, "deals"),
        (
            _won_row(contest)
            for better, worse in combinations(reversed(ladder.landmarks(2)), 2)
            for contest in _between(contests, ladder.game, 2, better, worse)
        ),
    )


def _won(ladder: Ladder) -> str:
    return f"{game(ladder.game).win.won} won"


def _won_row(contest: Contest) -> tuple[str, ...]:
    won, pairing = contest.win_rate(), contest.pairing
    reach = NormalDist().inv_cdf(0.995) * won.standard_error
    return (
        f"`{pairing.first}` over `{pairing.second}`",
        f"{won.rate:.1%}",
        f"{max(won.rate - reach, 0):.1%} … {min(won.rate + reach, 1):.1%}",
        f"{contest.interval().mean:+.1f}",
        str(len(contest.margins)),
    )


def every_pair(contests: Contests, ladder: Ladder, seats: int) -> str:
    """Everything measured at such a table that neither `neighbours` nor `rungs` shows."""
    shown = {*pairwise(ladder.landmarks(seats)), *pairwise(ladder.names(seats))}
    return _table(
        ("", ladder.unit, "95%", "99%", *([_won(ladder)] if seats == 2 else []), "deals"),
        (
            _row(contest, f"`{pairing.first}` over {_others(pairing.second, seats)}")
            for pairing, contest in contests.items()
            if (pairing.game, pairing.seats) == (ladder.game, seats)
            and (pairing.second, pairing.first) not in shown
            and len(contest.margins) > 1
        ),
    )


def rungs(contests: Contests, ladder: Ladder) -> str:
    """Every rung on the scale, with its distance from the one below."""
    return _table(
        ("rung", "Elo", "95%", "above the rung below", "95%", "deals"),
        (
            (
                f"**`{level.name}`**" if level.name in ladder.tiers else f"`{level.name}`",
                f"{level.elo:.0f}",
                f"± {level.half_width:.0f}" if level.step.count else "",
                f"{level.step.mean:+.0f}" if level.step.count else "",
                f"± {level.step.half_width:.0f}" if level.step.count else "",
                str(level.step.count or ""),
            )
            for level in levels(contests, ladder)
        ),
    )


def handout(contests: Contests, ladder: Ladder, threshold: float) -> str:
    """Reference players against the opponents: what they win, in bold from `threshold` on, and in brackets the mean
    difference of scores."""
    tiers = ladder.tiers
    rows = []
    for reference in ladder.references:
        met = [_between(contests, ladder.game, 2, reference, tier) for tier in tiers]
        rows.append(
            (f"`{reference}`", *(_chance(found[0], threshold) if found else "not measured" for found in met))
        )
    return _table(("player", *(f"against `{tier}`" for tier in tiers)), rows)


def _chance(contest: Contest, threshold: float) -> str:
    rate, points = contest.win_rate().rate, contest.interval()
    reach = "" if points.too_few else f" ± {points.half_width:.1f}"
    text = f"{rate:.0%} ({points.mean:+.1f}{reach})"
    return f"**{text}**" if rate >= threshold else text


def _between(contests: Contests, game: str, seats: int, first: str, second: str) -> list[Contest]:
    return [
        contest
        for pairing, contest in contests.items()
        if (pairing.game, pairing.seats, pairing.first, pairing.second) == (game, seats, first, second)
        and len(contest.margins) > 1
    ]


def _others(name: str, seats: int) -> str:
    return f"`{name}`" if seats == 2 else f"three of `{name}`"


def _row(contest: Contest, name: str) -> tuple[str, ...]:
    narrow, wide = contest.interval(0.95), contest.interval(0.99)
    won = [f"{contest.win_rate().rate:.1%}"] if contest.pairing.seats == 2 else []
    spans = [each.between("{:+.2f} … {:+.2f}") for each in (narrow, wide)]
    return (name, f"{narrow.mean:+.2f}", *spans, *won, str(len(contest.margins)))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, the first column to the left."""
    marks = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, marks, *rows))
