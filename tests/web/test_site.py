"""Session fixation: whoever plants a session in somebody's browser is not logged in by that person's login."""

import os
import platform
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from lti_platform import ISSUER, SETTINGS, claims, jwks, new_key, signed
from playfunc_web.accounts.hub import VARIABLES, Hub
from playfunc_web.accounts.people import account_of, make_account
from playfunc_web.accounts.sessions import hashed, make_link, start_session, viewer_of_session
from playfunc_web.backups import back_up
from playfunc_web.database import now
from playfunc_web.database.tables import Job, Version
from playfunc_web.doctor import examine_site
from playfunc_web.errors import SiteError
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.ladder_server import serve_ladder
from playfunc_web.opening import open_site
from playfunc_web.site import Site, host_at, is_address, origin_of, require_separate_site
from site_people import play
from sqlalchemy import select
from web_site import Browser, browser, database_url, open_test_site

ADDRESS, PASSWORD = "https://ladder.example", "correct horse battery"
KEY = new_key()


@pytest.fixture
def every_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A site to which people come by password, link, hub and platform; Eve has an account too."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "http://127.0.0.1:9/hub/api")
    monkeypatch.setattr(Hub, "_person", lambda hub, code, verifier: "hubert")
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "platform.json").write_text(jwks(KEY))
    opened = open_test_site(folder, f"hub = true\n{SETTINGS}")
    encoded = hashed(PASSWORD)
    with opened.database.writing() as session:
        make_account(session, "ada", password=encoded)
        make_account(session, "eve")
    yield opened
    opened.database.close()


def by_password(visitor: Browser) -> None:
    assert visitor.post("/login", {"login": "ada", "password": PASSWORD}).status_code == 303


def by_link(visitor: Browser) -> None:
    with visitor.site.database.writing() as session:
        ada = account_of(session, "ada")
        assert ada is not None
        link = make_link(session, ada)
    assert visitor.post(f"/link/{link}").status_code == 303


def by_hub(visitor: Browser) -> None:
    asked = parse_qs(urlsplit(visitor.get("/hub/login").headers["location"]).query)
    answer = visitor.get("/hub/callback", params={"code": "code", "state": asked["state"][0]})
    assert answer.status_code == 303


def by_platform(visitor: Browser) -> None:
    begun = visitor.client.post("/lti/login", data={"iss": ISSUER, "login_hint": "ada"})
    asked = parse_qs(urlsplit(begun.headers["location"]).query)
    told = {"state": asked["state"][0], "id_token": signed(KEY, claims(asked["nonce"][0]))}
    assert visitor.client.post("/lti/launch", data=told).status_code == 303


WAYS = [(by_password, "ada"), (by_link, "ada"), (by_hub, "hubert"), (by_platform, "lti-")]


@pytest.mark.parametrize(("log_in", "login"), WAYS)
@pytest.mark.parametrize("planted_is", ["made up", "eve's own", "an older one of Ada's"])
def test_a_planted_session_is_nobodys_after_a_login(
    every_way: Site, log_in: Callable[[Browser], None], login: str, planted_is: str
) -> None:
    planted = "chosen-by-eve-" + "x" * 30
    if planted_is != "made up":
        with every_way.database.writing() as session:
            whose = account_of(session, "eve" if planted_is == "eve's own" else "ada")
            assert whose is not None
            planted = start_session(session, whose, 1)
    cookie = name_of(every_way, COOKIE)
    victim, attacker = browser(every_way), browser(every_way)
    for each in (victim, attacker):
        each.client.base_url = ADDRESS
        each.client.cookies.set(cookie, planted, domain="ladder.example", path="/")
    log_in(victim)
    kept = [each.value for each in victim.client.cookies.jar if each.name == cookie]
    assert len(kept) == 1
    assert kept[0] != planted
    with every_way.database.reading() as session:
        assert viewer_of_session(session, kept[0]).login.startswith(login)
        assert not viewer_of_session(session, planted).known  # whoever's it was, it has ended
    assert victim.get("/account").status_code == 200
    assert attacker.get("/account").headers["location"] == "/login?next=/account"


def test_two_logins_never_share_a_secret(every_way: Site) -> None:
    secrets = set()
    for log_in, _ in WAYS:
        for _ in range(2):
            visitor = browser(every_way)
            visitor.client.base_url = ADDRESS
            log_in(visitor)
            secrets.add(visitor.client.cookies[name_of(every_way, COOKIE)])
    assert len(secrets) == 2 * len(WAYS)


