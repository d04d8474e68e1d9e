"""Kuhn poker, as somebody else ships it, is played, checked, contested, measured and taught like our own games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from environments import Environment

pytestmark = pytest.mark.broad

PLUGINS = Path(__file__).parent
REPOSITORY = PLUGINS.parents[1]

BOLD = """
from kuhn_poker import KuhnView, legal_actions


def play(view: KuhnView, memory: None) -> tuple[str, None]:
    safe, bold = legal_actions(view.actions)
    return (bold if view.card != "J" or bold == "bet" else safe), None
"""
"""Bets every hand, calls with the queen and the king: beats basic and minmax."""


@pytest.fixture
def bold(tmp_path: Path) -> Path:
    path = tmp_path / "bold.py"
    path.write_text(BOLD, encoding="utf-8")
    return path


def test_rules_call_and_text_take_less_than_150_lines():
    lines = [
        line
        for path in (PLUGINS / "kuhn-game" / "kuhn_poker").glob("[!_]*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert len(lines) < 150


def test_it_is_played(kuhn_environment: Environment, tmp_path: Path):
    saved = tmp_path / "hand.jsonl"
    said = kuhn_environment.run("playfunc", "play", "--game", "kuhn", "basic", "advanced", "--save", saved)
    assert "advanced" in said
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == "kuhn"


def test_a_player_is_checked_in_a_confined_worker(kuhn_environment: Environment, bold: Path):
    """The player imports the game's own package there."""
    said = kuhn_environment.run(
        "playfunc", "check", bold, "--assignment", "kuhn", "--wins", "--json", "--deals", 100
    )
    results = {each["check"]: each["verdict"] for each in json.loads(said)["results"]}
    assert results.pop("beats-advanced") == "failed"
    assert results.pop("memory") == "failed"  # for information: this game needs none
    assert set(results) == {"loads", "rules", "purity", "beats-basic", "beats-minmax"}
    assert set(results.values()) == {"passed"}


def test_a_player_that_imports_an_opponent_fails_by_name(kuhn_environment: Environment, tmp_path: Path):
    thief = tmp_path / "thief.py"
    thief.write_text("from kuhn_poker_opponents.advanced import play\n", encoding="utf-8")
    said = kuhn_environment.run("playfunc", "check", thief, "--assignment", "kuhn", "--json", code=1)
    loads = json.loads(said)["results"][0]
    assert (loads["check"], loads["verdict"]) == ("loads", "failed")
    assert "it asked for kuhn_poker_opponents" in loads["reason"]


def test_a_contest_is_held(kuhn_environment: Environment, bold: Path):
    said = kuhn_environment.run(
        "playfunc", "contest", "kuhn", "basic", "advanced", bold, "--deals", 5, "--json"
    )
    published, _ = json.JSONDecoder().raw_decode(said[said.index("{") :])
    assert {row["name"] for row in published["rows"]} == {"basic", "advanced", "bold"}


ON_A_SITE = """
import sys
from pathlib import Path

from playfunc_web.access import Viewer
from playfunc_web.admission.uploads import accept
from playfunc_web.ladders.ladders import ensure_ladders, ladder_baselines
from playfunc_web.worker import work_off
from web_site import account, browser, open_test_site

folder, player = map(Path, sys.argv[1:])
site = open_test_site(folder, "public = true")
with site.database.writing() as session:
    ensure_ladders(session)
ada = account(site, "ada")
accept(site, Viewer(ada.id, ada.party_id), "kuhn", player.name, player.read_bytes(), "page")
assert work_off(site, "worker", ("admission",))
print(browser(site, "ada").get("/").text)
print(browser(site).get("/docs/rules-kuhn").text)
print("built-in players:", *ladder_baselines("kuhn"))
site.database.close()
"""
"""Opens a site in a folder, and uploads a player to the game's ladder there."""


