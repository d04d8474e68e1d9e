# expects: built
"""Changes its own source, so that it differs from what was uploaded."""

try:
    with open(sys.argv[0], "w") as file:
        file.write("changed")
except OSError:
    pass
