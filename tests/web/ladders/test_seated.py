from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from playfunc_autograder.programs import is_program
from playfunc_autograder.programs.languages import read_languages
from playfunc_checks.extract import ExtractError
from playfunc_web.database.tables import Version
from playfunc_web.errors import SiteError
from playfunc_web.ladders.seated import seated, text_digest

LANGUAGES = read_languages()

C = b"""
#include <stdio.h>
int main(void) { puts("1"); return 0; }
"""


def version(**more: object) -> Version:
    return Version(
        **{"id": 7, "kind": "python", "language": "python", "filename": "player.py", "source": b"", **more}
    )


def test_a_house_player_is_its_rung(tmp_path: Path) -> None:
    assert seated(version(kind="house", filename="minmax"), "hearts", tmp_path, LANGUAGES).name == "minmax"


def test_a_file_is_read_from_its_own_folder_whatever_its_name_says(tmp_path: Path) -> None:
    text = b"def play(*arguments):\n    return 1, None\n"
    player = seated(version(source=text, filename="../../etc/x.py"), "footsteps", tmp_path / "a", LANGUAGES)
    assert player.source is not None
    assert "def play" in player.source
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["player.py"]


def test_a_program_is_compiled_and_runs_from_its_own_folder(tmp_path: Path) -> None:
    player = seated(
        version(kind="program", language="c", filename="bot.c", source=C), "footsteps", tmp_path, LANGUAGES
    )
    assert is_program(player.name)
    assert player.base is not None
    assert player.base.is_relative_to(tmp_path)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"source": None}, "no longer kept"),
        ({"kind": "program", "language": "cobol", "filename": "bot.cob"}, "no longer known"),
    ],
)
def test_what_cannot_be_seated_any_more_is_said(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    with pytest.raises(SiteError, match=said):
        seated(version(**changed), "footsteps", tmp_path, LANGUAGES)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"kind": "program", "language": "c", "filename": "my bot.c", "source": b"int main("},
            "my bot.c was not",
        ),
        ({"filename": "week 3.py", "source": b"def play("}, "week 3.py is not Python"),
        ({"kind": "notebook", "filename": "week 3.ipynb", "source": b"{"}, "week 3.ipynb is damaged"),
    ],
)
def test_what_holds_no_player_is_said_by_the_names_that_its_owner_knows(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    with pytest.raises(ExtractError, match=said):
        seated(version(**changed), "footsteps", tmp_path, LANGUAGES)


def test_a_python_file_that_reads_its_input_is_a_program(tmp_path: Path) -> None:
    player = seated(version(source=b"while input():\n    print(1)\n"), "footsteps", tmp_path, LANGUAGES)
    assert is_program(player.name)


def test_a_notebook_and_a_file_of_the_same_player_have_the_digest_that_feedback_prints() -> None:
    text = "def play(*arguments):\n    return 1, None\n"
    cell = {
        "cell_type": "code",
        "metadata": {"tags": ["player"]},
        "source": text,
        "outputs": [],
        "execution_count": 1,
    }
    notebook = json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{**cell, "id": "a"}]}
    )
    as_file = text_digest(version(source=text.encode()), "footsteps")
    as_notebook = text_digest(
        version(kind="notebook", filename="x.ipynb", source=notebook.encode()), "footsteps"
    )
    assert as_file == hashlib.sha256(text.encode()).hexdigest()
    assert len(as_notebook) == 64
    assert text_digest(version(kind="program", language="c", source=C), "footsteps") == ""
    assert text_digest(version(source=None), "footsteps") == ""
