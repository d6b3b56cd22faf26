"""Multiplies integers of millions of digits: one operation in C, which no handler of a signal can break off.

exercise: weighted_sum
result: failed
checks: timeout | out_of_memory
"""


def weighted_sum(table, weights):
    number = 3
    while len(table) == 0:
        number *= number
    return table @ weights
