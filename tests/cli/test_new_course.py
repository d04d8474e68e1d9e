"""`playfunc new-course`: what it asks and refuses; tests/classroom has the course it writes."""

from __future__ import annotations

import pytest
from playfunc_cli.main import command_line
from typer.testing import CliRunner

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_a_time_zone_that_does_not_exist_is_refused(tmp_path, refuses):
    refuses(
        "no time zone 'Mars/North'; name one such as",
        "new-course",
        tmp_path / "c",
        "--timezone",
        "Mars/North",
    )
    assert not (tmp_path / "c").exists()


def test_a_mistyped_zone_is_asked_for_again(tmp_path, monkeypatch):
    monkeypatch.setattr("playfunc_cli.new_course._asks", lambda: True)
    asked = CliRunner().invoke(
        command_line(), ["new-course", str(tmp_path / "c")], input="Europe/Belin\nEurope/Berlin\n"
    )
    assert "there is no time zone 'Europe/Belin'" in asked.output
    assert 'timezone = "Europe/Berlin"' in (tmp_path / "c/playfunc.toml").read_text()


def test_a_guessed_zone_is_called_a_guess(tmp_path, playfunc):
    code, out, _ = playfunc("new-course", tmp_path / "c")
    assert code == 0
    assert out.startswith("Written: the course ")
    assert "That zone is a guess from this computer; set yours in playfunc.toml." in out


def test_last_year_s_course_decides_zone_and_assignments(tmp_path, playfunc, refuses):
    assert (
        playfunc("new-course", tmp_path / "old", "--timezone", "Asia/Tokyo", "--assignments", "footsteps")[0]
        == 0
    )
    code, out, _ = playfunc("new-course", tmp_path / "new", "--from", tmp_path / "old")
    assert code == 0
    assert "Times are read and shown in the zone Asia/Tokyo." in out
    assert [path.name for path in (tmp_path / "new/source").iterdir()] == ["footsteps"]
    refuses(
        "with --from, time zone and assignments are those of last year's course",
        "new-course",
        tmp_path / "third",
        *("--from", tmp_path / "old", "--timezone", "UTC"),
    )
    refuses("is no course of playfunc", "new-course", tmp_path / "third", "--from", tmp_path)
    assert not (tmp_path / "third").exists()
