"""Fills all memory with lists that it keeps.

exercise: weighted_sum
result: failed
checks: out_of_memory | timeout
"""


def weighted_sum(table, weights):
    kept = []
    while len(table) == 0:
        kept.append([None] * 1_000_000)
    return table @ weights
