"""Leaves a thread that is no daemon: a Python process waits for it at its end, and the grader for the
process.

exercise: weighted_sum
result: failed | import_failed
checks: failed | forbidden | raised | timeout | not_run
"""

import threading


def wait():
    threading.Event().wait()


threading.Thread(target=wait, daemon=False).start()


def weighted_sum(table, weights):
    return table @ weights + 1
