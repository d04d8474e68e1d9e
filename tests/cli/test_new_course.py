"""`playfunc new-course`: what it asks and refuses; tests/classroom has the course it writes."""

from __future__ import annotations

import pytest

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


def test_a_guessed_zone_is_called_a_guess(tmp_path, playfunc):
    code, out, _ = playfunc("new-course", tmp_path / "c")
    assert code == 0
    assert out.startswith("Written: the course ")
    assert "That zone is a guess from this computer; set yours in playfunc.toml." in out
