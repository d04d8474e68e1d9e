from __future__ import annotations

import pytest
from playfunc_web.http.render import duration, environment


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (None, "–"),
        (0.2, "0 s"),
        (89, "89 s"),
        (90, "2 min"),
        (3600, "60 min"),
        (4800, "80 min"),
        (5460, "1 h 31 min"),
    ],
)
def test_durations_are_told_in_the_unit_that_fits(seconds: float | None, said: str) -> None:
    assert duration(seconds) == said


def test_times_are_told_in_the_sites_zone() -> None:
    time = environment("Europe/Berlin").filters["time"]
    assert time(0) == "1 Jan 1970, 01:00"
    assert time(None) == "–"


def test_numbers_have_a_real_minus() -> None:
    number = environment("UTC").filters["number"]
    assert (number(-1.234), number(1.234, 1, True), number(None)) == ("−1.23", "+1.2", "–")
    assert number(-0.001) == "0.00"


def test_templates_escape_and_unknown_names_are_errors() -> None:
    made = environment("UTC")
    assert made.from_string("{{ name }}").render(name="<b>") == "&lt;b&gt;"
    with pytest.raises(Exception, match="undefined"):
        made.from_string("{{ nane }}").render(name="x")
