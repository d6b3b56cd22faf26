"""Leaves a process in a session of its own that nobody waits for, and that goes on after the answer.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import time

PROGRAM = "import time; 'kata-attack-daemon'; time.sleep(30)"


def weighted_sum(table, weights):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 64)
            try:
                os.execv("/usr/bin/env", ["env", "python3", "-c", PROGRAM])
            finally:
                time.sleep(30)
                os._exit(0)
        os._exit(0)
    return table @ weights
