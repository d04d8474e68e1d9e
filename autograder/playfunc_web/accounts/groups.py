"""People who join a group. The group plays with what its members upload for it: nobody inherits the printed texts and
tracebacks of somebody who played alone."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from playfunc_web.accounts.people import party_of_group
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Bot, Entrant, Party, Version

__all__ = ["former_parties", "has_played", "join_group"]

WAITING = ("queued", "checking")


def has_played(session: Session, party: Party) -> bool:
    """Whether anything was uploaded, or a bot made, that belongs to the party."""
    entrant = session.scalar(select(Entrant.id).where(Entrant.party_id == party.id).limit(1))
    return entrant is not None or session.scalar(select(Bot.id).where(Bot.party_id == party.id)) is not None


def join_group(session: Session, account: Account, group: str) -> None:
    """Make it a member. Its bots become the group's; what it uploaded alone plays no more and stays its own."""
    former = account.party
    account.party = party_of_group(session, group)
    session.flush()
    session.execute(update(Bot).where(Bot.party_id == former.id).values(party_id=account.party.id))
    if session.scalar(select(Account.id).where(Account.party_id == former.id).limit(1)) is not None:
        return
    if has_played(session, former):
        _retire(session, former)
    else:
        session.execute(delete(Party).where(Party.id == former.id))


def _retire(session: Session, party: Party) -> None:
    """It takes no further part, under no name. Runs that were played keep its place."""
    party.withdrawn, party.name, party.open_name = party.withdrawn or now(), "", False
    for entrant in party.entrants:
        entrant.active = None
    theirs = select(Entrant.id).where(Entrant.party_id == party.id)
    waiting = (Version.entrant_id.in_(theirs), Version.state.in_(WAITING))
    session.execute(update(Version).where(*waiting).values(state="withdrawn"))


def former_parties(session: Session, account: Account) -> tuple[int, ...]:
    """Under which the account played alone before it joined a group."""
    return tuple(
        session.scalars(
            select(Party.id)
            .join(Entrant, Entrant.party_id == Party.id)
            .join(Version, Version.entrant_id == Entrant.id)
            .where(Version.account_id == account.id, Party.kind != "group", Party.id != account.party_id)
            .distinct()
            .order_by(Party.id)
        )
    )