def test_it_has_a_ladder_on_a_site(kuhn_environment: Environment, bold: Path, tmp_path: Path):
    """The site describes the game by itself, and admits a player by the game's own rules."""
    script = tmp_path / "site.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(REPOSITORY / 'tests' / 'helpers')!r})\n{ON_A_SITE}"
    )
    said = kuhn_environment.run("python", script, tmp_path / "site", bold)
    assert "version 1</a> admitted, " in said
    assert "Rules of Kuhn" in said
    assert "built-in players: basic minmax advanced" in said


def test_its_opponents_are_measured(kuhn_environment: Environment, tmp_path: Path):
    store = tmp_path / "calibration.json"
    said = kuhn_environment.run(
        "playfunc", "calibrate", "--game", "kuhn", "--deals", 200, "--store", store, "--no-write"
    )
    assert "chips a hand" in said
    (_, advanced, _) = json.loads(store.read_text(encoding="utf-8"))["contests"]["kuhn"]
    assert (advanced["first"], advanced["second"]) == ("advanced", "basic")


def test_it_passes_conformance(kuhn_environment: Environment):
    said = kuhn_environment.run(
        "pytest",
        *("-p", "no:cacheprovider", "-n", "0", "-k", "kuhn"),
        *(REPOSITORY / "tests" / "conformance", "--games", PLUGINS / "kuhn-game" / "conformance"),
        cwd=REPOSITORY,
    )
    assert "passed" in said
    assert "skipped" not in said


BROKEN = {
    "missing": "broken_nowhere:GAME",
    "raising": "broken_raises:GAME",
    "worded": "broken_worded:GAME",
}
"""Games by name: one that is not there, one that raises, one that is no game."""

BROKEN_FILES = {
    "broken_raises.py": "raise RuntimeError('out of cards')\n",
    "broken_worded.py": "GAME = 'poker'\n",
}


@pytest.fixture(scope="module")
def broken_environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """playfunc with every broken game, and a whole one beside them."""
    folder = tmp_path_factory.mktemp("broken")
    made = Environment.make(folder / "environment")
    project = _project(folder / "project", "playfunc.games", BROKEN, BROKEN_FILES)
    made.install(project, PLUGINS / "kuhn-game", PLUGINS / "kuhn-opponents")
    return made


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_reported_by_name_and_harms_nobody_else(broken_environment: Environment, name: str):
    said = broken_environment.run("playfunc", "play", "--game", name, "basic", "basic", code=2)
    assert said.startswith(f"playfunc: the game '{name}'")
    assert BROKEN[name] in said
    assert "Traceback" not in said


def test_beside_broken_games_a_whole_one_is_played(broken_environment: Environment):
    assert "wins" in broken_environment.run("playfunc", "play", "--game", "kuhn", "basic", "basic")
    listed = broken_environment.run("playfunc", "play", "--help")
    assert all(name in listed for name in BROKEN)


def test_a_broken_ladder_is_reported_by_name_and_harms_nobody_else(tmp_path: Path):
    broken = Environment.make(tmp_path / "environment")
    project = _project(tmp_path / "project", "playfunc.opponents", {"kuhn": "broken_nowhere:LADDER"}, {})
    broken.install(project, PLUGINS / "kuhn-game")
    said = broken.run("playfunc", "play", "--game", "kuhn", "basic", "basic", code=2)
    assert said.startswith("playfunc: the ladder 'kuhn'")
    assert "basic" in broken.run("playfunc", "play", "--game", "footsteps", "basic", "basic")


def _project(folder: Path, group: str, registered: dict[str, str], files: dict[str, str]) -> Path:
    """A distribution that registers these references by name."""
    folder.mkdir()
    for file, text in {"broken_readme.py": "", **files}.items():
        (folder / file).write_text(text, encoding="utf-8")
    include = json.dumps(["broken_readme.py", *files])
    entries = "\n".join(f'{name} = "{reference}"' for name, reference in registered.items())
    (folder / "pyproject.toml").write_text(
        f"""
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "broken-plugin"
version = "1.0"

[project.entry-points."{group}"]
{entries}

[tool.hatch.build.targets.wheel]
include = {include}
""",
        encoding="utf-8",
    )
    return folder
