"""Players for contests, written into a folder."""

BIDS = """
import sys
points, theirs = 50, ""
while theirs != "fin":
    bid = {bid}
    print(f" {{bid:03}} ", flush=True)
    points -= bid
    theirs = input()
"""


def program(folder, source, name="bot.py"):
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(source)
    return f"exec:python3 {folder / name}"


def player(folder, name, source):
    (folder / name).write_text(source)
    return str(folder / name)