# Whether a machine is fit for a site, as far as the site itself can tell.
def told(folder: Path, courses: tuple[Path, ...] = (), url: str | None = None) -> dict[str, bool]:
    root = "This is root"
    return {
        each.text: each.good for each in examine_site(folder, courses, url) if not each.text.startswith(root)
    }


def test_a_site_as_the_first_start_makes_it_is_good(site: Site) -> None:
    site.folder.path.chmod(0o700)
    found = told(site.folder.path, url=database_url(site.folder.path))
    assert set(found.values()) == {True}
    assert any("is at the newest revision" in text for text in found)


def test_a_folder_that_is_not_there_yet_is_good_and_is_not_made(tmp_path: Path) -> None:
    assert set(told(tmp_path / "new").values()) == {True}
    assert not (tmp_path / "new").exists()


@pytest.mark.sqlite
def test_a_folder_or_key_that_others_read_is_bad(site: Site) -> None:
    folder = site.folder.path
    folder.chmod(0o755)
    (folder / "ladder.db").chmod(0o644)
    assert f"Other users of this machine can look into {folder}: chmod 700 {folder}" in told(folder)
    (folder / "site.key").chmod(0o640)
    assert told(folder)[f"Others can read {folder / 'site.key'}: chmod 600 {folder / 'site.key'}"] is False


def test_old_backups_broken_uploads_and_a_long_queue_are_bad(ladders: Site) -> None:
    folder, url = ladders.folder.path, database_url(ladders.folder.path)
    folder.chmod(0o700)
    made = back_up(folder, None, url)
    assert told(folder, url=url)["1 backups, the newest 0 hours old."]
    old = made.with_name("replaced-2026-01-01.db")
    old.touch()
    os.utime(old, (0, 0))
    play(ladders, "ada", "bob")
    with ladders.database.writing() as session:
        session.add(Job(kind="run", key="old", target=1, priority=1, created=now() - 7300))
        session.scalars(select(Version)).first().state = "broken"  # type: ignore[union-attr]
    bad = " ".join(text for text, good in told(folder, url=url).items() if not good)
    assert "1 uploads ended by a fault of ours" in bad
    assert "has waited for 2 hours" in bad
    assert "1 files in" in bad
    os.utime(made, (0, 0))
    assert any("The newest backup is" in text and not good for text, good in told(folder, url=url).items())


def test_a_site_inside_a_course_is_bad(tmp_path: Path) -> None:
    (tmp_path / "gradebook.db").write_text("")
    assert any(
        "lies inside a course" in text and not good for text, good in told(tmp_path / "ladder").items()
    )


@pytest.mark.parametrize("secret", [".playfunc-secret", "gradebook.db", "marks"])
def test_a_course_whose_secrets_this_user_reads_is_bad(site: Site, tmp_path: Path, secret: str) -> None:
    course = tmp_path / "course"
    course.mkdir()
    (course / "nbgrader_config.py").write_text("")
    assert told(site.folder.path, (course,))[
        f"This user reads no secret, mark or submission of the course {course}."
    ]
    (course / secret).write_text("")
    found = told(site.folder.path, (course,))
    assert [good for text, good in found.items() if text.startswith(f"This user can read {secret} of")] == [
        False
    ]


def test_a_course_that_is_none_is_told(site: Site, tmp_path: Path) -> None:
    (tmp_path / "typo").mkdir()
    found = told(site.folder.path, (tmp_path / "typo",))
    assert any("typo is no course" in text and not good for text, good in found.items())


def test_a_database_that_does_not_answer_is_bad(site: Site, tmp_path: Path) -> None:
    found = told(site.folder.path, url=f"postgresql+psycopg://nobody@/none?host={tmp_path}")
    assert any(text.startswith("The database does not answer") and not good for text, good in found.items())
    (tmp_path / "text").write_text("hello, this is no database at all" * 10)
    found = told(site.folder.path, url=f"sqlite:///{tmp_path / 'text'}")
    assert any("does not answer" in text and not good for text, good in found.items())


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ("titel = 1", "there is no setting 'titel'"),
        ('class_list = "none.csv"', "none.csv cannot be read"),
        ('base_url = "http://ladder.example.edu"', "is not encrypted"),
    ],
)
def test_settings_that_do_not_do_are_bad(site: Site, settings: str, text: str) -> None:
    (site.folder.path / "site.toml").write_text(settings)
    assert [good for told_, good in told(site.folder.path).items() if text in told_] == [False]


