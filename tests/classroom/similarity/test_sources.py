"""What is compared: what students wrote, what they were given, other people's files, and ours."""

import json

import pytest
from course_fixture import CAUTIOUS, hand_in, make_course
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playfunc_classroom.similarity_report import class_texts, foreign_texts, our_texts, released_texts

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("course"))


def test_the_class_is_its_players_with_their_groups_and_unread_ones_are_named(course):
    hand_in(course, "ann", CAUTIOUS)
    hand_in(course, "eve").write_text("{")
    folders = {student: course.submission("hearts", student) for student in ("ann", "eve")}
    found = class_texts(folders, course.assignment("hearts"), {"ann": ("ann", "bob")}, course.root)
    (text,) = found.texts
    assert (text.name, text.kind, text.student, text.team) == ("ann", "class", "ann", "ann\nbob")
    assert "Lowest card when following" in text.source
    assert [student for student, _ in found.unread] == ["eve"]


def test_other_files_are_found_in_folders_and_notebooks_without_a_player_count_whole(course, tmp_path):
    (tmp_path / "old/.ipynb_checkpoints").mkdir(parents=True)
    (tmp_path / "old/deep").mkdir()
    (tmp_path / "old/.ipynb_checkpoints/draft.py").write_text("draft = 1")
    (tmp_path / "old/player.py").write_text("a = 1")
    handed_in = hand_in(course, "old", CAUTIOUS).read_text()
    plain = new_notebook(cells=[new_code_cell("c = 3"), new_markdown_cell("words"), new_code_cell("d = 4")])
    (tmp_path / "old/hearts.ipynb").write_text(handed_in)
    (tmp_path / "old/deep/plain.ipynb").write_text(json.dumps(plain))
    (tmp_path / "old/broken.ipynb").write_text("{")
    found = foreign_texts("former", [tmp_path / "old"], course.assignment("hearts"))
    sources = {text.name: text.source for text in found.texts}
    player = sources.pop("old/hearts.ipynb")
    assert "Lowest card when following" in player
    assert "shown to readers" not in player
    assert sources == {"old/player.py": "a = 1", "old/deep/plain.ipynb": "c = 3\n\nd = 4"}
    assert {text.kind for text in found.texts} == {"former"}
    assert [name for name, _ in found.unread] == ["old/broken.ipynb"]


def test_a_folder_without_any_is_refused(course, tmp_path):
    with pytest.raises(ValueError, match=r"no notebook and no \.py file"):
        foreign_texts("outside", [tmp_path], course.assignment("hearts"))


def test_our_own_are_opponents_solution_samples_and_references(course):
    names = {text.name for text in our_texts(course.assignment("hearts"), course.root).texts}
    assert {"our basic", "our solver", "the solution"} <= names
    assert any(name.startswith("sample player ") for name in names)
    assert any(name.startswith("reference player ") for name in names)


def test_what_was_released_is_code_and_the_examples_in_its_prose(tmp_path):
    course = make_course(tmp_path, release=False)
    with pytest.raises(
        ValueError, match=r"has not been released from this course; run: playfunc release \. hearts"
    ):
        released_texts(course.root, course.assignment("hearts"))
    (tmp_path / "release/hearts").mkdir(parents=True)
    prose = "Write this:\n\n```python\nexample = 1\n```\n\nand not `this`.\n"
    notebook = new_notebook(cells=[new_markdown_cell(prose), new_code_cell("given = 2")])
    (tmp_path / "release/hearts/hearts.ipynb").write_text(json.dumps(notebook))
    assert released_texts(course.root, course.assignment("hearts")) == ("given = 2", "example = 1\n")
