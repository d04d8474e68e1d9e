"""A Dask scheduler on this computer, with workers that are jobs of Slurm; ends them when you press Enter.

DASK_CONFIG=cluster.yaml python slurm.py 64
"""

import sys

from dask.distributed import Security
from dask_jobqueue import SLURMCluster

cluster = SLURMCluster(
    queue=None,  # your partition
    account=None,
    cores=1,
    processes=1,
    memory="2GB",
    walltime="04:00:00",
    local_directory="/tmp",
    worker_extra_args=["--death-timeout", "60"],
    interface=None,  # by which the nodes reach this computer, such as "ib0"
    security=Security(require_encryption=True),
    protocol="tls://",
    scheduler_options={"port": 8786, "dashboard": False, "dashboard_address": "127.0.0.1:0"},
)
cluster.scale(jobs=int(sys.argv[1]))
print("playfunc grade mycourse hearts --scheduler", cluster.scheduler_address, flush=True)
input("Enter ends the workers. ")
