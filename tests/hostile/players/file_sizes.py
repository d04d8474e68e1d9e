# expects: escape=BC rules=passed
"""Asks for a file's size and time, which a lock without a small world of its own cannot hide."""

play = after(
    size=lambda: os.stat(OUTSIDE["secret"]).st_size,
    there=lambda: os.path.exists(OUTSIDE["folder"]),
)
