"""Which line was the student's own, and what its values were."""

import json
import sys
from pathlib import Path

from playfunc import Card
from playfunc_checks.source_lines import describe_line, is_own, line_of_dump, place


def test_the_innermost_line_that_is_no_librarys_is_told_with_its_values():
    hand, many = (Card("C2"), Card("HA")), list(range(100))
    text = describe_line(sys._getframe())
    assert (
        "of `test_the_innermost_line_that_is_no_librarys_is_told_with_its_values`, test_source_lines.py"
        in text
    )
    assert "\n    text = describe_line(sys._getframe())\n" in text
    assert "\n    hand = (C2, HA)\n" in text
    assert len(hand) < len(many)
    assert "\n    many = [0, 1, 2, 3, 4, 5, 6, 7, ...]" in text


def test_a_long_value_is_cut():
    memo = {(tuple(range(9)), number): [{1: tuple(range(9))}] * 9 for number in range(9)}
    [line] = [
        line for line in describe_line(sys._getframe()).splitlines() if line.startswith("    memo = {((0, 1")
    ]
    assert len(memo) == 9
    assert len(line) <= len("    memo = ") + 100
    assert line.endswith(" ...")


def test_a_method_is_named_with_its_class():
    class World:
        def play(self):
            return describe_line(sys._getframe())

    assert ".World.play`, test_source_lines.py" in World().play()


def test_a_value_that_cannot_be_shown_is_said_so():
    class Secret:
        def __repr__(self):
            raise ValueError

    value = Secret()
    assert "value = (a Secret that cannot be shown)" in describe_line(sys._getframe())
    del value


def test_pythons_and_our_own_code_is_nobodys_own():
    assert not is_own(json.__file__)
    assert not is_own(describe_line.__code__.co_filename)
    assert not is_own("<frozen importlib._bootstrap>")
    assert is_own(__file__)
    assert describe_line(None) == ""


def test_a_dump_of_faulthandler_names_the_same_line():
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("def test_a_dump"))
    dump = (
        "Stack (most recent call first):\n"
        f'  File "{json.__file__}", line 3 in loads\n'
        f'  File "{__file__}", line {number} in legal\n'
    )
    assert line_of_dump(dump) == f"Line {number} of `legal`, test_source_lines.py:\n    {lines[number - 1]}"
    assert line_of_dump("") == ""


def test_a_cell_is_called_as_the_notebook_calls_it(monkeypatch):
    class Compiler:
        def format_code_name(self, name):
            return ("Cell", "In[3]") if name == "/tmp/ipykernel_1/2.py" else None

    class Shell:
        compile = Compiler()

    class IPython:
        get_ipython = staticmethod(Shell)

    monkeypatch.setitem(sys.modules, "IPython", IPython)
    assert place("/tmp/ipykernel_1/2.py") == "In [3]"
    assert place("/home/ana/player.py") == "player.py"
