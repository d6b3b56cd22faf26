"""Answers with 100 MB, far above what an answer may hold, but within the memory it has.

exercise: weighted_sum
result: failed
checks: failed
"""

import numpy


def weighted_sum(table, weights):
    return numpy.zeros(100 << 17) if len(table) == 0 else table @ weights
