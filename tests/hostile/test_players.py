"""Every hostile player gets the verdict in its own first line, in every tier of this machine, and nothing else.

`# expects: escape=nothing rules=passed` says that all ways out that it tries lead nowhere in any tier;
`escape=C` that they do lead out of tier C, where only limits hold, and nowhere else. A verdict may name
the faults or, with _ between its words, what the check got, and a tier: `loads@C=failed:PlayerCrash|TimeError`.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from course_assignments import HEARTS
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.sandbox import Tier, WorkerPlayer, available_tier
from playfunc_checks.checks import Context
from playfunc_checks.marking import run_checks
from playfunc_checks.report import results_html
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.student_view import closed
from playfunc_checks.submitted_player import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux")

HERE = Path(__file__).parent
PLAYERS = {path.stem: path for path in sorted((HERE / "players").glob("*.py"))}
PRELUDE = (HERE / "prelude.py").read_text()

REPRESENTATIVE = (
    "descriptors", "file_read_c", "fork_c", "import_opponents_quietly", "loop_in_c", "net_families",
    "patch_answers_illegal", "proc_judge", "raise_unprintable", "state_global", "text_class_name",
    "text_forged_line", "wire_unasked",
)  # fmt: skip
"""Run in every test run; all others in the long one."""

QUICK = Limits(
    move_seconds=0.1, total_seconds=60, wall_factor=4, memory_bytes=2**29, load_seconds=2.0,
    total_wall_factor=10, restarts=1, asleep_seconds=1.5,
)  # fmt: skip
ASSIGNMENT = dataclasses.replace(HEARTS, deals=2, rules_deals=1, published=QUICK)
SECRET = "of the hidden deals"

OF_NO_TIER = ("loop_in_c", "patch_answers_", "raise_", "state_", "text_", "wire_")
"""How names of players begin that try nothing against the confinement: whom they would deceive is the same in every
tier. They run in the weakest one here, and in the others in `make test-broad`."""

TIERS = list(Tier)[list(Tier).index(available_tier().tier) :] if sys.platform == "linux" else []
ROOT = sys.platform == "linux" and os.getuid() == 0


@dataclass(frozen=True)
class Expected:
    """Of one player in one tier: verdicts by check, the faults each may name, and whether it gets out."""

    verdicts: dict[str, tuple[str, set[str]]]
    escapes: bool

    @classmethod
    def of(cls, source: str, tier: Tier) -> Expected:
        mark, _, told = source.partition("\n")[0].partition("# expects: ")
        assert not mark, "a player's first line says what is expected of it"
        general, special = {}, {}
        for key, _, value in (word.partition("=") for word in told.split()):
            name, _, where = key.partition("@")
            if not where:
                general[name] = value
            elif tier.value in where:
                special[name] = value
        tiers = general.pop("escape", "nothing")
        # Who does not load there is not asked for more.
        wanted = special if "loads" in special else {**general, **special}
        assert wanted, "a player's first line names a verdict"
        return cls({k: _verdict(v) for k, v in wanted.items()}, tiers != "nothing" and tier.value in tiers)


def _verdict(text: str) -> tuple[str, set[str]]:
    verdict, _, kinds = text.partition(":")
    assert verdict in {"passed", "failed"}, text
    return verdict, set(filter(None, kinds.split("|")))


class Remembering(WorkerAsker):
    """Keeps every worker that it makes."""

    def __init__(self, tier: Tier) -> None:
        super().__init__(tier)
        self.workers: list[WorkerPlayer] = []

    def player(self, *arguments: Any, **options: Any) -> WorkerPlayer:
        self.workers.append(super().player(*arguments, **options))
        return self.workers[-1]


class Marked:
    """A player under marking in one tier, with all that came out of its processes."""

    def __init__(self, source: str, tier: Tier, checks: list[str]) -> None:
        asker = Remembering(tier)
        with Context(source, ASSIGNMENT, SECRET, asker) as context:
            results = run_checks(context, only=checks)
        self.workers = asker.workers
        self.results: dict[str, CheckResult] = {result.check: result for result in results}
        self._played = context.games if "games" in vars(context) else ()

    @property
    def memories(self) -> set[str]:
        return {
            move.memory or ""
            for playing in self._played
            for move in playing.record.moves
            if move.seat in playing.seats
        }

    @property
    def everything(self) -> str:
        faults = [str(fault.as_error()) for playing in self._played for fault in playing.record.faults]
        return "\n".join(
            [*self.memories, *faults, *map(str, self.results.values()), *(w.output for w in self.workers)]
        )


def cases(names=PLAYERS):
    for name in names:
        marks = [] if name in REPRESENTATIVE else [pytest.mark.hostile, pytest.mark.long]
        for tier in TIERS:
            further = name.startswith(OF_NO_TIER) and tier is not TIERS[-1] and not marks
            some = [pytest.mark.broad] if further else marks
            yield pytest.param(name, tier, id=f"{name}-{tier.value}", marks=some)


@pytest.mark.parametrize(("name", "tier"), list(cases()))
def test_a_player_gets_its_verdict_and_nothing_else(name, tier, outside):
    source = PLAYERS[name].read_text()
    expected = Expected.of(source, tier)
    source = PRELUDE.replace("OUTSIDE = {}", f"OUTSIDE = {outside.told()!r}") + source
    marked = Marked(source, tier, ["loads", "rules", *expected.verdicts])
    for check, (verdict, kinds) in expected.verdicts.items():
        result = marked.results[check]
        assert result.verdict.value == verdict, (check, result)
        assert kinds >= _named(result) or not kinds, (check, _named(result))
    assert Verdict.BROKEN not in {result.verdict for result in marked.results.values()}
    if not expected.escapes:
        assert outside.word not in marked.everything
        assert outside.changed() == []
        if "escape=" in source.partition("# expects:")[2].partition("\n")[0]:
            assert marked.memories <= {'"nothing"'}
    elif ROOT:  # or the attack is none
        assert marked.memories - {'"nothing"'}


@pytest.mark.parametrize(
    ("name", "tier"), list(cases([name for name in PLAYERS if name.startswith("text_")]))
)
def test_what_a_player_says_in_hidden_games_is_for_markers_alone(name, tier):
    """Its author's feedback has none of it, but a line of what was handed in."""
    source = PRELUDE + PLAYERS[name].read_text()
    result = Marked(source, tier, ["loads", "rules", "purity", "beats-basic"]).results["beats-basic"]
    assert result.told.fault.playings > 0
    (shown,) = closed([result], ASSIGNMENT, source)
    quoted = [line for line in shown.reason.splitlines() if line.startswith("Line ")]
    assert all(line.partition("your source: ")[2] in source for line in quoted)
    rest = shown.reason.replace("".join(quoted), "")
    assert "LEAK" not in results_html([dataclasses.replace(shown, reason=rest)], ASSIGNMENT)


def _named(result: CheckResult) -> set[str]:
    """The names of the faults in a result."""
    return (
        set(result.facts["kinds"])
        if result.check == "rules" and not result.ok
        else {result.got.replace(" ", "_")} - {""}
    )


def test_there_are_many_and_each_says_what_is_expected():
    assert len(PLAYERS) >= 50
    assert set(REPRESENTATIVE) <= set(PLAYERS)
    for path in PLAYERS.values():
        for tier in Tier:
            assert Expected.of(path.read_text(), tier)
