"""Every hostile program gets the verdict in its own first line, in every tier of this machine, and nothing else.

`# expects: escape=C` says that its ways out lead somewhere in tier C and nowhere else; `fault=…` names words (with
`_` for blanks) of the fault that ends it where it is confined.
"""

import os
import sys
from pathlib import Path

import pytest
from playfunc.errors import PlayError
from playfunc.games.hearts import Hearts
from playfunc.rules import Call
from playfunc_autograder.programs import program_player
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_checks.submitted_player import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are confined on Linux alone")

HERE = Path(__file__).parent
PROGRAMS = {path.stem: path for path in sorted((HERE / "programs").glob("*.py"))}
PRELUDE = (HERE / "program_prelude.py").read_text()
TIERS = list(Tier)[list(Tier).index(available_tier().tier) :] if sys.platform == "linux" else []
ROOT = sys.platform == "linux" and os.getuid() == 0

CALL = Call("play", ("you", ["C2", "C3"], [], None), None)
LIMITS = Limits(move_seconds=10, load_seconds=10, memory_bytes=2**29)


def expected(source: str) -> dict[str, str]:
    mark, _, told = source.partition("\n")[0].partition("# expects: ")
    assert not mark, "a program's first line says what is expected of it"
    return dict(word.split("=", 1) for word in told.split())


@pytest.mark.hardest("-C")
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.value)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gets_its_verdict_and_nothing_else(name, tier, outside, tmp_path):
    source = PROGRAMS[name].read_text()
    told = {**outside.told(), "judge": os.getpid(), "tier": tier.value}
    folder = tmp_path / "bot"
    folder.mkdir()
    text = PRELUDE.replace("OUTSIDE = {}", f"OUTSIDE = {told!r}") + source
    (folder / "bot.py").write_text(text)
    with program_player(
        f"exec-lines:python3 {folder / 'bot.py'}", Hearts(2), limits=LIMITS, tier=tier
    ) as player:
        (answer,) = player.answer([CALL])
    expects = expected(source)
    if tier is Tier.C:
        if expects["escape"] == "C" and ROOT:  # or the attack is none
            assert not isinstance(answer, PlayError), answer
            assert answer.memory != '"nothing"'
        return
    if "fault" in expects:
        assert isinstance(answer, PlayError), answer
        assert expects["fault"].replace("_", " ") in answer.reason
    else:
        assert not isinstance(answer, PlayError), answer
        assert answer.memory == '"nothing"'
    assert outside.changed() == []
    assert outside.word not in f"{answer} {player.output}"
    assert [path.name for path in folder.iterdir()] == ["bot.py"]


def test_there_are_many_and_each_says_what_is_expected():
    assert len(PROGRAMS) >= 20
    assert all("escape" in expected(path.read_text()) for path in PROGRAMS.values())
