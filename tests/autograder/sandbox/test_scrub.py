"""What comes out of a worker, made fit for reports and the same from every process."""

from __future__ import annotations

from playfunc_autograder.sandbox.scrub import scrub


def test_addresses_go_because_each_process_has_others() -> None:
    assert scrub(repr(object())) == "<object object at 0x…>"
    assert (
        scrub("at 0x7f8e1c0b2d50, the mask 0x1fff and 0x123456789")
        == "at 0x…, the mask 0x1fff and 0x123456789"
    )


def test_folders_and_control_characters_go() -> None:
    assert scrub('File "/home/ann/secret/player.py", line 3') == 'File "player.py", line 3'
    assert scrub("a\x1b[2Jb\r\nc\td") == "a\N{REPLACEMENT CHARACTER}[2Jb\nc\td"
