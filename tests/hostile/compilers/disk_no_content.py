# expects: wrote_over_1000_files
"""Files without content fill no disk, but its table."""

for number in range(100_000):
    open(f"empty{number}", "wb").close()
time.sleep(60)
