"""The parts of the build that need no registry."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy
import pytest
from browser_wheels import Missing, needed, needs_of, stand_in_wheel
from notices import (
    MPL,
    Notice,
    licence_of_python,
    notices_of_scripts,
    notices_of_wheels,
    text_of_package,
    with_texts,
    write_notices,
)
from playfunc.games import GAMES
from pyodide_files import locked, wheel_requires
from site_files import digests, megabytes, release_all

COURSE = Path(__file__).parents[2] / "course"
INFO = {"python": "3.14.2", "abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3"}


def wheel(folder: Path, name: str, *requires: str, licence: str = "MIT") -> Path:
    path = folder / f"{name}-1.0-py3-none-any.whl"
    metadata = [f"Name: {name}", "Version: 1.0", f"License-Expression: {licence}"]
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(f"{name}/__init__.py", "")
        made.writestr(f"{name}.py" if name == "single" else f"{name}/part.py", "")
        made.writestr(f"{name}-1.0.dist-info/licenses/LICENSE", f"Anybody may use {name}.")
        lines = [*metadata, *(f"Requires-Dist: {each}" for each in requires)]
        made.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(lines))
    return path


def test_markers_are_read_as_a_browser_reads_them() -> None:
    lines = [
        "a; sys_platform == 'emscripten'",
        "b; sys_platform != 'emscripten'",
        "c; python_version < '3.12'",
        "D_d>=2",
    ]
    assert list(needs_of(lines, "3.14.2")) == ["a", "d-d"]


def test_what_playfunc_needs_in_a_browser_is_all_installed_here_and_has_no_command_line() -> None:
    packages = needed(["playfunc", "ipython"], [], "3.14.2")
    assert {"cattrs", "jinja2", "markupsafe", "ipywidgets", "anywidget", "traitlets"} <= packages.keys()
    assert not {"typer", "rich", "nbformat", "nbgrader", "msgspec", "psutil", "pexpect"} & packages.keys()
    assert needed(["playfunc"], ["playfunc"], "3.14.2") == {}


def test_a_package_that_is_not_installed_is_named() -> None:
    with pytest.raises(Missing, match="no-such-package"):
        needed(["no-such-package"], [], "3.14.2")


def test_the_lock_names_every_wheel_with_what_it_needs(tmp_path: Path) -> None:
    wheels = [
        wheel(tmp_path, "one", "two>=1", "widgetsnbextension"),
        wheel(tmp_path, "two", "absent; sys_platform == 'win32'"),
    ]
    assert wheel_requires(wheels[0]) == ["two>=1", "widgetsnbextension"]
    lock = locked(INFO, wheels)
    assert lock["info"] == INFO
    assert lock["packages"]["one"]["depends"] == ["two"]
    assert lock["packages"]["two"]["depends"] == []
    assert lock["packages"]["one"]["imports"] == ["one"]
    assert lock["packages"]["one"]["file_name"] == wheels[0].name


def test_a_lock_without_what_a_wheel_needs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="one needs two"):
        locked(INFO, [wheel(tmp_path, "one", "two")])


def test_the_stand_in_for_numpy_is_a_wheel_like_others(tmp_path: Path) -> None:
    [entry] = locked(INFO, [stand_in_wheel(tmp_path)])["packages"].values()
    assert (entry["imports"], entry["depends"]) == (["numpy"], [])


def test_the_licences_are_those_of_wheels_and_scripts(tmp_path: Path) -> None:
    bundled = {
        "packages": [
            {"name": "lumino", "versionInfo": "2", "licenseId": "BSD-3-Clause", "extractedText": "<Free>"}
        ]
    }
    (tmp_path / "third-party-licenses.json").write_text(json.dumps(bundled))
    found = [
        *notices_of_wheels([wheel(tmp_path, "one")]),
        *notices_of_scripts(tmp_path),
        Notice("lumino", "2", "BSD", ""),
    ]
    page = tmp_path / "licences.html"
    assert write_notices(page, found) == 2
    text = page.read_text()
    assert "Anybody may use one." in text
    assert "&lt;Free&gt;" in text


def test_a_package_without_a_text_has_that_of_its_family_or_its_makers() -> None:
    bare = [Notice("@lumino/widgets", "2", "BSD-3-Clause", ""), Notice("json-schema-merge", "1", "MIT", "")]
    alike = [
        Notice("json5", "2", "MIT", "Free for all."),
        Notice("json-schema-compare", "1", "MIT", "By Ada."),
    ]
    lumino, json_schema, *_ = with_texts([*bare, *alike])
    assert lumino.text == text_of_package("jupyterlab")
    assert "Project Jupyter Contributors" in lumino.text
    assert json_schema.text == "By Ada."


def test_a_package_whose_licence_is_nowhere_stops_the_build() -> None:
    with pytest.raises(Missing, match="unheard-of"):
        with_texts([Notice("unheard-of", "1", "MIT", ""), Notice("other", "1", "MIT", "Free.")])


def test_python_comes_with_its_licence() -> None:
    assert "PYTHON SOFTWARE FOUNDATION" in licence_of_python()
    assert "Mozilla Public License Version 2.0" in text_of_package(MPL)


@pytest.mark.lite  # releases four assignments
def test_students_get_what_a_release_gives_them_and_no_solution(tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    opened = release_all(COURSE, tmp_path / "course", tmp_path / "files")
    assert [each.title for each in opened][::3] == ["FootSteps", "Hearts"]
    assert opened[-1].task == "write a player for the card game Hearts."
    for each in opened:
        notebook = json.loads((tmp_path / "files" / each.notebook).read_text(encoding="utf-8"))
        assert "assignment" in notebook["metadata"]["playfunc"]
        assert "BEGIN SOLUTION" not in json.dumps(notebook)
    names = {path.name for path in (tmp_path / "files").rglob("*") if path.is_file()}
    assert names == {each.notebook.split("/")[1] for each in opened} | {"assignment.toml", "policy.md"}


def test_sizes_and_digests_are_of_every_file(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_bytes(b"abc")
    (tmp_path / "c.txt").write_bytes(b"x" * 1_000_000)
    assert megabytes(tmp_path) == (1.000003, 2)
    assert digests(tmp_path)["a/b.txt"] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# The stand-in for numpy against numpy itself, on what the course's notebooks use and on operations drawn by chance.
CLONE = Path(__file__).parents[2]
STAND_IN = CLONE / "course" / "lite" / "stand_in"

EXPRESSIONS = """
np.zeros((2, 3))
np.ones(4, dtype=int)
np.full(3, 1 / 3)
np.eye(3)[1]
np.arange(2, 11, 3)
np.linspace(0, 1, 5)
np.array([[1, 2], [3, 4]]) + 1
2 - np.array([1.5, -2.5])
np.array([[1, 2, 3]]) * np.array([[1], [10]])
np.array([[0.5, 2.0], [1.0, 4.0]]) / np.array([2.0, 8.0])
np.array([7, -7]) // 2, np.array([7, -7]) % 4, np.array([2, 3]) ** 2
-np.array([1, -2]), abs(np.array([1, -2])), np.abs(np.array([-1.5]))
np.array([1, 2, 3]) > 2, np.array([1, 2, 3]) == np.array([1, 0, 3])
np.array([1, 2]) @ np.array([3, 4])
np.array([0.25, 0.75]) @ np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
np.array([[1.0, 2.0], [3.0, 4.0]]) @ np.array([0.5, 0.5])
np.array([[1, 2], [3, 4]]) @ np.array([[0, 1], [1, 0]])
np.array([[1, 2], [3, 4]]).T @ np.array([1, 1])
np.array([[3, 1], [2, 9]]).min(axis=1), np.array([[3, 1], [2, 9]]).max(axis=0).min()
np.array([[3.0, 1.0], [2.0, 9.0]]).sum(), np.array([[3, 1], [2, 9]]).sum(axis=1, keepdims=True)
np.array([[3, 1], [2, 9]]).argmax(), np.array([[3, 1], [2, 9]]).argmin(axis=1), np.array([3.0, 1.0]).mean()
np.array([0, 0]).any(), np.array([[1, 0], [1, 1]]).all(axis=1)
np.arange(24).reshape(2, 3, 4)[1, :, ::2], np.arange(24).reshape(2, 3, 4)[..., -1], np.arange(24).reshape(2, -1)[:, 3]
np.arange(24).reshape(2, 3, 4)[1:-1], np.arange(6).reshape(2, 3)[::-1]
np.arange(60).reshape(3, 4, 5)[np.array([[0], [2]]), np.array([1, 3]), 4]
np.arange(60).reshape(3, 4, 5)[np.array([0, 2])][:, 1]
np.arange(5)[np.array([True, False, True, False, True])]
np.array([1, 2, 3], dtype=int)[:, np.newaxis] - np.array([1, 2], dtype=int)[np.newaxis, :]
np.sign(np.array([-3, 0, 5])), np.sign(-2.5)
np.maximum(np.array([1.0, -1.0]), 0), np.minimum(np.array([1, 5]), np.array([3, 2])), np.clip(np.array([1, 5, 9]), 2, 6)
np.where(np.array([1, 2, 3]) > 1, 1.0, 0)
np.rint(np.array([0.5, 1.5, -2.5])), np.round(np.array([0.125, 0.375]), 2)
np.frombuffer(bytes([1, 255, 128, 7, 0, 3]), dtype=np.int8).reshape(2, 3)
np.cumsum(np.array([[100, 100], [1, -3]], dtype=np.int8), axis=1, dtype=np.int8) / 100
np.cumsum(np.arange(12).reshape(3, 4), axis=0), np.arange(4).cumsum()
np.diff(np.array([[1, 4, 9], [0, 0, 5]]), axis=1, prepend=0), np.diff(np.array([1, 4, 9]))
(np.array([-1, 255, 256]) % 256).astype("uint8").tolist()
np.array([-200, 300]).astype(np.int16).astype("int8")
np.concatenate([-np.ones((1, 2, 2)), np.zeros((2, 2, 2)), np.ones((1, 2, 2))])
np.unravel_index(17, (2, 3, 4)), np.outer(np.array([1, 2]), np.array([3, 4]))
np.allclose(np.array([1.0, 2.0]), np.array([1.0, 2.0 + 1e-12])), np.array_equal(np.arange(3), np.array([0, 1, 2]))
np.array([1.0, 0.0]) / np.array([0.0, 0.0]) == np.inf
""".strip().splitlines()

ASSIGNED = """
v = np.zeros((3, 2, 2)); v[0], v[-1] = -1, 1; v[1, 0, 1] = 0.5; v[:, 0, 0] = 7
v = np.zeros((2, 3)); row = v[1]; row[2] = 5; row += 1
v = np.arange(6).reshape(2, 3); v[np.array([0, 1]), np.array([2, 0])] = 9
v = np.array([3, 1, 2]); v[v > 1] = 0
v = np.ones(3); v *= 2; v -= np.array([1, 2, 3]); w = v; w[0] = 100
""".strip().splitlines()

RUN = """
import json, sys
import numpy as np
def plain(value):
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    return plain(value.tolist()) if hasattr(value, "tolist") else value
found = [np.__version__]
for line in json.load(sys.stdin):
    if ";" in line:
        names = {"np": np}
        exec(line, names)
        found.append(plain(names["v"]))
    else:
        with np.errstate(all="ignore") if hasattr(np, "errstate") else __import__("contextlib").nullcontext():
            found.append(plain(eval(line)))
