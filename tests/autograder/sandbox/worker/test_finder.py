"""Listed packages come from their places alone."""

import pytest
from playfunc.games.hearts import Hearts
from playfunc.player import Reply
from playfunc_autograder.sandbox import Tier, WorkerPlayer

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
