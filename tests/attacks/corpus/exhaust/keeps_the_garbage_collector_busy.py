"""Collects garbage at each allocation, over cycles that come to life again, with a callback that makes more
of it.

exercise: weighted_sum
result: failed
checks: timeout | out_of_memory | crashed | not_run
"""

import gc

kept = []


class Cycle:
    def __init__(self):
        self.me = self

    def __del__(self):
        kept.append([Cycle(), Cycle()])


def weighted_sum(table, weights):
    if len(table) == 0:
        gc.unfreeze()
        gc.set_threshold(1, 1, 1)
        gc.callbacks.append(lambda phase, info: kept.append(Cycle()))
        while True:
            Cycle()
    return table @ weights
