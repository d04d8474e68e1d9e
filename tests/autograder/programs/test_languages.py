"""Languages as data: those shipped, a site's own, and sentences for what is wrong in its file."""

import shutil

import pytest
from playfunc_autograder.programs.languages import installed, language_of, missing, read_languages
from playfunc_checks.settings import SettingsError

UNICON = """
    title = "Unicon"
    endings = [".icn"]
    compile = "unicon -s -o {program} {sources}"
    run = "./{program}"
    version = "unicon -version"
"""


def own(tmp_path, text):
    path = tmp_path / "languages.toml"
    path.write_text(text)
    return path


def test_twelve_languages_are_shipped():
    titles = [language.title for language in read_languages().values()]
    assert titles == [
        "C", "C++", "D", "Go", "Haskell", "Java", "JavaScript", "Lisp", "Perl", "PHP", "Python", "Ruby",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("bot.c", "c"),
        ("bot.cc", "cpp"),
        ("Bot.CPP", "cpp"),
        ("Main.java", "java"),
        ("a.b.hs", "haskell"),
        ("bot.icn", None),
        ("c", None),
    ],
)
def test_a_file_belongs_to_a_language_by_its_ending(file, name):
    found = language_of(file, read_languages())
    assert (found and found.name) == name


def test_a_site_adds_a_language_and_replaces_one(tmp_path):
    cobol = 'title = "C by clang"\nendings = [".c"]\nrun = "./{program}"\nversion = "clang --version"\n'
    languages = read_languages(own(tmp_path, f"[unicon]\n{UNICON}\n[c]\n{cobol}"))
    assert language_of("bot.icn", languages).title == "Unicon"
    assert language_of("bot.c", languages).title == "C by clang"
    assert len(languages) == 13


def test_a_command_is_filled_in_word_by_word():
    c = read_languages()["c"]
    words = c.words(c.compile, "main.c", ["a b.c", "main.c"])
    assert words == ["gcc", "-O2", "-o", "program", "a b.c", "main.c", "-lm"]
    java = read_languages()["java"]
    assert java.words(java.run, "Bot.java")[-1] == "Bot"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[unicon", r"^languages\.toml cannot be read: "),
        ('unicon = "icn"', r"unicon stands above all tables"),
        ('["Unicon 13"]', r"\[Unicon 13\] must be a name of small letters"),
        (f"[unicon]\n{UNICON}\nfolder = []", r"there is no setting 'folder'; did you mean 'folders'\?"),
        (f"[unicon]\n{UNICON}".replace("title", "Title"), r"there is no setting 'Title'; did you mean 'title'"),
        (f"[unicon]\n{UNICON}".replace(".icn", "icn"), r"number 1: it must be an ending in small letters"),
        (f"[unicon]\n{UNICON}".replace('".icn"', ""), r"endings must name at least one ending"),
        (f"[unicon]\n{UNICON}".replace("{sources}", "{files}"), r"compile must be a command, in braces nothing but"),
        (f"[unicon]\n{UNICON}".replace("./{program}", "'"), r"run must be a command"),
        (f"[unicon]\n{UNICON}".replace("-version", "{main}"), r"version must be a command, in braces nothing;"),
        (f"[unicon]\n{UNICON}\nfolders = ['lib']", r"must be a folder or file from the root on.*found \"lib\""),
        (f"[unicon]\n{UNICON}\nvariables = ['X']", r"must be a variable with its value"),
        (f"[unicon]\n{UNICON}".replace(".icn", ".c"), r"\[c\] and \[unicon\] both have the ending \.c"),
        ('[unicon]\ntitle = "Unicon"', r"\[unicon\]: endings is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_in_a_sentence(tmp_path, text, sentence):
    with pytest.raises(SettingsError, match=sentence):
        read_languages(own(tmp_path, text))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"^none\.toml cannot be read"):
        read_languages(tmp_path / "none.toml")


def test_a_toolchain_is_found_with_its_version_or_what_is_missing_is_named(tmp_path):
    broken = UNICON.replace("unicon", "false")
    languages = read_languages(
        own(tmp_path, f"[unicon]\n{UNICON}\n[false]\n{broken}".replace(".icn", ".f", 1))
    )
    found = {each.language.name: each for each in installed(languages.values())}
    assert found["python"].version.startswith("Python 3.")
    assert (found["c"].version == "") is (shutil.which("gcc") is None)
    assert found["unicon"].missing == "unicon is not installed"
    assert "does not tell a version" in found["false"].missing
    assert missing(languages["python"]) == missing(languages["false"]) == ""
    assert missing(languages["unicon"]) == found["unicon"].missing
