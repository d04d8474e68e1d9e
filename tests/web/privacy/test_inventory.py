from __future__ import annotations

import re
from pathlib import Path

from playfunc_web.database.tables import Base
from playfunc_web.privacy.inventory import INVENTORY, SECRETS, Fate, place
from sqlalchemy import JSON, LargeBinary, String

CLONE = Path(__file__).parents[3]

OURS = {
    "bot.house": "the name of a rung",
    "entrant.code": "drawn by us",
    "entrant.house": "the name of a rung",
    "entry.phases": "names of phases and costs",
    "game.fixture": "places and seeds",
    "game.scores": "numbers",
    "game.record_digest": "a digest",
    "ladder.contest": "a name of ours",
    "ladder.name": "a name that staff choose, in addresses",
    "ladder.state": "a word of ours",
    "meeting.rung": "the name of a rung",
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
    assert known == tables, "say in playfunc_web/privacy/inventory.py what forgetting does to a new column"
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
