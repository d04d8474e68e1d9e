"""Names and sentences, for a person and for players."""

from playfunc.show.wording import belonging, sentences


def test_what_belongs_to_a_person_is_yours():
    assert [belonging(name) for name in ("You", "Bo")] == ["your", "Bo's"]


def test_a_sentence_that_begins_with_a_name_has_a_capital_and_nothing_else_changes():
    assert (
        sentences(["basic led CQ.", "You won.", "7 of minmax.", ""]) == "Basic led CQ. You won. 7 of minmax. "
    )
