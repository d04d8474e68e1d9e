"""What names somebody is taken out of a text."""

import pytest
from playfunc_classroom.pseudonyms import anonymous


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("# Author: Kim\nx = 1", "# [taken out]\nx = 1"),
        ("name = 'kim'", "name = 'somebody'"),
        ("see https://github.com/kim/x now", "see [address] now"),
        ("kimberley kim kim_plays(kim)", "kimberley somebody somebody_plays(somebody)"),
        ("jonasplayer", "somebodyplayer"),
        ("id 12345678, deals 2000", "id [number], deals 2000"),
        ('    """Student: Kim"""', "[taken out]"),
        ("    name: value + 1\n    for name in hand", "    name: value + 1\n    for name in hand"),
        ("@dataclass\nclass X:", "@dataclass\nclass X:"),
    ],
)
def test_what_names_somebody_is_taken_out(text, left):
    assert anonymous(text, ["kim", "jonas"]) == left
