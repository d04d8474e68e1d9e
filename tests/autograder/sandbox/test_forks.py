"""Where no process can be held by a descriptor each worker is executed."""

import errno
import sys

import pytest
from confined_workers import lacking

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="confinement is Linux's")


FAIL, ALLOW = 0x00050000, 0x7FFF0000


@ON_LINUX
def test_where_no_process_can_be_held_by_a_descriptor_each_worker_is_executed():
    _, _, started = lacking(
        [(0x20, 0, 0, 0), (0x15, 0, 1, 434), (0x06, 0, 0, FAIL | errno.EPERM), (0x06, 0, 0, ALLOW)]
    )
    assert started == ""
