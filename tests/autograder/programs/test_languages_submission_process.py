"""Languages as data: those shipped, a site's own, and sentences for what is wrong in its file."""

import dataclasses
import re
import shutil
from pathlib import Path

import pytest
from course_assignments import ASSIGNMENTS, HEARTS
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc.record import calls
from playfunc_autograder.marking import mark
from playfunc_autograder.programs import program_player, protocols
from playfunc_autograder.programs.languages import installed, language_of, missing, read_languages
from playfunc_checks.checks import context
from playfunc_checks.extract import ExtractError, find_notebook, read_player
from playfunc_checks.finding import usual_assignment
from playfunc_checks.marking import mark_failure
from playfunc_checks.program import Program
from playfunc_checks.results import Verdict
from playfunc_checks.settings import SettingsError
from playfunc_classroom.marks import load_or_mark
from playfunc_cli.main import main
from program_games import threes

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
        (
            f"[unicon]\n{UNICON}".replace("title", "Title"),
            r"there is no setting 'Title'; did you mean 'title'",
        ),
        (f"[unicon]\n{UNICON}".replace(".icn", "icn"), r"number 1: it must be an ending in small letters"),
        (f"[unicon]\n{UNICON}".replace('".icn"', ""), r"endings must name at least one ending"),
        (
            f"[unicon]\n{UNICON}".replace("{sources}", "{files}"),
            r"compile must be a command, in braces nothing but",
        ),
        (f"[unicon]\n{UNICON}".replace("./{program}", "'"), r"run must be a command"),
        (
            f"[unicon]\n{UNICON}".replace("-version", "{main}"),
            r"version must be a command, in braces nothing;",
        ),
        (
            f"[unicon]\n{UNICON}\nfolders = ['lib']",
            r"must be a folder or file from the root on.*found \"lib\"",
        ),
        (f"[unicon]\n{UNICON}\nvariables = ['X']", r"must be a variable with its value"),
        (f"[unicon]\n{UNICON}".replace(".icn", ".c"), r"\[c\] and \[unicon\] both have the ending \.c"),
        ('[unicon]\ntitle = "Unicon"', r"\[unicon\]: endings is missing"),
    ],
)
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


# Programs that are checked, and handed in and marked, like any other player.
SHIPPED = Path(__file__).parents[3] / "course" / "programs"

ALLOWED = dataclasses.replace(HEARTS, programs=True, deals=2, least_deals=2, rules_deals=1)


def hand_in(folder, line="exec-lines:python3 lowest.py"):
    folder.mkdir(parents=True)
    shutil.copy(SHIPPED / "lines" / "lowest.py", folder)
    (folder / "program.txt").write_text(line + "\n")
    return folder


@pytest.mark.broad
def test_a_program_may_enter_the_tournament(capsys, shipped):
    with pytest.raises(SystemExit) as ended:
        main(["check", f"exec-lines:{shipped('lines/lowest', 'py')}", "--deals", "1"])
    assert ended.value.code == 0
    assert "may enter" in capsys.readouterr().out


def test_a_program_is_marked_with_every_check(tmp_path, monkeypatch):
    monkeypatch.setattr(context, "ASKED_PUBLIC", 4)
    monkeypatch.setattr(context, "ASKED_HIDDEN", 8)
    folder = hand_in(tmp_path / "submitted" / "ann" / "hearts")
    mark = load_or_mark(folder, "ann", ALLOWED, tmp_path, "secret", allow_unconfined=True)
    verdicts = {result.check: result.verdict.value for result in mark.results}
    assert verdicts["rules"] == verdicts["purity"] == "passed"
    assert verdicts["beats-advanced"] == "failed"
    assert mark.origin == "program.txt"
    assert "def legal" in mark.source


def test_another_file_is_another_program(tmp_path):
    first = read_player(find_notebook(hand_in(tmp_path / "a" / "hearts"), ALLOWED), ALLOWED)
    folder = hand_in(tmp_path / "b" / "hearts")
    (folder / "table.bin").write_bytes(bytes(range(256)))
    second = read_player(find_notebook(folder, ALLOWED), ALLOWED)
    assert first.source != second.source
    assert "table.bin: 256 bytes" in second.source


def test_where_programs_are_not_allowed_the_file_counts_for_nothing(tmp_path):
    with pytest.raises(ExtractError, match=r"hearts\.ipynb is missing"):
        find_notebook(hand_in(tmp_path / "hearts"), HEARTS)


