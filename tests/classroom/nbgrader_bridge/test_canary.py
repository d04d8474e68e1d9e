"""A tier holds a notebook's kernel before it is trusted with one."""

import sys

import pytest
from playfunc_autograder.sandbox import Tier, available_tier
from playfunc_classroom.nbgrader_bridge.kernels import why_not_notebooks

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # jupyter_client and zmq warn about themselves
    pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux"),
]


CONFINED = [tier for tier in (Tier.A, Tier.B) if available_tier().tier.value <= tier.value]


@pytest.mark.parametrize("tier", CONFINED[:1])
def test_notebooks_are_tried_too(tier):
    assert why_not_notebooks(tier) == ""
