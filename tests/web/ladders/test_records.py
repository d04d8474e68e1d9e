from __future__ import annotations

import dataclasses

from playfunc.duplicate import deal_rng
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc.record import GameRecord, RecordedFault
from playfunc_opponents import opponent
from playfunc_web.database.tables import Record
from playfunc_web.ladders.records import keep_record, memories_of, public, read_record
from playfunc_web.site import Site
from sqlalchemy import func, select


def played() -> GameRecord:
    rules = rules_for("footsteps", 2)
    record = play_game(
        rules, rules.deal(deal_rng("t")), (opponent(rules, "basic"), opponent(rules, "minmax"))
    )
    moves = tuple(
        dataclasses.replace(move, memory=f'"secret {place}"') for place, move in enumerate(record.moves)
    )
    fault = RecordedFault(0, 1, "forfeit", "PlayerCrash", "secret reason", detail="secret traceback")
    return dataclasses.replace(record, moves=moves, faults=(fault,), memories=('"secret"', None))


def test_a_public_record_keeps_the_game_and_loses_what_is_private() -> None:
    record = played()
    shown = public(record)
    assert "secret" not in repr(shown)
    assert [(move.seat, move.move) for move in shown.moves] == [
        (move.seat, move.move) for move in record.moves
    ]
    assert [fault.error for fault in shown.faults] == ["PlayerCrash"]


def test_memories_are_told_apart_by_seat() -> None:
    record = played()
    both = [*memories_of(record, 0), *memories_of(record, 1)]
    assert sorted(filter(None, both)) == sorted(move.memory for move in record.moves if move.memory)
    assert not {*memories_of(record, 0)} & {*memories_of(record, 1)}


def test_the_same_record_is_stored_once_and_read_as_it_was(site: Site) -> None:
    record = played()
    with site.database.writing() as session:
        digest = keep_record(session, record)
        assert keep_record(session, public(record)) == digest
        session.flush()
        assert session.scalar(select(func.count()).select_from(Record)) == 1
        assert read_record(session.get_one(Record, digest)) == public(record)
