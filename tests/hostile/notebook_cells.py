# Attacks by a cell alone: the name, what becomes of the notebook (see notebooks.py), what it does; `hides` what its
# feedback must not hold; the cell; and with `graded` what then stands in the graded cells.
# %% confined_daemon_c | caught | Starts processes by every call of the C library, each of which would write later.
import ctypes, os, signal
libc = ctypes.CDLL(None)
for start in (libc.fork, libc.vfork, lambda: libc.syscall(57), lambda: libc.syscall(56, 17, 0, 0, 0, 0)):
    if start() == 0:
        libc.setsid()
        open("@COURSE@/late", "a").write("x")
        libc._exit(0)
libc.system(b"echo x >> @COURSE@/late")
os.posix_spawn("/bin/sh", ["sh", "-c", "echo x >> @COURSE@/late"], {})
# %% confined_disk | honest | Fills the disk, file after file, some of them removed while open.
import os, tempfile
kept = []
for number in range(10_000):
    for place in (".", tempfile.gettempdir(), "@COURSE@", "/tmp", "/dev/shm"):
        try:
            kept.append(open(f"{place}/full{number}", "wb"))
            kept[-1].write(bytes(2**20))
        except OSError:
            pass
# %% confined_gradebook | caught | Writes 99 points for everybody into the gradebook.
import sqlite3
book = sqlite3.connect("@COURSE@/gradebook.db", timeout=1)
book.execute("update grade set auto_score = 99, manual_score = 99")
book.commit()
# %% confined_marker | caught | Prints source that only markers run.
# hides: class Course, class WorkerPlayer, got-in
from pathlib import Path
import playfunc_checks
ours = Path(playfunc_checks.__path__[0]).parent
for path in ("playfunc_classroom/nbgrader_bridge/course.py", "playfunc_autograder/sandbox/worker_player.py"):
    try:
        lines = (ours / path).read_text().splitlines()
        print(*[line for line in lines if line.startswith("class ")])
    except OSError as error:
        print(type(error).__name__)
import playfunc_autograder.sandbox.worker_player
print("got" + "-in")
# %% confined_marks | caught | Writes the stored marks and reports.
import pathlib, os
for path in pathlib.Path('@COURSE@/marks').glob('hearts/*.json'):
    path.write_text(path.read_text().replace('0.0', '10.0'))
# %% confined_memory | honest | Takes all the memory that it gets, in Python and past it.
import mmap
kept = []
try:
    while True:
        kept.append(b"x" * 2**26)
except MemoryError:
    pass
while True:
    kept.append(mmap.mmap(-1, 2**20))
# %% confined_network | caught | Goes out over every family of sockets, and to sockets that have a name on this machine.
# hides: network reached
import glob, socket
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
                pass
# %% confined_others | caught | Reads other submissions and writes into them.
import pathlib, os
for path in pathlib.Path('@COURSE@/submitted').glob('*/hearts/*.ipynb'):
    print(path.read_text()[:99])
    path.write_text('{}')
# %% confined_package | caught | Writes into the installed packages, so that everybody's marks would come from it.
import os, site, sys
for place in ("@PACKAGE@", *sys.path):
    try:
        open(os.path.join(place, "hostile_marker.py"), "w").write("1/0")
        open(os.path.join(place, "hearts.py"), "a").write("1/0")
    except OSError:
        pass
# %% confined_proc | caught | Reads the marker's process: its environment, its memory, its open files.
# hides: process read, PYTEST_CURRENT_TEST
import os
for pid in {os.getppid(), 1, *range(os.getpid() - 400, os.getpid())}:
    for what in ("environ", "cmdline", "maps", "mem"):
        try:
            print("proc" + "ess read", open(f"/proc/{pid}/{what}", "rb").read(999))
        except (OSError, ValueError, OverflowError):
            pass
# %% confined_secret | caught | Prints the course's secret, so that its feedback tells the deals.
# hides: for tests
import pathlib, os
print(pathlib.Path('@COURSE@/.playfunc-secret').read_text())
# %% confined_settings | caught | Changes the course's settings: everybody beats everything.
import pathlib, os
pathlib.Path('@COURSE@/playfunc.toml').write_text('[hearts]\nthreshold = 0.0001\n')
# %% confined_signals | caught | Ends all processes that it may.
import os
for pid in (os.getppid(), -1, *range(2, os.getpid())):
    try:
        os.kill(pid, 9)
    except OSError:
        pass
# %% confined_source | caught | Changes the released notebook and the course's own.
import pathlib, os
for path in pathlib.Path('@COURSE@').glob('*/hearts/hearts.ipynb'):
    path.write_text('{}')
# %% confined_threads | honest | Starts threads with the smallest stacks, until it may not.
import threading, time
threading.stack_size(32768)
while True:
    threading.Thread(target=time.sleep, args=(60,)).start()
# %% kernel_asks | caught | Asks the marker for input, and for a password.
import getpass
input('your password: ')
getpass.getpass()
# %% kernel_descriptors | honest | Closes all descriptors under its own kernel.
import os
for descriptor in range(3, 400):
    try:
        os.close(descriptor)
    except OSError:
        pass
