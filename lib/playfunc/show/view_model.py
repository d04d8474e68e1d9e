"""What the browser draws of a session, as plain JSON values: never what its person may not know before the end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import asdict
from typing import Any

from playfunc.costs import MovePrice, Prices, amount, quantity
from playfunc.record import shown_move
from playfunc.rules import Rules, Seat
from playfunc.show.face import Face, face_of
from playfunc.show.frames import legal_texts
from playfunc.show.game_session import GameSession
from playfunc.show.markup import shorten
from playfunc.show.tricks import HUMAN

TEXT_LIMIT = 4000
"""Characters of a memory that are shown."""


def viewer_of(session: GameSession) -> Seat | None:
    """Whose eyes the table is seen with: the person to move, else the first person; everybody's at the end, or where
    no person sits."""
    if session.over or not session.people:
        return None
    return (*session.turn, *session.people)[0]


def view_model(session: GameSession, own: Collection[Seat] = ()) -> dict[str, Any]:
    """The table as it stands. The memories and questions of the players in the seats `own` may be shown."""
    rules, face, names = session.rules, face_of(session.rules.name), _names(session)
    viewer = viewer_of(session)
    asked = session.turn[0] if session.turn else None
    view = None if asked is None else rules.view(session.state, asked)
    return {
        "game": rules.name,
        "names": names,
        "bottom": session.people[0] if session.people else 0,
        "person": asked,
        "turn": list(rules.to_act(session.state)) if not session.over else [],
        "scene": face.scene(rules, session.state, viewer, names),
        "caption": _caption(session, face, viewer),
        "choices": None if view is None else asdict(face.choices(rules, view)),
        "legal": None if view is None else legal_texts(rules, view),
        "moves": list(_moves(session, face, viewer)),
        "memories": list(_memories(session, own)),
        "can_undo": session.can_undo,
        "over": session.over,
        "fault": str(session.fault.as_error()) if session.fault else "",
    }


def _names(session: GameSession) -> tuple[str, ...]:
    """The names at the table; a person in the place of a player called "you" is "You"."""
    people = session.people
    return tuple(
        HUMAN if seat in people and name.casefold() == HUMAN.casefold() else name
        for seat, name in enumerate(session.names)
    )


def _caption(session: GameSession, face: Face, viewer: Seat | None) -> str:
    """What happened since the person moved last, and who is to move."""
    if session.fault is not None:
        return f"{_names(session)[session.fault.seat]} made a fault. The game stops here."
    last = len(session.moments) - 2
    choice = session.last_choice(last)
    before = session.moments[last if choice is None else choice].state if last >= 0 else None
    return face.describe_change(session.rules, before, session.state, viewer, _names(session))


def _moves(session: GameSession, face: Face, viewer: Seat | None) -> Iterator[dict[str, Any]]:
    """Every round of moves: where it leads back to, and what was played, as far as the viewer may know."""
    rules = session.rules
    for place, (before, after) in enumerate(zip(session.moments, session.moments[1:], strict=False)):
        made = session.record.moves[before.made : after.made]
        hidden = viewer is not None and _hidden(session, viewer, place)
        yield {
            "place": place,
            "part": face.part(rules, before.state),
            "made": [[move.seat, "hidden" if hidden else shown_move(rules, move.move)] for move in made],
        }


def _hidden(session: GameSession, viewer: Seat, place: int) -> bool:
    """Whether the viewer cannot know what was played at this place: its view did not change by it, and is not of a
    game that is over. A bid made in secret is such a move."""
    rules = session.rules
    acting = rules.to_act(session.moments[place].state)
    if viewer in acting:
        return False
    views = [rules.view(session.moments[at].state, viewer) for at in (place, place + 1)]
    now = rules.view(session.state, viewer)
    return bool(views[0] == views[1] and now == views[1])


def _memories(session: GameSession, own: Collection[Seat]) -> Iterator[dict[str, Any]]:
    """By move of the owned players, what they returned with it."""
    rules = session.rules
    for place, (before, after) in enumerate(zip(session.moments, session.moments[1:], strict=False)):
        for move in session.record.moves[before.made : after.made]:
            if move.seat in own and move.memory is not None:
                yield {
                    "place": place,
                    "seat": move.seat,
                    "move": shown_move(rules, move.move),
                    "memory": shorten(move.memory, TEXT_LIMIT),
                }


def costs_view_model(rules: Rules[Any, Any, Any], prices: Prices) -> dict[str, Any]:
    """What each move costs, to be drawn on it. Hindsight is left out: while a game is played it would tell of hidden
    cards."""
    return {
        "unmeasured": prices.unmeasured,
        "unit": prices.unit,
        "moves": {
            price.move: {"name": shown_move(rules, price.move), **_cost_sight(price, prices.unit)}
            for price in prices.moves
        },
    }


def _cost_sight(price: MovePrice, unit: str) -> dict[str, str]:
    if price.sure:
        said = f"costs {quantity(price.lost, unit, price.margin, exact=price.exact)}"
        return {"text": f"−{_short(price.lost, unit)}", "kind": "pf-costs", "said": said}
    if price.exact:
        return {"text": "0", "kind": "pf-free", "said": "costs nothing"}
    said = f"may cost nothing ({quantity(price.lost, unit, price.margin, exact=False)})"
    return {"text": "≈0", "kind": "pf-free", "said": said}


def _short(lost: float, unit: str) -> str:
    """A cost without its unit, short enough for a card."""
    if unit == "win":
        return f"{lost:.0%}" if lost >= 0.0095 else f"{lost:.1%}"
    return f"{lost:.0f}" if lost >= 10 else amount(lost)
