from __future__ import annotations

from dataclasses import replace

import pytest
from playfunc_autograder.programs.languages import read_languages
from playfunc_web.admission.sources import Kind, clean_name, kind_of
from playfunc_web.errors import ProblemError

LANGUAGES = {
    name: replace(language, compile=None, run="python3 {main}", version="python3 --version")
    for name, language in read_languages().items()
}
"""With the endings of the shipped ones, and installed wherever Python is."""


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("player.py", "player.py"),
        ("../../etc/passwd.py", "passwd.py"),
        ("C:\\Users\\ada\\player.py", "player.py"),
        ("a\0b\r\n.py", "ab.py"),
        ("\ud800\u202e<script>.py", "<script>.py"),
        ("e\u0301.py", "\u00e9.py"),
        ("x" * 500 + ".ipynb", "x" * 74 + ".ipynb"),
        ("", "unnamed"),
        ("/", "unnamed"),
    ],
)
def test_a_name_is_of_one_line_without_folders(sent: str, kept: str) -> None:
    assert clean_name(sent) == kept


def test_the_ending_says_what_a_file_is() -> None:
    assert kind_of("player.PY", LANGUAGES) == Kind("python")
    assert kind_of("week 3.ipynb", LANGUAGES) == Kind("notebook")
    assert kind_of("Main.java", LANGUAGES) == Kind("program", "java")
    assert kind_of("bot.cc", LANGUAGES) == Kind("program", "cpp")


@pytest.mark.parametrize(
    "name", ["player.zip", "player.tar.gz", "player", "program.txt", "player.py.exe", ".py.zip"]
)
def test_what_holds_no_player_is_refused_with_what_does(name: str) -> None:
    with pytest.raises(ProblemError, match=r"Upload a \.py file, a notebook") as caught:
        kind_of(name, LANGUAGES)
    assert caught.value.status == 415


def test_a_language_that_is_not_installed_is_refused_with_those_that_are() -> None:
    absent = replace(LANGUAGES["d"], compile="no-such-compiler {sources}", run="./{program}")
    here = {name: LANGUAGES[name] for name in ("java", "c", "python")}
    with pytest.raises(ProblemError) as caught:
        kind_of("bot.d", {"d": absent, **here})
    assert (caught.value.status, caught.value.title) == (415, "Not installed here")
    assert caught.value.detail == (
        "This site cannot take programs in D: no-such-compiler is not installed. Write your player in one of C, Java, "
        "Python, or ask the staff to install what is missing."
    )
    assert kind_of("bot.c", {"d": absent, **here}) == Kind("program", "c")
