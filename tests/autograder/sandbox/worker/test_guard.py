"""What a player may import, and every way round it that we could think of."""

import sys
from importlib.util import find_spec
from pathlib import Path

import playfunc_opponents
import pytest
from playfunc.errors import ForbiddenImportError, PlayerCrash
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc_autograder.sandbox import Tier, WorkerPlayer
from playfunc_autograder.sandbox.tiers import LAUNCHERS, why_not

GOOD = Reply("C2", "null")

FOLDER = Path(playfunc_opponents.__file__).parent

FILE = str(FOLDER / "__init__.py")

ROOT = str(FOLDER.parent)

SITE = str(Path(pytest.__file__).parent.parent)


# `player_id` is Python, run inside the function; afterwards the process is as before.
OBEDIENT = """
import os, sys
FOUND = sys.path[:], sys.meta_path[:], os.getcwd()

def play(player_id, hand, trick, previous):
    try:
        exec(player_id, {})
    finally:
        sys.path[:], sys.meta_path[:], folder = FOUND
        os.chdir(folder)
    return hand[0], None
"""

WAYS = {
    "import": "import playfunc_opponents",
    "import a part": "import playfunc_opponents.hearts",
    "from a part": "from playfunc_opponents.hearts.solver import solve",
    "dunder": "__import__('playfunc_opponents')",
    "importlib": "import importlib; importlib.import_module('playfunc_opponents')",
    "sys.path": f"import sys; sys.path.insert(0, {ROOT!r}); import playfunc_opponents",
    "sys.path, importlib": (
        f"import sys, importlib; sys.path.insert(0, {ROOT!r}); "
        "importlib.import_module('playfunc_opponents.hearts')"
    ),
    "inside its folder": f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import hearts",
    "a fresh finder": (
        "import sys, importlib.machinery as m; "
        f"spec = m.PathFinder.find_spec('playfunc_opponents', [{ROOT!r}]); spec.loader.load_module(spec.name)"
    ),
    "a finder of all": (
        "import sys, importlib, importlib.machinery as m; sys.meta_path[:] = [m.PathFinder]; "
        f"sys.path[:] += [{ROOT!r}]; importlib.invalidate_caches(); "
        "importlib.import_module('playfunc_opponents')"
    ),
    "spec from file": (
        "import importlib.util as u; "
        f"spec = u.spec_from_file_location('mine', {FILE!r}); spec.loader.exec_module(u.module_from_spec(spec))"
    ),
    "spec from file, allowed name": (
        "import importlib.util as u; "
        f"spec = u.spec_from_file_location('json.x', {FILE!r}); spec.loader.exec_module(u.module_from_spec(spec))"
    ),
    "source loader": f"import importlib.machinery as m; m.SourceFileLoader('x', {FILE!r}).get_code('x')",
    "extension loader": (
        "import importlib.machinery as m, importlib.util as u; "
        f"u.module_from_spec(u.spec_from_loader('json', m.ExtensionFileLoader('json', {FILE!r})))"
    ),
    "run path": f"import runpy; runpy.run_path({FILE!r})",
    "open": f"open({FILE!r})",
    "open bytes": f"open({FILE.encode()!r}, 'rb')",
    "os.open": f"import os; os.open({FILE!r}, os.O_RDONLY)",
    "FileIO": f"import io; io.FileIO({FILE!r})",
    "pathlib": f"import pathlib; pathlib.Path({FILE!r}).read_text()",
    "codecs": f"import codecs; codecs.open({FILE!r})",
    "tokenize": f"import tokenize; tokenize.open({FILE!r})",
    "dots": f"open({str(FOLDER.parent / 'nothing' / '..' / FOLDER.name / '__init__.py')!r})",
    "relative": f"import os; os.chdir({ROOT!r}); open({FOLDER.name + '/__init__.py'!r})",
    "the marker itself": f"open({str(FOLDER / 'never-there.txt')!r})",
    "another of ours": "import playfunc_autograder.sandbox.worker_player",
    "the host's source": f"open({str(Path(find_spec('playfunc_autograder').origin).parent / 'grade.py')!r})",
    "installed beside": "import pytest",
    "installed beside, sys.path": f"import sys; sys.path.append({SITE!r}); import hypothesis",
    "installed beside, importlib": (
        f"import sys, importlib; sys.path.append({SITE!r}); importlib.import_module('hypothesis')"
    ),
    "installed beside, open": f"open({str(Path(find_spec('hypothesis').origin))!r})",
    "a misspelling": "import nunpy",
    "a helper file": "import my_helpers",
    "hidden by another error": "try:\n    import playfunc_opponents\nexcept ImportError: 1 / 0",
    "raised from None": (
        "try:\n    import playfunc_opponents\nexcept ImportError: raise RuntimeError('no opponents') from None"
    ),
}


