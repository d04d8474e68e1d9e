"""The nastiest text that a player can bring."""

import pytest

NASTY = (
    "</script x></title ></script><script>alert(1)</script><img src=x onerror=alert(2)><!--<script "
    "\"'`&amp;\u2028\u2029\u202e\ud800\0${7*7}"
)
"""Every way out of markup, a script or an attribute that we could think of, in one text."""


@pytest.fixture(scope="session")
def nasty_text() -> str:
    return NASTY
