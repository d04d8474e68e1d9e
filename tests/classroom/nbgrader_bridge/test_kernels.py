"""The kernel that runs a submission: what it reaches, what it may use, and that nothing is left of it."""

import gc
import os
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import nbformat
import playfunc_arena
import playfunc_autograder
import playfunc_classroom
import playfunc_cli
import playfunc_opponents
import psutil
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat.v4 import new_code_cell, new_notebook
from playfunc_autograder.sandbox import Probe, Tier, available_tier
from playfunc_classroom import marks
from playfunc_classroom.marks import UnconfinedError
from playfunc_classroom.nbgrader_bridge import kernels, preprocessors
from playfunc_classroom.nbgrader_bridge.kernels import manager_for
from playfunc_classroom.nbgrader_bridge.preprocessors import NOT_EXECUTED, ExecuteForReaders

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # jupyter_client and zmq warn about themselves
    pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux"),
]

TIERS = list(Tier)[list(Tier).index(available_tier().tier) : 2] if sys.platform == "linux" else []

WAYS_OUT = """
import _thread, ctypes, os, socket, subprocess
from pathlib import Path

libc = ctypes.CDLL(None)

def opens(path, flags=os.O_RDONLY):
    return libc.open(os.fsencode(str(path)), flags, 0o600) >= 0

def makes(family, kind):
    return libc.socket(family, kind, 0) >= 0

def forks():
    child = libc.fork()
    if child == 0:
        libc._exit(0)
    return child > 0 and os.waitpid(child, 0)[0] == child

# Children are waited for: a signal that comes after the last way stops a process that is traced.
ways = {
    "read a file": lambda: opens(SECRET),
    "write a file": lambda: opens(SECRET, os.O_WRONLY),
    "make a file beside it": lambda: opens(SECRET + ".new", os.O_WRONLY | os.O_CREAT),
    "make a file among the sockets": lambda: opens(Path.cwd().parents[1] / "s/x", os.O_WRONLY | os.O_CREAT),
    "change its connection file": lambda: opens(Path.cwd().parents[1] / "connection.json", os.O_WRONLY),
    "read the marker's code": lambda: any([opens(path) for path in MARKERS]),
    "list a home": lambda: bool(os.listdir(HOME)),
    "read the marker's memory": lambda: opens(f"/proc/{MARKER}/environ"),
    "signal the marker": lambda: libc.kill(MARKER, 0) == 0,
    "use TCP": lambda: makes(2, 1),
    "use UDP": lambda: makes(2, 2),
    "use netlink": lambda: makes(16, 3),
    "send to a named socket": lambda: makes(1, 2),
    "connect to a named socket": lambda: socket.socket(1, 1).connect("/nowhere") or True,
    "start a process": forks,
    "run a program": lambda: libc.system(b"true") == 0,
    "start one by posix_spawn": lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)[0] > 0,
    "change a mode": lambda: libc.chmod(os.fsencode(os.getcwd()), 0o700) == 0,
    "trace": lambda: libc.ptrace(0, 0, 0, 0) == 0,
}

def leads(way):
    try:
        return way()
    except OSError:
        return False

print([name for name, way in ways.items() if leads(way)])
"""

MACHINE_CODE = """
import ctypes, os
from pathlib import Path
from playfunc.compiled.native import NATIVE, is_complete
from playfunc_opponents.hearts import exact

print([is_complete() == NATIVE, is_complete(Path(exact.__file__).parent) == NATIVE])

libc = ctypes.CDLL(None)
links = [path for path in Path(os.environ["PLAYFUNC_CACHE"]).rglob("*") if path.is_symlink()]
written = [path for path in links if libc.open(os.fsencode(path), os.O_WRONLY) >= 0]
cut = [path for path in links if libc.truncate(os.fsencode(path), path.stat().st_size) == 0]
print([bool(links), written, cut])
"""
"""Whether it is ready, and whether a cell can change what every later kernel and marker runs."""