# %% kernel_display_id | caught | Shows a thing in its own cell, and updates it where the marks are.
from IPython.display import display, update_display
display("before", display_id="mark")
for name in ("mark", "rules", "beats-basic"):
    update_display(10.0, display_id=name)
get_ipython().kernel.language_info["name"] = "<script>hostile_marker()</script>"
# %% kernel_exit | caught | Kills its kernel halfway through the notebook.
import os
os._exit(0)
# %% kernel_exit_honest | honest | Kills its kernel halfway through, with a player as good as any.
import os
os._exit(0)
# %% kernel_flood | honest | Publishes messages of many megabytes without end.
while True:
    print("x" * 2**24)
# %% kernel_fork | honest | Starts a process in a cell, which ends after two seconds, and one in a session of its own.
import os, time
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        time.sleep(2)
        os._exit(0)
print("forked")
# %% kernel_formatter | caught | Has every value of a cell shown as ten.
formatter = get_ipython().display_formatter.formatters["text/plain"]
for kind in (int, float, str, type(None), bool):
    formatter.for_type(kind, lambda value, printer, cycle: printer.text("10.0"))
get_ipython().display_formatter.format = lambda *a, **k: ({"text/plain": "10.0"}, {})
# graded: 0.0
# %% kernel_history | caught | Reads the source of all cells from the history and prints it; looks for hidden tests.
print(In, _ih, get_ipython().user_ns.keys())
import gc
print([o for o in gc.get_objects() if isinstance(o, str) and "beats-" in o][:5])
# graded: print(In[-1]); 10.0
# %% kernel_hooks | caught | Publishes marks from hooks before and after every cell, and as its own execute_result.
ip = get_ipython()
def publish(*_):
    ip.kernel.session.send(ip.kernel.iopub_socket, "execute_result",
        {"data": {"text/plain": "10.0"}, "metadata": {}, "execution_count": 1}, parent=ip.kernel.get_parent())
for event in ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell"):
    ip.events.register(event, publish)
# graded: 10.0
# %% kernel_loop | honest | Loops, and swallows every interrupt.
while True:
    try:
        while True:
            pass
    except BaseException:
        continue
# %% kernel_malformed | caught | Publishes messages that no kernel would send.
kernel = get_ipython().kernel
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
        print(error)
# %% kernel_number_class | caught | Leaves a number that calls itself ten, equals all, and is above the maximum.
class Ten(float):
    def __repr__(self): return "1000000"
    __eq__ = lambda self, other: True
    __hash__ = float.__hash__
# graded: Ten(10)
# %% kernel_run_cell | caught | Replaces the function that runs cells by one that says that all went well.
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
ip = get_ipython()
original = type(ip).run_cell_async
async def run_cell_async(self, *arguments, **options):
    result = await original(self, "10.0", store_history=True)
    result.error_in_exec = result.error_before_exec = None
    return result
type(ip).run_cell_async = run_cell_async
# graded: 10.0
# %% kernel_shutdown | caught | Asks its kernel to shut down, politely and from inside.
get_ipython().kernel.do_shutdown(False)
get_ipython().ask_exit()
import sys
sys.exit(0)
# %% kernel_signals | honest | Ignores all signals that can be ignored, and sleeps.
import signal, time
for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
time.sleep(3600)
# %% kernel_startup | honest | Leaves settings and startup files for the next kernel of this marker.
import os, pathlib
for home in {pathlib.Path.home(), pathlib.Path("/root"), pathlib.Path(os.environ.get("IPYTHONDIR", ".")).parent}:
    try:
        place = home / ".ipython/profile_default/startup"
        place.mkdir(parents=True, exist_ok=True)
        (place / "0.py").write_text("raise SystemExit")
    except OSError:
        pass
# %% kernel_threads | caught | Leaves a thread that prints and publishes while later cells run.
import threading, time
def talk():
    for _ in range(20):
        time.sleep(0.05)
        print("10.0")
threading.Thread(target=talk).start()
# graded: 10.0
# %% kernel_transformer | caught | Rewrites the syntax tree of every later cell: assertions gone, ten points at the end.
import ast
class Generous(ast.NodeTransformer):
    def visit_Assert(self, node):
        return ast.Pass()
    def visit_Module(self, node):
        node.body.append(ast.Expr(ast.Constant(10.0)))
        return ast.fix_missing_locations(self.generic_visit(node))
get_ipython().ast_transformers.append(Generous())
get_ipython().input_transformers_post.append(lambda lines: ["10.0\n"])
# graded: 10.0
# %% output_huge | honest | Prints five megabytes on one line, and shows a table as large.
print('x' * 5_000_000)
from IPython.display import HTML, display
display(HTML('<table>' + '<tr><td>x</td></tr>' * 50_000 + '</table>'))
# %% output_script | caught | Shows HTML, SVG, Javascript and Markdown that a browser would run.
from IPython.display import HTML, SVG, Javascript, Markdown, display
display(HTML("<script>hostile_marker()</script><img src=x onerror='hostile_marker()'>"))
display(Javascript("hostile_marker()"))
display(Markdown("<script>hostile_marker()</script>"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='hostile_marker()'></svg>"))
# %% output_stderr | honest | Floods the error stream, which in a graded cell would cost or hide marks.
import sys
for _ in range(2000):
    print('x' * 500, file=sys.stderr)