print(json.dumps(found))
"""


def results(*path: str) -> list[object]:
    """What Python finds for each line, with this in front of the path that it imports from."""
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {list(path)!r}\n{RUN}"]
    lines = json.dumps([*EXPRESSIONS, *ASSIGNED])
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout)
    return found


def test_every_line_gives_what_numpy_gives() -> None:
    (version, *expected), (stand_in, *found) = results(), results(str(STAND_IN))
    assert version == numpy.__version__
    assert "stand-in" in str(stand_in)
    for line, right, got in zip([*EXPRESSIONS, *ASSIGNED], expected, found, strict=True):
        assert got == pytest.approx(right) if not isinstance(right, list) else _near(right, got), line


def _near(right: object, got: object) -> bool:
    if isinstance(right, list):
        return isinstance(got, list) and len(right) == len(got) and all(map(_near, right, got))
    return got == pytest.approx(right)


def test_what_is_missing_says_so() -> None:
    code = "import numpy as np\ntry:\n    np.linalg\nexcept AttributeError as error:\n    print(error)"
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(STAND_IN)!r}]\n{code}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "stand-in for numpy, which has no numpy.linalg" in said


PLAYS = """
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.games import GAMES
from playfunc_opponents import opponent
for name in GAMES:
    rules = GAMES[name].rules()
    players = [opponent(rules, "minmax")] * rules.seats
    record = play_game(rules, rules.deal(deal_rng("stand-in", name)), players)
    print(name, *(fault.error for fault in record.faults))
"""


def test_opponents_play_with_the_stand_in_and_without_a_compiler() -> None:
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(STAND_IN)!r}]\n{PLAYS}"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.stdout.split() == sorted(GAMES), done.stdout + done.stderr
