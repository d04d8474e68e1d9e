# expects: refused_it|wrote_over_32_MiB
"""Files that have no name any more and are not open, but mapped."""

held = []
for number in range(100):
    with open("large", "wb+") as file:
        os.unlink("large")
        file.write(bytes(1 << 20))
        file.flush()
        held.append(mmap.mmap(file.fileno(), 1 << 20, mmap.MAP_SHARED, mmap.PROT_READ))
time.sleep(60)
