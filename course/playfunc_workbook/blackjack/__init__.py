"""What BlackJack's notebook imports: `from playfunc_workbook.blackjack import *`.

Each call shows something and never raises for a wrong answer; nothing here computes a mark.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from playfunc.errors import PlayfuncError
from playfunc.games.blackjack import FACES, VALUES, total
from playfunc.show.markup import collapsed, escape

from playfunc_checks.bounded import bounded
from playfunc_workbook.apart import apart
from playfunc_workbook.blackjack.second_bet import bets_again
from playfunc_workbook.blackjack import exercises as exercises
from playfunc_workbook import costs
from playfunc_workbook import marking
from playfunc_workbook import playing
from playfunc_workbook import retry as trying
from playfunc_workbook import submitting
from playfunc_workbook import unit
from playfunc_workbook.here import here
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.seats import Who
from playfunc_workbook.view import (
    Points,
    Shown,
    finding_shown,
    kept_quiet,
    note,
    printed_shown,
    stacked,
    table,
)

__all__ = [
    "check_aces",
    "check_best_move",
    "check_dealer",
    "check_expectation",
    "check_extra_bet",
    "check_remember",
    "check_rules",
    "check_seventeen",
    "check_total",
    "checkpoint",
    "cost_plot",
    "gate",
    "keep",
    "performance",
    "play_a_hand",
    "retry",
    "self_check",
    "show_dealer",
    "show_expectation",
    "show_marked_source",
    "show_twins",
    "submit",
    "try_hand",
    "watch",
]

PlayFunc = Callable[..., Any]


def _text(text: str) -> Shown:
    return Shown(
        f"<pre style='overflow-x:auto;font-size:13px;font-family:monospace'>{escape(text)}</pre>", text
    )


def watch(*players: Who, seed: int = 1) -> Shown:
    """The first round of a run, to step through: names of opponents, functions, files, notebooks."""
    return playing.watch(here("blackjack"), players, seed, rounds=1)


def play_a_hand(*players: Who, seat: int = 0, seed: int = 1) -> Any:
    """A round for you to play in this seat, alone with the dealer or with up to three players as in `watch`."""
    return playing.play_by_hand(here("blackjack"), players, seat, seed, rounds=1)


def try_hand(moves: str = "", seed: int = 1) -> Any:
    """A table of one hand on which these moves are made already: a letter for each (H, S, D), in one text."""
    table = playing.play_by_hand(here("blackjack"), (), 0, seed, rounds=1, hands=1)
    if isinstance(table, Shown):
        return table
    for place, letter in enumerate(moves.replace(" ", ""), 1):
        try:
            table.play(letter)
        except (PlayfuncError, ValueError) as error:
            return note(f"Move {place} does not work: {str(error).splitlines()[0]}", State.WRONG)
    return table


def check_total(count: PlayFunc) -> Shown:
    """Step 1: compare `total` with the rules on thousands of hands."""
    return _checked(lambda: exercises.total_finding(count))


def check_seventeen(seventeen: PlayFunc) -> Shown:
    """Step 1: compare `seventeen` with the dealer's rule."""
    return _checked(lambda: exercises.seventeen_finding(seventeen))


def check_dealer(dealer_chances: PlayFunc) -> Shown:
    """Step 2: compare the dealer's chances with the exact ones."""
    return _checked(lambda: exercises.dealer_finding(dealer_chances))


def check_expectation(stand: PlayFunc, hit: PlayFunc, double: PlayFunc) -> Shown:
    """Step 3: compare with the exact expectations."""
    return _checked(lambda: exercises.expectation_finding(stand, hit, double))


def check_best_move(best_move: PlayFunc) -> Shown:
    """Step 3: what the chosen moves give away."""
    return _checked(lambda: exercises.best_move_finding(best_move))


def check_remember(remember: PlayFunc) -> Shown:
    """Step 4: follow rounds and compare the memory with the cards that are gone."""
    return _checked(lambda: exercises.remember_finding(remember))


