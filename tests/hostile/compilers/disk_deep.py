# expects: wrote_over_1000_files
"""Folders inside each other, deeper than a path can say."""

for number in range(100_000):
    os.mkdir("d")
    os.chdir("d")
time.sleep(60)
