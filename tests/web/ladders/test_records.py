import dataclasses
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, RecordedFault
from playfunc_arena import entrants
from playfunc_autograder.helper_process import Beside
from playfunc_autograder.programs import is_program
from playfunc_autograder.programs.languages import read_languages
from playfunc_checks.extract import ExtractError
from playfunc_opponents import opponent
from playfunc_web.database.tables import Entrant, Entry, Game, Pair, PrivateLog, Record, Version
from playfunc_web.errors import SiteError
from playfunc_web.ladders import ladders as built_in
from playfunc_web.ladders.games import keep_record, memories_of, public, read_record
from playfunc_web.ladders.ladders import (
    built_in_seconds,
    ensure_ladders,
    ladder_named,
    timed,
    wait_until_timed,
)
from playfunc_web.ladders.playing import load_player, text_digest
from playfunc_web.pages.records import Records, records
from playfunc_web.site import Site
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from web_results import Filled, fill_ladder
from web_runs import admit, finished_run

LANGUAGES = read_languages()

C = b"""
#include <stdio.h>
int main(void) { puts("1"); return 0; }
"""


def version(**more: object) -> Version:
    return Version(
        **{"id": 7, "kind": "python", "language": "python", "filename": "player.py", "source": b"", **more}
    )


def test_a_built_in_player_is_its_baseline(tmp_path: Path) -> None:
    assert (
        load_player(version(kind="house", filename="minmax"), "hearts", tmp_path, LANGUAGES).name == "minmax"
    )


def test_a_file_is_read_from_its_own_folder_whatever_its_name_says(tmp_path: Path) -> None:
    text = b"def play(*arguments):\n    return 1, None\n"
    player = load_player(
        version(source=text, filename="../../etc/x.py"), "footsteps", tmp_path / "a", LANGUAGES
    )
    assert player.source is not None
    assert "def play" in player.source
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["player.py"]


def test_a_program_is_compiled_and_runs_from_its_own_folder(tmp_path: Path) -> None:
    player = load_player(
        version(kind="program", language="c", filename="bot.c", source=C), "footsteps", tmp_path, LANGUAGES
    )
    assert is_program(player.name)
    assert player.base is not None
    assert player.base.is_relative_to(tmp_path)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"source": None}, "no longer kept"),
        ({"kind": "program", "language": "cobol", "filename": "bot.cob"}, "no longer known"),
    ],
)
def test_what_cannot_be_seated_any_more_is_said(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    with pytest.raises(SiteError, match=said):
        load_player(version(**changed), "footsteps", tmp_path, LANGUAGES)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"kind": "program", "language": "c", "filename": "my bot.c", "source": b"int main("},
            "my bot.c was not",
        ),
        ({"filename": "week 3.py", "source": b"def play("}, "week 3.py is not Python"),
        ({"kind": "notebook", "filename": "week 3.ipynb", "source": b"{"}, "week 3.ipynb is damaged"),
    ],
)
def test_what_holds_no_player_is_said_by_the_names_that_its_owner_knows(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    with pytest.raises(ExtractError, match=said):
        load_player(version(**changed), "footsteps", tmp_path, LANGUAGES)


def test_a_python_file_that_reads_its_input_is_a_program(tmp_path: Path) -> None:
    player = load_player(version(source=b"while input():\n    print(1)\n"), "footsteps", tmp_path, LANGUAGES)
    assert is_program(player.name)


def test_a_notebook_and_a_file_of_the_same_player_have_the_digest_that_feedback_prints() -> None:
    text = "def play(*arguments):\n    return 1, None\n"
    cell = {
        "cell_type": "code",
        "metadata": {"tags": ["player"]},
        "source": text,
        "outputs": [],
        "execution_count": 1,
    }
    notebook = json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{**cell, "id": "a"}]}
    )
    as_file = text_digest(version(source=text.encode()), "footsteps")
    as_notebook = text_digest(
        version(kind="notebook", filename="x.ipynb", source=notebook.encode()), "footsteps"
    )
    assert as_file == hashlib.sha256(text.encode()).hexdigest()
    assert len(as_notebook) == 64
    assert text_digest(version(kind="program", language="c", source=C), "footsteps") == ""
    assert text_digest(version(source=None), "footsteps") == ""


@pytest.fixture
def made(site: Site) -> Filled:
    return fill_ladder(site, entrants=10, games=0, runs=3)


def found(site: Site, *, high: bool = False) -> Records:
    with site.database.reading() as session:
        return records(session, ladder_named(session, "hearts-four").id, high=high)


def entries(session: Session, code: str) -> list[Entry]:
    wanted = select(Entry).join(Entrant, Entrant.id == Entry.entrant_id).where(Entrant.code == code)
    return list(session.scalars(wanted.order_by(Entry.run_id)))


