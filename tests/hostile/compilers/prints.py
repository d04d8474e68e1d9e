# expects: built
"""Prints a hundred megabytes."""

for _ in range(100):
    sys.stdout.write("noise " * (1 << 20 // 6))
