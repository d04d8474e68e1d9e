"""The ladder on PostgreSQL beside SQLite (`make test-postgres`)."""

import csv
import json
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from playfunc_arena import plan
from playfunc_web.database.tables import Entrant, Entry, Game, Pair, Record, Run, Seat, Version
from playfunc_web.errors import StorageError
from playfunc_web.ladders.ladders import ensure_ladders, ladder_named
from playfunc_web.ladders.playing import play_run
from playfunc_web.ladders.schedule import plan_run
from playfunc_web.site import Site, SiteFolder
from postgres import VARIABLE, Cluster, cluster, database_for
from sqlalchemy import func, select
from statements import at_statement
from uploaded import eventually, stands, unfinished
from web_players import steps
from web_runs import admit
from web_server import Served, session_of, upload
from web_site import browser, open_test_site
from witness import verdicts, watch

pytestmark = pytest.mark.postgres

PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    return {bid}, None
"""

KILLS = 20


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


def planned(folder: Path, url: str | None, deals: int) -> tuple[Site, int]:
    """A site with a run to be played, with the same codes wherever it is made."""
    folder.mkdir()
    (folder / "site.toml").write_text("public = true\n")
    site = Site.open(SiteFolder.open(folder), url)
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", PLAYER.format(bid="min(7, my_points)"))
        admit(session, "bob", "footsteps", PLAYER.format(bid="1 // 0"))
        for number, entrant in enumerate(session.scalars(select(Entrant).order_by(Entrant.id))):
            entrant.code = f"code{number:04}"
            if not entrant.house:
                entrant.party.pseudonym = f"bird {number}"
        session.flush()
        run = plan_run(
            session, ladder_named(session, "footsteps"), "button", site.settings, seed=7, deals=deals
        )
    return site, run.id


def told(site: Site) -> dict[str, str]:
    """What a reader downloads of the run, without the times at which it was played."""
    reader = browser(site)
    start = "/api/v1/ladders/footsteps/runs/1"
    first, *lines = reader.get(f"{start}/run.jsonl").text.splitlines()
    run = {key: value for key, value in json.loads(first).items() if key not in TIMES}
    return {
        "run": json.dumps([run, *lines]),
        "standings": reader.get(f"{start}/standings.csv").text,
        "games": reader.get(f"{start}/games.csv").text,
    }


TIMES = ("planned", "started", "finished")


def rows(site: Site) -> list[object]:
    """Every stored row that a run leads to, without times and without a database's own numbers."""
    with site.database.reading() as session:
        games = session.scalars(select(Game).order_by(Game.number)).all()
        return [
            [(game.number, game.deal, game.fixture, game.scores, game.record_digest) for game in games],
            session.execute(
                select(Pair.a, Pair.b, Pair.deals, Pair.mean, Pair.half_width).order_by(Pair.a, Pair.b)
            ).all(),
            session.execute(select(Record.digest, Record.blob).order_by(Record.digest)).all(),
            session.execute(
                select(Entry.place, Entry.rank, Entry.mean, Entry.low, Entry.high, Entry.rating, Entry.moves)
                .order_by(Entry.place)
            ).all(),
            [entry.phases for entry in session.scalars(select(Entry).order_by(Entry.place))],
            session.execute(
                select(Game.number, Seat.seat, Seat.score, Seat.place, Seat.fault)
                .join(Game, Game.id == Seat.game_id)
                .order_by(Game.number, Seat.seat)
            ).all(),
        ]  # fmt: skip


def test_the_same_run_gives_the_same_bytes_on_both_databases(tmp_path: Path, server: Cluster) -> None:
    lite, first = planned(tmp_path / "lite", None, 6)
    post, second = planned(tmp_path / "post", database_for(tmp_path / "post", server.url), 6)
    play_run(lite, first)
    play_run(post, second)
    assert post.database.engine.dialect.name == "postgresql"
    assert rows(lite) == rows(post)
    assert told(lite) == told(post)
    assert len(list(csv.reader(told(post)["games"].splitlines()))) > 20
    with lite.database.reading() as one, post.database.reading() as other:
        assert one.get_one(Run, first).digest == other.get_one(Run, second).digest
    lite.database.close()
    post.database.close()


