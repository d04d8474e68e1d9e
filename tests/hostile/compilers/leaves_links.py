# expects: built
"""Leaves things in its folder that are no ordinary files, for the other side to open."""


def linked():
    os.symlink(OUTSIDE["secret"], "secret.txt")


def linked_folder():
    os.symlink(OUTSIDE["folder"], "folder")


def hard():
    os.link("/usr/bin/env", "env")
    return True


def device():
    os.mknod("null", 0o20666, os.makedev(1, 3))
    return True


def waits():
    os.mkfifo("pipe")


def mode():
    os.close(os.open("set-id", os.O_CREAT | os.O_WRONLY, 0o6755))


tried(linked, linked_folder, hard, device, waits, mode)
