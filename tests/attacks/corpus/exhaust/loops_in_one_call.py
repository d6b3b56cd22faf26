"""Answers rightly but for the empty table, on which it loops for ever: the other checks must not wait for it.

exercise: weighted_sum
result: failed
checks: timeout
"""


def weighted_sum(table, weights):
    while len(table) == 0:
        pass
    return table @ weights
