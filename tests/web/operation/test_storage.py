from __future__ import annotations

from pathlib import Path

from playfunc_web.operation.storage import Trouble


def test_there_is_none_on_a_disk_with_room(tmp_path: Path) -> None:
    assert not Trouble(tmp_path, least_free=1).now


def test_a_disk_with_too_little_room_is_trouble_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    assert Trouble(tmp_path, least_free=1 << 60).now
    assert Trouble(tmp_path / "gone").now


def test_a_database_that_failed_is_trouble_for_a_minute(tmp_path: Path) -> None:
    trouble = Trouble(tmp_path, least_free=1)
    trouble.failed()
    assert trouble.now
    trouble._since -= 61
    assert not trouble.now