def test_a_ladder_without_runs_has_no_records(site: Site, tmp_path: Path) -> None:
    fill_ladder(site, "footsteps", entrants=6, games=0)
    assert found(site) == Records()


def test_records_tell_whose_they_are(site: Site, made: Filled) -> None:
    star, weak = made.codes[2:4]
    with site.database.writing() as session:
        for entry in entries(session, star):
            entry.rank = 0
        entries(session, star)[1].mean = -5.0
        first, second = entries(session, weak)[:2]
        first.rating, first.rating_high, second.rating, second.rating_low = 0.0, 10.0, 900.0, 890.0
    told = found(site)
    assert told.streak is not None
    assert (told.streak.code, told.streak.value, told.streak.run) == (star, 3, 3)
    assert told.best is not None
    assert (told.best.code, told.best.run, told.best.value) == (star, 2, -5.0)
    assert told.improved is not None
    assert (told.improved.code, told.improved.run, told.improved.value) == (weak, 2, 900.0)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_upset_is_sure_and_against_a_higher_rating(site: Site, made: Filled, sign: int) -> None:
    """With low scores good, the one with the negative difference won."""
    with site.database.writing() as session:
        for pair in session.scalars(select(Pair)):
            pair.mean = 0.0
        pair = session.get_one(Pair, (made.runs[-1], 3, 4))
        pair.mean = sign * 5.0
        winner, loser = (3, 4) if sign < 0 else (4, 3)
        session.get_one(Entry, (made.runs[-1], winner)).rating = 500.0
        session.get_one(Entry, (made.runs[-1], loser)).rating = 1500.0
    upset = found(site).upset
    assert (upset.code, upset.against, upset.value) == (made.codes[winner], made.codes[loser], 1000.0)
    assert found(site, high=True).upset is None


def test_built_in_players_hold_no_records(site: Site, made: Filled) -> None:
    house = made.codes[-1]
    with site.database.writing() as session:
        for entry in entries(session, house):
            entry.rank, entry.mean, entry.cpu_seconds = -1, -100.0, 0.0
    told = found(site)
    feats = (told.streak, told.best, told.improved)
    assert house not in [feat.code for feat in feats if feat is not None]


SLOW = """
def play(player_id, position, my_points, their_points, previous):
    sum(range(300_000))
    return min(7, my_points), None
"""


def test_time_and_moves_add_up_over_all_games(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "footsteps", SLOW)
    run = finished_run(site, "footsteps")
    with site.database.reading() as session:
        entry = session.scalars(select(Entry).where(Entry.entrant_id == entrant.id)).one()
        times = [time for log in session.scalars(select(PrivateLog)) for time in log.times_ms]
        moves = 0
        for game in session.scalars(select(Game).where(Game.run_id == run.id)):
            places = game.fixture["players"]
            if entry.place in places:
                seat = places.index(entry.place)
                moves += sum(move.seat == seat for move in read_record(game.record).moves)
        house = session.scalars(select(Entry).where(Entry.entrant_id != entrant.id)).all()
    assert entry.moves == moves == len(times)
    assert entry.cpu_seconds == pytest.approx(sum(times) / 1000, abs=0.001 * len(times))
    assert entry.slowest_ms == pytest.approx(max(times), abs=0.001)
    assert entry.slowest_ms > 1
    assert all(each.moves > 0 and each.cpu_seconds == 0 for each in house)


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


def timed_here(*_: Any) -> float:
    raise AssertionError("this process times nobody")


def test_a_process_of_its_own_times_every_built_in_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built_in, "_TIMING", built_in._Timing())
    monkeypatch.setattr(entrants, "built_in_seconds", timed_here)
    timed()
    wait_until_timed()
    assert timed()
    for rules, baseline in built_in.built_in_players():
        assert 0 < built_in_seconds(rules, baseline) < 10, (rules, baseline)


def test_it_is_started_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def run(_beside: Beside, _function: Any, players: list[Any]) -> dict[str, float]:
        started.append(players)
        return {}

    monkeypatch.setattr(built_in, "_TIMING", built_in._Timing())
    monkeypatch.setattr(Beside, "run", run)
    for _ in range(3):
        timed()
        wait_until_timed()
    assert len(started) == 1


def test_a_process_that_fails_is_told_and_players_are_timed_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(built_in, "_TIMING", built_in._Timing())
    monkeypatch.setattr(sys, "executable", "/usr/bin/false")
    wait_until_timed()
    assert "the built-in players were not timed" in caplog.text
    assert built_in_seconds(rules_for("footsteps", 2), "basic") > 0
