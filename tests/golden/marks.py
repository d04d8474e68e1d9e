"""Submissions that must keep their marks: what they get now, and how a change is written down.

    make golden WHY="The advanced opponent reads endings exactly."

marks them again, writes `marks/expected.json`, and puts the reason under "Marks that change" in CHANGELOG.md.
Nothing is written where no mark changes.
"""

import dataclasses
import json
import sys
from pathlib import Path
from typing import Any

from course_assignments import HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.marking import check_player, points

FOLDER = Path(__file__).parent / "marks"
EXPECTED = FOLDER / "expected.json"
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
HEADING = "### Marks that change"

GOLDEN = dataclasses.replace(HEARTS, deals=3, least_deals=2, rules_deals=1)
"""Few deals, so that every version can afford it; any change of rules, opponents, deals or checks shows."""


def players() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def marks_of(player: str) -> dict[str, Any]:
    """What a golden submission gets: its points, and verdict and numbers of each check, without times."""
    source = (FOLDER / f"{player}.py").read_text(encoding="utf-8")
    results = check_player(source, GOLDEN, WorkerAsker(), secret="golden")
    numbers = ("win_rate", "points_per_hand", "forfeits", "distinct", "changed")
    checks = {
        r.check: [r.verdict.value, *(r.facts[number] for number in numbers if number in r.facts)]
        for r in results
    }
    return json.loads(json.dumps({"points": points(results, GOLDEN), "checks": checks}))


def expected() -> dict[str, Any]:
    return json.loads(EXPECTED.read_text(encoding="utf-8"))


def write(why: str) -> None:
    """Write today's marks, and `why` into the changelog, if any is not as expected."""
    marks = {player: marks_of(player) for player in players()}
    if EXPECTED.exists() and expected()["marks"] == marks:
        print("Every mark is as expected; nothing was written.")
        return
    CHANGELOG.write_text(_with_line(CHANGELOG.read_text(encoding="utf-8"), f"- {why}"), encoding="utf-8")
    EXPECTED.write_text(_text(why, marks), encoding="utf-8")
    print(f"Written: {EXPECTED.name}, and the reason below {HEADING!r} in {CHANGELOG.name}.")


def _text(why: str, marks: dict[str, Any]) -> str:
    """JSON with a line for each submission."""
    lines = ",\n".join(f"{json.dumps(player)}: {json.dumps(found)}" for player, found in marks.items())
    return f'{{"because": {json.dumps(why)}, "marks": {{\n{lines}\n}}}}\n'


def _with_line(changelog: str, line: str) -> str:
    """The changelog with a line below the heading of the newest version."""
    first, second = changelog.find("\n## "), changelog.find("\n## ", changelog.find("\n## ") + 1)
    end = len(changelog) if second < 0 else second
    newest = changelog[first:end].rstrip("\n")
    if HEADING not in newest:
        newest += f"\n\n{HEADING}\n"
    return f"{changelog[:first]}{newest}\n{line}\n{changelog[end:]}"


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        sys.exit('say why marks change: make golden WHY="The advanced opponent reads endings exactly."')
    write(sys.argv[1].strip())
