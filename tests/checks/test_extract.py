"""The player's source out of notebooks as students leave them."""

import hashlib
import json
from pathlib import Path

import pytest
from course_assignments import HEARTS
from playfunc_checks.extract import ExtractError, find_notebook, read_player

PLAY = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"


def code(source, grade_id="", tags=("player",), released=False):
    metadata = {"tags": list(tags)}
    if grade_id:
        digest = hashlib.md5(
            (source + "codeFalseTrueFalse" + grade_id).encode("utf-8", "surrogatepass"), usedforsecurity=False
        )
        checksum = digest.hexdigest() if released else "0"
        metadata["nbgrader"] = {"grade_id": grade_id, "solution": True, "checksum": checksum}
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": []}


def write(folder, *cells, name="hearts.ipynb"):
    path = folder / name
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


def test_tagged_cells_in_order_make_the_player(tmp_path):
    path = write(tmp_path, code("a = 1"), code("print('no')", tags=()), code(PLAY, "player"))
    player = read_player(path, HEARTS)
    assert player.source.index("a = 1") < player.source.index("def play")
    assert "no" not in player.source


def test_a_player_that_is_as_it_was_released_is_named(tmp_path):
    said = "The player's cells are as they were handed out: nothing is written in them."
    stubs = code("# write your code here", "legal", released=True), code(PLAY, "player", released=True)
    assert said in read_player(write(tmp_path, *stubs), HEARTS).notes
    assert said not in read_player(write(tmp_path, stubs[0], code(PLAY, "player")), HEARTS).notes


def test_a_cell_that_lost_its_tag_still_counts_by_its_grade_id(tmp_path):
    assert "def play" in read_player(write(tmp_path, code(PLAY, "player", tags=())), HEARTS).source


def test_any_cell_may_begin_with_late_annotations(tmp_path):
    future = "from __future__ import annotations\n\n"
    player = read_player(write(tmp_path, code(future + "a = 1"), code(future + PLAY, "player")), HEARTS)
    compile(player.source, "player.py", "exec")


def test_source_may_be_a_list_of_lines(tmp_path):
    cell = code(PLAY, "player") | {"source": PLAY.splitlines(keepends=True)}
    assert PLAY.strip() in read_player(write(tmp_path, cell), HEARTS).source


@pytest.mark.parametrize(
    "line", ["%%time", "!pip install numpy", "%matplotlib inline", "%timeit 1+1", "play?", "?play"]
)
def test_commands_to_the_notebook_are_left_out_and_named(tmp_path, line):
    player = read_player(write(tmp_path, code(f"{line}\n{PLAY}", "player")), HEARTS)
    assert PLAY in player.source
    assert line not in [text.strip() for text in player.source.splitlines()]
    [note] = [note for note in player.notes if "command" in note]
    assert note == (
        f"Line 1 of the cell 'player' is a command to the notebook ({line!r}) and was ignored; this costs no points."
    )


def test_all_commands_of_a_cell_are_one_note_and_many_are_counted(tmp_path):
    for many, expected in (
        (
            2,
            "Lines 1 and 2 of the cell 'player' are commands to the notebook ('!ls', '!ls') and were ignored; ",
        ),
        (9, "Lines 1, 2, 3, 4, 5 and 4 more of the cell 'player' are commands to the notebook ("),
    ):
        notes = read_player(write(tmp_path, code("!ls\n" * many + PLAY, "player")), HEARTS).notes
        [note] = [note for note in notes if "command" in note]
        assert note.startswith(expected)
        assert note.count("!ls") <= 5


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile legal.py", "%%html"])
def test_a_cell_of_another_language_is_named_and_no_part_of_the_player(tmp_path, magic):
    cells = [code(f"{magic}\na = 1", "legal"), code(PLAY, "player")]
    player = read_player(write(tmp_path, *cells), HEARTS)
    assert "a = 1" not in player.source
    assert any(f"The cell 'legal' begins with {magic.split()[0]}," in note for note in player.notes)


def test_a_player_of_another_language_says_why_there_is_no_play(tmp_path):
    with pytest.raises(ExtractError) as caught:
        read_player(write(tmp_path, code(f"%%writefile p.py\n{PLAY}", "player")), HEARTS)
    assert str(caught.value) == (
        "the cell 'player' begins with %%writefile, which saves the cell to a file instead of running it, so no `play` "
        "was found; delete that line and submit the notebook"
    )


def test_a_cell_of_another_language_is_no_cause_where_it_holds_no_play(tmp_path):
    with pytest.raises(
        ExtractError, match=r"^no cell tagged 'player' .*play\. The cell 'legal' begins with %%bash"
    ):
        read_player(write(tmp_path, code("%%bash\nls", "legal"), code("a = 1", "player")), HEARTS)


