# ruff: noqa: E501 - attacks are written in any style
"""Notebooks that attack: what each one changes in `notebook.ipynb`, and the verdict that it must get.

`notebook.ipynb` is the class's released notebook, solved by a player that reneges: a title, the player, a
cell that is only shown to readers, four graded cells, and two tasks that people mark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course_fixture import CAUTIOUS, RENEGES

RELEASED = Path(__file__).with_name("notebook.ipynb")

PLAYER, READERS = 1, 2
GRADED = slice(4, 7)
"""Where the cells stand in the notebook; `GRADED` are those with points."""

Notebook = dict[str, Any]

CAUGHT = {"loads": "passed", "rules": "failed", "points": "none"}
REFUSED = {"loads": "failed", "points": "none"}
HONEST = {"loads": "passed", "rules": "passed", "points": "honest"}


@dataclass(frozen=True)
class Attack:
    """One attacker's notebook, and what comes with it.

    `expects`: verdicts by check; `points` that are "none", those of an "honest" student with the same player,
    or "any"; text that feedback must not hold (`feedback_without`). `player` and `code` are the source of the
    player's cell and of the cell for readers; `graded` replaces that of the graded cells, which lose their
    tags; then `change` does the rest. `beside` holds files that are handed in beside the notebook, by name,
    `links` those that are links to elsewhere; `student` is the student's name where that is the attack.

    `@COURSE@` and `@PACKAGE@` stand for where the course and our package lie; real attackers have to guess.
    """

    about: str
    expects: dict[str, Any]
    player: str = RENEGES
    code: str = "print('shown to readers')"
    graded: str | None = None
    change: Callable[[Notebook], None] | None = None
    beside: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    student: str = ""


def notebook_text(name: str) -> str:
    """The attacker's notebook as it is handed in; its metadata says what it attacks."""
    attack = ATTACKS[name]
    notebook: Notebook = json.loads(RELEASED.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    cells[PLAYER]["source"] = attack.player.splitlines(keepends=True)
    cells[READERS]["source"] = attack.code.splitlines(keepends=True)
    for cell in cells[GRADED] if attack.graded else ():
        cell["source"] = [attack.graded]
        cell["metadata"]["tags"] = []
    parts = {key: getattr(attack, key) for key in ("about", "expects", "beside", "links", "student")}
    notebook["metadata"]["playfunc_hostile"] = {key: part for key, part in parts.items() if part}
    if attack.change:
        attack.change(notebook)
    text = json.dumps(notebook, indent=0, sort_keys=True) + "\n"  # no indentation: some are nested deeply
    return text.replace('"@LONG_NUMBER@"', "9" * 10_000)  # which Python does not write


LATE = """
import os, time
if os.fork() == 0:
    os.setsid()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        time.sleep(0.1)
        open("@COURSE@/late", "a").write("x")
    os._exit(0)
"""

SCRIPT = "<script>hostile_marker()</script>"

DOCUMENT_SCRIPT = f'{SCRIPT}<iframe srcdoc="<script>parent.hostile_marker()</script>"></iframe>'

CELLS = Path(__file__).with_name("notebook_cells.py")


def _attacks_by_cells() -> dict[str, Attack]:
    found = {}
    pattern = r"# %% (\w+) \| (\w+) \| (.*)\n(?:# hides: (.*)\n)?((?:(?!# %% |# graded: ).*\n)*)(?:# graded: (.*)\n)?"
    for name, verdict, about, hidden, code, graded in re.findall(pattern, CELLS.read_text(encoding="utf-8")):
        player, expects = {"caught": (RENEGES, CAUGHT), "honest": (CAUTIOUS, HONEST)}[verdict]
        expects = expects | ({"feedback_without": hidden.split(", ")} if hidden else {})
        found[name] = Attack(about, expects, player, code, graded or None)
    return found


ATTACKS: dict[str, Attack] = {
    **_attacks_by_cells(),
    "confined_daemon": Attack(
        "Leaves a process behind that would write later; it ends after five seconds.", CAUGHT, code=LATE
    ),
    "confined_numpy": Attack(
        "Brings a numpy and an IPython of its own beside the notebook.",
        HONEST | {"feedback_without": ["shadowed"]},
        player=CAUTIOUS,
        code="import numpy\nprint(numpy.WORD)",
        beside={"numpy.py": "WORD = 'shadowed'\n"},
    ),
    "exception_script": Attack(
        "Raises an exception whose name and text are HTML, in the player and in the notebook.",
        CAUGHT,
        player="""
def play(player_id, hand, trick, previous):
    print("<script>hostile_marker()</script>")
    raise type("<script>hostile_marker()</script>", (Exception,), {})("<script>hostile_marker()</script>")
""",
        code="raise type('<script>hostile_marker()</script>', (Exception,), {})('<script>hostile_marker()</script>')",
    ),
    "helper_beside": Attack(
        "Imports a helper file from beside the notebook.",
        REFUSED,
        player="import helper\n" + CAUTIOUS,
        beside={"helper.py": "x = 1\n"},
    ),
    "link_to_other": Attack(
        "Is a link to somebody else's notebook.",
        REFUSED,
        links={"hearts.ipynb": "../../ann/hearts/hearts.ipynb"},
    ),
    "link_to_secret": Attack(
        "Hands in a player that is a link to the course's secret, which a syntax error would show.",
        REFUSED | {"feedback_without": ["for tests"]},
        player="# write your code here",
        links={"player.py": "../../../.playfunc-secret"},
    ),
    "memory_script": Attack(
        "Remembers HTML that shows in the facts about its memory.",
        HONEST,
        player=CAUTIOUS.replace(', ""\n', f', "</pre>{SCRIPT}"\n'),
    ),
    "name_formula": Attack(
        "Comes from a student whose name a spreadsheet would run.",
        HONEST,
        player=CAUTIOUS,
        student="=cmd|' calc'!A0",
    ),
    "name_html": Attack(
        "Comes from a student whose name is HTML.",
        HONEST,
        player=CAUTIOUS,
        student="<img src=x onerror=hostile_marker()>",
    ),
    "player_beside": Attack(
        "Hands in another player beside a notebook that was written in.",
        CAUGHT,
        beside={"player.py": CAUTIOUS},
    ),
    "player_beside_broken": Attack(
        "Hands in a player beside an untouched notebook that is not Python.",
        REFUSED,
        player="# write your code here",
        beside={"player.py": "def play(:\n"},
    ),
    "sitecustomize_beside": Attack(
        "Brings sitecustomize, usercustomize and modules named as ours, beside the notebook.",
        CAUGHT,
        beside={
            "sitecustomize.py": "import os\nos._exit(0)\n",
            "usercustomize.py": "1/0\n",
            "playfunc.py": "1/0\n",
            "playfunc_autograder.py": "1/0\n",
            "msgspec.py": "1/0\n",
        },
    ),
    "source_chain": Attack(
        "Has a chain of branches that Python runs and no walk through its tree gets to the end of.",
        HONEST,
        player=CAUTIOUS
        + "\n\ndef helper(x):\n    if x: pass\n"
        + "".join(f"    elif x == {number}: pass\n" for number in range(400)),
    ),
    "source_docstring": Attack(
        "Has script in its docstrings, names and comments.",
        HONEST,
        player=CAUTIOUS
        + '''

def helper():
    """<script>hostile_marker()</script>"""
    # </script><script>hostile_marker()</script>
''',
    ),
    "source_nested": Attack(
        "Is nested too deeply for any reader of Python.",
        {"points": "any"},
        player=CAUTIOUS + f"\nx = {'(' * 300}{')' * 300}\na{'.a' * 900} = 1\n",
    ),
    "source_null": Attack("Has null bytes in its source.", REFUSED, player=CAUTIOUS + "\n\0\n"),
    "source_number": Attack(
        "Has numbers that Python reads and cannot write in decimal, one of them where a name is expected.",
        HONEST,
        player=f"D = {{}}\nD[0x{'f' * 5000}] = 1\n" + CAUTIOUS,
    ),
    "source_surrogate": Attack(
        "Has half a character in its source, which no file can hold.",
        {"points": "any"},
        player=CAUTIOUS + '\nODD = "\ud800"\n',
    ),
}


def attack(about: str, expects: dict[str, Any], **parts: Any) -> Callable[..., Callable[[Notebook], None]]:
    """List the decorated function, which changes a notebook, as the attack of its name."""

    def listed(change: Callable[[Notebook], None]) -> Callable[[Notebook], None]:
        ATTACKS[change.__name__] = Attack(about, expects, change=change, **parts)
        return change

    return listed


@attack("Cell ids that repeat, are empty, far too long, numbers, or HTML.", HONEST, player=CAUTIOUS)
def cell_ids(notebook: Notebook) -> None:
    ids = ("same", "same", SCRIPT, "", "x" * 500, 7, None, "../../x", "same")
    for cell, cell_id in zip(notebook["cells"], ids, strict=True):
        cell["id"] = cell_id


@attack("Deletes all graded cells and tasks.", HONEST, player=CAUTIOUS)
def cells_deleted(notebook: Notebook) -> None:
    del notebook["cells"][3:]


@attack("Has every cell three times, graded ones with ten points.", CAUGHT)
def cells_duplicated(notebook: Notebook) -> None:
    notebook["cells"] = [cell for cell in notebook["cells"] for _ in range(3)]


@attack("Nothing but the player's cell, without nbgrader's metadata.", HONEST, player=CAUTIOUS)
def cells_player_only(notebook: Notebook) -> None:
    player = notebook["cells"][PLAYER]
    player["metadata"] = {"tags": ["player"]}
    notebook["cells"] = [player]


@attack("Tags the graded cells as the player's and takes the tag from the player.", {"points": "none"})
def cells_retagged(notebook: Notebook) -> None:
    notebook["cells"][PLAYER]["metadata"]["tags"] = []
    for cell in notebook["cells"][GRADED]:
        cell["metadata"]["tags"] = ["player"]
        cell["source"] = ["import os\n", "os.environ['x'] = 'y'\n", "10.0"]


@attack("All cells in the opposite order, some deleted.", HONEST, player=CAUTIOUS, code="1\n")
def cells_reversed(notebook: Notebook) -> None:
    notebook["cells"] = [notebook["cells"][index] for index in (8, 7, 6, 4, READERS, PLAYER, 0)]


@attack("Swaps the grade ids of its own cell and a graded one.", {"points": "none"})
def grade_ids_swapped(notebook: Notebook) -> None:
    notebook["cells"][PLAYER]["metadata"]["nbgrader"]["grade_id"] = "beats-basic"
    notebook["cells"][4]["metadata"]["nbgrader"]["grade_id"] = "player"


@attack("Gives its graded cells other points, its own cell some, and adds a graded cell.", CAUGHT)
def graded_points(notebook: Notebook) -> None:
    cells = notebook["cells"]
    cells[PLAYER]["metadata"]["nbgrader"] |= {"grade": True, "points": 500}
    for cell in cells[GRADED]:
        cell["metadata"]["nbgrader"] |= {"locked": False, "points": 1000, "solution": True}
        cell["source"] = ["1000"]
    gift = {
        "grade_id": "gift",
        "grade": True,
        "solution": False,
        "locked": False,
        "task": False,
        "points": 500,
        "schema_version": 3,
    }
    cells.append(
        {
            "cell_type": "code",
            "id": "extra",
            "metadata": {"nbgrader": gift},
            "source": ["500.0"],
            "outputs": [],
            "execution_count": None,
        }
    )


@attack("Graded cells edited to show ten points, with the outputs already there.", CAUGHT, graded="10.0")
def graded_prefilled(notebook: Notebook) -> None:
    shown = {
        "output_type": "execute_result",
        "data": {"text/plain": "10.0"},
        "metadata": {},
        "execution_count": 1,
    }
    for cell in notebook["cells"][GRADED]:
        cell |= {"execution_count": 1, "outputs": [shown]}


@attack("Cells whose metadata, source and outputs have other types.", {"points": "any"}, player=CAUTIOUS)
def metadata_cells(notebook: Notebook) -> None:
    notebook["cells"] += [
        {"cell_type": "code", "metadata": None, "source": 5, "outputs": {}},
        {"cell_type": "code", "metadata": [], "source": None},
        {"cell_type": "strange", "metadata": {}, "source": {}},
        {},
    ]


@attack(
    "Metadata and outputs nested hundreds of levels deep, and a number that is none.",
    HONEST,
    player=CAUTIOUS,
    code="1\n",
)
def metadata_deep(notebook: Notebook) -> None:
    deep: Any = []
    for _ in range(300):
        deep = {"a": [deep]}
    title = notebook["cells"][0]
    title["attachments"] = title["metadata"]["deep"] = deep
    notebook["cells"][READERS]["outputs"] = [deep]
    notebook["metadata"] |= {"deep": deep, "nan": float("nan")}


@attack("nbgrader's metadata as lists, texts and numbers.", {"points": "any"}, player=CAUTIOUS)
def metadata_nbgrader(notebook: Notebook) -> None:
    odd = (5, "player", [1], None, {"grade_id": 7}, {"grade_id": ["x"]}, {"grade": "yes"})
    for cell, metadata in zip(notebook["cells"], odd, strict=False):
        cell["metadata"]["nbgrader"] = metadata


@attack(
    "A kernel that does not exist, a language of its own, and another format.",
    {"points": "any"},
    player=CAUTIOUS,
)
def metadata_notebook(notebook: Notebook) -> None:
    notebook["nbformat_minor"] = 99
    notebook["metadata"] |= {
        "kernelspec": {"name": "../../evil", "display_name": "<b>", "language": "bash"},
        "language_info": 5,
        "celltoolbar": [],
    }


@attack("A number of ten thousand digits, which Python does not read.", REFUSED, player=CAUTIOUS, code="1\n")
def metadata_number(notebook: Notebook) -> None:
    notebook["cells"][READERS]["execution_count"] = "@LONG_NUMBER@"


@attack("Claims in its metadata to have been marked already.", CAUGHT)
def metadata_stamp(notebook: Notebook) -> None:
    nought = "0" * 32
    notebook["metadata"]["playfunc"] = {
        "source": nought,
        "settings": nought,
        "code": nought,
        "version": "0.1.0",
    }


@attack("Tags that are a number, a text, or nested.", {"points": "any"}, player=CAUTIOUS)
def metadata_tags(notebook: Notebook) -> None:
    odd = (5, "player", {"a": 1}, [["player"]], None, [7], True, 1.5, "x")
    for cell, tags in zip(notebook["cells"], odd, strict=True):
        cell["metadata"]["tags"] = tags


@attack(
    "Tags that stand twice in one cell, hold commas, or nothing, or HTML.",
    HONEST,
    player=CAUTIOUS,
    code="1\n",
)
def metadata_tags_twice(notebook: Notebook) -> None:
    for cell in notebook["cells"]:
        cell["metadata"]["tags"] = ["y", "y"]
    notebook["cells"][PLAYER]["metadata"]["tags"] = ["player", "player", "a,b", "", "x" * 500, "<b>"]


@attack(
    "Graded cells without an id, with a foreign one, a number, wrong points, and of another type.",
    HONEST,
    player=CAUTIOUS,
    code="1\n",
)
def metadata_unknown(notebook: Notebook) -> None:
    cells = notebook["cells"]
    del cells[PLAYER]["metadata"]["nbgrader"]["grade_id"]
    cells[3]["metadata"]["nbgrader"]["grade_id"] = "not-of-the-course"
    cells[4]["metadata"]["nbgrader"] |= {"checksum": ["x"], "points": "many"}
    cells[5]["metadata"]["nbgrader"]["grade_id"] = 7
    cells[6]["cell_type"] = "markdown"
    del cells[6]["execution_count"], cells[6]["outputs"]


@attack(
    "Formulas, links and diagrams that a browser would make scripts of.",
    CAUGHT | {"feedback_without": [r"\href", r"\require"]},
    code=LATE,
)
def text_formulas(notebook: Notebook) -> None:
    notebook["cells"][0]["source"] = [
        "$\\href{javascript:hostile_marker()}{x}$ and $$\\require{html}\\cssId{a}{b}$$\n",
        "[x](javascript:hostile_marker()) [y](JaVaScRiPt&colon;hostile_marker()) <javascript:hostile_marker()>\n",
        '```mermaid\nclick a href "javascript:hostile_marker()"\n```\n',
        '<a href="&#106;avascript:hostile_marker()">z</a><math><mtext><style><img src=x onerror=hostile_marker()></style>',
    ]


@attack("Raw cells and attachments that a browser would run.", CAUGHT, code=LATE)
def text_raw(notebook: Notebook) -> None:
    name = f'">{SCRIPT}'
    notebook["cells"][0] |= {
        "attachments": {
            name: {"image/png": name},
            "a.svg": {"image/svg+xml": "<svg onload=hostile_marker()>"},
        },
        "source": ["![a](attachment:a.svg)\n", f"![b](attachment:{name})\n"],
    }
    raw = {
        "cell_type": "raw",
        "id": "raw1",
        "metadata": {"format": "text/html", "raw_mimetype": "text/html"},
        "source": [f"{SCRIPT}<img src=x onerror=hostile_marker()>"],
    }
    notebook["cells"].insert(1, raw)


@attack("Writes script into its text cells, attachments and cell metadata.", CAUGHT)
def text_script(notebook: Notebook) -> None:
    text = {
        "cell_type": "markdown",
        "id": "text",
        "metadata": {"x": SCRIPT},
        "source": [
            f"# {SCRIPT}\n",
            "<img src=x onerror='hostile_marker()'>\n",
            "[link](javascript:hostile_marker())",
        ],
    }
    notebook["cells"].insert(0, text)


@attack("Writes script over the tasks that people mark, and over locked text.", CAUGHT, code=LATE)
def text_tasks(notebook: Notebook) -> None:
    for index in (0, 7, 8):
        notebook["cells"][index]["source"] = [DOCUMENT_SCRIPT]
