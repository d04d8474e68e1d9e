"""Who may see and do what. Every page, the API, downloads and the static site ask here, and nowhere else decides."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case, false, or_, select, true

from playfunc_web.database.tables import Entrant, Game, Ladder, Party, Seat
from playfunc_web.errors import ProblemError
from playfunc_web.site import Settings


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever asks. `secret` is that of this browser's session, which a logout ends."""

    account_id: int | None = None
    party_id: int | None = None
    login: str = ""
    role: str = ""
    secret: str = ""

    @property
    def known(self) -> bool:
        return self.account_id is not None

    @property
    def staff(self) -> bool:
        return self.role in ("staff", "admin")

    @property
    def admin(self) -> bool:
        return self.role == "admin"


ANONYMOUS = Viewer()


def require_reader(viewer: Viewer, settings: Settings) -> None:
    """Pages need a login unless the course publishes them. Raises `ProblemError`."""
    if not settings.public:
        require_login(viewer)


def require_login(viewer: Viewer) -> None:
    if not viewer.known:
        raise ProblemError(401, "Log in first", "This page needs a login.")


def require_staff(viewer: Viewer) -> None:
    require_login(viewer)
    if not viewer.staff:
        raise ProblemError(403, "For staff", "This page is for the course's staff.")


def require_admin(viewer: Viewer) -> None:
    require_login(viewer)
    if not viewer.admin:
        raise ProblemError(403, "For administrators", "This page is for the site's administrators.")


def require_token(viewer: Viewer, by_token: bool) -> None:
    """Uploads through the API are for tokens alone: a cookie goes along without its owner's knowledge."""
    if not by_token:
        raise ProblemError(
            401,
            "Send a token",
            "Make a token on your account page, and send it in the header “Authorization: Bearer TOKEN”.",
            headers=(("WWW-Authenticate", "Bearer"),),
        )
    require_login(viewer)


def require_owner(viewer: Viewer, party_id: int) -> None:
    """What is the owner's alone does not exist for others. Raises `ProblemError`."""
    if not owns(viewer, party_id):
        raise ProblemError(404, "No such version", "Among your versions there is none at this address.")


def owns(viewer: Viewer, party_id: int) -> bool:
    """Printed text, tracebacks, times and memories are for the owner alone: for nobody else, staff included."""
    return viewer.party_id is not None and viewer.party_id == party_id


def may_remove_bot(viewer: Viewer, party_id: int | None) -> bool:
    """Its owner, and administrators; a bot of open registration has no owner."""
    return viewer.admin or (party_id is not None and owns(viewer, party_id))


def opens_all_games(viewer: Viewer, ladder: Ladder, settings: Settings) -> bool:
    """Staff do; everybody else who may read pages does from the freeze on, or at once where the settings say so."""
    reads = viewer.known or settings.public
    return reads and (viewer.staff or settings.open_games or ladder.state != "open")


def may_open_game(viewer: Viewer, game: Game, ladder: Ladder, settings: Settings) -> bool:
    """Who does not open all games of a ladder opens their own, and those of built-in players among themselves."""
    if not (viewer.known or settings.public):
        return False
    if opens_all_games(viewer, ladder, settings):
        return True
    parties = [seat.entrant.party for seat in game.seats]
    return any(owns(viewer, party.id) for party in parties) or all(party.kind == "house" for party in parties)


def may_open_game_column(viewer: Viewer, settings: Settings) -> ColumnElement[bool]:
    """`may_open_game` for the database to search by, in a query of games and their ladders."""
    if not (viewer.known or settings.public):
        return false()
    if viewer.staff or settings.open_games:
        return true()
    seats = select(Seat).join(Seat.entrant).join(Entrant.party).where(Seat.game_id == Game.id)
    own = seats.where(Party.id == viewer.party_id).exists()
    return or_(Ladder.state != "open", own, ~seats.where(Party.kind != "house").exists())


WITHDRAWN = "withdrawn player"
NAMED = ("house", "staff")
"""Kinds of parties that are called by their names."""


def shown_name(party: Party) -> str:
    """What others call a party: its pseudonym, or its name where it said so. Built-in and staff players are named."""
    if party.withdrawn is not None:
        return WITHDRAWN
    if party.name and (party.open_name or party.kind in NAMED):
        return party.name
    return party.pseudonym


def shown_name_column() -> ColumnElement[str]:
    """`shown_name` for the database to sort and search by: nobody is found by a name that is not shown."""
    named = and_(Party.name != "", or_(Party.open_name, Party.kind.in_(NAMED)))
    return case((Party.withdrawn.is_not(None), WITHDRAWN), (named, Party.name), else_=Party.pseudonym)
