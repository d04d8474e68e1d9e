"""`playfunc play`: one game or a series, printed move by move."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from playfunc_cli.console import misuse
from playfunc_cli.options import GAME, SEED, AssignmentOption, assignment_of_game, resolve_assignment

if TYPE_CHECKING:
    from playfunc.game import Game
    from playfunc.match import Series
    from playfunc.player import Answer, Player
    from playfunc.record import GameRecord, RecordedMove
    from playfunc.rules import Call, Rules
    from playfunc_checks.assignment import Assignment


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
    record: Annotated[
        Path | None,
        typer.Option(help="Go on with the first game of this file, as --save or a ladder writes it."),
    ] = None,
    move: Annotated[
        int, typer.Option(min=0, help="With --record: after how many of its moves; 0 plays its deal anew.")
    ] = 0,
    game: Annotated[str | None, GAME] = None,
    assignment: AssignmentOption = None,
) -> None:
    """Play one game, or with --series a whole series, and print it move by move.

    Name "me" in a seat to play there by hand. A fault stops the game and shows the position. With --record and
    --move the game begins at a position of a recorded one. Try: playfunc play basic advanced
    """
    from playfunc.games import game_of, rules_for
    from playfunc.record import read_records, rules_of, write_records

    from playfunc_cli.by_hand import PERSON

    recorded = None if record is None else read_records(record)[0]
    if recorded is not None:
        game = recorded.game
    settings = resolve_assignment(assignment, players) if game is None else assignment_of_game(game)
    try:
        rules = rules_for(settings.game, len(players)) if recorded is None else rules_of(recorded)
    except ValueError as error:
        misuse(f"{error}; try: playfunc play --game {settings.game} basic minmax")
    if recorded is not None:
        _refuse_position(recorded, rules.seats, players, move, series)
    if PERSON in players and (series or players.count(PERSON) > 1):
        misuse(f"{PERSON} plays one game by hand, in one seat: leave out --series and any second {PERSON}")
    records, whole = _played(rules, settings, players, seed, series, recorded, move)
    _print_games(records, whole, game_of(rules))
    if save is not None:
        write_records(save, records)
    if records[-1].faults:
        raise typer.Exit(1)


def _played(
    rules: Rules[Any, Any, Any],
    settings: Assignment,
    names: Sequence[str],
    seed: int,
    series: bool,
    recorded: GameRecord | None,
    move: int,
) -> tuple[tuple[GameRecord, ...], Series | None]:
    """The games, and the whole series if that was asked for; `recorded` is gone on with after `move` of its moves."""
    from playfunc.match import play_game, play_series
    from playfunc.measure import deal_rng
    from playfunc.record import states
    from playfunc_autograder.players import seat_player

    from playfunc_cli.by_hand import PERSON

    with ExitStack() as stack:
        others = [seat_player(name, rules, settings, str(seed), stack) for name in names if name != PERSON]
        if recorded is not None:
            return (_seated(rules, names, others, next(states(recorded)), recorded.moves[:move]),), None
        if series:
            whole = play_series(rules, others, seed)
            return whole.hands, whole
        deal = rules.deal(deal_rng(str(seed), "play"))
        return (
            _seated(rules, names, others, deal) if PERSON in names else play_game(rules, deal, others),
        ), None


def _refuse_position(
    recorded: GameRecord, seats: int, players: Sequence[str], move: int, series: bool
) -> None:
    """End the command where nobody could go on from this move of the recorded game."""
    if series or len(players) != seats:
        misuse(f"the file holds a game of {seats} players: name as many, and leave out --series")
    if move > len(recorded.moves) or any(fault.at < move for fault in recorded.faults):
        misuse(
            f"the game cannot go on from move {move}: it has {len(recorded.moves)} moves, or faults before"
        )


def _print_games(records: Sequence[GameRecord], whole: Series | None, game: Game) -> None:
    """The games move by move; of a whole series also its numbers and the standing at its end."""
    from playfunc.record import transcript

    for number, record in enumerate(records, 1):
        if len(records) > 1:
            print(f"{game.played.capitalize()} {number}")
        print(transcript(record), end="\n" if whole is None else "\n\n")
    if whole is not None:
        print(_standing(whole, game))


@dataclass
class _Led:
    """A player whose first moves are given, and who remembers for itself what it saw before each."""

    player: Player
    moves: list[str]

    @property
    def name(self) -> str:
        return self.player.name

    def answer(self, calls: Sequence[Call]) -> list[Answer]:
        from playfunc.player import Reply

        found = self.player.answer(calls)
        return [
            Reply(self.moves.pop(0), each.memory) if self.moves and isinstance(each, Reply) else each
            for each in found
        ]


def _seated(
    rules: Rules[Any, Any, Any],
    names: Sequence[str],
    others: Sequence[Player],
    state: Any,
    moves: Sequence[RecordedMove] = (),
) -> GameRecord:
    """The game from `state` as far as it went, with a person in the seat named "me"; its first `moves` are given."""
    from playfunc.show.game_session import begin
    from playfunc_opponents import ladder

    from playfunc_cli.by_hand import PERSON, play_by_hand

    given: list[list[str]] = [
        [move.move for move in moves if move.seat == seat] for seat in range(rules.seats)
    ]
    ready = iter(others)
    players = [None if name == PERSON else _Led(next(ready), given[seat]) for seat, name in enumerate(names)]
    session = begin(rules, state, players).go_on()
    while session.turn and given[session.turn[0]]:
        session = session.play({session.turn[0]: given[session.turn[0]].pop(0)})
    if PERSON not in names:
        return session.record
    reviewer = ladder(rules.name).load_reviewer()
    return play_by_hand(session, reviewer.prices if reviewer else None).record


def _standing(series: Series, game: Game) -> str:
    """The totals in one line, and who won."""
    names, count = series.hands[0].players, len(series.hands)
    totals = ", ".join(f"{name} {total:g}" for name, total in zip(names, series.totals, strict=True))
    won = "" if series.winner is None else f". {names[series.winner]} wins"
    return f"After {count} {game.played}{'s' if count != 1 else ''}: {totals}{won}."
