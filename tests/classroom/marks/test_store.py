"""Marks on disk: used again only while they fit, made again when damaged. (After a kill: `test_crowd.py`.)"""

import dataclasses
import json
import os
import shutil
import time

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, hand_in, make_course
from playfunc.files import SCRATCH
from playfunc_autograder.sandbox.tiers import Probe, Tier
from playfunc_classroom import marks
from playfunc_classroom.marks import clear_scratch, load_or_mark, mark_path, read_mark, to_json
from playfunc_classroom.runs.grade import _only_writer, grade

QUICK = dataclasses.replace(HEARTS, deals=2, rules_deals=1, opponents=HEARTS.opponents[:1])


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "player.py").write_text(CAUTIOUS)
    return tmp_path


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """Ann's player, and its mark of `QUICK` with the secret "s"."""
    made = tmp_path_factory.mktemp("marked")
    (made / "player.py").write_text(CAUTIOUS)
    load_or_mark(made, "ann", QUICK, made, "s")
    return made


@pytest.fixture
def marked(once, tmp_path):
    """A copy of it, to do with as one likes, and the mark."""
    shutil.copytree(once, tmp_path, dirs_exist_ok=True)
    return tmp_path, read_mark(tmp_path, "hearts", "ann")


@pytest.fixture
def counted(monkeypatch):
    """How often a mark was really computed."""
    calls = []
    real = marks.new_mark
    monkeypatch.setattr(marks, "new_mark", lambda *parts: (calls.append(1), real(*parts))[1])
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
    monkeypatch.setattr(marks, "available_tier", lambda: nowhere)
    with pytest.raises(marks.UnconfinedError, match="--allow-unconfined"):
        load_or_mark(folder, "ann", QUICK, folder, "s")
    assert load_or_mark(folder, "ann", QUICK, folder, "s", allow_unconfined=True).tier == "C"
    assert load_or_mark(folder, "ann", QUICK, folder, "s").tier == "C"


@pytest.mark.parametrize("damage", ["", "{", '{"student": 3}', "\x00"])
def test_a_damaged_file_is_made_again_with_the_same_mark(marked, counted, damage):
    folder, first = marked
    mark_path(folder, "hearts", "ann").write_text(damage)
    assert read_mark(folder, "hearts", "ann") is None
    assert load_or_mark(folder, "ann", QUICK, folder, "s") == first
    assert len(counted) == 1


def test_marks_do_not_depend_on_who_is_marked_beside(marked, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    (other / "player.py").write_text(CAUTIOUS)
    _, one = marked
    two = load_or_mark(other, "bob", QUICK, other, "s")
    assert one.results == two.results


def test_the_mark_is_the_same_to_the_byte_whatever_the_run_is_like(folder, tmp_path, monkeypatch):
    """Times, tier, versions and tracebacks stand beside it, and nothing of them is lost."""

    def stored(course):
        return mark_path(course, "hearts", "ann").read_bytes()

    first = load_or_mark(folder, "ann", QUICK, tmp_path / "one", "s")
    monkeypatch.setattr(marks, "available_tier", lambda: Probe(Tier.C, {}))
    monkeypatch.setattr(marks, "versions", lambda *_: {"playfunc": "another", "system": "another"})
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    clock = iter(range(10**9))
    second = load_or_mark(folder, "ann", QUICK, tmp_path / "two", "s", allow_unconfined=True)
    assert stored(tmp_path / "one") == stored(tmp_path / "two")
    assert (first.tier, second.tier) != (second.tier, first.tier)
    for course, mark in ((tmp_path / "one", first), (tmp_path / "two", second)):
        assert read_mark(course, "hearts", "ann") == mark
        costs = [result.cost for result in read_mark(course, "hearts", "ann").results]
        assert costs == [result.cost for result in mark.results]
        assert any(costs)
        assert [r.told for r in read_mark(course, "hearts", "ann").results] == [r.told for r in mark.results]


def test_a_mark_is_not_read_without_its_run_or_with_that_of_another(marked, counted):
    folder, first = marked
    assert first is not None
    path = mark_path(folder, "hearts", "ann").with_name("run.json")
    run = json.loads(path.read_text())
    path.write_text(json.dumps(run | {"stamp": {**run["stamp"], "source": "another"}}))
    assert read_mark(folder, "hearts", "ann") is None
    path.unlink()
    assert read_mark(folder, "hearts", "ann") is None
    load_or_mark(folder, "ann", QUICK, folder, "s")
    assert len(counted) == 1


def test_verdicts_of_another_version_are_known(folder, once):
    work = marks.work_for(folder, "ann", QUICK, "s", marks.intake_for(folder, QUICK, "ann"))
    assert marks.verdicts_before(folder, work) is None
    shutil.copytree(once, folder, dirs_exist_ok=True)
    first = read_mark(folder, "hearts", "ann")
    assert marks.verdicts_before(folder, work) is None
    newer = dataclasses.replace(work, stamp=dataclasses.replace(work.stamp, code="another"))
    assert marks.verdicts_before(folder, newer) == {r.check: r.verdict.value for r in first.results}
    other = dataclasses.replace(newer, stamp=dataclasses.replace(newer.stamp, source="another"))
    assert marks.verdicts_before(folder, other) is None


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
