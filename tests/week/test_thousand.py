"""A class of a thousand, by `make test-thousand`: its whole week, in which it is marked on a cluster whose workers are
killed; and a sample of it by every executor, to the same bytes.

`PLAYFUNC_CLASS=60 make test-thousand` takes a smaller class, of at least 24. Figures are printed as tables.
"""

import os
from collections.abc import Mapping

import pytest
from playfunc_classroom.marks import mark_path
from thousand import SAMPLE, Marking, blamed_seconds, every_way, poison_of, table
from week import Week, mark_all

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.thousand, pytest.mark.filterwarnings("ignore")]

SIZE = int(os.environ.get("PLAYFUNC_CLASS", "1000"))
DEALS = 20
BLAMED_SECONDS = 60.0
POISON = poison_of(SIZE)


@pytest.fixture(scope="module")
def week(tmp_path_factory: pytest.TempPathFactory) -> Week:
    """As far as the collected class."""
    begun = Week(tmp_path_factory.mktemp("thousand"), SIZE, deals=DEALS)
    assert f"{SIZE} submissions: {SIZE} new." in begun.collect()
    return begun


@pytest.fixture(scope="module")
def ways(week: Week, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Marking]:
    return every_way(week.root, tmp_path_factory.mktemp("ways"), SIZE)


def test_every_executor_gives_the_same_bytes(ways: Mapping[str, Marking], week: Week, capsys) -> None:
    serial = ways["serial"]
    assert len(serial.files) - 1 >= min(SIZE, SAMPLE)
    assert ways["pooled"].files == serial.files
    assert ways["dask"].files == serial.files
    assert not any(each.trouble for name, each in ways.items() if name != "killed")
    with capsys.disabled():
        print(f"\nAt {DEALS} deals:\n{table(ways, week.root, SIZE)}")


def test_killed_workers_cost_nothing_and_a_poison_submission_is_blamed_alone(
    ways: Mapping[str, Marking],
) -> None:
    serial, killed = ways["serial"], ways["killed"]
    assert list(killed.trouble) == [POISON]
    assert "was killed twice" in killed.trouble[POISON]
    assert len(killed.files) == SIZE  # grades.json, and a mark for all but one
    alike = {name for name in serial.files if name != "grades.json" and POISON not in name}
    assert len(alike) >= min(SIZE, SAMPLE) - 1
    assert {name: killed.files[name] for name in alike} == {name: serial.files[name] for name in alike}
    assert blamed_seconds(killed, POISON) < BLAMED_SECONDS


def test_the_week_goes_on_with_these_marks(ways: Mapping[str, Marking], week: Week, capsys) -> None:
    stored = {name: text for name, text in ways["killed"].files.items() if name != "grades.json"}
    week.grade()
    assert {name: (week.root / name).read_bytes() for name in stored} == stored
    assert mark_path(week.root, "hearts", POISON).is_file()
    assert f"{SIZE - 1} unchanged" in week.collect_again()
    week.grade(week.cast.again, step="grade one again")
    week.similarity()
    mark_all(week.course)
    week.feedback()
    assert len([*(week.root / "feedback").glob("*/hearts/hearts.html")]) == SIZE
    week.export()
    week.forget(week.cast.forgotten)
    assert set(week.course.students("hearts")) == set(week.cast.students) - {week.cast.forgotten}
    with capsys.disabled():
        print("\n" + week.table())