@pytest.mark.parametrize(("kind", "told"), [("markdown", "Markdown"), ("raw", "Raw")])
def test_a_player_s_cell_of_another_type_is_read_as_code(tmp_path, kind, told):
    cells = [code(PLAY, "first-play"), code(f"# last\n{PLAY}", "player") | {"cell_type": kind}]
    player = read_player(write(tmp_path, *cells), HEARTS)
    assert "# last" in player.source
    [note] = [note for note in player.notes if "'player'" in note]
    assert note == (
        f"The cell 'player' is of the type {told} and was read as code. "
        "Before you next submit, change its type back to Code (in JupyterLab: key Y)."
    )


@pytest.mark.parametrize("text", ["I left this out, sorry.", "# A heading", "later", ""])
def test_a_text_that_holds_no_python_stays_text(tmp_path, text):
    cells = [code(text, "sampling") | {"cell_type": "markdown"}, code(PLAY, "player")]
    player = read_player(write(tmp_path, *cells), HEARTS)
    assert "sampling" not in player.source
    assert any("'sampling' is of the type Markdown and holds no Python" in note for note in player.notes)


def test_a_cell_without_a_type_is_read_too(tmp_path):
    cell = {key: value for key, value in code(PLAY, "player").items() if key != "cell_type"}
    player = read_player(write(tmp_path, cell), HEARTS)
    assert PLAY in player.source
    assert not any("None" in note for note in player.notes)


@pytest.mark.parametrize(
    ("bad", "what", "shown"), [("\0", "NUL", r"\x00"), ("\ud800", "half of a character", r"\ud800")]
)
@pytest.mark.parametrize("before", ["b = '", f"b = '{'-' * 100}"])
def test_a_character_that_no_python_may_hold_is_shown_with_its_line(tmp_path, bad, what, shown, before):
    text = f"a = 1\n{before}{bad}'\n"
    with pytest.raises(ExtractError) as caught:
        read_player(write(tmp_path, code(text, "legal"), code(PLAY, "player")), HEARTS)
    told, _, quoted = str(caught.value).partition(": ")
    assert told == (
        f"line 2 of the cell 'legal' in hearts.ipynb contains an invisible character ({what}, shown here as {shown}), "
        "so Python cannot read the code"
    )
    assert shown in quoted
    assert quoted.endswith("; delete the line and retype it")


def test_a_notebook_of_format_3_is_upgraded(tmp_path):
    cell = {
        "cell_type": "code",
        "input": PLAY,
        "metadata": {"tags": ["player"]},
        "outputs": [],
        "language": "python",
    }
    head = {"cell_type": "heading", "level": 1, "source": "Hearts", "metadata": {}}
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {},
        "worksheets": [{"cells": [head, cell], "metadata": {}}],
    }
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps(old))
    assert PLAY in read_player(path, HEARTS).source


@pytest.mark.parametrize("worksheets", [[], [{}], 3, [{"cells": [{"cell_type": "code"}]}]])
def test_an_old_notebook_that_cannot_be_upgraded_is_told_how(tmp_path, worksheets):
    path = tmp_path / "hearts.ipynb"
    path.write_text(json.dumps({"nbformat": 3, "metadata": {}, "worksheets": worksheets}))
    with pytest.raises(ExtractError, match=r"no cell tagged|of an old format"):
        read_player(path, HEARTS)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_a_notebook_is_decoded_by_its_mark(tmp_path, encoding):
    path = write(tmp_path, code(f"# é\n{PLAY}", "player"))
    path.write_text(path.read_text().replace("\\u00e9", "é"), encoding=encoding)
    assert "# é" in read_player(path, HEARTS).source


def test_a_percent_sign_that_is_python_is_no_command(tmp_path):
    text = "x = (7\n     % 3)\n" + PLAY
    assert "% 3" in read_player(write(tmp_path, code(text, "player")), HEARTS).source


def test_a_syntax_error_names_cell_and_line(tmp_path):
    with pytest.raises(ExtractError, match=r"line 2 of the cell 'legal'"):
        read_player(write(tmp_path, code("a = 1\ndef f(:\n", "legal"), code(PLAY, "player")), HEARTS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\ndef f(:\n", "line 2 of player.py is not Python: "),
        (
            "!pip install x\n",
            "line 1 of player.py is a notebook command, not Python: '!pip install x'; delete it",
        ),
    ],
)
def test_errors_in_a_plain_file_name_the_file_and_no_cell(tmp_path, text, said):
    path = tmp_path / "player.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ExtractError) as caught:
        read_player(path, HEARTS)
    assert str(caught.value).startswith(said)
    assert "cell" not in str(caught.value)


def test_play_outside_the_tagged_cells_does_not_count(tmp_path):
    with pytest.raises(ExtractError, match="no cell tagged 'player'"):
        read_player(write(tmp_path, code("a = 1"), code(PLAY, tags=())), HEARTS)


