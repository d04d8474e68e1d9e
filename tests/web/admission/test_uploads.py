import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import DaskCluster
from playfunc_arena.formats import ladder_format
from playfunc_autograder import asker
from playfunc_autograder.programs.languages import read_languages
from playfunc_checks.checks import context
from playfunc_web.access import Viewer
from playfunc_web.admission import uploads
from playfunc_web.admission.checks import Found, check_upload
from playfunc_web.admission.uploads import accept, errors_of, quota, standing_of
from playfunc_web.database import now
from playfunc_web.database.tables import Admission, Entrant, Job, Ladder, Party, Version
from playfunc_web.errors import ProblemError, StorageError
from playfunc_web.jobs import enqueue, heartbeat, take
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.ladders.playing import load_player
from playfunc_web.site import Limits, Site
from sqlalchemy import func, select, update
from web_players import CRASH, IMPURE, QUICK, quick
from web_site import account, browser, open_test_site


def viewer(site: Site, login: str = "ada") -> Viewer:
    made = account(site, login)
    return Viewer(made.id, made.party_id, made.login, made.role)


def upload(site: Site, content: bytes = QUICK, login: str = "ada", name: str = "player.py") -> Version:
    return accept(site, viewer(site, login), "hearts", name, content, "page")


def judged(site: Site, version: Version, state: str) -> None:
    """As the checks do."""
    with site.database.writing() as session:
        session.execute(update(Version).where(Version.id == version.id).values(state=state))


def refused(site: Site, content: bytes, login: str = "ada") -> ProblemError:
    with pytest.raises(ProblemError) as caught:
        upload(site, content, login)
    return caught.value


LANGUAGE = """
[toy]
title = "Toy"
endings = [".toy"]
run = "python3 {main}"
version = "python3 --version"
"""


def test_a_language_of_the_sites_own_is_taken_and_said(tmp_path: Path) -> None:
    (tmp_path / "languages.toml").write_text(LANGUAGE)
    site = open_test_site(tmp_path)
    with site.database.writing() as session:
        ensure_ladders(session)
    version = upload(site, b"print(1)", name="bot.toy")
    assert (version.kind, version.language) == ("program", "toy")
    player = load_player(version, "hearts", tmp_path / "player", site.languages)
    assert (player.name, player.base) == ("exec:python3 bot.toy", tmp_path / "player" / "built")
    page = browser(site, "ada").get("/upload").text
    assert ".toy" in page
    assert "Toy" in page
    elsewhere = open_test_site(tmp_path / "elsewhere")
    with pytest.raises(ProblemError, match=r"Upload a \.py file"):
        upload(elsewhere, b"print(1)", name="bot.toy")
    site.database.close()
    elsewhere.database.close()


def test_an_upload_is_kept_with_its_job_within_a_second_of_cpu(ladders: Site) -> None:
    started = time.process_time()
    version = upload(ladders, name="../week 1/player.py")
    assert time.process_time() - started < 1
    assert (version.number, version.state, version.kind, version.filename) == (
        1,
        "queued",
        "python",
        "player.py",
    )
    with ladders.database.reading() as session:
        job = session.scalars(select(Job)).one()
        kept = session.scalars(select(Version.source).where(Version.id == version.id)).one()
    assert (job.kind, job.target, job.state) == ("admission", version.id, "queued")
    assert kept == QUICK


def test_versions_count_for_each_entrant(ladders: Site) -> None:
    assert [upload(ladders, quick(n)).number for n in range(3)] == [1, 2, 3]
    assert upload(ladders, login="bob").number == 1


def test_a_group_has_one_entrant(ladders: Site) -> None:
    first = account(ladders, "ada")
    with ladders.database.reading() as session:
        party = session.get_one(Party, first.party_id)
    account(ladders, "bob", party=party)
    assert upload(ladders, quick(1)).number == 1
    assert upload(ladders, quick(2), "bob").number == 2


def test_the_same_file_again_is_the_version_that_it_was(ladders: Site) -> None:
    first, second = upload(ladders, quick(1)), upload(ladders, quick(2))
    assert upload(ladders, quick(1)).id == first.id
    for version in (first, second):
        judged(ladders, version, "admitted")
    again = upload(ladders, quick(1))
    assert again.id == first.id
    with ladders.database.reading() as session:
        assert session.get_one(Entrant, first.entrant_id).active_id == first.id
        assert session.scalar(select(func.count(Job.id))) == 2


