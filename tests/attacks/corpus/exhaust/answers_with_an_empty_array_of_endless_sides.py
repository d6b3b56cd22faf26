"""Answers with arrays that hold nothing and yet have sides of 2 ** 50, in whose shape a reader may lose
itself.

exercise: weighted_sum
result: failed
checks: failed
"""

import numpy


def weighted_sum(table, weights):
    if len(table) == 0:
        return numpy.zeros((0, 1 << 50))
    return table @ weights
