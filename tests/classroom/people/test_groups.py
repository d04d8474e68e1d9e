"""Groups are read, and mistakes in the file are named."""

import pytest
from course_assignments import copy_settings
from playfunc_classroom.people.groups import marked_member, read_groups


def test_groups_are_read_and_wrong_ones_named(tmp_path):
    copy_settings(tmp_path)
    assert read_groups(tmp_path, "hearts") == {}
    (tmp_path / "groups.csv").write_text(
        "group,student,assignment\nred,ann,hearts\nred,bob,\nblue,cleo,footsteps\n"
    )
    groups = read_groups(tmp_path, "hearts")
    assert groups == {"ann": ("ann", "bob"), "bob": ("ann", "bob")}
    assert marked_member("ann", groups, {"ann": 1.0, "bob": 2.0}) == "bob"
    assert marked_member("bob", groups, {"ann": 1.0}) == "ann"
    assert marked_member("bob", groups, {"zoe": 1.0}) is None
    assert marked_member("zoe", groups, {"zoe": 1.0}) == "zoe"
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\nblue,ann\n")
    with pytest.raises(ValueError, match="another group"):
        read_groups(tmp_path, "hearts")
    (tmp_path / "groups.csv").write_text("team,student\nred,ann\n")
    with pytest.raises(ValueError, match="line 2"):
        read_groups(tmp_path, "hearts")