@pytest.fixture(scope="module")
def obedient():
    """Nothing but our own refusals is in the way."""
    with WorkerPlayer(OBEDIENT, Hearts(2), name="you", tier=Tier.C) as worker:
        yield worker


@pytest.fixture(scope="module", autouse=True)
def one_worker(obedient):
    obedient.start()  # before anything is counted
    process = obedient._process
    yield
    assert obedient._process is process  # no refusal cost the process its life


def named(way):
    if way.startswith("installed beside"):
        return "pytest" if way == "installed beside" else "hypothesis"
    special = {
        "inside its folder": "hearts",
        "another of ours": "playfunc_autograder.sandbox.worker_player",
        "the host's source": "playfunc_autograder",
        "a misspelling": "nunpy",
        "a helper file": "my_helpers",
        "from a part": "playfunc_opponents.hearts.solver",
        "import a part": "playfunc_opponents.hearts",
    }
    return special.get(way, "playfunc_opponents")


@pytest.mark.parametrize("way", WAYS)
def test_what_is_forbidden_is_refused_by_name(obedient, ask, way):
    (fault,) = obedient.answer([ask(WAYS[way])])
    assert isinstance(fault, ForbiddenImportError), fault
    wanted = "a player may import only the standard library, playfunc and numpy; it asked for "
    assert fault.reason.startswith(wanted + named(way))
    if way in ("import a part", "from a part"):
        assert fault.reason == wanted + named(way)
    assert 'File "player.py", line 7, in play' in fault.detail


QUIET = {
    "caught": "try:\n    import playfunc_opponents\nexcept ImportError: pass",
    "caught narrowly": "try:\n    import pandas\nexcept ModuleNotFoundError as e: assert e.name == 'pandas'",
    "looked for": "import importlib.util as u; assert u.find_spec('playfunc_opponents') is None",
    "looked for in lines": f"import linecache; assert linecache.getlines({FILE!r}) == []",
    "not on the path": f"import sys; assert {ROOT!r} not in sys.path; assert {SITE!r} not in sys.path",
}


@pytest.mark.parametrize("way", QUIET)
def test_who_goes_on_without_got_nothing(obedient, ask, way):
    assert obedient.answer([ask(QUIET[way] + "\nimport sys\n" + NOTHING_CAME)]) == [GOOD]


@pytest.mark.parametrize("tier", [Tier.A, Tier.B])
def test_where_workers_are_confined_no_way_leads_there_either(make_worker, ask, tier):
    """What is refused may be refused in other words, because it is not there at all."""
    if why_not(LAUNCHERS[tier]):
        pytest.skip(why_not(LAUNCHERS[tier]))
    worker = make_worker(OBEDIENT, tier=tier)
    assert worker.answer([ask(order) for order in ALLOWED]) == [GOOD] * len(ALLOWED)
    answers = worker.answer([ask(order) for order in WAYS.values()])
    assert [way for way, answer in zip(WAYS, answers, strict=True) if isinstance(answer, Reply)] == []


NOTHING_CAME = "assert not {'playfunc_opponents', 'playfunc_autograder', 'pandas'} & {*sys.modules}"

ALLOWED = [
    "import random, math, statistics, dataclasses, itertools, functools, collections, heapq, bisect, enum",
    "import typing, re, json, string, copy, operator, time, datetime, decimal, fractions, logging, warnings",
    "import asyncio, concurrent.futures, multiprocessing, subprocess, socket, ctypes, sqlite3, tempfile",
    "import sysconfig; sysconfig.get_config_vars()",
    "import unittest.mock, doctest, pdb, timeit, inspect, ast, pickle, pprint, textwrap, zoneinfo",
    "import playfunc, playfunc.games.hearts, playfunc.match, playfunc.record",
    "import cattrs, attrs, attr, typing_extensions, msgspec",
    "from playfunc import *\nCard('C2')",
    "open(__import__('json').__file__).read()",
    "open(__import__('playfunc').__file__).read()",
    "import os; os.urandom(8); open(os.devnull, 'w').write('x')",
    "import importlib.metadata\ntry: importlib.metadata.version('pytest')\nexcept ModuleNotFoundError: pass",
]


@pytest.mark.parametrize("order", ALLOWED)
def test_what_is_allowed_is_there(obedient, ask, order):
    assert obedient.answer([ask(order)]) == [GOOD]


