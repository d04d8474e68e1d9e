"""Pseudonyms: stable, distinct and keyed."""

from playfunc_classroom.privacy.pseudonyms import mask, pseudonyms


def test_no_two_of_very_many_share_a_pseudonym():
    """Of 5000 about eight pairs would, were it left to the digest."""
    names = pseudonyms(map(str, range(5000)), "secret")
    assert len(set(names.values())) == 5000


def test_pseudonyms_are_stable_distinct_and_keyed():
    students = [f"s{number}" for number in range(600)]
    names = pseudonyms(students, "secret")
    assert names == pseudonyms(reversed(students), "secret")
    assert len(set(names.values())) == 600
    assert names["s1"] != pseudonyms(students, "other")["s1"]
    assert (
        mask("# by S1, s10 and s1_x: s1", names)
        == f"# by {names['s1']}, {names['s10']} and s1_x: {names['s1']}"
    )