def test_play_in_a_cell_of_the_student_s_own_is_told_for_it_holds_at_home(tmp_path):
    cells = [code(PLAY, "player"), code("%timeit play()", tags=()), code(PLAY, tags=())]
    notes = read_player(write(tmp_path, *cells), HEARTS).notes
    assert (
        "Cell 3 of the notebook defines play, and does not count: it is not tagged 'player'. If it should count, copy "
        "its code into a cell that is."
    ) in notes


def test_oddities_become_notes(tmp_path):
    player = read_player(
        write(tmp_path, code(PLAY, "player"), code(PLAY, "player"), name="mine.ipynb"), HEARTS
    )
    assert any("more than once" in note for note in player.notes)
    assert any("were deleted" in note and "'legal'" in note for note in player.notes)
    assert any("mine.ipynb" in note for note in player.notes)


def test_graded_cells_that_are_missing_are_told_with_what_to_look_at_before_people_mark(tmp_path):
    [note] = [
        note for note in read_player(write(tmp_path, code(PLAY, "player")), HEARTS).notes if "lacks" in note
    ]
    assert note == (
        "The notebook lacks these graded cells: 'beats-basic', 'beats-minmax', 'beats-advanced', 'comments' and "
        "'quality'. Marking puts them back as released, and computed points stay the same. Before marking "
        "'comments' and 'quality' by hand, look for the student's text in cells without tags."
    )
    cells = [code("x", name, tags=()) for name in ("comments", "quality")]
    [note] = [
        n for n in read_player(write(tmp_path, *cells, code(PLAY, "player")), HEARTS).notes if "lacks" in n
    ]
    assert note.endswith("stay the same.")


def test_a_late_redefinition_of_play_is_told(tmp_path):
    cells = [code(PLAY, "player"), code(PLAY)]
    assert any("it is the one that counts" in n for n in read_player(write(tmp_path, *cells), HEARTS).notes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a readable notebook"),
        ("[]", "not a notebook with cells"),
        ('{"cells": 3}', "not a notebook's"),
        ('{"cells": [1]}', "not a notebook's"),
        ('{"cells": []}', "no cell tagged"),
        ("[" * 100_000, "not a readable notebook"),
    ],
)
def test_files_that_are_no_notebooks(tmp_path, text, message):
    path = tmp_path / "hearts.ipynb"
    path.write_text(text)
    with pytest.raises(ExtractError, match=message):
        read_player(path, HEARTS)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "hearts.ipynb"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ExtractError, match="UTF-8"):
        read_player(path, HEARTS)


def test_player_py_counts_only_beside_untouched_cells(tmp_path):
    (tmp_path / "player.py").write_text("# from the file\n" + PLAY)
    released = [code(PLAY, "player", released=True)]
    assert "from the file" in read_player(write(tmp_path, *released), HEARTS).source
    written = [code(PLAY + "# more\n", "player")]
    player = read_player(write(tmp_path, *written), HEARTS)
    assert "from the file" not in player.source
    assert any("does not count" in note for note in player.notes)


def test_the_only_notebook_counts_whatever_its_name(tmp_path):
    path = write(tmp_path, code(PLAY, "player"), name="Hearts (1).ipynb")
    assert find_notebook(tmp_path, HEARTS) == path


def test_two_strange_notebooks_are_nobodys_guess(tmp_path):
    write(tmp_path, name="a.ipynb")
    write(tmp_path, name="b.ipynb")
    with pytest.raises(ExtractError, match=r"a\.ipynb, b\.ipynb"):
        find_notebook(tmp_path, HEARTS)


def test_links_are_not_followed(tmp_path):
    (tmp_path / "hearts").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "hearts" / "player.py").symlink_to(tmp_path / "secret")
    with pytest.raises(ExtractError, match="is a link"):
        find_notebook(tmp_path / "hearts", HEARTS)


def test_a_player_file_that_is_not_python_is_told_so(tmp_path):
    (tmp_path / "player.py").write_text("def play(:\n")
    with pytest.raises(ExtractError, match="not Python"):
        read_player(tmp_path / "player.py", HEARTS)


@pytest.mark.parametrize("target", ["a" + ".b" * 900, "a[0x" + "f" * 5000 + "]"])
def test_an_assignment_that_has_no_text_hides_no_player(tmp_path, target):
    (tmp_path / "player.py").write_text(f"{target} = 1\n{PLAY}")
    assert read_player(tmp_path / "player.py", HEARTS).source.endswith(PLAY)


def test_a_name_that_no_report_can_hold_is_refused(tmp_path):
    write(tmp_path, code(PLAY)).rename(tmp_path / "h\udcff.ipynb")
    with pytest.raises(ExtractError, match="not UTF-8"):
        find_notebook(tmp_path, HEARTS)


def test_an_empty_folder_and_a_lone_player(tmp_path):
    with pytest.raises(ExtractError, match="no notebook was handed in"):
        find_notebook(tmp_path, HEARTS)
    (tmp_path / "player.py").write_text(PLAY)
    assert find_notebook(tmp_path, HEARTS) == Path(tmp_path / "player.py")