def test_people_on_the_class_list_are_counted(site: Site) -> None:
    (site.folder.path / "site.toml").write_text('class_list = "class.csv"')
    (site.folder.path / "class.csv").write_text("login\nada\nbob\n")
    assert told(site.folder.path)["The settings are valid. 2 people are on the class list."]


def test_a_sites_own_languages_are_listed_and_shipped_ones_are_not(site: Site) -> None:
    own = site.folder.path / "languages.toml"
    table = '[{name}]\ntitle = "{name}"\nendings = [".{name}"]\nrun = "{run} {{main}}"\nversion = "{run} --version"\n'
    own.write_text(table.format(name="toy", run="python3") + table.format(name="lost", run="no-such-thing"))
    found = {text: good for text, good in told(site.folder.path).items() if "toy" in text or "lost" in text}
    assert found == {
        f"Programs in toy may be uploaded: Python {platform.python_version()}.": True,
        "lost of languages.toml is not found: no-such-thing is not installed.": False,
    }
    own.write_text("[toy]\n")
    assert any("languages.toml, [toy]" in text and not good for text, good in told(site.folder.path).items())


def test_the_command_serves_and_says_where(tmp_path: Path, free_port: int) -> None:
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(tmp_path / "site")]
    with subprocess.Popen(
        [*command, "--port", str(free_port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert f"http://127.0.0.1:{free_port}" in process.stdout.readline()
            assert "/link/" in process.stdout.readline()
            assert health(free_port) == 200
        finally:
            process.terminate()
            process.wait(60)
    assert process.returncode in (0, -signal.SIGTERM)  # it stopped, and says by whose wish


def health(port: int) -> int:
    for _ in range(600):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                return int(answer.status)
        except urllib.error.URLError:
            time.sleep(0.1)
    return 0


def test_the_command_refuses_a_course_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "gradebook.db").write_text("")
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "lies inside a course" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told_before_any_address_is(tmp_path: Path) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SiteError, match=rf"port {port} \(Address already in use\): name another"):
            serve_ladder(open_site(tmp_path), port, on_ready=lambda: told.append("ready"))
    assert told == []


SITE = "https://ladder.example.edu"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SITE, True),
        (f"{SITE}:8443/", True),
        ("http://[::1]:8000", True),
        ("ladder.example.edu", False),
        ("ftp://ladder.example.edu", False),
        (f"{SITE}/ladder", False),
        ("https://", False),
    ],
)
def test_an_address_has_a_scheme_a_host_and_no_path(text: str, expected: bool) -> None:
    assert is_address(text) == expected


@pytest.mark.parametrize(
    "address", [SITE, f"{SITE}/", f"{SITE}:443", "https://Ladder.Example.edu", "https://x@ladder.example.edu"]
)
def test_one_origin_has_one_spelling(address: str) -> None:
    assert origin_of(address) == SITE


def test_the_port_is_part_of_an_origin_where_the_scheme_does_not_imply_it() -> None:
    assert origin_of("https://example.edu:80") == "https://example.edu:80"
    assert origin_of("http://example.edu:80") == "http://example.edu"
    assert origin_of("") == ""
    assert host_at("https", "Example.edu.") == "example.edu"


@pytest.mark.parametrize(
    "content", ["", "https://content.example.edu", f"{SITE}:8443", "https://ladder.example.org"]
)
def test_another_host_or_port_is_apart(content: str) -> None:
    require_separate_site(SITE, content)


@pytest.mark.parametrize(
    ("base", "content", "expected"),
    [
        (SITE, SITE, "the site's own address"),
        (SITE, "https://LADDER.example.edu:443/", "the site's own address"),
        (SITE, "http://content.example.edu", "it must begin as base_url does"),
        ("", "https://content.example.edu", "set base_url too"),
    ],
)
def test_what_is_not_apart_or_could_not_be_framed_is_refused(base: str, content: str, expected: str) -> None:
    with pytest.raises(SiteError, match=expected):
        require_separate_site(base, content)
