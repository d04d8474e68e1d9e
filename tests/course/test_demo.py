"""`playfunc demo` from end to end: the real assignment, the class of sixteen, and what each author meant."""

import csv
import re

import pytest
import typer
from playfunc_classroom.demo import read_class
from playfunc_classroom.marks import read_mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_cli.grade import demo as run_demo

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.week]

CLASS = read_class("hearts")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class") / "demo"
    run_demo(folder, deals=6, jobs=2, assignment="hearts")
    return Course.open(folder)


@pytest.mark.parametrize("student", CLASS, ids=lambda demo: demo.student)
def test_every_row_is_what_its_author_meant(course, student):
    mark = read_mark(course.root, "hearts", student.student)
    verdicts = {result.check: result.verdict.value for result in mark.results}
    assert {name: verdicts[name] for name in student.expects} == student.expects
    assert not mark.broke


def test_the_strong_player_beats_all_and_random_cards_none(course):
    points = {demo.about: read_mark(course.root, "hearts", demo.student).points for demo in CLASS}
    strong = next(
        p for about, p in points.items() if "beats all" in about.lower() or "strong" in about.lower()
    )
    random_legal = next(p for about, p in points.items() if "random" in about.lower())
    assert set(strong.values()) == {10.0}
    assert set(random_legal.values()) == {0.0}


def test_an_illegal_card_is_told_by_rule_and_position(course):
    illegal = next(demo for demo in CLASS if "reneg" in demo.about.lower() or "illegal" in demo.about.lower())
    rules = next(r for r in read_mark(course.root, "hearts", illegal.student).results if r.check == "rules")
    assert "Reneging" in rules.reason
    for part in ("hand:", "trick:", "legal:"):
        assert part in rules.reason


def test_gradebook_and_csv_agree_for_the_whole_class(course):
    with (course.root / "reports/hearts/grades.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["student"] for row in rows} == {demo.student for demo in CLASS}
    for row in rows:
        held = course.scores("hearts", row["student"])
        for name in ("beats-basic", "beats-minmax", "beats-advanced"):
            assert held[name] == float(row[f"points {name}"]), row["student"]


def test_every_feedback_page_is_written_without_path_secret_or_closed_deal(course):
    secret = (course.root / ".playfunc-secret").read_text()
    for demo in CLASS:
        page = (course.root / "feedback" / demo.student / "hearts" / "hearts.html").read_text(
            encoding="utf-8"
        )
        assert str(course.root) not in page
        assert secret not in page
        assert not re.search(r"/(home|root|tmp|usr|opt)/[\w./-]+\.py", page), demo.student
        mark = read_mark(course.root, "hearts", demo.student)
        for result in mark.results:
            if result.check.startswith("beats") and result.replay is not None:
                hand = " ".join(result.replay.start["hands"][0])
                assert hand not in page
                assert hand.replace(" ", "&quot;,&quot;") not in page


@pytest.mark.long
@pytest.mark.parametrize("game", ["footsteps", "blackjack", "skullwhist"])
def test_the_class_of_a_unit_is_marked_as_its_authors_meant(game, tmp_path):
    run_demo(tmp_path / "demo", deals=6, jobs=2, assignment=game)
    for demo in read_class(game):
        mark = read_mark(tmp_path / "demo", game, demo.student)
        verdicts = {result.check: result.verdict.value for result in mark.results}
        assert {name: verdicts[name] for name in demo.expects} == demo.expects, demo.student
        assert (tmp_path / "demo/feedback" / demo.student / game / f"{game}.html").exists()


def test_a_game_without_a_demo_class_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(typer.Exit):
        run_demo(tmp_path / "demo", deals=6, jobs=1, assignment="chess")
    assert not (tmp_path / "demo").exists()