def check_aces(count_aces: PlayFunc) -> Shown:
    """Step 4: an exercise that no player without memory passes."""
    return _checked(lambda: exercises.aces_finding(count_aces))


def check_extra_bet(extra_bet: PlayFunc) -> Shown:
    """Step 5: a bet is legal and follows the odds."""
    return _checked(lambda: exercises.extra_bet_finding(extra_bet))


def _checked(check: Callable[[], Finding]) -> Shown:
    with kept_quiet() as printed:
        finding = check()
    return stacked(finding_shown(finding), printed_shown(printed))


def show_dealer(dealer_chances: PlayFunc, upcard: str, hands: int = 2000) -> Shown:
    """The dealer's scores with this open card: your chances next to the shares in simulated hands."""
    from playfunc_opponents.blackjack.expectation import pool

    if upcard not in VALUES:
        return note(f"{upcard!r} is no card: write one of {' '.join(VALUES)}.", State.WRONG)
    unseen = pool([upcard, "#"])
    with kept_quiet():
        finding = exercises.dealer_finding(dealer_chances, count=1)
        if finding.state is not State.RIGHT:
            return finding_shown(finding)
        chances = apart(lambda update: bounded(lambda: dealer_chances(VALUES[upcard], upcard == "A", unseen)))
    counts = _simulated(upcard, hands)
    rows = [
        (
            "bust" if score == 0 else str(score),
            f"{chances.get(score, 0.0):.1%}",
            f"{counts.get(score, 0) / hands:.1%}",
        )
        for score in (0, 17, 18, 19, 20, 21)
    ]
    return table(
        ("dealer ends with", "your chance", f"of {hands:,} simulated hands"),
        rows,
        f"The dealer shows {upcard}",
    )


def _simulated(upcard: str, hands: int) -> dict[int, int]:
    rng, counts = random.Random(f"dealer {upcard}"), dict[int, int]()
    deck = list((FACES * 4).replace(upcard, "", 1))
    for _ in range(hands):
        drawn, cards = iter(rng.sample(deck, 12)), upcard
        while total(cards) < 17:
            cards += next(drawn)
        score = total(cards) if total(cards) <= 21 else 0
        counts[score] = counts.get(score, 0) + 1
    return counts


ROWS = (
    *((f"{points}", points, False) for points in range(8, 21)),
    *((f"A+{n}", n + 1, True) for n in range(2, 10)),
)
"""Hands of the picture: hands without an ace by their total, and an ace with another card."""

COLOURS = {"S": "#f6dcc0", "H": "#d3e4fb", "D": "#cdebd6"}


def show_expectation(stand: PlayFunc, hit: PlayFunc, double: PlayFunc) -> Shown:
    """The best first move and its worth, by hand and the dealer's open card, with a fresh deck."""
    with kept_quiet():
        finding = exercises.expectation_finding(stand, hit, double, count=10)
        if finding.state is not State.RIGHT:
            return finding_shown(finding)
        cells = apart(lambda update: _best_cells((stand, hit, double)))
    return _values_table(cells)


