"""One call sends the saved player, against a site on loopback."""

import getpass
import hashlib
import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from statistics import fmean, stdev
from types import ModuleType

import pytest
from live_site import live
from playfunc.statistics import Interval
from playfunc.submit import keep_token, kept_token
from playfunc_opponents.hearts import basic, minmax
from playfunc_web.database.tables import Admission, Meeting, Version
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.site import Site
from playfunc_workbook import blackjack, footsteps, hearts, skullwhist, submission
from playfunc_workbook import hearts as notebook
from playfunc_workbook.history import FILE, KEPT, read_history, recorded
from playfunc_workbook.workbook import Workbook
from sqlalchemy import select
from web_site import account, open_test_site, token_of
from workbooks import source_path

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
        session.add(
            Admission(
                version_id=version.id,
                verdict=reason,
                findings=[["rules", "failed", reason]],
            )
        )
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
        assert kept_token(url) == token


def test_a_token_that_the_site_does_not_know_is_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with live(site) as url:
        monkeypatch.setattr(getpass, "getpass", lambda prompt: "playfunc_unknown")
        shown = repr(notebook.submit(saved_play(), to=url, ladder="hearts"))
        assert "Unknown token" in shown
        assert kept_token(url) is None


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


# The history beside a notebook: kept whole, by kind, with what is the same code.
WHEN = datetime(2026, 11, 3, 12, 30)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hearts.ipynb").write_text("{}")
    return tmp_path


def add(mean, player=basic, what="rating"):
    found = Interval(mean, mean - 50, mean + 50, 80)
    return recorded({"play": player.play}, what, found, marks={"basic": 0}, unit="Elo", now=WHEN)


def test_the_first_measurement_is_kept_and_later_ones_are_drawn(folder):
    assert add(100) is None
    shown = add(200, minmax)
    assert repr(shown).splitlines()[1:3] == [
        "2026-11-03 12:30: 100 Elo (50 … 150), 80 deals",
        "2026-11-03 12:30: 200 Elo (150 … 250), 80 deals",
    ]
    assert "<svg" in shown._repr_html_()
    assert [entry.found for entry in read_history(folder)] == [100, 200]


def test_the_same_code_is_told(folder):
    add(100)
    assert "The code is the same as the last time." in repr(add(120))
    assert "The code is the same" not in repr(add(120, minmax))
    first, second, third = read_history(folder)
    assert first.code == second.code != third.code


def test_each_kind_has_a_picture_of_its_own(folder):
    add(100)
    assert add(0.5, what="beats-minmax") is None
    assert len(repr(add(120)).splitlines()) == 4
    assert len(read_history(folder)) == 3


def test_checkpoints_have_a_history_against_each_opponent(folder):
    from playfunc_opponents.skullwhist import basic as whist
    from playfunc_workbook import hearts, skullwhist

    first, second = (repr(hearts.checkpoint(minmax.play, "basic", deals=2)) for _ in range(2))
    assert "Your history" not in first
    assert "Your history. The code is the same as the last time." in second
    assert "To compare with: needed 60%" in second
    (folder / FILE).unlink()
    whists = [repr(skullwhist.checkpoint(whist.bid, whist.play, "basic", deals=2)) for _ in range(2)]
    assert ["Your history" in shown for shown in whists] == [False, True]


def points_over(records):
    """By deal, how many points fewer than its opponent a Hearts player took, per hand; it sits at 0, then at 1."""
    margins = [
        record.scores[1 - place % 2] - record.scores[place % 2] for place, record in enumerate(records)
    ]
    return [(one + other) / 2 for one, other in zip(margins[::2], margins[1::2], strict=True)]


def test_another_version_is_compared_on_the_deals_that_both_played(folder):
    from hearts_findings import measured
    from playfunc_opponents.hearts import heuristic
    from playfunc_workbook import hearts

    assert "Better" not in repr(hearts.checkpoint(basic.play, "naive", deals=12))
    shown = repr(hearts.checkpoint(heuristic.play, "naive", deals=10))
    old, new = (points_over(measured(player.play, "naive", 10).records) for player in (basic, heuristic))
    changes = [now - before for now, before in zip(new, old, strict=True)]
    spread = 2.262 * stdev(changes) / 10**0.5  # Student's t with 9 degrees of freedom, from a table
    mean, old_name = fmean(changes), f"`play` of {read_history(folder)[0].when}"
    assert (
        f"On the same 10 deals the advantage over the opponent, in points a hand, is {abs(mean):.2f}" in shown
    )
    told = re.compile(
        rf"that of {re.escape(old_name)} \(95% interval of the change ([-+.\d]+) to ([-+.\d]+)\)"
    )
    assert [float(end) for end in told.search(shown).groups()] == pytest.approx(
        [mean - spread, mean + spread], abs=0.1
    )
    again = repr(hearts.checkpoint(heuristic.play, "naive", deals=10))
    assert told.search(again).groups() == told.search(shown).groups()


def test_a_history_of_an_earlier_release_is_read(folder):
    add(100)
    kept = json.loads((folder / FILE).read_text())
    for entry in kept["measured"]:
        del entry["name"], entry["advantages"]
    (folder / FILE).write_text(json.dumps(kept))
    assert "damaged" not in repr(add(200, minmax))
    assert [entry.found for entry in read_history(folder)] == [100, 200]


def test_the_oldest_are_dropped(folder, monkeypatch):
    monkeypatch.setattr("playfunc_workbook.history.KEPT", 3)
    for mean in range(5):
        add(mean)
    assert [entry.found for entry in read_history(folder)] == [2, 3, 4]
    assert KEPT >= 100


@pytest.mark.parametrize("damaged", ["", "[]", '{"measured": [{"what": "rating"}]}', "\x00\x00"])
def test_a_damaged_file_is_named_and_left_alone(folder, damaged):
    (folder / FILE).write_text(damaged)
    assert "history.json beside the notebook is damaged" in repr(add(100))
    assert (folder / FILE).read_text() == damaged


def test_a_folder_that_cannot_be_written_is_named(folder, monkeypatch):
    def refused(*arguments):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("playfunc_workbook.history.write_whole", refused)
    assert "history.json could not be written: Read-only file system." in repr(add(100))


def test_nothing_is_kept_where_no_notebook_is(folder):
    (folder / "hearts.ipynb").unlink()
    assert add(100) is None
    assert not (folder / FILE).exists()


def test_nothing_is_kept_where_a_course_has_its_sources(monkeypatch):
    """What lies there is released to students."""
    monkeypatch.chdir(source_path("hearts").parent)
    assert add(100) is None
    assert not (source_path("hearts").parent / FILE).exists()
