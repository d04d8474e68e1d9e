"""The gate raises only for the Validate button, which skips what takes long."""

import pytest
from playfunc_opponents.hearts import basic
from playfunc_workbook import hearts as notebook
from playfunc_workbook.hearts import matches
from shown_pages import reneges


def test_the_gate_raises_only_for_the_validate_button(monkeypatch):
    assert notebook.gate(reneges) == 0.0
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    assert notebook.gate(basic.play) == 0.0
    with pytest.raises(matches.RulesNotPassed, match="check_rules"):
        notebook.gate(reneges)


def test_the_validate_button_skips_what_takes_long(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    never = pytest.fail
    for shown in (
        notebook.checkpoint(never, "advanced"),
        notebook.table_of_four(never, "advanced"),
        notebook.worst_moves(never, "advanced"),
        notebook.cost_plot(never, "advanced"),
        notebook.self_check(),
    ):
        assert "Not run by Validate" in repr(shown)
