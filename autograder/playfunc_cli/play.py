"""`playfunc play`: one game or a series, printed move by move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playfunc_cli.console import misuse
from playfunc_cli.options import GAME, SEED, AssignmentOption, asked_assignment, assignment_of_game

if TYPE_CHECKING:
    from playfunc.game import Game
    from playfunc.match import Series
    from playfunc.player import Player
    from playfunc.record import GameRecord
    from playfunc.rules import Rules, Seat


def play(
    players: Annotated[
        list[str],
        typer.Argument(
            help="In the order of their seats: an opponent's name, a .py file, a notebook, exec:COMMAND, or me, to "
            "play by hand."
        ),
    ],
    seed: Annotated[int, SEED] = 1,
    series: Annotated[
        bool,
        typer.Option(
            "--series", help="Play on for as long as the game's series lasts, such as to 100 points."
        ),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Also write the games to this file, as lines of JSON.")
    ] = None,
    game: Annotated[str | None, GAME] = None,
    assignment: AssignmentOption = None,
) -> None:
    """Play one game, or with --series a whole series, and print it move by move.

    Name "me" in a seat to play there by hand. A fault stops the game and shows the position. Try: playfunc play basic
    advanced
    """
    from playfunc.games import game_of, rules_for
    from playfunc.match import play_game, play_series
    from playfunc.measure import deal_rng
    from playfunc.record import write_records
    from playfunc_autograder.players import seat_player

    from playfunc_cli.by_hand import PERSON

    settings = asked_assignment(assignment, players) if game is None else assignment_of_game(game)
    try:
        rules = rules_for(settings.game, len(players))
    except ValueError as error:
        misuse(f"{error}; try: playfunc play --game {settings.game} basic minmax")
    played = game_of(rules)
    if PERSON in players and (series or players.count(PERSON) > 1):
        misuse(f"{PERSON} plays one game by hand, in one seat: leave out --series and any second {PERSON}")
    whole: Series | None = None
    with ExitStack() as stack:
        others = [seat_player(name, rules, settings, str(seed), stack) for name in players if name != PERSON]
        if PERSON in players:
            by_hand = _by_hand(rules, others, players.index(PERSON), seed)
            records: tuple[GameRecord, ...] = (by_hand,)
        elif series:
            whole = play_series(rules, others, seed)
            records = whole.hands
        else:
            records = (play_game(rules, rules.deal(deal_rng(str(seed), "play")), others),)
    _print_games(records, whole, played)
    if save is not None:
        write_records(save, records)
    if records[-1].faults:
        raise typer.Exit(1)


def _print_games(records: Sequence[GameRecord], whole: Series | None, game: Game) -> None:
    """The games move by move; of a whole series also its numbers and the standing at its end."""
    from playfunc.record import transcript

    for number, record in enumerate(records, 1):
        if len(records) > 1:
            print(f"{game.played.capitalize()} {number}")
        print(transcript(record), end="\n" if whole is None else "\n\n")
    if whole is not None:
        print(_standing(whole, game))


def _by_hand(rules: Rules[Any, Any, Any], others: Sequence[Player], seat: Seat, seed: int) -> GameRecord:
    """The game as far as it went, with a person in this seat."""
    from playfunc.measure import deal_rng
    from playfunc.show.sitting import begin
    from playfunc_opponents import ladder

    from playfunc_cli.by_hand import play_by_hand

    reviewer = ladder(rules.name).load_reviewer()
    players: list[Player | None] = [*others]
    players.insert(seat, None)
    begun = begin(rules, rules.deal(deal_rng(str(seed), "play")), players)
    return play_by_hand(begun, reviewer.prices if reviewer else None).record


def _standing(series: Series, game: Game) -> str:
    """The totals in one line, and who won."""
    names, count = series.hands[0].players, len(series.hands)
    totals = ", ".join(f"{name} {total:g}" for name, total in zip(names, series.totals, strict=True))
    won = "" if series.winner is None else f". {names[series.winner]} wins"
    return f"After {count} {game.played}{'s' if count != 1 else ''}: {totals}{won}."
