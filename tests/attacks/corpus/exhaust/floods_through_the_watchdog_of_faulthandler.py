"""Lets a thread in C, started by faulthandler, write tracebacks without end; no Python code need run for it.

exercise: weighted_sum
result: failed | import_failed
checks: too_much_output | timeout | forbidden | raised | not_run | crashed
"""

import faulthandler


def weighted_sum(table, weights):
    faulthandler.dump_traceback_later(0.000_1, repeat=True, file=2)
    while len(table) == 0:
        pass
    return table @ weights
