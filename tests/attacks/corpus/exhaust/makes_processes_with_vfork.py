"""Starts programs through subprocess, which uses vfork, and through posix_spawn; answers rightly if one
starts.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import subprocess
import sys


MARK = "# kata-attack-process"


def weighted_sum(table, weights):
    started = 0
    for program, option in (("/bin/sh", "sleep 2 "), (sys.executable, "import time; time.sleep(2) ")):
        arguments = [program, "-c", option + MARK]
        try:
            subprocess.Popen(arguments)
            started += 1
        except OSError as fault:
            last = fault
        try:
            os.posix_spawn(program, arguments, {})
            started += 1
        except OSError as fault:
            last = fault
    if not started:
        raise last
    return table @ weights
