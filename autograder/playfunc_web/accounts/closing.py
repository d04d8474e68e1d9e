"""Accounts that are closed and opened again, by administrators."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, or_, select
from sqlalchemy.orm import Session

from playfunc_web.database import now
from playfunc_web.database.tables import Account, Bot, BotSession, Link, Login, Party, Token

__all__ = ["close_account", "open_account", "takes_part"]


def close_account(session: Session, account: Account) -> None:
    """Its sessions, tokens and links end at once. A group plays on while another member's account is open."""
    account.disabled = account.disabled or now()
    session.flush()
    for table in (Login, Token, Link):
        session.execute(delete(table).where(table.account_id == account.id))
    out = (
        select(Bot.id)
        .join(Party, Party.id == Bot.party_id)
        .where(Party.id == account.party_id, ~takes_part())
    )
    session.execute(delete(BotSession).where(BotSession.bot_id.in_(out)))


def open_account(session: Session, account: Account) -> None:
    """Its player is in the next run again; tokens have to be made anew."""
    account.disabled = None


def takes_part() -> ColumnElement[bool]:
    """Of a party: it has not left, and not all of its accounts are closed. House players have none."""
    is_open = Party.accounts.any(Account.disabled.is_(None))
    return Party.withdrawn.is_(None) & or_(is_open, ~Party.accounts.any())
