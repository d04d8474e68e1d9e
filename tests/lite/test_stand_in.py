"""The stand-in for numpy against numpy itself, on what the course's notebooks use and on operations drawn by chance."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

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