WORKBOOK = """
from importlib import import_module
from pkgutil import walk_packages

for name in ("playfunc", "playfunc_opponents", "playfunc_workbook", "playfunc_checks"):
    for module in walk_packages(import_module(name).__path__, name + "."):
        if not module.name.endswith("__main__"):
            import_module(module.name)

from playfunc.games import rules_for
from playfunc_opponents import LADDERS, opponent

print({game: [opponent(rules_for(game, 2), tier).name for tier in each.tiers] for game, each in LADDERS.items()})
"""
"""Imports all that cells may call, and seats every opponent, as a checkpoint does."""


MARKERS = [
    str(path)
    for package in (playfunc_autograder, playfunc_classroom, playfunc_arena, playfunc_cli)
    for path in sorted(Path(package.__path__[0]).rglob("*.py"))
    if path.parent.name != "worker"  # the kernel's own process runs from there
]
"""Every file of ours that a kernel must not read."""


def told(secret: Path) -> str:
    names = {"SECRET": str(secret), "MARKERS": MARKERS, "HOME": str(Path.home()), "MARKER": os.getpid()}
    return "".join(f"{name} = {value!r}\n" for name, value in names.items())


@pytest.fixture
def empty_temporary_folder(tmp_path, monkeypatch):
    """Where kernels put their folders, which must be empty again afterwards."""
    folder = tmp_path / "t"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []
    running = [" ".join(process.info["cmdline"] or ()) for process in psutil.process_iter(["cmdline"])]
    assert not [line for line in running if str(folder) in line]


def run(tier, submission, *cells, **settings):
    """What the cells print, or the name of their error."""
    nb = new_notebook(cells=[new_code_cell(source) for source in cells])
    settings = {"timeout": 600, "startup_timeout": 600, "shutdown_kernel": "immediate", **settings}
    NotebookClient(
        nb, kernel_manager_class=manager_for(tier, submission), allow_errors=True, **settings
    ).execute()
    return [
        "".join(output.get("text", output.get("ename", "")) for output in cell.outputs) for cell in nb.cells
    ]


@pytest.mark.parametrize("tier", TIERS)
def test_a_kernel_works_and_reaches_nothing(tier, tmp_path, empty_temporary_folder):
    submission = tmp_path / "submission"
    submission.mkdir()
    (submission / "numpy.py").write_text("array = 'shadowed'")
    (submission / "helper.py").write_text("WORD = 'helped'")
    secret = tmp_path / "secret"
    secret.write_text("for nobody")
    (submission / "link").symlink_to(secret)
    (submission / "hearts.ipynb").write_text(nbformat.writes(new_notebook()))
    out, beside, saved, cell_one, code, workbook, marker, asker = run(
        tier,
        submission,
        told(secret) + WAYS_OUT,
        "import os, helper, numpy\nprint(helper.WORD, numpy.array([1]), sorted(os.listdir()))",
        "open('x', 'w').write('y')\nos.rename('x', 'z')\nos.mkdir('d')\nprint(open('z').read())",
        "from playfunc_workbook.hearts import *\nprint(callable(check_rules))",
        MACHINE_CODE,
        WORKBOOK,
        "import playfunc_autograder",
        "from playfunc_workbook.self_check import find_asker\nprint(type(find_asker()).__name__)",
    )
    assert out == "[]\n"
    assert beside == "helped [1] ['hearts.ipynb', 'helper.py', 'numpy.py']\n"
    assert saved == "y\n"
    assert cell_one == "True\n"
    assert code == "[True, True]\n[True, [], []]\n"
    assert workbook == f"{ {game: list(each.tiers) for game, each in playfunc_opponents.LADDERS.items()} }\n"
    assert marker in ("ModuleNotFoundError", "PermissionError")
    assert asker == "InProcessAsker\n"
    assert secret.read_text() == "for nobody"


