"""`playfunc check`: what it says of each verdict."""

import pytest
from course_assignments import HEARTS
from playfunc_checks.checks.win_rate import is_open
from playfunc_checks.results import failed
from playfunc_cli.review import _print_results


def test_a_win_rate_whose_interval_holds_the_threshold_is_called_not_decided(
    capsys: pytest.CaptureFixture[str],
) -> None:
    unsure = {"win_rate": 0.56, "standard_error": 0.08, "deals": 20}
    surely = {"win_rate": 0.2, "standard_error": 0.02, "deals": 20}
    results = [
        failed("beats-advanced", facts=unsure, got="56%", reason="It won too little."),
        failed("beats-minmax", facts=surely, reason="It lost."),
    ]
    _print_results(results, {each.check for each in results if is_open(each, HEARTS)}, entered=True)
    said = capsys.readouterr().out
    assert "Not decided: beats-advanced." in said
    assert "beats-minmax: It lost." in said
    assert "It won too little" not in said
