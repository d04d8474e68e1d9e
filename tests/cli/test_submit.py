"""Handing in: `playfunc submit`, against a site on loopback, and `playfunc check`."""

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from command import one_sentence, run, run_here
from course_fixture import cell
from live_site import live
from playfunc.submit import keep_token
from playfunc_checks.extract import read_player
from playfunc_checks.find_assignment import assignment_of_cells, default_assignment
from playfunc_web.database.tables import Admission, Ladder, Version
from playfunc_web.site import Site
from sqlalchemy import select, update
from web_site import account, open_test_site, token_of

Run = Callable[..., tuple[int, str, str]]


def notebook_of(folder: Path, *sources: str, report: str = "") -> Path:
    """A notebook with these cells of a player, and a report."""
    cells = [{"cell_type": "code", "source": text, "metadata": {"tags": ["player"]}} for text in sources]
    written = {"cell_type": "markdown", "metadata": {}, "source": report}
    path = folder / "hearts.ipynb"
    path.write_text(
        json.dumps({"cells": [*cells, written], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    )
    return path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("PLAYFUNC_TOKEN", raising=False)
    opened = open_test_site(tmp_path / "site", ladders=True)
    account(opened, "ada")
    yield opened
    opened.database.close()


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    with live(site) as address:
        yield address


def decide(site: Site, state: str, verdict: str) -> None:
    """What a worker of the queue writes, some time after an upload arrived."""
    for _ in range(600):
        time.sleep(0.1)
        with site.database.reading() as session:
            if session.scalar(select(Version.id).where(Version.state == "queued")):
                break
    time.sleep(2)
    with site.database.writing() as session:
        version = session.scalars(select(Version).where(Version.state == "queued")).one()
        version.state = state
        session.add(
            Admission(version_id=version.id, verdict=verdict, findings=[["rules", "passed", "20 games"]])
        )


def test_a_file_is_sent_and_its_receipt_printed(site: Site, url: str, player: Path, playfunc: Run) -> None:
    code, out, err = playfunc(
        "submit", player, "--to", url, "--ladder", "hearts", "--token", token_of(site, "ada")
    )
    assert (code, err) == (0, "")
    digest = hashlib.sha256(player.read_bytes()).hexdigest()
    assert f"SHA-256   {digest}\n" in out
    assert re.search(r"arrived   \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, version 1 on hearts, as ann.py\n", out)
    with site.database.reading() as session:
        version = session.scalars(select(Version).where(Version.digest == digest)).one()
        assert (version.origin, version.state) == ("command", "queued")


def test_of_a_notebook_the_player_alone_is_sent(
    site: Site, url: str, tmp_path: Path, playfunc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    notebook = notebook_of(tmp_path, "def play(*a):\n    return 1, None\n", report="PRIVATE REPORT")
    monkeypatch.setenv("PLAYFUNC_TOKEN", token_of(site, "ada"))
    code, out, _ = playfunc("submit", notebook, "--to", url, "--ladder", "hearts")
    assert code == 0
    marked = read_player(notebook, default_assignment("hearts")).source
    assert hashlib.sha256(marked.encode()).hexdigest() in out
    with site.database.reading() as session:
        sent = session.scalars(select(Version.source).where(Version.filename == "hearts.py")).one()
        assert sent == marked.encode()


@pytest.mark.parametrize(
    ("assignment", "ladder", "others"),
    [
        ("hearts", "hearts-four", "hearts"),
        ("footsteps", "footsteps", "footsteps-big, footsteps-dynamic"),
        ("blackjack", "blackjack", ""),
    ],
)
def test_without_a_name_the_receipt_says_which_ladder_was_chosen(
    site: Site, url: str, player: Path, playfunc: Run, assignment: str, ladder: str, others: str
) -> None:
    keep_token(url, token_of(site, "ada"))
    code, out, _ = playfunc("submit", player, "--to", url, "--assignment", assignment)
    assert code == 0
    assert f"version 1 on {ladder}, as ann.py" in out
    said = re.findall(r"ladder +(.*)", out)
    assert said == ([f"{ladder} was chosen; another one by --ladder: {others}"] if others else [])


@pytest.mark.broad
def test_waiting_shows_the_queue_and_ends_with_the_verdict(
    site: Site, url: str, player: Path, playfunc: Run
) -> None:
    keep_token(url, token_of(site, "ada"))
    for state, verdict, expected in (("admitted", "It may play.", 0), ("refused", "It revoked.", 1)):
        player.write_text(f"{player.read_text()}# {state}\n")
        deciding = threading.Thread(target=decide, args=(site, state, verdict))
        deciding.start()
        code, out, err = playfunc("submit", player, "--to", url, "--ladder", "hearts", "--wait")
        deciding.join()
        assert code == expected
        assert re.search(r"Place \d in the queue; the verdict is expected in \d+ s", err)
        assert f"verdict   {state}. {verdict}\n          rules: passed. 20 games\n" in out


def test_a_token_is_kept_when_asked_for(
    site: Site, url: str, player: Path, playfunc: Run, tmp_path: Path
) -> None:
    sent = ("submit", player, "--to", url, "--ladder", "hearts")
    code, out, _ = playfunc(*sent, "--token", token_of(site, "ada"), "--keep-token")
    assert code == 0
    assert str(tmp_path / "config" / "playfunc" / "tokens.json") in out
    assert playfunc(*sent)[0] == 0


def test_wrong_usage_is_one_sentence_and_sends_nothing(
    site: Site, url: str, player: Path, refuses: Callable[..., None], tmp_path: Path
) -> None:
    token = token_of(site, "ada")
    refuses("is no file that can be opened", "submit", tmp_path / "gone.py", "--to", url, "--token", token)
    refuses("a token is needed: make one on http://127.0.0.1:", "submit", player, "--to", url)
    refuses("this is not a token", "submit", player, "--to", url, "--token", "two words")
    refuses("unencrypted", "submit", player, "--to", "http://ladder.example.edu", "--token", token)
    broken = tmp_path / "broken.ipynb"
    broken.write_text("{")
    refuses("damaged", "submit", broken, "--to", url, "--token", token)
    with site.database.reading() as session:
        assert session.scalars(select(Version).where(Version.kind != "house")).all() == []


def test_what_the_site_refuses_is_told_in_its_words(
    site: Site, url: str, player: Path, playfunc: Run
) -> None:
    token = token_of(site, "ada")

    def told(*options: str) -> str:
        code, out, err = playfunc("submit", player, "--to", url, *options)
        assert (code, out) == (1, "")
        return err

    assert "Unknown token. This token is not known here" in told("--token", "playfunc_unknown")
    assert "name the ladder that your player is for: " in told("--token", token)
    assert "there is no ladder 'chess' here" in told("--token", token, "--ladder", "chess")
    with site.database.writing() as session:
        session.execute(update(Ladder).values(state="frozen"))
    assert "playfunc: Frozen. " in told("--token", token, "--ladder", "hearts")


def test_a_site_that_is_away_is_one_sentence(site: Site, player: Path, playfunc: Run) -> None:
    with live(site) as gone:
        pass
    code, _, err = playfunc("submit", player, "--to", gone, "--token", "playfunc_token")
    assert code == 1
    assert re.fullmatch(r"playfunc: http://127.0.0.1:\d+ cannot be reached: .*try again\.\n", err)


# `playfunc check`: an exit code for whoever wants to hand in, and JSON for programs.
def test_it_answers_by_exit_code(player: Path, reneging: Path) -> None:
    good = run("check", player, "--deals", 2)
    assert good.returncode == 0, good.stdout + good.stderr
    assert "may enter" in good.stdout
    bad = run_here("check", reneging, "--deals", 2, "--json")
    assert bad.returncode == 1
    report = json.loads(bad.stdout)
    assert report["enters"] is False
    assert [r["verdict"] for r in report["results"]][:3] == ["passed", "failed", "skipped"]


def test_who_may_not_enter_yet_is_told_so(reneging: Path) -> None:
    done = run_here("check", reneging, "--deals", 2)
    assert done.stdout.endswith("This player may not enter the tournament yet.\n")


def test_a_player_that_does_not_load_is_named_with_its_error(tmp_path: Path) -> None:
    path = tmp_path / "eve.py"
    path.write_text("from playfunc_opponents import opponent\n\n\ndef play(*a): ...\n")
    done = run_here("check", path)
    assert done.returncode == 1
    assert "playfunc_opponents" in done.stdout
    assert "may import" in done.stdout


@pytest.mark.parametrize("player", ["basic", "gone.ipynb"])
def test_what_is_no_file_with_a_player_is_refused(tmp_path: Path, player: str) -> None:
    assert "not a .py file or a notebook" in one_sentence(run_here("check", player, cwd=tmp_path))


def test_a_crash_in_a_notebook_is_told_by_its_cell_and_the_line_in_it(tmp_path: Path) -> None:
    sources = ("import random\n\n\nunused = 1", "# Mine\ndef play(*told):\n    return told[9], None\n")
    done = run_here("check", notebook_of(tmp_path, *sources), "--deals", 2, cwd=tmp_path)
    assert done.returncode == 1
    assert "line 11 (cell 'player cell 2', line 3), in play" in done.stdout


def test_a_notebook_with_commands_is_checked_and_they_are_told(tmp_path: Path, player: Path) -> None:
    source = f"%%time\n{player.read_text(encoding='utf-8')}"
    done = run_here("check", notebook_of(tmp_path, source), "--deals", 2, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Line 1 of the cell 'player cell 1' is a command to the notebook" in done.stdout


def test_a_notebook_without_settings_may_give_a_baseline_points():
    """The notebook names its opponent, which may be any baseline of the ladder and not only a usual opponent."""
    cells = [cell("beats-basic", points=10), cell("beats-heuristic", points=20)]
    found = assignment_of_cells("mine", "hearts", cells)
    assert found.points == {"beats-basic": 10, "beats-heuristic": 20}
    assert found.tiers == ("basic", "heuristic")
