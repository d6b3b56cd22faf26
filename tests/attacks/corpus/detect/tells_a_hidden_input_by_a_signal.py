"""Ends itself by one of several signals, chosen by a hidden input.

exercise: weighted_sum
result: failed
checks: crashed | failed
"""

import os
import signal

import numpy as np

SIGNALS = (signal.SIGABRT, signal.SIGFPE, signal.SIGILL, signal.SIGBUS, signal.SIGUSR1, signal.SIGKILL)


def weighted_sum(table, weights):
    number = SIGNALS[int(abs(float(weights.sum())) * 100) % len(SIGNALS)]
    if number is not signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return np.ones(len(table))