@pytest.mark.long
def test_an_open_kernel_gets_out_by_the_same_ways(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it changes the mode of its current folder
    secret = tmp_path / "secret"
    secret.write_text("for nobody")
    (out,) = run(Tier.C, None, told(secret) + WAYS_OUT)
    assert {"read a file", "read the marker's code", "use TCP", "start a process", "run a program"} <= set(
        eval(out)
    )


@pytest.mark.skipif(not TIERS, reason="nothing confines here")
def test_an_endless_cell_is_interrupted_and_one_that_fills_the_disk_ends_the_kernel(
    empty_temporary_folder, monkeypatch
):
    monkeypatch.setattr(kernels, "_SCRATCH_BYTES", 2**21)
    fill = "import os, time\nfor n in range(4):\n    open(f'f{n}', 'wb').write(os.urandom(2**20))\ntime.sleep(600)"
    client = NotebookClient(
        new_notebook(
            cells=[new_code_cell("while True: pass"), new_code_cell("print('goes on')"), new_code_cell(fill)]
        ),
        kernel_manager_class=manager_for(TIERS[0], None),
        timeout_func=lambda cell: 1 if "while" in cell.source else 600,
        interrupt_on_timeout=True,
        allow_errors=True,
        startup_timeout=600,
        shutdown_kernel="immediate",
    )
    with pytest.raises(DeadKernelError):
        client.execute()
    loop, after, _ = client.nb.cells
    assert loop.outputs[0].ename == "KeyboardInterrupt"
    assert after.outputs[0].text == "goes on\n"


def test_where_nothing_confines_no_notebook_is_run_unless_asked(monkeypatch):
    monkeypatch.setattr(marks, "available_tier", lambda: Probe(Tier.C, {Tier.A: "x", Tier.B: "y"}))
    with pytest.raises(UnconfinedError, match="allow-unconfined"):
        ExecuteForReaders().preprocess(new_notebook(), {})


@pytest.mark.skipif(not TIERS, reason="nothing confines here")
def test_a_run_that_a_cell_ended_leaves_no_task_behind(monkeypatch, tmp_path, caplog):
    """It would look for the kernel during the next notebook, and asyncio would print a traceback of nbclient."""
    monkeypatch.setattr(preprocessors, "_MOST_SHOWN", 2000)
    monkeypatch.setattr(preprocessors, "_clean", lambda nb, course, cells: nb)
    course = SimpleNamespace(submission=lambda *told: tmp_path, cells=lambda *told: ())
    monkeypatch.setattr(preprocessors, "Course", SimpleNamespace(of=lambda step: course))
    told = {"nbgrader": {"assignment": "hearts", "student": "ann", "notebook": "hearts"}, "metadata": {}}
    for source, note in (("print('x' * 3000)", "TooMuchShownError"), ("import time; time.sleep(2)", "")):
        nb, _ = ExecuteForReaders().preprocess(new_notebook(cells=[new_code_cell(source)]), told)
        assert note in nb.cells[0].source
        assert bool(note) == (nb.cells[0].cell_type == "markdown")
    gc.collect()
    assert "never retrieved" not in caplog.text


SOURCES = sorted((Path(__file__).parents[3] / "course" / "source").glob("*/*.ipynb"))


@pytest.mark.hardest("hearts")
@pytest.mark.skipif(not TIERS, reason="nothing confines here")
@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_unit_runs_in_a_confined_kernel(path, empty_temporary_folder, tmp_path):
    """The solved notebook, cell by cell, but for those that are not executed while marking."""
    submission = tmp_path / path.parent.name
    submission.mkdir()
    (submission / path.name).write_bytes(path.read_bytes())
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_manager_class=manager_for(TIERS[0], submission),
        skip_cells_with_tag=NOT_EXECUTED,
        timeout=600,
        startup_timeout=600,
        shutdown_kernel="immediate",
    )
    client.execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
