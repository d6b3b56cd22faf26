"""Recurses without end, with Python's own limit taken away.

exercise: weighted_sum
result: failed
checks: crashed | out_of_memory | timeout | raised
"""

import sys


def weighted_sum(table, weights):
    if len(table) == 0:
        sys.setrecursionlimit(2**31 - 1)
        return weighted_sum(table, weights)
    return table @ weights
