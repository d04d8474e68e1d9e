# expects: refused_it|wrote_over_32_MiB
"""Many files of a megabyte."""

for number in range(4096):
    with open(f"large{number}", "wb") as file:
        file.write(bytes(1 << 20))
time.sleep(60)
