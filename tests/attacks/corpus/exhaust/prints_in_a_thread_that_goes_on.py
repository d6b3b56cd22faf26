"""Starts a thread that prints without end, so that the flood falls into the checks that come after.

exercise: weighted_sum
result: failed | import_failed
checks: too_much_output | timeout | forbidden | raised | not_run
"""

import threading


def print_on():
    while True:
        print("y" * 60_000)


def weighted_sum(table, weights):
    threading.Thread(target=print_on, daemon=True).start()
    return table @ weights
