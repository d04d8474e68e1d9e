from __future__ import annotations

from pathlib import Path

from playfunc_web.access import shown_name
from playfunc_web.accounts.groups import former_parties, has_played, join_group
from playfunc_web.accounts.people import account_of, make_account, make_party, party_of_group
from playfunc_web.admission.copies import flag_copies
from playfunc_web.database import now
from playfunc_web.database.tables import Account, Entrant, Party, Version
from playfunc_web.ladders.ladders import entrant_of, ladder_named
from playfunc_web.ladders.planning import field_of
from playfunc_web.privacy.disclose import disclose
from playfunc_web.privacy.forget import forget
from playfunc_web.site import Site
from playfunc_web.skullwhist.bots import make_bot, may_play
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_runs import admit

PLAYER = "def play(player_id, position, mine, theirs, previous):\n    return min(5, mine), None\n"


def named(session: Session, login: str) -> Account:
    found = account_of(session, login)
    assert found is not None
    return found


def playing(session: Session) -> list[int]:
    """The parties in the next run, house players apart."""
    return [e.party_id for e in field_of(session, ladder_named(session, "footsteps")) if not e.house]


def joined(session: Session) -> tuple[Entrant, Party]:
    """Ada, who has played alone, joins the group of Bob, which has played too: her former place, and the group."""
    former = admit(session, "ada", "footsteps", PLAYER)
    group = party_of_group(session, "blue")
    make_account(session, "bob", party=group)
    admit(session, "bob", "footsteps", PLAYER.replace("5", "6"))
    former.party.name, former.party.open_name = "Ada", True
    join_group(session, named(session, "ada"), "blue")
    return former, group


def upload(session: Session, login: str) -> int:
    entrant = admit(session, login, "footsteps", PLAYER)
    session.flush()
    assert entrant.active_id is not None
    return entrant.active_id


def test_the_group_plays_on_and_the_lone_player_stops(ladders: Site) -> None:
    with ladders.database.writing() as session:
        former, group = joined(session)
        assert named(session, "ada").party is group
        assert playing(session) == [group.id]
        assert former.active is None
        assert shown_name(former.party) == "withdrawn player"
        assert former.party.name == ""
        assert [version.state for version in former.versions] == ["admitted"], (
            "what was played stays as it was"
        )


def test_an_upload_that_waits_is_not_checked_any_more(ladders: Site) -> None:
    with ladders.database.writing() as session:
        former = admit(session, "ada", "footsteps", PLAYER)
        former.versions[0].state = "queued"
        session.flush()
        join_group(session, named(session, "ada"), "blue")
        session.expire_all()
        assert former.versions[0].state == "withdrawn"


def test_nothing_is_left_of_a_party_that_has_not_played(ladders: Site) -> None:
    with ladders.database.writing() as session:
        account = make_account(session, "ada", name="Ada")
        before = account.party_id
        join_group(session, account, "blue")
        assert session.get(Party, before) is None
        assert former_parties(session, account) == ()


def test_bots_come_along(ladders: Site) -> None:
    with ladders.database.writing() as session:
        account = make_account(session, "ada")
        bot = make_bot(session, "anns", None, now(), party_id=account.party_id)
        assert has_played(session, account.party)
        join_group(session, account, "blue")
        session.refresh(bot)
        assert bot.party_id == account.party_id
        assert may_play(session, bot)


def test_members_upload_what_they_uploaded_alone_without_being_flagged(ladders: Site) -> None:
    with ladders.database.writing() as session:
        joined(session)
        again = upload(session, "ada")
    assert flag_copies(ladders.database, again) == ""
    with ladders.database.writing() as session:
        theft = upload(session, "eve")
    assert "the same file as version" in flag_copies(ladders.database, theft)


def test_what_somebody_uploaded_alone_is_disclosed_and_forgotten_with_them_alone(
    ladders: Site, tmp_path: Path
) -> None:
    with ladders.database.writing() as session:
        former, group = joined(session)
        assert former_parties(session, named(session, "ada")) == (former.party_id,)
        assert former_parties(session, named(session, "bob")) == ()
        disclose(session, "ada", tmp_path / "ada")
        disclose(session, "bob", tmp_path / "bob")
        sources = [
            {path.read_text() for path in (tmp_path / who / "sources").iterdir()} for who in ("ada", "bob")
        ]
        assert sources == [{PLAYER, PLAYER.replace("5", "6")}, {PLAYER.replace("5", "6")}]
        pseudonym = former.party.pseudonym
        forget(session, ladders.key, "ada")
        kept = {v.entrant.party_id: v.source for v in session.scalars(select(Version)) if not v.entrant.house}
        assert kept == {former.party_id: None, group.id: PLAYER.replace("5", "6").encode()}
        assert former.party.pseudonym != pseudonym
        assert group.withdrawn is None


def test_a_group_that_leaves_nobody_behind_is_not_taken_for_a_house_player(ladders: Site) -> None:
    with ladders.database.writing() as session:
        empty = make_party(session, "person")
        account = make_account(session, "ada", party=empty)
        entrant = entrant_of(session, ladder_named(session, "footsteps"), empty)
        join_group(session, account, "blue")
        assert entrant.party.withdrawn is not None
