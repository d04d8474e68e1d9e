"""`playfunc.toml`: what does not fit is refused by every command that reads the course, in words that help."""

import random

import pytest
from course_assignments import HEARTS
from playfunc.games.hearts.to_100 import chance_of_winning
from playfunc_checks.facts import NOT_LOOKED, source_facts
from playfunc_checks.own_code import by_cells, in_cells
from playfunc_checks.results import failed
from playfunc_checks.settings import SettingsError
from playfunc_checks.structure import undefined
from playfunc_checks.win_rule import COUNTS, chances, curve, early_verdicts, figure, marked, table
from playfunc_classroom.policy.late import read_late
from playfunc_cli.main import main
from playfunc_opponents.measured.calibration import Contest, Pairing, read_contests

WRONG = [
    (
        "[hearts]\nthreshold = 60",
        "playfunc.toml, [hearts]: threshold must be a share between 0 and 1, such as 0.6 for 60%; found 60",
    ),
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
    (
        "[hearts.late]\nper_day = 10",
        "[hearts.late]: there is no setting 'per_day'; did you mean 'percent_per_day'?",
    ),
    (
        "[hearts.late]\npercent_per_day = 0.1",
        "percent_per_day must be a number of percent: 0, or from 1 to 100",
    ),
    ("[hearts.late]\nmost_percent = 101", "found 101"),
    ("[hearts.late]\nmethod = 'linear'", "say until when: due = a time"),
    ("[hearts.attempts]\ncounts = 'average'", 'counts must be "latest" or "best"; found "average"'),
    (
        "timezone = 'Berlin'",
        'timezone must be the name of a time zone, such as "Europe/Berlin"; found "Berlin"',
    ),
    ("timezone = 'right/Europe/Berlin'", 'found "right/Europe/Berlin"'),
    (
        "[hearts.late]\ndue = 2026-11-30",
        "due must be a day with its hour such as 2026-11-30T23:59:00; found 2026-11-30",
    ),
    ("[hearts]\nshow_deals_after = 2026-12-01", "found 2026-12-01"),
    ("timezone = 'Europe/Berlin'\n[hearts.late]\ndue = 0001-01-01T00:00:00", "found 0001-01-01"),
    ("[hearts]\ntimezone = 'Europe/Berlin'", "put it above the first line in brackets"),
    ("threshold = 0.6", "put it below a line such as [hearts]"),
    ("[hearts", "playfunc.toml cannot be read"),
    (
        'former = ["a]\ntimezone = "UTC"',
        "playfunc.toml cannot be read: a text lacks its closing quote (at line 1, column 14)",
    ),
    ('timezone = "UTC', "a text lacks its closing quote (at end of document)"),
    ("timezone = 'UTC", "a text lacks its closing quote (at end of document)"),
]

