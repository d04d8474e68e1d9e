"""Compiling: single instructions against their descriptions, helpers that would not compile, the cache."""

import ast
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars
from playfunc import files
from playfunc.compiled import native, warm
from playfunc.compiled.native import NATIVE
from playfunc.compiled.words import highest, index_of, nth, nth_by_clearing, nth_by_halving


def plain_helper(cards: int) -> int:
    return cards


def test_a_helper_that_is_not_compiled_is_named_at_once_with_and_without_numba() -> None:
    def calls_it(cards: int) -> int:
        return plain_helper(cards)

    with pytest.raises(TypeError, match="calls plain_helper, which is not; write @compiled above"):
        native.compiled(calls_it)


_PLAY = """
from playfunc.games.hearts.fast import positions as hearts
from playfunc.games.hearts.fast.positions import legal
print(legal(7, 0, True, False), *(len(function.stats.cache_hits) for function in [legal]))
"""


@pytest.mark.skipif(not native.NATIVE, reason="nothing is compiled without numba")
def test_what_was_compiled_is_found_again_also_where_nothing_can_be_written(tmp_path: Path) -> None:
    def run(**more: str) -> str:
        variables = {**os.environ, "PLAYFUNC_CACHE": str(tmp_path / "cache"), **more}
        command = [sys.executable, "-W", "error", "-c", _PLAY]
        return subprocess.run(command, env=variables, capture_output=True, text=True, check=True).stdout

    assert run() == "1 0\n"  # cold
    assert run() == "1 1\n"  # from the cache
    (folder,) = {file.parent for file in (tmp_path / "cache").rglob("*") if file.is_file()}
    kept = sorted(folder.iterdir())
    (folder / "complete").touch()
    blocked = tmp_path / "blocked"
    blocked.touch()  # a file where a folder should be: not even root can write there
    assert run(PLAYFUNC_CACHE=str(blocked)) == "1 0\n"
    assert sorted(folder.iterdir()) == sorted([*kept, folder / "complete"])


def test_the_cache_is_where_it_is_asked_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYFUNC_CACHE", "/somewhere")
    assert files.cache_root() == Path("/somewhere")
    monkeypatch.delenv("PLAYFUNC_CACHE")
    assert files.cache_root() == platformdirs.user_cache_path("playfunc", appauthor=False)


@pytest.mark.parametrize(
    ("system", "variable", "named", "folder"),
    [
        (Unix, "XDG_CACHE_HOME", "/other", "/other/playfunc"),
        (MacOS, "HOME", "/Users/ann", "/Users/ann/Library/Caches/playfunc"),
        (Windows, "LOCALAPPDATA", "/local", "/local/playfunc/Cache"),
    ],
)
def test_every_system_has_its_own_folder_for_caches(
    monkeypatch: pytest.MonkeyPatch, system: type, variable: str, named: str, folder: str
) -> None:
    for other in ("PLAYFUNC_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(variable, named)
    monkeypatch.setattr(platformdirs, "PlatformDirs", system)
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", get_win_folder_from_env_vars)
    assert files.cache_root().as_posix().replace("\\", "/") == folder


def _compiled_modules() -> list[Path]:
    clone = Path(__file__).parents[3]
    files = [*clone.glob("opponents/**/*.py"), *clone.glob("benchmarks/*.py"), *clone.glob("lib/**/*.py")]
    return [file for file in files if "\n@compiled\n" in file.read_text(encoding="utf-8")]


def test_compiled_code_calls_compiled_code_of_its_own_folder_or_the_fast_rules_alone() -> None:
    """The cache is keyed by the sources of these two: of others a change would not be seen."""
    modules = _compiled_modules()
    folders = {".".join(file.with_suffix("").parts[-3:]): file.parent for file in modules}
    assert len(modules) > 8
    for file in modules:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                home = folders.get(".".join(node.module.split(".")[-3:]))
                assert home in (None, file.parent, *native.SHARED), f"{file} and {node.module}"


# Bits of a word: the highest, the nth, and their number.
@pytest.mark.parametrize("choose", [nth, nth_by_clearing, nth_by_halving])
def test_the_nth_bit_is_the_nth_however_it_is_found(choose: object) -> None:
    rng = random.Random(1)
    for _ in range(200):
        cards = rng.getrandbits(52) & rng.choice([(1 << 52) - 1, rng.getrandbits(52)]) or 1
        bits = [1 << place for place in range(52) if cards >> place & 1]
        place = rng.randrange(len(bits))
        assert choose(cards, place) == bits[place]  # type: ignore[operator]
        assert (1 << index_of(cards), highest(cards)) == (bits[0], bits[-1])
    assert highest(0) == 0


# Compiling ahead: every step is taken, and noted so that it is not told of again.
@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A folder of sources, whose machine code is kept in a new place."""
    monkeypatch.setenv("PLAYFUNC_CACHE", str(tmp_path / "cache"))
    native.cache_folder.cache_clear()
    folder = tmp_path / "sources"
    folder.mkdir()
    native.cache_folder(folder).mkdir(parents=True)
    yield folder
    native.cache_folder.cache_clear()


@pytest.mark.skipif(not NATIVE, reason="nothing is compiled without numba")
def test_steps_are_named_while_something_is_missing(sources, capsys):
    taken = []
    steps = (("one", lambda: taken.append(1)), ("two", lambda: taken.append(2)))
    warm.compile_steps(steps, sources)
    assert native.is_complete(sources)
    assert " one … two … done in 0 s" in capsys.readouterr().err
    warm.compile_steps(steps, sources)
    assert taken == [1, 2, 1, 2]
    assert capsys.readouterr().err == ""


def test_without_numba_nothing_is_done(monkeypatch, tmp_path):
    monkeypatch.setattr(warm, "NATIVE", False)
    warm.compile_steps((("never", lambda: 1 / 0),), tmp_path)


def test_the_command_tells_what_is_complete(sources, capsys, monkeypatch):
    asked = []
    monkeypatch.setattr(warm, "resolve", lambda reference: lambda tell: asked.append((reference, tell)))
    monkeypatch.setattr(warm, "compiled_from", lambda: (sources,))
    warm.main(["a:b", "c:d"])
    assert asked == [("a:b", True), ("c:d", True)]
    assert json.loads(capsys.readouterr().out) == {"complete": [], "all": False}
    native.mark_complete(sources)
    warm.main([])
    assert json.loads(capsys.readouterr().out) == {
        "complete": [str(native.cache_folder(sources))],
        "all": True,
    }
