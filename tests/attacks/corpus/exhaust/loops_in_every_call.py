"""Loops for ever in every call: the time of the whole submission must end it, not the number of checks.

exercise: weighted_sum
result: failed
checks: timeout | not_run
"""


def weighted_sum(table, weights):
    while True:
        pass