COMMANDS = [
    ["grade", "COURSE", "blackjack"],
    ["release", "COURSE", "blackjack"],
    ["collect", "COURSE", "blackjack", "downloads.zip"],
    ["choose", "COURSE", "blackjack", "ann"],
    ["feedback", "COURSE", "blackjack"],
    ["export", "COURSE", "blackjack"],
    ["explain", "COURSE", "blackjack", "ann"],
    ["override", "COURSE", "blackjack", "ann", "rules", "1", "--why", "x"],
    ["markers", "COURSE", "blackjack"],
    ["viva", "COURSE", "blackjack"],
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


# Facts on a player's text, whatever it holds.
def test_released_stubs_count_neither_as_unused_nor_as_documented():
    stub = 'def legal(hand):\n    """The cards that are legal."""\n    return hand\n'
    mine = 'def play(a, b, c, d):\n    """Mine."""\n    return b[0], ""\n'
    facts = source_facts(stub + mine, released=stub)
    assert (facts.documented, facts.documentable, facts.as_released) == (1, 1, 1)
    assert facts.unused == ()
    filled = source_facts(stub.replace("return hand", "return list(hand)") + mine, released=stub)
    assert (filled.documented, filled.as_released) == (1, 1)
    assert filled.unused == ("legal (line 1)",)


@pytest.mark.parametrize(
    "more",
    [
        "X = 0x" + "f" * 5000,
        "def h():\n    return a" + ".b" * 900,
        "if a: b\n" + "elif a: b\n" * 400,
        "def f():\n if a: b\n" * 9000,
    ],
    ids=["number without decimal text", "deep attribute", "long chain", "large"],
)
def test_a_tree_that_cannot_be_gone_through_costs_its_facts_alone(more):
    found = source_facts(f"def play(): return 1\ndef g():\n    pass\n{more}\n")
    assert NOT_LOOKED in (*found.duplicates, *found.unused)
    assert found.functions >= 2


# Names that only the notebook has are named.
def test_names_that_only_the_notebook_has_are_named():
    source = (
        "from playfunc import Card\n\n\ndef play(hand):\n    return best(points(Card('C2')), len(hand))\n"
    )
    assert undefined(source) == ["best", "points"]
    assert undefined("from playfunc import *\n" + source) == []
    local = "def play(hand):\n    best = hand[0]\n    return [c for c in hand if c is best], lambda x: (x, play)\n"
    assert undefined(local) == []


# Line numbers in messages are told by the notebook's cells.
SOURCE = """# %% imports
from playfunc import Card


# %% legal
def legal(hand):
    return hand[9]


# %% player cell 3
def play(*told):
    return legal(told[1]), None
"""


def test_a_traceback_names_the_cell_and_its_line():
    named = in_cells(SOURCE)
    assert named('  File "player.py", line 7, in legal') == (
        "  File \"player.py\", line 7 (cell 'legal', line 2), in legal"
    )
    assert named('File "player.py", line 12, in play').endswith(
        "line 12 (cell 'player cell 3', line 2), in play"
    )
    assert named("Line 7 of `legal`, player.py:") == "Line 7 of `legal`, player.py (cell 'legal', line 2):"
    assert named("2 found: line 2: F401 unused; line 7: E501 long") == (
        "2 found: line 2 (cell 'imports', line 1): F401 unused; line 7 (cell 'legal', line 2): E501 long"
    )


def test_other_numbers_and_other_files_stay_as_they_are():
    named = in_cells(SOURCE)
    for text in (
        "line 3 of the cell 'legal' is not Python",
        'File "random.py", line 7, in sample',
        "7 moves",
    ):
        assert named(text) == text


def test_a_player_of_one_file_has_no_cells():
    assert in_cells("def play(): ...\n")('File "player.py", line 1') == 'File "player.py", line 1'


def test_the_results_are_told_so():
    [result] = by_cells([failed("rules", reason='File "player.py", line 7', detail="")], SOURCE)
    assert result.reason == "File \"player.py\", line 7 (cell 'legal', line 2)"


# The win rule's curve, and that early ends change no verdict.
CONTESTS = marked(list(read_contests().values()), "hearts")


def test_many_chances_at_once_are_those_of_the_exact_walk():
    rng = random.Random(1)
    many = [[[rng.randint(0, 26), rng.choice([0, 13, 26])] for _ in range(30)] for _ in range(20)]
    many += [[[13, 13]], [[0, 0]], [[26, 26]], [[13, 12]]]
    histograms = [[sum(deal.count(points) for deal in deals) for points in range(27)] for deals in many]
    assert chances(histograms) == pytest.approx([chance_of_winning(deals).rate for deals in many])


def test_no_early_end_changed_a_verdict():
    """Over every stored contest with an opponent that counts for marks."""
    early = 0
    for contest in CONTESTS:
        if len(contest.margins) > HEARTS.least_deals:
            end, there, in_all = early_verdicts(contest, HEARTS)
            assert there is in_all, contest.pairing
            early += end < min(len(contest.margins), HEARTS.deals)
    assert early > 0


def test_the_curve_rises_from_never_to_always():
    """Of made-up players, whose chances are known: one of par, one that wins four points a hand."""
    rng = random.Random(2)

    def contest(name, mean):
        deals = [tuple(2 * round(rng.gauss(mean / 2, 5)) for _ in range(2)) for _ in range(400)]
        margins = tuple(tuple(max(-26, min(26, margin)) for margin in deal) for deal in deals)
        return Contest(Pairing("hearts", 2, name, "basic"), margins)

    found = curve([contest("par", -2), contest("good", 8)], HEARTS, simulations=60)
    at = {round(each.true, 2): each.passes for each in found}
    assert at[0.5][200] < 0.2
    assert 0.2 < at[0.6][200] < 0.8
    assert at[0.7][200] > 0.8
    assert at[0.66][50] < at[0.66][400]
    assert table(found).count("\n") == len(found) + 1
    assert all(f"{count} deals" in figure(found, 0.6) for count in COUNTS)
