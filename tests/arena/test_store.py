"""The store of a contest: stopped at any write, gone on with, and refused in a sentence."""

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import killing
import pytest
from playfunc import FunctionPlayer, play_game
from playfunc.games import rules_for
from playfunc.record import GameRecord, read_records
from playfunc_arena.formats import Fixture, Outcome
from playfunc_arena.store import ContestError, Store, stored_header
from playfunc_opponents.hearts import basic

# The store of a contest: stopped at any write, gone on with, and refused in a sentence.
SETTINGS = {"game": "hearts", "players": ["basic", "basic"], "deals": 3, "seed": 7}
CHUNK = 2


@pytest.fixture(scope="module")
def record() -> GameRecord:
    rules = rules_for("hearts", 2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(1)), players)


def play(folder: Path, record: GameRecord, chunks: int = 3) -> int:
    """Go on with a contest of so many chunks, whose outcomes are numbers; how many games were still to play."""
    fixtures = [Fixture(n, (0, 1), str(n)) for n in range(chunks * CHUNK)]
    with Store.open(folder, SETTINGS, ()) as store:
        known = store.take(len(fixtures))
        assert [outcome.fixture for outcome in known] == fixtures[: len(known)]
        for start in range(len(known), len(fixtures), CHUNK):
            chunk = [
                Outcome(fixture, (float(fixture.deal), 0.0)) for fixture in fixtures[start : start + CHUNK]
            ]
            store.keep(chunk, [record] * CHUNK)
        store.finish("standings")
    return len(fixtures) - len(known)


def kept(folder: Path) -> list[tuple[int, str, str]]:
    with closing(sqlite3.connect(folder / "contest.sqlite")) as database:
        return database.execute("SELECT * FROM games ORDER BY place").fetchall()


@pytest.mark.skipif(not killing.CALLS, reason="system calls are known by number on x86-64 and aarch64 Linux")
def test_killed_at_any_write_it_keeps_whole_chunks_and_goes_on(tmp_path: Path, record: GameRecord) -> None:
    whole = tmp_path / "whole"
    calls = killing.run(lambda: play(whole, record), whole).calls
    assert len(calls) > 10
    killed = 0
    for place in range(len(calls)):
        folder = tmp_path / str(place)
        ended = killing.run(lambda folder=folder: play(folder, record), folder, place)
        assert ended.code in (None, 0)  # once a run made fewer calls, and so ended before its kill
        killed += ended.code is None
        assert play(folder, record) % CHUNK == 0, calls[place]
        assert kept(folder) == kept(whole), calls[place]
        assert read_records(folder / "games.jsonl") == [record] * 3 * CHUNK
        assert (folder / "standings.json").read_text() == "standings"
    assert killed >= len(calls) - 4


def test_nothing_is_kept_without_a_folder(record: GameRecord) -> None:
    with Store.open(None, SETTINGS, ()) as store:
        store.keep([Outcome(Fixture(0, (0, 1), "0"), (1.0, 0.0))], [record])
        assert store.take(1) == []


def test_a_folder_tells_its_contest(tmp_path: Path, record: GameRecord) -> None:
    assert stored_header(None) is stored_header(tmp_path) is None
    play(tmp_path, record)
    assert stored_header(tmp_path) == {**SETTINGS, "left_out": {}, "apart": [], "files": {}}


def test_two_processes_do_not_play_in_one_folder(tmp_path: Path, record: GameRecord) -> None:
    with Store.open(tmp_path, SETTINGS, ()):
        for attempt in (lambda: stored_header(tmp_path), lambda: play(tmp_path, record)):
            with pytest.raises(ContestError, match="another process is playing the contest in"):
                attempt()
    assert play(tmp_path, record) == 3 * CHUNK


def test_another_contest_is_refused_where_one_was_stopped_or_finished(
    tmp_path: Path, record: GameRecord
) -> None:
    with Store.open(tmp_path, SETTINGS, ()) as store:
        store.keep([Outcome(Fixture(0, (0, 1), "0"), (1.0, 0.0))], [record])
    told = r"another contest \(changed: seed\): name another folder, or delete"
    with pytest.raises(ContestError, match=told), Store.open(tmp_path, {**SETTINGS, "seed": 8}, ()):
        pass
    play(tmp_path / "finished", record)
    told = r"a finished contest, which stays as it is \(changed: deals, seed\)"
    changed = {**SETTINGS, "seed": 8, "deals": 4}
    with pytest.raises(ContestError, match=told), Store.open(tmp_path / "finished", changed, ()):
        pass


@pytest.mark.parametrize("text", ["no database", json.dumps([1])])
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "contest.sqlite").write_text(text * 100)
    with pytest.raises(ContestError, match=r"contest\.sqlite cannot be read: name another folder"):
        stored_header(tmp_path)


def test_a_header_without_a_seed_is_refused(tmp_path: Path, record: GameRecord) -> None:
    play(tmp_path, record)
    with closing(sqlite3.connect(tmp_path / "contest.sqlite")) as database, database:
        database.execute("UPDATE contest SET header = ?", (json.dumps({"game": "hearts"}),))
    with pytest.raises(ContestError, match="cannot be read"):
        stored_header(tmp_path)
