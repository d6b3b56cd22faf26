"""Ignores every signal that can be ignored while the file loads, and loops in a call.

exercise: weighted_sum
result: failed
checks: timeout
"""

import signal

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        continue  # SIGKILL and SIGSTOP


def weighted_sum(table, weights):
    while len(table) == 0:
        pass
    return table @ weights
