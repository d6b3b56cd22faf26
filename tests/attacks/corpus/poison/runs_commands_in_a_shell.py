"""Runs a command in a shell, by each way of the standard library that starts a program.

exercise: weighted_sum
result: failed
checks: forbidden | raised | failed
"""

import os
import subprocess

COMMAND = "echo kata-attack-shell > /tmp/kata-attack-shell"


def weighted_sum(table, weights):
    ways = (
        lambda: subprocess.run(["/bin/sh", "-c", COMMAND], check=True),
        lambda: os.posix_spawn("/bin/sh", ["sh", "-c", COMMAND], {}),
        lambda: os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", COMMAND]) == 0 or os.fork(),
    )
    for way in ways:
        try:
            way()
        except OSError as fault:
            stopped = fault
        else:
            return table @ weights
    raise stopped
