"""Sends a signal to every process there is; a harmless one, but any other would go the same way.

exercise: weighted_sum
result: failed
checks: forbidden | failed | raised
"""

import os
import signal


def weighted_sum(table, weights):
    os.kill(-1, signal.SIGCONT)
    return table @ weights
