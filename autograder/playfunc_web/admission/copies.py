"""Copies and near copies among versions, told to staff alone. A flag is a reason to look, and no verdict."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playfunc_arena.formats import ladder_format
from playfunc_checks.extract import ExtractError, decoded, read_player
from playfunc_checks.find_assignment import default_assignment
from playfunc_classroom.similarity import LEAST_RUNS, Text, fingerprint
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, undefer

from playfunc_web.database import Database
from playfunc_web.database.tables import Account, Entrant, Ladder, Version
from playfunc_web.ladders.ladders import version_with_source

NEAR = 0.5
"""Versions that share such a part of their passages are flagged. Unrelated players of the demo class share 3% of
theirs at most."""

LONGEST = 100_000
"""Characters of a source that is compared: this runs beside no limit of a player, and a megabyte takes minutes."""


def flag_copies(database: Database, version_id: int) -> str:
    """Compare a version with all earlier and later ones of every other party on ladders of its game, and with our
    players; what staff read of it, empty for a version like no other."""
    with database.reading() as session:
        version = version_with_source(session, version_id)
        if version is None or version.source is None:
            return ""
        game = ladder_format(version.entrant.ladder.contest).game
        found = _like(version, game, _others(session, version, game))
    with database.writing() as session:
        kept = session.get(Version, version_id)
        if kept is not None and kept.source is not None:
            kept.flagged = found
    return found


def likeness(first: str, second: str) -> float:
    """Twice the shared passages, divided by those of both texts; 0 where a text is too short to tell."""
    mine, theirs = _passages(first), _passages(second)
    if min(len(mine), len(theirs)) < LEAST_RUNS:
        return 0.0
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def version_texts(session: Session, game: str) -> list[Text]:
    """The versions in Python, for `playfunc similarity`, by their uploader; each text of an entrant once."""
    texts, seen = [], set[tuple[int, str]]()
    for version, login in _uploaded(session, game):
        if version.language != "python" or (version.entrant_id, version.digest) in seen:
            continue
        seen.add((version.entrant_id, version.digest))
        source = _text(version, game)
        if source:
            name = f"version {version.number} of {version.entrant.code} on the ladder"
            texts.append(Text(name, "ladder", source, login))
    return texts


def _like(version: Version, game: str, others: list[Version]) -> str:
    same = next((other for other in others if other.digest == version.digest), None)
    if same is not None:
        return f"the same file as {_called(same)}"
    source = _text(version, game)
    if len(source) > LONGEST:
        return f"not compared: it has {len(source):,} characters, and at most {LONGEST:,} are compared"
    against = [
        *((_called(other), _text(other, game)) for other in others if other.language == version.language),
        *(_ours(game) if version.language == "python" else ()),
    ]
    best, name = max(((likeness(source, text), name) for name, text in against), default=(0.0, ""))
    return f"{best:.0%} like {name}" if best >= NEAR else ""


def _called(version: Version) -> str:
    return f"version {version.number} of {version.entrant.code}"


def _others(session: Session, version: Version, game: str) -> list[Version]:
    """Those of other parties; what a member of a group uploaded alone before is no copy."""
    party = version.entrant.party_id
    members = set(session.scalars(select(Account.id).where(Account.party_id == party)))
    return [
        other
        for other, _ in _uploaded(session, game)
        if other.entrant.party_id != party and other.account_id not in members
    ]


def _uploaded(session: Session, game: str) -> Iterator[tuple[Version, str]]:
    """The versions of people that have a source, the oldest first, and the login that uploaded each."""
    rows = session.execute(
        select(Version, Account.login)
        .join(Entrant, Version.entrant_id == Entrant.id)
        .join(Ladder, Entrant.ladder_id == Ladder.id)
        .outerjoin(Account, Version.account_id == Account.id)
        .where(Entrant.house == "", Version.source.is_not(None))
        .options(undefer(Version.source), joinedload(Version.entrant).joinedload(Entrant.ladder))
        .order_by(Version.id)
    )
    for version, login in rows:
        if ladder_format(version.entrant.ladder.contest).game == game:
            yield version, login or ""


def _text(version: Version, game: str) -> str:
    """The player's source text; empty where none can be read."""
    content = version.source or b""
    if version.kind != "notebook":
        return decoded(content, "replace")
    with TemporaryDirectory(prefix="playfunc-") as folder:
        path = Path(folder) / "player.ipynb"
        path.write_bytes(content)
        try:
            return read_player(path, default_assignment(game)).source
        except ExtractError:
            return ""


@cache
def _ours(game: str) -> tuple[tuple[str, str], ...]:
    """Our players and solutions, as far as they are installed here."""
    from playfunc_classroom.similarity_report import our_texts  # with nbformat, half of a worker's start

    gathered = our_texts(default_assignment(game), Path("/nowhere"))
    return tuple((text.name, text.source) for text in gathered.texts)


@lru_cache(maxsize=4096)
def _passages(source: str) -> frozenset[int]:
    if len(source) > LONGEST:
        return frozenset()
    try:
        return frozenset(fingerprint(source).hashes.tolist())
    except (ValueError, RecursionError):
        return frozenset()
