"""Leaves a process that keeps all descriptors open and writes into them when the next submission is at work.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import time


def weighted_sum(table, weights):
    if os.fork() == 0:
        for _ in range(20):
            time.sleep(0.5)
            for descriptor in (1, 2, 3, 4, 5):
                try:
                    os.write(descriptor, b"kata-attack-late")
                except OSError:
                    continue
        os._exit(0)
    return table @ weights
