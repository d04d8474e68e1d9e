"""The confined side: what runs in a worker process, and all of this distribution that it may read.

The folder is run as a package of its own name by `__main__.py` (`_playfunc_worker`), so it imports its
own parts relatively and reaches nothing but the standard library, `msgspec` and `playfunc`. The trusted
side imports only `settings` and `wire` from here, and what tells of the kernel (`landlock`, `syscalls`).

In the order of a worker's life: `settings` (what it is told), `finder` (what it can import), `limits`
(what it may use), `lock` (what it gives up: `landlock`, `seccomp` and its table `syscalls`), `guard` (what it
may ask for), `wire` (how it talks), `serve` (the questions and
answers). `forks` starts many of them from one process.
"""
