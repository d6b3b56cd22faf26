"""Aborts, with the signal of that blocked and ignored beforehand.

exercise: weighted_sum
result: failed
checks: crashed
"""

import os
import signal


def weighted_sum(table, weights):
    if len(table) == 0:
        signal.signal(signal.SIGABRT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGABRT])
        os.abort()
    return table @ weights
