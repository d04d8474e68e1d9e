"""Files that are written whole: the old content or the new, and no rubbish beside it."""

import errno
import os
import stat
import sys

import pytest
from playfunc.files import SCRATCH, file_stamps, os_message, remembered, write_whole


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (FileNotFoundError(errno.ENOENT, "No such file", "a/b"), "No such file: a/b"),
        (OSError("told in words"), "told in words"),
        (OSError(), "OSError"),
    ],
)
def test_what_the_system_said_is_told_without_what_it_did_not_say(error, told):
    assert os_message(error) == told


def test_text_and_bytes_are_written_as_they_are(tmp_path):
    write_whole(tmp_path / "a" / "text", "one\ntwö\r\n")
    write_whole(tmp_path / "bytes", b"\x00\xff")
    assert (tmp_path / "a" / "text").read_bytes() == "one\ntwö\r\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\x00\xff"


def test_an_error_leaves_the_old_content_and_no_scratch_file(tmp_path, monkeypatch):
    path = tmp_path / "marks"
    write_whole(path, "old")

    def full(descriptor):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_permissions_hold_from_the_first_byte(tmp_path, monkeypatch):
    seen = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda d: (seen.append(os.fstat(d).st_mode), fsync(d)))
    write_whole(tmp_path / "secret", "hush", mode=0o600)
    assert [stat.S_IMODE(mode) for mode in seen] == [0o600]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="Windows makes links for administrators only")
def test_a_link_in_the_place_of_the_scratch_file_leads_nowhere(tmp_path):
    """Students choose the names of files that lie beside ours."""
    outside = tmp_path / "outside"
    outside.write_text("keep")
    folder = tmp_path / "submitted"
    folder.mkdir()
    (folder / f"{SCRATCH}{os.getpid()}.x").symlink_to(outside)
    write_whole(folder / "x", "new")
    assert outside.read_text() == "keep"
    assert (folder / "x").read_text() == "new"


@pytest.fixture
def counted(tmp_path, monkeypatch):
    """Remembers a value under a key, and how often it was computed."""
    monkeypatch.setenv("PLAYFUNC_CACHE", str(tmp_path / "cache"))
    calls = []

    def look(key, **options):
        return remembered("word", key, lambda: calls.append(key) or [key, len(calls)], **options), len(calls)

    return look


def test_a_value_is_computed_once_for_each_key(counted):
    assert counted("a") == (["a", 1], 1)
    assert counted("a") == (["a", 1], 1)
    assert counted("b") == (["b", 2], 2)
    assert counted("a") == (["a", 3], 3)  # the newest alone is kept


def test_a_value_that_is_of_no_use_any_more_is_computed_again(counted):
    counted("a")
    assert counted("a", usable=lambda value: value[1] > 1) == (["a", 2], 2)


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"key": 1}'])
def test_a_damaged_file_is_computed_again(counted, tmp_path, damaged):
    counted("a")
    (tmp_path / "cache/word.json").write_text(damaged)
    assert counted("a") == (["a", 2], 2)


def test_where_nothing_can_be_kept_it_is_computed_each_time(counted, tmp_path):
    (tmp_path / "cache").touch()  # a file where the folder should be
    assert counted("a") == (["a", 1], 1)
    assert counted("a") == (["a", 2], 2)


def test_a_stamp_differs_once_the_file_does(tmp_path):
    file = tmp_path / "file"
    before = file_stamps([file])
    file.write_text("one")
    made = file_stamps([file])
    file.write_text("three")
    os.utime(file, ns=(made[0][2], made[0][2]))
    assert len({before, made, file_stamps([file])}) == 3
