"""The history beside a notebook: kept whole, by kind, with what is the same code."""

import json
import re
import types
from datetime import datetime
from statistics import fmean, stdev

import playfunc.games.skullwhist  # noqa: F401, its names are found once it is loaded
import pytest
from playfunc.statistics import Interval
from playfunc_opponents.hearts import basic, heuristic, minmax
from playfunc_workbook.history import FILE, KEPT, fingerprint, read_history, recorded
from workbooks import source_path

WHEN = datetime(2026, 11, 3, 12, 30)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hearts.ipynb").write_text("{}")
    return tmp_path


def add(mean, player=basic, what="rating"):
    found = Interval(mean, mean - 50, mean + 50, 80)
    return recorded({"play": player.play}, what, found, marks={"basic": 0}, unit="Elo", now=WHEN)


def test_the_first_measurement_is_kept_and_later_ones_are_drawn(folder):
    assert add(100) is None
    shown = add(200, minmax)
    assert repr(shown).splitlines()[1:3] == [
        "2026-11-03 12:30: 100 Elo (50 … 150), 80 deals",
        "2026-11-03 12:30: 200 Elo (150 … 250), 80 deals",
    ]
    assert "<svg" in shown._repr_html_()
    assert [entry.found for entry in read_history(folder)] == [100, 200]


def test_the_same_code_is_told(folder):
    add(100)
    assert "The code is the same as the last time." in repr(add(120))
    assert "The code is the same" not in repr(add(120, minmax))
    first, second, third = read_history(folder)
    assert first.code == second.code != third.code


def test_each_kind_has_a_picture_of_its_own(folder):
    add(100)
    assert add(0.5, what="beats-minmax") is None
    assert len(repr(add(120)).splitlines()) == 4
    assert len(read_history(folder)) == 3


def test_checkpoints_have_a_history_against_each_opponent(folder):
    from playfunc_opponents.skullwhist import basic as whist
    from playfunc_workbook import hearts, skullwhist

    first, second = (repr(hearts.checkpoint(minmax.play, "basic", deals=2)) for _ in range(2))
    assert "Your history" not in first
    assert "Your history. The code is the same as the last time." in second
    assert "To compare with: needed 60%" in second
    (folder / FILE).unlink()
    whists = [repr(skullwhist.checkpoint(whist.bid, whist.play, "basic", deals=2)) for _ in range(2)]
    assert ["Your history" in shown for shown in whists] == [False, True]


def points_over(records):
    """By deal, how many points fewer than its opponent a Hearts player took, per hand; it sits at 0, then at 1."""
    margins = [
        record.scores[1 - place % 2] - record.scores[place % 2] for place, record in enumerate(records)
    ]
    return [(one + other) / 2 for one, other in zip(margins[::2], margins[1::2], strict=True)]


def compared(player, had, deals=20):
    """What a measurement says whose deals had these advantages, again and again."""
    advantages = {"minmax": [had[number % len(had)] for number in range(deals)]}
    found = Interval(0.5, 0.3, 0.7, deals)
    scored = "points a hand"
    functions = {"play": player.play}
    return repr(
        recorded(functions, "beats-minmax", found, marks={}, advantages=advantages, scored=scored, now=WHEN)
    )


def test_a_comparison_says_where_the_older_version_has_played_fewer_deals(folder):
    compared(basic, [0.0, 1.0])
    assert "which has played only these" in compared(minmax, [1.0, 0.0], deals=100)
    assert "which has played only these" not in compared(heuristic, [0.0, 2.0])


def test_a_version_is_compared_with_the_best_one_before_it(folder):
    compared(basic, [4.0, 6.0])
    assert "is 4.00 smaller than" in compared(minmax, [0.0, 2.0])
    assert "is 2.00 smaller than" in compared(heuristic, [3.0, 3.0])


def test_a_first_player_that_is_measured_again_is_not_compared_with_later_ones(folder):
    """As when all cells run: the first player, and then the last one."""
    compared(basic, [0.0, 1.0])
    once = compared(minmax, [4.0, 6.0])
    assert "same 20 deals" in once
    assert "same 20 deals" not in compared(basic, [0.0, 1.0])
    assert "is 4.50 larger than" in compared(minmax, [4.0, 6.0])


