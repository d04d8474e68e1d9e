"""The canary gets out where nothing holds it."""

import os
import sys

import pytest
from confined_workers import OBEDIENT, WAYS_OUT, reason
from playfunc_autograder.sandbox import Tier
from playfunc_autograder.sandbox.tiers import LAUNCHERS

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")


@ON_LINUX
def test_the_canary_gets_out_where_nothing_holds_it():
    """So that its failing elsewhere means something. Limits keep ordinary users from starting processes."""
    ways = WAYS_OUT if os.getuid() == 0 else WAYS_OUT[:-2]
    assert reason(Tier.C) == "a player could " + ", ".join(ways)


def test_a_launcher_of_unknown_strength_counts_for_nothing(make_worker):
    assert make_worker(OBEDIENT, launcher=LAUNCHERS[Tier.B]).tier is Tier.C