@pytest.mark.parametrize(
    "line", ["", "python3 lowest.py", "exec:python3 lowest.py\nexec:x", "\x00", "exec:./\0 lowest.py"]
)
def test_a_command_that_is_none_is_the_students_fault(tmp_path, line):
    folder = hand_in(tmp_path / "hearts", line)
    with pytest.raises(ExtractError, match="one line such as"):
        read_player(find_notebook(folder, ALLOWED), ALLOWED)


def unreadable(folder):
    """Why nothing in the folder can be started; it is the student's fault, and a result like that of no notebook."""
    program = read_player(find_notebook(folder, ALLOWED), ALLOWED)
    loads, *others = mark(program.source, ALLOWED, program=program.program)
    assert (loads,) == mark_failure(ALLOWED, loads.reason)[:1]
    assert {result.verdict for result in others} == {Verdict.SKIPPED}
    return loads.reason


def test_a_command_with_a_word_too_long_for_a_file_is_the_students_fault(tmp_path):
    folder = hand_in(tmp_path / "hearts", f"exec-lines:python3 lowest.py {'a' * 300}")
    assert "cannot be used" in unreadable(folder)


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret.py", "/"])
def test_a_command_names_nothing_outside_what_was_handed_in(tmp_path, path):
    folder = hand_in(tmp_path / "x" / "hearts", f"exec-lines:python3 {path}")
    (tmp_path / "x" / "secret.py").write_text("print('C2')")
    assert re.search(r"not handed in|that is here", unreadable(folder))


BIDS_ONE = """
points = 50
while points:
    points -= 1
    print(1, flush=True)
    input()
"""


def test_purity_leaves_out_what_no_fresh_process_can_be_told_of_a_long_game(monkeypatch):
    monkeypatch.setattr(context, "ASKED_PUBLIC", 12)
    monkeypatch.setattr(protocols, "_LONGEST", 80)  # characters of history, twenty turns of these games
    program = Program("exec:python3 bot.py", (("bot.py", BIDS_ONE.encode(), False),))
    few = dataclasses.replace(usual_assignment("footsteps"), rules_deals=1)
    results = mark(program.source, few, program=program, only=("loads", "rules", "purity"))
    assert [result.ok for result in results] == [True] * 3, results
    assert results[-1].facts["asked_again"] == 12


# Programs as the games' own contests had them, unchanged: FootSteps' lines, BlackJack's arguments.
FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


def test_skullwhist_programs_of_every_language_answer_the_same(shipped):
    start = SKULLWHIST.deal(deal_rng("skullwhist"))
    with program_player(f"exec-args:{shipped('arguments/count_tops', 'c')}", SKULLWHIST) as player:
        game = play_game(SKULLWHIST, start, (player, player))
    assert game.faults == ()
    assert game.scores is not None
    asked = [(call, move.move) for _, call, move in calls(game)][:6]
    for language in ("js", "py"):
        with program_player(f"exec-args:{shipped('arguments/count_tops', language)}", SKULLWHIST) as other:
            assert [answer.move for answer in other.answer([call for call, _ in asked])] == [
                m for _, m in asked
            ]


def test_leading_zeros_and_spaces_are_a_bid_as_any_other(program):
    source = """
        points, theirs = 50, ""
        while theirs != "fin":
            bid = min(5, points)
            print(f"  {bid:03} ", flush=True)
            points -= bid
            theirs = input()
    """
    player = program(source, how="exec", rules=FOOTSTEPS)
    game = play_game(
        FOOTSTEPS, FOOTSTEPS.deal(deal_rng("x")), (player, FunctionPlayer(threes, FOOTSTEPS)), "forfeit"
    )
    assert game.faults == ()
    assert game.scores == (1.0, 0.0)


@pytest.mark.parametrize("bid", ["10**30", "2**63", "51"])
def test_a_bid_out_of_range_is_the_programs_fault_and_not_ours(tmp_path, bid):
    (tmp_path / "bot.py").write_text(f"print({bid}, flush=True)\ninput()\n")
    program = Program(f"exec:python3 {tmp_path / 'bot.py'}", ())
    results = mark("", ASSIGNMENTS["footsteps"], deals=1, only=("loads", "rules"), program=program)
    assert [result.verdict for result in results] == [Verdict.PASSED, Verdict.FAILED]
    assert set(results[1].facts["kinds"]) == {"BidError"}
