# expects: escape=nothing rules=passed
"""Starts processes by Python's own functions. A child that comes to be ends at once."""
import multiprocessing
import pty
import subprocess
import concurrent.futures


def forks():
    child = os.fork()
    if child == 0:
        os._exit(0)
    return child


def forks_terminal():
    child, _ = pty.fork()
    if child == 0:
        os._exit(0)
    return child


def worker():
    process = multiprocessing.get_context("spawn").Process(target=int)
    process.start()
    return process.pid


def pool():
    with concurrent.futures.ProcessPoolExecutor(1) as executor:
        return executor.submit(int, 7).result(2)


play = after(
    forks, forks_terminal, worker, pool,
    runs=lambda: subprocess.run(["true"], check=True).returncode == 0,
    shell=lambda: os.system("true") == 0,
    piped=lambda: os.popen("echo it").read(),
    spawns=lambda: os.posix_spawn("/bin/true", ["true"], {}),
    spawns_other=lambda: os.spawnv(os.P_NOWAIT, "/bin/true", ["true"]),
)
