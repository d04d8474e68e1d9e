"""A game played by hand in the terminal: what a person may see as text, and moves that are typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from playfunc.costs import Prices, quantity
from playfunc.errors import NotationError, PlayError, PlayfuncError
from playfunc.record import GameRecord
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.game_session import GameSession
from playfunc.show.view_model import view_model

PERSON = "me"
"""Who sits in a seat of `playfunc play` to be played by hand."""

Pricer: TypeAlias = Callable[[GameRecord, int, Seat], Prices]

HELP = """Type a move as it is written in the list of legal moves, or one of these words:
  ?      the legal moves, and this help
  costs  what each legal move costs
  undo   take back your last move
  quit   end the game here"""


def play_by_hand(
    begun: GameSession,
    prices: Pricer | None = None,
    ask: Callable[[str], str] = input,
    tell: Callable[[str], object] = print,
) -> GameSession:
    """The game as it stood when it was over or its person ended it. `ask` raises `EOFError` where nobody types."""
    session = begun.go_on(_thinks(tell))
    tell(f"You play by hand. {HELP}\n")
    while not session.over:
        tell(_seen(session))
        after = _choice(session, prices, ask, tell)
        if after is None:
            return session
        session = after
    tell(view_model(session)["caption"])
    return session


def _thinks(tell: Callable[[str], object]) -> Callable[[str], object]:
    """Tells who is to move, once where a player is asked for several moves in a row."""
    told: list[str] = []

    def asks(name: str) -> None:
        if told[-1:] != [name]:
            tell(f"({name} is to move)")
            told.append(name)

    return asks


def _seen(session: GameSession) -> str:
    """What happened since the last choice, and the position."""
    seat, rules = session.turn[0], session.rules
    position = face_of(rules.name).position(rules, session.state, seat, session.names)
    return f"{view_model(session)['caption']}\n{position}"


def _choice(
    session: GameSession, prices: Pricer | None, ask: Callable[[str], str], tell: Callable[[str], object]
) -> GameSession | None:
    """The game after the next move or "undo"; `None` after "quit"."""
    seat = session.turn[0]
    while True:
        try:
            typed = ask("Your move: ").strip()
        except EOFError:
            return None
        if typed == "quit":
            return None
        if typed == "undo" and session.can_undo:
            return session.undone().go_on(_thinks(tell))
        answer = _answer(session, typed, prices)
        if answer is not None:
            tell(answer)
            continue
        try:
            return session.play({seat: _move(session, typed)}, _thinks(tell))
        except (PlayfuncError, ValueError) as error:
            reason = error.reason if isinstance(error, PlayError) else str(error)
            tell(f"{reason.rstrip('.')}. {_legal(session)}")


def _answer(session: GameSession, typed: str, prices: Pricer | None) -> str | None:
    """What a word that is no move is answered with."""
    match typed:
        case "" | "?" | "help":
            return f"{_legal(session)}\n{HELP}"
        case "costs":
            return _costs(session, prices)
        case "undo":
            return "There is no move of yours to take back."
        case _:
            return None


def _move(session: GameSession, typed: str) -> str:
    """A move as it is written in records: cards may be typed in small letters."""
    projection = session.rules.projection
    for text in (typed, typed.upper()):
        try:
            return projection.move_text(projection.parse_move(text))
        except NotationError:
            continue
    return typed


def _legal(session: GameSession) -> str:
    rules = session.rules
    view = rules.view(session.state, session.turn[0])
    choices = face_of(rules.name).choices(rules, view)
    legal = view_model(session)["legal"]
    listed = "" if legal is None else f" Legal: {', '.join(legal)}."
    return f"{choices.prompt}{listed}"


def _costs(session: GameSession, prices: Pricer | None) -> str:
    if prices is None:
        return "This game has no reviewer, so what a move costs is not known."
    found = prices(session.record, session.now.made, session.turn[0])
    if found.unmeasured:
        return found.unmeasured
    return "\n".join(
        f"  {each.move:<6} {quantity(each.lost, found.unit, each.margin, exact=each.exact)}"
        for each in sorted(found.moves, key=lambda each: each.lost)
    )
