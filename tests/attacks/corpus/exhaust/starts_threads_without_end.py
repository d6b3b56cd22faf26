"""A thread bomb of 200 threads with small stacks, each looping; answers rightly if all of them could start.

exercise: weighted_sum
result: failed
checks: forbidden | raised | timeout | out_of_memory
"""

import threading


def loop():
    while True:
        pass


def weighted_sum(table, weights):
    if len(table) == 0:
        threading.stack_size(32 << 10)
        for _ in range(200):
            threading.Thread(target=loop, daemon=True).start()
    return table @ weights
