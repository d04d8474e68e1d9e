# expects: started_over_128_threads
"""Four processes with many threads each."""

import threading

os.fork(), os.fork()
for _ in range(60):
    threading.Thread(target=time.sleep, args=(60,)).start()