def test_a_database_that_is_killed_twenty_times_loses_no_game_and_none_is_played_twice(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each time before another statement or commit of the run; every other time at the same moment as that."""
    monkeypatch.setattr(plan, "QUESTIONS", 1)  # small chunks; a quick player's have hundreds of games
    whole, expected = planned(tmp_path / "whole", None, 40)
    with at_statement(whole.database.engine) as every:
        play_run(whole, expected)
    site, run = planned(tmp_path / "killed", database_for(tmp_path / "killed", server.url), 40)
    watch(site.database)
    rng, stored = random.Random(15), [0]
    for number in range(KILLS):
        killing = threading.Timer(rng.uniform(0, 0.002), server.kill)
        action = killing.start if number % 2 else server.kill
        place = rng.randrange(every.count // 16)
        with at_statement(site.database.engine, place, action), pytest.raises(StorageError):
            play_run(site, run)
        if number % 2:
            killing.join()
        with pytest.raises(StorageError):
            games(site)
        server.start()
        stored.append(games(site))
    assert stored == sorted(stored), "a game that was stored is gone"
    assert len(set(stored)) > KILLS // 4, "it never went on from the middle"
    play_run(site, run)
    assert rows(site) == rows(whole)
    assert verdicts(site.database) == {("run", run, "complete"): 1}
    with site.database.reading() as session, whole.database.reading() as other:
        assert session.get_one(Run, run).digest == other.get_one(Run, expected).digest
    site.database.close()
    whole.database.close()


def games(site: Site) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count(Game.id))) or 0


def test_a_site_whose_database_is_killed_twenty_times_goes_on_by_itself(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads that were acknowledged are checked once, and the server and its workers are those that were there."""
    monkeypatch.setenv(VARIABLE, server.url)
    url = database_for(tmp_path, server.url)
    site = open_test_site(tmp_path, "[limits]\nadmitted_a_day = 1000\nwaiting_an_entrant = 1000\n")
    watch(site.database)
    session, rng, acknowledged = session_of(site, "ada"), random.Random(15), dict[str, bytes]()
    with Served(tmp_path, url) as served:
        eventually(lambda: len(served.workers()) == 2)
        workers = served.workers()
        for number in range(KILLS):
            content = steps(number)
            with ThreadPoolExecutor(1) as sender:
                sending = sender.submit(upload, served.url, session, content, "footsteps")
                if number % 2:
                    sending.result()
                time.sleep(rng.uniform(0, 0.3 if number % 2 else 0.03))
                server.kill()
            if sending.result():
                acknowledged[sending.result()] = content
            assert httpx2.get(f"{served.url}/healthz").status_code == 503
            assert upload(served.url, session, content, "footsteps") == ""
            server.start()
            assert httpx2.get(f"{served.url}/healthz").status_code == 200
        assert len(acknowledged) >= KILLS // 2
        eventually(lambda: not unfinished(site))
        assert served.workers() == workers
    stands(site, acknowledged)
    site.database.close()


def test_while_the_database_is_stopped_each_page_says_so_and_uploads_are_refused(
    tmp_path: Path, server: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, server.url)
    site = open_test_site(tmp_path, "public = true\n")
    with site.database.writing() as session:
        ensure_ladders(session)
    ada = browser(site, "ada")
    file = {"file": ("player.py", steps(1))}
    before = ada.post("/upload", {"ladder": "footsteps"}, files=file)
    assert before.status_code == 303
    server.stop()
    refused = ada.post("/upload", {"ladder": "footsteps"}, files={"file": ("player.py", steps(2))})
    for answer in (refused, *(ada.get(page) for page in ("/", "/ladder/footsteps", "/upload", "/status"))):
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "60"
        assert "Uploads are not accepted at the moment" in answer.text
        assert "Nothing that was acknowledged is lost" in answer.text
    assert ada.get("/healthz").status_code == 503
    server.start()
    assert ada.get("/healthz").status_code == 200
    assert ada.get(before.headers["location"]).status_code == 200
    assert (
        ada.post("/upload", {"ladder": "footsteps"}, files={"file": ("player.py", steps(2))}).status_code
        == 303
    )
    with site.database.reading() as session:
        sources = session.scalars(select(Version.source).where(Version.kind == "python")).all()
    assert sorted(sources) == [steps(1), steps(2)]
    site.database.close()
