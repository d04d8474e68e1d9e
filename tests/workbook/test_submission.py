"""One call sends the saved player, against a site on loopback."""

import getpass
import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from live_site import live
from playfunc.submit import keep_token, saved_token
from playfunc_web.database.tables import Admission, Meeting, Version
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site
from playfunc_workbook import blackjack, footsteps, hearts, skullwhist, submission
from playfunc_workbook import hearts as notebook
from playfunc_workbook.workbook import Workbook
from sqlalchemy import select
from web_site import account, open_test_site, token_of

SOURCE = """\
from playfunc import legal_cards


def play(player_id, hand, trick, previous):
    return legal_cards(hand, trick)[0], None
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(submission, "WAIT_SECONDS", 0.0)
    folder = tmp_path / "notebook"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "player.py").write_text(SOURCE)
    opened = open_test_site(tmp_path / "site")
    with opened.database.writing() as session:
        ensure_ladders(session)
    account(opened, "ada")
    yield opened
    opened.database.close()


@pytest.fixture
def url(site: Site) -> Iterator[str]:
    with live(site) as address:
        keep_token(address, token_of(site, "ada"))
        yield address


def saved_play(source: str = SOURCE, name: str = "player.py"):
    """The function of the file, as a cell defines it."""
    live_names: dict[str, object] = {}
    Path(f"live_{name}").write_text(source)
    exec(compile(source, f"live_{name}", "exec"), live_names)
    return live_names["play"]


def versions(site: Site) -> list[Version]:
    with site.database.reading() as session:
        return list(session.scalars(select(Version).where(Version.kind != "house")))


def test_the_saved_player_arrives_and_its_receipt_is_shown(site: Site, url: str) -> None:
    shown = notebook.submit(saved_play(), to=url, ladder="hearts")
    [version] = versions(site)
    assert version.digest == hashlib.sha256(SOURCE.encode()).hexdigest()
    assert (version.origin, version.filename) == ("workbook", "player.py")
    for text in (repr(shown), shown._repr_html_()):
        assert version.digest in text
        assert "Your player arrived. It is at place 1 of the queue" in text


@pytest.mark.parametrize(
    ("game", "ladder", "another"),
    [
        (hearts, "hearts-four", '`ladder="hearts"`'),
        (footsteps, "footsteps", '`ladder="footsteps-big"` or `ladder="footsteps-dynamic"`'),
        (blackjack, "blackjack", ""),
        (skullwhist, "skullwhist", ""),
    ],
)
def test_without_a_name_the_receipt_says_which_ladder_was_chosen(
    site: Site, url: str, game: ModuleType, ladder: str, another: str
) -> None:
    shown = repr(game.submit(saved_play(), to=url))
    assert "Your player arrived" in shown
    with site.database.reading() as session:
        assert (
            session.scalars(select(Version).where(Version.kind != "house")).one().entrant.ladder.name
            == ladder
        )
    chosen = f"{ladder}, chosen for this assignment; for another one add {another} to the call"
    assert (chosen if another else ladder) in shown
    assert ("add `ladder=" in shown) is bool(another)


def test_the_same_call_shows_the_verdict_later(site: Site, url: str) -> None:
    cells = Workbook("hearts")
    cells.submit(saved_play(), to=url, ladder="hearts")
    with site.database.writing() as session:
        version = session.scalars(select(Version).where(Version.kind != "house")).one()
        version.state = "admitted"
        session.add(
            Admission(
                version_id=version.id,
                verdict="It <b>may</b> play.",
                findings=[["rules", "passed", "20 games"]],
            )
        )
        session.add(
            Meeting(
                version_id=version.id,
                rung="",
                deals=9,
                mean=None,
                half_width=None,
                rating=15.2,
                low=9.0,
                high=21.0,
            )
        )
    shown = cells.submit(saved_play(), to=url, ladder="hearts")
    assert len(versions(site)) == 1
    assert "✓ Your player is admitted. It <b>may</b> play." in repr(shown)
    assert "15 (9 to 21)?" in repr(shown)
    assert "<b>may" not in shown._repr_html_()


def test_a_refusal_states_its_reason_once(site: Site, url: str) -> None:
    reason = "Crash: IndexError: list index out of range"
    notebook.submit(saved_play(), to=url, ladder="hearts")
    with site.database.writing() as session:
        version = session.scalars(select(Version).where(Version.kind != "house")).one()
        version.state = "refused"
        session.add(Admission(version_id=version.id, verdict=reason, findings=[["rules", "failed", reason]]))
    shown = repr(notebook.submit(saved_play(), to=url, ladder="hearts"))
    assert shown.count(reason) == 1


def test_a_player_is_not_sent_to_the_ladder_of_another_game(site: Site, url: str) -> None:
    shown = repr(notebook.submit(saved_play(), to=url, ladder="blackjack"))
    assert "is a ladder of blackjack, and this player is of hearts, so it was not sent" in shown
    assert "the ladders of hearts here: hearts" in shown
    assert versions(site) == []


def test_a_player_that_is_not_the_saved_one_stays_here(site: Site, url: str) -> None:
    changed = saved_play(SOURCE.replace("[0]", "[-1]"))
    assert "Nothing was sent: `play` here is not what the file holds" in repr(
        notebook.submit(changed, to=url)
    )
    Path("player.py").unlink()
    assert "Save the notebook first" in repr(notebook.submit(changed, to=url))
    assert versions(site) == []


def test_a_token_is_asked_for_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    token = token_of(site, "ada")
    asked: list[str] = []
    with live(site) as url:
        monkeypatch.setattr(getpass, "getpass", lambda prompt: asked.append(prompt) or f" {token}\n")
        for _ in range(2):
            notebook.submit(saved_play(), to=url, ladder="hearts")
        assert asked == [f"Token from {url}/account: "]
        assert saved_token(url) == token


def test_a_token_that_the_site_does_not_know_is_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(site) as url:
        monkeypatch.setattr(getpass, "getpass", lambda prompt: "playfunc_unknown")
        shown = repr(notebook.submit(saved_play(), to=url, ladder="hearts"))
        assert "Unknown token" in shown
        assert saved_token(url) is None


def test_where_nobody_can_be_asked_a_sentence_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", nobody)
    with live(site) as url:
        assert "nobody to ask" in repr(notebook.submit(saved_play(), to=url))


def test_no_wrong_call_raises(site: Site, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play = saved_play()
    assert "unencrypted" in repr(notebook.submit(play, to="http://ladder.example.edu"))
    assert "there is no ladder 'chess' here" in repr(notebook.submit(play, to=url, ladder="chess"))
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert "Not run by Validate" in repr(notebook.submit(play, to=url))
    assert versions(site) == []