def _values_table(cells: dict[tuple[str, str], tuple[str, float]]) -> Shown:
    caption = "Best first move and expected chips per chip staked. S stand, H hit, D double; columns: dealer's card."
    upcards = FACES[:10]
    head = "".join(f"<th scope='col' style='text-align:center'>{upcard}</th>" for upcard in upcards)
    body = "".join(
        f"<tr><th scope='row' style='text-align:right'>{name}</th>"
        + "".join(_cell_html(*cells[name, upcard]) for upcard in upcards)
        + "</tr>"
        for name, _, _ in ROWS
    )
    lines = [caption, "       " + " ".join(f"{upcard:>7}" for upcard in upcards)]
    for name, _, _ in ROWS:
        row = (cells[name, upcard] for upcard in upcards)
        lines.append(f"{name:>6} " + " ".join(f"{letter} {value:+.2f}" for letter, value in row))
    text = "\n".join(lines)
    html = (
        f"<table style='margin:6px 0;font-size:12px'><caption style='text-align:left'>{caption}</caption>"
        f"<thead><tr><th scope='col'>hand</th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    return Shown(html + collapsed("As text", text), text)


def _best_cells(functions: tuple[PlayFunc, ...]) -> dict[tuple[str, str], tuple[str, float]]:
    return {
        (name, upcard): _best_cell(functions, low, ace, upcard)
        for name, low, ace in ROWS
        for upcard in FACES[:10]
    }


def _best_cell(functions: tuple[PlayFunc, ...], low: int, ace: bool, upcard: str) -> tuple[str, float]:
    from playfunc_opponents.blackjack.expectation import pool

    unseen = pool([upcard, "#"])
    wins = exercises.chances_below(upcard, unseen)
    worths = {
        letter: bounded(partial(function, low, ace, wins, unseen))
        for letter, function in zip("SHD", functions, strict=True)
    }
    best = max(worths, key=worths.__getitem__)
    return best, worths[best]


def _cell_html(letter: str, value: float) -> str:
    return (
        f"<td style='background:{COLOURS[letter]};color:#1b2420;text-align:center'>{letter} {value:+.2f}</td>"
    )


TWINS = ("22334445", "KKQJJTAA")
"""What lay on the table two hands ago, in either of two rounds."""


def show_twins() -> Shown:
    """Two calls that are equal but for memory: only the hand before the last one differed."""
    from playfunc_opponents.blackjack.expectation import Purse, pool, worth

    hand, visible, before = ("T", "6"), ("T", "#", "T", "7", "6", "T"), ("K", "8", "9", "Q", "T", "9")
    lines = [f"play('you', {hand}, {visible}, 10, 180,\n     ({before}, memory))", ""]
    for number, earlier in enumerate(TWINS, 1):
        found = worth(hand, visible[0], pool([*earlier, *before, *visible]), Purse(1))
        better = "hit" if found.hit > found.stand else "stand"
        lines.append(
            f"Round {number}: two hands ago the table held {' '.join(earlier)}. "
            f"Standing is worth {found.stand:+.2f}, hitting {found.hit:+.2f}: {better}."
        )
    return _text("\n".join(lines))


def check_rules(play: PlayFunc) -> Shown:
    """Play some runs; a fault is shown with its position."""
    return unit.checked_rules(here("blackjack"), {"play": play}, deals=1, advice=bets_again)


def checkpoint(play: PlayFunc, tier: str, deals: int = 10) -> Shown:
    """How `play` does against an opponent on public shoes."""
    return unit.checkpoint(here("blackjack"), {"play": play}, tier, deals)


def cost_plot(play: PlayFunc, tier: str, runs: int = 2, show: int = 3) -> Shown:
    """What every move of a few runs cost, for you and your opponent."""
    return costs.cost_plot(here("blackjack"), {"play": play}, tier, runs, show)


def retry(play: PlayFunc, tier: str, runs: int = 2, show: int = 3) -> Any:
    """Your costliest positions of a few runs, to play again from there."""
    return trying.retry(here("blackjack"), {"play": play}, tier, runs, show)


def keep(*functions: PlayFunc, **position: Any) -> Shown | None:
    """A position of yours, as a test that runs again whenever your player changes."""
    return playing.keep(here("blackjack"), functions, **position)


def gate(play: PlayFunc) -> Points:
    """The rules cell."""
    return unit.gate(here("blackjack"), {"play": play})


def performance(play: PlayFunc, tier: str, deals: int = 4) -> Points:
    """A quick look at one graded cell."""
    return unit.performance(here("blackjack"), {"play": play}, tier, deals)


def show_marked_source() -> Shown:
    """The Python text that would be marked."""
    return marking.show_marked_source(here("blackjack"))


def self_check(deals: int = 2) -> Shown:
    """The graders' checks on the saved notebook, on public deals."""
    return marking.self_check(deals, here("blackjack"))


def submit(*functions: Callable[..., Any], to: str, ladder: str | None = None) -> Shown:
    """Send the saved player to the ladder at this address, as in `submit(play, to="https://…")`; shows receipt and
    status."""
    return submitting.submit(here("blackjack"), functions, to, ladder)
