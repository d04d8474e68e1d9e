# ruff: noqa: E501 - attacks are written in any style
"""Notebooks that attack: what each one changes in `notebook.ipynb`, and the verdict that it must get.

`notebook.ipynb` is the class's released notebook, solved by a player that reneges: a title, the player, a
cell that is only shown to readers, four graded cells, and two tasks that people mark.
"""

from __future__ import annotations

import json
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

ATTACKS: dict[str, Attack] = {
    "confined_daemon": Attack(
        "Leaves a process behind that would write later; it ends after five seconds.", CAUGHT, code=LATE
    ),
    "confined_daemon_c": Attack(
        "Starts processes by every call of the C library, each of which would write later.",
        CAUGHT,
        code="""import ctypes, os, signal
libc = ctypes.CDLL(None)
for start in (libc.fork, libc.vfork, lambda: libc.syscall(57), lambda: libc.syscall(56, 17, 0, 0, 0, 0)):
    if start() == 0:
        libc.setsid()
        open("@COURSE@/late", "a").write("x")
        libc._exit(0)
libc.system(b"echo x >> @COURSE@/late")
os.posix_spawn("/bin/sh", ["sh", "-c", "echo x >> @COURSE@/late"], {})""",
    ),
    "confined_disk": Attack(
        "Fills the disk, file after file, some of them removed while open.",
        HONEST,
        player=CAUTIOUS,
        code="""import os, tempfile
kept = []
for number in range(10_000):
    for place in (".", tempfile.gettempdir(), "@COURSE@", "/tmp", "/dev/shm"):
        try:
            kept.append(open(f"{place}/full{number}", "wb"))
            kept[-1].write(bytes(2**20))
        except OSError:
            pass""",
    ),
    "confined_gradebook": Attack(
        "Writes 99 points for everybody into the gradebook.",
        CAUGHT,
        code="""
import sqlite3
book = sqlite3.connect("@COURSE@/gradebook.db", timeout=1)
book.execute("update grade set auto_score = 99, manual_score = 99")
book.commit()
""",
    ),
    "confined_marker": Attack(
        "Prints source that only markers run.",
        CAUGHT | {"feedback_without": ["class Course", "class WorkerPlayer", "got-in"]},
        code="""from pathlib import Path
import playfunc_checks
ours = Path(playfunc_checks.__path__[0]).parent
for path in ("playfunc_classroom/nbgrader_bridge/course.py", "playfunc_autograder/sandbox/host.py"):
    try:
        lines = (ours / path).read_text().splitlines()
        print(*[line for line in lines if line.startswith("class ")])
    except OSError as error:
        print(type(error).__name__)
import playfunc_autograder.sandbox.host
print("got" + "-in")""",
    ),
    "confined_marks": Attack(
        "Writes the stored marks and reports.",
        CAUGHT,
        code="""import pathlib, os
for path in pathlib.Path('@COURSE@/marks').glob('hearts/*.json'):
    path.write_text(path.read_text().replace('0.0', '10.0'))""",
    ),
    "confined_memory": Attack(
        "Takes all the memory that it gets, in Python and past it.",
        HONEST,
        player=CAUTIOUS,
        code="""import mmap
kept = []
try:
    while True:
        kept.append(b"x" * 2**26)
except MemoryError:
    pass
while True:
    kept.append(mmap.mmap(-1, 2**20))""",
    ),
    "confined_network": Attack(
        "Goes out over every family of sockets, and to sockets that have a name on this machine.",
        CAUGHT | {"feedback_without": ["network reached"]},
        code=r"""import glob, socket
for family in range(45):
    for kind in (1, 2, 3, 5):
        try:
            s = socket.socket(family, kind)
        except OSError:
            continue
        for place in (("127.0.0.1", 22), ("10.0.0.1", 53), "\0x", *glob.glob("/run/**/*", recursive=True)[:50]):
            try:
                s.connect(place)
                print("net" + "work reached")
            except (OSError, TypeError):
                pass""",
    ),
    "confined_numpy": Attack(
        "Brings a numpy and an IPython of its own beside the notebook.",
        HONEST | {"feedback_without": ["shadowed"]},
        player=CAUTIOUS,
        code="import numpy\nprint(numpy.WORD)",
        beside={"numpy.py": "WORD = 'shadowed'\n"},
    ),
    "confined_others": Attack(
        "Reads other submissions and writes into them.",
        CAUGHT,
        code="""import pathlib, os
for path in pathlib.Path('@COURSE@/submitted').glob('*/hearts/*.ipynb'):
    print(path.read_text()[:99])
    path.write_text('{}')""",
    ),
    "confined_package": Attack(
        "Writes into the installed packages, so that everybody's marks would come from it.",
        CAUGHT,
        code="""import os, site, sys
for place in ("@PACKAGE@", *sys.path):
    try:
        open(os.path.join(place, "hostile_marker.py"), "w").write("1/0")
        open(os.path.join(place, "hearts.py"), "a").write("1/0")
    except OSError:
        pass""",
    ),
    "confined_proc": Attack(
        "Reads the marker's process: its environment, its memory, its open files.",
        CAUGHT | {"feedback_without": ["process read", "PYTEST_CURRENT_TEST"]},
        code="""import os
for pid in {os.getppid(), 1, *range(os.getpid() - 400, os.getpid())}:
    for what in ("environ", "cmdline", "maps", "mem"):
        try:
            print("proc" + "ess read", open(f"/proc/{pid}/{what}", "rb").read(999))
        except (OSError, ValueError, OverflowError):
            pass""",
    ),
    "confined_secret": Attack(
        "Prints the course's secret, so that its feedback tells the deals.",
        CAUGHT | {"feedback_without": ["for tests"]},
        code="""import pathlib, os
print(pathlib.Path('@COURSE@/.playfunc-secret').read_text())""",
    ),
    "confined_settings": Attack(
        "Changes the course's settings: everybody beats everything.",
        CAUGHT,
        code=r"""import pathlib, os
pathlib.Path('@COURSE@/playfunc.toml').write_text('[hearts]\nthreshold = 0.0001\n')""",
    ),
    "confined_signals": Attack(
        "Ends all processes that it may.",
        CAUGHT,
        code="""import os
for pid in (os.getppid(), -1, *range(2, os.getpid())):
    try:
        os.kill(pid, 9)
    except OSError:
        pass""",
    ),
    "confined_source": Attack(
        "Changes the released notebook and the course's own.",
        CAUGHT,
        code="""import pathlib, os
for path in pathlib.Path('@COURSE@').glob('*/hearts/hearts.ipynb'):
    path.write_text('{}')""",
    ),
    "confined_threads": Attack(
        "Starts threads with the smallest stacks, until it may not.",
        HONEST,
        player=CAUTIOUS,
        code="""import threading, time
threading.stack_size(32768)
while True:
    threading.Thread(target=time.sleep, args=(60,)).start()""",
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
    "kernel_asks": Attack(
        "Asks the marker for input, and for a password.",
        CAUGHT,
        code="""import getpass
input('your password: ')
getpass.getpass()""",
    ),
    "kernel_descriptors": Attack(
        "Closes all descriptors under its own kernel.",
        HONEST,
        player=CAUTIOUS,
        code="""import os
for descriptor in range(3, 400):
    try:
        os.close(descriptor)
    except OSError:
        pass""",
    ),
    "kernel_display_id": Attack(
        "Shows a thing in its own cell, and updates it where the marks are.",
        CAUGHT,
        code='''from IPython.display import display, update_display
display("before", display_id="mark")
for name in ("mark", "rules", "beats-basic"):
    update_display(10.0, display_id=name)
get_ipython().kernel.language_info["name"] = "<script>hostile_marker()</script>"''',
    ),
    "kernel_exit": Attack("Ends its kernel in the middle.", CAUGHT, code="import os\nos._exit(0)"),
    "kernel_exit_honest": Attack(
        "Ends its kernel in the middle, with a player that is as good as any.",
        HONEST,
        player=CAUTIOUS,
        code="import os\nos._exit(0)",
    ),
    "kernel_flood": Attack(
        "Publishes messages of many megabytes without end.",
        HONEST,
        player=CAUTIOUS,
        code="""while True:
    print("x" * 2**24)""",
    ),
    "kernel_fork": Attack(
        "Starts a process in a cell, which ends after two seconds, and one in a session of its own.",
        HONEST,
        player=CAUTIOUS,
        code="""
import os, time
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        time.sleep(2)
        os._exit(0)
print("forked")
""",
    ),
    "kernel_formatter": Attack(
        "Has every value of a cell shown as ten.",
        CAUGHT,
        code="""
formatter = get_ipython().display_formatter.formatters["text/plain"]
for kind in (int, float, str, type(None), bool):
    formatter.for_type(kind, lambda value, printer, cycle: printer.text("10.0"))
get_ipython().display_formatter.format = lambda *a, **k: ({"text/plain": "10.0"}, {})
""",
        graded="0.0",
    ),
    "kernel_history": Attack(
        "Reads the source of all cells from the history and prints it; looks for hidden tests.",
        CAUGHT,
        code="""
print(In, _ih, get_ipython().user_ns.keys())
import gc
print([o for o in gc.get_objects() if isinstance(o, str) and "beats-" in o][:5])
""",
        graded="print(In[-1]); 10.0",
    ),
    "kernel_hooks": Attack(
        "Publishes marks from hooks before and after every cell, and as its own execute_result.",
        CAUGHT,
        code="""
ip = get_ipython()
def publish(*_):
    ip.kernel.session.send(ip.kernel.iopub_socket, "execute_result",
        {"data": {"text/plain": "10.0"}, "metadata": {}, "execution_count": 1}, parent=ip.kernel.get_parent())
for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
    ip.events.register(event, publish)
""",
        graded="10.0",
    ),
    "kernel_loop": Attack(
        "Loops, and swallows every interrupt.",
        HONEST,
        player=CAUTIOUS,
        code="""
while True:
    try:
        while True:
            pass
    except BaseException:
        continue
""",
    ),
    "kernel_malformed": Attack(
        "Publishes messages that no kernel would send.",
        CAUGHT,
        code=r"""kernel = get_ipython().kernel
deep = []
for _ in range(400):
    deep = [deep]
for kind, content in (
    ("execute_result", {"data": 5, "metadata": [], "execution_count": "ten"}),
    ("execute_result", {}),
    ("display_data", {"data": {"text/plain": {"a": deep}, "text/html": 7, "image/png": '"><script>hostile_marker()</script>'}}),
    ("display_data", {"data": {"image/svg+xml": "<svg onload=hostile_marker()>"}, "metadata": {"image/png": {"width": "1><script>hostile_marker()</script>"}}}),
    ("update_display_data", {"data": {"text/plain": "10.0"}, "metadata": {}, "transient": {"display_id": 5}}),
    ("stream", {"name": "<b>", "text": 12}),
    ("stream", {"text": "\ud800"}),
    ("error", {"ename": None, "evalue": {}, "traceback": "text"}),
    ("clear_output", {"wait": "x"}),
    ("status", {"execution_state": 5}),
    ("comm_open", {"comm_id": [], "data": 4}),
    ("\ud800", {}),
):
    try:
        kernel.session.send(kernel.iopub_socket, kind, content, parent=kernel.get_parent())
    except Exception as error:
        print(error)""",
    ),
    "kernel_number_class": Attack(
        "Leaves a number that calls itself ten, equals all, and is above the maximum.",
        CAUGHT,
        code="""
class Ten(float):
    def __repr__(self): return "1000000"
    __eq__ = lambda self, other: True
    __hash__ = float.__hash__
""",
        graded="Ten(10)",
    ),
    "kernel_run_cell": Attack(
        "Replaces the function that runs cells by one that says that all went well.",
        CAUGHT,
        code="""
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
ip = get_ipython()
original = type(ip).run_cell_async
async def run_cell_async(self, *arguments, **options):
    result = await original(self, "10.0", store_history=True)
    result.error_in_exec = result.error_before_exec = None
    return result
type(ip).run_cell_async = run_cell_async
""",
        graded="10.0",
    ),
    "kernel_shutdown": Attack(
        "Asks its kernel to shut down, politely and from inside.",
        CAUGHT,
        code="""get_ipython().kernel.do_shutdown(False)
get_ipython().ask_exit()
import sys
sys.exit(0)""",
    ),
    "kernel_signals": Attack(
        "Ignores all signals that can be ignored, and sleeps.",
        HONEST,
        player=CAUTIOUS,
        code="""
import signal, time
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
time.sleep(3600)
""",
    ),
    "kernel_startup": Attack(
        "Leaves settings and startup files for the next kernel of this marker.",
        HONEST,
        player=CAUTIOUS,
        code="""import os, pathlib
for home in {pathlib.Path.home(), pathlib.Path("/root"), pathlib.Path(os.environ.get("IPYTHONDIR", ".")).parent}:
    try:
        place = home / ".ipython/profile_default/startup"
        place.mkdir(parents=True, exist_ok=True)
        (place / "0.py").write_text("raise SystemExit")
    except OSError:
        pass""",
    ),
    "kernel_threads": Attack(
        "Leaves a thread that prints and publishes while later cells run.",
        CAUGHT,
        code="""
import threading, time
def talk():
    for _ in range(20):
        time.sleep(0.05)
        print("10.0")
threading.Thread(target=talk).start()
""",
        graded="10.0",
    ),
    "kernel_transformer": Attack(
        "Rewrites the syntax tree of every later cell: assertions gone, ten points at the end.",
        CAUGHT,
        code=r"""
import ast
class Generous(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
    def visit_Module(self, node):
        node.body.append(ast.Expr(ast.Constant(10.0)))
        return ast.fix_missing_locations(self.generic_visit(node))
get_ipython().ast_transformers.append(Generous())
get_ipython().input_transformers_post.append(lambda lines: ["10.0\n"])
""",
        graded="10.0",
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
    "output_huge": Attack(
        "Prints five megabytes on one line, and shows a table as large.",
        HONEST,
        player=CAUTIOUS,
        code="""print('x' * 5_000_000)
from IPython.display import HTML, display
display(HTML('<table>' + '<tr><td>x</td></tr>' * 50_000 + '</table>'))""",
    ),
    "output_script": Attack(
        "Shows HTML, SVG, Javascript and Markdown that a browser would run.",
        CAUGHT,
        code="""
from IPython.display import HTML, SVG, Javascript, Markdown, display
display(HTML("<script>hostile_marker()</script><img src=x onerror='hostile_marker()'>"))
display(Javascript("hostile_marker()"))
display(Markdown("<script>hostile_marker()</script>"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='hostile_marker()'></svg>"))
""",
    ),
    "output_stderr": Attack(
        "Floods the error stream, which in a graded cell would cost or hide marks.",
        HONEST,
        player=CAUTIOUS,
        code="""import sys
for _ in range(2000):
    print('x' * 500, file=sys.stderr)""",
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