def test_another_version_is_compared_on_the_deals_that_both_played(folder):
    from hearts_findings import measured
    from playfunc_workbook import hearts

    assert "Better" not in repr(hearts.checkpoint(basic.play, "naive", deals=12))
    shown = repr(hearts.checkpoint(heuristic.play, "naive", deals=10))
    old, new = (points_over(measured(player.play, "naive", 10).records) for player in (basic, heuristic))
    changes = [now - before for now, before in zip(new, old, strict=True)]
    spread = 2.262 * stdev(changes) / 10**0.5  # Student's t with 9 degrees of freedom, from a table
    mean, old_name = fmean(changes), f"`play` of {read_history(folder)[0].when}"
    assert (
        f"On the same 10 deals the advantage over the opponent, in points a hand, is {abs(mean):.2f}" in shown
    )
    told = re.compile(
        rf"that of {re.escape(old_name)} \(95% interval of the change ([-+.\d]+) to ([-+.\d]+)\)"
    )
    assert [float(end) for end in told.search(shown).groups()] == pytest.approx(
        [mean - spread, mean + spread], abs=0.1
    )
    again = repr(hearts.checkpoint(heuristic.play, "naive", deals=10))
    assert told.search(again).groups() == told.search(shown).groups()


def test_a_history_of_an_earlier_release_is_read(folder):
    add(100)
    kept = json.loads((folder / FILE).read_text())
    for entry in kept["measured"]:
        del entry["name"], entry["advantages"]
    (folder / FILE).write_text(json.dumps(kept))
    assert "damaged" not in repr(add(200, minmax))
    assert [entry.found for entry in read_history(folder)] == [100, 200]


def test_the_oldest_are_dropped(folder, monkeypatch):
    monkeypatch.setattr("playfunc_workbook.history.KEPT", 3)
    for mean in range(5):
        add(mean)
    assert [entry.found for entry in read_history(folder)] == [2, 3, 4]
    assert KEPT >= 100


@pytest.mark.parametrize("damaged", ["", "[]", '{"measured": [{"what": "rating"}]}', "\x00\x00"])
def test_a_damaged_file_is_named_and_left_alone(folder, damaged):
    (folder / FILE).write_text(damaged)
    assert "history.json beside the notebook is damaged" in repr(add(100))
    assert (folder / FILE).read_text() == damaged


def test_a_folder_that_cannot_be_written_is_named(folder, monkeypatch):
    def refused(*arguments):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("playfunc_workbook.history.write_whole", refused)
    assert "history.json could not be written: Read-only file system." in repr(add(100))


def test_nothing_is_kept_where_no_notebook_is(folder):
    (folder / "hearts.ipynb").unlink()
    assert add(100) is None
    assert not (folder / FILE).exists()


def test_nothing_is_kept_where_a_course_has_its_sources(monkeypatch):
    """What lies there is released to students."""
    monkeypatch.chdir(source_path("hearts").parent)
    assert add(100) is None
    assert not (source_path("hearts").parent / FILE).exists()


# Whether a player has changed.
SOURCE = """
import functools
from dataclasses import dataclass

DEPTH = 3
WORLDS = {2: 1, 4: 10}
CACHE = {number: number for number in range(200)}

@dataclass
class Memory:
    gone: tuple = ()
    def more(self, card):
        return Memory((*self.gone, card))

@functools.lru_cache
def helper(card):
    return card + DEPTH

def unused():
    return 1

def play(hand):
    CACHE[len(CACHE)] = 1
    best = lambda card: helper(card) + WORLDS[2]
    return max(hand, key=best), Memory().more(hand)
"""


def print_of(source):
    module = types.ModuleType("notebook")
    exec(source, module.__dict__)
    return fingerprint([module.play]), module


def test_the_same_code_run_again_is_the_same_player():
    assert print_of(SOURCE)[0] == print_of("\n\n" + SOURCE)[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("DEPTH = 3", "DEPTH = 4"),
        ("4: 10", "4: 20"),
        ("card + DEPTH", "card - DEPTH"),
        ("helper(card) +", "helper(card) -"),
        ("*self.gone, card", "card, *self.gone"),
        ("gone: tuple = ()", "gone: tuple = (1,)"),
        ("return max", "return min"),
        ("@functools.lru_cache\n", ""),
        ("@functools.lru_cache\n", "@functools.lru_cache(20)\n"),
    ],
)
def test_any_change_of_what_the_player_uses_is_seen(old, new):
    assert old in SOURCE
    assert print_of(SOURCE)[0] != print_of(SOURCE.replace(old, new))[0]


@pytest.mark.parametrize(
    ("old", "new"), [("return 1\n", "return 2\n"), ("# ", "#"), ("DEPTH = 3", "DEPTH = 3 # so far")]
)
def test_what_it_does_not_use_is_not(old, new):
    assert print_of(SOURCE)[0] == print_of(SOURCE.replace(old, new))[0]


def test_a_cache_that_grows_is_no_change():
    before, module = print_of(SOURCE)
    module.play((1, 2))
    assert fingerprint([module.play]) == before


def test_a_function_that_calls_itself_is_read_once():
    source = (
        "def play(hand):\n    return play(hand[1:]) if hand else helper()\ndef helper():\n    return play\n"
    )
    assert print_of(source)[0] == print_of(source)[0]
