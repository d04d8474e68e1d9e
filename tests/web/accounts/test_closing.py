from __future__ import annotations

from playfunc_web.accounts.closing import close_account, open_account
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import make_link, make_token, start_session
from playfunc_web.database.tables import Account, BotSession, Link, Login, Token
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.planning import field_of
from playfunc_web.site import Site
from playfunc_web.skullwhist.bots import make_bot, may_play
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from web_runs import admit

PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min(5, mine), None\n"


def people(session: Session) -> set[str]:
    """Who would play in the next run, house players apart."""
    field = field_of(session, ladder_named(session, "footsteps"))
    return {entrant.party.accounts[0].login for entrant in field if not entrant.house}


def named(session: Session, login: str) -> Account:
    found = account_of(session, login)
    assert found is not None
    return found


def test_a_closed_account_has_no_way_in_and_plays_in_no_run(ladders: Site) -> None:
    with ladders.database.writing() as session:
        for login in ("ada", "bob"):
            admit(session, login, "footsteps", PLAYER)
        ada = named(session, "ada")
        start_session(session, ada, 1)
        make_link(session, ada)
        make_token(session, ada.id, "laptop")
        bot = make_bot(session, "anns", None, 0.0, party_id=ada.party_id)
        session.add(BotSession(id="x", bot_id=bot.id, created=0.0))
        assert people(session) == {"ada", "bob"}
        close_account(session, ada)
        for table in (Login, Link, Token, BotSession):
            assert session.scalar(select(func.count()).select_from(table)) == 0
        assert people(session) == {"bob"}
        assert not may_play(session, bot)
        open_account(session, ada)
        session.flush()
        assert people(session) == {"ada", "bob"}
        assert may_play(session, bot)


def test_a_group_plays_on_while_one_of_it_is_open(ladders: Site) -> None:
    with ladders.database.writing() as session:
        admit(session, "ada", "footsteps", PLAYER)
        ada = named(session, "ada")
        bob = make_account(session, "bob", party=ada.party)
        close_account(session, ada)
        assert len(people(session)) == 1
        close_account(session, bob)
        assert people(session) == set()
