"""What BlackJack's notebook imports: `from playfunc_workbook.blackjack import *`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from playfunc.errors import PlayfuncError
from playfunc.games.blackjack import FACES, VALUES, Bet, BlackJack, total
from playfunc.record import GameRecord, steps
from playfunc.show.markup import collapsed, escape
from playfunc_checks.bounded import bounded

from playfunc_workbook.blackjack import exercises as exercises
from playfunc_workbook.finding import Finding, State
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Function, Functions
from playfunc_workbook.view import Shown, finding_shown, captured_output, note, table
from playfunc_workbook.workbook import Workbook


class BlackJackWorkbook(Workbook):
    """Tables of one round, and advice on bets."""

    table: ClassVar[Mapping[str, int]] = {"rounds": 1}
    rules_deals = 1
    self_check_deals = 2

    def _advice(self, functions: Functions, records: Sequence[GameRecord]) -> Finding | None:
        return bets_again(records)


_book = BlackJackWorkbook("blackjack")
_cells = _book.cells(exercises)
globals().update(_cells)
__all__ = [*_cells, "show_dealer", "show_expectation", "show_twins", "try_hand"]


def try_hand(moves: str = "", seed: int = 1) -> Any:
    """A table of one hand on which these moves are made already: a letter for each (H, S, D), in one text."""
    table = _book.play_a_hand(seed=seed, hands=1)
    if isinstance(table, Shown):
        return table
    for place, letter in enumerate(moves.replace(" ", ""), 1):
        try:
            table.play(letter)
        except (PlayfuncError, ValueError) as error:
            return note(f"Move {place} does not work: {str(error).splitlines()[0]}", State.WRONG)
    return table


def show_dealer(dealer_chances: Function, upcard: str, hands: int = 2000) -> Shown:
    """The dealer's scores with this open card: your chances next to the shares in simulated hands."""
    from playfunc_opponents.blackjack.expectation import pool

    if upcard not in VALUES:
        return note(f"{upcard!r} is no card: write one of {' '.join(VALUES)}.", State.WRONG)
    unseen = pool([upcard, "#"])
    with captured_output():
        finding = exercises.dealer_finding(dealer_chances, count=1)
        if finding.state is not State.RIGHT:
            return finding_shown(finding)
        chances = isolated_call(
            lambda update: bounded(lambda: dealer_chances(VALUES[upcard], upcard == "A", unseen))
        )
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


def show_expectation(stand: Function, hit: Function, double: Function) -> Shown:
    """The best first move and its worth, by hand and the dealer's open card, with a fresh deck."""
    with captured_output():
        finding = exercises.expectation_finding(stand, hit, double, count=10)
        if finding.state is not State.RIGHT:
            return finding_shown(finding)
        cells = isolated_call(lambda update: _best_cells((stand, hit, double)))
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


def _best_cells(functions: tuple[Function, ...]) -> dict[tuple[str, str], tuple[str, float]]:
    return {
        (name, upcard): _best_cell(functions, low, ace, upcard)
        for name, low, ace in ROWS
        for upcard in FACES[:10]
    }


def _best_cell(functions: tuple[Function, ...], low: int, ace: bool, upcard: str) -> tuple[str, float]:
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
    text = "\n".join(lines)
    return Shown(
        f"<pre style='overflow-x:auto;font-size:13px;font-family:monospace'>{escape(text)}</pre>", text
    )


def bets_again(records: Sequence[GameRecord]) -> Finding | None:
    """What to say where "you" bets again in one hand, at the hand with the most bets; else `None`."""
    most = max((count for record in records for count in Counter(_bets(record)).values()), default=0)
    if most < 2:
        return None
    return Finding(
        State.PARTLY,
        f"No move against the rules. But your player bet {most} times in one hand. After a bet you are asked again, in "
        "the same hand: bet once, then stand.",
        hint="Bet only while the stake is still 10: `if move is Stand and stake == 10`.",
        exercise="Rules",
    )


def _bets(record: GameRecord) -> Iterator[tuple[int, int]]:
    """Hand of the run and seat, for every bet that "you" makes."""
    parse = BlackJack(2).projection.parse_move
    for step in steps(record):
        for move in step.moves:
            if record.players[move.seat].startswith("you") and isinstance(parse(move.move), Bet):
                yield step.state.number, move.seat
