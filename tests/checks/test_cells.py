"""A cell's Python, read as Jupyter reads it."""

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from playfunc_checks.cells import LONGEST, defined_names, read_cell

COMMANDS = [
    ("!pip install numpy\nx = 1", [1]),
    ("x = 1\n%timeit 1 + 1", [2]),
    ("x = 1\nx?\ny = 2", [2]),
    ("?x\nx = 1", [1]),
    ("files = !ls\nx = 1", [1]),
    ("\n\n%matplotlib inline\nx = 1", [3]),
    ("for i in (1, 2):\n    %time i\nx = 1", [2]),
    ("if True:\n    !ls \\\n  -l\nx = 1", [2, 3]),
    ("%%time\nx = 1", [1]),
    ("\n%%capture out\n\n%%time\n%pip list\nx = 1", [2, 4, 5]),
    ("%%prun\nfrom __future__ import annotations\nx = 1", [1]),
]


@pytest.mark.parametrize(("text", "lines"), COMMANDS)
def test_what_is_left_out_is_named_and_the_rest_keeps_its_lines(text, lines):
    code = read_cell(text)
    assert [number for number, _ in code.commands] == lines
    assert [command for _, command in code.commands] == [text.splitlines()[n - 1].strip() for n in lines]
    compile(code.source, "cell", "exec")
    kept = code.source.splitlines()
    assert len(kept) == len(text.splitlines())
    assert kept[text.splitlines().index("x = 1")] == "x = 1"


@pytest.mark.broad
def test_endless_commands_are_read_in_the_end():
    assert len(read_cell("%%time\n" * 5000 + "x = 1").commands) == 5000
    code = read_cell("!ls\n" * 5000 + "x = 1")
    assert 0 < len(code.commands) < 5000


def test_a_line_that_only_looks_like_a_command_hides_no_other():
    code = read_cell("%pip list\nlambda: 1?\nx = 1\n!ls\n")
    assert code.commands == ((1, "%pip list"), (4, "!ls"))


@pytest.mark.parametrize(
    "text",
    [
        "x = (7\n     % 3)",
        's = """\n%time\n!ls\n?s\n"""',
        "# play?\nx = 1",
        "x = 'a\\\n%%time'",
        "",
    ],
)
def test_python_stays_as_it_is(text):
    assert read_cell(text).source == text
    assert not read_cell(text).commands


@pytest.mark.parametrize(
    "text", ["    x = 1\n    y = 2\n", ">>> x = 1\n>>> y = 2\n", "In [1]: def f():\n   ...:     return 1\n"]
)
def test_prompts_and_a_common_indentation_are_taken_away_as_ipython_does(text):
    assert read_cell(text).source == TransformerManager().transform_cell(text)


@pytest.mark.parametrize("magic", ["bash", "writefile p.py", "html", "javascript", "nobody_knows"])
def test_a_cell_magic_whose_body_is_not_the_notebook_s_python_is_named(magic):
    code = read_cell(f"%%{magic}\nx = 1")
    assert (code.source, code.language) == ("", f"%%{magic.split()[0]}")


@pytest.mark.parametrize("text", ["def f(:\n", "x = '\0'", "%time \0", "x = 1\n" * LONGEST + "!ls"])
def test_what_cannot_be_read_stays_for_python_to_refuse(text):
    assert read_cell(text).source == text
    assert not read_cell(text).commands


def test_names_of_a_cell():
    text = "%time\nimport a.b\nfrom c import d as e\nf: int = 1\ndef g(h):\n    i = 1\nclass J: ...\n"
    assert defined_names(text) == {"a", "e", "f", "g", "J"}
    assert defined_names(text, imports=False) == {"f", "g", "J"}
    assert defined_names("def f():\n    return (\n") == {"f"}
