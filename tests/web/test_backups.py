"""A whole site in one file, and back."""

import io
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from playfunc.games import GAMES
from playfunc.statistics import LEAST_DEALS
from playfunc_web.backups import Restored, back_up, restore
from playfunc_web.database import Database
from playfunc_web.database.tables import Account, Audit, Entry, Party, Run, Version
from playfunc_web.demo import DEALS, LOGIN, PASSWORD, UPLOADS, fill, sample_players
from playfunc_web.doctor import examine_site
from playfunc_web.errors import SiteError
from playfunc_web.ladders.ladders import ladders_of
from playfunc_web.privacy import forget_at_site
from playfunc_web.site import Site, SiteFolder, held
from site_people import everything, play
from sqlalchemy import func, select, text
from web_site import account, browser, database_url, open_test_site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site on which ada and bob played, with a class list and a page of the staff."""
    folder = tmp_path / "ladder"
    site = open_test_site(folder, 'title = "Tuesday"\nclass_list = "class.csv"\n')
    play(site, "ada", "bob")
    site.database.close()
    (folder / "class.csv").write_text("login\nada\nbob\n")
    (folder / "news.md").write_text("News")
    (folder / "languages.toml").write_text("# none yet\n")
    return folder


def opened(folder: Path) -> Site:
    return Site.open(SiteFolder.open(folder), database_url(folder))


def backed_up(folder: Path, to: Path | None = None) -> Path:
    return back_up(folder, to, database_url(folder))


def restored(folder: Path, file: Path) -> Restored:
    return restore(folder, file, database_url(folder))


def logins(folder: Path) -> list[str]:
    site = opened(folder)
    try:
        with site.database.reading() as session:
            return sorted(session.scalars(select(Account.login)))
    finally:
        site.database.close()


def contents(folder: Path) -> dict[str, str]:
    site = opened(folder)
    try:
        return {name: text for name, text in everything(site).items() if not name.startswith("audit.")}
    finally:
        site.database.close()


def test_a_site_comes_back_whole_in_a_new_folder(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    file = backed_up(folder)
    assert file.parent == folder / "backups"
    assert file.stat().st_mode & 0o77 == 0
    done = restored(tmp_path / "new", file)
    assert (done.forgotten, done.kept) == (0, None)
    assert contents(tmp_path / "new") == before
    for name in ("site.key", "site.toml", "languages.toml", "class.csv", "news.md"):
        assert (tmp_path / "new" / name).read_bytes() == (folder / name).read_bytes()


def test_a_site_goes_back_to_its_backup_and_what_was_there_is_kept(folder: Path) -> None:
    file = backed_up(folder)
    site = opened(folder)
    account(site, "late")
    site.database.close()
    done = restored(folder, file)
    assert logins(folder) == ["ada", "bob"]
    assert done.kept is not None
    assert "late" in kept_logins(folder, done.kept)


def kept_logins(folder: Path, kept: Path) -> str:
    """The logins in the database that a restored one replaced."""
    url = database_url(folder)
    if url is not None:
        words = ["pg_restore", "--data-only", "--table=account", "--file=-", str(kept)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout
    site = Site.open(SiteFolder.open(folder), f"sqlite:///{kept}")
    with site.database.reading() as session:
        told = " ".join(session.scalars(select(Account.login)))
    site.database.close()
    return told


def lose_database(folder: Path) -> None:
    url = database_url(folder)
    if url is None:
        (folder / "ladder.db").unlink()
        return
    database = Database(url)
    with database.engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    database.close()


@pytest.mark.parametrize("lost", ["", "database", "forgotten.txt"])
def test_who_was_forgotten_since_is_forgotten_again(folder: Path, lost: str) -> None:
    """Also where the database or the file beside it is lost."""
    file = backed_up(folder)
    forget_at_site(folder, "ada", database_url(folder))
    if lost == "database":
        lose_database(folder)
    elif lost:
        (folder / lost).unlink()
    (folder / "class.csv").unlink()
    done = restored(folder, file)
    assert done.forgotten == 1
    assert logins(folder) == ["bob"]
    assert (folder / "class.csv").read_text() == "login\nbob\n"
    site = opened(folder)
    with site.database.reading() as session:
        assert [version.source for version in session.scalars(select(Version).order_by(Version.id))] == [
            None,
            b"# by bob\n",
        ]
        assert [party.withdrawn is None for party in session.scalars(select(Party).order_by(Party.id))] == [
            False,
            True,
        ]
        assert [row.action for row in session.scalars(select(Audit).order_by(Audit.id))][-1] == "restore"
    site.database.close()
    if database_url(folder) is None:
        assert b"# by ada" not in (folder / "ladder.db").read_bytes()


def test_only_the_newest_backups_stay_where_a_number_is_given(folder: Path, tmp_path: Path) -> None:
    first = back_up(folder, None, database_url(folder))
    place, name = first.parent, first.name[: -len("2026-01-01-040000.tar")]
    first.unlink()
    old = [place / f"{name}2026-01-0{day}-040000.tar" for day in (1, 2, 3)]
    other = [place / f"{name}before.tar", place / "notes.txt"]
    for path in (*old, *other):
        path.touch()
    made = back_up(folder, None, database_url(folder), keep=2)
    assert sorted(place.iterdir()) == sorted([old[-1], made, *other])
    with pytest.raises(SiteError, match="--keep"):
        back_up(folder, tmp_path / "one.tar", database_url(folder), keep=2)


def test_backups_go_to_a_folder_elsewhere_where_they_are_counted_too(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "disk"
    elsewhere.mkdir()
    made = back_up(folder, elsewhere, database_url(folder))
    assert made.parent == elsewhere
    older = made.with_name(made.name[: -len("2026-01-01-040000.tar")] + "2026-01-01-040000.tar")
    made.rename(older)
    assert list(elsewhere.iterdir()) == [older]
    made = back_up(folder, elsewhere, database_url(folder), keep=1)
    assert list(elsewhere.iterdir()) == [made]
    assert not (folder / "backups").exists()


def test_it_can_be_restored_twice(folder: Path) -> None:
    file = backed_up(folder)
    forget_at_site(folder, "ada", database_url(folder))
    assert [restored(folder, file).forgotten for _ in range(2)] == [1, 1]
    assert logins(folder) == ["bob"]


def test_a_running_site_is_backed_up_and_not_restored(folder: Path) -> None:
    with held(folder):
        file = backed_up(folder)
        before = contents(folder)
        with pytest.raises(SiteError, match="is being served by another process: stop it first"):
            restored(folder, file)
    assert contents(folder) == before


def repacked(file: Path, there: Path, change: dict[str, bytes | None]) -> Path:
    with tarfile.open(file) as old, tarfile.open(there, "w") as new:
        for member in old.getmembers():
            data = old.extractfile(member)
            content = change.get(member.name, data.read())
            if content is not None:
                member.size = len(content)
                new.addfile(member, io.BytesIO(content))
    return there


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"database": b"SQLite format 3\x00"}, "is damaged: database"),
        ({"site.key": b"0" * 64}, "is damaged: site.key"),
        ({"site.key": None}, "no whole backup"),
        ({"manifest.json": b"{}"}, "no whole backup"),
        ({"manifest.json": b'{"format": 2}'}, "newer playfunc"),
        ({"manifest.json": None}, "no whole backup"),
    ],
)
def test_a_damaged_backup_changes_nothing(
    folder: Path, tmp_path: Path, change: dict[str, bytes | None], words: str
) -> None:
    file = repacked(backed_up(folder), tmp_path / "damaged.tar", change)
    before = contents(folder)
    with pytest.raises(SiteError, match=words):
        restored(folder, file)
    assert contents(folder) == before
    assert not list((folder / "backups").glob("replaced-*"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [("../news.md", tarfile.REGTYPE), ("/news.md", tarfile.REGTYPE), ("news.md", tarfile.SYMTYPE)],
)
def test_nothing_is_unpacked_elsewhere(folder: Path, tmp_path: Path, name: str, kind: bytes) -> None:
    file = backed_up(folder)
    odd = tarfile.TarInfo(name)
    odd.type, odd.linkname = kind, "/etc/hostname"
    with tarfile.open(file, "a") as archive:
        archive.addfile(odd)
    before = contents(folder)
    with pytest.raises(SiteError, match="does not belong in it"):
        restored(folder, file)
    assert contents(folder) == before


def test_a_file_that_is_cut_off_or_no_backup_is_refused(folder: Path, tmp_path: Path) -> None:
    file = backed_up(folder)
    for name, data in (("cut.tar", file.read_bytes()[:50_000]), ("text.tar", b"hello"), ("empty.tar", b"")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(SiteError, match="no whole backup"):
            restored(folder, tmp_path / name)


def test_another_site_is_not_overwritten(folder: Path, tmp_path: Path) -> None:
    file = backed_up(folder)
    other = open_test_site(tmp_path / "other")
    other.database.close()
    with pytest.raises(SiteError, match="is another site than the one that was backed up"):
        restored(tmp_path / "other", file)


def test_no_course_becomes_a_site(folder: Path, tmp_path: Path) -> None:
    file = backed_up(folder)
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "gradebook.db").write_text("")
    with pytest.raises(SiteError, match="a course"):
        restored(tmp_path / "course" / "ladder", file)


def test_a_folder_that_is_no_site_is_not_made_one(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match=r"is no site's folder: expected site\.key in it"):
        back_up(tmp_path / "typo")
    assert not (tmp_path / "typo").exists()


def test_a_backup_does_not_replace_a_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.tar").write_text("mine")
    with pytest.raises(SiteError, match="exists already"):
        backed_up(folder, tmp_path / "mine.tar")
    assert (tmp_path / "mine.tar").read_text() == "mine"
    assert isinstance(restored(tmp_path / "new", backed_up(folder, tmp_path / "other.tar")), Restored)


def test_only_the_sites_user_reads_what_is_restored(folder: Path, tmp_path: Path) -> None:
    restored(tmp_path / "new", backed_up(folder))
    files = [path for path in (tmp_path / "new").iterdir() if path.suffix != ".md" and path.is_file()]
    open_to = [path.name for path in files if path.stat().st_mode & 0o077]
    assert [name for name in open_to if not name.startswith(".served")] == []


def test_a_rehearsal_in_a_new_folder_replaces_no_database_of_a_site(folder: Path, tmp_path: Path) -> None:
    """PLAYFUNC_DATABASE may still name the one that is served."""
    file, served = backed_up(folder), database_url(folder) or f"sqlite:///{folder / 'ladder.db'}"
    before = contents(folder)
    with pytest.raises(SiteError, match="name an empty one, so that a rehearsal"):
        restore(tmp_path / "rehearsal", file, served)
    assert contents(folder) == before
    assert restored(tmp_path / "rehearsal", file).kept is None


@pytest.mark.broad
def test_a_site_without_a_grader_is_backed_up_restored_and_forgets(folder: Path, tmp_path: Path) -> None:
    """docs/ladder.md installs playfunc[web] alone, which has no nbgrader."""
    run = 'runpy.run_module("playfunc_cli.main", run_name="__main__")'
    words = f'import runpy, sys; sys.modules["nbgrader"] = None; {run}'
    file, url = str(tmp_path / "one.tar"), database_url(folder)
    database = ["--database", url] if url else []
    for command in (
        ["backup", str(folder), "--to", file],
        ["disclose", str(folder), "ada", "--out", str(tmp_path / "ada")],
        ["forget", str(folder), "ada", "--yes"],
        ["restore", str(folder), file],
    ):
        subprocess.run([sys.executable, "-c", words, "serve", *command, *database], check=True)


@pytest.mark.parametrize("game", ["hearts", "footsteps", "blackjack", "skullwhist"])
def test_every_game_of_the_course_has_sample_players_with_a_function_to_play(game: str) -> None:
    assert game in GAMES
    students = sample_players(game)
    assert len({student.student for student in students}) == len(students) >= 2
    for student in students:
        assert any("def play(" in text for text in student.cells.values())


def test_a_game_without_a_demo_class_has_built_in_players_alone() -> None:
    assert sample_players("chess") == []


def test_every_run_has_the_deals_that_ranks_need() -> None:
    assert min(DEALS.values()) >= LEAST_DEALS
    assert min(DEALS[name] // 2 for name in UPLOADS) >= LEAST_DEALS
    assert min(DEALS["hearts"], DEALS["hearts-four"]) >= 40


@pytest.mark.broad
def test_a_newcomer_sees_a_finished_run_and_logs_in(tmp_path: Path) -> None:
    told: list[str] = []
    site = fill(tmp_path / "demo", told.append, ladders=["footsteps"]).site
    assert len(told) == UPLOADS["footsteps"] == 3
    assert told[0].startswith("FootSteps: ")
    assert all(found.good or "root" in found.text for found in examine_site(tmp_path / "demo", ()))
    visitor = browser(site)
    page = visitor.get("/ladder/footsteps")
    assert page.status_code == 200
    assert "advanced" in page.text
    watched = re.search(r'href="(/game/3/\d+)"', visitor.get("/").text)
    assert visitor.get(watched[1]).status_code == 200
    assert visitor.post("/login", {"login": LOGIN, "password": PASSWORD}).status_code == 303
    assert "You: <strong>" in visitor.get("/ladders").text
    own = re.search(r'href="(/player/\w+)">Your player', visitor.get("/").text)
    assert all(f"Compare with version {number}" in visitor.get(own[1]).text for number in (1, 2))
    assert "Run 3" in visitor.get(own[1]).text
    site.database.close()
    again = fill(tmp_path / "demo", told.append, ladders=["footsteps"]).site
    assert len(told) == 3, "a second call plays no run again"
    with again.database.reading() as session:
        assert session.scalar(select(func.count(Run.id))) == 3
        students = session.scalars(select(Entry).where(Entry.run_id == 1)).all()
        assert None not in [student.rank for student in students]
        assert len(students) == 3 + len(sample_players("footsteps"))
        assert {ladder.name for ladder in ladders_of(session)} == set(DEALS)
    again.database.close()
