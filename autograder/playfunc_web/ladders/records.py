"""Game records as the site keeps them: one row for each different record, without anything private."""

from __future__ import annotations

import dataclasses
import hashlib
import zlib

from playfunc.codec import decode
from playfunc.record import GameRecord, record_text
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Record

__all__ = ["keep_record", "memories_of", "public", "read_record"]


def public(record: GameRecord) -> GameRecord:
    """The record without what is its players' own: memories, and the words of faults, which players choose."""
    return dataclasses.replace(
        record,
        moves=tuple(dataclasses.replace(move, memory=None) for move in record.moves),
        faults=tuple(dataclasses.replace(fault, reason="", detail="") for fault in record.faults),
        memories=None,
    )


def memories_of(record: GameRecord, seat: int) -> list[str | None]:
    """What the player of a seat remembered after each of its moves."""
    return [move.memory for move in record.moves if move.seat == seat]


def keep_record(session: Session, record: GameRecord) -> str:
    """Store what is public of a record, unless the same is there already; its digest."""
    text = record_text(public(record)).encode()
    digest = hashlib.sha256(text).hexdigest()
    if session.get(Record, digest) is None:
        session.add(Record(digest=digest, blob=zlib.compress(text, 9)))
    return digest


def read_record(kept: Record) -> GameRecord:
    return decode(zlib.decompress(kept.blob).decode(), GameRecord)
