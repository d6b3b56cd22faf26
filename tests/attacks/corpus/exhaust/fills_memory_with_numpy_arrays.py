"""Fills all memory with numpy arrays, while the file loads and then in the call.

exercise: weighted_sum
result: failed
checks: out_of_memory
"""

import numpy

kept = []
try:
    while True:
        kept.append(numpy.ones(1 << 20))
except MemoryError:
    pass  # what was had stays taken: the harness itself has next to nothing left


def weighted_sum(table, weights):
    while len(table) == 0:
        kept.append(numpy.ones(1 << 24))
    return table @ weights
