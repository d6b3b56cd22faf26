"""Blocks every signal that can be blocked, SIGXCPU and SIGTERM among them, and loops.

exercise: weighted_sum
result: failed
checks: timeout
"""

import signal


def weighted_sum(table, weights):
    if len(table) == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            pass
    return table @ weights
