"""`playfunc bot`: a player that plays on a server of SkullWhist."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from playfunc_cli.console import misuse, trouble
from playfunc_cli.options import NAME, assignment_of_game

if TYPE_CHECKING:
    from playfunc.games.skullwhist.client import Deal, MoveError, Result, WhistClient
    from playfunc.player import Player


GAME_NAME = "skullwhist"
PASSWORD_VARIABLE = "PLAYFUNC_PASSWORD"
RETRY_SECONDS = 5.0
"""Between two attempts to find an opponent."""


def bot(
    player: Annotated[
        str, typer.Argument(help="An opponent's name, a .py file, a notebook, or exec:COMMAND for a program.")
    ],
    server: Annotated[str, typer.Option(help="The server's address, such as http://127.0.0.1:8001.")],
    name: Annotated[str, typer.Option(help=NAME)],
    password: Annotated[
        str | None,
        typer.Option(
            help="The bot's password; other users of this computer may see it here.",
            show_default=f"from --password-file, else ${PASSWORD_VARIABLE}, else you are asked",
        ),
    ] = None,
    password_file: Annotated[
        Path | None, typer.Option(help="The file whose first line is the bot's password.", show_default=False)
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many games.", show_default="until Ctrl-C")
    ] = None,
) -> None:
    """Let a player play SkullWhist on a server, as a bot of this name.

    The bot is registered if it is new. Ctrl-C stops after the game, and once more at once. While the server is away,
    requests are sent again. Exit code 0: all games were played, 1: the player broke a rule or the server failed,
    2: wrong usage.
    """
    from playfunc.games.skullwhist.client import AwayError, ServerError, WhistClient
    from playfunc.sites import in_the_open

    try:
        client = WhistClient(server, on_away=_note)
    except ServerError as error:
        misuse(str(error))
    seat = _tried(player)
    secret = _password(password, password_file, name)
    if in_the_open(client.address):
        _note(f"{client.address} is plain HTTP: the password is not encrypted, so use it nowhere else")
    try:
        with _stopping() as stopping:
            session = _Session(client, name, secret, seat, stopping)
            session.run(games)
    except AwayError as error:
        trouble(f"{error}: start the server, or check the address")
    except ServerError as error:
        trouble(str(error))


def _tried(player: str) -> Callable[[ExitStack], Player]:
    """What seats the player for a game; refused is one that cannot play."""
    from playfunc.games import rules_for
    from playfunc_arena.entrants import enter

    rules, assignment = rules_for(GAME_NAME, 2), assignment_of_game(GAME_NAME)
    entrant = enter(player, player, GAME_NAME, rules.seats)
    if entrant.refusal:
        more = f" (playfunc check --assignment {GAME_NAME} {shlex.quote(player)} shows more)"
        misuse(f"{player} cannot play: {entrant.refusal}{more if Path(player).is_file() else ''}")
    return lambda stack: entrant.player.seat(rules, assignment, os.urandom(8).hex(), stack)


def _password(given: str | None, file: Path | None, name: str) -> str:
    if given is not None and file is not None:
        misuse("give --password or --password-file, not both")
    if file is not None:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            misuse(f"the password file {file} cannot be read ({getattr(error, 'strerror', None) or error})")
        given = lines[0] if lines else ""
    given = given if given is not None else os.environ.get(PASSWORD_VARIABLE)
    if given is None:
        if not sys.stdin.isatty():
            misuse(f"a password is needed: give it by --password-file or in ${PASSWORD_VARIABLE}")
        given = getpass(f"Password of {name}: ")
    if not given:
        misuse("the password is empty")
    return given


@contextmanager
def _stopping() -> Iterator[Callable[[], bool]]:
    """Within, Ctrl-C (or SIGTERM) asks to stop, and a second one stops at once. Yields whether it was asked for."""
    asked: list[int] = []

    def ask(number: int, _: object) -> None:
        if asked:
            _note("stopped; a game that was not finished is forfeited within two minutes")
            raise KeyboardInterrupt
        asked.append(number)
        _note("stopping after this game; press Ctrl-C again to stop at once and forfeit it")

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class _Session:
    """Games, one after another, under one login."""

    client: WhistClient
    name: str
    password: str
    seat: Callable[[ExitStack], Player]
    stopping: Callable[[], bool]
    results: list[float] = field(default_factory=list)

    def run(self, games: int | None) -> None:
        """All games. A session that ended, such as by a long time without the server, is begun anew; one that ends
        twice without a finished game between is not."""
        from playfunc.games.skullwhist.client import RefusalError

        self._enter()
        failed_at = -1
        while not self.stopping() and (games is None or len(self.results) < games):
            try:
                self._game()
            except RefusalError as error:
                if failed_at == len(self.results):
                    raise
                failed_at = len(self.results)
                _note(f"{error}; logging in again")
                self._enter()
        print(_summary(self.results))

    def _enter(self) -> None:
        from playfunc.games.skullwhist.client import RefusalError

        taken = self.client.register(self.name, self.password)
        try:
            self.client.login(self.name, self.password)
        except RefusalError as error:
            raise RefusalError(_both(str(error), taken)) from error

    def _game(self) -> None:
        from playfunc.games.skullwhist.client import MoveError, play_remotely

        while (deal := self.client.new_game()) is None:
            if self.stopping():
                return
            time.sleep(RETRY_SECONDS)
        with ExitStack() as stack:
            try:
                result = play_remotely(self.client, self.seat(stack), deal)
            except MoveError as error:
                self.client.login(self.name, self.password)  # forfeits, so that the other need not wait
                trouble(_fault_text(deal, error))
        self.results.append(result.won)
        print(_line(result), flush=True)


def _both(login: str, register: str) -> str:
    """Why a bot could not log in, and why it was not registered before, unless both have one reason."""
    same = login.partition(": ")[2] == register.partition(": ")[2]
    return login if same or not register else f"{login.removesuffix('.')}; {register}"


def _note(sentence: str) -> None:
    print(f"playfunc: {sentence}", file=sys.stderr)


def _fault_text(deal: Deal, error: MoveError) -> str:
    from playfunc.games import rules_for
    from playfunc.show.seen import call_source

    call = call_source(rules_for(GAME_NAME, 2), error.call)
    return f"game {deal.game} is forfeited, because your player broke a rule.\n{error}\n\nThe call was:\n\n{call}"


def _line(result: Result) -> str:
    """A game in one line."""
    against = f"game {result.game} against bot {result.other.bot}"
    outcome = {1.0: "won", 0.5: "tied", 0.0: "lost"}[result.won]
    if result.forfeited_by is not None:
        who = "your bot" if result.forfeited_by == result.mine.bot else "it"
        return f"{against}: {outcome}, {who} forfeited"
    mine, other = (f"{s.bid} bid, {s.tricks} won, {s.score} points" for s in (result.mine, result.other))
    return f"{against}: {outcome} ({mine}; opponent: {other})"


def _summary(results: list[float]) -> str:
    won, tied, lost = (results.count(value) for value in (1.0, 0.5, 0.0))
    return f"{len(results)} game{'s' if len(results) != 1 else ''}: {won} won, {tied} tied, {lost} lost"
