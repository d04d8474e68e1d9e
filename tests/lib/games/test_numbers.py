"""Whole numbers as moves: written in one way only, and small enough for every wire."""

import pytest
from playfunc.errors import NotationError, ProtocolError
from playfunc.game import LIMIT, number_of, read_number


@pytest.mark.parametrize("number", [0, 7, -3, LIMIT - 1, 1 - LIMIT])
def test_a_number_is_read_as_it_was_written(number):
    assert number_of(str(number)) == number
    assert read_number(number, "a bid") == number


@pytest.mark.parametrize(
    "text", ["", "-", "007", "-0", "+1", "1_000", " 1", "1.0", "٣", str(LIMIT), "9" * 30]
)
def test_no_other_text_is_a_number(text):
    with pytest.raises(NotationError, match="not a whole number"):
        number_of(text)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (1.5, r"got float 1\.5 \(round it with int\(\) first\)"),
        (True, "got bool"),
        ("1", "got str"),
        (LIMIT, "over 18"),
    ],
)
def test_no_other_value_is_a_number(value, says):
    with pytest.raises(ProtocolError, match=says) as caught:
        read_number(value, "a bid")
    assert "a bid" in str(caught.value)
