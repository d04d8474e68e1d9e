"""Forgetting and disclosing at a site's folder, as the commands do."""

import json
import re
from pathlib import Path

import pytest
from playfunc_web.database import now
from playfunc_web.database.tables import Audit, Base, Bot
from playfunc_web.forget import INVENTORY, SECRETS, Fate, _bot_digest, forget_again, place
from playfunc_web.privacy import (
    disclose_at_site,
    forget_at_site,
    forget_bot_at_site,
    read_forgotten,
    write_forgotten,
)
from playfunc_web.skullwhist.bots import make_bot
from site_people import play
from sqlalchemy import JSON, LargeBinary, String, select
from web_site import database_url, open_test_site

BOT = "a-rare-bot"

CLASS = "login,name,group\nada,Ada L.,\nbob,Bob,\nadam,Adam,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "ladder"
    site = open_test_site(folder, 'class_list = "class.csv"\n')
    play(site, "ada", "bob")
    site.database.close()
    (folder / "class.csv").write_text(CLASS)
    return folder


def test_no_file_of_the_folder_names_the_person_afterwards(folder: Path) -> None:
    done = forget_at_site(folder, "ada", database_url(folder))
    assert (done.left, done.backups) == ((), ())
    assert (folder / "class.csv").read_text() == "login,name,group\nbob,Bob,\nadam,Adam,\n"
    for path in folder.rglob("*"):
        text = path.read_bytes() if path.is_file() else b""
        assert b"Name of ada" not in text
        assert b"# by ada" not in text
    assert len(read_forgotten(folder)) == 1
    assert (folder / "forgotten.txt").stat().st_mode & 0o77 == 0


def test_the_audit_says_that_somebody_was_forgotten_and_not_who(folder: Path) -> None:
    forget_at_site(folder, "ada", database_url(folder))
    site = open_test_site(folder)
    with site.database.reading() as session:
        assert [
            (row.action, row.target, row.account_id)
            for row in session.scalars(select(Audit).order_by(Audit.id))
        ][-1] == ("forget", "", None)
    site.database.close()


def test_pages_that_name_the_person_and_backups_are_told(folder: Path) -> None:
    (folder / "news.md").write_text("Congratulations, ada!")
    (folder / "backups").mkdir()
    (folder / "backups" / "monday.db").write_text("")
    done = forget_at_site(folder, "ada", database_url(folder))
    assert done.left == ("news.md names the person",)
    assert done.backups == ("monday.db",)


def test_who_has_only_a_line_in_the_class_list_loses_it(folder: Path) -> None:
    assert forget_at_site(folder, "adam", database_url(folder)) is not None
    assert "adam" not in (folder / "class.csv").read_text()
    assert forget_at_site(folder, "adam", database_url(folder)) is None


def test_a_disclosure_has_the_line_of_the_class_list(folder: Path, tmp_path: Path) -> None:
    assert disclose_at_site(folder, "ada", tmp_path / "out", database_url(folder))
    rows = json.loads((tmp_path / "out/class_list.json").read_text())
    assert rows == [{"login": "ada", "name": "Ada L.", "group": ""}]
    assert not disclose_at_site(folder, "nobody", tmp_path / "none", database_url(folder))


def test_a_bot_is_nowhere_afterwards_and_forgotten_again(folder: Path) -> None:
    site = open_test_site(folder)
    with site.database.writing() as session:
        for name in (BOT, "other"):
            make_bot(session, name, "hash of secret-word", now())
    site.database.close()
    done = forget_bot_at_site(folder, BOT, database_url(folder))
    assert done is not None
    assert forget_bot_at_site(folder, BOT, database_url(folder)) is None
    for path in folder.rglob("*"):
        assert path.is_dir() or BOT.encode() not in path.read_bytes()
    site = open_test_site(folder)
    with site.database.writing() as session:
        row = session.scalars(select(Bot).where(Bot.name.startswith("withdrawn-"))).one()
        assert (row.password, row.party_id) == (None, None)
        row.name, row.password = BOT, "from a backup"
        later = make_bot(session, "later", "hash", now() + 60)
        digests = {**read_forgotten(folder), _bot_digest(site.key, later): now()}
        assert forget_again(session, site.key, digests) == 1
        names = set(session.scalars(select(Bot.name)))
        assert (row.name.startswith("withdrawn-"), BOT in names, {"other", "later"} <= names) == (
            True,
            False,
            True,
        )
    site.database.close()


def test_digests_are_read_as_they_were_written(tmp_path: Path) -> None:
    digests = {"b" * 64: 1234.5, "a" * 64: 1e9 / 3}
    write_forgotten(tmp_path, digests)
    assert read_forgotten(tmp_path) == digests
    assert read_forgotten(tmp_path / "elsewhere") == {}


CLONE = Path(__file__).parents[3]

OURS = {
    "bot.house": "the name of a baseline",
    "entrant.code": "drawn by us",
    "entrant.house": "the name of a baseline",
    "entry.phases": "names of phases and costs",
    "game.fixture": "places and seeds",
    "game.scores": "numbers",
    "game.record_digest": "a digest",
    "ladder.contest": "a name of ours",
    "ladder.name": "a name that staff choose, in addresses",
    "ladder.state": "a word of ours",
    "meeting.rung": "the name of a baseline",
    "party.kind": "a word of ours",
    "record.blob": "bids by seat; tests/web/ladders look into one",
    "record.digest": "a digest",
    "run.digest": "a digest",
    "run.kind": "a word of ours",
    "run.seed": "drawn by us",
    "run.settings": "the contest, numbers, and versions of the code",
    "run.state": "a word of ours",
    "seat.fault": "the kind of a fault, a word of ours",
    "sw_round.followed": "a card",
    "sw_round.led": "a card",
    "sw_seat.hand": "cards",
    "version.digest": "a digest",
    "version.kind": "a word of ours",
    "version.language": "a word of ours",
    "version.origin": "a word of ours",
    "version.state": "a word of ours",
    "forgotten.id": "a keyed digest",
}
"""Texts that stay when somebody is forgotten, and why they name nobody."""


def test_every_column_of_every_table_is_in_the_inventory() -> None:
    tables = {table.name: set(table.columns.keys()) for table in Base.metadata.sorted_tables}
    known = {entry.table: set(entry.fates) for entry in INVENTORY}
    assert known == tables, "say in playfunc_web/forget.py what forgetting does to a new column"
    assert len(INVENTORY) == len(known)


def test_a_text_that_stays_has_a_reason() -> None:
    kept = {
        f"{entry.table}.{name}"
        for entry in INVENTORY
        for name in entry.columns(Fate.STAYS)
        if isinstance(Base.metadata.tables[entry.table].c[name].type, (String, JSON, LargeBinary))
    }
    assert kept == set(OURS)


def test_rows_go_whole_or_not_at_all() -> None:
    for entry in INVENTORY:
        goes = entry.columns(Fate.GOES)
        assert not goes or len(goes) == len(entry.fates), entry.table


def test_children_come_before_their_parents() -> None:
    order = [entry.table for entry in INVENTORY]
    deleted = {entry.table for entry in INVENTORY if entry.columns(Fate.GOES)}
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column.table.name in deleted and table.name in deleted:
                assert order.index(table.name) < order.index(key.column.table.name)


def test_secrets_are_columns() -> None:
    assert all(name in place(table).fates for table, name in SECRETS)


def test_the_document_lists_every_table() -> None:
    text = (CLONE / "docs" / "privacy.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", text, re.MULTILINE))
    assert {entry.table: entry.what for entry in INVENTORY} == listed