REFUSED = [
    ("import subprocess, sys; subprocess.run([sys.executable, '-V'])", "start processes"),
    ("import os; os.system('true')", "start processes"),
    ("import os; os.popen('true')", "start processes"),
    ("import os; os.execv('/bin/true', ['true'])", "start processes"),
    ("import multiprocessing as m; m.get_context('spawn').Process(target=print).start()", "start processes"),
    ("import os; os.kill(os.getppid(), 0)", "send signals"),
    ("import socket; socket.create_connection(('localhost', 9))", "use the network"),
    ("import urllib.request as u; u.urlopen('http://localhost:9')", "use the network"),
    ("open('/tmp/x' if __import__('os').name == 'posix' else 'x', 'w')", "write files"),
    ("import os; os.open('x', os.O_RDWR)", "write files"),
    ("import os; os.remove('/tmp/never-there')", "change files"),
    (f"import os; os.symlink({FILE!r}, '/tmp/never-there')", "change files"),
    (f"import os; os.open({ROOT!r}, os.O_RDONLY)", "open folders"),
]


@pytest.mark.parametrize(("order", "what"), REFUSED)
def test_other_ways_out_are_refused_in_words(obedient, ask, order, what):
    if sys.platform == "win32":
        pytest.skip("the calls differ")
    (fault,) = obedient.answer([ask(order)])
    assert isinstance(fault, PlayerCrash)
    assert f"a player may not {what}" in fault.reason + fault.detail


@pytest.mark.parametrize(
    "source",
    [
        "from playfunc_opponents.hearts import anything\n" + OBEDIENT,
        "try:\n    import playfunc_opponents\nexcept ImportError as error:\n    raise SystemExit(1)\n",
        f"import sys\nsys.path.append({ROOT!r})\nimport playfunc_opponents\n" + OBEDIENT,
    ],
)
def test_asking_while_loading_has_the_same_name(make_worker, source):
    with pytest.raises(ForbiddenImportError, match="it asked for playfunc_opponents") as raised:
        make_worker(source).start()
    assert 'File "player.py", line' in raised.value.detail


def test_an_assignment_may_list_less(make_worker):
    with pytest.raises(ForbiddenImportError, match=r"the standard library, playfunc; it asked for numpy"):
        make_worker("import numpy", modules=()).start()


def test_a_listed_module_that_is_not_installed_is_simply_missing(make_worker):
    with pytest.raises(PlayerCrash, match="No module named 'never_installed'"):
        make_worker("import never_installed", modules=("numpy", "never_installed")).start()


def test_listing_ours_does_not_open_it(make_worker):
    with pytest.raises((ForbiddenImportError, PlayerCrash), match="playfunc_opponents"):
        make_worker("import playfunc_opponents", modules=("playfunc_opponents",)).start()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A `site-packages` with a package, a module, a namespace package in two places, and a sibling."""
    site, other = tmp_path / "site-packages", tmp_path / "elsewhere"
    files = {
        site / "listed" / "__init__.py": "from listed import part",
        site / "listed" / "part.py": "VALUE = 'a part'",
        site / "single.py": "VALUE = 'a module'",
        site / "spaced" / "one.py": "VALUE = 1",
        other / "spaced" / "two.py": "VALUE = 2",
        site / "sibling.py": "VALUE = 'never'",
        site / "needy" / "__init__.py": "import sibling",
    }
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for folder in (site, other):
        monkeypatch.syspath_prepend(folder)
    from playfunc_autograder.sandbox import packages

    packages._package.cache_clear()
    packages._refused.cache_clear()
    yield site
    packages._package.cache_clear()
    packages._refused.cache_clear()


def test_listed_packages_come_from_their_places_alone(installed, make_worker, ask):
    source = (
        "import listed, single, spaced.one, spaced.two\n"
        "FOUND = [listed.part.VALUE, single.VALUE, spaced.one.VALUE, spaced.two.VALUE]\n"
        "def play(who, hand, trick, previous):\n"
        "    import sys\n    exec(who, {})\n    return hand[0], FOUND\n"
    )
    worker = make_worker(source, modules=("listed", "single", "spaced", "needy"))
    folder = str(installed)
    ways = [
        "import sibling",
        "import needy",
        f"import sys; sys.path.append({folder!r}); import sibling",
        f"import sys, importlib; sys.path.append({folder!r}); importlib.import_module('sibling')",
        f"open({folder + '/sibling.py'!r})",
    ]
    good, *faults = worker.answer([ask("pass"), *map(ask, ways)])
    assert good == Reply("C2", '["a part","a module",1,2]')
    wanted = "a player may import only the standard library, playfunc, listed, single, spaced and needy; "
    assert [fault.reason for fault in faults] == [wanted + "it asked for sibling"] * len(ways)
