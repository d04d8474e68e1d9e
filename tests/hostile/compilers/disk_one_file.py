# expects: refused_it|wrote_over_32_MiB
"""One file that never ends."""

with open("huge", "wb") as file:
    while True:
        file.write(bytes(1 << 20))