def test_what_was_broken_by_us_is_checked_again(ladders: Site) -> None:
    version = upload(ladders)
    judged(ladders, version, "broken")
    with ladders.database.writing() as session:
        session.execute(update(Job).values(state="failed", attempts=3))
    assert upload(ladders).id == version.id
    with ladders.database.reading() as session:
        job = session.scalars(select(Job)).one()
        assert (job.state, job.attempts) == ("queued", 0)
        assert session.get_one(Version, version.id).state == "queued"


def test_only_so_many_wait_at_once(ladders: Site) -> None:
    for number in range(Limits().waiting_an_entrant):
        upload(ladders, quick(number))
    problem = refused(ladders, quick(9))
    assert problem.status == 429
    assert problem.detail.startswith("3 of your uploads wait to be checked")
    assert upload(ladders, quick(9), "bob").number == 1


def order(site: Site) -> list[int]:
    """The versions in the order in which they will be checked."""
    taken = []
    with site.database.writing() as session:
        while (lease := take(session, "worker", ("admission",))) is not None:
            taken.append(lease.target)
    return taken


def test_who_uploads_much_at_once_waits_behind_others(ladders: Site) -> None:
    first, second = upload(ladders, quick(1)), upload(ladders, quick(2))
    elsewhere = accept(ladders, viewer(ladders), "footsteps", "player.py", quick(3), "page")
    other = upload(ladders, quick(4), "bob")
    assert order(ladders) == [first.id, other.id, second.id, elsewhere.id]


def test_who_kept_the_checks_busy_waits_behind_others(ladders: Site) -> None:
    slow = upload(ladders, quick(1))
    judged(ladders, slow, "refused")
    with ladders.database.writing() as session:
        session.add(Admission(version_id=slow.id, started=now() - 900, finished=now()))
        session.execute(update(Job).values(state="done"))
    again, other = upload(ladders, quick(2)), upload(ladders, quick(3), "bob")
    assert order(ladders) == [other.id, again.id]
    with ladders.database.writing() as session:
        session.execute(update(Admission).values(started=now() - 90_000))
    latest = upload(ladders, quick(4))
    with ladders.database.reading() as session:
        job = session.scalars(select(Job).where(Job.target == latest.id)).one()
    assert job.priority == 19


def test_only_so_many_are_admitted_a_day_and_refused_ones_do_not_count(ladders: Site) -> None:
    for number in range(Limits().admitted_a_day):
        judged(ladders, upload(ladders, quick(100 + number)), "refused")
        judged(ladders, upload(ladders, quick(number)), "admitted")
    problem = refused(ladders, quick(99))
    assert problem.status == 429
    assert "upload again in 24.0 hours" in problem.detail
    with ladders.database.writing() as session:
        session.execute(update(Version).values(uploaded=now() - 86401))
    assert upload(ladders, quick(99)).state == "queued"


def test_what_frees_a_place_is_told(ladders: Site) -> None:
    limits = Limits(admitted_a_day=2)
    versions = [upload(ladders, quick(number)) for number in range(2)]
    for version in versions:
        judged(ladders, version, "admitted")
    with ladders.database.reading() as session:
        entrant = session.get_one(Entrant, versions[0].entrant_id)
        used = quota(session, entrant, limits, now())
        assert quota(session, None, limits, now()).frees is None
    assert (used.admitted, used.waiting) == (2, 0)
    assert used.frees == versions[0].uploaded + 86400


@pytest.mark.parametrize(
    ("values", "title"),
    [
        ({"state": "frozen"}, "Frozen"),
        ({"state": "final"}, "Frozen"),
        ({"freezes": 1000.0}, "Frozen"),
        ({"opens": 9e9}, "Not open yet"),
    ],
)
def test_a_ladder_that_is_closed_takes_nothing(ladders: Site, values: dict[str, object], title: str) -> None:
    with ladders.database.writing() as session:
        session.execute(update(Ladder).where(Ladder.name == "hearts").values(**values))
    problem = refused(ladders, QUICK)
    assert (problem.status, problem.title) == (409, title)


def test_who_left_comes_back_first(ladders: Site) -> None:
    ada = viewer(ladders)
    with ladders.database.writing() as session:
        session.get_one(Party, ada.party_id).withdrawn = now()
    assert "press “Take part again”" in refused(ladders, QUICK).detail


