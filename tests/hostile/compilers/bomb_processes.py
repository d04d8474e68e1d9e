# expects: started_over_32_processes|refused_it
"""Every process starts another, and so on, up to 256: where nothing stopped it, the machine would still stand."""

for _ in range(8):
    os.fork()
time.sleep(60)
