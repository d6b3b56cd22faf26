"""Sleeps: a limit on processor time alone would never end it.

exercise: weighted_sum
result: failed
checks: timeout
"""

import time


def weighted_sum(table, weights):
    while len(table) == 0:
        time.sleep(3600)
    return table @ weights
