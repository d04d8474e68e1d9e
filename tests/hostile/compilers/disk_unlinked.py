# expects: refused_it|wrote_over_32_MiB
"""Files that have no name any more, but are open."""

held = []
for number in range(100):
    held.append(open("large", "wb+"))
    os.unlink("large")
    held[-1].write(bytes(1 << 20))
    held[-1].flush()
time.sleep(60)
