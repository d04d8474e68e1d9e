"""What the canary says of each tier about programs, and what follows from it."""

import sys

import pytest
from playfunc_autograder.programs import confinement
from playfunc_autograder.programs.canary import why_not_programs
from playfunc_autograder.sandbox import Probe, Tier, available_tier
from playfunc_classroom import marks
from playfunc_classroom.marks import UnconfinedError, require_confinement

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # jupyter_client and zmq warn about themselves
    pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux"),
]

CONFINED = [tier for tier in (Tier.A, Tier.B) if available_tier().tier.value <= tier.value]


@pytest.mark.parametrize("tier", CONFINED)
def test_nothing_leads_out_of_a_tier_that_confines(tier):
    assert why_not_programs(tier) == ""


def test_what_leads_out_where_nothing_confines_is_named():
    told = why_not_programs(Tier.C)
    for way in (
        "read a file",
        "make a file",
        "read our source",
        "use the network",
        "change its own file's mode",
        "change a file's times",
        "watch a file",
        "lock a file",
        "lock part of a file",
        "keep memory in a file without a name",
        "start a process",
    ):
        assert way in told


def test_a_hole_in_a_tier_is_found(monkeypatch):
    """Such as a rule that lets programs read what the marker keeps."""
    rights = confinement._rights
    monkeypatch.setattr(confinement, "_rights", lambda command: {**rights(command), "/": confinement._READ})
    assert "read a file" in why_not_programs(Tier.B)


def test_a_tier_that_does_not_hold_programs_refuses_them(monkeypatch):
    monkeypatch.setattr(marks, "available_tier", lambda: Probe(Tier.A, {}))
    monkeypatch.setattr(
        marks, "program_tier", lambda: Probe(Tier.C, {Tier.A: "a program could watch a file", Tier.B: "no"})
    )
    require_confinement(False)
    require_confinement(True, programs=True)
    with pytest.raises(UnconfinedError, match=r"in tier A a program could watch a file.*programs = false"):
        require_confinement(False, programs=True)
