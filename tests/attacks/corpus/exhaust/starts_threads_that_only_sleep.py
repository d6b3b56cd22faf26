"""Starts 200 threads that do nothing but stay, each with a stack in the kernel; answers rightly if it has
them all.

exercise: weighted_sum
result: failed | import_failed
checks: failed | forbidden | raised | out_of_memory | not_run
"""

import threading

threading.stack_size(32 << 10)
gate, started = threading.Lock(), 0
gate.acquire()
while started < 200:
    try:
        threading.Thread(target=gate.acquire, daemon=True).start()
        started += 1
    except RuntimeError:
        break


def weighted_sum(table, weights):
    return table @ weights if started == 200 else None
