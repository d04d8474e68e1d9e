"""`playfunc.toml`: what does not fit is refused by every command that reads the course, in words that help."""

import pytest
from playfunc_checks.settings import SettingsError
from playfunc_classroom.policy.late import read_late
from playfunc_cli.main import main

WRONG = [
    ("[hearts]\nthreshold = 60",
     "playfunc.toml, [hearts]: threshold must be a share between 0 and 1, such as 0.6 for 60%; found 60"),
    ("[hearts]\nthreshold = 0", "found 0"),
    ("[hearts]\nthreshold = 1", "found 1"),
    ("[hearts]\ncertainty = 0", "certainty must be a number above 0, such as 3; found 0"),
    ("[hearts]\ncertainty = 1e9", "found 1000000000"),
    ("[hearts]\nthreshold = nan", "found nan"),
    (
        "[hearts]\nchecks = [{ name = 'rules', points = 1e6 }]",
        "a number of points from 0 on, such as 10; found 1000000",
    ),
    ("[hearts]\ndeals = 1", "deals must be a whole number from 2 on, such as 200; found 1"),
    ("[hearts]\ndeals = 200.0", "found 200.0"),
    ("[hearts]\ndeals = true", "found true"),
    ("[hearts]\nepoch = 0", "epoch must be a whole number from 1 on"),
    ("[hearts]\nprograms = 1", "programs must be true or false; found 1"),
    ("[hearts]\nmodules = 'numpy'", 'modules must be a list of names, such as ["numpy"]; found "numpy"'),
    ("[hearts]\nmodules = ['nunpy']", "modules names 'nunpy', which is not installed here"),
    ("[hearts]\ntreshold = 0.6", "[hearts]: there is no setting 'treshold'; did you mean 'threshold'?"),
    ("[hearst]\ndeals = 4", "there is no table [hearst]; did you mean 'hearts'?"),
    ("[hearts]\nlate = 3", "[hearts]: late must be a table: write its settings below a line"),
    ("hearts = 3", "there is no setting 'hearts'"),
    ("[hearts.late]\nmethod = 'lin'", 'method must be "none" or "linear" or "custom"; found "lin"'),
    ("[hearts.late]\nper_day = 10", "[hearts.late]: there is no setting 'per_day'; did you mean 'percent_per_day'?"),
    ("[hearts.late]\npercent_per_day = 0.1", "percent_per_day must be a number of percent: 0, or from 1 to 100"),
    ("[hearts.late]\nmost_percent = 101", "found 101"),
    ("[hearts.late]\nmethod = 'linear'", "say until when: due = a time"),
    ("[hearts.attempts]\ncounts = 'average'", 'counts must be "latest" or "best"; found "average"'),
    ("timezone = 'Berlin'", 'timezone must be the name of a time zone, such as "Europe/Berlin"; found "Berlin"'),
    ("timezone = 'right/Europe/Berlin'", 'found "right/Europe/Berlin"'),
    ("[hearts.late]\ndue = 2026-11-30",
     "due must be a day with its hour such as 2026-11-30T23:59:00; found 2026-11-30"),
    ("[hearts]\nshow_deals_after = 2026-12-01", "found 2026-12-01"),
    ("timezone = 'Europe/Berlin'\n[hearts.late]\ndue = 0001-01-01T00:00:00", "found 0001-01-01"),
    ("[hearts]\ntimezone = 'Europe/Berlin'", "put it above the first line in brackets"),
    ("threshold = 0.6", "put it below a line such as [hearts]"),
    ("[hearts", "playfunc.toml cannot be read"),
    ('former = ["a]\ntimezone = "UTC"',
     "playfunc.toml cannot be read: a text lacks its closing quote (at line 1, column 14)"),
    ('timezone = "UTC', "a text lacks its closing quote (at end of document)"),
    ("timezone = 'UTC", "a text lacks its closing quote (at end of document)"),
]  # fmt: skip

COMMANDS = [
    ["grade", "COURSE", "blackjack"],
    ["release", "COURSE", "blackjack"],
    ["collect", "COURSE", "blackjack", "downloads.zip"],
    ["select-notebook", "COURSE", "blackjack", "ann"],
    ["feedback", "COURSE", "blackjack"],
    ["export", "COURSE", "blackjack"],
    ["audit", "COURSE", "blackjack", "ann"],
    ["override", "COURSE", "blackjack", "ann", "rules", "1", "--why", "x"],
    ["markers", "COURSE", "blackjack"],
    ["oral-exam", "COURSE", "blackjack"],
    ["gallery", "COURSE", "blackjack"],
    ["ladder", "COURSE", "blackjack"],
    ["similarity", "COURSE", "blackjack"],
    ["forget", "COURSE", "ann", "--yes"],
    ["doctor", "COURSE"],
]
"""Every command that reads a course. The wrong settings are those of another assignment."""


def test_a_good_guess_needs_no_list_and_a_bad_one_does(course):
    with pytest.raises(SettingsError, match=r"; did you mean 'deals'\?$"):
        told(course, "[hearts]\ndaels = 4")
    with pytest.raises(SettingsError, match=r"; known are name, game, "):
        told(course, "[hearts]\nqqq = 4")


@pytest.mark.parametrize("setting", ["deals = 2", "epoch = 1"])
def test_the_least_that_a_message_names_is_taken(course, setting):
    told(course, f"[hearts]\n{setting}")


def told(course, text):
    (course / "playfunc.toml").write_text(text)
    read_late(course, "hearts")


def run(arguments, course):
    with pytest.raises(SystemExit) as done:
        main([argument.replace("COURSE", str(course)) for argument in arguments])
    return done.value.code


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_what_does_not_fit_is_told_with_file_key_value_and_what_fits(course, text, words):
    (course / "playfunc.toml").write_text(text)
    with pytest.raises(SettingsError) as caught:
        read_late(course, "hearts")
    assert words in str(caught.value)


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[hearts]\nthreshold = 60", "threshold must be"),
        ("[hearts.late]\nmethod = 'lin'", "method must be"),
        ("[hearts.late]\nper_day = 10", "no setting 'per_day'"),
        ("[hearts.attempts]\ncounts = 'average'", "counts must be"),
    ],
)
def test_every_command_that_reads_the_course_refuses(course, capsys, arguments, text, word):
    (course / "playfunc.toml").write_text(text)
    before = sorted(course.rglob("*"))
    assert run(arguments, course) == 2
    assert word in capsys.readouterr().err
    assert sorted(course.rglob("*")) == before
