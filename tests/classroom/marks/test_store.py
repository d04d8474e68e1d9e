"""Marks on disk: used again only while they fit, made again when damaged. (After a kill: `test_crowd.py`.)"""

import dataclasses
import os

import pytest
from course_fixture import CAUTIOUS, hand_in, make_course
from playfunc.files import SCRATCH
from playfunc_autograder.sandbox.tiers import Probe, Tier
from playfunc_checks.assignment import HEARTS
from playfunc_classroom.marks import store
from playfunc_classroom.marks.grade import _only_writer, grade
from playfunc_classroom.marks.store import clear_scratch, load_or_mark, mark_path, read_mark, to_json

QUICK = dataclasses.replace(HEARTS, deals=2, rules_deals=1)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "player.py").write_text(CAUTIOUS)
    return tmp_path


@pytest.fixture
def counted(monkeypatch):
    """How often a mark was really computed."""
    calls = []
    real = store._mark
    monkeypatch.setattr(store, "_mark", lambda *parts: (calls.append(1), real(*parts))[1])
    return calls


def test_a_mark_is_used_again_while_source_settings_and_secret_fit(folder, counted):
    first = load_or_mark(folder, "ann", QUICK, folder, "s")
    assert to_json(load_or_mark(folder, "ann", QUICK, folder, "s")) == to_json(first)
    assert len(counted) == 1
    load_or_mark(folder, "ann", dataclasses.replace(QUICK, epoch=2), folder, "s")
    load_or_mark(folder, "ann", dataclasses.replace(QUICK, epoch=2), folder, "t")
    (folder / "player.py").write_text(CAUTIOUS + "# changed\n")
    load_or_mark(folder, "ann", dataclasses.replace(QUICK, epoch=2), folder, "t")
    assert len(counted) == 4


def test_strangers_are_not_marked_where_they_cannot_be_confined(folder, monkeypatch):
    nowhere = Probe(Tier.C, {Tier.A: "not here", Tier.B: "not here"})
    monkeypatch.setattr(store, "available_tier", lambda: nowhere)
    with pytest.raises(store.UnconfinedError, match="--allow-unconfined"):
        load_or_mark(folder, "ann", QUICK, folder, "s")
    assert load_or_mark(folder, "ann", QUICK, folder, "s", allow_unconfined=True).tier == "C"
    assert load_or_mark(folder, "ann", QUICK, folder, "s").tier == "C"


@pytest.mark.parametrize("damage", ["", "{", '{"student": 3}', "\x00"])
def test_a_damaged_file_is_made_again_with_the_same_mark(folder, counted, damage):
    first = load_or_mark(folder, "ann", QUICK, folder, "s")
    mark_path(folder, "hearts", "ann").write_text(damage)
    assert read_mark(folder, "hearts", "ann") is None
    assert load_or_mark(folder, "ann", QUICK, folder, "s") == first
    assert len(counted) == 2


def test_marks_do_not_depend_on_who_is_marked_beside(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "player.py").write_text(CAUTIOUS)
    one = load_or_mark(folder, "ann", QUICK, folder, "s")
    two = load_or_mark(other, "bob", QUICK, other, "s")
    assert one.results == two.results


@pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves
def test_two_runs_do_not_write_to_one_course(tmp_path):
    course = make_course(tmp_path / "course")
    hand_in(course, "ann")
    with _only_writer(course), pytest.raises(ValueError, match="another `playfunc grade`"):
        grade(course, "hearts")


def test_folders_without_end_in_one_submission_do_not_stop_the_others(tmp_path):
    """Only what is ours is cleared, and it is found without going down into what was handed in."""
    deep = os.open(tmp_path, os.O_RDONLY)
    for name in ("submitted", "eve", "hearts", *"a" * 1100):
        os.mkdir(name, dir_fd=deep)
        above, deep = deep, os.open(name, os.O_RDONLY, dir_fd=deep)
        os.close(above)
    os.close(deep)
    left = [tmp_path / place / f"{SCRATCH}1.x" for place in ("submitted/ann/hearts", "marks/hearts/ann")]
    for path in left:
        path.parent.mkdir(parents=True)
        path.touch()
    clear_scratch(tmp_path)
    assert not any(path.exists() for path in left)
    shallow = tmp_path / "a"
    while (inner := next((tmp_path / "submitted/eve/hearts").glob("a/a"), None)) is not None:
        inner.rename(shallow)
        (tmp_path / "submitted/eve/hearts/a").rmdir()
        shallow.rename(tmp_path / "submitted/eve/hearts/a")