def test_size_and_login_are_looked_at_first(ladders: Site) -> None:
    assert refused(ladders, b"").status == 422
    assert refused(ladders, b"#" * 1_000_001).status == 413
    with pytest.raises(ProblemError) as caught:
        accept(ladders, Viewer(), "hearts", "player.py", QUICK, "page")
    assert caught.value.status == 401
    with pytest.raises(ProblemError, match="There is no ladder 'chess'"):
        accept(ladders, viewer(ladders), "chess", "player.py", QUICK, "page")


def test_limits_come_from_the_settings(tmp_path) -> None:
    site = open_test_site(tmp_path / "small", "[limits]\nupload_bytes = 100\n")
    try:
        with pytest.raises(ProblemError, match="at most 100 are taken"):
            upload(site, b"#" * 101)
    finally:
        site.database.close()


def test_while_the_disk_is_nearly_full_nothing_is_accepted(
    ladders: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "nearly_full", lambda folder: folder == ladders.folder.path)
    with pytest.raises(StorageError, match="nearly full"):
        upload(ladders)
    with ladders.database.reading() as session:
        assert session.scalar(select(func.count(Job.id))) == 0


def test_a_version_is_told_where_it_stands(ladders: Site) -> None:
    first, second = upload(ladders), upload(ladders, login="bob")
    with ladders.database.reading() as session:
        standing = standing_of(session, second)
        assert (standing.place, standing.moving, standing.mean) == (2, True, 10.0)
        assert standing.seconds == 30
    with ladders.database.writing() as session:
        lease = take(session, "worker", ("admission",))
        assert lease is not None
        heartbeat(session, lease, 150, 300, "rules")
        session.execute(update(Version).where(Version.id == first.id).values(state="checking"))
    with ladders.database.reading() as session:
        standing = standing_of(session, session.get_one(Version, first.id))
    assert (standing.place, standing.check, standing.percent) == (0, "rules", 50)


def test_an_admitted_version_moves_until_it_has_its_rating(ladders: Site) -> None:
    version = upload(ladders)
    with ladders.database.writing() as session:
        session.execute(update(Version).where(Version.id == version.id).values(state="admitted"))
        enqueue(session, "meeting", f"meeting/{version.id}", version.id)
    with ladders.database.reading() as session:
        assert standing_of(session, session.get_one(Version, version.id)).moving
    with ladders.database.writing() as session:
        session.execute(update(Job).values(state="done"))
    with ladders.database.reading() as session:
        assert not standing_of(session, session.get_one(Version, version.id)).moving
        assert errors_of(session, None) == []


# Uploads are checked by values, so another computer can do it: with the same findings.
PROGRAM = (Path(__file__).parents[3] / "course" / "programs" / "footsteps" / "steady.c").read_bytes()


def test_a_worker_needs_nothing_of_the_web_server() -> None:
    served = "{'fastapi', 'sqlalchemy', 'starlette', 'uvicorn'}"
    code = f"import sys, playfunc_autograder.asker; sys.exit(sorted({served} & set(sys.modules)) or None)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


def checked(content: bytes, contest: str, language: str, scheduler: str = "") -> Found:
    kind, filename = ("python", "player.py") if language == "python" else ("program", "player.c")
    version = Version(filename=filename, kind=kind, language=language, source=content)
    return check_upload(version, ladder_format(contest), 600.0, read_languages(), scheduler=scheduler)


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("content", "contest", "language"),
    [
        pytest.param(QUICK, "hearts", "python", id="quick"),
        pytest.param(CRASH, "hearts", "python", id="crash"),
        pytest.param(IMPURE, "hearts", "python", id="impure"),
        pytest.param(PROGRAM, "footsteps", "c", id="program"),
    ],
)
def test_workers_of_a_scheduler_find_the_same(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch, content: bytes, contest: str, language: str
) -> None:
    # As a scheduler's workers ask, which know nothing of fewer.
    monkeypatch.setattr(context, "ASKED_PUBLIC", 40)
    monkeypatch.setattr(context, "ASKED_HIDDEN", 120)
    here = checked(content, contest, language)
    monkeypatch.setattr(asker, "check_player", None)  # nothing is checked in this process any more
    there = checked(content, contest, language, dask.address)
    assert (there.state, there.verdict, there.findings) == (here.state, here.verdict, here.findings)
    assert there.private.keys() == here.private.keys()
    assert there.cpu_seconds > 0
