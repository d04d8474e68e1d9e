"""An id that nobody has is called that, with those that are near."""

import re

import pytest
from playfunc_classroom.people.handed_in import require_submission

CLASS = ("carl", "dina", "dino", "emil")


@pytest.mark.parametrize(
    ("student", "handed_in", "says"),
    [
        ("dinah", CLASS, "there is no submission of dinah for hearts; did you mean 'dina' or 'dino'?"),
        (
            "zoe",
            CLASS,
            "there is no submission of zoe for hearts; submitted/ has a folder for each student who handed in",
        ),
        (
            "zoe",
            (),
            "nothing was handed in: there is no submitted/<student>/hearts/; run playfunc collect first",
        ),
    ],
)
def test_a_student_who_did_not_hand_in_is_told_with_what_to_do(student, handed_in, says):
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        require_submission(student, handed_in, "hearts")


def test_nothing_is_said_of_one_who_did():
    require_submission("dina", CLASS, "hearts")
